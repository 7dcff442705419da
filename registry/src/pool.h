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
/// At most `size` workers run at a time, and one more for each thread outside
/// that waits for a test (see Waiting): it needs no processor meanwhile. A
/// worker that waits gives its own place away. What is waited for goes to the
/// head of the queue. So there is a place for each test that somebody waits
/// for, no test is stuck behind the one that needs it, however long the chain,
/// and none behind a stranger; and no test sits on top of another's stack.
/// If a thread is not to be had and no worker is left who could take what is
/// queued, the queued tests are dropped: they fail, rather than wait.
class Pool {
 public:
  struct Test {
    /// What is tested; only compared.
    const void* subject = nullptr;
    std::function<void()> run;
    /// Instead of `run`, where it will never run.
    std::function<void()> drop;
  };

  /// `name` is that of its threads; `size` is at least 1.
  Pool(Threads& threads, EventLog& events, std::string_view name,
       std::size_t size)
      : threads_(&threads), events_(&events), name_(name), places_(size) {}
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

  /// Around a wait for the test of `subject`, or for what may need other tests;
  /// on any thread.
  class Waiting {
   public:
    Waiting(Pool& pool, const void* subject)
        : pool_(&pool), is_worker_(pool.step_aside(subject)) {}
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() { pool_->step_back(is_worker_); }

   private:
    Pool* pool_;
    bool is_worker_;
  };

 private:
  using Queue = std::list<Test>;

  void work();
  [[nodiscard]] bool take(std::unique_lock<std::mutex>& lock, Queue& taken);
  /// True for a worker.
  [[nodiscard]] bool step_aside(const void* subject);
  void step_back(bool is_worker);
  void prefer(const void* subject);
  [[nodiscard]] bool needs_worker() const;
  [[nodiscard]] int start_worker();

  Threads* threads_;
  EventLog* events_;
  const std::string name_;

  // Guards all below; `queued_` tells of a test, or of hurry.
  std::mutex mutex_;
  std::condition_variable queued_;
  Queue queue_;
  /// Workers that do not wait for other tests, and those of them without work.
  std::size_t active_ = 0;
  /// Places for workers.
  std::size_t places_;
  std::size_t idle_ = 0;
  int hurried_ = 0;
  std::vector<std::thread::id> workers_;
};

}  // namespace crypto
