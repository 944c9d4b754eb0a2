// Text set by pango, in points; y grows downwards. Nothing here may be used by two threads at once.
#ifndef PANGO_BRIDGE_H
#define PANGO_BRIDGE_H

#include <cairo.h>

// Fonts of the system, with what pango has loaded of them.
typedef struct postil_fonts postil_fonts;
// A text set in lines. Frees its memory with postil_layout_free, before its fonts.
typedef struct postil_layout postil_layout;

typedef struct {
  const char *family;
  double size;
  int is_bold;
  int is_italic;
} postil_font;

typedef struct {
  // The edges of the line, as wide as its advances.
  double left, width, bottom;
  double baseline;
  // What its glyphs cover.
  double ink_x, ink_y, ink_width, ink_height;
} postil_line;

// A file of fonts that are there besides those of the system, under a name that no other has.
typedef struct {
  const char *path;
  const char *family;
  // Which font of a collection, from 0.
  int face;
} postil_font_file;

// NULL if there is no memory, or, where refused becomes its index, if a file has no such font that can be read.
postil_fonts *postil_fonts_new(const postil_font_file *files, int count, int *refused);
void postil_fonts_free(postil_fonts *fonts);

// Sets a text of UTF-8. Lines end at line feeds, and are broken at the width unless that is negative: within words where
// these are too long, without a hyphen but where the text has a soft one. A line spacing of 1 is the fonts' own. NULL if there is no memory.
postil_layout *postil_layout_new(
    postil_fonts *fonts, postil_font font, const char *text, int length, double width, double line_spacing);
void postil_layout_free(postil_layout *layout);

// How many glyphs are boxes, since no font has the character.
int postil_layout_missing_glyphs(postil_layout *layout);
// The family that was found for the font; lives as long as the layout.
const char *postil_layout_family(postil_layout *layout);

int postil_layout_line_count(const postil_layout *layout);
postil_line postil_layout_line(const postil_layout *layout, int index);

// A font as it stands in its file, whatever its size.
typedef struct postil_program postil_program;

typedef struct {
  unsigned int glyph;
  // Where it is painted: from the run's left edge, and above the baseline.
  double x, y;
} postil_glyph;

// What belongs together: a character, such as a letter with its marks, or several that share a glyph.
typedef struct {
  // Places among the bytes of the text, and among the glyphs of the layout.
  int text_start, text_end, glyph_start, glyph_end;
} postil_piece;

// A part of a line in one font, pieces as they are seen, from left to right: programs that read text out of PDF files
// expect that order, and turn what is written from right to left around; in the order of the text, as pango's own painter
// gives them, it comes out in pieces.
typedef struct {
  int line, piece_start, piece_end;
  // From the line's left edge.
  double x, width;
  double size;
  postil_program *program;
  cairo_scaled_font_t *scaled_font;
} postil_run;

typedef struct {
  const postil_run *runs;
  const postil_piece *pieces;
  const postil_glyph *glyphs;
  int run_count;
} postil_runs;

// The glyphs of a text, which live as long as the layout. No runs if there is no memory.
//
// starts: for each byte of the text whether a character begins there. Glyphs of one character are one piece, so that marks
// that stand higher or lower are no lines of their own.
postil_runs postil_layout_runs(postil_layout *layout, const unsigned char *starts);

// Paints the text in the context's source. Each line begins at the place that is given for it.
void postil_layout_paint(postil_layout *layout, cairo_t *context, const double *lefts, const unsigned char *starts);

// A part of a text that is set otherwise. Its text begins where that of the one before ends.
typedef struct {
  int end;
  postil_font font;
  // More room between letters; a language as BCP 47 names it, or NULL.
  double letter_spacing;
  const char *language;
  // The room that a picture takes on the baseline, instead of glyphs; 0 and 0 for text.
  double picture_width, picture_height;
} postil_span;

// The same for a text of several spans, which may be justified; its first line begins farther to the right by the indent.
// The first span's font is the one that the layout is said to be in. Paragraphs that have no letter with a direction have
// that of the one before, and otherwise run from right to left or from left to right, as it is said.
postil_layout *postil_layout_new_spans(
    postil_fonts *fonts, const postil_span *spans, int span_count, const char *text, int length, double width,
    double line_spacing, double indent, int is_justified, int is_right_to_left);

// Fonts in their files

typedef struct {
  int units_per_em;
  // In units of the em; an italic angle in degrees, negative for those that lean to the right.
  double ascent, descent, cap_height, italic_angle;
  double left, bottom, right, top;
  int is_fixed_pitch, is_serif;
  // Whether outlines are those of CFF, and whether there are any.
  int is_cff, has_outlines;
  // Whether its license forbids to embed it.
  int is_restricted;
  // What the system makes of the font for want of a better one: how far it leans (x for each y), and whether it is made bold.
  double slant;
  int is_emboldened;
} postil_program_facts;

postil_program_facts postil_program_read_facts(postil_program *program);
// Its PostScript name; freed by the caller. NULL if it has none.
char *postil_program_name(postil_program *program);
// In units of the em.
double postil_program_advance(postil_program *program, unsigned int glyph);
// The glyph of a character by itself; 0 if there is none.
unsigned int postil_program_glyph(postil_program *program, unsigned int character);
// Whether a glyph is a picture in colors, such as an emoji.
int postil_program_has_picture(postil_program *program, unsigned int glyph);
// A glyph painted in black, or in its own colors, at a size in pixels: an image with opacity, destroyed by the caller, and where it
// is from the origin: left, bottom, width and height in ems. NULL if it is empty, or cannot be painted.
cairo_surface_t *postil_program_picture(postil_program *program, unsigned int glyph, int size, double frame[4]);
// Its program of the Compact Font Format, which lives as long as the font; NULL if it has none.
const unsigned char *postil_program_cff(postil_program *program, int *length);
// A font file with these glyphs alone, under their numbers or renumbered: all of it, or of CFF the CFF program. Freed by the
// caller; NULL if it cannot be made. With characters it has their glyphs too, and finds them by their characters.
unsigned char *postil_program_subset(
    postil_program *program, const unsigned int *glyphs, int count, const unsigned int *characters, int character_count,
    int keeps_numbers, int *length);

#endif
