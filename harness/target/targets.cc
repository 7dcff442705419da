#include "harness/target/targets.h"

#include <array>

#include "harness/target/cmake.h"

namespace heed::target {
namespace {

struct TargetRow {
  std::string_view kind;
  util::Result<std::unique_ptr<core::Target>> (*make)(const TargetContext&);
};

constexpr std::array kTargets = {
    TargetRow{"cmake", make_cmake_target},
};

}  // namespace

std::vector<std::string_view> target_kinds() {
  std::vector<std::string_view> kinds;
  kinds.reserve(kTargets.size());
  for (const TargetRow& row : kTargets) {
    kinds.push_back(row.kind);
  }
  return kinds;
}

util::Result<std::unique_ptr<core::Target>> make_target(
    std::string_view kind, const TargetContext& context) {
  std::string known;
  for (const TargetRow& row : kTargets) {
    if (row.kind == kind) {
      return row.make(context);
    }
    known += known.empty() ? "" : ", ";
    known += row.kind;
  }
  return tl::unexpected(util::Error{"unknown target kind", std::string(kind),
                                    "", "known kinds: " + known});
}

}  // namespace heed::target
