#include "harness/cli/parse.h"

#include <algorithm>
#include <deque>

#include <CLI/CLI.hpp>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "harness/cli/values.h"
#include "harness/util/nearest.h"
#include "harness/util/try.h"

namespace heed::cli {
namespace {

/// An option as CLI11 saw it.
struct Bound {
  const OptionRow& row;
  CLI::Option* option = nullptr;
  std::vector<std::string> texts;
};

bool applies(const OptionRow& row, const CommandRow* command) {
  if (row.group == Group::global) {
    return true;
  }
  return command != nullptr &&
         std::ranges::find(command->groups, row.group) != command->groups.end();
}

/// The tables bound to CLI11: a subcommand for each command, with its options.
class Parser {
 public:
  Parser() {
    app_.set_help_flag();
    app_.allow_extras();
    for (const OptionRow& row : options()) {
      if (row.group == Group::global) {
        bind(app_, row);
      }
    }
    for (const CommandRow& command : commands()) {
      add(command);
    }
  }

  /// Errors: what CLI11 says.
  util::Result<void> parse(std::vector<std::string> words) {
    std::ranges::reverse(words);
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      return tl::unexpected(
          util::Error{.what = error.what(), .where = "try `heed --help`"});
    }
    return {};
  }

  [[nodiscard]] const CommandRow* command() const {
    const auto chosen = app_.get_subcommands();
    return chosen.empty() ? nullptr : find_command(chosen.front()->get_name());
  }

  [[nodiscard]] const std::vector<std::string>& arguments() const {
    return arguments_;
  }

  /// Words that nothing takes, in their order.
  [[nodiscard]] std::vector<std::string> left_over() const {
    return app_.remaining(true);
  }

  /// The texts given for ROW; nullptr when it was not given.
  [[nodiscard]] const std::vector<std::string>* given(
      const OptionRow& row) const {
    for (const Bound& bound : bound_) {
      if (&bound.row == &row && bound.option->count() > 0) {
        return &bound.texts;
      }
    }
    return nullptr;
  }

 private:
  void add(const CommandRow& command) {
    CLI::App* const sub = app_.add_subcommand(std::string(command.name), "");
    sub->set_help_flag();
    sub->allow_extras();
    sub->fallthrough();
    for (const OptionRow& row : options()) {
      if (row.group != Group::global && applies(row, &command)) {
        bind(*sub, row);
      }
    }
    if (!command.arguments.empty()) {
      sub->add_option("arguments", arguments_);
    }
  }

  void bind(CLI::App& app, const OptionRow& row) {
    std::string names(row.name);
    if (!row.letter.empty()) {
      names += "," + std::string(row.letter);
    }
    // CLI11 keeps a pointer to `texts`: a deque does not move its elements.
    Bound& bound = bound_.emplace_back(Bound{.row = row});
    bound.option =
        row.argument.empty()
            ? app.add_flag(names)
            : app.add_option(names, bound.texts)->allow_extra_args(false);
  }

  CLI::App app_;
  std::deque<Bound> bound_;
  std::vector<std::string> arguments_;
};

std::vector<std::string> known_options(const CommandRow* command) {
  std::vector<std::string> names;
  for (const OptionRow& row : options()) {
    if (applies(row, command)) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

std::vector<std::string> known_commands() {
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) {
    names.emplace_back(row.name);
  }
  return names;
}

util::Error unknown(const std::string& word, const CommandRow* command) {
  const bool is_option = word.starts_with("-");
  const std::string name = word.substr(0, word.find('='));
  const std::string help =
      command == nullptr ? "`heed --help`"
                         : "`heed " + std::string(command->name) + " --help`";
  const char* const what = is_option            ? "unknown option"
                           : command == nullptr ? "unknown command"
                                                : "unexpected argument";
  return {.what = what,
          .which = name,
          .why = util::suggestion(
              name, is_option ? known_options(command) : known_commands()),
          .where = "see " + help};
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ",") + text;
  }
  return out;
}

/// Gives TEXTS to the row; NAME is what a person wrote it as.
util::Result<void> take(Request& request, const OptionRow& row,
                        const std::vector<std::string>& texts,
                        const std::string& name) {
  for (const std::string& text : texts) {
    const util::Result<void> taken = row.take(request, text);
    if (!taken) {
      return tl::unexpected(util::Error{.what = "cannot use",
                                        .which = name,
                                        .why = taken.error().why,
                                        .where = "see `heed --help`"});
    }
  }
  return {};
}

/// Variables of the environment are no place to ask for help.
bool has_variable(const OptionRow& row) {
  return row.name != "--help" && row.name != "--version";
}

util::Result<void> settle(Request& request, const OptionRow& row,
                          const std::vector<std::string>* given,
                          const Environment& environment) {
  SettledOption& settled = request.settled[std::string(row.name)];
  if (given != nullptr) {
    std::vector<std::string> texts = *given;
    if (row.argument.empty()) {
      texts = {"true"};
    } else if (!row.is_list) {
      texts = {texts.back()};
    }
    settled = {joined(texts), Origin::option};
    return take(request, row, texts, std::string(row.name));
  }
  const std::string variable = environment_name(row);
  const auto value = has_variable(row) ? environment(variable) : std::nullopt;
  if (value) {
    settled = {*value, Origin::environment};
    return take(request, row, row.is_list ? parts(*value) : std::vector{*value},
                variable);
  }
  settled = {std::string(row.built_in), Origin::built_in};
  return {};
}

/// CI systems say so themselves; what they run is strict and annotated.
void apply_ci(Request& request, const Environment& environment) {
  pipeline::Options& settings = request.options;
  const auto ci = environment("CI");
  SettledOption& settled = request.settled["--ci"];
  if (settled.origin == Origin::built_in && ci &&
      (*ci == "true" || *ci == "1")) {
    settings.ci = true;
    settled = {*ci, Origin::environment};
  }
  if (settings.ci && settings.annotations.empty() && !settings.json) {
    settings.annotations = "github";
  }
}

}  // namespace

util::Result<Request> parse(const std::vector<std::string>& words,
                            const Environment& environment) {
  Parser parser;
  if (const auto parsed = parser.parse(words); !parsed) {
    return tl::unexpected(parsed.error());
  }
  const CommandRow* const command = parser.command();
  const std::vector<std::string> left_over = parser.left_over();
  if (!left_over.empty()) {
    return tl::unexpected(unknown(left_over.front(), command));
  }
  Request request;
  request.command = command == nullptr ? "" : std::string(command->name);
  for (const OptionRow& row : options()) {
    if (!applies(row, command)) {
      continue;
    }
    const auto settled = settle(request, row, parser.given(row), environment);
    if (!settled) {
      return tl::unexpected(settled.error());
    }
  }
  request.arguments = parser.arguments();
  if (command != nullptr && command->selects) {
    request.options.select.insert(request.options.select.end(),
                                  request.arguments.begin(),
                                  request.arguments.end());
    request.arguments.clear();
  }
  apply_ci(request, environment);
  return request;
}

void settle_from_slice(Request& request, const core::Slice& slice) {
  const auto settle = [&](const char* name, const std::string& value) {
    const auto place = request.settled.find(name);
    if (place != request.settled.end() &&
        place->second.origin == Origin::built_in) {
      place->second = {value, Origin::project};
    }
  };
  settle("--strategy", joined(slice.strategy));
  settle("--seed", std::to_string(slice.seed));
  settle("--max-cells", std::to_string(slice.max_cells));
}

}  // namespace heed::cli
