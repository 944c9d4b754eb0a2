#ifndef POSTIL_CSANDBOX_H
#define POSTIL_CSANDBOX_H
// What shuts a process in. Nothing of it can be taken back, and everything is inherited by forked processes.
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Lets files be opened to read under these folders only, and nothing be written, by Landlock. Folders that do not exist are
/// left out. Returns the version of the kernel's interface, 0 if it has none, -1 with errno.
int postil_restrict_files(const char *const folders[], int count);

/// Forbids system calls by seccomp: sockets, programs, other processes, changes of the system; with `forbidsFork`, new
/// processes and threads too. 0; -1 with errno if the kernel has no seccomp or the machine is not known.
int postil_restrict_calls(bool forbidsFork);

/// Limits memory that is the process's own, files, and core dumps. 0, or -1 with errno.
int postil_restrict_resources(uint64_t memory);

/// Lets the stack of the first thread grow to 64 MB: poppler recurses deeply on deeply nested pages.
void postil_grow_stack(void);

/// Ends the process with SIGXCPU after so much more CPU time, in seconds, counted from now.
void postil_limit_cpu(uint64_t seconds);

/// Ends this process with SIGKILL when its parent ends. To be called right after the fork, with the parent's number.
void postil_die_with_parent(pid_t parent);

/// Ends the process when the other end of a socket is closed, also while it is busy: looked for four times a second by a
/// timer, until the watch is ended.
void postil_watch_hangup(int socket);
void postil_end_watch(void);
#endif
