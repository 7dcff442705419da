#include "harness/target/compile_command.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "harness/util/command.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

// Options that are left out of preprocessing, with a value and without:
// dependency files would overwrite those of the build.
constexpr std::array<std::string_view, 4> kWithValue = {"-o", "-MF", "-MT",
                                                        "-MQ"};
constexpr std::array<std::string_view, 5> kAlone = {"-c", "-MD", "-MMD", "-MP",
                                                    "-M"};

std::string text_at(const util::Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>()
                                                    : std::string();
}

std::string replaced(std::string text, const std::string& from,
                     std::string_view to) {
  for (std::size_t at = 0;
       (at = text.find(from, at)) != std::string::npos && !from.empty();
       at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

CompileCommand compile_command(const util::Json& entry) {
  CompileCommand command;
  command.folder = text_at(entry, "directory");
  command.source = text_at(entry, "file");
  command.words = shell_words(text_at(entry, "command"));
  const auto option =
      std::find(command.words.begin(), command.words.end(), "-o");
  if (option != command.words.end() && option + 1 != command.words.end()) {
    command.object = command.folder / *(option + 1);
  }
  return command;
}

bool names_module(std::string_view stem, std::string_view module) {
  return stem == module ||
         (stem.starts_with(module) && stem[module.size()] == '_');
}

// Collects words one character at a time.
struct WordSplitter {
  std::vector<std::string> words;
  std::string word;
  bool is_inside = false;
  char quote = 0;

  void finish() {
    if (is_inside) {
      words.push_back(std::exchange(word, {}));
    }
    is_inside = false;
  }

  void add(char letter) {
    word += letter;
    is_inside = true;
  }

  // Takes the character at INDEX; returns the index of the last one taken.
  std::size_t take(std::string_view text, std::size_t index) {
    const char letter = text[index];
    const bool has_next = index + 1 < text.size();
    if (letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '\'' || letter == '"')) {
      quote = letter;
      is_inside = true;
    } else if (letter == '\\' && has_next && is_escape(text[index + 1])) {
      add(text[index + 1]);
      return index + 1;
    } else if (quote == 0 && (letter == ' ' || letter == '\t')) {
      finish();
    } else {
      add(letter);
    }
    return index;
  }

  [[nodiscard]] bool is_escape(char next) const {
    return quote == 0 || (quote == '"' && std::string_view("\\\"$`").find(
                                              next) != std::string_view::npos);
  }
};

}  // namespace

std::vector<std::string> shell_words(std::string_view text) {
  WordSplitter splitter;
  for (std::size_t i = 0; i < text.size(); ++i) {
    i = splitter.take(text, i);
  }
  splitter.finish();
  return splitter.words;
}

util::Result<std::vector<CompileCommand>> parse_compile_commands(
    std::string_view text) {
  TRY_ASSIGN(const util::Json json,
             util::parse_json(text, "compile_commands.json"));
  if (!json.is_array()) {
    return tl::unexpected(util::Error{"cannot read", "compile_commands.json",
                                      "a list was expected", ""});
  }
  std::vector<CompileCommand> commands;
  for (const util::Json& entry : json) {
    if (entry.is_object()) {
      commands.push_back(compile_command(entry));
    }
  }
  std::sort(commands.begin(), commands.end(),
            [](const CompileCommand& a, const CompileCommand& b) {
              return std::tie(a.source, a.object) <
                     std::tie(b.source, b.object);
            });
  return commands;
}

bool is_source_of(const std::filesystem::path& source, std::string_view module,
                  const std::filesystem::path& folder,
                  const std::vector<std::string>& others) {
  const std::string inside = source.lexically_relative(folder).string();
  const std::string stem = source.stem().string();
  if (inside.empty() || inside.starts_with("..") ||
      !names_module(stem, module) || stem.ends_with("_test") ||
      stem.ends_with("_bench")) {
    return false;
  }
  return std::none_of(others.begin(), others.end(), [&](const auto& other) {
    return other.size() > module.size() && names_module(stem, other);
  });
}

std::vector<std::string> preprocess_words(const CompileCommand& command) {
  const auto is_in = [](const auto& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  std::vector<std::string> words;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    const bool is_launcher =
        i == 0 && std::filesystem::path(word).filename() == "ccache";
    if (is_in(kWithValue, word)) {
      ++i;
    } else if (!is_launcher && !is_in(kAlone, word)) {
      words.push_back(word);
    }
  }
  words.emplace_back("-E");
  return words;
}

std::string normalised_text(const std::vector<CompileCommand>& commands,
                            const std::filesystem::path& build,
                            const std::filesystem::path& source) {
  std::string text;
  for (const CompileCommand& command : commands) {
    std::string line;
    for (const std::string& word : command.words) {
      line += line.empty() ? "" : " ";
      // The build folder first: it may lie below the source folder.
      line +=
          util::shell_quote(replaced(replaced(word, build.string(), "<build>"),
                                     source.string(), "<source>"));
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace heed::target
