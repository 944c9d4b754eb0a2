#include "Programs.h"

#include <cairo-ft.h>
#include <hb-ot.h>
#include <hb-subset.h>
#include <stdlib.h>
#include <string.h>

struct postil_program {
  postil_program *next;
  hb_face_t *face;
  // In units of the em, with the instance of a variable font.
  hb_font_t *font;
  double slant;
  int is_emboldened;
  hb_blob_t *cff;
  // The face with what HarfBuzz looks up for each subset, once it was asked for some.
  hb_face_t *prepared;
  int subset_count;
  // What paints its glyphs.
  cairo_scaled_font_t *painter;
};

// A font of pango's, which stays as long as its font map.
typedef struct {
  PangoFont *font;
  postil_program *program;
} known_font;

struct postil_programs {
  postil_program *first;
  known_font *known;
  int known_count, known_room;
};

postil_programs *postil_programs_new(void) { return calloc(1, sizeof(postil_programs)); }

void postil_programs_free(postil_programs *programs) {
  if (!programs) return;
  for (postil_program *program = programs->first; program;) {
    postil_program *next = program->next;
    hb_blob_destroy(program->cff);
    if (program->prepared) hb_face_destroy(program->prepared);
    cairo_scaled_font_destroy(program->painter);
    hb_font_destroy(program->font);
    hb_face_destroy(program->face);
    free(program);
    program = next;
  }
  for (int index = 0; index < programs->known_count; index++) g_object_unref(programs->known[index].font);
  free(programs->known);
  free(programs);
}

// What the system makes of the font for want of a better one.
static void read_synthesis(PangoFont *font, postil_program *program) {
  cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font((PangoCairoFont *)font);
  if (!scaled) return;
  cairo_matrix_t matrix;
  cairo_scaled_font_get_font_matrix(scaled, &matrix);
  // Of matrices that only grow and lean; y grows downwards.
  if (matrix.xx > 0 && matrix.yy > 0) program->slant = -matrix.xy / matrix.yy;
  cairo_font_face_t *face = cairo_scaled_font_get_font_face(scaled);
  if (cairo_font_face_get_type(face) == CAIRO_FONT_TYPE_FT)
    program->is_emboldened = (cairo_ft_font_face_get_synthesize(face) & CAIRO_FT_SYNTHESIZE_BOLD) != 0;
}

static int is_same_instance(hb_font_t *one, hb_font_t *other) {
  unsigned int one_count = 0, other_count = 0;
  const int *one_coords = hb_font_get_var_coords_normalized(one, &one_count);
  const int *other_coords = hb_font_get_var_coords_normalized(other, &other_count);
  return one_count == other_count && (one_count == 0 || memcmp(one_coords, other_coords, one_count * sizeof(int)) == 0);
}

static hb_font_t *unscaled(hb_face_t *face, hb_font_t *source) {
  hb_font_t *font = hb_font_create(face);
  int scale = (int)hb_face_get_upem(face);
  hb_font_set_scale(font, scale, scale);
  unsigned int count = 0;
  const int *coords = hb_font_get_var_coords_normalized(source, &count);
  if (count > 0) hb_font_set_var_coords_normalized(font, coords, count);
  return font;
}

static postil_program *program_of(postil_programs *programs, PangoFont *pango_font) {
  hb_font_t *source = pango_font_get_hb_font(pango_font);
  hb_face_t *face = source ? hb_font_get_face(source) : NULL;
  if (!face || hb_face_get_upem(face) == 0) return NULL;
  postil_program made = {.face = face};
  read_synthesis(pango_font, &made);
  for (postil_program *known = programs->first; known; known = known->next)
    if (known->face == face && known->slant == made.slant && known->is_emboldened == made.is_emboldened &&
        is_same_instance(known->font, source))
      return known;
  postil_program *program = calloc(1, sizeof *program);
  if (!program) return NULL;
  *program = made;
  hb_face_reference(face);
  program->font = unscaled(face, source);
  cairo_scaled_font_t *scaled = pango_cairo_font_get_scaled_font((PangoCairoFont *)pango_font);
  program->painter = cairo_scaled_font_reference(scaled);
  program->next = programs->first;
  programs->first = program;
  return program;
}

postil_program *postil_programs_find(postil_programs *programs, PangoFont *font) {
  for (int index = programs->known_count; index-- > 0;)
    if (programs->known[index].font == font) return programs->known[index].program;
  if (programs->known_count == programs->known_room) {
    int room = programs->known_room * 2 + 8;
    known_font *known = realloc(programs->known, (size_t)room * sizeof *known);
    if (!known) return NULL;
    programs->known = known;
    programs->known_room = room;
  }
  postil_program *program = program_of(programs, font);
  if (program) programs->known[programs->known_count++] = (known_font){g_object_ref(font), program};
  return program;
}

// Facts

static int is_there(hb_face_t *face, hb_tag_t tag) {
  hb_blob_t *blob = hb_face_reference_table(face, tag);
  int is = hb_blob_get_length(blob) > 0;
  hb_blob_destroy(blob);
  return is;
}

