#include "kdf108_modes.h"

#include <functional>

namespace crypto {
namespace {

[[nodiscard]] bool overlaps(Bytes left, Bytes right) {
  if (left.empty() || right.empty()) {
    return false;
  }
  const std::less<> before;
  return before(left.data(), right.data() + right.size()) &&
         before(right.data(), left.data() + left.size());
}

}  // namespace

BlockPrf::BlockPrf(const Derivation& derivation)
    : prf_(derivation.prf),
      layout_(derivation.layout),
      info_(derivation.info),
      desc_(prf_) {}

BlockPrf::~BlockPrf() {
  prf_.context().count(Counter::kdf_blocks, blocks_);
  prf_.context().count(Counter::kdf_macs, macs_);
}

tl::expected<void, Errno> BlockPrf::block(std::uint64_t i, Bytes iter,
                                          std::span<std::byte> out) {
  if (auto fed = feed(i, iter); !fed) {
    return fed;
  }
  ++blocks_;
  ++macs_;
  return desc_.final(out);
}

tl::expected<void, Errno> BlockPrf::mac(Segments segments,
                                        std::span<std::byte> out) {
  if (auto started = desc_.init(); !started) {
    return started;
  }
  for (const Bytes segment : segments) {
    if (auto fed = desc_.update(segment); !fed) {
      return fed;
    }
  }
  ++macs_;
  return desc_.final(out);
}

tl::expected<void, Errno> BlockPrf::feed(std::uint64_t i, Bytes iter) {
  if (auto started = desc_.init(); !started) {
    return started;
  }
  if (auto fed = feed_counter(Kdf108Counter::before_iter, i); !fed) {
    return fed;
  }
  if (auto fed = desc_.update(iter); !fed) {
    return fed;
  }
  for (const Kdf108Counter place :
       {Kdf108Counter::after_iter, Kdf108Counter::before_fixed}) {
    if (auto fed = feed_counter(place, i); !fed) {
      return fed;
    }
  }
  for (std::size_t k = 0; k < info_.size(); ++k) {
    if (k == layout_.segment) {
      if (auto fed = feed_counter(Kdf108Counter::before_segment, i); !fed) {
        return fed;
      }
    }
    if (auto fed = desc_.update(info_[k]); !fed) {
      return fed;
    }
  }
  return feed_counter(Kdf108Counter::after_fixed, i);
}

tl::expected<void, Errno> BlockPrf::feed_counter(Kdf108Counter place,
                                                 std::uint64_t i) {
  if (layout_.counter != place) {
    return {};
  }
  std::array<std::byte, 4> big_endian{};
  const std::size_t width = layout_.counter_bits / 8;
  for (std::size_t k = width; k > 0; --k, i >>= 8U) {
    big_endian[k - 1] = static_cast<std::byte>(i);
  }
  return desc_.update(std::span(big_endian).first(width));
}

bool overlaps_input(const Derivation& derivation,
                    std::span<const std::byte> out) {
  return overlaps(derivation.iv, out) ||
         std::ranges::any_of(derivation.info, [out](Bytes segment) {
           return overlaps(segment, out);
         });
}

tl::expected<void, Errno> fill_or_zero(FillFn fill,
                                       const Derivation& derivation,
                                       std::span<std::byte> out) {
  auto filled = fill(derivation, out);
  if (!filled) {
    wipe(out);
    return filled;
  }
  derivation.prf.context().count(Counter::kdf_bytes,
                                 static_cast<std::int64_t>(out.size()));
  return filled;
}

}  // namespace crypto
