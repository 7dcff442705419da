#pragma once

#include <cstdio>
#include <mutex>
#include <string_view>

namespace heed::util {

/// How much a person wants to read: -q, nothing, -v.
enum class LogLevel { quiet, normal, verbose };

/// Progress and diagnostics as whole lines, standard error in commands.
/// Thread safe: lines of several threads never mix.
class Log {
 public:
  /// STREAM must outlive the log.
  explicit Log(LogLevel level, std::FILE* stream = stderr)
      : level_(level), stream_(stream) {}

  /// Always: what went wrong.
  void error(std::string_view line) { write(LogLevel::quiet, line); }
  /// Unless quiet: progress.
  void info(std::string_view line) { write(LogLevel::normal, line); }
  /// Only if verbose: commands, why something was decided.
  void detail(std::string_view line) { write(LogLevel::verbose, line); }

  [[nodiscard]] LogLevel level() const { return level_; }

 private:
  void write(LogLevel least, std::string_view line);

  LogLevel level_;
  std::FILE* stream_;
  std::mutex mutex_;  ///< guards stream_
};

}  // namespace heed::util
