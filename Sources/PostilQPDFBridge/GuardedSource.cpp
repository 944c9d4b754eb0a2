#include "GuardedSource.hpp"
#include "Barrier.hpp"
#include <pthread.h>

namespace postil {

namespace {

/// What one use may read, in bytes: so many times the file, and some more for small ones. An honest file is read about
/// three times when it is searched.
constexpr uint64_t times = 32, least_work = 64 << 20;
/// What a call costs beside the bytes that it reads.
constexpr uint64_t call = 16;

/// What is left for libqpdf's way back and for functions that read nothing, in bytes.
constexpr size_t reserve = 192 << 10;

/// The lowest address of the thread's stack that may be used; 0 if it is not known.
uintptr_t lowest_address() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *start = nullptr;
  size_t size = 0;
  int result = pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  if (result != 0) return 0;
  return reinterpret_cast<uintptr_t>(start) + (size > 2 * reserve ? reserve : size / 2);
}

bool is_stack_short() {
  thread_local uintptr_t const lowest = lowest_address();
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < lowest;
}

} // namespace

GuardedSource::GuardedSource(const uint8_t *bytes, size_t count)
    // It takes the bytes for its own to change, which it does not do.
    : BufferInputSource("document", new Buffer(const_cast<unsigned char *>(bytes), count), true), count(count),
      most_work(least_work + times * count) {}

void GuardedSource::require_unexhausted() const {
  if (is_deep) throw Failure(POSTIL_QPDF_DAMAGED, "objects lead to each other too deeply");
  if (is_long) throw Failure(POSTIL_QPDF_DAMAGED, "it would be read many times over");
}

void GuardedSource::add(uint64_t more) {
  work += more;
  if (work > most_work) is_long = true;
  require_unexhausted();
}

void GuardedSource::seek(qpdf_offset_t offset, int whence) {
  // Once is enough: for each of the objects on its way back libqpdf would search the whole table.
  if (is_stack_short()) is_deep = true;
  add(call);
  BufferInputSource::seek(offset, whence);
}

size_t GuardedSource::read(char *buffer, size_t length) {
  size_t got = BufferInputSource::read(buffer, length);
  add(got + call);
  return got;
}

qpdf_offset_t GuardedSource::findAndSkipNextEOL() {
  auto before = tell();
  auto found = BufferInputSource::findAndSkipNextEOL();
  auto after = tell();
  add((after > before ? static_cast<uint64_t>(after - before) : 0) + call);
  return found;
}

} // namespace postil
