#define _GNU_SOURCE
#include "ImageRows.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Hooks.h"
#include "Processors.h"

// poppler writes an image as large as it is, four bytes for each pixel, before it draws it. The rows of an image that
// is going to be averaged are averaged here as they come, in memory of one row, and nothing else is kept.
//
// That is for poppler's drawImage first. It asks for the context's matrix, makes an ImageStream, and in getSourceImage
// an image surface of that width. For each row it calls getLine and writes the row; then it marks the surface as dirty.
// Up to its cairo_set_source neither the context's matrix nor its clip change, and all that the pattern will be is
// known: only for a printer it would have another filter and extend, and gets the averaged pixels all the same.
//
// drawMaskedImage and drawSoftMaskedImage do so after they read the mask: an ImageStream, a surface of bytes, for which
// they ask for the matrix unless the mask is to be interpolated, and which they mark as dirty. At most they begin a
// group before cairo_set_source, which is as large as the clip.
//
// For an image of one component getSourceImage first makes a table of all colours with GfxImageColorMap::getRGB. It
// then asks for the surface's status; told of an error, it leaves out its loop over the rows, and returns the surface
// all the same. Such an image is read here, and not by that loop, which looks up the pixels one by one.

/// Below that many pixels there is nothing to gain, for images that are read here and for others.
static const double fewest_looked_up = 1 << 12, fewest_pixels = 1 << 18;

/// poppler's GfxRGB: from 0 to 65536.
typedef struct {
  int red, green, blue;
} Colour;

/// An ImageStream, and the table of its pixels' colours.
typedef struct {
  const void *stream;
  int width, components, bits;
  const Colour *colours;
  int colour_count;
} Source;

/// An image surface whose rows are averaged.
typedef struct {
  AveragedRows averaged;
  Mean *mean;
  int height;
  /// Whether the rows are levels of grey, else they are as in the surface.
  bool is_byte_per_pixel;
  /// As many rows were begun by poppler.
  int rows;
  /// As large as the image, of which only the first row can be written: the others are zero and take no memory.
  uint8_t *memory;
  size_t size, row_size;
} Rows;

static const cairo_user_data_key_t rows_key;

/// What poppler is about to do. Any step that is not drawImage's forgets it.
static struct {
  /// Whose matrix was asked for last.
  cairo_t *context;
  /// A mask that is being read. The image comes after it.
  cairo_surface_t *mask;
  /// The source that was made after that, and for which context.
  cairo_t *next_context;
  Source next;
  /// What is being read.
  Source current;
  cairo_surface_t *surface;
  Rows *rows;
} state;

static struct {
  void (*make_stream)(void *, void *, int, int, int);
  void (*destroy_stream)(void *);
  unsigned char *(*get_line)(const void *);
  void (*get_rgb)(void *, const unsigned char *, Colour *);
} original;

static void forget_next(void) {
  state.next_context = NULL;
  state.next = (Source){0};
}

static void forget_current(void) {
  state.current = (Source){0};
  state.surface = NULL;
  state.rows = NULL;
}

static void destroy_rows(void *data) {
  Rows *rows = data;
  if (state.rows == rows) forget_current();
  mean_free(rows->mean);
  if (rows->averaged.surface) cairo_surface_destroy(rows->averaged.surface);
  munmap(rows->memory, rows->size);
  free(rows);
}

const AveragedRows *averaged_rows(cairo_surface_t *surface) {
  const Rows *rows = cairo_surface_get_user_data(surface, &rows_key);
  return rows ? &rows->averaged : NULL;
}

static uint8_t byte_of(int colour) { return (uint8_t)((((uint32_t)colour << 8) - (uint32_t)colour + 0x8000) >> 16); }

/// Whether the table has all colours, so that rows can be read here. Only getSourceImage makes one: where poppler reads
/// images elsewhere, it draws nothing if it is told of an error.
static bool has_colours(const Source *source) {
  return source->components == 1 && source->bits <= 8 && source->colour_count == 1 << source->bits;
}

static bool is_grey(const Source *source) {
  for (int k = 0; k < source->colour_count; k++) {
    uint8_t green = byte_of(source->colours[k].green);
    if (byte_of(source->colours[k].red) != green || byte_of(source->colours[k].blue) != green) return false;
  }
  return true;
}

