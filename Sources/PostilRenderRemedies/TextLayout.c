#define _GNU_SOURCE
#include <dlfcn.h>

#include "Remedies.h"

// poppler_page_render lays out the text of a PopplerPage when it is first drawn, in case it is asked for: sorting
// its characters into lines and columns is a tenth of the time of a page of text. The functions below are members of
// poppler's TextPage and ActualText; their first argument is the object.

typedef void Coalesce(void *, bool, double, bool);
typedef void UpdateFont(void *, const void *);
typedef void AddChar(void *, const void *, double, double, double, double, unsigned, int, const unsigned *, int);

static const char coalesce_name[] = "_ZN8TextPage8coalesceEbdb";
static const char update_font_name[] = "_ZN8TextPage10updateFontEPK8GfxState";
static const char add_char_name[] = "_ZN10ActualText7addCharEPK8GfxStateddddjiPKji";

static Coalesce *original_coalesce;
static UpdateFont *original_update_font;
static AddChar *original_add_char;
static bool lays_out;

static void coalesce(void *page, bool physical, double fixed_pitch, bool raw) {
  if (lays_out) {
    original_coalesce(page, physical, fixed_pitch, raw);
  } else {
    count_use(POSTIL_REMEDY_TEXT_LAYOUT);
  }
}

static void update_font(void *page, const void *state) {
  if (lays_out) original_update_font(page, state);
}

static void add_char(void *text, const void *state, double x, double y, double dx, double dy, unsigned code,
                     int byte_count, const unsigned *unicode, int unicode_count) {
  if (lays_out) original_add_char(text, state, x, y, dx, dy, code, byte_count, unicode, unicode_count);
}

const char *text_layout_install(void) {
  original_coalesce = (Coalesce *)dlsym(RTLD_DEFAULT, coalesce_name);
  original_update_font = (UpdateFont *)dlsym(RTLD_DEFAULT, update_font_name);
  original_add_char = (AddChar *)dlsym(RTLD_DEFAULT, add_char_name);
  if (!original_coalesce || !original_update_font || !original_add_char) return "libpoppler lacks a function";
  const Hook hooks[] = {
      {coalesce_name, (void *)coalesce},
      {update_font_name, (void *)update_font},
      {add_char_name, (void *)add_char},
  };
  return hooks_install("libpoppler-glib.so", hooks, 3);
}

void postil_remedies_lay_out_text(bool lay_out) { lays_out = lay_out; }
