#include "harness/pipeline/fault.h"

#include <algorithm>
#include <optional>

#include "harness/util/format.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

using core::FindingKind;
using util::Error;
using util::format;
using util::Result;

std::optional<FindingKind> kind_named(std::string_view name) {
  for (const core::FindingKindRow& row : core::kFindingKinds) {
    if (row.name == name) {
      return row.kind;
    }
  }
  return std::nullopt;
}

bool is_diff_start(std::string_view line) {
  return line.starts_with("diff --git ") || line.starts_with("--- ");
}

Result<std::map<std::string, std::string>> parse_context(
    std::string_view text) {
  std::map<std::string, std::string> context;
  if (text == "default") {
    return context;
  }
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, comma);
    const std::size_t equal = item.find('=');
    if (equal == std::string_view::npos || equal == 0) {
      return tl::unexpected(
          Error{.what = "cannot read context",
                .which = std::string(item),
                .why = "expected `setting=value,…` or `default`"});
    }
    context.emplace(item.substr(0, equal), item.substr(equal + 1));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return context;
}

/// One `key: value` line of a block, as a row that knows where it goes.
struct Key {
  std::string_view name;
  std::string FaultFinding::*member;
};

constexpr std::array kTextKeys = {
    Key{"module", &FaultFinding::module},
    Key{"setting", &FaultFinding::setting},
    Key{"rung", &FaultFinding::rung},
    Key{"preset", &FaultFinding::preset},
};

Result<void> read_key(FaultFinding& finding, std::string_view key,
                      std::string_view value) {
  for (const Key& row : kTextKeys) {
    if (row.name == key) {
      finding.*row.member = value;
      return {};
    }
  }
  if (key == "context") {
    TRY_ASSIGN(finding.context, parse_context(value));
    finding.has_context = true;
    return {};
  }
  if (key == "also") {
    finding.also.emplace_back(value);
    return {};
  }
  if (key == "finding") {
    const std::optional<FindingKind> kind = kind_named(value);
    if (kind) {
      finding.kind = *kind;
      return {};
    }
  }
  return tl::unexpected(
      Error{.what = "cannot read fault",
            .why = format("`{}: {}` is neither a known key nor a known finding",
                          key, value),
            .where = "keys: finding module setting rung context preset also"});
}

/// True for a `key: value` line; a description may hold a colon in the middle
/// of a sentence, a key never holds a space.
bool is_key_line(std::string_view line) {
  const std::size_t colon = line.find(": ");
  return colon != std::string_view::npos && colon > 0 &&
         line.substr(0, colon).find(' ') == std::string_view::npos;
}

bool agrees(const FaultFinding& demanded, const core::Finding& found) {
  return demanded.kind == found.kind && demanded.module == found.module &&
         demanded.setting == found.setting &&
         (demanded.rung.empty() ||
          (found.rung && core::row_of(*found.rung).name == demanded.rung)) &&
         (!demanded.has_context || demanded.context == found.context ||
          std::find(found.contexts.begin(), found.contexts.end(),
                    demanded.context) != found.contexts.end());
}

/// A suite of the mutated tree may break in any way: what it tests is broken.
bool is_of_a_suite(const core::Finding& found) {
  return found.setting.empty() && found.module.find('.') != std::string::npos;
}

bool is_allowed(const FaultFinding& demanded, const core::Finding& found) {
  const std::string kind(core::row_of(found.kind).name);
  return std::any_of(
      demanded.also.begin(), demanded.also.end(), [&](const std::string& also) {
        return also == kind + " *" || also == kind + " " + found.module;
      });
}

bool is_consequence(const Fault& fault, const core::Finding& found) {
  return is_of_a_suite(found) ||
         std::any_of(fault.findings.begin(), fault.findings.end(),
                     [&](const FaultFinding& demanded) {
                       return is_allowed(demanded, found) ||
                              demanded.module == found.module ||
                              (!demanded.setting.empty() &&
                               demanded.setting == found.setting);
                     });
}

std::string describe(const core::Finding& finding) {
  std::string context;
  for (const auto& [name, value] : finding.context) {
    context += format("{}{}={}", context.empty() ? "" : ",", name, value);
  }
  return format("{} {} {} {} ({})", core::row_of(finding.kind).name,
                finding.module, finding.setting,
                finding.rung ? core::row_of(*finding.rung).name : "",
                context.empty() ? "default" : context);
}

std::string describe(const FaultFinding& demanded) {
  core::Finding finding{.kind = demanded.kind,
                        .module = demanded.module,
                        .setting = demanded.setting,
                        .context = demanded.context};
  for (const core::RungRow& row : core::kRungs) {
    if (row.name == demanded.rung) {
      finding.rung = row.rung;
    }
  }
  return describe(finding);
}

}  // namespace

Result<Fault> parse_fault(std::string_view name, std::string_view text) {
  Fault fault{.name = std::string(name)};
  bool in_block = false;
  int line_number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_number;
    if (is_diff_start(line)) {
      break;
    }
    if (line.starts_with("finding: ")) {
      fault.findings.emplace_back();
      in_block = true;
    }
    if (!in_block || !is_key_line(line)) {
      in_block = in_block && !line.empty();
      if (!in_block && !line.empty()) {
        fault.description += fault.description.empty() ? "" : " ";
        fault.description += line;
      }
      continue;
    }
    const std::size_t colon = line.find(": ");
    Result<void> read = read_key(fault.findings.back(), line.substr(0, colon),
                                 line.substr(colon + 2));
    if (!read) {
      read.error().which = fault.name;
      read.error().where =
          format("line {}; {}", line_number, read.error().where);
      return tl::unexpected(read.error());
    }
  }
  const bool complete =
      !fault.findings.empty() &&
      std::all_of(fault.findings.begin(), fault.findings.end(),
                  [](const FaultFinding& f) { return !f.module.empty(); });
  if (!complete) {
    return tl::unexpected(
        Error{.what = "cannot read fault",
              .which = fault.name,
              .why = "its leading text must name a finding and its module",
              .where = "write `finding: KIND` and `module: NAME` lines before "
                       "the diff"});
  }
  return fault;
}

FaultOutcome compare(const Fault& fault,
                     const std::vector<core::Finding>& findings) {
  FaultOutcome outcome{.result = FaultResult::caught};
  for (const FaultFinding& demanded : fault.findings) {
    const bool found = std::any_of(
        findings.begin(), findings.end(),
        [&](const core::Finding& f) { return agrees(demanded, f); });
    if (found) {
      continue;
    }
    const bool same_kind = std::any_of(
        findings.begin(), findings.end(),
        [&](const core::Finding& f) { return f.kind == demanded.kind; });
    outcome.complaints.push_back("not found: " + describe(demanded));
    if (same_kind && outcome.result == FaultResult::caught) {
      outcome.result = FaultResult::misattributed;
    } else if (!same_kind) {
      outcome.result = FaultResult::missed;
    }
  }
  for (const core::Finding& found : findings) {
    if (!is_consequence(fault, found)) {
      outcome.complaints.push_back("blamed without cause: " + describe(found));
      if (outcome.result == FaultResult::caught) {
        outcome.result = FaultResult::misattributed;
      }
    }
  }
  for (const core::Finding& found : findings) {
    if (!outcome.complaints.empty()) {
      outcome.complaints.push_back("found: " + describe(found));
    }
  }
  return outcome;
}

}  // namespace heed::pipeline
