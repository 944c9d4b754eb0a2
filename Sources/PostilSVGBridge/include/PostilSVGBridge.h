// Drawings in SVG as pages in PDF, by librsvg and cairo.
#ifndef POSTIL_SVG_BRIDGE_H
#define POSTIL_SVG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// A document of one page. The caller frees `bytes`. Lengths are in points.
typedef struct postil_svg_page {
  uint8_t *bytes;
  size_t length;
  double width, height;
} postil_svg_page;

// Draws a file; nothing but its own bytes is read. Returns whether that was done; `message` says why not (200 bytes).
int postil_svg_draw(const uint8_t *data, size_t length, size_t most, postil_svg_page *page, char *message);

#endif
