#ifndef POSTIL_CSYSTEM_H
#define POSTIL_CSYSTEM_H
// What Swift's Glibc module leaves out because it stands behind _GNU_SOURCE.
#include <stdbool.h>
#include <sys/types.h>

#include "CMemory.h"
#include "CProcess.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opens a file without a name in a folder, to read and write. -1 and errno on failure.
int postil_open_unnamed(const char *folder, mode_t mode);

/// copy_file_range(2) from an offset, which it moves on, to where the other descriptor stands.
ssize_t postil_copy_file_range(int from, off_t *offset, int to, size_t count);

/// Renames a file unless there is one of the new name: EEXIST then.
int postil_rename_new(const char *from, const char *to);

/// What reaches beyond this library into the whole process, and happens only where the program allows it.
enum {
  /// See postil_guard_exit().
  postil_effect_exit = 1,
  /// See postil_return_memory().
  postil_effect_trim = 2,
};

/// Allows effects, from now on and for the rest of the process.
void postil_allow(int effects);

/// Whether an effect is allowed.
bool postil_allows(int effect);

/// Between these two a thread is inside a library that is taken down when the program ends. Once the program ends, the
/// first one does not return any more.
void postil_enter_library(void);
void postil_leave_library(void);

/// Whether the calling thread is inside such a library: for tests.
bool postil_is_inside_library(void);

/// Has the end of the program wait until no thread is inside a library, and, if that takes long and is allowed, skip what
/// takes the libraries down. To be called when they have been set up, since what was set up last is taken down first.
void postil_guard_exit(void);

/// The same, when that is allowed after they have been set up.
void postil_allow_exit_guard(void);

#ifdef __cplusplus
}
#endif
#endif