/// A surface whose rows are averaged, or NULL.
static cairo_surface_t *surface_of_rows(cairo_t *context, cairo_format_t format, int width, int height,
                                        bool is_byte_per_pixel, Rows **result) {
  cairo_surface_type_t target = cairo_surface_get_type(cairo_get_target(context));
  if (target != CAIRO_SURFACE_TYPE_IMAGE && target != CAIRO_SURFACE_TYPE_RECORDING) return NULL;
  // In a knockout group the image is drawn once more for its shape, where the clip may be another one. That does not
  // matter to an image without transparency.
  if (format == CAIRO_FORMAT_ARGB32 && cairo_get_group_target(context) != cairo_get_target(context)) return NULL;
  // As drawImage will have it.
  cairo_matrix_t matrix;
  cairo_matrix_init_translate(&matrix, 0, height);
  cairo_matrix_scale(&matrix, width, -height);
  Placement place;
  // The context keeps its matrix with an inverse that setting the matrix would round in another way.
  cairo_save(context);
  bool is_placed = image_placement(context, &matrix, width, height, &place);
  cairo_restore(context);
  if (!is_placed) return NULL;

  int stride = cairo_format_stride_for_width(format, width);
  if (stride <= 0) return NULL;
  size_t size = (size_t)stride * (size_t)height;
  uint8_t *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  Rows *rows = calloc(1, sizeof *rows);
  if (!rows || mprotect(memory, (size_t)stride, PROT_READ | PROT_WRITE) != 0) {
    free(rows);
    munmap(memory, size);
    return NULL;
  }
  *rows = (Rows){.height = height,
                 .is_byte_per_pixel = is_byte_per_pixel,
                 .memory = memory,
                 .size = size,
                 .row_size = (size_t)stride};
  rows->averaged.place = place;
  rows->averaged.surface = cairo_image_surface_create(format, place.x.count, place.y.count);
  uint8_t *pixels = cairo_image_surface_get_data(rows->averaged.surface);
  MeanSource source = {.width = width,
                       .height = height,
                       .bytes_per_pixel = is_byte_per_pixel ? 1 : 4,
                       .is_grey = is_byte_per_pixel};
  if (pixels)
    rows->mean = mean_begin(&source, place.x, place.y, true, pixels,
                            (size_t)cairo_image_surface_get_stride(rows->averaged.surface));
  cairo_surface_t *surface =
      rows->mean ? cairo_image_surface_create_for_data(memory, format, width, height, stride) : NULL;
  if (!surface || cairo_surface_set_user_data(surface, &rows_key, rows, destroy_rows) != CAIRO_STATUS_SUCCESS) {
    if (surface) cairo_surface_destroy(surface);
    destroy_rows(rows);
    return NULL;
  }
  *result = rows;
  return surface;
}

/// Averages the row that was written since the last call.
static void take_row(Rows *rows) {
  if (rows->rows > 0 && rows->rows <= rows->height) mean_add(rows->mean, rows->rows - 1, rows->memory);
}

static void finish(Rows *rows) {
  mean_free(rows->mean);
  rows->mean = NULL;
  cairo_surface_mark_dirty(rows->averaged.surface);
  forget_current();
}

FOR_EACH_PROCESSOR
static void choose(uint8_t *restrict row, const uint8_t *restrict bits, int count, uint8_t zero, uint8_t one) {
  uint8_t change = zero ^ one;
  for (int k = 0; k < count; k++) row[k] = (uint8_t)(zero ^ (-bits[k] & change));
}

/// Reads and averages all rows of a source with a table of colours. False if it has none, without having read any.
static bool read_rows(Rows *rows, const Source *source) {
  uint32_t colours[256];
  uint8_t levels[256];
  for (int k = 0; k < source->colour_count; k++) {
    const Colour *colour = &source->colours[k];
    levels[k] = byte_of(colour->green);
    colours[k] = (uint32_t)byte_of(colour->red) << 16 | (uint32_t)levels[k] << 8 | byte_of(colour->blue);
  }
  for (int y = 0; y < rows->height; y++) {
    const uint8_t *values = original.get_line(source->stream);
    if (!values && y == 0) return false;
    if (!values) {
      memset(rows->memory, 0, rows->row_size);
    } else if (!rows->is_byte_per_pixel) {
      uint32_t *row = (uint32_t *)(void *)rows->memory;
      for (int x = 0; x < source->width; x++) row[x] = colours[values[x]];
    } else if (source->bits == 1) {
      choose(rows->memory, values, source->width, levels[0], levels[1]);
    } else {
      for (int x = 0; x < source->width; x++) rows->memory[x] = levels[values[x]];
    }
    mean_add(rows->mean, y, rows->memory);
  }
  return true;
}

// MARK: - What poppler calls

static void get_matrix(cairo_t *context, cairo_matrix_t *matrix) {
  cairo_get_matrix(context, matrix);
  state.context = context;
}

static void make_stream(void *stream, void *source, int width, int components, int bits) {
  original.make_stream(stream, source, width, components, bits);
  state.next = (Source){.stream = stream, .width = width, .components = components, .bits = bits};
  state.next_context = state.context;
  state.context = NULL;
}

