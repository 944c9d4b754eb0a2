#define _GNU_SOURCE
#include "CPostilSandbox.h"
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// A list of what is allowed. Whatever is not on it fails with ENOSYS, as on a kernel that does not have it: C libraries, which
// come up with new calls all the time, then take the older ones that are here. What is allowed with some arguments only fails
// with the others as it does where they make no sense.

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
// It has a thread and calls of its own.
#undef MACHINE
#endif
#endif

#ifdef MACHINE

// Numbers that older headers do not have, the same on both machines.
#ifndef __NR_rseq
#error "These headers are too old."
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif
#ifndef SECCOMP_RET_USER_NOTIF
#define SECCOMP_RET_USER_NOTIF 0x7fc00000U
#endif
#ifndef SECCOMP_RET_LOG
#define SECCOMP_RET_LOG 0x7ffc0000U
#endif
#ifndef SECCOMP_FILTER_FLAG_LOG
#define SECCOMP_FILTER_FLAG_LOG (1UL << 1)
#endif
#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif
#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif

enum { launcher = 1 << postil_launcher, server = 1 << postil_server, worker = 1 << postil_worker };
enum { forking = launcher | server, all = forking | worker };

/// A call with whatever arguments.
typedef struct {
  uint16_t number;
  uint8_t roles;
} Call;

static const Call calls[] = {
  // What was opened or received.
  {__NR_read, all}, {__NR_pread64, all}, {__NR_readv, all}, {__NR_write, all}, {__NR_writev, all}, {__NR_vmsplice, all},
  {__NR_close, all}, {__NR_lseek, all}, {__NR_fstat, all}, {__NR_getdents64, all}, {__NR_fadvise64, all},
  {__NR_sendmsg, all}, {__NR_recvmsg, all}, {__NR_ppoll, all},
  // What files there are; Landlock keeps them from being opened.
  {__NR_newfstatat, all}, {__NR_statx, all}, {__NR_faccessat, all}, {__NR_faccessat2, all}, {__NR_readlinkat, all},
  {__NR_statfs, all}, {__NR_fstatfs, all}, {__NR_getcwd, all},
#ifdef __x86_64__
  {__NR_stat, all}, {__NR_lstat, all}, {__NR_access, all}, {__NR_readlink, all}, {__NR_getdents, all}, {__NR_poll, all},
  {__NR_time, all}, {__NR_getrlimit, all},
#endif
  // Memory of its own: more in `checked`.
  {__NR_brk, all}, {__NR_munmap, all},
  // What it is, and where.
  {__NR_getpid, all}, {__NR_gettid, all}, {__NR_getppid, all}, {__NR_getuid, all}, {__NR_geteuid, all}, {__NR_getgid, all},
  {__NR_getegid, all}, {__NR_uname, all}, {__NR_sysinfo, all}, {__NR_getrandom, all}, {__NR_getrusage, all},
  {__NR_sched_getaffinity, all}, {__NR_sched_yield, all}, {__NR_getcpu, all}, {__NR_clock_gettime, all},
  {__NR_clock_getres, all}, {__NR_clock_nanosleep, all}, {__NR_nanosleep, all}, {__NR_gettimeofday, all},
  {__NR_restart_syscall, all},
  // Signals that it gets; it can send none.
  {__NR_rt_sigaction, all}, {__NR_rt_sigprocmask, all}, {__NR_rt_sigreturn, all}, {__NR_sigaltstack, all},
  {__NR_exit, all}, {__NR_exit_group, all},
  // Forking, and what a C library does in the new process.
  {__NR_set_robust_list, forking}, {__NR_rseq, forking}, {__NR_wait4, forking}, {__NR_waitid, forking},
  {__NR_setitimer, forking},
  // Further filters only take away.
  {__NR_seccomp, forking},
  // For the program, which looks whose process it gets. Signals through it are not allowed.
  {434 /* pidfd_open */, forking},
};

// MARK: Making a program

enum { most_instructions = 512 };

typedef struct {
  struct sock_filter instructions[most_instructions];
  unsigned short count;
  /// Whether what is not allowed is only told.
  bool only_logs;
} Program;

static void add(Program *program, struct sock_filter instruction) {
  if (program->count < most_instructions) program->instructions[program->count] = instruction;
  program->count++;
}

static void answer(Program *program, uint32_t action) {
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

static void allow(Program *program) { answer(program, SECCOMP_RET_ALLOW); }

static void refuse(Program *program, int error) {
  answer(program, program->only_logs ? SECCOMP_RET_LOG : SECCOMP_RET_ERRNO | (uint32_t)error);
}

/// What follows, up to `end`, is for one call.
static int begin(Program *program, int number) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 0));
  return program->count;
}

static void end(Program *program, int start) {
  if (start <= most_instructions) program->instructions[start - 1].jf = (uint8_t)(program->count - start);
}

/// Loads the lower half of an argument, which is all that the kernel looks at where these are used.
static void load_argument(Program *program, int index) {
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Arguments have their halves the other way round."
#endif
  add(program, (struct sock_filter)BPF_STMT(
    BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)index)));
}

/// Refuses, unless what is loaded has no other bits than these.
static void require_bits(Program *program, uint32_t bits, int error) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, ~bits, 0, 1));
  refuse(program, error);
}

/// Allows the call if what is loaded is one of some values; goes on if not.
static void allow_values(Program *program, const uint32_t *values, size_t count) {
  for (size_t k = 0; k < count; k++) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[k], 0, 1));
    allow(program);
  }
}

