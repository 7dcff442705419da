#pragma once

#include <cerrno>

#include <tl/expected.hpp>

namespace crypto {

/// A kernel error code. Stored positive (`Errno(EINVAL)`); `negated()` is what
/// the kernel would return. A type of its own, since std::errc lacks codes
/// that conformance judges (ELIBBAD, ENOKEY).
class Errno {
 public:
  constexpr explicit Errno(int code) : code_(code) {}
  [[nodiscard]] constexpr int code() const { return code_; }
  [[nodiscard]] constexpr int negated() const { return -code_; }
  friend constexpr bool operator==(Errno, Errno) = default;

 private:
  int code_;
};

/// `return fail(EINVAL);` in a function that returns tl::expected<T, Errno>.
[[nodiscard]] inline tl::unexpected<Errno> fail(int code) {
  return tl::unexpected<Errno>(Errno(code));
}

[[nodiscard]] inline tl::unexpected<Errno> fail(Errno code) {
  return tl::unexpected<Errno>(code);
}

/// 0 for success, else the positive code.
template <typename T>
[[nodiscard]] constexpr int code_of(const tl::expected<T, Errno>& result) {
  return result ? 0 : result.error().code();
}

}  // namespace crypto
