#include "harness/cli/options.h"

#include <algorithm>
#include <cctype>

#include "harness/cli/values.h"

namespace heed::cli {
namespace {

using pipeline::Options;

util::Result<void> stored() { return {}; }

// What a row does with its text: one function template for each kind of value,
// instantiated with the member that it sets.

template <bool Request::*member>
util::Result<void> set_flag(Request& request, const std::string& text) {
  return flag(text).map([&](bool value) { request.*member = value; });
}

template <bool Options::*member, bool is_inverse = false>
util::Result<void> set_switch(Request& request, const std::string& text) {
  return flag(text).map(
      [&](bool value) { request.options.*member = value != is_inverse; });
}

template <std::string Options::*member>
util::Result<void> set_text(Request& request, const std::string& text) {
  if (text.empty()) {
    return tl::unexpected(expected("a value", text));
  }
  request.options.*member = text;
  return stored();
}

template <std::filesystem::path Options::*member>
util::Result<void> set_path(Request& request, const std::string& text) {
  if (text.empty()) {
    return tl::unexpected(expected("a path", text));
  }
  request.options.*member = text;
  return stored();
}

template <std::vector<std::string> Options::*member>
util::Result<void> add_text(Request& request, const std::string& text) {
  if (text.empty()) {
    return tl::unexpected(expected("a value", text));
  }
  (request.options.*member).push_back(text);
  return stored();
}

template <std::vector<std::string> Options::*member>
util::Result<void> add_parts(Request& request, const std::string& text) {
  // Nothing would mean everything: `--cell "$UNSET"` must not run them all.
  if (parts(text).empty()) {
    return tl::unexpected(expected("a value", text));
  }
  for (const std::string& part : parts(text)) {
    (request.options.*member).push_back(part);
  }
  return stored();
}

template <std::optional<std::uint64_t> Options::*member>
util::Result<void> set_count(Request& request, const std::string& text) {
  return number<std::uint64_t>(text, 0).map(
      [&](std::uint64_t value) { request.options.*member = value; });
}

template <int Options::*member>
util::Result<void> set_number(Request& request, const std::string& text) {
  return number<int>(text, 1).map(
      [&](int value) { request.options.*member = value; });
}

template <std::chrono::milliseconds Options::*member>
util::Result<void> set_duration(Request& request, const std::string& text) {
  return duration(text).map([&](std::chrono::milliseconds value) {
    request.options.*member = value;
  });
}

// The words stand in the row's argument, where help shows them too.
constexpr std::string_view kColor = "auto|always|never";
constexpr std::string_view kCache = "off|rw";
constexpr std::string_view kProgress = "auto|bar|plain|none";
constexpr std::string_view kNoTests = "fail|warn|pass";
constexpr std::string_view kAnnotations = "github";

template <std::string Options::*member, const std::string_view& words>
util::Result<void> set_word(Request& request, const std::string& text) {
  return word(words, text).map([&](const std::string& value) {
    request.options.*member = value;
  });
}

util::Result<void> set_plan_file(Request& request, const std::string& text) {
  if (text.empty()) {
    return tl::unexpected(expected("a path", text));
  }
  request.plan_file = text;
  return stored();
}

constexpr std::array kOptions = {
    // list, plan, explain
    OptionRow{"--tree", "", "", Group::list, "",
              "builds, and below each the boots it serves",
              &set_flag<&Request::tree>},
    OptionRow{"--why-not", "", "", Group::list, "",
              "each cell that would not run, with its reason",
              &set_flag<&Request::why_not>},
    OptionRow{"--settings", "", "", Group::list, "",
              "the settings, with values, default and place",
              &set_flag<&Request::settings>},
    OptionRow{"--modules", "", "", Group::list, "", "the modules",
              &set_flag<&Request::modules>},
    OptionRow{"--plan-file", "-o", "FILE", Group::plan, "",
              "write the plan as JSON", &set_plan_file},
    OptionRow{"--options", "", "", Group::explain, "",
              "each option's value with its origin",
              &set_flag<&Request::explain_options>},

    // select
    OptionRow{"--select", "-e", "COND", Group::select, "",
              "cells where COND holds; the same as SELECT, or-ed",
              &add_text<&Options::select>, true},
    OptionRow{"--module", "-m", "M", Group::select, "",
              "the global settings and those of M; the rest at their default",
              &add_parts<&Options::modules>, true},
    OptionRow{"--cell", "", "ID", Group::select, "",
              "the cell whose id begins with ID (6 digits or more)",
              &add_parts<&Options::cells>, true},

    // sample
    OptionRow{"--slice", "", "NAME", Group::sample, "full",
              "a part of the matrix that heed.json names",
              &set_text<&Options::slice>},
    OptionRow{"--strategy", "", "LIST", Group::sample, "the slice's",
              "which cells of the product: full, each, corners",
              &add_parts<&Options::strategies>, true},
    OptionRow{"--seed", "", "N", Group::sample, "the slice's",
              "seed of whatever is drawn", &set_count<&Options::seed>},
    OptionRow{"--max-cells", "", "N", Group::sample, "the slice's",
              "more cells than this need --yes",
              &set_count<&Options::max_cells>},
    OptionRow{"--yes", "", "", Group::sample, "", "run however many there are",
              &set_switch<&Options::yes>},

    // run
    OptionRow{"--jobs", "-j", "N", Group::run, "those allowed",
              "processors in total", &set_number<&Options::jobs>},
    OptionRow{"--timeout", "", "TIME", Group::run, "60s",
              "limit of a suite, after which it is ended",
              &set_duration<&Options::timeout>},
    OptionRow{"--kill-grace", "", "TIME", Group::run, "10s",
              "from asking a suite to end to killing it",
              &set_duration<&Options::kill_grace>},
    OptionRow{"--no-reuse", "", "", Group::run, "",
              "run cells whose result is known, too",
              &set_switch<&Options::reuse, true>},
    OptionRow{"--fresh", "", "", Group::run, "",
              "configure and build in empty folders",
              &set_switch<&Options::fresh>},
    OptionRow{"--cache", "", kCache, Group::run, "rw",
              "use of the compiler cache", &set_word<&Options::cache, kCache>},
    OptionRow{"--no-tests", "", kNoTests, Group::run, "fail",
              "what a suite that executes nothing is",
              &set_word<&Options::no_tests, kNoTests>},

    // see
    OptionRow{"--dry-run", "-n", "", Group::see, "",
              "say what would run, and start nothing",
              &set_switch<&Options::dry_run>},
    OptionRow{"--progress", "", kProgress, Group::see, "auto",
              "how progress is shown",
              &set_word<&Options::progress, kProgress>},

    // strictness
    OptionRow{"--ci", "", "", Group::strictness, "on if CI=true or CI=1",
              "what is missing is an error; no moving line; annotations",
              &set_switch<&Options::ci>},
    OptionRow{"--allow-lost", "", "SETTING", Group::strictness, "",
              "a loss of SETTING does not fail the run",
              &add_parts<&Options::allow_lost>, true},
    OptionRow{"--allow-inconclusive", "", "", Group::strictness, "",
              "cells without a verdict do not fail the run",
              &set_switch<&Options::allow_inconclusive>},

    // reports
    OptionRow{"--junit", "", "FILE", Group::reports, "", "JUnit XML",
              &set_path<&Options::junit>},
    OptionRow{"--summary", "", "FILE", Group::reports, "",
              "job summary in Markdown", &set_path<&Options::summary>},
    OptionRow{"--metrics", "", "FILE", Group::reports, "",
              "metrics for a textfile collector", &set_path<&Options::metrics>},
    OptionRow{"--annotations", "", kAnnotations, Group::reports, "",
              "causes as annotations on standard output",
              &set_word<&Options::annotations, kAnnotations>},

    // global
    OptionRow{"--directory", "-C", "DIR", Group::global, ".",
              "work as if started in DIR", &set_path<&Options::directory>},
    OptionRow{"--project", "-f", "FILE", Group::global,
              "nearest heed.json upwards", "the project file",
              &set_path<&Options::project_file>},
    OptionRow{"--out", "", "DIR", Group::global, "heed-out",
              "output folder, below the project", &set_path<&Options::out>},
    OptionRow{"--quiet", "-q", "", Group::global, "", "no progress",
              &set_switch<&Options::quiet>},
    OptionRow{"--verbose", "-v", "", Group::global, "", "say more",
              &set_switch<&Options::verbose>},
    OptionRow{"--json", "", "", Group::global, "",
              "standard output is one JSON document",
              &set_switch<&Options::json>},
    OptionRow{"--color", "", kColor, Group::global, "auto",
              "colour on standard output; NO_COLOR is respected",
              &set_word<&Options::color, kColor>},
    OptionRow{"--version", "", "", Group::global, "", "print the version",
              &set_flag<&Request::version>},
    OptionRow{"--help", "-h", "", Group::global, "", "print this text",
              &set_flag<&Request::help>},
};

}  // namespace

std::span<const OptionRow> options() { return kOptions; }

std::string environment_name(const OptionRow& row) {
  std::string name = "HEED_" + std::string(row.name.substr(2));
  for (char& byte : name) {
    byte =
        byte == '-'
            ? '_'
            : static_cast<char>(std::toupper(static_cast<unsigned char>(byte)));
  }
  return name;
}

}  // namespace heed::cli
