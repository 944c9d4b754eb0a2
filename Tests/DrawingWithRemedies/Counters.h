#ifndef POSTIL_COUNTERS_H
#define POSTIL_COUNTERS_H

/// What this process used so far. `instructions` is negative where they cannot be counted.
typedef struct {
  double instructions, milliseconds;
} Usage;

void counters_open(void);
Usage counters_read(void);
Usage usage_since(Usage start);

#endif
