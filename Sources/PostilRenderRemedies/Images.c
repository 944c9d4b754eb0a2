#include <cairo.h>
#include <math.h>
#include <string.h>

#include "AreaMean.h"
#include "ImageRows.h"
#include "Images.h"
#include "Remedies.h"

// cairo draws an image smaller with a convolution in general C code, 60 to 75 instructions for each pixel of the image,
// and once more in each tile that a recording is replayed into. An image that is parallel to the device's axes, or
// turned by quarters, is averaged here to pixels of the device when it becomes a source or a mask; cairo then copies
// these. Whatever else (turned, drawn larger, other filters, repeated) is left to cairo.

/// cairo scales with its convolution only what becomes smaller than that.
static const double largest_scale = 0.75;
/// Below that many pixels there is nothing to gain.
static const double fewest_pixels = 1024;
/// How far, in pixels of the device, an image's edges may be from parallel to the device's.
static const double most_skew = 0.02;
static const double largest_side = 32000;

/// Part of an axis of the device: its first whole pixel, and how many.
typedef struct {
  double first, count;
} Pixels;

/// The pixels of the device that `length` pixels of an image reach, which starts at `origin` of the device's zero and
/// has `step` pixels for each of the device's, as far as they are within the clip.
static Pixels covered(double origin, double step, double length, double clip_start, double clip_end) {
  double a = -origin / step, b = (length - origin) / step;
  double first = floor(fmax(fmin(a, b), clip_start) + 1e-4), end = ceil(fmin(fmax(a, b), clip_end) - 1e-4);
  return (Pixels){first, fmax(end - first, 1)};
}

/// Says how an image is stored, or returns false for one that is left to cairo.
static bool describe(cairo_surface_t *surface, cairo_extend_t extend, MeanSource *source) {
  if (cairo_surface_get_type(surface) != CAIRO_SURFACE_TYPE_IMAGE) return false;
  double x, y, x_scale, y_scale;
  cairo_surface_get_device_offset(surface, &x, &y);
  cairo_surface_get_device_scale(surface, &x_scale, &y_scale);
  if (x != 0 || y != 0 || x_scale != 1 || y_scale != 1) return false;
  switch (cairo_image_surface_get_format(surface)) {
    case CAIRO_FORMAT_ARGB32: source->bytes_per_pixel = 4; break;
    case CAIRO_FORMAT_RGB24:
      // Without an alpha channel the image's edges could not fade.
      if (extend == CAIRO_EXTEND_NONE) return false;
      source->bytes_per_pixel = 4;
      break;
    case CAIRO_FORMAT_A8: source->bytes_per_pixel = 1; break;
    case CAIRO_FORMAT_A1:
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
      return false;
#endif
      source->bytes_per_pixel = 1;
      source->is_bits = true;
      break;
    default: return false;
  }
  source->width = cairo_image_surface_get_width(surface);
  source->height = cairo_image_surface_get_height(surface);
  return (double)source->width * source->height >= fewest_pixels;
}

bool image_placement(cairo_t *context, const cairo_matrix_t *to_image, int width, int height, Placement *result) {
  cairo_matrix_t from_device;
  cairo_get_matrix(context, &from_device);
  if (cairo_matrix_invert(&from_device) != CAIRO_STATUS_SUCCESS) return false;
  cairo_matrix_multiply(&from_device, &from_device, to_image);
  double x_step = hypot(from_device.xx, from_device.xy), y_step = hypot(from_device.yx, from_device.yy);
  if (!(x_step >= 1 / largest_scale && x_step < 32768 && y_step >= 1 / largest_scale && y_step < 32768)) return false;
  // On the device the image is this large, and along these sides its edges must not leave its axes.
  bool is_turned = fabs(from_device.xy) > fabs(from_device.xx);
  double device_width = width / x_step, device_height = height / y_step;
  double x_skew = fabs(is_turned ? from_device.xx : from_device.xy) / x_step * device_height;
  double y_skew = fabs(is_turned ? from_device.yy : from_device.yx) / y_step * device_width;
  if (!(x_skew <= most_skew && y_skew <= most_skew)) return false;

  double left, top, right, bottom;
  cairo_matrix_t current;
  cairo_get_matrix(context, &current);
  cairo_identity_matrix(context);
  cairo_clip_extents(context, &left, &top, &right, &bottom);
  cairo_set_matrix(context, &current);
  // The image's rows run along the device's columns if it is turned.
  MeanAxis x = {.step = is_turned ? from_device.xy : from_device.xx};
  MeanAxis y = {.step = is_turned ? from_device.yx : from_device.yy};
  Pixels across = is_turned ? covered(from_device.x0, x.step, width, top, bottom)
                            : covered(from_device.x0, x.step, width, left, right);
  Pixels down = is_turned ? covered(from_device.y0, y.step, height, left, right)
                          : covered(from_device.y0, y.step, height, top, bottom);
  if (!(fabs(across.first) < 1e6 && fabs(down.first) < 1e6 && across.count < largest_side && down.count < largest_side))
    return false;
  x.origin = from_device.x0 + across.first * x.step;
  x.count = (int)across.count;
  y.origin = from_device.y0 + down.first * y.step;
  y.count = (int)down.count;
  *result = (Placement){.x = x, .y = y, .from_device = from_device};
  if (is_turned) {
    cairo_matrix_init(&result->to_averaged, 0, 1, 1, 0, -across.first, -down.first);
  } else {
    cairo_matrix_init_translate(&result->to_averaged, -across.first, -down.first);
  }
  return true;
}

