#ifndef POSTIL_WORDS_H
#define POSTIL_WORDS_H

#include <stdbool.h>

/// Writes a word of a library's tables, and remembers what was there. `is_read_only` says whether its page has to be made
/// writable for that. Changes nothing if it returns false.
bool word_write(void **address, void *value, bool is_read_only);

/// How many words were written.
int words_written(void);

/// Writes back what was there before words were written: those from `first` on, up to `end`.
void words_restore(int first, int end);

#endif
