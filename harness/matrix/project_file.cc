#include "harness/matrix/project_file.h"

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "harness/matrix/expectations_reader.h"
#include "harness/matrix/name_check.h"
#include "harness/matrix/settings_reader.h"
#include "harness/util/format.h"
#include "harness/util/json_scan.h"
#include "harness/util/nearest.h"

namespace heed::matrix {
namespace {

using util::Json;

bool is_absent(const util::Error& error) {
  return error.why ==
         std::make_error_code(std::errc::no_such_file_or_directory).message();
}

std::vector<std::string> module_names(const core::Project& project) {
  std::vector<std::string> names;
  for (const core::Module& module : project.modules) {
    names.push_back(module.name);
  }
  return names;
}

void read_modules(Document& document, core::Project& project) {
  const Json& rows = document.json().at("modules");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string pointer = util::format("/modules/{}/name", i);
    core::Module module;
    module.name = text_at(rows.at(i), "name");
    module.folder = text_at(rows.at(i), "folder");
    if (project.find_module(module.name) != nullptr) {
      document.complain(pointer,
                        util::format("module {} is listed twice", module.name));
      continue;
    }
    if (module.name == "self") {
      document.complain(pointer,
                        "self stands for the module being judged, "
                        "expected another name");
    }
    project.modules.push_back(std::move(module));
  }
}

core::Outcome outcome_of(const std::string& word) {
  const auto* const row = std::find_if(
      core::kOutcomes.begin(), core::kOutcomes.end(),
      [&](const core::OutcomeRow& known) { return known.name == word; });
  return row->outcome;
}

void check_rule_order(Document& document) {
  const Json& rows = document.json().at("expectations");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_last = i + 1 == rows.size();
    const bool is_true = text_at(rows.at(i), "when") == "true";
    if (is_last != is_true) {
      document.complain(util::format("/expectations/{}/when", i),
                        is_last ? "the last expectation must be \"true\", so "
                                  "that one always applies"
                                : "expectations after \"true\" never apply, "
                                  "expected it last");
    }
  }
}

/// Reasons are words of the rules, so they are all known before conditions
/// that may name them are checked.
void read_rules(Document& document, core::Project& project) {
  const Json& rows = document.json().at("expectations");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string pointer = util::format("/expectations/{}", i);
    const Json& row = rows.at(i);
    core::Rule rule;
    rule.when = read_condition(document, pointer + "/when",
                               text_at(row, "when"), project, rule_scope());
    rule.decision = {outcome_of(text_at(row, "decision")),
                     text_at(row, "reason")};
    rule.whole_boot = text_at(row, "scope") == "boot";
    rule.line = document.line(pointer);
    if (rule.whole_boot && rule.decision.outcome != core::Outcome::refuse) {
      document.complain(pointer + "/scope",
                        "only a refusal concerns the whole boot");
    }
    project.rules.push_back(std::move(rule));
  }
  check_rule_order(document);
}

void read_excludes(Document& document, core::Project& project) {
  const Json rows = document.json().value("exclude", Json::array());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string pointer = util::format("/exclude/{}", i);
    core::Exclude exclude;
    exclude.id = text_at(rows.at(i), "id");
    exclude.when =
        read_condition(document, pointer + "/when", text_at(rows.at(i), "when"),
                       project, exclude_scope());
    exclude.why = text_at(rows.at(i), "why");
    if (!ids.insert(exclude.id).second) {
      document.complain(pointer + "/id",
                        util::format("id {} is used twice", exclude.id));
    }
    project.excludes.push_back(std::move(exclude));
  }
}

void read_slices(Document& document, core::Project& project) {
  const std::vector<std::string> known = module_names(project);
  for (const auto& [name, row] : document.json().at("slices").items()) {
    core::Slice slice;
    slice.name = name;
    slice.strategy = row.value("strategy", slice.strategy);
    slice.modules = row.value("modules", slice.modules);
    slice.max_cells = row.value("max_cells", slice.max_cells);
    slice.seed = row.value("seed", slice.seed);
    for (std::size_t i = 0; i < slice.modules.size(); ++i) {
      if (project.find_module(slice.modules[i]) == nullptr) {
        document.complain(
            util::format("/slices{}/modules/{}", util::pointer_step(name), i),
            util::format("no module is named {}, {}", slice.modules[i],
                         util::suggestion(slice.modules[i], known)));
      }
    }
    project.slices.emplace(name, std::move(slice));
  }
}

