#include "harness/util/command.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heed::util {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kGrace{100};
constexpr milliseconds kSettle{50};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class CommandTest : public ::testing::Test {
 protected:
  CommandTest() {
    std::string name =
        (std::filesystem::temp_directory_path() / "command.XXXXXX").string();
    folder_ = mkdtemp(name.data());
    mkfifo(life_line().c_str(), 0600);
    reader_ = open(life_line().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  }
  ~CommandTest() override {
    close(reader_);
    std::filesystem::remove_all(folder_);
  }
  CommandTest(const CommandTest&) = delete;
  CommandTest& operator=(const CommandTest&) = delete;

  [[nodiscard]] std::string life_line() const {
    return (folder_ / "life").string();
  }

  [[nodiscard]] Command shell(const std::string& script) const {
    Command command;
    command.argv = {"sh", "-c", script};
    command.folder = folder_;
    command.environment = {{"LIFE", life_line()}};
    command.output = folder_ / "output";
    command.kill_grace = kGrace;
    return command;
  }

  Result<CommandResult> run(const Command& command) {
    return runner_->run(command, {});
  }

  // A byte that says that a process with the line open has got that far.
  void await_start() const {
    pollfd event{reader_, POLLIN, 0};
    poll(&event, 1, -1);
    char byte = 0;
    ASSERT_EQ(1, read(reader_, &byte, 1));
  }

  // Interrupts SCRIPT once it has written to the line.
  Result<CommandResult> interrupted_after_start(const std::string& script) {
    std::stop_source stop;
    Result<CommandResult> result;
    {
      const std::jthread thread(
          [&] { result = runner_->run(shell(script), stop.get_token()); });
      await_start();
      stop.request_stop();
    }
    return result;
  }

  // Script parts: wait until process PID is `sleep`; leave such a process to
  // whoever takes orphans.
  static std::string await_sleep(const std::string& pid) {
    return "until [ \"$(cat /proc/" + pid + "/comm)\" = sleep ]; do :; done; ";
  }
  static std::string leave(const std::string& seconds) {
    return "(setsid sleep " + seconds + " & echo $! >pid." + seconds + ") & " +
           "wait; " + await_sleep("$(cat pid." + seconds + ")");
  }

  // The kernel reports the end of the line once no process holds it open, so
  // that the end of a whole family is seen without looking for its members.
  [[nodiscard]] bool is_line_dead() const {
    std::array<char, 64> bytes{};
    ssize_t size = 0;
    while ((size = read(reader_, bytes.data(), bytes.size())) > 0) {
    }
    return size == 0;
  }

  std::filesystem::path folder_;
  int reader_ = -1;
  std::unique_ptr<CommandRunner> runner_ = make_command_runner(kSettle);
};

TEST_F(CommandTest, ReportsExitCodes) {
  for (const int code : {0, 1, 127, 255}) {
    const auto result = run(shell("exit " + std::to_string(code)));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(code, result->exit_code);
    EXPECT_EQ(0, result->signal);
    EXPECT_EQ(code == 0, result->ok());
  }
}

TEST_F(CommandTest, ReportsTheSignalOfACrash) {
  const auto result = run(shell("kill -SEGV $$"));
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(SIGSEGV, result->signal);
  EXPECT_EQ(-1, result->exit_code);
  EXPECT_FALSE(result->ok());
}

TEST_F(CommandTest, KeepsArgumentsAndFolderUnchanged) {
  Command command = shell(R"(pwd; printf '<%s>' "$@")");
  command.argv.insert(command.argv.end(), {"sh", "a b", "", "c;$d\n'\xff"});
  ASSERT_TRUE(run(command));
  EXPECT_EQ(
      std::filesystem::canonical(folder_).string() + "\n<a b><><c;$d\n'\xff>",
      text_of(command.output));
}

TEST_F(CommandTest, GivesAnEmptyStandardInput) {
  const auto result = run(shell("read answer"));
  ASSERT_TRUE(result);
  EXPECT_EQ(1, result->exit_code);
}

TEST_F(CommandTest, AppendsRawOutputAndSeparatesErrors) {
  Command command = shell("printf 'o\\0ut'; printf err >&2");
  ASSERT_TRUE(run(command));
  command.error = folder_ / "error";
  ASSERT_TRUE(run(command));
  EXPECT_EQ(std::string("o\0uterro\0ut", 11), text_of(command.output));
  EXPECT_EQ("err", text_of(command.error));
}

TEST_F(CommandTest, KeepsBigOutputComplete) {
  const Command command = shell("head -c 5000000 /dev/zero");
  ASSERT_TRUE(run(command));
  EXPECT_EQ(5000000U, std::filesystem::file_size(command.output));
}

TEST_F(CommandTest, CleansTheEnvironmentOnRequest) {
  setenv("HEED_COMMAND_TEST", "ours", 1);
  Command command = shell("");
  command.argv = {"env"};
  command.clean_environment = true;
  command.environment = {{"PATH", "/usr/bin:/bin"}, {"A", "b c"}};
  ASSERT_TRUE(run(command));
  EXPECT_EQ("A=b c\nPATH=/usr/bin:/bin\n", text_of(command.output));
}

TEST_F(CommandTest, WithholdsVariables) {
  setenv("HEED_COMMAND_TEST", "ours", 1);
  Command command = shell("echo ${HEED_COMMAND_TEST-unset}");
  ASSERT_TRUE(run(command));
  command.unset = {"HEED_COMMAND_TEST"};
  ASSERT_TRUE(run(command));
  EXPECT_EQ("ours\nunset\n", text_of(command.output));
}

TEST_F(CommandTest, NamesAProgramThatDoesNotExist) {
  for (const char* name : {"no-such-program", "./no-such-program", ""}) {
    Command command = shell("");
    command.argv = {name};
    const auto result = run(command);
    ASSERT_FALSE(result);
    EXPECT_EQ("cannot run", result.error().what);
    EXPECT_EQ(name, result.error().which);
    EXPECT_EQ("No such file or directory", result.error().why);
  }
}

TEST_F(CommandTest, NamesAFileThatIsNoProgram) {
  std::ofstream(folder_ / "data") << "\x01\x02";
  std::filesystem::permissions(folder_ / "data",
                               std::filesystem::perms::owner_all);
  Command command = shell("");
  command.argv = {"./data"};
  const auto result = run(command);
  ASSERT_FALSE(result);
  EXPECT_EQ("Exec format error", result.error().why);
}

TEST_F(CommandTest, NamesAFolderOrOutputThatCannotBeOpened) {
  Command command = shell("true");
  command.output = folder_ / "absent" / "output";
  const auto no_output = run(command);
  ASSERT_FALSE(no_output);
  EXPECT_EQ(command.output.string(), no_output.error().where);
  command = shell("true");
  command.folder = folder_ / "absent";
  const auto no_folder = run(command);
  ASSERT_FALSE(no_folder);
  EXPECT_EQ(command.folder.string(), no_folder.error().where);
}

TEST_F(CommandTest, EndsAtTheTimeOut) {
  Command command = shell("exec 3>$LIFE; sleep 1000");
  command.timeout = milliseconds(50);
  const auto result = run(command);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_EQ(SIGTERM, result->signal);
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, KillsAfterTheGraceWhatIgnoresTheRequestToEnd) {
  const auto result = interrupted_after_start(
      "exec 3>$LIFE; trap '' TERM; echo >&3; while :; do sleep 0.01; done");
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->interrupted);
  EXPECT_EQ(SIGKILL, result->signal);
  EXPECT_GE(result->wall, kGrace);
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, EndsDoubleForksAndNewSessionsAtTheTimeOut) {
  Command command = shell(
      "exec 3>$LIFE; (setsid sh -c \"trap '' TERM HUP; sleep 1000; :\" &) & "
      "sleep 1000");
  command.timeout = milliseconds(100);
  const auto result = run(command);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_TRUE(result->left_behind.empty());
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, NamesAndEndsWhatIsLeftBehind) {
  const auto result = run(shell("exec 3>$LIFE; " + leave("1234") +
                                "setsid sleep 1235 & " + await_sleep("$!")));
  ASSERT_TRUE(result);
  EXPECT_EQ(0, result->exit_code);
  EXPECT_EQ((std::vector<std::string>{"sleep 1234", "sleep 1235"}),
            result->left_behind);
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, DoesNotAccuseWhatEndsSoonByItself) {
  runner_ = make_command_runner(std::chrono::minutes(1));
  const auto result = run(shell("exec 3>$LIFE; sleep 0.01 &"));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->left_behind.empty());
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, EndsSoonAfterAnInterruption) {
  const auto result =
      interrupted_after_start("exec 3>$LIFE; echo >&3; sleep 1000");
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->interrupted);
  EXPECT_FALSE(result->timed_out);
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, StartsNothingAfterAnInterruption) {
  std::stop_source stop;
  stop.request_stop();
  const auto result = runner_->run(shell("echo started"), stop.get_token());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "output"));
}

