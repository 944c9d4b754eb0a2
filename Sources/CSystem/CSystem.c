#define _GNU_SOURCE
#include "CSystem.h"
#include <fcntl.h>
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
