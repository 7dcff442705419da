#include "harness/util/supervisor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/util/process_tree.h"

namespace heed::util {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kKillRound{5};
// What SIGKILL does not end by then (a process in an uninterruptible wait)
// is reported instead of waited for.
constexpr milliseconds kKillLimit{5000};
// A person who interrupts is not kept waiting longer, whatever the grace.
constexpr milliseconds kInterruptLimit{10000};

enum class Phase { running, settling, terminating, killing };

void send_report(int channel, const SupervisorReport& report) {
  send(channel, &report, sizeof(report), MSG_NOSIGNAL);
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    std::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void start(const Supervised& supervised, int channel) {
  setsid();
  reset_signals();
  if (dup2(supervised.input, 0) >= 0 && dup2(supervised.output, 1) >= 0 &&
      dup2(supervised.error, 2) >= 0 && chdir(supervised.folder) == 0) {
    execve(supervised.program, supervised.argv, supervised.environment);
  }
  SupervisorReport report;
  report.kind = SupervisorReport::Kind::not_started;
  report.status = errno;
  send_report(channel, report);
  _exit(127);
}

class Supervisor {
 public:
  Supervisor(const Supervised& supervised, int channel)
      : supervised_(supervised), channel_(channel) {
    if (supervised.timeout.count() > 0) {
      deadline_ = started_ + supervised.timeout;
    }
  }

  void run() {
    // Shares the memory until it runs the program: heed's is too large to be
    // copied once more.
    main_ = vfork();
    if (main_ == 0) {
      start(supervised_, channel_);
    }
    if (main_ < 0) {
      SupervisorReport report;
      report.kind = SupervisorReport::Kind::not_started;
      report.status = errno;
      send_report(channel_, report);
      return;
    }
    while (reap()) {
      if (Clock::now() >= deadline_ && !advance()) {
        break;
      }
      if (phase_ == Phase::killing) {
        signal_all(SIGKILL);
      }
      wait();
    }
    report_end();
  }

 private:
  // Collects what has ended; false when no child is left.
  bool reap() {
    while (true) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG);
      if (pid == 0) {
        return true;
      }
      if (pid < 0) {
        return errno == EINTR;
      }
      if (pid == main_) {
        report_.status = status;
        report_.wall_seconds =
            std::chrono::duration<double>(Clock::now() - started_).count();
        if (phase_ == Phase::running) {
          enter(Phase::settling, supervised_.settle);
        }
      }
    }
  }

  void enter(Phase phase, milliseconds limit) {
    phase_ = phase;
    deadline_ = Clock::now() + limit;
  }

  // The deadline of this phase has passed; false when nothing more can be done.
  bool advance() {
    switch (phase_) {
      case Phase::running:
        report_.timed_out = true;
        terminate(supervised_.grace);
        return true;
      case Phase::settling:
        report_left();
        enter(Phase::killing, kKillLimit);
        return true;
      case Phase::terminating:
        enter(Phase::killing, kKillLimit);
        return true;
      case Phase::killing:
        report_left();
        return false;
    }
    return false;
  }

  void terminate(milliseconds grace) {
    signal_all(SIGTERM);
    signal_all(SIGCONT);  // a stopped process would not see it
    enter(Phase::terminating, grace);
  }

  static void signal_all(int signal) {
    const ProcessList below = descendants_of(getpid());
    for (std::size_t i = 0; i < below.count; ++i) {
      kill(below.pids[i], signal);
    }
  }

  // Sleeps until a child ends, heed says something or the deadline is near.
  void wait() {
    pollfd event{channel_, POLLIN, 0};
    const bool is_killing = phase_ == Phase::killing;
    const auto rest = deadline_ - Clock::now();
    const auto pause = std::clamp<Clock::duration>(
        rest, Clock::duration::zero(),
        is_killing ? Clock::duration(kKillRound) : std::chrono::hours(1));
    const auto nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(pause).count();
    const timespec time{nanoseconds / 1000000000, nanoseconds % 1000000000};
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(is_killing ? nullptr : &event, is_killing ? 0 : 1, &time,
              &none) <= 0) {
      return;
    }
    char word = 0;
    if (recv(channel_, &word, 1, MSG_DONTWAIT) <= 0) {
      enter(Phase::killing, kKillLimit);
    } else if (phase_ == Phase::running) {
      report_.interrupted = true;
      terminate(std::min(supervised_.grace, kInterruptLimit));
    }
  }

  void report_left() const {
    const ProcessList below = descendants_of(getpid());
    for (std::size_t i = 0; i < below.count; ++i) {
      struct {
        SupervisorReport report;
        std::array<char, kMaxProcessText> text;
      } packet{};
      packet.report.kind = SupervisorReport::Kind::left;
      const std::size_t size = read_proc(
          below.pids[i], "cmdline", packet.text.data(), packet.text.size());
      if (size > 0) {
        send(channel_, &packet, sizeof(packet.report) + size, MSG_NOSIGNAL);
      }
    }
  }

  void report_end() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    report_.cpu_seconds =
        static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
        static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) /
            1e6;
    send_report(channel_, report_);
  }

  const Supervised& supervised_;
  const int channel_;
  const Clock::time_point started_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max();
  Phase phase_ = Phase::running;
  pid_t main_ = -1;
  SupervisorReport report_;
};

void note_signal(int) {}  // only so that SIGCHLD ends the poll

// Other commands' channels came along with the fork; held here they would
// hide the end of heed from their own supervisors.
void close_other_descriptors(const Supervised& supervised, int channel) {
  std::array keep = {supervised.input, supervised.output, supervised.error,
                     channel};
  std::sort(keep.begin(), keep.end());
  unsigned next = 0;
  for (const int descriptor : keep) {
    const auto kept = static_cast<unsigned>(descriptor);
    if (kept > next) {
      close_range(next, kept - 1, 0);
    }
    next = std::max(next, kept + 1);
  }
  close_range(next, ~0U, 0);
}

}  // namespace

void supervise(const Supervised& supervised, int channel) {
  setsid();
  close_other_descriptors(supervised, channel);
  prctl(PR_SET_NAME, "heed-supervise");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) {
    std::signal(signal, SIG_IGN);
  }
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGCHLD, &action, nullptr);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_SETMASK, &child, nullptr);
  Supervisor(supervised, channel).run();
  _exit(0);
}

}  // namespace heed::util
