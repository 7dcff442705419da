#include "internal.h"

namespace crypto {
namespace {

std::string_view word(Message message) {
  switch (message) {
    case Message::request:
      return "REQUEST";
    case Message::register_alg:
      return "REGISTER";
    case Message::loaded:
      return "LOADED";
  }
  return "";
}

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::done:
      return "done";
    case Verdict::ok:
      return "ok";
    case Verdict::stop:
      return "stop";
  }
  return "";
}

Verdict call_chain(const Context& context, Message message,
                   const std::shared_ptr<Alg>& alg) {
  auto& impl = context.registry().impl();
  std::shared_ptr<const std::vector<Notifier>> chain;
  {
    const std::lock_guard lock(impl.chain_mutex);
    chain = impl.chain;
  }
  Verdict verdict = Verdict::done;
  for (const Notifier& notifier : *chain) {
    const Verdict answer = notifier(context, message, alg);
    if (answer != Verdict::done) {
      verdict = answer;
    }
    if (answer == Verdict::stop) {
      break;
    }
  }
  return verdict;
}

void end(const Context& context, Message message, const Alg& alg,
         Verdict verdict) {
  record(context, EventKind::notify_verdict, alg.name, word(verdict));
  record(context, EventKind::notify_end, alg.name, word(message));
  context.count(Counter::notifications, 1,
                static_cast<std::size_t>(message) * 3 +
                    static_cast<std::size_t>(verdict));
}

}  // namespace

void register_notifier(Registry& registry, Notifier notifier) {
  auto& impl = registry.impl();
  const std::lock_guard lock(impl.chain_mutex);
  auto longer = std::make_shared<std::vector<Notifier>>(*impl.chain);
  longer->push_back(std::move(notifier));
  impl.chain = std::move(longer);
}

Verdict probing_notify(const Context& context, Message message,
                       const std::shared_ptr<Alg>& alg) {
  check(!context.registry().impl().lock.is_held_for_writing(),
        "lock order: nobody is called with the registry lock held");
  record(context, EventKind::notify_begin, alg->name, word(message));
  Verdict verdict = call_chain(context, message, alg);
  if (verdict == Verdict::done) {
    request_module(context.owned_by_scope(), RequestClass::manager,
                   "cryptomgr");
    verdict = call_chain(context, message, alg);
  }
  end(context, message, *alg, verdict);
  return verdict;
}

void notify_loaded(const Context& context, const std::shared_ptr<Alg>& alg) {
  record(context, EventKind::notify_begin, alg->name, word(Message::loaded));
  Verdict verdict = Verdict::done;
  try {
    verdict = call_chain(context, Message::loaded, alg);
  } catch (const std::bad_alloc&) {
    // Its receivers only listen.
    verdict = Verdict::ok;
  }
  end(context, Message::loaded, *alg, verdict);
}

bool request_module(const Context& context, RequestClass request_class,
                    std::string_view name) {
  auto& impl = context.registry().impl();
  check(!impl.lock.is_held_for_writing(),
        "lock order: no module is requested with the registry lock held");
  std::optional<Stopwatch> phase;
  if (context.is_inside_init()) {
    phase.emplace(context, Counter::init_seconds,
                  static_cast<std::size_t>(Phase::module_request));
  }
  record(context, EventKind::module_request_begin, name);
  const bool is_loaded = impl.load_module && impl.load_module(context, name);
  record(context, EventKind::module_request_end, name,
         is_loaded ? "loaded" : "none");
  context.count(
      Counter::module_requests, 1,
      static_cast<std::size_t>(request_class) * 2 + (is_loaded ? 1 : 0));
  return is_loaded;
}

}  // namespace crypto
