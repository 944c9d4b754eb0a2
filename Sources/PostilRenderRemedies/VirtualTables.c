#define _GNU_SOURCE
#include "VirtualTables.h"

#include "Hooks.h"
#include "Words.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { most_segments = 16 };

typedef struct {
  const char *start;
  size_t size;
  bool is_executable;
} Segment;

/// What of a library is in memory.
typedef struct {
  const char *library;
  Segment segments[most_segments];
  size_t count;
} Image;

static int search_library(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  Image *image = data;
  if (!is_library(library->dlpi_name, image->library)) return 0;
  for (int k = 0; k < library->dlpi_phnum && image->count < most_segments; k++) {
    const ElfW(Phdr) *header = &library->dlpi_phdr[k];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_R)) continue;
    image->segments[image->count++] = (Segment){(const char *)(library->dlpi_addr + header->p_vaddr), header->p_filesz,
                                                (header->p_flags & PF_X) != 0};
  }
  return 1;
}

/// The place of a name with its zeros around it.
static const char *find_name(const Image *image, const char *name) {
  size_t length = strlen(name) + 1;
  for (size_t k = 0; k < image->count; k++) {
    const Segment *segment = &image->segments[k];
    if (segment->is_executable) continue;
    const char *at = segment->start, *end = at + segment->size;
    while ((at = memmem(at, (size_t)(end - at), name, length))) {
      if (at == segment->start || at[-1] == 0) return at;
      at++;
    }
  }
  return NULL;
}

/// The next word behind `after` that is `value`, NULL if there is none.
static void *const *find_word(const Image *image, uintptr_t value, void *const *after) {
  for (size_t k = 0; k < image->count; k++) {
    const Segment *segment = &image->segments[k];
    if (segment->is_executable) continue;
    uintptr_t start = ((uintptr_t)segment->start + sizeof value - 1) & ~(sizeof value - 1);
    const uintptr_t *words = (const uintptr_t *)start;
    size_t count = segment->size > sizeof value ? (segment->size - (start - (uintptr_t)segment->start)) / sizeof value : 0;
    for (size_t word = 0; word < count; word++)
      if (words[word] == value && (void *const *)&words[word] > after) return (void *const *)&words[word];
  }
  return NULL;
}

static bool is_function(const Image *image, const void *address) {
  for (size_t k = 0; k < image->count; k++) {
    const Segment *segment = &image->segments[k];
    if (segment->is_executable && (const char *)address >= segment->start
        && (const char *)address < segment->start + segment->size)
      return true;
  }
  return false;
}

void *const *virtual_table(const char *library, const char *type_name) {
  Image image = {.library = library};
  dl_iterate_phdr(search_library, &image);
  const char *name = find_name(&image, type_name);
  if (!name) return NULL;
  // A type_info: its own table, and the name. A table: the offset to the object, the type_info, and the functions.
  void *const *named = NULL;
  while ((named = find_word(&image, (uintptr_t)name, named))) {
    uintptr_t type = (uintptr_t)(named - 1);
    void *const *typed = NULL;
    while ((typed = find_word(&image, type, typed)))
      if (typed[-1] == NULL && is_function(&image, typed[1])) return typed + 1;
  }
  return NULL;
}

bool virtual_table_has(void *const *table, const NamedFunction *functions, size_t count) {
  for (size_t k = 0; k < count; k++) {
    const void *function = dlsym(RTLD_DEFAULT, functions[k].name);
    if (!function || table[functions[k].slot] != function) return false;
  }
  return true;
}

const char *virtual_table_override(const char *library, void *const *table, const VirtualFunction *functions,
                                   size_t count) {
  Image image = {.library = library};
  dl_iterate_phdr(search_library, &image);
  for (size_t k = 0; k < count; k++)
    if (!is_function(&image, table[functions[k].slot])) return "the table of virtual functions has another function";
  int before = words_written();
  void **slots = (void **)(uintptr_t)table;
  for (size_t k = 0; k < count; k++) {
    *functions[k].original = slots[functions[k].slot];
    if (word_write(&slots[functions[k].slot], functions[k].replacement, true)) continue;
    words_restore(before, words_written());
    return "the table of virtual functions cannot be written";
  }
  return NULL;
}
