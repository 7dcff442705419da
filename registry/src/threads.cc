#include "threads.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace crypto {

tl::expected<void, Errno> Threads::start(std::string name,
                                         std::function<void()> body) {
  if (may_start_ && !may_start_(name)) {
    return fail(EAGAIN);
  }
  std::list<Entry> one;
  const std::lock_guard lock(mutex_);
  reap();
  try {
    Entry& entry = one.emplace_back();
    entry.name = std::move(name);
    entry.thread =
        std::thread([this, &entry, work = std::move(body)]() mutable {
          work();
          // What it holds goes before anybody may take it for done.
          work = nullptr;
          finish(entry);
        });
  } catch (const std::system_error&) {
    return fail(EAGAIN);
  } catch (const std::bad_alloc&) {
    return fail(ENOMEM);
  }
  entries_.splice(entries_.end(), one);
  return {};
}

void Threads::finish(Entry& entry) {
  const std::lock_guard lock(mutex_);
  entry.is_done = true;
  idle_.notify_all();
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
