// Splash, poppler's other output device, which draws into pixels without cairo. It has no interface in C: this is one, of what pages need.
// Nothing throws. For one thread at a time.

#ifndef POSTIL_SPLASH_BRIDGE_H
#define POSTIL_SPLASH_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A document as Splash draws it.
typedef struct postil_splash_document postil_splash_document;

typedef enum {
  POSTIL_SPLASH_DONE = 0,
  /// There is no such page.
  POSTIL_SPLASH_NO_PAGE,
  /// The document cannot be read.
  POSTIL_SPLASH_DAMAGED,
  /// A size or a place is out of range, or the pixels do not fit into their memory.
  POSTIL_SPLASH_OUT_OF_RANGE,
  /// Nothing was drawn: there is no memory, or poppler gave up.
  POSTIL_SPLASH_FAILED,
} postil_splash_result;

/// A rectangle in page space: the least x and y, the greatest x and y.
typedef struct {
  double min_x, min_y, max_x, max_y;
} postil_splash_box;

/// A part of a page.
typedef struct {
  /// Its index.
  int page;
  /// Pixels a point.
  double scale;
  /// How it is turned besides, clockwise, in quarters: 0 to 3.
  int quarter_turns;
  /// The part, in pixels of the page's view as it is turned: up to 32,767 a side.
  int x, y, width, height;
  /// Whether colors are joined as inks (DeviceCMYK) and become RGB at the end.
  bool is_in_cmyk;
} postil_splash_area;

/// Whether it was built with poppler's private headers, of a version whose functions are those that are known.
bool postil_splash_is_available(void);

/// Opens a document.
///
/// - `bytes`: the document, which stay until it is closed.
/// - `password`: as the file has it, in its `password_length` bytes; `NULL` for none.
///
/// Returns `NULL` if it cannot be read or opened, or if Splash is not available.
postil_splash_document *postil_splash_open(
    const void *bytes, size_t count, const char *password, size_t password_length);

void postil_splash_close(postil_splash_document *document);

/// The boxes of a page's annotations, in poppler's order, as many as there is room for. Returns how many there are; 0 if the page cannot
/// be read.
size_t postil_splash_annotations(
    postil_splash_document *document, int page, postil_splash_box *boxes, size_t capacity);

/// Draws a part of a page on white.
///
/// - `hidden`: the places of annotations in that order that are not drawn, `hidden_count` of them.
/// - `pixels`: blue, green, red, and 255, rows without gaps, for `byte_count` bytes.
postil_splash_result postil_splash_draw(
    postil_splash_document *document, const postil_splash_area *area, const size_t *hidden, size_t hidden_count,
    uint8_t *pixels, size_t byte_count);

#ifdef __cplusplus
}
#endif

#endif
