#include "crypto/registry.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "internal.h"

namespace crypto {
namespace {

constexpr std::size_t kLogReserve = 1U << 16U;

std::size_t pool_size(std::size_t wanted) {
  const std::size_t processors = std::thread::hardware_concurrency();
  return std::max<std::size_t>(wanted == 0 ? processors : wanted, 1);
}

bool has_test_code(const std::vector<ModuleSettings>& modules) {
  return std::any_of(
      modules.begin(), modules.end(),
      [](const ModuleSettings& module) { return module.selftests_compiled; });
}

}  // namespace

Registry::Impl::Impl(RegistryOptions& options)
    : tests_disabled(options.tests_disabled),
      fips(options.fips),
      has_manager(options.has_manager),
      wait_limit(options.wait_limit),
      load_module(std::move(options.load_module)),
      before_vector(std::move(options.before_vector)),
      on_log(std::move(options.on_log)),
      notests(options.notests),
      boot_test_finished(!options.defer_tests ||
                         !has_test_code(options.modules)),
      module_count(options.modules.size() + 1),
      slot_count(counter_slots()),
      events(options.event_capacity),
      counts(module_count * module_count * slot_count),
      lock(*this),
      chain(std::make_shared<const std::vector<Notifier>>()),
      threads(std::move(options.may_start_thread)),
      pool(threads, events, "cryptomgr_test", pool_size(options.test_threads)) {
  modules.emplace_back().settings.name = "none";
  for (ModuleSettings& module : options.modules) {
    modules.emplace_back().settings = std::move(module);
  }
  // So that nothing done on behalf of an init depends on what was logged.
  log.reserve(kLogReserve);
}

namespace {

// Both, or nothing of the line.
void append_line(Registry::Impl& impl, std::string_view marker,
                 std::initializer_list<std::string_view> parts) noexcept {
  const std::lock_guard lock(impl.log_mutex);
  const std::size_t before = impl.log.size();
  try {
    impl.log.append(marker);
    for (const std::string_view part : parts) {
      impl.log.append(part);
    }
    impl.log.append("\n");
    if (impl.on_log) {
      impl.on_log(std::string_view(impl.log).substr(before));
    }
  } catch (const std::bad_alloc&) {
    impl.log.resize(before);
  }
}

}  // namespace

void log_line(Registry& registry,
              std::initializer_list<std::string_view> parts) noexcept {
  append_line(registry.impl(), {}, parts);
}

Registry::Registry(RegistryOptions options)
    : impl_(std::make_unique<Impl>(options)) {}

Registry::~Registry() {
  impl_->pool.hurry();
  impl_->threads.join();
}

void Registry::set_notests(bool value) { impl_->notests = value; }
bool Registry::notests() const { return impl_->notests; }
bool Registry::fips() const { return impl_->fips; }
bool Registry::is_panicked() const { return impl_->is_panicked; }

ModuleId Registry::module_id(std::string_view name) const {
  for (std::size_t id = 1; id < impl_->modules.size(); ++id) {
    if (impl_->modules[id].settings.name == name) {
      return static_cast<ModuleId>(id);
    }
  }
  return kNoModule;
}

std::string_view Registry::module_name(ModuleId id) const {
  return impl_->modules[id].settings.name;
}

void Registry::log(std::string_view line) { log_line(*this, {line}); }

std::string Registry::log_text() const {
  const std::lock_guard lock(impl_->log_mutex);
  return impl_->log;
}

void Registry::panic(const Context& context, std::string_view why) {
  crypto::panic(context, {why});
}

void panic(const Context& context,
           std::initializer_list<std::string_view> why) noexcept {
  auto& impl = context.registry().impl();
  if (impl.is_panicked.exchange(true)) {
    return;
  }
  record(context, EventKind::panic, *why.begin());
  append_line(impl, "Kernel panic - not syncing: ", why);
  Removed removed(impl.readers);
  const WriteLock lock(impl.lock);
  for (const auto& alg : impl.table.list()) {
    if (!is_larval(*alg)) {
      continue;
    }
    auto& larval = static_cast<Larval&>(*alg);
    larval.cancel();
    // Nothing will ever start it.
    if (larval.is_test && !larval.test_started) {
      larval.flags |= kAlgDead;
      context.owned_by(larval.module).count(Counter::larvals_live, -1);
      removed.add(impl.table.unlink(larval));
    }
  }
}

bool Registry::wait_quiescent(std::chrono::milliseconds limit) {
  // Workers leave instead of waiting for tests.
  impl_->pool.hurry();
  const bool is_idle = impl_->threads.wait_idle(limit);
  if (is_idle) {
    impl_->threads.join();
  }
  impl_->pool.relax();
  return is_idle;
}

std::int64_t Registry::counter(Counter counter, std::optional<ModuleId> module,
                               std::optional<ModuleId> scope) const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < counter_row(counter).labels.size(); ++i) {
    sum += counter_label(counter, i, module, scope);
  }
  return sum;
}

