#define _GNU_SOURCE
#include "CPostilSandbox.h"
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef DEBUG

static const char nowhere[] = "/tmp/postil-render-was-here-not";

typedef struct {
  void (*tell)(const char *, void *);
  void *context;
} Report;

/// A call that got as far as the kernel's own code worked, even if that found something amiss.
static void note(const Report *report, const char *name, long result, int refusal) {
  bool is_refused = result < 0 && (errno == refusal || errno == ENOSYS || errno == EPERM);
  if (!is_refused) report->tell(name, report->context);
}

#define TRY(name, refusal, ...) note(report, name, (__VA_ARGS__), refusal)
#define TRY_CALL(name, ...) note(report, name, syscall(__VA_ARGS__), ENOSYS)

static void signal_others(const Report *report, int descriptor) {
  pid_t parent = getppid();
  TRY("signals: owner of a descriptor", EINVAL, fcntl(descriptor, F_SETOWN, getpid()));
  TRY("signals: which signal an owner gets", EINVAL, fcntl(descriptor, F_SETSIG, SIGURG));
  TRY("signals: flags of a descriptor", EINVAL, fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL)));
  int self = getpid();
  TRY("signals: FIOSETOWN", ENOTTY, ioctl(descriptor, 0x8901, &self));
  TRY("signals: SIOCSPGRP", ENOTTY, ioctl(descriptor, 0x8902, &self));
  TRY("signals: change of a folder", EINVAL, fcntl(descriptor, F_NOTIFY, DN_MODIFY));
  TRY("signals: lease", EINVAL, fcntl(descriptor, F_SETLEASE, F_UNLCK));
  TRY_CALL("kill", __NR_kill, parent, 0);
  TRY_CALL("tkill", __NR_tkill, parent, 0);
  TRY_CALL("tgkill", __NR_tgkill, parent, parent, 0);
  TRY_CALL("rt_sigqueueinfo", __NR_rt_sigqueueinfo, parent, SIGUSR1, NULL);
  TRY_CALL("rt_tgsigqueueinfo", __NR_rt_tgsigqueueinfo, parent, parent, SIGUSR1, NULL);
  TRY_CALL("pidfd_send_signal", 424, -1, 0, NULL, 0);
  // Where it is no terminal, that is what the kernel says too.
  TRY("ioctl: typing for the user", ENOTTY, ioctl(0, TIOCSTI, ""));
  TRY("ioctl: bytes to read", ENOTTY, ioctl(descriptor, FIONREAD, &self));
}

static void lock(const Report *report) {
  struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  TRY("locks: fcntl", EINVAL, fcntl(0, F_SETLK, &whole));
  TRY("locks: of a description", EINVAL, fcntl(0, F_OFD_SETLK, &whole));
  TRY_CALL("locks: flock", __NR_flock, 0, 1 /* shared */);
}