/// Reads the files of one project and keeps them until all their complaints
/// are collected.
class ProjectReader {
 public:
  ProjectReader(const std::filesystem::path& file, const FileReader& read,
                const Schemas& schemas)
      : read_(read), schemas_(schemas) {
    project_.file = file;
    project_.root = file.parent_path();
  }

  tl::expected<core::Project, Errors> parse() {
    Document* const heed =
        load(project_.file.filename().string(), schemas_.heed, true);
    if (heed != nullptr && heed->is_valid()) {
      read_all(*heed);
    }
    for (const Document& document : documents_) {
      const Errors found = document.errors();
      errors_.insert(errors_.end(), found.begin(), found.end());
    }
    if (!errors_.empty()) {
      return tl::unexpected(std::move(errors_));
    }
    return std::move(project_);
  }

 private:
  void read_all(Document& heed) {
    const Json& target = heed.json().at("target");
    project_.name = text_at(heed.json(), "project");
    project_.target = text_at(target, "kind");
    project_.presets = target.value("presets", project_.presets);
    project_.baseline = text_at(heed.json(), "baseline");
    project_.watch = heed.json().value("watch", project_.watch);
    read_modules(heed, project_);
    read_settings(heed, project_);
    const std::vector<Document*> own = read_settings_of_folders();
    // Beyond this point every setting is known, so conditions can be checked.
    check_dependencies(heed, project_);
    for (Document* const document : own) {
      check_dependencies(*document, project_);
    }
    read_rules(heed, project_);
    read_excludes(heed, project_);
    read_slices(heed, project_);
    for (core::Module& module : project_.modules) {
      read_expectations_of(module);
    }
  }

  std::vector<Document*> read_settings_of_folders() {
    std::vector<Document*> own;
    std::set<std::string> folders;
    for (const core::Module& module : project_.modules) {
      if (!folders.insert(module.folder).second) {
        continue;
      }
      Document* const document =
          load(module.folder + "/settings.json", schemas_.settings, false);
      if (document != nullptr && document->is_valid()) {
        read_own_settings(*document, module.folder, project_);
        own.push_back(document);
      }
    }
    return own;
  }

  void read_expectations_of(core::Module& module) {
    const auto in_folder = std::count_if(
        project_.modules.begin(), project_.modules.end(),
        [&](const core::Module& row) { return row.folder == module.folder; });
    const std::string common = module.folder + "/expectations.json";
    Document* document =
        load(module.folder + "/" + module.name + ".expectations.json",
             schemas_.expectations, false);
    if (document == nullptr && in_folder == 1) {
      document = load(common, schemas_.expectations, false);
    } else if (seen_.insert(common).second) {
      refuse_common_file(common);
    }
    if (document != nullptr && document->is_valid()) {
      read_expectations(*document, project_, module);
    }
  }

  /// It would be read by nobody, silently.
  void refuse_common_file(const std::string& common) {
    if (read_(project_.root / common)) {
      errors_.push_back({"cannot use", common,
                         "the folder has a file for a single module, expected "
                         "a <module>.expectations.json for each",
                         ""});
    }
  }

  /// The document at NAME below the root; null when it cannot be read.
  Document* load(const std::string& name, const Json& schema,
                 bool is_required) {
    auto text = read_(project_.root / name);
    if (text) {
      return &documents_.emplace_back(name, *std::move(text), schema);
    }
    if (is_required || !is_absent(text.error())) {
      errors_.push_back(std::move(text).error());
    }
    return nullptr;
  }

  const FileReader& read_;
  const Schemas& schemas_;
  core::Project project_;
  std::list<Document> documents_;  ///< a list: pointers to them stay valid
  std::set<std::string> seen_;     ///< common files that were looked for
  Errors errors_;
};

}  // namespace

tl::expected<core::Project, Errors> parse_project(
    const std::filesystem::path& file, const FileReader& read,
    const Schemas& schemas) {
  return ProjectReader(file, read, schemas).parse();
}

}  // namespace heed::matrix
