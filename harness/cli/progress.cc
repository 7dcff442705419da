#include "harness/cli/progress.h"

#include <cstdio>
#include <mutex>

#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/util/format.h"

namespace heed::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

bool has_failed(const core::CellResult& result) {
  return result.status == core::CellStatus::failed ||
         result.status == core::CellStatus::build_failed ||
         result.cls == core::CellClass::inconclusive;
}

class LineProgress : public pipeline::Progress {
 public:
  LineProgress(bool is_moving, bool is_verbose)
      : is_moving_(is_moving), is_verbose_(is_verbose) {}

  void planned(const core::Plan& plan) override {
    const std::scoped_lock lock(mutex_);
    state_ = {.total = plan.cells.size()};
    builds_ = plan.builds.size();
    built_ = 0;
    begin_ = Clock::now();
    line(report::plan_line(plan));
  }

  void built(const core::BuildResult& build) override {
    const std::scoped_lock lock(mutex_);
    ++built_;
    const std::string text = util::format(
        "build {}/{} {} {} {:.1f}s", built_, builds_, build.artifact.build,
        build.artifact.built ? "done" : "FAILED",
        build.artifact.configure_seconds + build.artifact.build_seconds);
    if (is_moving_ && build.artifact.built) {
      moving(text);
    } else {
      line(text);
    }
    cells_begin_ = Clock::now();
  }

  void cell_done(const core::CellResult& result) override {
    const std::scoped_lock lock(mutex_);
    ++state_.done;
    const auto now = Clock::now();
    const auto seconds = [](Clock::duration span) {
      return std::chrono::duration<double>(span).count();
    };
    state_.elapsed_seconds = seconds(now - begin_);
    state_.left_seconds = seconds(now - cells_begin_) /
                          static_cast<double>(state_.done) *
                          static_cast<double>(state_.total - state_.done);
    state_.current = {result.cell.name};
    if (has_failed(result) || is_verbose_) {
      line(report::cell_line(state_, result));
    } else if (is_moving_) {
      moving(report::progress_line(state_, terminal_width()));
    } else if (now - last_plain_ >= std::chrono::seconds(1)) {
      last_plain_ = now;
      line(report::progress_line(state_));
    }
  }

  void note(std::string_view text) override {
    const std::scoped_lock lock(mutex_);
    line(std::string(text));
  }

  void error(std::string_view text) override {
    const std::scoped_lock lock(mutex_);
    line("heed: " + std::string(text));
  }

  ~LineProgress() override { clear(); }

 private:
  void clear() {
    if (is_shown_) {
      std::fputs("\r\033[K", stderr);
      is_shown_ = false;
    }
  }
  void line(const std::string& text) {
    clear();
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  void moving(const std::string& text) {
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    std::fflush(stderr);
    is_shown_ = true;
  }

  const bool is_moving_;
  const bool is_verbose_;
  std::mutex mutex_;  ///< guards what follows
  report::Progress state_;
  std::size_t builds_ = 0;
  std::size_t built_ = 0;
  Clock::time_point begin_;
  Clock::time_point cells_begin_;
  Clock::time_point last_plain_;
  bool is_shown_ = false;
};

}  // namespace

std::unique_ptr<pipeline::Progress> make_progress(
    const pipeline::Options& options) {
  if (options.quiet || options.progress == "none") {
    return std::make_unique<pipeline::SilentProgress>();
  }
  const bool is_moving =
      options.progress == "bar" ||
      (options.progress == "auto" && !options.ci && isatty(STDERR_FILENO) != 0);
  return std::make_unique<LineProgress>(is_moving, options.verbose);
}

}  // namespace heed::cli
