#include "internal.h"

namespace crypto {
namespace {

void record_use(Registry::Impl& impl, EventKind kind, std::string_view mode) {
  impl.events.record(kind, kNoModule, kNoModule, {}, mode, 0);
}

}  // namespace

void TableLock::lock() {
  check(!is_held_for_writing(), "the registry lock is not taken twice");
  mutex_.lock();
  writer_ = std::this_thread::get_id();
  version_.fetch_add(1, std::memory_order_seq_cst);
  record_use(*impl_, EventKind::lock_acquire, "write");
}

void TableLock::unlock() {
  record_use(*impl_, EventKind::lock_release, "write");
  version_.fetch_add(1, std::memory_order_seq_cst);
  writer_ = std::thread::id();
  mutex_.unlock();
}

void TableLock::lock_shared() {
  check(!is_held_for_writing(), "the registry lock is not taken twice");
  mutex_.lock_shared();
  record_use(*impl_, EventKind::lock_acquire, "read");
}

void TableLock::unlock_shared() {
  record_use(*impl_, EventKind::lock_release, "read");
  mutex_.unlock_shared();
}

}  // namespace crypto