static void change_files(const Report *report, int descriptor) {
  struct timespec times[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  TRY_CALL("fchmod", __NR_fchmod, -1, 0600);
  TRY_CALL("fchmodat", __NR_fchmodat, AT_FDCWD, nowhere, 0600);
  TRY_CALL("fchmodat2", 452, AT_FDCWD, nowhere, 0600, 0);
  TRY_CALL("fchown", __NR_fchown, -1, 0, 0);
  TRY_CALL("fchownat", __NR_fchownat, AT_FDCWD, nowhere, 0, 0, 0);
  TRY_CALL("setxattr", __NR_setxattr, nowhere, "user.a", "", 0, 0);
  TRY_CALL("lsetxattr", __NR_lsetxattr, nowhere, "user.a", "", 0, 0);
  TRY_CALL("fsetxattr", __NR_fsetxattr, -1, "user.a", "", 0, 0);
  TRY_CALL("setxattrat", 463, AT_FDCWD, nowhere, 0, "user.a", NULL, 0);
  TRY_CALL("removexattr", __NR_removexattr, nowhere, "user.a");
  TRY_CALL("lremovexattr", __NR_lremovexattr, nowhere, "user.a");
  TRY_CALL("fremovexattr", __NR_fremovexattr, -1, "user.a");
  TRY_CALL("removexattrat", 466, AT_FDCWD, nowhere, 0, "user.a");
  TRY_CALL("getxattr", __NR_getxattr, nowhere, "user.a", NULL, 0);
  TRY_CALL("file_setattr", 469, AT_FDCWD, nowhere, NULL, 0, 0);
  TRY_CALL("utimensat", __NR_utimensat, AT_FDCWD, nowhere, times, 0);
  TRY_CALL("unlinkat", __NR_unlinkat, AT_FDCWD, nowhere, 0);
  TRY_CALL("linkat", __NR_linkat, AT_FDCWD, nowhere, AT_FDCWD, nowhere, 0);
  TRY_CALL("symlinkat", __NR_symlinkat, "", AT_FDCWD, nowhere);
  TRY_CALL("mkdirat", __NR_mkdirat, AT_FDCWD, "", 0700);
  TRY_CALL("mknodat", __NR_mknodat, AT_FDCWD, "", 0100600, 0);
#ifdef __NR_renameat
  TRY_CALL("renameat", __NR_renameat, AT_FDCWD, nowhere, AT_FDCWD, nowhere);
#endif
  TRY_CALL("renameat2", __NR_renameat2, AT_FDCWD, nowhere, AT_FDCWD, nowhere, 0);
  TRY_CALL("truncate", __NR_truncate, nowhere, 0);
  TRY_CALL("ftruncate", __NR_ftruncate, -1, 0);
  TRY_CALL("fallocate", __NR_fallocate, -1, 0, 0, 1);
  TRY_CALL("openat2", 437, AT_FDCWD, nowhere, NULL, 0);
  TRY_CALL("name_to_handle_at", __NR_name_to_handle_at, AT_FDCWD, nowhere, NULL, NULL, 0);
  TRY_CALL("open_by_handle_at", __NR_open_by_handle_at, -1, NULL, 0);
  TRY("openat: to write", EACCES, syscall(__NR_openat, AT_FDCWD, nowhere, O_WRONLY));
  TRY("openat: to make", EACCES, syscall(__NR_openat, AT_FDCWD, "/tmp", O_TMPFILE | O_RDWR, 0600));
  TRY("openat: a path", EACCES, syscall(__NR_openat, AT_FDCWD, "/", O_PATH));
  TRY_CALL("chdir", __NR_chdir, "/");
  TRY_CALL("umask", __NR_umask, 077);
  TRY_CALL("copy_file_range", __NR_copy_file_range, -1, NULL, -1, NULL, 1, 0);
  TRY_CALL("sendfile", __NR_sendfile, descriptor, -1, NULL, 1);
  TRY_CALL("splice", __NR_splice, -1, NULL, descriptor, NULL, 1, 0);
  TRY_CALL("inotify_init1", __NR_inotify_init1, O_CLOEXEC);
  TRY_CALL("inotify_add_watch", __NR_inotify_add_watch, -1, "/", 1);
  TRY_CALL("fanotify_init", __NR_fanotify_init, 0, 0);
  TRY_CALL("mount", __NR_mount, NULL, nowhere, NULL, 0, NULL);
  TRY_CALL("umount2", __NR_umount2, nowhere, 0);
  TRY_CALL("open_tree", 428, AT_FDCWD, nowhere, 0);
  TRY_CALL("chroot", __NR_chroot, nowhere);
#ifdef __x86_64__
  TRY_CALL("open", __NR_open, "/usr/share", O_RDONLY);
  TRY_CALL("creat", __NR_creat, "", 0600);
  TRY_CALL("chmod", __NR_chmod, nowhere, 0600);
  TRY_CALL("chown", __NR_chown, nowhere, 0, 0);
  TRY_CALL("lchown", __NR_lchown, nowhere, 0, 0);
  TRY_CALL("unlink", __NR_unlink, nowhere);
  TRY_CALL("rename", __NR_rename, nowhere, nowhere);
  TRY_CALL("link", __NR_link, nowhere, nowhere);
  TRY_CALL("symlink", __NR_symlink, "", nowhere);
  TRY_CALL("mkdir", __NR_mkdir, "", 0700);
  TRY_CALL("rmdir", __NR_rmdir, nowhere);
  TRY_CALL("mknod", __NR_mknod, "", 0100600, 0);
  TRY_CALL("utime", __NR_utime, nowhere, NULL);
  TRY_CALL("utimes", __NR_utimes, nowhere, NULL);
  TRY_CALL("futimesat", __NR_futimesat, AT_FDCWD, nowhere, NULL);
#endif
}

static void take_memory(const Report *report) {
  enum { size = 2 << 20 };
  char *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return;
  int access = PROT_READ | PROT_WRITE;
  TRY("memory: to execute", EPERM, (long)mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  TRY("memory: made executable", EPERM, mprotect(own, size, PROT_READ | PROT_EXEC));
  TRY("memory: shared with nobody", EPERM, (long)mmap(NULL, size, access, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  TRY("memory: a stack", EPERM, (long)mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0));
  TRY("memory: huge pages", EPERM, (long)mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0));
  TRY("memory: locked", EPERM, (long)mmap(NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0));
  TRY("memory: moved and kept", EINVAL, (long)mremap(own, size, size, MREMAP_MAYMOVE | 4 /* MREMAP_DONTUNMAP */));
  TRY("memory: kept from forks", EINVAL, madvise(own, size, MADV_DONTFORK));
  TRY_CALL("mlock", __NR_mlock, own, 4096);
  TRY_CALL("memfd_create", __NR_memfd_create, "a", 1 /* MFD_CLOEXEC */);
  TRY_CALL("memfd_secret", 447, 0);
  TRY_CALL("pkey_mprotect", __NR_pkey_mprotect, own, 4096, PROT_READ, -1);
  TRY_CALL("remap_file_pages", __NR_remap_file_pages, own, 4096, 0, 0, 0);
  TRY_CALL("shmget", __NR_shmget, 0, 4096, 0600);
  TRY_CALL("shmat", __NR_shmat, -1, NULL, 0);
  TRY_CALL("userfaultfd", __NR_userfaultfd, 1 /* of its own code only */);
  munmap(own, size);
}

static void reach_processes(const Report *report, postil_role role) {
  pid_t parent = getppid();
  TRY_CALL("clone3", 435, NULL, 0);
  TRY_CALL("unshare", __NR_unshare, CLONE_FS);
  TRY_CALL("setns", __NR_setns, -1, 0);
  if (role == postil_worker) TRY_CALL("pidfd_open", 434, parent, 0);
  TRY_CALL("pidfd_getfd", 438, -1, 0, 0);
  TRY_CALL("ptrace", __NR_ptrace, 16 /* PTRACE_ATTACH */, -1, NULL, NULL);
  TRY_CALL("process_vm_readv", __NR_process_vm_readv, getpid(), NULL, 0, NULL, 0, 0);
  TRY_CALL("process_vm_writev", __NR_process_vm_writev, getpid(), NULL, 0, NULL, 0, 0);
  TRY_CALL("process_madvise", 440, -1, NULL, 0, 0, 0);
  TRY_CALL("kcmp", __NR_kcmp, getpid(), getpid(), 1, 0, 0);
  TRY_CALL("prlimit64", __NR_prlimit64, parent, RLIMIT_CORE, NULL, NULL);
  TRY_CALL("setpriority", __NR_setpriority, PRIO_PROCESS, 0, 1);
  TRY_CALL("sched_setaffinity", __NR_sched_setaffinity, -1, 0, NULL);
  TRY_CALL("sched_setscheduler", __NR_sched_setscheduler, -1, 0, NULL);
  TRY_CALL("ioprio_set", __NR_ioprio_set, 1, -1, 0);
  TRY_CALL("execve", __NR_execve, nowhere, NULL, NULL);
  TRY_CALL("execveat", __NR_execveat, AT_FDCWD, nowhere, NULL, NULL, 0);
  TRY_CALL("setpgid", __NR_setpgid, 0, getpgrp());
  TRY("prctl: outliving the parent", EINVAL, prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
  TRY("prctl: dumps", EINVAL, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  TRY("prctl: name", EINVAL, prctl(PR_SET_NAME, "a", 0, 0, 0));
}

static void reach_kernel(const Report *report) {
  TRY_CALL("socket", __NR_socket, AF_INET, SOCK_STREAM, 0);
  TRY_CALL("socketpair", __NR_socketpair, AF_UNIX, SOCK_STREAM, 0, NULL);
  TRY_CALL("connect", __NR_connect, -1, NULL, 0);
  TRY_CALL("bind", __NR_bind, -1, NULL, 0);
  TRY_CALL("accept4", __NR_accept4, -1, NULL, NULL, 0);
  TRY_CALL("sendto", __NR_sendto, -1, "", 1, 0, NULL, 0);
  TRY_CALL("setsockopt", __NR_setsockopt, -1, 0, 0, NULL, 0);
  TRY_CALL("pipe2", __NR_pipe2, NULL, 0);
  TRY_CALL("eventfd2", __NR_eventfd2, 0, O_CLOEXEC);
  TRY_CALL("epoll_create1", __NR_epoll_create1, O_CLOEXEC);
  TRY_CALL("timerfd_create", __NR_timerfd_create, 1, O_CLOEXEC);
  TRY_CALL("signalfd4", __NR_signalfd4, -1, NULL, 8, 0);
  TRY_CALL("io_uring_setup", 425, 1, NULL);
  TRY_CALL("io_setup", __NR_io_setup, 1, NULL);
  TRY_CALL("bpf", __NR_bpf, 0, NULL, 0);
  TRY_CALL("perf_event_open", __NR_perf_event_open, NULL, 0, -1, -1, 0);
  TRY_CALL("keyctl", __NR_keyctl, 0, -3, 0);
  TRY_CALL("add_key", __NR_add_key, NULL, NULL, NULL, 0, 0);
  TRY_CALL("request_key", __NR_request_key, NULL, NULL, NULL, 0);
  TRY_CALL("semget", __NR_semget, 0, 0, 0);
  TRY_CALL("semtimedop", __NR_semtimedop, -1, NULL, 0, NULL);
  TRY_CALL("msgget", __NR_msgget, 0x706f73, 0);
  TRY_CALL("mq_open", __NR_mq_open, "", 0, 0, NULL);
  TRY_CALL("mq_unlink", __NR_mq_unlink, "postil-render-was-here-not");
  TRY_CALL("personality", __NR_personality, 0xffffffff);
  TRY_CALL("syslog", __NR_syslog, 10 /* SYSLOG_ACTION_SIZE_BUFFER */, NULL, 0);
  TRY_CALL("setuid", __NR_setuid, getuid());
  TRY_CALL("setgroups", __NR_setgroups, -1, NULL);
  TRY_CALL("capset", __NR_capset, NULL, NULL);
  TRY_CALL("landlock_create_ruleset", 444, NULL, 0, 1);
  TRY_CALL("a call of the future", 1 << 16 | 0xff);
#ifdef __x86_64__
  TRY_CALL("modify_ldt", __NR_modify_ldt, 0, NULL, 0);
  TRY_CALL("iopl", __NR_iopl, 4);
#endif
}

static void look_away(int signal) { (void)signal; }

/// Forks on and on. A server that waits for a permit it does not get is woken by a timer.
static void fork_on(const Report *report) {
  struct sigaction action = {.sa_handler = look_away}, before;
  struct itimerval often = {{0, 20000}, {0, 20000}}, none = {{0, 0}, {0, 0}};
  sigset_t alarm, blocked;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &alarm, &blocked);
  sigaction(SIGALRM, &action, &before);
  setitimer(ITIMER_REAL, &often, NULL);
  const unsigned long flags[] = {SIGCHLD, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, CLONE_PARENT | SIGCHLD,
                                 CLONE_NEWUSER | SIGCHLD, CLONE_NEWPID | SIGCHLD, CLONE_UNTRACED | SIGCHLD};
  for (size_t k = 0; k < 3 * sizeof flags / sizeof *flags; k++) {
    static int number;
    long child = syscall(__NR_clone, flags[k % (sizeof flags / sizeof *flags)], 0, &number, &number, 0);
    if (child == 0) _exit(0);
    if (child > 0) report->tell("fork", report->context);
  }
#ifdef __x86_64__
  long child = syscall(__NR_fork);
  if (child == 0) _exit(0);
  if (child > 0) report->tell("fork", report->context);
#endif
  setitimer(ITIMER_REAL, &none, NULL);
  sigaction(SIGALRM, &before, NULL);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

void postil_try_calls(postil_role role, int descriptor, void (*tell)(const char *, void *), void *context) {
  Report report = {tell, context};
  signal_others(&report, descriptor);
  lock(&report);
  change_files(&report, descriptor);
  take_memory(&report);
  reach_processes(&report, role);
  reach_kernel(&report);
  fork_on(&report);
  note(&report, "setsid", syscall(__NR_setsid), ENOSYS);
}

static void write_name(const char *name, void *context) {
  (void)!write(*(int *)context, name, strlen(name));
  (void)!write(*(int *)context, "\n", 1);
}

int postil_try_calls_in_child(int role, char *names, size_t size) {
  int ends[2], sockets[2];
  if (pipe2(ends, O_CLOEXEC) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return -1;
  pid_t child = fork();
  if (child == 0) {
    // A child of a child, which may begin a session.
    pid_t grandchild = fork();
    if (grandchild == 0) {
      int permits = -1;
      if (role >= 0 && postil_restrict_calls((postil_role)role, postil_refuse, &permits)) _exit(2);
      postil_try_calls(role < 0 ? postil_worker : (postil_role)role, sockets[0], write_name, &ends[1]);
      // What came of this process's forks.
      write_name("tried", &ends[1]);
      _exit(0);
    }
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
  }
  close(ends[1]);
  close(sockets[0]);
  close(sockets[1]);
  size_t count = 0;
  ssize_t got;
  while (count + 1 < size && (got = read(ends[0], names + count, size - count - 1)) != 0) {
    if (got > 0) count += (size_t)got;
    else if (errno != EINTR) break;
  }
  names[count] = 0;
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int postil_make_call_in_child(postil_role role, long number) {
  pid_t child = fork();
  if (child == 0) {
    int permits = -1;
    if (postil_restrict_calls(role, postil_refuse, &permits)) _exit(2);
    _exit(syscall(number) < 0 ? 1 : 0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

#else

void postil_try_calls(postil_role role, int descriptor, void (*tell)(const char *, void *), void *context) {
  (void)role, (void)descriptor, (void)tell, (void)context;
}

int postil_try_calls_in_child(int role, char *names, size_t size) {
  (void)role, (void)names, (void)size;
  return -1;
}

int postil_make_call_in_child(postil_role role, long number) {
  (void)role, (void)number;
  return -1;
}

#endif
