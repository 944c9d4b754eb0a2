#define _GNU_SOURCE
#include "CPostilSystem.h"
#include <fcntl.h>
#include <stdatomic.h>
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

static atomic_int allowed;

bool postil_allows(int effect) { return (atomic_load(&allowed) & effect) != 0; }

void postil_allow(int effects) {
  int new = effects & ~atomic_fetch_or(&allowed, effects);
  if (new & postil_effect_exit) postil_allow_exit_guard();
}
