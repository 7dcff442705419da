#include "crypto/counters.h"

#include <array>
#include <cerrno>
#include <iterator>

namespace crypto {
namespace {

constexpr std::string_view kPlain[] = {""};
constexpr std::string_view kSettings[] = {"setting=\"notests\"",
                                          "setting=\"DISABLE_TESTS\""};
constexpr std::string_view kWaits[] = {
    "result=\"completed\"", "result=\"cancelled\"", "result=\"timeout\""};
// Message × verdict.
constexpr std::string_view kNotifications[] = {
    "msg=\"REQUEST\",verdict=\"done\"", "msg=\"REQUEST\",verdict=\"ok\"",
    "msg=\"REQUEST\",verdict=\"stop\"", "msg=\"REGISTER\",verdict=\"done\"",
    "msg=\"REGISTER\",verdict=\"ok\"",  "msg=\"REGISTER\",verdict=\"stop\"",
    "msg=\"LOADED\",verdict=\"done\"",  "msg=\"LOADED\",verdict=\"ok\"",
    "msg=\"LOADED\",verdict=\"stop\"",
};
// Class × (none, loaded).
constexpr std::string_view kRequests[] = {
    "class=\"algorithm\",result=\"none\"",
    "class=\"algorithm\",result=\"loaded\"",
    "class=\"template\",result=\"none\"",
    "class=\"template\",result=\"loaded\"",
    "class=\"manager\",result=\"none\"",
    "class=\"manager\",result=\"loaded\"",
};
constexpr std::string_view kRefused[] = {"reason=\"fips-unavailable\"",
                                         "reason=\"fips-module-compiled-out\""};
// In the order of Reason.
constexpr std::string_view kDecisions[] = {
    "outcome=\"refuse\",reason=\"fips-unavailable\"",
    "outcome=\"refuse\",reason=\"fips-module-compiled-out\"",
    "outcome=\"skip\",reason=\"compiled-out\"",
    "outcome=\"run\",reason=\"fips\"",
    "outcome=\"run\",reason=\"module-runtime\"",
    "outcome=\"skip\",reason=\"module-runtime\"",
    "outcome=\"skip\",reason=\"global-runtime\"",
    "outcome=\"run\",reason=\"default\"",
    "outcome=\"skip\",reason=\"internal\"",
    "outcome=\"skip\",reason=\"no-manager\"",
};
// States, then the reasons of `skipped`.
constexpr std::string_view kStates[] = {
    "state=\"pending\",reason=\"\"",
    "state=\"passed\",reason=\"\"",
    "state=\"failed\",reason=\"\"",
    "state=\"no_vectors\",reason=\"\"",
    "state=\"fips_disabled\",reason=\"\"",
    "state=\"skipped\",reason=\"compiled-out\"",
    "state=\"skipped\",reason=\"module-runtime\"",
    "state=\"skipped\",reason=\"global-runtime\"",
    "state=\"skipped\",reason=\"internal\"",
    "state=\"skipped\",reason=\"no-manager\"",
    "state=\"skipped\",reason=\"dependency-missing\"",
};
constexpr std::string_view kResults[] = {
    "result=\"passed\"", "result=\"failed\"", "result=\"no_vectors\"",
    "result=\"fips_disabled\"", "result=\"skipped\""};
// In the order of DeepResult.
constexpr std::string_view kDeepResults[] = {
    "result=\"passed\"", "result=\"failed\"",
    "result=\"skipped\",reason=\"noslowtests\"",
    "result=\"skipped\",reason=\"no-reference\""};
constexpr int kErrnoCodes[] = {
    0,      ENOENT, EINTR,   EIO,          EAGAIN,    ENOMEM, EEXIST,
    EINVAL, ENOSYS, ELIBBAD, ENAMETOOLONG, ETIMEDOUT, ENOKEY};
constexpr std::string_view kErrnos[] = {
    "errno=\"0\"",   "errno=\"2\"",    "errno=\"4\"",  "errno=\"5\"",
    "errno=\"11\"",  "errno=\"12\"",   "errno=\"17\"", "errno=\"22\"",
    "errno=\"38\"",  "errno=\"80\"",   "errno=\"36\"", "errno=\"110\"",
    "errno=\"126\"", "errno=\"other\""};
static_assert(std::size(kErrnos) == std::size(kErrnoCodes) + 1);
constexpr std::string_view kPhases[] = {
    "phase=\"module_request\"", "phase=\"instantiate\"", "phase=\"alg_test\"",
    "phase=\"vector\"", "phase=\"other\""};

// In the order of Counter.
constexpr CounterRow kRows[] = {
    {"cipher_blocks", kPlain},
    {"config_ineffective", kSettings},
    {"handles_allocated", kPlain},
    {"hash_blocks", kPlain},
    {"instances_created", kPlain},
    {"kdf_blocks", kPlain},
    {"kdf_bytes", kPlain},
    {"kdf_calls", kErrnos},
    {"kdf_macs", kPlain},
    {"larval_waits", kWaits},
    {"larvals_created", kPlain},
    {"larvals_live", kPlain},
    {"larvals_started", kPlain},
    {"loaded_events", kPlain},
    {"lookups", kErrnos},
    {"module_requests", kRequests},
    {"notifications", kNotifications},
    {"probe_threads_created", kPlain},
    {"refused", kRefused},
    {"registrations", kErrnos},
    {"request_larvals_created", kPlain},
    {"selftest_decisions", kDecisions},
    {"selftest_deep_cases", kPlain},
    {"selftest_state", kStates},
    {"selftest_vectors", kPlain},
    {"selftests_deep", kDeepResults},
    {"selftests_executed", kResults},
    {"spawns_evicted", kPlain},
    {"thread_failures", kPlain},
    {"threads_created", kPlain},
    {"threads_live", kPlain},
    {"boot_seconds", kPlain, true},
    {"init_seconds", kPhases, true},
    {"registration_seconds", kPlain, true},
};
static_assert(std::size(kRows) == kCounters);

constexpr std::array<std::size_t, kCounters + 1> slots_before() {
  std::array<std::size_t, kCounters + 1> slots{};
  for (std::size_t i = 0; i < kCounters; ++i) {
    slots[i + 1] = slots[i] + kRows[i].labels.size();
  }
  return slots;
}
constexpr auto kSlots = slots_before();

}  // namespace

std::string_view to_string(DeepResult result) {
  switch (result) {
    case DeepResult::passed:
      return "passed";
    case DeepResult::failed:
      return "failed";
    case DeepResult::noslowtests:
      return "noslowtests";
    case DeepResult::no_reference:
      return "no-reference";
  }
  return "";
}

const CounterRow& counter_row(Counter counter) {
  return kRows[static_cast<std::size_t>(counter)];
}

std::size_t counter_slot(Counter counter) {
  return kSlots[static_cast<std::size_t>(counter)];
}

std::size_t counter_slots() { return kSlots[kCounters]; }

std::size_t errno_label(int code) {
  std::size_t label = 0;
  while (label < std::size(kErrnoCodes) && kErrnoCodes[label] != code) {
    ++label;
  }
  return label;
}

}  // namespace crypto
