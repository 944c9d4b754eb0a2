#include "GuardedSource.hpp"
#include "Barrier.hpp"
#include <pthread.h>

namespace postil {

namespace {

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
    : BufferInputSource("document", new Buffer(const_cast<unsigned char *>(bytes), count), true) {}

void GuardedSource::seek(qpdf_offset_t offset, int whence) {
  // Once is enough: for each of the objects on its way back libqpdf would search the whole table.
  if (exhausted || is_stack_short()) {
    exhausted = true;
    throw Failure(POSTIL_QPDF_DAMAGED, "objects lead to each other too deeply");
  }
  BufferInputSource::seek(offset, whence);
}

} // namespace postil