static bool same_placement(const Placement *a, const Placement *b) {
  return a->x.origin == b->x.origin && a->x.step == b->x.step && a->x.count == b->x.count &&
         a->y.origin == b->y.origin && a->y.step == b->y.step && a->y.count == b->y.count &&
         memcmp(&a->to_averaged, &b->to_averaged, sizeof a->to_averaged) == 0;
}

static cairo_pattern_t *pattern_of(cairo_surface_t *surface, const cairo_matrix_t *matrix, cairo_filter_t filter,
                                   cairo_extend_t extend) {
  cairo_pattern_t *result = cairo_pattern_create_for_surface(surface);
  cairo_pattern_set_matrix(result, matrix);
  cairo_pattern_set_filter(result, filter);
  cairo_pattern_set_extend(result, extend);
  if (cairo_pattern_status(result) == CAIRO_STATUS_SUCCESS) return result;
  cairo_pattern_destroy(result);
  return NULL;
}

/// A pattern of the same picture in pixels of the device, for use with the identity as matrix; NULL if the pattern is
/// to be left to cairo.
static cairo_pattern_t *averaged(cairo_t *context, cairo_pattern_t *pattern, cairo_surface_t *surface) {
  if (cairo_pattern_get_filter(pattern) != CAIRO_FILTER_GOOD) return NULL;
  cairo_extend_t extend = cairo_pattern_get_extend(pattern);
  if (extend != CAIRO_EXTEND_PAD && extend != CAIRO_EXTEND_NONE) return NULL;
  MeanSource source = {0};
  if (!describe(surface, extend, &source)) return NULL;
  cairo_matrix_t matrix;
  cairo_pattern_get_matrix(pattern, &matrix);
  Placement place;
  if (!image_placement(context, &matrix, source.width, source.height, &place)) return NULL;
  const AveragedRows *rows = averaged_rows(surface);
  if (rows)
    return extend == CAIRO_EXTEND_PAD && same_placement(&place, &rows->place)
               ? pattern_of(rows->surface, &place.to_averaged, CAIRO_FILTER_NEAREST, extend)
               : NULL;

  cairo_surface_flush(surface);
  source.data = cairo_image_surface_get_data(surface);
  source.stride = (size_t)cairo_image_surface_get_stride(surface);
  if (!source.data) return NULL;
  cairo_format_t format = cairo_image_surface_get_format(surface);
  cairo_surface_t *small =
      cairo_image_surface_create(format == CAIRO_FORMAT_A1 ? CAIRO_FORMAT_A8 : format, place.x.count, place.y.count);
  cairo_pattern_t *result = NULL;
  uint8_t *pixels = cairo_image_surface_get_data(small);
  if (pixels && area_mean(&source, place.x, place.y, extend == CAIRO_EXTEND_PAD, pixels,
                          (size_t)cairo_image_surface_get_stride(small))) {
    cairo_surface_mark_dirty(small);
    result = pattern_of(small, &place.to_averaged, CAIRO_FILTER_NEAREST, extend);
  }
  cairo_surface_destroy(small);
  return result;
}

/// For a surface that has no more than the averaged pixels, but is placed in another way than was foreseen: a pattern
/// of these for the same place.
static cairo_pattern_t *replaced(cairo_pattern_t *pattern, const AveragedRows *rows) {
  cairo_matrix_t matrix, to_averaged = rows->place.from_device;
  if (cairo_matrix_invert(&to_averaged) != CAIRO_STATUS_SUCCESS) return NULL;
  cairo_matrix_multiply(&to_averaged, &to_averaged, &rows->place.to_averaged);
  cairo_pattern_get_matrix(pattern, &matrix);
  cairo_matrix_multiply(&matrix, &matrix, &to_averaged);
  return pattern_of(rows->surface, &matrix, CAIRO_FILTER_GOOD, cairo_pattern_get_extend(pattern));
}

/// Calls a function that takes a pattern, with the averaged one if there is one.
static void with_averaged(cairo_t *context, cairo_pattern_t *pattern, void (*use)(cairo_t *, cairo_pattern_t *)) {
  cairo_surface_t *surface;
  if (!pattern || cairo_status(context) != CAIRO_STATUS_SUCCESS ||
      cairo_pattern_get_type(pattern) != CAIRO_PATTERN_TYPE_SURFACE ||
      cairo_pattern_get_surface(pattern, &surface) != CAIRO_STATUS_SUCCESS) {
    use(context, pattern);
    return;
  }
  cairo_pattern_t *small = averaged(context, pattern, surface);
  if (small) {
    count_use(POSTIL_REMEDY_IMAGES);
    cairo_matrix_t matrix;
    cairo_get_matrix(context, &matrix);
    cairo_identity_matrix(context);
    use(context, small);
    cairo_set_matrix(context, &matrix);
  } else {
    const AveragedRows *rows = averaged_rows(surface);
    if (rows) small = replaced(pattern, rows);
    use(context, small ? small : pattern);
  }
  if (small) cairo_pattern_destroy(small);
}

// poppler sets a pattern's filter, extend and matrix before it hands it over, and the context's matrix of that moment
// is the one that places it.

static void set_source(cairo_t *context, cairo_pattern_t *pattern) { with_averaged(context, pattern, cairo_set_source); }

static void mask(cairo_t *context, cairo_pattern_t *pattern) { with_averaged(context, pattern, cairo_mask); }

const char *images_install(void) {
  const Hook hooks[] = {{"cairo_set_source", (void *)set_source}, {"cairo_mask", (void *)mask}};
  const char *reason = hooks_install("libpoppler-glib.so", hooks, 2);
  if (!reason) image_rows_install();  // Without it, images are averaged as a whole.
  return reason;
}
