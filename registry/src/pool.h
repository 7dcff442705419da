#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "event_log.h"
#include "threads.h"

namespace crypto {

/// Runs self-tests, in the order given, on a few threads that exist only while
/// there is something to test. A worker without work stays for a moment, since
/// tests come in bursts, and leaves at once when someone waits for rest.
///
/// At most `size` workers run at a time. A worker that waits for another test
/// gives its place away meanwhile (see Waiting), and a further one is started
/// if tests are queued: so the test it waits for is never stuck behind it,
/// however long the chain, and no test ever sits on top of another's stack.
/// If that thread is not to be had and no worker is left who could take what
/// is queued, the queued tests are dropped: they fail, rather than wait.
class Pool {
 public:
  struct Test {
    std::function<void()> run;
    /// Instead of `run`, where it will never run.
    std::function<void()> drop;
  };

  /// `name` is that of its threads; `size` is at least 1.
  Pool(Threads& threads, EventLog& events, std::string_view name,
       std::size_t size)
      : threads_(&threads), events_(&events), name_(name), size_(size) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { hurry(); }

  /// Queues a test. EAGAIN or ENOMEM if there is no thread to run it; then
  /// neither function is called. `drop` may be called later, on any thread
  /// that waits.
  [[nodiscard]] tl::expected<void, Errno> submit(Test test);

  /// From now on workers leave as soon as nothing is queued; every call wants
  /// its relax().
  void hurry();
  void relax();

  /// Around a wait for other tests, on any thread: gives a worker's place away.
  class Waiting {
   public:
    explicit Waiting(Pool& pool)
        : pool_(&pool), is_worker_(pool.step_aside()) {}
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
      if (is_worker_) {
        pool_->step_back();
      }
    }

   private:
    Pool* pool_;
    bool is_worker_;
  };

 private:
  using Queue = std::list<Test>;

  void work();
  [[nodiscard]] bool take(std::unique_lock<std::mutex>& lock, Queue& taken);
  [[nodiscard]] bool step_aside();
  void step_back();
  [[nodiscard]] bool needs_worker() const;
  [[nodiscard]] int start_worker();

  Threads* threads_;
  EventLog* events_;
  const std::string name_;
  const std::size_t size_;

  // Guards all below; `queued_` tells of a test, or of hurry.
  std::mutex mutex_;
  std::condition_variable queued_;
  Queue queue_;
  /// Workers that do not wait for other tests, and those of them without work.
  std::size_t active_ = 0;
  std::size_t idle_ = 0;
  int hurried_ = 0;
  std::vector<std::thread::id> workers_;
};

}  // namespace crypto
