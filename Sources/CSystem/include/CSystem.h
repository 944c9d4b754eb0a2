#ifndef POSTIL_CSYSTEM_H
#define POSTIL_CSYSTEM_H
// What Swift's Glibc module leaves out because it stands behind _GNU_SOURCE.
#include <stdbool.h>
#include <sys/types.h>

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

/// The memory that is the program's alone, in bytes: what all of its threads have allocated and touched, and what they
/// have freed and not given back. Takes some microseconds and blocks no other thread.
ssize_t postil_private_memory(void);

/// Gives memory that was freed back to the system, where malloc holds on to it: it goes through the heap of the whole
/// program, and holds up threads that allocate meanwhile.
void postil_return_memory(void);

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

/// What malloc has given out, in bytes. It walks all free blocks: for programs with one thread.
size_t postil_heap_in_use(void);

/// Has every free() tidy up for itself. Otherwise malloc puts small pieces aside and tidies all of them within some later
/// call: after a recording was freed, a tenth of a second.
void postil_tidy_on_free(void);

#ifdef __cplusplus
}
#endif
#endif
