#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "crypto/boot.h"
#include "crypto/proc.h"
#include "internal.h"

namespace crypto {
namespace {

// As in zlib: reflected, polynomial 0xedb88320.
std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
  }
  return ~crc;
}

void put_end(std::ostream& out, std::string_view name,
             const std::string& body) {
  std::array<char, 9> crc{};
  std::snprintf(crc.data(), crc.size(), "%08x", crc32(body));
  out << "== end " << name << ' ' << body.size() << ' ' << crc.data() << '\n';
}

void put_section(std::ostream& out, std::string_view name,
                 const std::string& body) {
  out << "== " << name << '\n' << body;
  put_end(out, name, body);
}

std::string_view tri_state(std::optional<bool> value) {
  if (!value) {
    return "unset";
  }
  return *value ? "1" : "0";
}

std::string_view level_name(Level level) {
  switch (level) {
    case Level::arch:
      return "arch";
    case Level::subsys:
      return "subsys";
    case Level::module:
      return "module";
    case Level::late:
      return "late";
  }
  return "";
}

}  // namespace

std::string Boot::config_text() const {
  std::string text = "cmdline";
  for (const std::string_view word : words_) {
    text.append(" ").append(word);
  }
  text += parameters_.notests ? "\nloaded notests = 1" : "\nloaded notests = 0";
  text += parameters_.fips ? "\nloaded fips = 1\n" : "\nloaded fips = 0\n";
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    if (infos_[i]->is_under_test) {
      text.append("loaded ").append(infos_[i]->name).append(".notests = ");
      text.append(tri_state(parameters_.module_notests[i])).append("\n");
      text.append("loaded ").append(infos_[i]->name).append(".noslowtests = ");
      text += parameters_.module_noslowtests[i] ? "1\n" : "0\n";
    }
  }
  for (const ModuleInfo* info : infos_) {
    if (info->is_under_test) {
      text.append("compiled ").append(info->name).append(".selftests = ");
      text += info->selftests_compiled ? "1\n" : "0\n";
    }
  }
  for (const std::string_view word : parameters_.ignored) {
    text.append("ignored ").append(word).append("\n");
  }
  return text;
}

std::string Boot::modules_text() const {
  std::string text;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const ModuleRecord& record = records_[i];
    const ModuleInfo& info = *record.info;
    text.append(info.name).append(" init=").append(info.init_name);
    text.append(" level=").append(level_name(info.level));
    text.append(" result=").append(std::to_string(-record.result));
    text.append(" decision=").append(to_string(record.decision.outcome));
    text.append(" reason=").append(to_string(record.decision.reason));
    text.append(" state=");
    text.append(
        to_string(worst_state(*registry_, static_cast<ModuleId>(i + 1))));
    text += '\n';
  }
  return text;
}

void Boot::print(std::ostream& out, bool with_events) const {
  put_section(out, "config", config_text());
  put_section(out, "log", registry_->log_text());
  print_after_log(out, with_events);
}

void Boot::print_begin() {
  if (console_ != nullptr) {
    put_section(*console_, "config", config_text());
    *console_ << "== log\n" << std::flush;
  }
}

void Boot::print_rest(bool with_events) {
  std::ostream* console = nullptr;
  {
    const std::lock_guard lock(console_mutex_);
    console = std::exchange(console_, nullptr);
  }
  if (console != nullptr) {
    put_end(*console, "log",
            registry_->log_text().substr(0, console_log_size_));
    print_after_log(*console, with_events);
  }
}

void Boot::print_after_log(std::ostream& out, bool with_events) const {
  put_section(out, "proc-crypto", proc_crypto(*registry_));
  put_section(out, "modules", modules_text());
  put_section(out, "counters", registry_->counters_text());
  put_section(out, "events",
              with_events ? registry_->events_text() : std::string());
  put_section(out, "leaks", registry_->leaks_text());
  out << "== done " << to_string(status_) << '\n';
}

}  // namespace crypto
