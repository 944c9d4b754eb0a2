#include "Words.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_words = 128 };

typedef struct {
  void **address;
  void *before;
  bool is_read_only;
} Word;

static Word words[most_words];
static int count;

static bool write_word(void **address, void *value, bool is_read_only) {
  uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)address & ~(page_size - 1));
  if (is_read_only && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  *address = value;
  if (is_read_only) mprotect(page, page_size, PROT_READ);
  return true;
}

bool word_write(void **address, void *value, bool is_read_only) {
  if (count == most_words) return false;
  Word word = {address, *address, is_read_only};
  if (!write_word(address, value, is_read_only)) return false;
  words[count++] = word;
  return true;
}

int words_written(void) { return count; }

void words_restore(int first, int end) {
  for (int k = end; k-- > first;) {
    Word *word = &words[k];
    if (word->address) write_word(word->address, word->before, word->is_read_only);
    word->address = NULL;
  }
  while (count > 0 && !words[count - 1].address) count--;
}
