// JPEG files written by libjpeg, whose errors are jumps.
#ifndef POSTIL_JPEG_BRIDGE_H
#define POSTIL_JPEG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// A picture as a JPEG file, which the caller frees; NULL if that failed, and `message` says why then (200 bytes).
//
// Pixels have 32 bits each, alpha in the highest byte, then red, green and blue, colors multiplied by alpha; rows without gaps. What
// is transparent lies on white. `quality` is 1 to 100, `resolution` in pixels an inch.
uint8_t *postil_jpeg_file(const uint32_t *pixels, int width, int height, int is_gray, int quality, int resolution,
                          size_t *length, char *message);

#endif