static void one_of(Program *program, int number, int argument, const uint32_t *values, size_t count, int error) {
  int start = begin(program, number);
  load_argument(program, argument);
  allow_values(program, values, count);
  refuse(program, error);
  end(program, start);
}

static void only_bits(Program *program, int number, int argument, uint32_t bits, int error) {
  int start = begin(program, number);
  load_argument(program, argument);
  require_bits(program, bits, error);
  allow(program);
  end(program, start);
}

#define VALUES(...) (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

// MARK: Calls whose arguments matter

static void memory(Program *program) {
  int start = begin(program, __NR_mmap);
  // Nothing that can be executed.
  load_argument(program, 2);
  require_bits(program, PROT_READ | PROT_WRITE, EPERM);
  load_argument(program, 3);
  // Memory that grows downwards would be a stack, which the limit of memory does not count; neither does it count memory
  // that is shared with nobody.
  require_bits(program, MAP_SHARED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_NORESERVE |
                          MAP_STACK | MAP_POPULATE | MAP_DENYWRITE, EPERM);
  add(program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MAP_SHARED | MAP_ANONYMOUS, 0, 1));
  refuse(program, EPERM);
  allow(program);
  end(program, start);

  only_bits(program, __NR_mprotect, 2, PROT_READ | PROT_WRITE, EPERM);
  only_bits(program, __NR_mremap, 3, MREMAP_MAYMOVE | MREMAP_FIXED, EINVAL);
  one_of(program, __NR_madvise, 2,
         VALUES(MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE,
                MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_POPULATE_READ, MADV_POPULATE_WRITE), EINVAL);
}

static void descriptors(Program *program) {
  // To read, and nothing made.
  only_bits(program, __NR_openat, 2,
            O_CLOEXEC | O_DIRECTORY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_NOATIME | 0100000 /* O_LARGEFILE, x86-64 */ |
              0400000 /* O_LARGEFILE, aarch64; O_NOFOLLOW, x86-64 */, EACCES);
  // No owners, to which signals go; no locks, which the program holds as well; no flags, which it shares.
  one_of(program, __NR_fcntl, 1, VALUES(F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC, F_GET_SEALS), EINVAL);
  // Of nothing that is open here.
  int start = begin(program, __NR_ioctl);
  refuse(program, ENOTTY);
  end(program, start);
}

static void waiting(Program *program) {
  int start = begin(program, __NR_futex);
  load_argument(program, 1);
  add(program, (struct sock_filter)BPF_STMT(
    BPF_ALU | BPF_AND | BPF_K, (uint32_t) ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)));
  allow_values(program, VALUES(FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET));
  refuse(program, ENOSYS);
  end(program, start);
}

static void process(Program *program, postil_role role, uint32_t fork) {
  // Limits of the process itself.
  one_of(program, __NR_prlimit64, 0, VALUES(0), EPERM);
  int start = begin(program, __NR_prctl);
  if (role != postil_worker) {
    load_argument(program, 0);
    allow_values(program, VALUES(PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP));
    // That a process ends with its parent can be said, and not be taken back.
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 0, 3));
    load_argument(program, 1);
    allow_values(program, VALUES(SIGKILL));
  }
  refuse(program, EINVAL);
  end(program, start);
  if (role == postil_worker) return;
  // A fork as C libraries make it: nothing shared, no namespaces, no threads. Not clone3, whose flags are in memory.
  start = begin(program, __NR_clone);
  load_argument(program, 0);
  static const uint32_t forks[] = {CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, SIGCHLD};
  for (size_t k = 0; k < sizeof forks / sizeof *forks; k++) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forks[k], 0, 1));
    answer(program, fork);
  }
  refuse(program, EPERM);
  end(program, start);
}

static void make(Program *program, postil_role role, uint32_t fork, postil_strictness strictness) {
  program->count = 0;
  program->only_logs = strictness == postil_only_log;
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
  answer(program, SECCOMP_RET_KILL_PROCESS);
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#ifdef __x86_64__
  // Every call has a second number for 32-bit pointers. -1 is one that a tracer left out.
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  answer(program, SECCOMP_RET_KILL_PROCESS);
#endif
  memory(program);
  descriptors(program);
  waiting(program);
  process(program, role, fork);
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    if (!(calls[k].roles & 1 << role)) continue;
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[k].number, 0, 1));
    allow(program);
  }
  refuse(program, ENOSYS);
}

static int install(const Program *program, unsigned long flags) {
  if (program->count > most_instructions) return errno = E2BIG, -1;
  struct sock_fprog filter = {program->count, (struct sock_filter *)(uintptr_t)program->instructions};
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

int postil_restrict_calls(postil_role role, postil_strictness strictness, int *permits) {
  Program program;
  unsigned long flags = strictness == postil_refuse ? 0 : SECCOMP_FILTER_FLAG_LOG;
  *permits = -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  if (role == postil_server) {
    make(&program, role, SECCOMP_RET_USER_NOTIF, strictness);
    *permits = install(&program, flags | SECCOMP_FILTER_FLAG_NEW_LISTENER);
    if (*permits >= 0) return 0;
    // Before Linux 5.0, or somebody has permits to give to this process already.
  }
  make(&program, role, SECCOMP_RET_ALLOW, strictness);
  return install(&program, flags);
}
#else
int postil_restrict_calls(postil_role role, postil_strictness strictness, int *permits) {
  (void)role, (void)strictness;
  *permits = -1;
  return errno = ENOSYS, -1;
}
#endif
