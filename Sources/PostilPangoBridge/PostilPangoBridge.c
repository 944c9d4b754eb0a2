#include "PostilPangoBridge.h"

#include "pango.h"

#include <stdlib.h>
#include <string.h>

struct postil_fonts {
  PangoFontMap *map;
  PangoContext *context;
};

struct postil_layout {
  PangoLayout *layout;
  int line_count;
  postil_line *lines;
  char *family;
};

static double points(int units) { return (double)units / PANGO_SCALE; }

// Fonts

postil_fonts *postil_fonts_new(void) {
  postil_fonts *fonts = calloc(1, sizeof *fonts);
  if (!fonts) return NULL;
  fonts->map = pango_cairo_font_map_new();
  if (fonts->map) fonts->context = pango_font_map_create_context(fonts->map);
  if (!fonts->context) {
    postil_fonts_free(fonts);
    return NULL;
  }
  // Outlines as they are: positions and shapes are then the same at every scale, as in a file.
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(fonts->context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(fonts->context, 0);
  return fonts;
}

void postil_fonts_free(postil_fonts *fonts) {
  if (!fonts) return;
  if (fonts->context) g_object_unref(fonts->context);
  if (fonts->map) g_object_unref(fonts->map);
  free(fonts);
}

static char *found_family(PangoContext *context, const PangoFontDescription *description) {
  PangoFont *font = pango_context_load_font(context, description);
  if (!font) return NULL;
  PangoFontDescription *found = pango_font_describe(font);
  const char *family = pango_font_description_get_family(found);
  char *copy = family ? strdup(family) : NULL;
  pango_font_description_free(found);
  g_object_unref(font);
  return copy;
}

// Lines

static int read_lines(postil_layout *layout) {
  int count = pango_layout_get_line_count(layout->layout);
  PangoLayoutIter *iter = pango_layout_get_iter(layout->layout);
  layout->lines = calloc(count > 0 ? (size_t)count : 1, sizeof *layout->lines);
  if (iter && layout->lines && count > 0) {
    do {
      PangoRectangle ink, logical;
      pango_layout_iter_get_line_extents(iter, &ink, &logical);
      layout->lines[layout->line_count++] = (postil_line){
          points(logical.x),
          points(logical.width),
          points(logical.y + logical.height),
          points(pango_layout_iter_get_baseline(iter)),
          points(ink.x),
          points(ink.y),
          points(ink.width),
          points(ink.height),
      };
    } while (layout->line_count < count && pango_layout_iter_next_line(iter));
  }
  if (iter) pango_layout_iter_free(iter);
  return iter && layout->lines;
}

postil_layout *postil_layout_new(
    postil_fonts *fonts, postil_font font, const char *text, int length, double width, double line_spacing) {
  postil_layout *layout = calloc(1, sizeof *layout);
  if (!layout) return NULL;
  layout->layout = pango_layout_new(fonts->context);
  PangoFontDescription *description = pango_font_description_new();
  pango_font_description_set_family(description, font.family);
  pango_font_description_set_weight(description, font.is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style(description, font.is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_font_description_set_absolute_size(description, font.size * PANGO_SCALE);
  layout->family = found_family(fonts->context, description);
  pango_layout_set_font_description(layout->layout, description);
  pango_font_description_free(description);
  if (width >= 0) {
    pango_layout_set_width(layout->layout, (int)(width * PANGO_SCALE + 0.5));
    pango_layout_set_wrap(layout->layout, PANGO_WRAP_WORD_CHAR);
  }
  if (line_spacing != 1) pango_layout_set_line_spacing(layout->layout, (float)line_spacing);
  pango_layout_set_text(layout->layout, text, length);
  if (!read_lines(layout)) {
    postil_layout_free(layout);
    return NULL;
  }
  return layout;
}

void postil_layout_free(postil_layout *layout) {
  if (!layout) return;
  if (layout->layout) g_object_unref(layout->layout);
  free(layout->lines);
  free(layout->family);
  free(layout);
}

int postil_layout_missing_glyphs(postil_layout *layout) {
  return pango_layout_get_unknown_glyphs_count(layout->layout);
}

const char *postil_layout_family(const postil_layout *layout) { return layout->family; }
int postil_layout_line_count(const postil_layout *layout) { return layout->line_count; }
postil_line postil_layout_line(const postil_layout *layout, int index) { return layout->lines[index]; }

// Painting

// What belongs together: a character, such as a letter with its marks, or several that share a glyph.
typedef struct {
  // Places among the bytes of the text, and among the glyphs of the run.
  int text_start, text_end, glyph_start, glyph_end;
} piece;

// The pieces of a run in the order of the text. Returns how many; there are no more than clusters, which are no more than
// bytes of the text.
static int find_pieces(PangoGlyphItem *run, const char *text, const unsigned char *starts, piece *pieces) {
  PangoGlyphItemIter iter;
  int count = 0;
  for (int has = pango_glyph_item_iter_init_start(&iter, run, text); has && count < run->item->length;
       has = pango_glyph_item_iter_next_cluster(&iter)) {
    piece one = {iter.start_index, iter.end_index, iter.start_glyph, iter.end_glyph};
    if (iter.start_glyph > iter.end_glyph) {
      // From right to left the glyphs count down.
      one.glyph_start = iter.end_glyph + 1;
      one.glyph_end = iter.start_glyph + 1;
    }
    if (count > 0 && !starts[one.text_start]) {
      piece *last = &pieces[count - 1];
      last->text_end = one.text_end;
      if (one.glyph_start < last->glyph_start) last->glyph_start = one.glyph_start;
      if (one.glyph_end > last->glyph_end) last->glyph_end = one.glyph_end;
    } else {
      pieces[count++] = one;
    }
  }
  return count;
}

static void paint_run(
    PangoGlyphItem *run, cairo_t *context, double x, double y, const char *text, const unsigned char *starts) {
  cairo_scaled_font_t *font = pango_cairo_font_get_scaled_font((PangoCairoFont *)run->item->analysis.font);
  int glyph_count = run->glyphs->num_glyphs, length = run->item->length;
  if (!font || glyph_count < 1 || length < 1) return;
  piece *pieces = calloc((size_t)length, sizeof *pieces);
  double *lefts = calloc((size_t)glyph_count, sizeof *lefts);
  cairo_glyph_t *glyphs = calloc((size_t)glyph_count, sizeof *glyphs);
  cairo_text_cluster_t *clusters = calloc((size_t)length, sizeof *clusters);
  char *bytes = malloc((size_t)length);
  if (pieces && lefts && glyphs && clusters && bytes) {
    int left = 0;
    for (int index = 0; index < glyph_count; index++) {
      lefts[index] = points(left);
      left += run->glyphs->glyphs[index].geometry.width;
    }
    int count = find_pieces(run, text, starts, pieces);
    int is_from_right = run->item->analysis.level % 2;
    int glyph_total = 0, byte_total = 0, cluster_total = 0;
    for (int place = 0; place < count; place++) {
      piece one = pieces[is_from_right ? count - 1 - place : place];
      int before = glyph_total;
      for (int index = one.glyph_start; index < one.glyph_end && glyph_total < glyph_count; index++) {
        PangoGlyphInfo *glyph = &run->glyphs->glyphs[index];
        if (glyph->glyph == PANGO_GLYPH_EMPTY) continue;
        glyphs[glyph_total++] = (cairo_glyph_t){
            glyph->glyph,
            x + lefts[index] + points(glyph->geometry.x_offset),
            y + points(glyph->geometry.y_offset),
        };
      }
      int size = one.text_end - one.text_start;
      if (size < 0 || size > length - byte_total) break;
      memcpy(bytes + byte_total, text + one.text_start, (size_t)size);
      byte_total += size;
      clusters[cluster_total++] = (cairo_text_cluster_t){size, glyph_total - before};
    }
    cairo_set_scaled_font(context, font);
    cairo_show_text_glyphs(context, bytes, byte_total, glyphs, glyph_total, clusters, cluster_total, 0);
  }
  free(pieces);
  free(lefts);
  free(glyphs);
  free(clusters);
  free(bytes);
}

void postil_layout_paint(postil_layout *layout, cairo_t *context, const double *lefts, const unsigned char *starts) {
  const char *text = pango_layout_get_text(layout->layout);
  PangoLayoutIter *iter = pango_layout_get_iter(layout->layout);
  if (!iter) return;
  PangoLayoutLine *last = NULL;
  int line = -1;
  do {
    PangoLayoutLine *current = pango_layout_iter_get_line_readonly(iter);
    if (current != last) line++;
    last = current;
    if (line >= layout->line_count) break;
    // After its last run a line has an empty one.
    PangoGlyphItem *run = pango_layout_iter_get_run_readonly(iter);
    if (!run) continue;
    PangoRectangle logical;
    pango_layout_iter_get_run_extents(iter, NULL, &logical);
    double x = lefts[line] + points(logical.x) - layout->lines[line].left;
    paint_run(run, context, x, layout->lines[line].baseline, text, starts);
  } while (pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
}
