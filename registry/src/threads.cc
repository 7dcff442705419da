#include "threads.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace crypto {

tl::expected<void, Errno> Threads::start(std::string name,
                                         std::function<void()> body) {
  const std::lock_guard lock(mutex_);
  reap();
  Entry& entry = entries_.emplace_back();
  entry.name = std::move(name);
  try {
    entry.thread = std::thread([this, &entry, work = std::move(body)] {
      work();
      const std::lock_guard done(mutex_);
      entry.is_done = true;
      idle_.notify_all();
    });
  } catch (const std::system_error&) {
    entries_.pop_back();
    return fail(EAGAIN);
  }
  return {};
}

// Joins those that are done: they hold the mutex no more and only return.
void Threads::reap() {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (entry->is_done) {
      entry->thread.join();
      entry = entries_.erase(entry);
      continue;
    }
    ++entry;
  }
}

bool Threads::wait_idle(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, limit, [this] {
    return std::all_of(entries_.begin(), entries_.end(),
                       [](const Entry& entry) { return entry.is_done; });
  });
}

void Threads::join() {
  std::unique_lock lock(mutex_);
  while (!entries_.empty()) {
    Entry& entry = entries_.front();
    idle_.wait(lock, [&entry] { return entry.is_done; });
    std::list<Entry> taken;
    taken.splice(taken.begin(), entries_, entries_.begin());
    // A done thread still has to release the mutex.
    lock.unlock();
    taken.front().thread.join();
    lock.lock();
  }
}

std::vector<std::string> Threads::live() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const Entry& entry : entries_) {
    if (!entry.is_done) {
      names.push_back(entry.name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace crypto
