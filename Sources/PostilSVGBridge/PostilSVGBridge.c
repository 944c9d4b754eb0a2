#include "PostilSVGBridge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-pdf.h>

#include "rsvg.h"

// A point has so many pixels where something cannot be painted as paths: 300 an inch.
#define PIXELS (300.0 / 72)

// Bytes that cairo writes.
struct sink {
  uint8_t *bytes;
  size_t length, room, most;
};

static cairo_status_t take(void *context, const unsigned char *bytes, unsigned int length) {
  struct sink *sink = context;
  if (length > sink->most - sink->length) return CAIRO_STATUS_WRITE_ERROR;
  if (length > sink->room - sink->length) {
    size_t room = (sink->length + length) * 2;
    uint8_t *more = realloc(sink->bytes, room);
    if (!more) return CAIRO_STATUS_NO_MEMORY;
    sink->bytes = more;
    sink->room = room;
  }
  memcpy(sink->bytes + sink->length, bytes, length);
  sink->length += length;
  return CAIRO_STATUS_SUCCESS;
}

static int fail(char *message, const char *text, GError *error) {
  snprintf(message, 200, "%s", error && error->message ? error->message : text);
  if (error) g_error_free(error);
  return 0;
}

// Its size in pixels, of which 96 are an inch.
static int find_size(RsvgHandle *handle, double *width, double *height) {
  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) {
    int has_width, has_height, has_viewbox = 0;
    RsvgLength length;
    RsvgRectangle box = {0, 0, 0, 0};
    rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &length, &has_height, &length, &has_viewbox, &box);
    if (!has_viewbox) return 0;
    *width = box.width;
    *height = box.height;
  }
  return isfinite(*width) && isfinite(*height) && *width > 0 && *height > 0;
}

// cairo says of images that they are to be smoothed, which PDF/A forbids. It writes dictionaries as they are: null says the same
// as nothing, in as many bytes.
static void take_smoothing_away(struct sink *sink) {
  static const char smooth[] = "   /Interpolate true\n";
  const size_t length = sizeof smooth - 1;
  for (size_t place = 0; place + length <= sink->length; place++) {
    uint8_t *start = memchr(sink->bytes + place, ' ', sink->length - place);
    if (!start || (size_t)(sink->bytes + sink->length - start) < length) return;
    place = (size_t)(start - sink->bytes);
    if (memcmp(start, smooth, length) == 0) memcpy(start + length - 5, "null", 4);
  }
}

int postil_svg_draw(const uint8_t *data, size_t length, size_t most, postil_svg_page *page, char *message) {
  GError *error = NULL;
  // Without the address of a file it reads no other ones.
  RsvgHandle *handle = rsvg_handle_new_from_data(data, length, &error);
  if (!handle) return fail(message, "It is no SVG", error);
  rsvg_handle_set_dpi(handle, 96);
  double width = 0, height = 0;
  if (!find_size(handle, &width, &height)) {
    g_object_unref(handle);
    return fail(message, "It has neither a width and a height nor a viewBox", NULL);
  }
  width *= 0.75;
  height *= 0.75;
  if (width > 14400 || height > 14400) {
    g_object_unref(handle);
    return fail(message, "It is larger than 14,400 points", NULL);
  }
  // A recording first: onto it librsvg draws texts as paths, so the page has no fonts, of which cairo leaves out what PDF/A asks
  // for (CIDToGIDMap). What filters make has as many pixels as the recording.
  cairo_rectangle_t extents = {0, 0, width * PIXELS, height * PIXELS};
  cairo_surface_t *recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *context = cairo_create(recording);
  RsvgRectangle viewport = {0, 0, extents.width, extents.height};
  int is_drawn = rsvg_handle_render_document(handle, context, &viewport, &error);
  cairo_status_t status = cairo_status(context);
  cairo_destroy(context);

  struct sink sink = {NULL, 0, 0, most};
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take, &sink, width, height);
  cairo_surface_set_fallback_resolution(surface, 72 * PIXELS, 72 * PIXELS);
  context = cairo_create(surface);
  if (is_drawn && status == CAIRO_STATUS_SUCCESS) {
    cairo_scale(context, 1 / PIXELS, 1 / PIXELS);
    cairo_set_source_surface(context, recording, 0, 0);
    cairo_paint(context);
    status = cairo_status(context);
  }
  cairo_destroy(context);
  cairo_surface_destroy(recording);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  g_object_unref(handle);
  if (!is_drawn || status != CAIRO_STATUS_SUCCESS) {
    free(sink.bytes);
    return fail(message, is_drawn ? cairo_status_to_string(status) : "It cannot be drawn", error);
  }
  take_smoothing_away(&sink);
  *page = (postil_svg_page){sink.bytes, sink.length, width, height};
  return 1;
}