static void destroy_stream(void *stream) {
  if (state.next.stream == stream) forget_next();
  if (state.current.stream == stream) forget_current();
  original.destroy_stream(stream);
}

static void get_rgb(void *map, const unsigned char *value, Colour *colour) {
  original.get_rgb(map, value, colour);
  Source *next = &state.next;
  if (!next->stream || next->colour_count < 0) return;
  if (next->colour_count == 0) next->colours = colour;
  int count = next->colour_count;
  bool is_next = count < 256 && *value == count && colour == next->colours + count;
  next->colour_count = is_next ? count + 1 : -1;
}

static cairo_surface_t *create_surface(cairo_format_t format, int width, int height) {
  Source source = state.next;
  if (format != CAIRO_FORMAT_RGB24 || !has_colours(&source)) source.colour_count = 0;
  bool is_looked_up = source.colour_count > 0;
  cairo_t *context = source.width == width ? state.next_context : NULL;
  forget_next();
  forget_current();
  state.context = NULL;
  state.mask = NULL;
  if (context && (format == CAIRO_FORMAT_RGB24 || format == CAIRO_FORMAT_ARGB32) &&
      (double)width * height >= (is_looked_up ? fewest_looked_up : fewest_pixels) &&
      cairo_status(context) == CAIRO_STATUS_SUCCESS) {
    Rows *rows;
    cairo_surface_t *surface =
        surface_of_rows(context, format, width, height, is_looked_up && is_grey(&source), &rows);
    if (surface) {
      state.current = source;
      state.surface = surface;
      state.rows = rows;
      return surface;
    }
  }
  cairo_surface_t *surface = cairo_image_surface_create(format, width, height);
  if (format == CAIRO_FORMAT_A8 && source.stream && source.width == width) state.mask = surface;
  return surface;
}

static cairo_status_t surface_status(cairo_surface_t *surface) {
  if (surface != state.surface || state.current.colour_count <= 0 || state.rows->rows > 0)
    return cairo_surface_status(surface);
  Rows *rows = state.rows;
  if (!read_rows(rows, &state.current)) {
    // poppler says so in its own loop.
    state.current.colour_count = 0;
    return cairo_surface_status(surface);
  }
  finish(rows);
  return CAIRO_STATUS_SURFACE_FINISHED;
}

static int get_stride(cairo_surface_t *surface) {
  // All rows are written to the same place.
  return surface == state.surface ? 0 : cairo_image_surface_get_stride(surface);
}

static unsigned char *get_line(void *stream) {
  unsigned char *line = original.get_line(stream);
  if (stream != state.current.stream || !stream) return line;
  Rows *rows = state.rows;
  take_row(rows);
  rows->rows++;
  // poppler may leave out a row that it cannot read.
  if (!line) memset(rows->memory, 0, rows->row_size);
  return line;
}

static void mark_dirty(cairo_surface_t *surface) {
  // A matrix that was asked for since the mask was made is that of the image too.
  if (surface != state.mask) state.context = NULL;
  state.mask = NULL;
  if (surface == state.surface) {
    take_row(state.rows);
    finish(state.rows);
  }
  cairo_surface_mark_dirty(surface);
}

const char *image_rows_install(void) {
  static const char make_name[] = "_ZN11ImageStreamC1EP6Streamiii", destroy_name[] = "_ZN11ImageStreamD1Ev",
                    line_name[] = "_ZN11ImageStream7getLineEv",
                    rgb_name[] = "_ZN16GfxImageColorMap6getRGBEPKhP6GfxRGB";
  original.make_stream = (void (*)(void *, void *, int, int, int))dlsym(RTLD_DEFAULT, make_name);
  original.destroy_stream = (void (*)(void *))dlsym(RTLD_DEFAULT, destroy_name);
  original.get_line = (unsigned char *(*)(const void *))dlsym(RTLD_DEFAULT, line_name);
  original.get_rgb = (void (*)(void *, const unsigned char *, Colour *))dlsym(RTLD_DEFAULT, rgb_name);
  if (!original.make_stream || !original.destroy_stream || !original.get_line || !original.get_rgb)
    return "libpoppler lacks a function";
  const Hook hooks[] = {
      {make_name, (void *)make_stream},
      {destroy_name, (void *)destroy_stream},
      {line_name, (void *)get_line},
      {rgb_name, (void *)get_rgb},
      {"cairo_get_matrix", (void *)get_matrix},
      {"cairo_image_surface_create", (void *)create_surface},
      {"cairo_image_surface_get_stride", (void *)get_stride},
      {"cairo_surface_status", (void *)surface_status},
      {"cairo_surface_mark_dirty", (void *)mark_dirty},
  };
  return hooks_install("libpoppler-glib.so", hooks, sizeof hooks / sizeof *hooks);
}
