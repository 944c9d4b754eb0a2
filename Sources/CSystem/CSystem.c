#define _GNU_SOURCE
#include "CSystem.h"
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int postil_open_unnamed(const char *folder, mode_t mode) {
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

ssize_t postil_copy_file_range(int from, off_t *offset, int to, size_t count) {
#ifdef __GLIBC__
  off64_t position = *offset;
#else
  off_t position = *offset;
#endif
  ssize_t copied = copy_file_range(from, &position, to, NULL, count, 0);
  *offset = position;
  return copied;
}

int postil_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
}

ssize_t postil_private_memory(void) {
  // Not mallinfo2(): it walks all free blocks while every thread that allocates waits, up to a tenth of a second.
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  long size, resident, shared;
  if (sscanf(text, "%ld %ld %ld", &size, &resident, &shared) != 3) return 0;
  return (ssize_t)(resident - shared) * sysconf(_SC_PAGESIZE);
}

static atomic_int allowed;

bool postil_allows(int effect) { return (atomic_load(&allowed) & effect) != 0; }

void postil_allow(int effects) {
  int new = effects & ~atomic_fetch_or(&allowed, effects);
  if (new & postil_effect_exit) postil_allow_exit_guard();
}

void postil_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

size_t postil_heap_in_use(void) {
#ifdef __GLIBC__
  struct mallinfo2 state = mallinfo2();
  return state.uordblks + state.hblkhd;
#else
  return 0;
#endif
}

void postil_tidy_on_free(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
#endif
}
