#ifndef POSTIL_CSYSTEM_H
#define POSTIL_CSYSTEM_H
// What Swift's Glibc module leaves out because it stands behind _GNU_SOURCE.
#include <sys/types.h>

/// Opens a file without a name in a folder, to read and write. -1 and errno on failure.
int postil_open_unnamed(const char *folder, mode_t mode);

/// copy_file_range(2) from an offset, which it moves on, to where the other descriptor stands.
ssize_t postil_copy_file_range(int from, off_t *offset, int to, size_t count);

/// The bytes that the program has allocated, in all threads.
ssize_t postil_heap_size(void);

/// Gives memory that was freed back to the system, where malloc holds on to it.
void postil_return_memory(void);

/// The number that the system gives the calling thread.
pid_t postil_thread_number(void);

/// Lets a thread of this program run only when nothing else wants to.
void postil_calm_thread(pid_t thread);

#endif
