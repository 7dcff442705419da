#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "crypto/hash.h"

namespace crypto {

/// What a library's hash is to the registry. Provider is how that library is
/// called: it has the running state as Provider::State (plain bytes), and
/// begin, absorb and finish, which return false if they fail.
template <typename Provider>
struct HashRow {
  std::string_view name;
  std::string_view driver_name;
  std::size_t blocksize = 0;
  std::size_t digestsize = 0;
  /// The least that padding takes of the last block, in bytes.
  std::size_t padding = 0;
  Provider provider;
};

/// A hash by a library, whose state lies in HashState. Blocks are counted from
/// the length, which libraries do not tell.
template <typename Provider>
class CountedHash final : public ShashAlg {
 public:
  CountedHash(const HashRow<Provider>& row, int prio) : row_(row) {
    name = row.name;
    driver_name = row.driver_name;
    priority = prio;
    blocksize = row.blocksize;
    digestsize = row.digestsize;
    statesize = sizeof(State);
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    auto& own = state.as<State>();
    own.length_bytes = 0;
    return check(row_.provider.begin(own.library));
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    auto& own = state.as<State>();
    const std::uint64_t before = own.length_bytes / blocksize;
    own.length_bytes += data.size();
    state.blocks += own.length_bytes / blocksize - before;
    return check(row_.provider.absorb(own.library, data));
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    auto& own = state.as<State>();
    const std::size_t rest = own.length_bytes % blocksize;
    state.blocks += rest + row_.padding > blocksize ? 2 : 1;
    return check(row_.provider.finish(own.library, out));
  }

 private:
  struct State {
    typename Provider::State library;
    std::uint64_t length_bytes;
  };

  static tl::expected<void, Errno> check(bool ok) {
    if (!ok) {
      return fail(EIO);
    }
    return {};
  }

  HashRow<Provider> row_;
};

}  // namespace crypto
