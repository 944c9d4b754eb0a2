#define _GNU_SOURCE
#include "CPostilSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's interface, which not every system's headers have.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};
struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t file;
};
enum { read_file = 1 << 2, read_folder = 1 << 3 };
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

int postil_restrict_files(const char *const paths[], int count) {
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1 /* the version */);
  if (version <= 0) return 0;
  // Every access to files that this version of the kernel knows of: executing, writing, reading, making, and so on.
  static const uint64_t known[] = {0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
  int last = (int)(sizeof known / sizeof *known);
  struct ruleset rules = {.files = known[(version < last ? version : last) - 1]};
  size_t size = sizeof(uint64_t);
  if (version >= 4) {
    rules.network = 3;  // TCP
    size = 2 * sizeof(uint64_t);
  }
  if (version >= 6) {
    // Abstract sockets. Not signals, which the filter of system calls keeps in: that of a process that shut itself in to a child
    // that was forked before, by which the child ends with it, would not come through.
    rules.scope = 1;
    size = 3 * sizeof(uint64_t);
  }
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return -1;
  for (int index = 0; index < count; index++) {
    int file = open(paths[index], O_PATH | O_CLOEXEC);
    if (file < 0) continue;
    struct stat status;
    if (fstat(file, &status) == 0 && (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode))) {
      struct beneath rule = {.allowed = S_ISDIR(status.st_mode) ? read_file | read_folder : read_file, .file = file};
      syscall(SYS_landlock_add_rule, ruleset, 1 /* a file, or what is beneath a folder */, &rule, 0);
    }
    close(file);
  }
  int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, ruleset, 0);
  int error = errno;
  close(ruleset);
  if (failed) return errno = error, -1;
  return version;
}