// A signed number of two bytes of a table; 0 if the table is too short.
static int number(hb_face_t *face, hb_tag_t tag, unsigned int place) {
  hb_blob_t *blob = hb_face_reference_table(face, tag);
  unsigned int length = 0;
  const unsigned char *bytes = (const unsigned char *)hb_blob_get_data(blob, &length);
  int result = 0;
  if (bytes && length >= 2 && place <= length - 2) result = (short)(bytes[place] << 8 | bytes[place + 1]);
  hb_blob_destroy(blob);
  return result;
}

static double metric(hb_font_t *font, hb_ot_metrics_tag_t tag, double otherwise) {
  hb_position_t value = 0;
  return hb_ot_metrics_get_position(font, tag, &value) ? value : otherwise;
}

postil_program_facts postil_program_read_facts(postil_program *program) {
  hb_face_t *face = program->face;
  hb_tag_t head = HB_TAG('h', 'e', 'a', 'd'), os2 = HB_TAG('O', 'S', '/', '2'), post = HB_TAG('p', 'o', 's', 't');
  double em = hb_face_get_upem(face);
  postil_program_facts facts = {
      .units_per_em = (int)em,
      .ascent = metric(program->font, HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, em * 0.8),
      .descent = metric(program->font, HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, -em * 0.2),
      .italic_angle = number(face, post, 4),
      .left = number(face, head, 36),
      .bottom = number(face, head, 38),
      .right = number(face, head, 40),
      .top = number(face, head, 42),
      .is_fixed_pitch = number(face, post, 12) != 0 || number(face, post, 14) != 0,
      // The class of a family: 1 to 7 have serifs.
      .is_serif = (number(face, os2, 30) >> 8) >= 1 && (number(face, os2, 30) >> 8) <= 7,
      .is_cff = is_there(face, HB_TAG('C', 'F', 'F', ' ')),
      // Restricted, and neither of the permissions that take precedence.
      .is_restricted = (number(face, os2, 8) & 0xF) == 2,
      .slant = program->slant,
      .is_emboldened = program->is_emboldened,
  };
  facts.cap_height = metric(program->font, HB_OT_METRICS_TAG_CAP_HEIGHT, facts.ascent * 0.9);
  facts.has_outlines = facts.is_cff || is_there(face, HB_TAG('g', 'l', 'y', 'f'));
  return facts;
}

char *postil_program_name(postil_program *program) {
  char name[256];
  unsigned int length = sizeof name;
  hb_ot_name_get_utf8(program->face, HB_OT_NAME_ID_POSTSCRIPT_NAME, HB_LANGUAGE_INVALID, &length, name);
  return length > 0 ? strdup(name) : NULL;
}

double postil_program_advance(postil_program *program, unsigned int glyph) {
  return hb_font_get_glyph_h_advance(program->font, glyph);
}

unsigned int postil_program_glyph(postil_program *program, unsigned int character) {
  hb_codepoint_t glyph = 0;
  return hb_font_get_nominal_glyph(program->font, character, &glyph) ? glyph : 0;
}

// Pictures of glyphs

int postil_program_has_picture(postil_program *program, unsigned int glyph) {
  if (hb_ot_color_has_layers(program->face) && hb_ot_color_glyph_get_layers(program->face, glyph, 0, NULL, NULL) > 0)
    return 1;
  if (!hb_ot_color_has_png(program->face)) return 0;
  hb_blob_t *png = hb_ot_color_glyph_reference_png(program->font, glyph);
  int has = hb_blob_get_length(png) > 0;
  hb_blob_destroy(png);
  return has;
}

cairo_surface_t *postil_program_picture(postil_program *program, unsigned int glyph, int size, double frame[4]) {
  if (!program->painter) return NULL;
  cairo_matrix_t matrix, identity;
  cairo_matrix_init_scale(&matrix, size, size);
  cairo_matrix_init_identity(&identity);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_scaled_font_get_font_options(program->painter, options);
  cairo_font_face_t *face = cairo_scaled_font_get_font_face(program->painter);
  cairo_scaled_font_t *font = cairo_scaled_font_create(face, &matrix, &identity, options);
  cairo_font_options_destroy(options);
  cairo_glyph_t one = {glyph, 0, 0};
  cairo_text_extents_t extents;
  cairo_scaled_font_glyph_extents(font, &one, 1, &extents);
  // No glyph is larger than some ems.
  double most = 8.0 * size;
  int is_usable = cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS && extents.width > 0 && extents.height > 0 &&
      extents.width < most && extents.height < most && extents.x_bearing > -most && extents.x_bearing < most &&
      extents.y_bearing > -most && extents.y_bearing < most;
  cairo_surface_t *surface = NULL;
  if (is_usable) {
    int left = (int)extents.x_bearing - 2, top = (int)extents.y_bearing - 2;
    int width = (int)extents.width + 5, height = (int)extents.height + 5;
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *context = cairo_create(surface);
    cairo_set_scaled_font(context, font);
    one.x = -left;
    one.y = -top;
    cairo_show_glyphs(context, &one, 1);
    cairo_destroy(context);
    frame[0] = (double)left / size;
    frame[1] = (double)(-top - height) / size;
    frame[2] = (double)width / size;
    frame[3] = (double)height / size;
    cairo_surface_flush(surface);
  }
  cairo_scaled_font_destroy(font);
  return surface;
}

