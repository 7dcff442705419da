#include "crypto/testmgr.h"

#include <algorithm>
#include <array>
#include <string>

#include "bytes.h"
#include "crypto/hash.h"
#include "internal.h"

namespace crypto {
namespace {

const AlgTest* find_row(std::span<const AlgTest> rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &AlgTest::name);
  return found == rows.end() ? nullptr : &*found;
}

// The rows that speak of a driver: that of its generic name, then its own.
struct Rows {
  const AlgTest* generic = nullptr;
  const AlgTest* driver = nullptr;
};

Rows rows_of(const Registry::Impl& impl, const Alg& alg) {
  const auto rows = impl.modules[alg.module].settings.selftests;
  std::string name = alg.name;
  if ((alg.flags & kAlgTypeMask) == kAlgTypeCipher) {
    name = "ecb(" + name + ")";
  }
  return {find_row(rows, name), find_row(rows, alg.driver_name)};
}

SelftestResult no_vectors(const Context& context, const Alg& alg) {
  log_line(context.registry(),
           {"alg: No test for ", alg.name, " (", alg.driver_name, ")"});
  const bool is_internal = (alg.flags & kAlgFipsInternal) != 0;
  return {.code = is_internal ? ECANCELED : 0,
          .state = SelftestState::no_vectors};
}

DeepResult deep_result(int code) {
  switch (code) {
    case 0:
      return DeepResult::passed;
    case ENOENT:
      return DeepResult::no_reference;
    default:
      return DeepResult::failed;
  }
}

// The deep part of a row, if it has one. That there is nothing to compare with
// is recorded, and no fault of the driver.
int run_deep(const Context& context, const Alg& alg, const AlgTest& row) {
  if (row.deep.test == nullptr) {
    return 0;
  }
  const auto& settings = context.registry().impl().modules[alg.module].settings;
  int code = 0;
  DeepResult result = DeepResult::noslowtests;
  if (!settings.noslowtests) {
    code = code_of(row.deep.test(context, alg.driver_name, row.deep));
    result = deep_result(code);
  }
  context.count(Counter::selftests_deep, 1, static_cast<std::size_t>(result));
  record(context, EventKind::deep_end, alg.driver_name, to_string(result),
         code);
  return result == DeepResult::failed ? code : 0;
}

// The first code of both rows that is not 0.
int run_rows(const Context& context, const Alg& alg, const Rows& rows) {
  int code = 0;
  for (const AlgTest* row : {rows.generic, rows.driver}) {
    if (row != nullptr && code == 0) {
      code = code_of(row->test(context, alg.driver_name, *row));
    }
    if (row != nullptr && code == 0) {
      code = run_deep(context, alg, *row);
    }
  }
  return code;
}

SelftestResult failed(const Context& context, const Alg& alg, int code) {
  Registry& registry = context.registry();
  log_line(registry,
           {"alg: self-tests for ", alg.name, " using ", alg.driver_name,
            " failed (rc=-", Decimal(code).text(), ")"});
  if (registry.fips()) {
    panic(context, {"alg: self-tests for ", alg.driver_name, " (", alg.name,
                    ") failed in fips mode!"});
  }
  return {.code = code, .state = SelftestState::failed};
}

SelftestResult evaluate(const Context& context, const Alg& alg) {
  Registry& registry = context.registry();
  const Rows rows = rows_of(registry.impl(), alg);
  if (rows.generic == nullptr && rows.driver == nullptr) {
    return no_vectors(context, alg);
  }
  const bool fips = registry.fips();
  if (fips && rows.driver != nullptr && !rows.driver->fips_allowed) {
    return {.code = EINVAL, .state = SelftestState::failed};
  }
  if (fips && rows.generic != nullptr && !rows.generic->fips_allowed) {
    return {.code = ECANCELED, .state = SelftestState::fips_disabled};
  }
  const int code = run_rows(context, alg, rows);
  // What was unregistered meanwhile cannot be had, nor can it fail.
  if (code == ENOENT && (!fips || is_moribund(alg))) {
    return {.code = 0,
            .state = SelftestState::skipped,
            .reason = Reason::dependency_missing};
  }
  if (code != 0) {
    return failed(context, alg, code);
  }
  if (fips) {
    log_line(registry, {"alg: self-tests for ", alg.driver_name, " (", alg.name,
                        ") passed"});
  }
  return {};
}

// A test that memory ended is a test that failed.
SelftestResult evaluate_or_fail(const Context& context,
                                const Alg& alg) noexcept {
  try {
    return evaluate(context, alg);
  } catch (const std::bad_alloc&) {
    return failed(context, alg, ENOMEM);
  }
}

using Digest = std::array<std::byte, kMaxDigestSize>;

bool is_equal(const Digest& digest, std::string_view expected) {
  return std::ranges::equal(std::span(digest).first(expected.size()),
                            bytes_of(expected));
}

// In two pieces, split after `first` bytes.
tl::expected<void, Errno> hash_in_pieces(const Shash& tfm,
                                         std::span<const std::byte> input,
                                         std::size_t first, Digest& digest) {
  ShashDesc desc(tfm);
  if (auto result = desc.init(); !result) {
    return result;
  }
  if (auto result = desc.update(input.first(first)); !result) {
    return result;
  }
  return desc.finup(input.subspan(first), digest);
}

tl::expected<void, Errno> test_vector(Shash& tfm, const HashVector& vector) {
  if (vector.digest.size() != tfm.digestsize()) {
    return fail(EINVAL);
  }
  if (!vector.key.empty()) {
    if (auto result = tfm.setkey(bytes_of(vector.key)); !result) {
      return result;
    }
  }
  const auto input = bytes_of(vector.input);
  Digest digest{};
  if (auto result = tfm.digest(input, digest); !result) {
    return result;
  }
  if (!is_equal(digest, vector.digest)) {
    return fail(EINVAL);
  }
  for (const std::size_t first :
       {std::size_t{0}, input.size() / 2, input.size()}) {
    digest = {};
    if (auto result = hash_in_pieces(tfm, input, first, digest); !result) {
      return result;
    }
    if (!is_equal(digest, vector.digest)) {
      return fail(EINVAL);
    }
  }
  return {};
}

}  // namespace

