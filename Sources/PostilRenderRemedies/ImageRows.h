#ifndef POSTIL_IMAGE_ROWS_H
#define POSTIL_IMAGE_ROWS_H

#include <cairo.h>

#include "Images.h"

/// The averaged pixels of an image whose own pixels were never kept.
typedef struct {
  cairo_surface_t *surface;
  Placement place;
} AveragedRows;

/// NULL for a surface that has pixels of its own.
const AveragedRows *averaged_rows(cairo_surface_t *surface);

/// Returns NULL, or changes nothing and returns why not.
const char *image_rows_install(void);

#endif
