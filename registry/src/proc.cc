#include "crypto/proc.h"

#include "internal.h"

namespace crypto {
namespace {

void put(std::string& text, std::string_view label, std::string_view value) {
  constexpr std::size_t kLabelWidth = 13;
  text.append(label).append(kLabelWidth - label.size(), ' ');
  text.append(": ").append(value).append("\n");
}

std::string_view yes_no(bool value) { return value ? "yes" : "no"; }

void put_alg(std::string& text, const Registry& registry, const Alg& alg) {
  const AlgFlags flags = alg.flags;
  const auto& registration = alg.registration;
  const SelftestState state =
      is_larval(alg) ? SelftestState::pending : registration.state;
  put(text, "name", alg.name);
  put(text, "driver", alg.driver_name);
  put(text, "module",
      alg.module == kNoModule ? "kernel" : registry.module_name(alg.module));
  put(text, "priority", std::to_string(alg.priority));
  put(text, "refcnt",
      std::to_string(registration.entry.load()->references.count()));
  put(text, "selftest", (flags & kAlgTested) != 0 ? "passed" : "unknown");
  put(text, "teststate", to_string(state));
  put(text, "internal", yes_no((flags & kAlgInternal) != 0));
  if (registry.fips()) {
    put(text, "fips", yes_no((flags & kAlgFipsInternal) == 0));
  }
  put(text, "type", alg.type_name());
  text += alg.type_lines();
  text += '\n';
}

}  // namespace

std::string proc_crypto(const Registry& registry) {
  auto& impl = registry.impl();
  const ReadLock lock(impl.lock);
  std::string text;
  for (const auto& alg : impl.table.list()) {
    put_alg(text, registry, *alg);
  }
  return text;
}

}  // namespace crypto
