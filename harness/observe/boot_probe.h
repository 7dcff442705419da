#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// What `boot` or a guest's init prints; see boot_text.h for the form.
///   loaded:<setting> ignored-word cmdline     from `config`, rung R6
///   compiled:<module>                         subject is empty, as above
///   decision reason state init level result   by module, from `modules`
///   <counter>                                 by label `module`; the others
///                                             stay labels
///   initcall_usecs initcall_result            by init function, from the log
///   initcall_started                          by init function, when logged
///   initcall_seen                             the same, of a log that breaks
///   off panic boot_status                         how it ended leak "larval
///   x", by owner if known section:<name>                            SHA-256 of
///   each section
/// A section of wrong length or checksum gives `unreadable` and nothing else.
class BootProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "boot"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
