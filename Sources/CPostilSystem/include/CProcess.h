#ifndef POSTIL_CPROCESS_H
#define POSTIL_CPROCESS_H
// Processes, descriptors handed from one to another, and memory that they share: what Swift's Glibc module leaves out.
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Starts a program in a process group of its own, without signals blocked or ignored. It gets `descriptor` as 3, the null
/// device as 0 and 1, and as 2 too unless `keepsErrors`; everything else is closed.
///
/// Returns its number, or -1 with errno.
pid_t postil_spawn(
  const char *path, char *const arguments[], char *const environment[], int descriptor, bool keepsErrors);

/// fork(2), for programs with one thread.
pid_t postil_fork(void);

/// A descriptor of a process; -1 with errno, as ENOSYS before Linux 5.3.
int postil_open_process(pid_t process);

/// Ends a process with SIGKILL, by its descriptor.
int postil_kill_process(int descriptor);

/// Permits one fork to a process that may not fork without, as soon as it asks for it.
///
/// `permits` comes from `postil_restrict_calls`. Returns 0 when that is done, and also when something can be read from
/// `socket`, the connection with the process: it may have found that it cannot fork. -1 with errno, ETIMEDOUT after the
/// deadline, a time of CLOCK_MONOTONIC in milliseconds.
int postil_permit_fork(int permits, int socket, int64_t deadline);

/// Memory with a descriptor that other processes can map: its size can never change. -1 with errno.
int postil_make_shared_memory(size_t size);

/// A copy of bytes as shared memory that can never change. -1 with errno.
int postil_make_sealed_copy(const void *bytes, size_t count);

/// Whether shared memory has exactly this size, and can never get another.
bool postil_has_fixed_size(int descriptor, size_t size);

/// A pipe that holds up to so many bytes, or as many as the system lets it. 0, or -1 with errno.
int postil_make_pipe(int ends[2], size_t size);

/// Sends all bytes through a pipe, without copying them: they must not change before the other end has read them. 0, or -1
/// with errno.
int postil_splice(int pipe, const void *bytes, size_t count);

/// Reads exactly so many bytes of a pipe. Deadline and result as those of `postil_receive`.
int postil_read_pipe(int pipe, void *bytes, size_t count, int64_t deadline);

/// Two sockets that are connected with each other.
int postil_socket_pair(int sockets[2]);

/// Sends all bytes, and up to eight descriptors with the first of them; no signal is raised. Deadline as that of `postil_receive`.
///
/// Returns 0; with errno, ETIMEDOUT after the deadline, 1 if nothing was sent, and -1 if only a part was.
int postil_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptorCount, int64_t deadline);

/// Receives exactly so many bytes, and the descriptors that came with them, up to eight: -1 of them if not all could be taken, as
/// this process may open no more, or there were more than eight; none is open then.
///
/// `deadline` is a time of CLOCK_MONOTONIC in milliseconds; a negative one never comes. It is kept to a quarter of a second,
/// whatever the other end sends. Returns 0; 1 if the other end was closed; -1 with errno, ETIMEDOUT after the deadline.
int postil_receive(
  int socket, void *bytes, size_t count, int *descriptors, int *descriptorCount, int64_t deadline);

/// The time of CLOCK_MONOTONIC in milliseconds, which stands while the machine sleeps.
int64_t postil_monotonic_milliseconds(void);

/// Whether something can be read, or the other end was closed, within a time.
bool postil_is_readable(int socket, int milliseconds);

#ifdef __cplusplus
}
#endif
#endif
