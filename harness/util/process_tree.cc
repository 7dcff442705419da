#include "harness/util/process_tree.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heed::util {
namespace {

struct Row {
  pid_t pid = 0;
  pid_t parent = 0;
};

struct Table {
  std::array<Row, 16384> rows;
  std::size_t count = 0;
};

pid_t parse_pid(std::string_view text) {
  pid_t pid = 0;
  std::from_chars(text.data(), text.data() + text.size(), pid);
  return pid;
}

// The parent in "PID (NAME) STATE PARENT …", 0 for a zombie. NAME may hold
// anything, so it ends at the last parenthesis.
pid_t parse_parent(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || name_end + 4 >= stat.size()) {
    return 0;
  }
  const char state = stat[name_end + 2];
  return state == 'Z' || state == 'X' ? 0
                                      : parse_pid(stat.substr(name_end + 4));
}

void add_process(Table& table, const char* name) {
  const pid_t pid = parse_pid(name);
  if (pid <= 0 || table.count == table.rows.size()) {
    return;
  }
  std::array<char, 512> stat{};
  const std::size_t size = read_proc(pid, "stat", stat.data(), stat.size());
  const pid_t parent = parse_parent({stat.data(), size});
  if (parent > 0) {
    table.rows[table.count++] = {pid, parent};
  }
}

// By system call: readdir() allocates.
void fill(Table& table) {
  const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    return;
  }
  alignas(dirent64) std::array<char, 16384> entries{};
  while (true) {
    const long size =
        syscall(SYS_getdents64, folder, entries.data(), entries.size());
    if (size <= 0) {
      break;
    }
    for (long offset = 0; offset < size;) {
      const char* entry = entries.data() + offset;
      std::uint16_t length = 0;
      std::memcpy(&length, entry + offsetof(dirent64, d_reclen),
                  sizeof(length));
      add_process(table, entry + offsetof(dirent64, d_name));
      offset += length;
    }
  }
  close(folder);
}

}  // namespace

std::size_t read_proc(pid_t pid, const char* file, char* buffer,
                      std::size_t size) {
  std::array<char, 64> path{"/proc/"};
  char* end = std::to_chars(path.data() + 6, path.data() + 32, pid).ptr;
  *end++ = '/';
  const std::string_view name = std::string_view(file).substr(0, 20);
  std::copy(name.begin(), name.end(), end);
  const int descriptor = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return 0;
  }
  const ssize_t got = read(descriptor, buffer, size);
  close(descriptor);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

ProcessList descendants_of(pid_t root) {
  Table table;
  fill(table);
  ProcessList found;
  const auto is_below = [&](pid_t parent) {
    const auto end =
        found.pids.begin() + static_cast<std::ptrdiff_t>(found.count);
    return parent == root || std::find(found.pids.begin(), end, parent) != end;
  };
  // A parent may stand after its child in the table: repeat until none is new.
  for (bool is_growing = true; is_growing;) {
    is_growing = false;
    for (Row& row : table.rows) {
      if (row.pid != 0 && found.count < found.pids.size() &&
          is_below(row.parent)) {
        found.pids[found.count++] = row.pid;
        row.pid = 0;
        is_growing = true;
      }
    }
  }
  return found;
}

}  // namespace heed::util
