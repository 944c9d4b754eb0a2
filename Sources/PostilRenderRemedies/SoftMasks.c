#include <cairo.h>
#include <math.h>
#include <stdlib.h>

#include "Remedies.h"

// poppler draws each luminosity mask on an image as large as the clip at that moment, mostly the page, although nothing
// but the backdrop is outside of the mask's group. Its setSoftMask asks for the clip's extents twice, after it ended the
// group, and asks nowhere else: the group's own extents are the answer here, with a pixel of backdrop around it, which
// the pattern then repeats.

/// Where a context's last group was, in pixels of the device.
typedef struct {
  double left, top, right, bottom;
  int questions;
} GroupExtents;

static const cairo_user_data_key_t group_key;

/// The mask whose image is being made: its pattern is created next.
static _Thread_local struct {
  bool is_cut;
  int width, height;
  /// A pixel that is backdrop, if the mask was cut anywhere.
  int backdrop_x, backdrop_y;
} mask;

static bool surface_extents(cairo_surface_t *surface, GroupExtents *extents) {
  double x, y, x_scale, y_scale;
  cairo_rectangle_t area = {0, 0, 0, 0};
  cairo_surface_get_device_offset(surface, &x, &y);
  cairo_surface_get_device_scale(surface, &x_scale, &y_scale);
  if (x_scale != 1 || y_scale != 1) return false;
  switch (cairo_surface_get_type(surface)) {
    case CAIRO_SURFACE_TYPE_IMAGE:
      area.width = cairo_image_surface_get_width(surface);
      area.height = cairo_image_surface_get_height(surface);
      break;
    case CAIRO_SURFACE_TYPE_RECORDING:
      if (!cairo_recording_surface_get_extents(surface, &area)) return false;
      break;
    default: return false;
  }
  extents->left = area.x - x;
  extents->top = area.y - y;
  extents->right = extents->left + area.width;
  extents->bottom = extents->top + area.height;
  return area.width > 0 && area.height > 0;
}

static cairo_pattern_t *pop_group(cairo_t *context) {
  cairo_pattern_t *pattern = cairo_pop_group(context);
  GroupExtents *extents = cairo_get_user_data(context, &group_key);
  if (!extents) {
    extents = calloc(1, sizeof *extents);
    if (!extents) return pattern;
    if (cairo_set_user_data(context, &group_key, extents, free) != CAIRO_STATUS_SUCCESS) {
      free(extents);
      return pattern;
    }
  }
  cairo_surface_t *surface;
  bool is_known = cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS &&
                  surface_extents(surface, extents);
  extents->questions = is_known ? 2 : 0;
  return pattern;
}

static void clip_extents(cairo_t *context, double *x1, double *y1, double *x2, double *y2) {
  cairo_clip_extents(context, x1, y1, x2, y2);
  mask.is_cut = false;
  GroupExtents *group = cairo_get_user_data(context, &group_key);
  if (!group || group->questions == 0) return;
  group->questions--;

  cairo_matrix_t matrix;
  cairo_get_matrix(context, &matrix);
  if (!(matrix.xy == 0 && matrix.yx == 0) && !(matrix.xx == 0 && matrix.yy == 0)) return;
  double ax = *x1, ay = *y1, bx = *x2, by = *y2;
  cairo_user_to_device(context, &ax, &ay);
  cairo_user_to_device(context, &bx, &by);
  // The clip's extents are whole pixels, but for what the two transforms add.
  double left = floor(fmin(ax, bx) + 1e-6), right = ceil(fmax(ax, bx) - 1e-6);
  double top = floor(fmin(ay, by) + 1e-6), bottom = ceil(fmax(ay, by) - 1e-6);
  if (!(right > left && bottom > top)) return;

  double cut_left = floor(group->left) - 1, cut_right = ceil(group->right) + 1;
  double cut_top = floor(group->top) - 1, cut_bottom = ceil(group->bottom) + 1;
  bool is_cut_right = cut_right < right, is_cut_bottom = cut_bottom < bottom;
  if (!(cut_left > left || cut_top > top || is_cut_right || is_cut_bottom)) return;
  left = fmax(left, cut_left);
  top = fmax(top, cut_top);
  // A group outside of the clip leaves a pixel of backdrop.
  right = fmax(fmin(right, cut_right), left + 1);
  bottom = fmax(fmin(bottom, cut_bottom), top + 1);
  if (!(right - left < 32768 && bottom - top < 32768)) return;

  mask.is_cut = true;
  mask.width = (int)(right - left);
  mask.height = (int)(bottom - top);
  // Cut at the left or the top, the first pixel is backdrop; else that at the end of the side that was cut.
  mask.backdrop_x = is_cut_right ? mask.width - 1 : 0;
  mask.backdrop_y = is_cut_bottom ? mask.height - 1 : 0;
  cairo_device_to_user(context, &left, &top);
  cairo_device_to_user(context, &right, &bottom);
  *x1 = fmin(left, right);
  *x2 = fmax(left, right);
  *y1 = fmin(top, bottom);
  *y2 = fmax(top, bottom);
}

static cairo_pattern_t *pattern_create_for_surface(cairo_surface_t *surface) {
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
  if (!mask.is_cut) return pattern;
  mask.is_cut = false;
  if (cairo_surface_get_type(surface) != CAIRO_SURFACE_TYPE_IMAGE ||
      cairo_image_surface_get_format(surface) != CAIRO_FORMAT_ARGB32 ||
      cairo_image_surface_get_width(surface) != mask.width || cairo_image_surface_get_height(surface) != mask.height)
    return pattern;
  count_use(POSTIL_REMEDY_SOFT_MASKS);
  cairo_surface_flush(surface);
  const unsigned char *data = cairo_image_surface_get_data(surface);
  if (!data) return pattern;
  const uint32_t *row =
      (const uint32_t *)(const void *)(data + (size_t)mask.backdrop_y * (size_t)cairo_image_surface_get_stride(surface));
  if (row[mask.backdrop_x] != 0) cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  return pattern;
}

const char *soft_masks_install(void) {
  const Hook hooks[] = {
      {"cairo_pop_group", (void *)pop_group},
      {"cairo_clip_extents", (void *)clip_extents},
      {"cairo_pattern_create_for_surface", (void *)pattern_create_for_surface},
  };
  return hooks_install("libpoppler-glib.so", hooks, 3);
}
