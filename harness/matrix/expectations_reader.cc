#include "harness/matrix/expectations_reader.h"

#include <set>
#include <utility>

#include "harness/matrix/bound.h"
#include "harness/matrix/name_check.h"
#include "harness/util/format.h"
#include "harness/util/json_scan.h"

namespace heed::matrix {
namespace {

using util::Json;

core::Bound read_bound(Document& document, const std::string& pointer,
                       const Json& json, const core::Project& project) {
  auto bound = parse_bound(json);
  if (!bound) {
    document.complain(pointer, bound.error().text());
    return {};
  }
  if (bound->relative_to) {
    for (std::string& message :
         check_names(*bound->relative_to, project, effect_scope())) {
      document.complain(pointer, std::move(message));
    }
  }
  return *std::move(bound);
}

std::map<std::string, core::Bound> read_bounds(Document& document,
                                               const std::string& pointer,
                                               const Json& effect,
                                               const core::Project& project) {
  const Json& expect = effect.at("expect");
  const bool is_suite = effect.contains("suite");
  if (is_suite != expect.is_string()) {
    document.complain(pointer + "/expect",
                      is_suite ? "expected \"pass\", since a suite is named"
                               : "expected an object of bounds, since no suite "
                                 "is named");
    return {};
  }
  std::map<std::string, core::Bound> bounds;
  if (is_suite) {
    bounds[""] = read_bound(document, pointer + "/expect", expect, project);
    return bounds;
  }
  for (const auto& [key, value] : expect.items()) {
    const std::string place = pointer + "/expect" + util::pointer_step(key);
    bounds[key] = read_bound(document, place, value, project);
    if (key.empty()) {
      document.complain(place, "expected the name of an observable");
    }
    if (bounds[key].kind == core::Bound::Kind::pass) {
      document.complain(place, "a counter cannot pass, expected a bound");
    }
  }
  return bounds;
}

void check_id(Document& document, const std::string& pointer,
              const std::string& id, std::set<std::string>& ids) {
  if (!ids.insert(id).second) {
    document.complain(pointer + "/id", util::format("id {} is used twice", id));
  }
}

core::Effect read_effect(Document& document, const std::string& pointer,
                         const Json& row, const core::Project& project) {
  core::Effect effect;
  effect.id = text_at(row, "id");
  effect.when = read_condition(document, pointer + "/when",
                               text_at(row, "when"), project, effect_scope());
  effect.suite = text_at(row, "suite");
  effect.expect = read_bounds(document, pointer, row, project);
  effect.source = text_at(row, "source");
  effect.file = document.name();
  effect.line = document.line(pointer);
  return effect;
}

core::SameRule read_same(Document& document, const std::string& pointer,
                         const Json& row, const core::Project& project) {
  core::SameRule same;
  same.id = text_at(row, "id");
  const Json& between = row.at("between");
  for (std::size_t i = 0; i < between.size(); ++i) {
    same.between.push_back(read_condition(
        document, util::format("{}/between/{}", pointer, i),
        between.at(i).get<std::string>(), project, effect_scope()));
  }
  same.of = row.at("of").get<std::vector<std::string>>();
  same.source = text_at(row, "source");
  same.file = document.name();
  same.line = document.line(pointer);
  return same;
}

}  // namespace

void read_expectations(Document& document, const core::Project& project,
                       core::Module& module) {
  const Json& json = document.json();
  if (text_at(json, "module") != module.name) {
    document.complain("/module", util::format("expected {}, the module whose "
                                              "file this is",
                                              module.name));
  }
  std::set<std::string> ids;
  const Json effects = json.value("effects", Json::array());
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const std::string pointer = util::format("/effects/{}", i);
    module.effects.push_back(
        read_effect(document, pointer, effects.at(i), project));
    check_id(document, pointer, module.effects.back().id, ids);
  }
  const Json same = json.value("same", Json::array());
  for (std::size_t i = 0; i < same.size(); ++i) {
    const std::string pointer = util::format("/same/{}", i);
    module.same.push_back(read_same(document, pointer, same.at(i), project));
    check_id(document, pointer, module.same.back().id, ids);
  }
}

}  // namespace heed::matrix
