#include "crypto/boot.h"

#include <algorithm>
#include <string>
#include <utility>

#include "crypto/api.h"
#include "internal.h"

namespace crypto {
namespace {

constexpr std::string_view kManager = "cryptomgr";
// For what was waited for to end once its waiters gave up.
constexpr std::chrono::milliseconds kGrace{10'000};

bool is_in(const ModuleInfo& module, std::string_view image) {
  return std::ranges::find(module.images, image) != module.images.end();
}

ModuleId id_of(std::size_t index) { return static_cast<ModuleId>(index + 1); }

RegistryOptions registry_options(const InitTable& table,
                                 const BootOptions& options,
                                 std::span<const ModuleInfo* const> modules,
                                 const BootParameters& parameters) {
  RegistryOptions result;
  result.tests_disabled = table.tests_disabled;
  result.fips = parameters.fips;
  result.notests = parameters.notests;
  result.has_manager = false;
  result.defer_tests = true;
  result.wait_limit = options.wait_limit;
  result.event_capacity = options.event_capacity;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const ModuleInfo& module = *modules[i];
    result.has_manager = result.has_manager || module.name == kManager;
    result.modules.push_back({.name = std::string(module.name),
                              .selftests_compiled = module.selftests_compiled,
                              .notests = parameters.module_notests[i],
                              .noslowtests = parameters.module_noslowtests[i],
                              .selftests = module.selftests == nullptr
                                               ? std::span<const AlgTest>()
                                               : module.selftests()});
  }
  return result;
}

std::string initcall_line(std::string_view name, int code,
                          std::chrono::nanoseconds spent) {
  const auto usecs =
      std::chrono::duration_cast<std::chrono::microseconds>(spent);
  return "initcall " + std::string(name) + " returned " +
         std::to_string(-code) + " after " + std::to_string(usecs.count()) +
         " usecs";
}

// What an init took beyond its phases.
std::chrono::nanoseconds phases_of(const Registry& registry, ModuleId id) {
  return std::chrono::nanoseconds(
      registry.counter(Counter::init_seconds, id, id));
}

}  // namespace

std::string_view to_string(BootStatus status) {
  switch (status) {
    case BootStatus::booted:
      return "booted";
    case BootStatus::failed:
      return "failed";
    case BootStatus::refused:
      return "refused";
    case BootStatus::panic:
      return "panic";
  }
  return "";
}

tl::expected<std::unique_ptr<Boot>, Errno> Boot::prepare(
    const InitTable& table, const BootOptions& options) {
  const auto image =
      std::ranges::find(table.images, options.image, &ImageInfo::name);
  if (image == table.images.end()) {
    return fail(ENOENT);
  }
  std::vector<const ModuleInfo*> modules;
  for (const ModuleInfo& module : table.modules) {
    if (is_in(module, options.image)) {
      modules.push_back(&module);
    }
  }
  return std::unique_ptr<Boot>(
      new Boot(table, options, std::move(modules), *image));
}

Boot::Boot(const InitTable& table, const BootOptions& options,
           std::vector<const ModuleInfo*> modules, const ImageInfo& image)
    : words_(options.words),
      tests_disabled_(table.tests_disabled),
      infos_(std::move(modules)),
      image_(image),
      parameters_(parse_parameters(words_, infos_)),
      registry_(std::make_unique<Registry>(
          registry_options(table, options, infos_, parameters_))),
      wait_limit_(options.wait_limit) {
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    records_.push_back({.info = infos_[i],
                        .decision = selftest_decision(*registry_, id_of(i)),
                        .result = ENODEV});
  }
}

// The rank 0 rule: nothing starts.
bool Boot::refuse() {
  if (!parameters_.fips || !tests_disabled_) {
    return false;
  }
  const Context context(*registry_);
  registry_->log("boot refused: fips-unavailable");
  for (std::size_t i = 0; i < records_.size(); ++i) {
    records_[i].result = EOPNOTSUPP;
    if (infos_[i]->is_under_test) {
      const Context module(*registry_, id_of(i), id_of(i));
      module.count(Counter::refused, 1, 0);
      record(module, EventKind::refused, infos_[i]->name, "fips-unavailable");
      report_ineffective(i);
    }
  }
  return true;
}

