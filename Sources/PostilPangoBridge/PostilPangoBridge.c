#include "PostilPangoBridge.h"

#include "Programs.h"

#include <fontconfig/fontconfig.h>
#include <stdlib.h>
#include <string.h>

struct postil_fonts {
  PangoFontMap *map;
  // From left to right, and from right to left.
  PangoContext *contexts[2];
  postil_programs *programs;
};

struct postil_layout {
  postil_fonts *fonts;
  PangoLayout *layout;
  int line_count;
  postil_line *lines;
  // Those of its first span; the family that was found for it, once somebody asked.
  PangoContext *context;
  PangoFontDescription *description;
  char *family;
  postil_run *runs;
  postil_piece *pieces;
  postil_glyph *glyphs;
};

static double points(int units) { return (double)units / PANGO_SCALE; }

// Fonts

// Gives the fonts of a file that were added last the family, and drops the other faces. Returns how many are left.
static int name_fonts(FcFontSet *set, int first, postil_font_file file) {
  int index = first;
  while (index < set->nfont) {
    int face = 0;
    // Above the number of the face is that of an instance of a variable font.
    int is_wanted = FcPatternGetInteger(set->fonts[index], FC_INDEX, 0, &face) == FcResultMatch && (face & 0xFFFF) == file.face;
    FcValue family = {.type = FcTypeString, .u.s = (const FcChar8 *)file.family};
    if (is_wanted && FcPatternAdd(set->fonts[index], FC_FAMILY, family, FcFalse)) {
      index++;
      continue;
    }
    FcPatternDestroy(set->fonts[index]);
    set->fonts[index] = set->fonts[--set->nfont];
  }
  return index - first;
}

// What fontconfig has of the system, with more fonts. They are in this configuration alone, and go with it.
static FcConfig *configuration(const postil_font_file *files, int count, int *refused) {
  FcConfig *config = FcInitLoadConfigAndFonts();
  for (int index = 0; config && index < count; index++) {
    FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
    int first = set ? set->nfont : 0;
    int is_added = FcConfigAppFontAddFile(config, (const FcChar8 *)files[index].path);
    set = FcConfigGetFonts(config, FcSetApplication);
    if (is_added && set && name_fonts(set, first, files[index]) > 0) continue;
    *refused = index;
    FcConfigDestroy(config);
    config = NULL;
  }
  return config;
}

postil_fonts *postil_fonts_new(const postil_font_file *files, int count, int *refused) {
  FcConfig *config = count > 0 ? configuration(files, count, refused) : NULL;
  if (count > 0 && !config) return NULL;
  postil_fonts *fonts = calloc(1, sizeof *fonts);
  if (fonts) fonts->map = pango_cairo_font_map_new();
  if (config) {
    if (fonts && fonts->map) pango_fc_font_map_set_config((PangoFcFontMap *)fonts->map, config);
    FcConfigDestroy(config);
  }
  if (!fonts) return NULL;
  for (int index = 0; fonts->map && index < 2; index++) fonts->contexts[index] = pango_font_map_create_context(fonts->map);
  fonts->programs = postil_programs_new();
  if (!fonts->contexts[0] || !fonts->contexts[1] || !fonts->programs) {
    postil_fonts_free(fonts);
    return NULL;
  }
  // Outlines as they are: positions and shapes are then the same at every scale, as in a file.
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  for (int index = 0; index < 2; index++) {
    pango_cairo_context_set_font_options(fonts->contexts[index], options);
    pango_context_set_round_glyph_positions(fonts->contexts[index], 0);
  }
  pango_context_set_base_dir(fonts->contexts[1], PANGO_DIRECTION_RTL);
  cairo_font_options_destroy(options);
  return fonts;
}

