#pragma once

#include <chrono>
#include <cstdint>

namespace heed::util {

/// What a supervisor needs; made before it is forked, since afterwards it
/// must not allocate.
struct Supervised {
  const char* program = nullptr;  ///< a path
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;
  int input = -1;  ///< descriptors, all above 2
  int output = -1;
  int error = -1;
  std::chrono::milliseconds timeout{0};  ///< 0: none
  std::chrono::milliseconds grace{0};    ///< from SIGTERM to SIGKILL
  std::chrono::milliseconds settle{0};   ///< given to what outlives its parent
};

/// A packet from the supervisor; `left` is followed by the text of a process.
struct SupervisorReport {
  enum class Kind : std::uint8_t { not_started, left, ended };
  Kind kind = Kind::ended;
  bool timed_out = false;
  bool interrupted = false;
  int status = 0;  ///< as of wait(2); the error number of `not_started`
  double wall_seconds = 0;
  double cpu_seconds = 0;
};

inline constexpr std::size_t kMaxProcessText = 2048;

/// The life of a supervisor: one small process per command, forked from heed.
/// It is a child subreaper, so that every orphan of this command, and of no
/// other, comes to it; it starts the command in a session of its own and ends
/// only when no descendant is left.
///
/// CHANNEL is its end of a SOCK_SEQPACKET pair. A packet received there asks
/// to end the command (SIGTERM, grace, SIGKILL); end of file says that heed is
/// gone, so everything is killed at once. Allocates nothing and takes no lock.
///
/// Rejected: one subreaper in heed itself, which cannot tell whose orphan is
/// whose; PR_SET_PDEATHSIG, which fires when the starting thread ends.
[[noreturn]] void supervise(const Supervised& supervised, int channel);

}  // namespace heed::util
