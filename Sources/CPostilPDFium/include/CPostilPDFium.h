#ifndef CPOSTIL_PDFIUM_H
#define CPOSTIL_PDFIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PDFium, as far as pages are drawn with it. It is loaded when the program runs, never linked: what its public functions are
// called and take is all that is said of it here. For one thread.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct postil_pdfium_document postil_pdfium_document;
typedef struct postil_pdfium_page postil_pdfium_page;

/// From points of a page's view, unturned, y down, to pixels: x' = ax + cy + e, y' = bx + dy + f.
typedef struct {
  double a, b, c, d, e, f;
} postil_pdfium_matrix;

/// Pixels: 32 bits each, rows without gaps.
typedef struct {
  void *_Nonnull bytes;
  int width;
  int height;
} postil_pdfium_canvas;

typedef struct {
  int x, y, width, height;
} postil_pdfium_area;

/// What the library's codes for a document that is not opened stand for.
enum {
  postil_pdfium_cannot_read = 2,
  postil_pdfium_damaged = 3,
  postil_pdfium_needs_password = 4,
  postil_pdfium_unknown_encryption = 5,
};

/// Loads the library, and has it look for fonts in folders and beneath them.
///
/// - Returns: 0; otherwise why not, as a text that stays.
const char *_Nullable postil_pdfium_load(const char *_Nonnull path, const char *_Nullable const *_Nonnull font_folders);

/// Opens a document, whose bytes must stay until it is closed.
///
/// - Parameter code: Set if it is not opened.
postil_pdfium_document *_Nullable postil_pdfium_open(
  const void *_Nonnull bytes, size_t count, const char *_Nullable password, unsigned long *_Nonnull code);
void postil_pdfium_close(postil_pdfium_document *_Nonnull document);
int postil_pdfium_page_count(postil_pdfium_document *_Nonnull document);

postil_pdfium_page *_Nullable postil_pdfium_open_page(postil_pdfium_document *_Nonnull document, int index);
/// Before its document.
void postil_pdfium_close_page(postil_pdfium_page *_Nonnull page);
/// The size of a page as it is shown, in points.
void postil_pdfium_page_size(postil_pdfium_page *_Nonnull page, double *_Nonnull width, double *_Nonnull height);

/// Draws a page, with its annotations, into an area of a canvas; the rest of the canvas is not touched. Pixels are multiplied by
/// their opacity, and opaque on paper, which is white.
///
/// - Returns: false if there is no memory.
bool postil_pdfium_draw(
  postil_pdfium_page *_Nonnull page, postil_pdfium_canvas canvas, postil_pdfium_matrix matrix, postil_pdfium_area area,
  bool on_paper);

/// Tells the name of each font that is not in the file and that the page or its annotations show text in, and the family that is taken
/// in its place, again and again for text after text.
///
/// - Returns: false if the library is too old to tell.
bool postil_pdfium_fonts(
  postil_pdfium_page *_Nonnull page, void *_Nullable context,
  void (*_Nonnull found)(void *_Nullable context, const char *_Nullable font, const char *_Nullable family));

int postil_pdfium_annotation_count(postil_pdfium_page *_Nonnull page);
/// The flags of an annotation of the file; -1 if there is none at that place.
int postil_pdfium_annotation_flags(postil_pdfium_page *_Nonnull page, int place);
/// Sets them in memory.
void postil_pdfium_set_annotation_flags(postil_pdfium_page *_Nonnull page, int place, int flags);
/// The rectangle of an annotation: the least x and y, the greatest x and y, in page space.
bool postil_pdfium_annotation_rect(postil_pdfium_page *_Nonnull page, int place, double rect[_Nonnull 4]);

#ifdef __cplusplus
}
#endif
#endif
