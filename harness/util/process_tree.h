#pragma once

#include <array>
#include <cstddef>

#include <sys/types.h>

namespace heed::util {

/// Processes as the kernel lists them at one moment, in no useful order.
struct ProcessList {
  std::array<pid_t, 4096> pids{};
  std::size_t count = 0;  ///< more than fit are left out: ask again later
};

/// The processes below ROOT that still run, whatever their process group or
/// session; ROOT itself and zombies are left out. Orphans count where they
/// were re-parented, so ROOT should be a child subreaper.
///
/// Reads /proc without locks or allocation, so that a process just forked from
/// a threaded one may call it. Empty when /proc cannot be read.
[[nodiscard]] ProcessList descendants_of(pid_t root);

/// Reads the beginning of a small file of /proc into BUFFER.
/// Returns the bytes read, 0 when it is gone. Safe after fork, as above.
[[nodiscard]] std::size_t read_proc(pid_t pid, const char* file, char* buffer,
                                    std::size_t size);

}  // namespace heed::util
