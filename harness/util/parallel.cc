#include "harness/util/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace heed::util {

void for_each_parallel(std::size_t count, int width,
                       const std::stop_token& stop,
                       const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take_all = [&] {
    while (!stop.stop_requested()) {
      const std::size_t index = next++;
      if (index >= count) {
        return;
      }
      work(index);
    }
  };
  const std::size_t threads =
      std::min(count, static_cast<std::size_t>(std::max(1, width)));
  std::vector<std::jthread> pool;
  for (std::size_t i = 0; i < threads; ++i) {
    pool.emplace_back(take_all);
  }
}

}  // namespace heed::util