// Subsets

const unsigned char *postil_program_cff(postil_program *program, int *length) {
  if (!program->cff) program->cff = hb_face_reference_table(program->face, HB_TAG('C', 'F', 'F', ' '));
  unsigned int size = 0;
  const char *bytes = hb_blob_get_data(program->cff, &size);
  *length = size < 1u << 30 ? (int)size : 0;
  return *length > 0 ? (const unsigned char *)bytes : NULL;
}

static hb_subset_input_t *input(
    postil_program *program, const unsigned int *glyphs, int count, const unsigned int *characters, int character_count,
    int keeps_numbers) {
  hb_subset_input_t *input = hb_subset_input_create_or_fail();
  if (!input) return NULL;
  hb_subset_input_set_flags(
      input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_DESUBROUTINIZE | (keeps_numbers ? HB_SUBSET_FLAGS_RETAIN_GIDS : 0));
  for (int index = 0; index < count; index++) hb_set_add(hb_subset_input_glyph_set(input), glyphs[index]);
  for (int index = 0; index < character_count; index++)
    hb_set_add(hb_subset_input_unicode_set(input), characters[index]);
  // What a program in a PDF file has no use for (ISO 32000-2, 9.9.2).
  hb_tag_t dropped[] = {
      HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'D', 'E', 'F'), HB_TAG('n', 'a', 'm', 'e'),
      HB_TAG('O', 'S', '/', '2'), HB_TAG('p', 'o', 's', 't'), HB_TAG('g', 'a', 's', 'p'),
      HB_TAG('B', 'A', 'S', 'E'), HB_TAG('D', 'S', 'I', 'G'), HB_TAG('M', 'A', 'T', 'H'), HB_TAG('S', 'T', 'A', 'T'),
      HB_TAG('F', 'F', 'T', 'M'), HB_TAG('k', 'e', 'r', 'n'), HB_TAG('m', 'e', 't', 'a'), HB_TAG('V', 'O', 'R', 'G')};
  for (size_t index = 0; index < sizeof dropped / sizeof *dropped; index++)
    hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG), dropped[index]);
  if (character_count == 0)
    hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG), HB_TAG('c', 'm', 'a', 'p'));
  // The instance that was measured.
  unsigned int axis_count = hb_ot_var_get_axis_count(program->face), coord_count = 0;
  const float *coords = hb_font_get_var_coords_design(program->font, &coord_count);
  for (unsigned int index = 0; index < axis_count; index++) {
    hb_ot_var_axis_info_t axis;
    unsigned int one = 1;
    hb_ot_var_get_axis_infos(program->face, index, &one, &axis);
    if (one == 1)
      hb_subset_input_pin_axis_location(
          input, program->face, axis.tag, index < coord_count ? coords[index] : axis.default_value);
  }
  return input;
}

// What subsets are made of. To prepare a face takes as long as some subsets, and as much memory as its file: a series of
// documents wins that back.
static hb_face_t *subset_source(postil_program *program) {
  const int least = 8;
  const unsigned int largest = 4u << 20;
  if (program->subset_count < least) {
    program->subset_count++;
    return program->face;
  }
  if (program->prepared) return program->prepared;
  hb_blob_t *blob = hb_face_reference_blob(program->face);
  unsigned int length = hb_blob_get_length(blob);
  hb_blob_destroy(blob);
  program->prepared = length <= largest ? hb_subset_preprocess(program->face) : hb_face_reference(program->face);
  return program->prepared ? program->prepared : program->face;
}

unsigned char *postil_program_subset(
    postil_program *program, const unsigned int *glyphs, int count, const unsigned int *characters, int character_count,
    int keeps_numbers, int *length) {
  hb_subset_input_t *wanted = input(program, glyphs, count, characters, character_count, keeps_numbers);
  if (!wanted) return NULL;
  hb_face_t *subset = hb_subset_or_fail(subset_source(program), wanted);
  hb_subset_input_destroy(wanted);
  if (!subset) return NULL;
  hb_tag_t cff = HB_TAG('C', 'F', 'F', ' ');
  hb_blob_t *blob = is_there(subset, cff) ? hb_face_reference_table(subset, cff) : hb_face_reference_blob(subset);
  unsigned int size = 0;
  const char *bytes = hb_blob_get_data(blob, &size);
  unsigned char *result = size > 0 && size < 1u << 30 ? malloc(size) : NULL;
  if (result) {
    memcpy(result, bytes, size);
    *length = (int)size;
  }
  hb_blob_destroy(blob);
  hb_face_destroy(subset);
  return result;
}
