#include "crypto/decision.h"

namespace crypto {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::run:
      return "run";
    case Outcome::skip:
      return "skip";
    case Outcome::refuse:
      return "refuse";
  }
  return "";
}

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::fips_unavailable:
      return "fips-unavailable";
    case Reason::fips_module_compiled_out:
      return "fips-module-compiled-out";
    case Reason::compiled_out:
      return "compiled-out";
    case Reason::fips:
      return "fips";
    case Reason::module_runtime:
      return "module-runtime";
    case Reason::global_runtime:
      return "global-runtime";
    case Reason::by_default:
      return "default";
    case Reason::internal:
      return "internal";
    case Reason::no_manager:
      return "no-manager";
    case Reason::dependency_missing:
      return "dependency-missing";
  }
  return "";
}

std::string_view to_string(SelftestState state) {
  switch (state) {
    case SelftestState::none:
      return "none";
    case SelftestState::pending:
      return "pending";
    case SelftestState::passed:
      return "passed";
    case SelftestState::failed:
      return "failed";
    case SelftestState::no_vectors:
      return "no_vectors";
    case SelftestState::fips_disabled:
      return "fips_disabled";
    case SelftestState::skipped:
      return "skipped";
  }
  return "";
}

}  // namespace crypto
