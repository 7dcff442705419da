#include "harness/util/log.h"

#include <string>

namespace heed::util {

void Log::write(LogLevel least, std::string_view line) {
  if (level_ < least) {
    return;
  }
  std::string text(line);
  text += '\n';
  const std::lock_guard lock(mutex_);
  std::fwrite(text.data(), 1, text.size(), stream_);
  std::fflush(stream_);
}

}  // namespace heed::util
