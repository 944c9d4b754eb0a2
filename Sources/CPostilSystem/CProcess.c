#define _GNU_SOURCE
#include "CProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

enum { descriptor_limit = 8 };

// MARK: Starting and ending

pid_t postil_spawn(
  const char *path, char *const arguments[], char *const environment[], int descriptor, bool keepsErrors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return errno = error, -1;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return errno = error, -1;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  pid_t process = -1;
  // A descriptor that is 3 already would be closed at the exec: dup2 of one onto itself clears that, in glibc since 2.29.
  if (!(error = posix_spawn_file_actions_adddup2(&actions, descriptor, 3)) &&
      !(error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) &&
      !(error = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)) &&
      (keepsErrors || !(error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0))) &&
      !(error = posix_spawn_file_actions_addclosefrom_np(&actions, 4)) &&
      !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
      !(error = posix_spawnattr_setsigmask(&attributes, &none)) &&
      !(error = posix_spawnattr_setpgroup(&attributes, 0)) &&
      !(error = posix_spawnattr_setflags(
          &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)))
    error = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error) return errno = error, -1;
  return process;
}

pid_t postil_fork(void) { return fork(); }

int postil_open_process(pid_t process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return errno = ENOSYS, -1;
#endif
}

int postil_kill_process(int descriptor) {
#ifdef SYS_pidfd_send_signal
  return (int)syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0);
#else
  return errno = ENOSYS, -1;
#endif
}

// MARK: Permits

// The interface of seccomp's notifications, which not every system's headers have.
struct notification {
  uint64_t id;
  /// Which process and which call; newer kernels may say more.
  uint64_t rest[63];
};
struct response {
  uint64_t id;
  int64_t value;
  int32_t error;
  uint32_t flags;
};
#define RECEIVE_NOTIFICATION _IOWR('!', 0, char[80])
#define SEND_RESPONSE _IOWR('!', 1, struct response)

int postil_permit_fork(int permits, int socket, int64_t deadline) {
  while (true) {
    int64_t left = deadline - postil_monotonic_milliseconds();
    struct pollfd wait[] = {{.fd = socket, .events = POLLIN}, {.fd = permits, .events = POLLIN}};
    int ready = poll(wait, 2, left < 0 ? 0 : left > 1 << 30 ? 1 << 30 : (int)left);
    if (ready < 0 && errno != EINTR) return -1;
    if (ready > 0 && wait[0].revents) return 0;
    if (ready > 0 && !(wait[1].revents & POLLIN)) return 0;
    if (ready > 0) {
      struct notification asked = {0};
      struct response response = {.flags = 1 /* the call is made */};
      if (ioctl(permits, RECEIVE_NOTIFICATION, &asked) == 0) {
        response.id = asked.id;
        if (ioctl(permits, SEND_RESPONSE, &response) == 0) return 0;
      }
      // A signal may have come between the question and the answer: it is asked again. All else is no place for permits.
      if (errno != ENOENT && errno != EINTR) return 0;
    }
    if (postil_monotonic_milliseconds() >= deadline) return errno = ETIMEDOUT, -1;
  }
}

// MARK: Shared memory

static int make_memory(size_t size) {
  int memory = memfd_create("postil", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Before Linux 6.3.
  if (memory < 0 && errno == EINVAL) memory = memfd_create("postil", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, (off_t)size) == 0) return memory;
  int error = errno;
  close(memory);
  return errno = error, -1;
}

static int seal(int memory, int seals) {
  if (memory < 0 || fcntl(memory, F_ADD_SEALS, seals | F_SEAL_SEAL) == 0) return memory;
  int error = errno;
  close(memory);
  return errno = error, -1;
}

int postil_make_shared_memory(size_t size) {
  return seal(make_memory(size), F_SEAL_SHRINK | F_SEAL_GROW);
}

int postil_make_sealed_copy(const void *bytes, size_t count) {
  int memory = make_memory(count);
  if (memory < 0) return -1;
  for (size_t done = 0; done < count;) {
    ssize_t written = pwrite(memory, (const char *)bytes + done, count - done, (off_t)done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      int error = written < 0 ? errno : EIO;
      close(memory);
      return errno = error, -1;
    }
    done += (size_t)written;
  }
  return seal(memory, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

bool postil_has_fixed_size(int descriptor, size_t size) {
  struct stat status;
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) && (seals & F_SEAL_GROW) && fstat(descriptor, &status) == 0 &&
         (uint64_t)status.st_size == size;
}

// MARK: Sockets

int postil_socket_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets); }

int64_t postil_monotonic_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// How much longer than the deadline what is there is taken, in milliseconds.
enum { lateness = 250 };

