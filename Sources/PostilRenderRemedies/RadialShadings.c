#include <cairo.h>
#include <math.h>
#include <stdlib.h>

#include "Remedies.h"

// For a radial shading with one of its two extends, poppler hands cairo a gradient and a path of up to 256 rings, each
// of two circles of up to 200 corners that run in opposite directions, and of a rectangle around all. The second circle
// of a ring is the first of the next one, the other way round, so these two add nothing to any point's winding number:
// only the first and the last circle of such a chain matter, and cairo need not divide the plane by 100,000 lines.

/// A closed polygon of a path.
typedef struct {
  int first, count;
} Polygon;

/// Fewer points are not worth the look.
enum { fewest_points = 400 };

/// Finds the polygons of a path; false if it has anything else in it.
static bool find_polygons(const cairo_path_t *path, Polygon *polygons, int capacity, int *count) {
  *count = 0;
  bool is_open = false;
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    if (path->data[i].header.length < 1) return false;
    switch (path->data[i].header.type) {
      case CAIRO_PATH_MOVE_TO:
        // After each polygon cairo moves to its start, and after the last of a path to nothing else.
        if (is_open && polygons[*count - 1].count > 1) return false;
        if (!is_open && *count == capacity) return false;
        if (!is_open) ++*count;
        polygons[*count - 1] = (Polygon){i, 1};
        is_open = true;
        break;
      case CAIRO_PATH_LINE_TO:
        if (!is_open) return false;
        polygons[*count - 1].count++;
        break;
      case CAIRO_PATH_CLOSE_PATH:
        if (!is_open) return false;
        is_open = false;
        break;
      default: return false;
    }
  }
  if (is_open) {
    if (polygons[*count - 1].count > 1) return false;
    --*count;
  }
  return true;
}

static const cairo_path_data_t *point(const cairo_path_t *path, Polygon polygon, int index) {
  return &path->data[polygon.first + 2 * index + 1];
}

/// Whether one polygon is the other one backwards, from the same point on, to the precision of cairo's numbers.
static bool is_reverse(const cairo_path_t *path, Polygon a, Polygon b) {
  const double tolerance = 1.5 / 256;
  if (a.count != b.count) return false;
  for (int k = 0; k < a.count; k++) {
    const cairo_path_data_t *p = point(path, a, k), *q = point(path, b, k == 0 ? 0 : b.count - k);
    if (!(fabs(p->point.x - q->point.x) <= tolerance && fabs(p->point.y - q->point.y) <= tolerance)) return false;
  }
  return true;
}

/// Drops the polygons that cancel their neighbours from the context's path.
static void simplify_path(cairo_t *context) {
  if (cairo_pattern_get_type(cairo_get_source(context)) != CAIRO_PATTERN_TYPE_RADIAL) return;
  if (cairo_get_fill_rule(context) != CAIRO_FILL_RULE_WINDING) return;
  cairo_matrix_t matrix, identity;
  cairo_get_matrix(context, &matrix);
  cairo_matrix_init_identity(&identity);
  cairo_set_matrix(context, &identity);
  cairo_path_t *path = cairo_copy_path(context);
  enum { most_polygons = 1024 };
  Polygon *polygons = NULL;
  int count;
  if (path->status != CAIRO_STATUS_SUCCESS || path->num_data < 2 * fewest_points) goto done;
  polygons = malloc(most_polygons * sizeof *polygons);
  if (!polygons || !find_polygons(path, polygons, most_polygons, &count)) goto done;

  int kept = 0;
  for (int k = 0; k < count; k++) {
    if (kept > 0 && is_reverse(path, polygons[kept - 1], polygons[k])) {
      kept--;
    } else {
      polygons[kept++] = polygons[k];
    }
  }
  if (kept == count) goto done;
  count_use(POSTIL_REMEDY_RADIAL_SHADINGS);
  cairo_new_path(context);
  for (int k = 0; k < kept; k++) {
    for (int i = 0; i < polygons[k].count; i++) {
      const cairo_path_data_t *p = point(path, polygons[k], i);
      if (i == 0) {
        cairo_move_to(context, p->point.x, p->point.y);
      } else {
        cairo_line_to(context, p->point.x, p->point.y);
      }
    }
    cairo_close_path(context);
  }
done:
  free(polygons);
  cairo_path_destroy(path);
  cairo_set_matrix(context, &matrix);
}

static void fill(cairo_t *context) {
  simplify_path(context);
  cairo_fill(context);
}

static void clip(cairo_t *context) {
  simplify_path(context);
  cairo_clip(context);
}

const char *radial_shadings_install(void) {
  const Hook hooks[] = {{"cairo_fill", (void *)fill}, {"cairo_clip", (void *)clip}};
  return hooks_install("libpoppler-glib.so", hooks, 2);
}
