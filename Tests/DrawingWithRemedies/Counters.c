#include "Counters.h"

#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter = -1;

void counters_open(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.inherit = 1;
  counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

static double milliseconds(struct timeval time) { return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3; }

Usage counters_read(void) {
  uint64_t count = 0;
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  Usage result = {-1, milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)};
  if (counter >= 0 && read(counter, &count, sizeof count) == sizeof count) result.instructions = (double)count;
  return result;
}

Usage usage_since(Usage start) {
  Usage now = counters_read();
  return (Usage){now.instructions < 0 ? -1 : now.instructions - start.instructions,
                 now.milliseconds - start.milliseconds};
}
