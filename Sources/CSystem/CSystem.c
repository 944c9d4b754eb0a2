#define _GNU_SOURCE
#include "CSystem.h"
#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int postil_open_unnamed(const char *folder, mode_t mode) {
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

ssize_t postil_copy_file_range(int from, off_t *offset, int to, size_t count) {
  off64_t position = *offset;
  ssize_t copied = copy_file_range(from, &position, to, NULL, count, 0);
  *offset = position;
  return copied;
}

ssize_t postil_heap_size(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  struct mallinfo2 info = mallinfo2();
  return (ssize_t)(info.uordblks + info.hblkhd);
#else
  return 0;
#endif
}

void postil_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

pid_t postil_thread_number(void) { return (pid_t)syscall(SYS_gettid); }

void postil_calm_thread(pid_t thread) { setpriority(PRIO_PROCESS, (id_t)thread, 19); }
