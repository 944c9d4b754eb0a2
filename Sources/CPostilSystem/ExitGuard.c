#define _GNU_SOURCE
#include "CPostilSystem.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// When a program ends, the tables of its C++ libraries are taken down while other threads run on. One that is inside
// such a library then brings the program down with a signal, after it had done all its work.

static atomic_int inside;
static atomic_bool is_ending;
static _Thread_local int depth;
static _Thread_local bool is_last;

void postil_enter_library(void) {
  atomic_fetch_add(&inside, 1);
  if (depth++ == 0 && atomic_load(&is_ending) && !is_last) {
    atomic_fetch_sub(&inside, 1);
    for (;;) pause();
  }
}

void postil_leave_library(void) {
  depth--;
  atomic_fetch_sub(&inside, 1);
}

bool postil_is_inside_library(void) { return depth > 0; }

/// Returns whether all other threads have left.
static bool wait_for_others(void) {
  is_last = true;
  atomic_store(&is_ending, true);
  for (int milliseconds = 0; milliseconds < 1000; milliseconds++) {
    if (atomic_load(&inside) <= depth) return true;
    usleep(1000);
  }
  return false;
}

/// What is registered without the program's consent: it waits, and ends nothing.
static void wait_at_end(void) { wait_for_others(); }

#ifdef __GLIBC__
static void end(int status, void *unused) {
  (void)unused;
  if (wait_for_others()) return;
  fflush(NULL);
  _exit(status);
}

static void install(void) { on_exit(end, NULL); }
#else
// Without on_exit, which tells the status, there is nothing to end the program with.
static void install(void) {}
#endif

static atomic_bool is_set_up;

void postil_guard_exit(void) {
  atomic_store(&is_set_up, true);
  atexit(wait_at_end);
  if (postil_allows(postil_effect_exit)) install();
}

void postil_allow_exit_guard(void) {
  if (atomic_load(&is_set_up)) install();
}
