#ifndef POSTIL_IMAGES_H
#define POSTIL_IMAGES_H

#include <cairo.h>
#include <stdbool.h>

#include "AreaMean.h"

/// Where the averaged pixels of an image are on the device.
typedef struct {
  MeanAxis x, y;
  /// From pixels of the device to those of the image, and to the averaged ones.
  cairo_matrix_t from_device, to_averaged;
} Placement;

/// Finds the place of an image that is going to be drawn with a pattern of that matrix. False for one that is to be
/// left to cairo.
bool image_placement(cairo_t *context, const cairo_matrix_t *to_image, int width, int height, Placement *result);

#endif
