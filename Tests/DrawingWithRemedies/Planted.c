#include "Planted.h"

#include <cairo.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "../../Sources/PostilRenderRemedies/Hooks.h"
#include "../../Sources/PostilRenderRemedies/VirtualTables.h"
#include "../../Sources/PostilRenderRemedies/Words.h"

static void fill_nothing(cairo_t *context) { cairo_new_path(context); }

static void crash(cairo_t *context) {
  (void)context;
  raise(SIGSEGV);
}

static void loop(cairo_t *context) {
  (void)context;
  for (volatile int k = 0;; k = 0) continue;
}

static void *no_source(const void *stream) {
  (void)stream;
  return NULL;
}

static bool plant_fill(void (*fill)(cairo_t *)) {
  const Hook hook = {"cairo_fill", (void *)fill};
  return hooks_install("libpoppler-glib.so", &hook, 1) == NULL;
}

bool plant(const char *name) {
  if (strcmp(name, "entry") == 0) return plant_fill(fill_nothing);
  if (strcmp(name, "crash") == 0) return plant_fill(crash);
  if (strcmp(name, "loop") == 0) return plant_fill(loop);
  if (strcmp(name, "source") == 0) {
    void **table = (void **)(uintptr_t)virtual_table("libpoppler.so", "11FlateStream");
    return table && word_write(&table[23], (void *)no_source, true);
  }
  if (strcmp(name, "slots") == 0) {
    void **table = (void **)(uintptr_t)virtual_table("libpoppler.so", "11EmbedStream");
    if (!table) return false;
    // Those that drawing does not call.
    void *copy = table[26];
    return word_write(&table[26], table[27], true) && word_write(&table[27], copy, true);
  }
  return false;
}