/// Waits until there is something to read or room to write. After the deadline what is there already is still taken for a moment, since
/// this thread may have been held up itself; the other end cannot prolong that by sending on and on. `late` is 0 at first, and
/// then when that moment is over. 0, or -1 with errno, ETIMEDOUT after the deadline.
static int wait_until_ready(int descriptor, short events, int64_t deadline, int64_t *late) {
  if (deadline < 0) return 0;
  while (true) {
    int64_t now = postil_monotonic_milliseconds();
    int64_t left = deadline - now;
    if (left <= 0) {
      left = 0;
      if (*late == 0) *late = now + lateness;
      if (now >= *late) return errno = ETIMEDOUT, -1;
    }
    struct pollfd wait = {.fd = descriptor, .events = events};
    int ready = poll(&wait, 1, left > 1 << 30 ? 1 << 30 : (int)left);
    if (ready > 0) return 0;
    if (ready < 0 && errno != EINTR) return -1;
    if (ready == 0 && left == 0) return errno = ETIMEDOUT, -1;
  }
}

int postil_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptorCount, int64_t deadline) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * descriptor_limit)];
  } control = {0};
  if (descriptorCount < 0 || descriptorCount > descriptor_limit) return errno = EINVAL, 1;
  bool has_begun = false;
  int64_t late = 0;
  while (count > 0) {
    if (wait_until_ready(socket, POLLOUT, deadline, &late) != 0) return has_begun ? -1 : 1;
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptorCount > 0) {
      size_t size = sizeof(int) * (size_t)descriptorCount;
      message.msg_control = control.bytes;
      message.msg_controllen = CMSG_SPACE(size);
      struct cmsghdr *header = CMSG_FIRSTHDR(&message);
      *header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(size)};
      memcpy(CMSG_DATA(header), descriptors, size);
    }
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | (deadline < 0 ? 0 : MSG_DONTWAIT));
    if (sent < 0 && (errno == EINTR || (deadline >= 0 && errno == EAGAIN))) continue;
    if (sent <= 0) return has_begun ? -1 : 1;
    has_begun = true;
    descriptorCount = 0;
    bytes = (const char *)bytes + sent;
    count -= (size_t)sent;
  }
  return 0;
}

// Keeps the descriptors that fit, and closes the rest.
static void take_descriptors(struct msghdr *message, int *descriptors, int *count) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t received = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < received; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      if (*count < descriptor_limit) descriptors[(*count)++] = descriptor;
      else close(descriptor);
    }
  }
}

int postil_receive(
  int socket, void *bytes, size_t count, int *descriptors, int *descriptorCount, int64_t deadline) {
  *descriptorCount = 0;
  bool is_cut = false;
  int64_t late = 0;
  while (count > 0) {
    if (wait_until_ready(socket, POLLIN, deadline, &late) != 0) return -1;
    union {
      struct cmsghdr header;
      char bytes[CMSG_SPACE(sizeof(int) * descriptor_limit)];
    } control = {0};
    struct iovec part = {bytes, count};
    struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0 && errno == EINTR) continue;
    if (received < 0) return errno == ECONNRESET ? 1 : -1;
    take_descriptors(&message, descriptors, descriptorCount);
    // There are more than fit, or this process may open no more.
    if (message.msg_flags & MSG_CTRUNC) is_cut = true;
    if (received == 0) return 1;
    bytes = (char *)bytes + received;
    count -= (size_t)received;
  }
  if (is_cut) {
    for (int index = 0; index < *descriptorCount; index++) close(descriptors[index]);
    *descriptorCount = -1;
  }
  return 0;
}

bool postil_is_readable(int socket, int milliseconds) {
  struct pollfd wait = {.fd = socket, .events = POLLIN};
  return poll(&wait, 1, milliseconds) > 0;
}

// MARK: Pipes

int postil_make_pipe(int ends[2], size_t size) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // A smaller one works too: users have a limit for all of theirs.
  fcntl(ends[1], F_SETPIPE_SZ, (int)(size < 1 << 20 ? size : 1 << 20));
  return 0;
}

int postil_splice(int pipe, const void *bytes, size_t count) {
  bool copies = false;
  while (count > 0) {
    struct iovec part = {(void *)bytes, count};
    ssize_t sent = copies ? write(pipe, bytes, count) : vmsplice(pipe, &part, 1, 0);
    if (sent < 0 && errno == EINTR) continue;
    // Not every sandbox that a program runs in has this call.
    if (sent < 0 && !copies && (errno == ENOSYS || errno == EPERM)) {
      copies = true;
      continue;
    }
    if (sent < 0) return -1;
    bytes = (const char *)bytes + sent;
    count -= (size_t)sent;
  }
  return 0;
}

int postil_read_pipe(int pipe, void *bytes, size_t count, int64_t deadline) {
  int64_t late = 0;
  while (count > 0) {
    if (wait_until_ready(pipe, POLLIN, deadline, &late) != 0) return -1;
    ssize_t received = read(pipe, bytes, count);
    if (received < 0 && errno == EINTR) continue;
    if (received < 0) return -1;
    if (received == 0) return 1;
    bytes = (char *)bytes + received;
    count -= (size_t)received;
  }
  return 0;
}
