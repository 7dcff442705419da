#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace heed::util {

/// Calls WORK(0) … WORK(count - 1), WIDTH at a time, in order of their start;
/// none starts after a stop request. Returns when all have ended. WIDTH below
/// one counts as one.
void for_each_parallel(std::size_t count, int width,
                       const std::stop_token& stop,
                       const std::function<void(std::size_t)>& work);

}  // namespace heed::util