TEST_F(CommandTest, LeavesNothingWhenTheRunnerIsKilled) {
  const pid_t runner = fork();
  if (runner == 0) {
    static_cast<void>(run(shell("exec 3>$LIFE; echo >&3; setsid sleep 1000")));
    _exit(0);
  }
  await_start();
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  pollfd event{reader_, POLLIN, 0};
  ASSERT_EQ(1, poll(&event, 1, 10000)) << "the sleeper still runs";
  EXPECT_TRUE(is_line_dead());
}

TEST_F(CommandTest, MeasuresWallAndProcessorTimeOfChildrenToo) {
  const auto result =
      run(shell("sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'"));
  ASSERT_TRUE(result);
  EXPECT_GT(result->cpu.count(), 0);
  EXPECT_GT(result->wall.count(), 0);
}

TEST_F(CommandTest, KeepsCommandsThatRunAtTheSameTimeApart) {
  std::array<Result<CommandResult>, 8> results;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < results.size(); ++i) {
      threads.emplace_back([&, i] {
        Command command = shell(i % 2 == 0 ? "exit " + std::to_string(i)
                                           : "(setsid sleep 12" +
                                                 std::to_string(i) + " &) & :");
        command.output = folder_ / std::to_string(i);
        results[i] = run(command);
      });
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    ASSERT_TRUE(results[i]);
    if (i % 2 == 0) {
      EXPECT_EQ(static_cast<int>(i), results[i]->exit_code);
      EXPECT_TRUE(results[i]->left_behind.empty());
    } else {
      EXPECT_EQ(std::vector{"sleep 12" + std::to_string(i)},
                results[i]->left_behind);
    }
  }
}

