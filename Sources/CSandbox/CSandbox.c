#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

// MARK: Files

// Landlock's interface, which not every system's headers have.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};
struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t folder;
};
enum { read_file = 1 << 2, read_folder = 1 << 3 };
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

int postil_restrict_files(const char *const folders[], int count) {
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
    int folder = open(folders[index], O_PATH | O_CLOEXEC | O_DIRECTORY);
    if (folder < 0) continue;
    struct beneath rule = {.allowed = read_file | read_folder, .folder = folder};
    syscall(SYS_landlock_add_rule, ruleset, 1 /* beneath a folder */, &rule, 0);
    close(folder);
  }
  int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, ruleset, 0);
  int error = errno;
  close(ruleset);
  if (failed) return errno = error, -1;
  return version;
}

// MARK: System calls

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define FORBID(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/// Lets a call through only if its first argument is 0, the process itself.
#define FORBID_FOR_OTHERS(number)                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4),                                                    \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),           \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

#ifdef MACHINE
static int install(struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {(unsigned short)count, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#define HEAD                                                                                              \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),                                \
    /* x86-64 knows every call by a second number for 32-bit pointers. */                                 \
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// A list of what is forbidden, since new versions of the C library keep coming up with calls that a list of what is
// allowed would not have.
static struct sock_filter calls[] = {
  HEAD,
  FORBID(SYS_socket), FORBID(SYS_socketpair), FORBID(SYS_connect), FORBID(SYS_bind), FORBID(SYS_listen),
  FORBID(SYS_accept), FORBID(SYS_accept4),
  FORBID(SYS_execve), FORBID(SYS_execveat),
  FORBID(SYS_ptrace), FORBID(SYS_process_vm_readv), FORBID(SYS_process_vm_writev), FORBID(SYS_kcmp),
  // abort() ends the process without tgkill too.
  FORBID(SYS_kill), FORBID(SYS_tkill), FORBID(SYS_tgkill), FORBID(SYS_rt_sigqueueinfo), FORBID(SYS_rt_tgsigqueueinfo),
  FORBID(424 /* pidfd_send_signal */), FORBID(438 /* pidfd_getfd */), FORBID(440 /* process_madvise */),
  // Other processes of the user: their limits, their turns, what they share.
  FORBID_FOR_OTHERS(SYS_prlimit64),
  FORBID(SYS_setpriority), FORBID(SYS_ioprio_set), FORBID(SYS_sched_setaffinity), FORBID(SYS_sched_setscheduler),
  FORBID(SYS_sched_setparam), FORBID(SYS_sched_setattr), FORBID(SYS_migrate_pages), FORBID(SYS_move_pages),
  FORBID(SYS_shmget), FORBID(SYS_shmat), FORBID(SYS_shmctl), FORBID(SYS_semget), FORBID(SYS_semctl), FORBID(SYS_semop),
  FORBID(SYS_msgget), FORBID(SYS_msgctl), FORBID(SYS_msgsnd), FORBID(SYS_msgrcv), FORBID(SYS_mq_open),
  FORBID(SYS_mount), FORBID(SYS_umount2), FORBID(SYS_pivot_root), FORBID(SYS_chroot), FORBID(SYS_unshare),
  FORBID(SYS_setns), FORBID(428 /* open_tree */), FORBID(429 /* move_mount */), FORBID(430 /* fsopen */),
  FORBID(431), FORBID(432), FORBID(433), FORBID(442 /* mount_setattr */),
  FORBID(SYS_bpf), FORBID(SYS_perf_event_open), FORBID(SYS_userfaultfd), FORBID(SYS_io_setup),
  FORBID(425 /* io_uring_setup */), FORBID(426), FORBID(427),
  FORBID(SYS_add_key), FORBID(SYS_request_key), FORBID(SYS_keyctl),
  FORBID(SYS_init_module), FORBID(SYS_finit_module), FORBID(SYS_delete_module), FORBID(SYS_kexec_load),
  FORBID(SYS_reboot), FORBID(SYS_swapon), FORBID(SYS_swapoff), FORBID(SYS_acct), FORBID(SYS_syslog),
  FORBID(SYS_settimeofday), FORBID(SYS_clock_settime), FORBID(SYS_adjtimex), FORBID(SYS_clock_adjtime),
  FORBID(SYS_sethostname), FORBID(SYS_setdomainname), FORBID(SYS_quotactl), FORBID(SYS_personality),
  FORBID(SYS_open_by_handle_at), FORBID(SYS_name_to_handle_at), FORBID(SYS_fanotify_init),
  FORBID(SYS_setuid), FORBID(SYS_setgid), FORBID(SYS_setreuid), FORBID(SYS_setregid), FORBID(SYS_setresuid),
  FORBID(SYS_setresgid), FORBID(SYS_setgroups), FORBID(SYS_capset),
  FORBID(SYS_fchmod), FORBID(SYS_fchmodat), FORBID(SYS_fchown), FORBID(SYS_fchownat), FORBID(SYS_unlinkat),
  FORBID(SYS_mkdirat), FORBID(SYS_mknodat), FORBID(SYS_linkat), FORBID(SYS_symlinkat), FORBID(SYS_renameat2),
  FORBID(SYS_truncate), FORBID(SYS_ftruncate), FORBID(SYS_fallocate), FORBID(SYS_setxattr), FORBID(SYS_utimensat),
#ifdef __x86_64__
  FORBID(SYS_chmod), FORBID(SYS_chown), FORBID(SYS_lchown), FORBID(SYS_unlink), FORBID(SYS_mkdir), FORBID(SYS_rmdir),
  FORBID(SYS_mknod), FORBID(SYS_link), FORBID(SYS_symlink), FORBID(SYS_rename), FORBID(SYS_renameat),
  FORBID(SYS_creat), FORBID(SYS_iopl), FORBID(SYS_ioperm), FORBID(SYS_modify_ldt), FORBID(SYS_uselib),
#endif
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

static struct sock_filter forks[] = {
  HEAD,
  FORBID(SYS_clone),
#ifdef __x86_64__
  FORBID(SYS_fork), FORBID(SYS_vfork),
#endif
  // A C library that gets this answer takes clone instead.
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int postil_restrict_calls(bool forbidsFork) {
  return forbidsFork ? install(forks, sizeof forks / sizeof *forks) : install(calls, sizeof calls / sizeof *calls);
}
#else
int postil_restrict_calls(bool forbidsFork) { return errno = ENOSYS, -1; }
#endif

// MARK: Resources

static int limit(int resource, uint64_t value) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now)) return -1;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) value = now.rlim_max;
  struct rlimit new = {value, value};
  return setrlimit((__rlimit_resource_t)resource, &new);
}

int postil_restrict_resources(uint64_t memory) {
  int failed = limit(RLIMIT_CORE, 0) | limit(RLIMIT_FSIZE, 0) | limit(RLIMIT_NOFILE, 256);
  // The sanitizers reserve terabytes.
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  memory = RLIM_INFINITY;
#endif
#endif
  failed |= limit(RLIMIT_DATA, memory);
  return failed ? -1 : 0;
}

void postil_grow_stack(void) {
  struct rlimit now;
  if (getrlimit(RLIMIT_STACK, &now) || now.rlim_cur >= 64 << 20) return;
  now.rlim_cur = now.rlim_max != RLIM_INFINITY && now.rlim_max < 64 << 20 ? now.rlim_max : 64 << 20;
  setrlimit(RLIMIT_STACK, &now);
}

void postil_limit_cpu(uint64_t seconds) {
  struct rusage used;
  struct rlimit now;
  if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &now)) return;
  rlim_t value = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 1;
  if (now.rlim_max != RLIM_INFINITY && value > now.rlim_max) value = now.rlim_max;
  now.rlim_cur = value;
  setrlimit(RLIMIT_CPU, &now);
}

// MARK: Ending with others

void postil_die_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(1);
}

static int watched = -1;

static void look_for_hangup(int signal) {
  (void)signal;
  int error = errno;
  struct pollfd wait = {.fd = watched, .events = 0};
  if (poll(&wait, 1, 0) > 0 && (wait.revents & (POLLHUP | POLLERR | POLLNVAL))) _exit(1);
  errno = error;
}

void postil_watch_hangup(int socket) {
  watched = socket;
  struct sigaction action = {.sa_handler = look_for_hangup, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval quarter = {{0, 250000}, {0, 250000}};
  setitimer(ITIMER_REAL, &quarter, NULL);
}

void postil_end_watch(void) {
  struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &none, NULL);
}
