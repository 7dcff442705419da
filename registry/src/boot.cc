#include "crypto/boot.h"

#include <algorithm>
#include <string>
#include <utility>

#include "crypto/api.h"
#include "internal.h"
#include "loader.h"

namespace crypto {
namespace {

constexpr std::string_view kManager = "cryptomgr";
// For what was waited for to end once its waiters gave up.
constexpr std::chrono::milliseconds kGrace{10'000};

bool is_in(const ModuleInfo& module, std::string_view image) {
  return std::ranges::find(module.images, image) != module.images.end();
}

std::filesystem::path default_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() /
         "modules";
}

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
                                               : *module.selftests});
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

Boot::~Boot() = default;

Boot::Boot(const InitTable& table, const BootOptions& options,
           std::vector<const ModuleInfo*> modules, const ImageInfo& image)
    : words_(options.words),
      tests_disabled_(table.tests_disabled),
      infos_(std::move(modules)),
      image_(image),
      parameters_(parse_parameters(words_, infos_)),
      console_(options.console),
      modules_folder_(options.modules_folder.empty() ? default_folder()
                                                     : options.modules_folder),
      objects_(infos_.size()),
      loader_(std::make_unique<Loader>(
          infos_, [this](const Context&,
                         std::size_t index) { return load_mapped(index); })),
      wait_limit_(options.wait_limit) {
  RegistryOptions own = registry_options(table, options, infos_, parameters_);
  own.load_module = [this](const Context& context, std::string_view alias) {
    return loader_->request(context, alias);
  };
  own.before_vector = [this](std::string_view driver) { gate_.pass(driver); };
  if (console_ != nullptr) {
    own.on_log = [this](std::string_view line) {
      const std::lock_guard lock(console_mutex_);
      if (console_ != nullptr) {
        console_log_size_ += line.size();
        *console_ << line << std::flush;
      }
    };
  }
  registry_ = std::make_unique<Registry>(std::move(own));
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

// Finds the file of a loadable module and takes its functions from it.
bool Boot::map(std::size_t index) {
  if (objects_[index] != nullptr) {
    return true;
  }
  const ModuleInfo& info = *infos_[index];
  std::string why;
  auto object = SharedObject::open(modules_folder_ / info.file, why);
  if (object && (object->row().name != info.name ||
                 object->row().selftests_compiled < info.selftests_compiled)) {
    why = std::string(info.file) + " is of another build";
    object = fail(ENOEXEC);
  }
  if (!object) {
    registry_->log("module " + std::string(info.name) + ": " + why);
    records_[index].result = ENOEXEC;
    return false;
  }
  objects_[index] = std::make_unique<SharedObject>(*std::move(object));
  const ModuleInfo& row = objects_[index]->row();
  auto& impl = registry_->impl();
  const WriteLock lock(impl.lock);
  records_[index].info = &row;
  if (row.selftests != nullptr && info.selftests == nullptr &&
      info.selftests_compiled) {
    impl.modules[id_of(index)].settings.selftests = *row.selftests;
  }
  return true;
}

bool Boot::load_mapped(std::size_t index) {
  return !registry_->is_panicked() && map(index) && load(index);
}

// As a module's users would in time.
void Boot::load_rest() {
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    if (loader_->state(i) == Loader::State::absent) {
      static_cast<void>(loader_->load(Context(*registry_), i));
    }
  }
}

std::optional<std::size_t> Boot::index_of(std::string_view module) const {
  const auto found = std::ranges::find(infos_, module, &ModuleInfo::name);
  if (found == infos_.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - infos_.begin());
}

bool Boot::is_loadable(std::string_view name) const {
  const auto index = index_of(name);
  return index && !infos_[*index]->file.empty();
}

bool Boot::load_module(std::string_view name) {
  const auto index = index_of(name);
  return index && loader_->load(Context(*registry_), *index);
}

tl::expected<void, Errno> Boot::unload_module(std::string_view name) {
  const auto index = index_of(name);
  if (!index || infos_[*index]->file.empty() ||
      loader_->state(*index) != Loader::State::live) {
    return fail(ENOENT);
  }
  if (is_module_used(*registry_, id_of(*index))) {
    return fail(EBUSY);
  }
  unregister_module(name);
  loader_->forget(*index);
  return {};
}

void Boot::unregister_module(std::string_view name) {
  if (const auto index = index_of(name)) {
    unregister_owned(Context(*registry_, id_of(*index), id_of(*index)));
  }
}

bool Boot::rest() { return registry_->wait_quiescent(wait_limit_ + kGrace); }

// All that belongs to a module's decision and is no work of its init.
bool Boot::load(std::size_t index) {
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
    return false;
  }
  if (decision.reason == Reason::global_runtime &&
      !logged_disabled_.exchange(true)) {
    registry_->log("alg: self-tests disabled");
  }
  if (info.tests_itself && decision.outcome == Outcome::skip) {
    context.registry().impl().modules[context.module()].state =
        SelftestState::skipped;
    count_skipped(context, decision.reason);
  }
  return init(index);
}

bool Boot::init(std::size_t index) {
  const ModuleInfo& info = *records_[index].info;
  if (std::ranges::find(parameters_.blacklist, info.init_name) !=
      parameters_.blacklist.end()) {
    registry_->log("initcall " + std::string(info.init_name) + " blacklisted");
    records_[index].result = EPERM;
    return false;
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
  if (!result && !infos_[index]->file.empty()) {
    unregister_owned(context);  // an init that failed leaves nothing behind
  }
  return result.has_value();
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

void TestGate::hold(std::string_view driver) {
  const std::lock_guard lock(mutex_);
  driver_ = driver;
}

void TestGate::release() {
  const std::lock_guard lock(mutex_);
  driver_.clear();
  changed_.notify_all();
}

bool TestGate::wait_held(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [this] { return is_waiting_; });
}

void TestGate::pass(std::string_view driver) {
  std::unique_lock lock(mutex_);
  if (driver_ != driver) {
    return;
  }
  is_waiting_ = true;
  changed_.notify_all();
  changed_.wait(lock, [&] { return driver_ != driver; });
  is_waiting_ = false;
}

BootStatus Boot::run() {
  const auto begin = std::chrono::steady_clock::now();
  const auto limit = wait_limit_ + kGrace;
  print_begin();
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
    if (infos_[i]->file.empty()) {
      static_cast<void>(load(i));
    }
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
    if (image_.script != nullptr) {
      image_.script(*this);
    }
    load_rest();
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