// Overrides that are set, but that an earlier rule made void.
void Boot::report_ineffective(std::size_t index) {
  const Context context(*registry_, id_of(index), id_of(index));
  const ModuleInfo& info = *infos_[index];
  const auto rank = records_[index].decision.rank;
  const auto report = [&](std::string_view setting, std::size_t label) {
    context.count(Counter::config_ineffective, 1, label);
    record(context, EventKind::config_ineffective, info.name, setting);
    registry_->log("config_ineffective: " + std::string(info.name) + "." +
                   std::string(setting) + " has no effect");
  };
  if (parameters_.module_notests[index] && rank < 3) {
    report("notests", 0);
  }
  if (info.disable_tests_override != "inherit" && rank == 0) {
    report("DISABLE_TESTS", 1);
  }
}

// All that belongs to a module's decision and is no work of its init.
void Boot::load(std::size_t index) {
  const ModuleInfo& info = *infos_[index];
  const Context context(*registry_, id_of(index), id_of(index));
  Decision& decision = records_[index].decision;
  decision = selftest_decision(*registry_, id_of(index));
  if (!info.is_under_test) {
    return init(index);
  }
  report_ineffective(index);
  if (info.tests_itself) {
    record_decision(context, info.name, decision);
  }
  if (decision.outcome == Outcome::refuse) {
    records_[index].result = EOPNOTSUPP;
    context.count(Counter::refused, 1, 1);
    record(context, EventKind::refused, info.name, to_string(decision.reason));
    registry_->log("module " + std::string(info.name) +
                   " refused: " + std::string(to_string(decision.reason)));
    registry_->log(initcall_line(info.init_name, EOPNOTSUPP, {}));
    return;
  }
  if (decision.reason == Reason::global_runtime && !logged_disabled_) {
    logged_disabled_ = true;
    registry_->log("alg: self-tests disabled");
  }
  if (info.tests_itself && decision.outcome == Outcome::skip) {
    context.registry().impl().modules[context.module()].state =
        SelftestState::skipped;
    count_skipped(context, decision.reason);
  }
  init(index);
}

void Boot::init(std::size_t index) {
  const ModuleInfo& info = *infos_[index];
  if (std::ranges::find(parameters_.blacklist, info.init_name) !=
      parameters_.blacklist.end()) {
    registry_->log("initcall " + std::string(info.init_name) + " blacklisted");
    records_[index].result = EPERM;
    return;
  }
  const ModuleContext context(Context(*registry_, id_of(index), id_of(index)),
                              records_[index].decision);
  const auto begin = std::chrono::steady_clock::now();
  const auto result = info.init(context);
  const std::chrono::nanoseconds spent =
      std::chrono::steady_clock::now() - begin;
  records_[index].result = code_of(result);
  const auto other = spent - phases_of(*registry_, id_of(index));
  context.count(Counter::init_seconds, other.count(),
                static_cast<std::size_t>(Phase::other));
  registry_->log(initcall_line(info.init_name, code_of(result), spent));
}

// As a user would, on nobody's behalf.
void Boot::run_lookups() {
  for (const std::string_view name : image_.lookups) {
    // Of any type.
    const auto found = find_alg(Context(*registry_), name, 0, 0);
    registry_->log(
        "lookup " + std::string(name) + ": " +
        (found ? (*found)->driver_name : std::to_string(-code_of(found))));
  }
}

BootStatus Boot::run() {
  const auto begin = std::chrono::steady_clock::now();
  const auto limit = wait_limit_ + kGrace;
  for (const std::string_view name : parameters_.foreign) {
    Context(*registry_).count(Counter::config_ineffective);
    record(Context(*registry_), EventKind::config_ineffective, name, "notests");
    registry_->log("config_ineffective: " + std::string(name) +
                   ".notests names no module");
  }
  if (refuse()) {
    return status_ = BootStatus::refused;
  }
  for (std::size_t i = 0; i < infos_.size() && !registry_->is_panicked(); ++i) {
    load(i);
  }
  bool is_at_rest = true;
  if (!registry_->is_panicked()) {
    const ModuleId manager = registry_->module_id(kManager);
    const auto started = std::chrono::steady_clock::now();
    start_tests(Context(*registry_, manager, manager));
    registry_->log(initcall_line("crypto_algapi_init", 0,
                                 std::chrono::steady_clock::now() - started));
    is_at_rest = registry_->wait_quiescent(limit);
  }
  if (is_at_rest && !registry_->is_panicked()) {
    run_lookups();
  }
  is_at_rest = registry_->wait_quiescent(limit) && is_at_rest;
  const std::chrono::nanoseconds spent =
      std::chrono::steady_clock::now() - begin;
  Context(*registry_).count(Counter::boot_seconds, spent.count());
  if (registry_->is_panicked()) {
    return status_ = BootStatus::panic;
  }
  return status_ = is_at_rest ? BootStatus::booted : BootStatus::failed;
}

}  // namespace crypto
