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

// NULL if there is no memory.
postil_fonts *postil_fonts_new(void);
void postil_fonts_free(postil_fonts *fonts);

// Sets a text of UTF-8. Lines end at line feeds, and are broken at the width unless that is negative. A line spacing of 1 is
// the fonts' own. NULL if there is no memory.
postil_layout *postil_layout_new(
    postil_fonts *fonts, postil_font font, const char *text, int length, double width, double line_spacing);
void postil_layout_free(postil_layout *layout);

// How many glyphs are boxes, since no font has the character.
int postil_layout_missing_glyphs(postil_layout *layout);
// The family that was found for the font; lives as long as the layout.
const char *postil_layout_family(const postil_layout *layout);

int postil_layout_line_count(const postil_layout *layout);
postil_line postil_layout_line(const postil_layout *layout, int index);

// Paints the text in the context's source. Each line begins at the place that is given for it.
//
// Glyphs are given to cairo as they are seen, from left to right, with the text that they stand for: programs that read text
// out of PDF files expect that order, and turn what is written from right to left around; in the order of the text, as
// pango's own painter gives them, it comes out in pieces. Glyphs of one character are one cluster, so that marks that
// stand higher or lower are no lines of their own.
//
// starts: for each byte of the text whether a character begins there.
void postil_layout_paint(postil_layout *layout, cairo_t *context, const double *lefts, const unsigned char *starts);

#endif
