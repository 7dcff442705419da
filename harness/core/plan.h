#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/core/cell.h"

namespace heed::core {

/// Why a planned cell is where it is in the order.
struct Explanation {
  std::string why;  ///< "failed last time", "never run", "unchanged"

  bool operator==(const Explanation&) const = default;
};

struct PlannedCell {
  Cell cell;
  Explanation explanation;

  bool operator==(const PlannedCell&) const = default;
};

/// A cell of the product that is not run, and why.
struct LeftOutCell {
  Cell cell;
  std::string cls;     ///< "excluded", "sampled-out"
  std::string reason;  ///< id of an exclude, "not-on-target", "deselected",
                       ///< "strategy"

  bool operator==(const LeftOutCell&) const = default;
};

/// The matrix, expanded: the cells to run, and what becomes of the others.
/// product = cells.size() + excluded + sampled_out, counted, not listed.
struct Expansion {
  std::vector<Cell> cells;            ///< table order, last setting fastest
  std::vector<LeftOutCell> left_out;  ///< in the same order, those deselected
                                      ///< last; empty where too many to list
  std::uint64_t excluded = 0;         ///< how many are ruled out
  std::uint64_t sampled_out = 0;      ///< how many are allowed, not chosen
  std::vector<Setting> axes;          ///< settings with an axis, in table order
  std::uint64_t product = 0;
  std::string strategy;
  std::uint64_t seed = 1;

  bool operator==(const Expansion&) const = default;
};

/// product = run + reused + excluded + sampled-out + other-shards +
/// inconclusive. Counts can exceed 2^53, so reports write them as digits.
struct Counts {
  std::uint64_t product = 0;
  std::uint64_t run = 0;
  std::uint64_t reused = 0;
  std::uint64_t excluded = 0;
  std::uint64_t sampled_out = 0;
  std::uint64_t other_shards = 0;
  std::uint64_t inconclusive = 0;

  bool operator==(const Counts&) const = default;

  [[nodiscard]] bool adds_up() const {
    return product ==
           run + reused + excluded + sampled_out + other_shards + inconclusive;
  }
};

/// The cells to run, in order. Beyond making it, the set of cells is fixed.
struct Plan {
  std::string digest;  ///< SHA-256 over cells and options; 6 digits are shown
  std::size_t settings = 0;  ///< how many have an axis
  std::string strategy;
  std::uint64_t seed = 1;
  std::vector<BuildSpec> builds;   ///< sorted by id
  std::vector<PlannedCell> cells;  ///< each once
  std::vector<LeftOutCell> left_out;
  Counts counts;  ///< with run = planned cells, until they have run

  bool operator==(const Plan&) const = default;
};

}  // namespace heed::core
