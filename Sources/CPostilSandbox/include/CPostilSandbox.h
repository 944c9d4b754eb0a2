#ifndef POSTIL_CSANDBOX_H
#define POSTIL_CSANDBOX_H
// What shuts a process in. Nothing of it can be taken back, and everything is inherited by forked processes.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Lets these files, and the files under these folders, be opened to read, and nothing else be opened or written, by Landlock.
/// What does not exist is left out. Returns the version of the kernel's interface, 0 if it has none, -1 with errno.
int postil_restrict_files(const char *const paths[], int count);

/// Processes by what they have to do, each with fewer system calls than the one before.
typedef enum {
  /// Forks servers, and sees no document.
  postil_launcher,
  /// Opens a document and forks workers.
  postil_server,
  /// Draws.
  postil_worker,
} postil_role;

/// What becomes of a system call that is not on the list.
typedef enum {
  /// It fails.
  postil_refuse,
  /// It fails, and the kernel's log says so.
  postil_refuse_and_log,
  /// It is made, and the kernel's log says so: nothing is shut in.
  postil_only_log,
} postil_strictness;

/// Lets a process make only the system calls that it needs, by seccomp: all others fail as on a kernel that does not have them.
///
/// A server's forks each wait for somebody's permission: who has `*permits`, a descriptor, gives it by `postil_permit_fork`.
/// It is -1 for other processes, and if the kernel has no such thing: then a server may fork. 0; -1 with errno if the kernel
/// has no seccomp or the machine is not known.
int postil_restrict_calls(postil_role role, postil_strictness strictness, int *permits);

/// Limits memory that is the process's own, files, and core dumps. 0, or -1 with errno.
int postil_restrict_resources(uint64_t memory);

/// Lets the stack of the first thread grow to 64 MB: poppler recurses deeply on deeply nested pages.
void postil_grow_stack(void);

/// Ends the process with SIGXCPU after so much more CPU time, in seconds, counted from now; and for good when it took `most`
/// seconds of it in all, which no later call makes more. Returns whether so much is left.
bool postil_limit_cpu(uint64_t seconds, uint64_t most);

/// Ends this process with SIGKILL when its parent ends. To be called right after the fork, with the parent's number.
void postil_die_with_parent(pid_t parent);

/// Ends the process when the other end of a socket is closed, also while it is busy: looked for four times a second by a
/// timer, until the watch is ended.
void postil_watch_hangup(int socket);
void postil_end_watch(void);

// For tests; builds for release have nothing of it.

/// Tries system calls that reach further than this process, and tells the names of those that got into the kernel's own code.
/// `descriptor` is a socket.
void postil_try_calls(postil_role role, int descriptor, void (*tell)(const char *, void *), void *context);

/// Does so in a process of its own that is shut in for a role; -1 for one that is not. The names come one a line, "tried" last.
/// Returns that process's status.
int postil_try_calls_in_child(int role, char *names, size_t size);

/// Makes a call in such a process. Returns its status as waitpid(2) tells it.
int postil_make_call_in_child(postil_role role, long number);
#endif
