#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

inline const std::string kKdf = "kdf_sp800108";
inline const std::string kSha = "sha256_generic";
inline const std::string kHmac = "hmac";

/// heed.json's rules with the three modules of the image `reference` and a few
/// of their effects.
[[nodiscard]] core::Project make_project();

/// What one boot of the image does, before it is printed. A fault changes it.
struct World {
  core::Values values;  ///< as asked for
  bool is_refused = false;
  std::map<std::string, core::Decision> decisions;  ///< as recorded
  std::map<std::string, std::string> states;
  double kdf_vectors = 0;
  double kdf_requests = 0;
  double kdf_request_larvals = 0;
  double kdf_instructions = 0;
  double kdf_symbols = 0;
  double kdf_result = 0;
  double sha_larvals = 0;   ///< in its own init
  double hmac_larvals = 0;  ///< on behalf of the KDF
  std::map<std::string, std::string> loaded;
};

/// The work of a KDF self-test.
void run_kdf(World& world);
void skip_kdf(World& world);

/// What conforming code does in a cell with VALUES.
[[nodiscard]] World conforming(const core::Project& project,
                               const core::Values& values);

using Fault = std::function<void(World&)>;

/// The values that act at build time for asked ones; a fault may drop some.
using Delivery = std::function<core::Values(core::Values)>;

/// The 72 cells of kdf_sp800108 with a fault in the code, judged.
struct MatrixRun {
  core::Project project;
  std::vector<core::BuildResult> builds;
  std::vector<core::CellResult> results;
  std::vector<core::Finding> findings;
};
[[nodiscard]] MatrixRun run_matrix(const Fault& fault,
                                   const Delivery& delivered = {});

/// Each finding as "kind module setting rung", sorted as reported.
[[nodiscard]] std::vector<std::string> names_of(const MatrixRun& run);

/// The finding of that kind, module and setting. REQUIRES: there is one.
[[nodiscard]] const core::Finding& find(const MatrixRun& run,
                                        const std::string& kind,
                                        const std::string& module,
                                        const std::string& setting);

/// A cell with every setting at its default but for OFF.
[[nodiscard]] core::Cell make_cell(const core::Project& project,
                                   const core::Values& off = {});

/// The evidence of one boot as observations of suite boot.reference, and of
/// instructions.reference.
[[nodiscard]] std::vector<core::Observation> print(const World& world);

/// Outputs of both suites that ended well, or as the boot of WORLD ends.
[[nodiscard]] std::vector<core::SuiteOutput> outputs(const World& world);

}  // namespace heed::judge