Decision resolve_decision(bool selftests_compiled, bool tests_disabled,
                          bool fips, bool notests,
                          std::optional<bool> module_notests) {
  Decision decision;
  decision.selftests_compiled = selftests_compiled;
  decision.fips = fips;
  decision.notests = notests;
  decision.module_notests = module_notests;
  const auto decide = [&decision](std::uint8_t rank, Outcome outcome,
                                  Reason reason) {
    decision.rank = rank;
    decision.outcome = outcome;
    decision.reason = reason;
    return decision;
  };
  if (fips && tests_disabled) {
    return decide(0, Outcome::refuse, Reason::fips_unavailable);
  }
  if (!selftests_compiled) {
    return fips ? decide(1, Outcome::refuse, Reason::fips_module_compiled_out)
                : decide(1, Outcome::skip, Reason::compiled_out);
  }
  if (fips) {
    return decide(2, Outcome::run, Reason::fips);
  }
  if (module_notests) {
    return decide(3, *module_notests ? Outcome::skip : Outcome::run,
                  Reason::module_runtime);
  }
  if (notests) {
    return decide(4, Outcome::skip, Reason::global_runtime);
  }
  return decide(5, Outcome::run, Reason::by_default);
}

Decision selftest_decision(const Registry& registry, ModuleId module) {
  auto& impl = registry.impl();
  const ReadLock lock(impl.lock);
  const ModuleSettings& settings = impl.modules[module].settings;
  return resolve_decision(settings.selftests_compiled, impl.tests_disabled,
                          impl.fips, impl.notests, settings.notests);
}

SelftestResult run_alg_test(const Context& context,
                            const std::shared_ptr<Alg>& alg) {
  record(context, EventKind::test_begin, alg->driver_name);
  const SelftestResult result = evaluate_or_fail(context, *alg);
  record(context, EventKind::test_end, alg->driver_name,
         to_string(result.state), result.code);
  count_executed(context, result.state);
  return result;
}

int alg_test(const Context& context, const std::shared_ptr<Alg>& alg) {
  return run_alg_test(context, alg).code;
}

tl::expected<void, Errno> test_hash(const Context& context,
                                    std::string_view driver,
                                    const AlgTest& row) {
  // The subject is not usable yet: TESTED in the mask, not in the type. That
  // it may be forbidden in fips mode is left open.
  auto tfm = alloc_shash(context, driver, kAlgFipsInternal, kAlgTested);
  if (!tfm) {
    return fail(tfm.error());
  }
  for (const HashVector& vector : row.vectors) {
    count_vector(context, driver);
    if (auto result = test_vector(*tfm, vector); !result) {
      return result;
    }
  }
  return {};
}

void count_vector(const Context& context, std::string_view subject) {
  const auto& before = context.registry().impl().before_vector;
  if (before) {
    before(subject);
  }
  context.count(Counter::selftest_vectors);
}

}  // namespace crypto
