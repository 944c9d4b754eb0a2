// The functions of librsvg and glib that are used here, declared as in their own headers (2.52 or later). Those cannot be
// included: the flags that pkg-config says for them have -pthread, which SwiftPM warns of in each build. SVGDeclarationsTests
// has the compiler compare the two.
#include <cairo.h>

typedef struct _GError GError;
typedef struct _RsvgHandle RsvgHandle;

#ifndef POSTIL_COMPARES_RSVG
typedef struct {
  double x, y, width, height;
} RsvgRectangle;

typedef struct {
  double length;
  int unit;
} RsvgLength;

struct _GError {
  unsigned int domain;
  int code;
  char *message;
};
#endif

RsvgHandle *rsvg_handle_new_from_data(const unsigned char *data, unsigned long length, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(RsvgHandle *handle, int *has_width, RsvgLength *width, int *has_height,
                                          RsvgLength *height, int *has_viewbox, RsvgRectangle *viewbox);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);
void g_object_unref(void *object);
void g_error_free(GError *error);