std::int64_t Registry::counter_label(Counter counter, std::size_t label,
                                     std::optional<ModuleId> module,
                                     std::optional<ModuleId> scope) const {
  const auto modules = static_cast<ModuleId>(impl_->modules.size());
  std::int64_t sum = 0;
  for (ModuleId m = 0; m < modules; ++m) {
    for (ModuleId s = 0; s < modules; ++s) {
      if (module.value_or(m) == m && scope.value_or(s) == s) {
        sum += impl_->counts.sum(impl_->counter_index(m, s, counter, label));
      }
    }
  }
  return sum;
}

std::string Registry::leaks_text() const {
  std::vector<std::string> lines;
  {
    const ReadLock lock(impl_->lock);
    for (const auto& alg : impl_->table.list()) {
      if (is_larval(*alg)) {
        lines.push_back("larval " + (alg->driver_name.empty()
                                         ? alg->name
                                         : alg->driver_name));
      }
    }
  }
  for (const std::string& name : impl_->threads.live()) {
    lines.push_back("thread " + name);
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) {
    text += line + '\n';
  }
  return text;
}

std::string Registry::events_text() const {
  return impl_->events.text([this](ModuleId id) { return module_name(id); });
}

namespace {

std::string line_of(const Registry& registry, const CounterRow& row,
                    std::string_view label, ModuleId module, ModuleId scope,
                    std::int64_t value) {
  std::string line(row.name);
  line.append("{module=\"").append(registry.module_name(module));
  line.append("\",scope=\"").append(registry.module_name(scope)).append("\"");
  if (!label.empty()) {
    line.append(",").append(label);
  }
  line.append("} ");
  if (!row.is_duration) {
    return line + std::to_string(value) + '\n';
  }
  std::array<char, 32> seconds{};
  std::snprintf(seconds.data(), seconds.size(), "%.9f",
                static_cast<double>(value) / 1e9);
  return line + seconds.data() + '\n';
}

}  // namespace

// Zeros are printed where scope and module agree, elsewhere only what was
// counted.
std::string Registry::counters_text() const {
  std::vector<std::string> counts;
  std::vector<std::string> durations;
  const auto modules = static_cast<ModuleId>(impl_->modules.size());
  for (std::size_t c = 0; c < kCounters; ++c) {
    const auto counter = static_cast<Counter>(c);
    const CounterRow& row = counter_row(counter);
    for (ModuleId m = 0; m < modules; ++m) {
      for (ModuleId s = 0; s < modules; ++s) {
        for (std::size_t i = 0; i < row.labels.size(); ++i) {
          const auto value = counter_label(counter, i, m, s);
          if (value != 0 || (m == s && m != kNoModule)) {
            (row.is_duration ? durations : counts)
                .push_back(line_of(*this, row, row.labels[i], m, s, value));
          }
        }
      }
    }
  }
  std::sort(counts.begin(), counts.end());
  std::sort(durations.begin(), durations.end());
  std::string text;
  for (const auto& lines : {counts, durations}) {
    for (const std::string& line : lines) {
      text += line;
    }
  }
  return text;
}

}  // namespace crypto
