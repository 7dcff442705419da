#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "internal.h"

namespace crypto {
namespace {

constexpr std::size_t kMaxArgs = 32;

struct TemplateName {
  std::string tmpl;
  std::vector<std::string> args;
};

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
          text[at] == '-' || text[at] == '_')) {
    ++at;
  }
  return at;
}

// The end of a word with nested arguments: `cbc(aes)` within its template.
std::optional<std::size_t> argument_end(std::string_view text, std::size_t at) {
  at = word_end(text, at);
  if (at == text.size() || text[at] != '(') {
    return at;
  }
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') {
      ++depth;
    } else if (text[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return std::nullopt;
}

// `template(arg[,arg…])`, nothing else.
std::optional<TemplateName> parse_name(std::string_view text) {
  std::size_t at = word_end(text, 0);
  TemplateName name{.tmpl = std::string(text.substr(0, at)), .args = {}};
  if (at == 0 || at == text.size() || text[at] != '(') {
    return std::nullopt;
  }
  do {
    const std::size_t begin = at + 1;
    const auto end = argument_end(text, begin);
    if (!end || *end == begin || *end == text.size() ||
        name.args.size() + 1 >= kMaxArgs) {
      return std::nullopt;
    }
    name.args.emplace_back(text.substr(begin, *end - begin));
    at = *end;
  } while (text[at] == ',');
  if (text[at] != ')' || at + 1 != text.size()) {
    return std::nullopt;
  }
  return name;
}

std::shared_ptr<Template> find_template(Registry::Impl& impl,
                                        std::string_view name) {
  const ReadLock lock(impl.lock);
  for (const auto& tmpl : impl.templates) {
    if (tmpl->name == name) {
      return tmpl;
    }
  }
  return nullptr;
}

std::shared_ptr<Template> lookup_template(const Context& context,
                                          const std::string& name) {
  auto& impl = context.registry().impl();
  auto tmpl = find_template(impl, name);
  if (tmpl == nullptr) {
    request_module(context, RequestClass::tmpl, "crypto-" + name);
    tmpl = find_template(impl, name);
  }
  return tmpl;
}

// Builds the instance; the code that answers the request. Throws what
// Template::create does.
int create_instance(const Context& context, const TemplateName& name,
                    const TemplateArgs& args) {
  while (true) {
    const auto tmpl = lookup_template(context, name.tmpl);
    if (tmpl == nullptr) {
      return ENOENT;
    }
    const int code = code_of(tmpl->create(context, *tmpl, args));
    if (code != EAGAIN) {
      return code;
    }
  }
}

int probe(const Context& context, const TemplateName& name,
          const TemplateArgs& args) {
  try {
    return create_instance(context, name, args);
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

constexpr std::string_view kProbeThread = "cryptomgr_probe";
constexpr std::string_view kTestThread = "cryptomgr_test";

// Counters and events of either kind of thread. A pooled worker counts once
// for each test.
void thread_begins(const Context& context, std::string_view name) {
  record(context, EventKind::thread_spawn, name);
  context.count(Counter::threads_live);
}

void thread_ends(const Context& context, std::string_view name) {
  context.count(Counter::threads_live, -1);
  record(context, EventKind::thread_exit, name);
}

Verdict verdict_of(const Context& context, bool is_started) {
  if (is_started) {
    return Verdict::stop;
  }
  context.count(Counter::threads_live, -1);
  context.count(Counter::thread_failures);
  return Verdict::ok;
}

Verdict cryptomgr_schedule_probe(const Context& context,
                                 const std::shared_ptr<Larval>& larval) {
  auto name = parse_name(larval->name);
  if (!name) {
    return Verdict::ok;
  }
  const Context own = context.on_other_thread();
  TemplateArgs args{.type = larval->flags & ~(kAlgLarval | kAlgTested),
                    .mask = larval->mask,
                    .names = name->args};
  auto body = [own, larval, name = std::move(*name), args = std::move(args)] {
    own.count(Counter::probe_threads_created);
    own.registry().impl().events.begin_thread();
    const int code = probe(own, name, args);
    larval->flags |= kAlgDead;
    record(own, EventKind::larval_complete, larval->name, {}, code);
    larval->complete(code);
    thread_ends(own, kProbeThread);
  };
  thread_begins(own, kProbeThread);
  const auto started = or_enomem([&] {
    return own.registry().impl().threads.start(std::string(kProbeThread),
                                               std::move(body));
  });
  return verdict_of(own, started.has_value());
}

// The larval under test of an algorithm; null if it has gone meanwhile.
std::shared_ptr<Larval> larval_of(const Context& context, const Alg& alg) {
  auto& impl = context.registry().impl();
  const ReadLock lock(impl.lock);
  for (const Entry* entry = impl.table.by_driver(alg.driver_name);
       entry != nullptr; entry = Table::next_by_driver(*entry)) {
    if (is_larval(*entry->alg)) {
      auto larval = std::static_pointer_cast<Larval>(entry->alg);
      if (larval->adult.get() == &alg) {
        return larval;
      }
    }
  }
  return nullptr;
}

// Where it was queued, but no thread is left to run it.
void drop_test(const Context& context, const Alg& alg) {
  verdict_of(context, false);
  if (const auto larval = larval_of(context, alg)) {
    fail_unscheduled(context, larval);
  }
}

Verdict cryptomgr_schedule_test(const Context& context,
                                const std::shared_ptr<Alg>& alg) {
  const Context own = context.on_other_thread();
  thread_begins(own, kTestThread);
  const auto started = or_enomem([&] {
    return own.registry().impl().pool.submit(
        {.subject = alg.get(),
         .run =
             [own, alg] {
               own.count(Counter::threads_created);
               apply_result(own, alg->driver_name, run_alg_test(own, alg));
               thread_ends(own, kTestThread);
             },
         .drop = [own, alg] { drop_test(own, *alg); }});
  });
  return verdict_of(own, started.has_value());
}

}  // namespace

void register_manager(const Context& context) {
  register_notifier(context.registry(),
                    [](const Context& caller, Message message,
                       const std::shared_ptr<Alg>& alg) {
                      switch (message) {
                        case Message::request:
                          return cryptomgr_schedule_probe(
                              caller, std::static_pointer_cast<Larval>(alg));
                        case Message::register_alg:
                          return cryptomgr_schedule_test(caller, alg);
                        case Message::loaded:
                          return Verdict::done;
                      }
                      return Verdict::done;
                    });
}

}  // namespace crypto
