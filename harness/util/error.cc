#include "harness/util/error.h"

namespace heed::util {

std::string Error::text() const {
  std::string out = what;
  if (!which.empty()) {
    out += " " + which;
  }
  if (!why.empty()) {
    out += ": " + why;
  }
  if (!where.empty()) {
    out += " (" + where + ")";
  }
  return out;
}

}  // namespace heed::util