TEST_F(CommandTest, HoldsNoDescriptorsOverManyCommands) {
  const auto open_count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = open_count();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(run(shell("true")));
  }
  EXPECT_EQ(before, open_count());
}

TEST_F(CommandTest, GivesTheCommandNoDescriptorsButTheStandardOnes) {
  const int held = open("/dev/null", O_RDONLY);  // not close-on-exec
  const Command command = shell("ls /proc/$$/fd");
  ASSERT_TRUE(run(command));
  close(held);
  EXPECT_EQ("0\n1\n2\n", text_of(command.output));
}

TEST_F(CommandTest, WorksWithClosedStandardStreams) {
  const pid_t runner = fork();
  if (runner == 0) {
    close(0);
    close(1);
    close(2);
    const auto result = run(shell("echo out; echo err >&2; read answer"));
    _exit(result && result->exit_code == 1 ? 0 : 1);
  }
  int status = -1;
  waitpid(runner, &status, 0);
  EXPECT_EQ(0, status);
  EXPECT_EQ("out\nerr\n", text_of(folder_ / "output"));
}

TEST(ShellText, ShowsFolderEnvironmentAndFiles) {
  Command command;
  command.argv = {"./suite", "--only=a b"};
  command.folder = "/a b";
  command.environment = {{"HEED_CMDLINE", "fips=1"}};
  command.unset = {"GTEST_FILTER"};
  command.output = "/out";
  EXPECT_EQ(
      "cd '/a b' && env -u GTEST_FILTER HEED_CMDLINE=fips=1 ./suite '--only=a "
      "b' "
      ">>/out 2>&1",
      shell_text(command));
}

// What the shell makes of a quoted word, by its rules alone.
std::string unquoted(std::string_view text) {
  std::string out;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') {
      is_quoted = !is_quoted;
    } else if (text[i] == '\\' && !is_quoted) {
      out += text[++i];
    } else {
      out += text[i];
    }
  }
  return is_quoted ? "unterminated" : out;
}

RC_GTEST_PROP(ShellQuote, KeepsEveryWord, (const std::string& word)) {
  RC_ASSERT(unquoted(shell_quote(word)) == word);
}

TEST(ShellQuote, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ("plain-1.2/x", shell_quote("plain-1.2/x"));
  EXPECT_EQ("''", shell_quote(""));
  EXPECT_EQ("'it'\\''s $x'", shell_quote("it's $x"));
}

}  // namespace
}  // namespace heed::util
