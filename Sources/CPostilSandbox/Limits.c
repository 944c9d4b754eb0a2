#define _GNU_SOURCE
#include "CPostilSandbox.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

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

bool postil_limit_cpu(uint64_t seconds, uint64_t most) {
  struct rusage used;
  struct rlimit now;
  if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &now)) return true;
  rlim_t spent = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1;
  if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most) now.rlim_max = most;
  bool is_left = spent + seconds <= now.rlim_max;
  now.rlim_cur = is_left ? spent + seconds : now.rlim_max;
  setrlimit(RLIMIT_CPU, &now);
  return is_left;
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