void postil_fonts_free(postil_fonts *fonts) {
  if (!fonts) return;
  postil_programs_free(fonts->programs);
  for (int index = 0; index < 2; index++)
    if (fonts->contexts[index]) g_object_unref(fonts->contexts[index]);
  if (fonts->map) {
    // Pango 1.50 keeps a configuration beyond its font map otherwise: 300 KB each.
    pango_fc_font_map_set_config((PangoFcFontMap *)fonts->map, NULL);
    g_object_unref(fonts->map);
  }
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

static PangoFontDescription *describe(postil_font font) {
  PangoFontDescription *description = pango_font_description_new();
  pango_font_description_set_family(description, font.family);
  pango_font_description_set_weight(description, font.is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style(description, font.is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_font_description_set_absolute_size(description, font.size * PANGO_SCALE);
  return description;
}

static void insert(PangoAttrList *list, PangoAttribute *attribute, int start, int end) {
  attribute->start_index = (unsigned)start;
  attribute->end_index = (unsigned)end;
  pango_attr_list_insert(list, attribute);
}

static PangoAttribute *picture(postil_span span) {
  int width = (int)(span.picture_width * PANGO_SCALE), height = (int)(span.picture_height * PANGO_SCALE);
  PangoRectangle room = {.x = 0, .y = -height, .width = width, .height = height};
  return pango_attr_shape_new(&room, &room);
}

// Leaves out the hyphens that pango puts where it breaks words that are too long for a line: they are no part of the text.
// It puts one where an attribute against it begins or ends, so the soft hyphens of the text are between attributes.
static void leave_out_hyphens(PangoAttrList *list, const char *text, int length) {
  const double most = 1 << 27;
  int count = 0, start = 0;
  for (int end = 2; end <= length; end++) count += memcmp(text + end - 2, "\xC2\xAD", 2) == 0;
  // Pango counts from the text's beginning to each attribute.
  if (count * (double)length > most) return;
  for (int end = 2; end <= length; end++) {
    if (memcmp(text + end - 2, "\xC2\xAD", 2) != 0) continue;
    insert(list, pango_attr_insert_hyphens_new(0), start, end);
    start = end;
  }
  if (start < length) insert(list, pango_attr_insert_hyphens_new(0), start, length);
}

static void set_spans(PangoAttrList *list, const postil_span *spans, int count) {
  int start = 0;
  for (int index = 0; index < count; index++) {
    postil_span span = spans[index];
    PangoFontDescription *description = describe(span.font);
    insert(list, pango_attr_font_desc_new(description), start, span.end);
    pango_font_description_free(description);
    // Runs end where colors change: so no run is of two spans.
    insert(list, pango_attr_foreground_new((unsigned short)(index & 1), 0, 0), start, span.end);
    if (span.letter_spacing != 0)
      insert(list, pango_attr_letter_spacing_new((int)(span.letter_spacing * PANGO_SCALE)), start, span.end);
    if (span.language) insert(list, pango_attr_language_new(pango_language_from_string(span.language)), start, span.end);
    if (span.picture_width > 0 && span.picture_height > 0) insert(list, picture(span), start, span.end);
    start = span.end;
  }
}

postil_layout *postil_layout_new_spans(
    postil_fonts *fonts, const postil_span *spans, int span_count, const char *text, int length, double width,
    double line_spacing, double indent, int is_justified, int is_right_to_left) {
  postil_layout *layout = calloc(1, sizeof *layout);
  if (!layout) return NULL;
  layout->fonts = fonts;
  PangoContext *context = fonts->contexts[is_right_to_left ? 1 : 0];
  layout->layout = pango_layout_new(context);
  PangoFontDescription *description = describe(spans[0].font);
  pango_layout_set_font_description(layout->layout, description);
  layout->context = context;
  layout->description = description;
  if (width >= 0) {
    pango_layout_set_width(layout->layout, (int)(width * PANGO_SCALE + 0.5));
    pango_layout_set_wrap(layout->layout, PANGO_WRAP_WORD_CHAR);
  }
  // The side of lines of that direction: pango puts those of the other one on the other side.
  if (is_right_to_left) pango_layout_set_alignment(layout->layout, PANGO_ALIGN_RIGHT);
  if (indent != 0) pango_layout_set_indent(layout->layout, (int)(indent * PANGO_SCALE));
  if (is_justified) pango_layout_set_justify(layout->layout, 1);
  if (line_spacing != 1) pango_layout_set_line_spacing(layout->layout, (float)line_spacing);
  pango_layout_set_text(layout->layout, text, length);
  PangoAttrList *list = pango_attr_list_new();
  if (span_count > 1 || spans[0].letter_spacing != 0 || spans[0].language || spans[0].picture_width > 0)
    set_spans(list, spans, span_count);
  if (width >= 0) leave_out_hyphens(list, text, length);
  pango_layout_set_attributes(layout->layout, list);
  pango_attr_list_unref(list);
  if (!read_lines(layout)) {
    postil_layout_free(layout);
    return NULL;
  }
  return layout;
}

postil_layout *postil_layout_new(
    postil_fonts *fonts, postil_font font, const char *text, int length, double width, double line_spacing) {
  postil_span span = {.end = length, .font = font};
  return postil_layout_new_spans(fonts, &span, 1, text, length, width, line_spacing, 0, 0, 0);
}

void postil_layout_free(postil_layout *layout) {
  if (!layout) return;
  if (layout->layout) g_object_unref(layout->layout);
  if (layout->description) pango_font_description_free(layout->description);
  free(layout->lines);
  free(layout->family);
  free(layout->runs);
  free(layout->pieces);
  free(layout->glyphs);
  free(layout);
}

int postil_layout_missing_glyphs(postil_layout *layout) {
  return pango_layout_get_unknown_glyphs_count(layout->layout);
}

const char *postil_layout_family(postil_layout *layout) {
  if (!layout->family) layout->family = found_family(layout->context, layout->description);
  return layout->family;
}
int postil_layout_line_count(const postil_layout *layout) { return layout->line_count; }
postil_line postil_layout_line(const postil_layout *layout, int index) { return layout->lines[index]; }

// Glyphs

// The pieces of a run in the order of the text. Returns how many; there are no more than clusters, which are no more than
// bytes of the text.
static int find_pieces(PangoGlyphItem *run, const char *text, const unsigned char *starts, postil_piece *pieces) {
  PangoGlyphItemIter iter;
  int count = 0;
  for (int has = pango_glyph_item_iter_init_start(&iter, run, text); has && count < run->item->length;
       has = pango_glyph_item_iter_next_cluster(&iter)) {
    postil_piece one = {iter.start_index, iter.end_index, iter.start_glyph, iter.end_glyph};
    if (iter.start_glyph > iter.end_glyph) {
      // From right to left the glyphs count down.
      one.glyph_start = iter.end_glyph + 1;
      one.glyph_end = iter.start_glyph + 1;
    }
    if (count > 0 && !starts[one.text_start]) {
      postil_piece *last = &pieces[count - 1];
      last->text_end = one.text_end;
      if (one.glyph_start < last->glyph_start) last->glyph_start = one.glyph_start;
      if (one.glyph_end > last->glyph_end) last->glyph_end = one.glyph_end;
    } else {
      pieces[count++] = one;
    }
  }
  return count;
}

// Not of its description: that of a font of bitmaps says how large these are.
static double font_size(PangoFont *font) {
  cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font((PangoCairoFont *)font);
  if (!scaled) return 0;
  cairo_matrix_t matrix;
  cairo_scaled_font_get_font_matrix(scaled, &matrix);
  return matrix.xx;
}

// How much there is of each kind at most.
static void count_runs(PangoLayout *layout, int *runs, int *bytes, int *glyphs) {
  PangoLayoutIter *iter = pango_layout_get_iter(layout);
  if (!iter) return;
  do {
    PangoGlyphItem *run = pango_layout_iter_get_run_readonly(iter);
    if (!run) continue;
    *runs += 1;
    *bytes += run->item->length;
    *glyphs += run->glyphs->num_glyphs;
  } while (pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
}

// Where lines are broken pango takes the glyph of a space away, and the text says none between two words then. In tagged text all spaces
// are to be there (ISO 32000-2, 14.8.2.6.2).
static int is_space_at_break(const char *text, postil_piece piece) {
  return piece.text_end == piece.text_start + 1 && (text[piece.text_start] == ' ' || text[piece.text_start] == '\n');
}

// The glyph of a space that ends a line, beyond the line's width.
static int space_at_break(PangoGlyphItem *run, int left, postil_glyph *result) {
  hb_font_t *font = pango_font_get_hb_font(run->item->analysis.font);
  hb_codepoint_t glyph;
  if (!font || !hb_font_get_nominal_glyph(font, ' ', &glyph)) return 0;
  if (run->item->analysis.level % 2) left -= hb_font_get_glyph_h_advance(font, glyph);
  *result = (postil_glyph){glyph, points(left), 0};
  return 1;
}

// Reads a run's pieces behind those that there are, as they are seen.
static void read_pieces(
    PangoGlyphItem *run, const char *text, const unsigned char *starts, postil_run *result, postil_piece *pieces,
    postil_glyph *glyphs, int *glyph_total) {
  int count = find_pieces(run, text, starts, pieces), end = run->item->offset + run->item->length;
  if (text[end] == '\n') pieces[count++] = (postil_piece){end, end + 1, 0, 0};
  if (run->item->analysis.level % 2)
    for (int low = 0, high = count - 1; low < high; low++, high--) {
      postil_piece piece = pieces[low];
      pieces[low] = pieces[high];
      pieces[high] = piece;
    }
  result->piece_end = result->piece_start + count;
  int left = 0, next = 0;
  for (int place = 0; place < count; place++) {
    postil_piece *piece = &pieces[place];
    int start = *glyph_total;
    for (int index = piece->glyph_start; index < piece->glyph_end && index < run->glyphs->num_glyphs; index++) {
      // Pieces as they are seen have their glyphs in order.
      while (next < index) left += run->glyphs->glyphs[next++].geometry.width;
      PangoGlyphInfo *glyph = &run->glyphs->glyphs[index];
      if (glyph->glyph != PANGO_GLYPH_EMPTY)
        glyphs[(*glyph_total)++] = (postil_glyph){
            glyph->glyph, points(left + glyph->geometry.x_offset), -points(glyph->geometry.y_offset)};
    }
    if (*glyph_total == start && is_space_at_break(text, *piece))
      *glyph_total += space_at_break(run, left, &glyphs[*glyph_total]);
    piece->glyph_start = start;
    piece->glyph_end = *glyph_total;
  }
  while (next < run->glyphs->num_glyphs) left += run->glyphs->glyphs[next++].geometry.width;
  result->width = points(left);
}

postil_runs postil_layout_runs(postil_layout *layout, const unsigned char *starts) {
  int run_total = 0, byte_total = 0, glyph_total = 0, piece_total = 0;
  count_runs(layout->layout, &run_total, &byte_total, &glyph_total);
  free(layout->runs);
  free(layout->pieces);
  free(layout->glyphs);
  layout->runs = calloc((size_t)run_total + 1, sizeof *layout->runs);
  // A line feed may end each run.
  layout->pieces = calloc((size_t)byte_total + run_total + 1, sizeof *layout->pieces);
  layout->glyphs = calloc((size_t)glyph_total + run_total + 1, sizeof *layout->glyphs);
  PangoLayoutIter *iter = pango_layout_get_iter(layout->layout);
  if (!layout->runs || !layout->pieces || !layout->glyphs || !iter) {
    if (iter) pango_layout_iter_free(iter);
    return (postil_runs){layout->runs, layout->pieces, layout->glyphs, 0};
  }
  const char *text = pango_layout_get_text(layout->layout);
  run_total = glyph_total = 0;
  PangoLayoutLine *last = NULL;
  int line = -1;
  do {
    PangoLayoutLine *current = pango_layout_iter_get_line_readonly(iter);
    if (current != last) line++;
    last = current;
    if (line >= layout->line_count) break;
    // After its last run a line has an empty one.
    PangoGlyphItem *run = pango_layout_iter_get_run_readonly(iter);
    if (!run || run->item->length < 1) continue;
    PangoRectangle logical;
    pango_layout_iter_get_run_extents(iter, NULL, &logical);
    postil_run *result = &layout->runs[run_total];
    *result = (postil_run){
        .line = line,
        .piece_start = piece_total,
        .x = points(logical.x) - layout->lines[line].left,
        .size = font_size(run->item->analysis.font),
        .program = postil_programs_find(layout->fonts->programs, run->item->analysis.font),
        .scaled_font = pango_cairo_font_get_scaled_font((PangoCairoFont *)run->item->analysis.font),
    };
    if (!result->program || !result->scaled_font) continue;
    read_pieces(run, text, starts, result, layout->pieces + piece_total, layout->glyphs, &glyph_total);
    piece_total = result->piece_end;
    run_total++;
  } while (pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
  return (postil_runs){layout->runs, layout->pieces, layout->glyphs, run_total};
}

// Painting

static void paint_run(const postil_layout *layout, postil_run run, cairo_t *context, double x, double y) {
  const char *text = pango_layout_get_text(layout->layout);
  int piece_count = run.piece_end - run.piece_start;
  if (piece_count < 1) return;
  const postil_piece *pieces = layout->pieces + run.piece_start;
  int first = pieces[0].glyph_start, glyph_count = pieces[piece_count - 1].glyph_end - first, byte_count = 0;
  for (int index = 0; index < piece_count; index++) byte_count += pieces[index].text_end - pieces[index].text_start;
  cairo_glyph_t *glyphs = calloc((size_t)glyph_count + 1, sizeof *glyphs);
  cairo_text_cluster_t *clusters = calloc((size_t)piece_count, sizeof *clusters);
  char *bytes = malloc((size_t)byte_count + 1);
  if (glyphs && clusters && bytes) {
    for (int index = 0; index < glyph_count; index++) {
      postil_glyph glyph = layout->glyphs[first + index];
      glyphs[index] = (cairo_glyph_t){glyph.glyph, x + glyph.x, y - glyph.y};
    }
    int place = 0;
    for (int index = 0; index < piece_count; index++) {
      int size = pieces[index].text_end - pieces[index].text_start;
      memcpy(bytes + place, text + pieces[index].text_start, (size_t)size);
      place += size;
      clusters[index] = (cairo_text_cluster_t){size, pieces[index].glyph_end - pieces[index].glyph_start};
    }
    cairo_set_scaled_font(context, run.scaled_font);
    cairo_show_text_glyphs(context, bytes, byte_count, glyphs, glyph_count, clusters, piece_count, 0);
  }
  free(glyphs);
  free(clusters);
  free(bytes);
}

void postil_layout_paint(postil_layout *layout, cairo_t *context, const double *lefts, const unsigned char *starts) {
  postil_runs runs = postil_layout_runs(layout, starts);
  for (int index = 0; index < runs.run_count; index++) {
    postil_run run = runs.runs[index];
    paint_run(layout, run, context, lefts[run.line] + run.x, layout->lines[run.line].baseline);
  }
}
