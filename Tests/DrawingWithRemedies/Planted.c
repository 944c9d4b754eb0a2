#include "Planted.h"

#include <cairo.h>
#include <stdint.h>
#include <string.h>

#include "../../Sources/PostilRenderRemedies/Hooks.h"
#include "../../Sources/PostilRenderRemedies/VirtualTables.h"
#include "../../Sources/PostilRenderRemedies/Words.h"

static void fill_nothing(cairo_t *context) { cairo_new_path(context); }

bool plant(const char *name) {
  if (strcmp(name, "entry") == 0) {
    const Hook hook = {"cairo_fill", (void *)fill_nothing};
    return hooks_install("libpoppler-glib.so", &hook, 1) == NULL;
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
