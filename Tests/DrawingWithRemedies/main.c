// Draws a page with poppler, with or without the remedies, and says what that took. Remedies hold for the whole
// process, so tests and comparisons draw in processes of their own.

#define _GNU_SOURCE
#include <math.h>
#include <poppler.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Counters.h"
#include "Planted.h"
#include "PostilRenderRemedies.h"

static const char usage_text[] =
    "usage: postil-remedies FILE PAGE SCALE [--remedies NAME,...|all|none] [--untried] [--recorded] [--cold]\n"
    "                       [--text] [--lay-out-text] [--out PPM]\n"
    "  PAGE            from 1\n"
    "  SCALE           pixels for each point\n"
    "  --remedies      icc, icc-lines, images, soft-masks, radial-shadings, text-layout, flate; default:\n"
    "                  all\n"
    "  --untried       also with versions of the libraries that were not tried\n"
    "  --recorded      into a recording, and from it into tiles of 512 pixels\n"
    "  --cold          only once, not a second time\n"
    "  --text          count the characters of the text that drawing laid out\n"
    "  --lay-out-text  lay out text although the remedy is on\n"
    "  --plant NAME    changes a library first: entry, crash, loop, slots or source; after the remedies with --plant-late\n"
    "  --checked       takes out remedies with which a small page comes out wrong, and those that it does not use\n"
    "Prints an object of JSON: size, remedies that are on, why others are off, use of the first and the second drawing.\n";

static void fail(int status, const char *message) {
  fprintf(stderr, "postil-remedies: %s\n", message);
  exit(status);
}

static uint32_t remedies_named(char *list) {
  uint32_t remedies = 0;
  for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
    uint32_t found = 0;
    for (uint32_t remedy = 1; remedy < POSTIL_REMEDIES_ALL; remedy <<= 1)
      if (strcmp(postil_remedies_name(remedy), name) == 0) found = remedy;
    if (strcmp(name, "all") == 0) found = POSTIL_REMEDIES_ALL;
    if (!found && strcmp(name, "none") != 0) fail(2, usage_text);
    remedies |= found;
  }
  return remedies;
}

typedef struct {
  unsigned char *pixels;
  int width, height;
  double scale;
} Picture;

static cairo_surface_t *part(const Picture *picture, int x, int y, int width, int height) {
  return cairo_image_surface_create_for_data(picture->pixels + ((size_t)y * (size_t)picture->width + (size_t)x) * 4,
                                             CAIRO_FORMAT_ARGB32, width, height, picture->width * 4);
}

static void render(PopplerPage *page, cairo_surface_t *surface, double scale) {
  cairo_t *context = cairo_create(surface);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_scale(context, scale, scale);
  poppler_page_render(page, context);
  if (cairo_status(context) != CAIRO_STATUS_SUCCESS) fprintf(stderr, "%s\n", cairo_status_to_string(cairo_status(context)));
  cairo_destroy(context);
}

static void draw(PopplerDocument *document, int index, const Picture *picture, bool is_recorded) {
  PopplerPage *page = poppler_document_get_page(document, index);
  if (!page) fail(3, "no such page");
  if (!is_recorded) {
    cairo_surface_t *surface = part(picture, 0, 0, picture->width, picture->height);
    render(page, surface, picture->scale);
    cairo_surface_destroy(surface);
  } else {
    const int margin = 4, side = 512;
    cairo_rectangle_t area = {-margin, -margin, picture->width + 2 * margin, picture->height + 2 * margin};
    cairo_surface_t *recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &area);
    render(page, recording, picture->scale);
    for (int y = 0; y < picture->height; y += side) {
      for (int x = 0; x < picture->width; x += side) {
        cairo_surface_t *tile = part(picture, x, y, MIN(side, picture->width - x), MIN(side, picture->height - y));
        cairo_t *context = cairo_create(tile);
        cairo_translate(context, -x, -y);
        cairo_set_source_surface(context, recording, 0, 0);
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
        cairo_paint(context);
        cairo_destroy(context);
        cairo_surface_destroy(tile);
      }
    }
    cairo_surface_destroy(recording);
  }
  g_object_unref(page);
}

static void write_picture(const Picture *picture, const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) fail(1, "cannot write the picture");
  fprintf(file, "P6\n%d %d\n255\n", picture->width, picture->height);
  size_t count = (size_t)picture->width * (size_t)picture->height;
  unsigned char *colours = malloc(3 * count);
  if (!colours) fail(1, "no memory");
  for (size_t k = 0; k < count; k++)
    for (size_t c = 0; c < 3; c++) colours[3 * k + c] = picture->pixels[4 * k + 2 - c];
  bool is_written = fwrite(colours, 3, count, file) == count;
  if (fclose(file) != 0 || !is_written) fail(1, "cannot write the picture");
  free(colours);
}

static void print_usage(const char *name, Usage usage) {
  printf(", \"%s\": {\"instructions\": %.0f, \"milliseconds\": %.2f}", name, usage.instructions, usage.milliseconds);
}

static void print_remedies(uint32_t on) {
  const char *separator = "";
  printf(", \"on\": [");
  for (uint32_t remedy = 1; remedy < POSTIL_REMEDIES_ALL; remedy <<= 1) {
    if (!(on & remedy)) continue;
    printf("%s\"%s\"", separator, postil_remedies_name(remedy));
    separator = ", ";
  }
  printf("], \"off\": {");
  separator = "";
  for (uint32_t remedy = 1; remedy < POSTIL_REMEDIES_ALL; remedy <<= 1) {
    if (on & remedy) continue;
    printf("%s\"%s\": \"%s\"", separator, postil_remedies_name(remedy), postil_remedies_reason(remedy));
    separator = ", ";
  }
  printf("}, \"uses\": {");
  separator = "";
  for (uint32_t remedy = 1; remedy < POSTIL_REMEDIES_ALL; remedy <<= 1, separator = ", ")
    printf("%s\"%s\": %llu", separator, postil_remedies_name(remedy), (unsigned long long)postil_remedies_uses(remedy));
  printf("}");
}

int main(int count, char **arguments) {
  if (count < 4) fail(2, usage_text);
  uint32_t wanted = POSTIL_REMEDIES_ALL, untried = 0;
  bool is_recorded = false, is_cold = false, counts_text = false, lays_out_text = false;
  const char *out = NULL, *planted = NULL;
  bool plants_late = false, is_checked = false;
  for (int k = 4; k < count; k++) {
    const char *option = arguments[k];
    if (strcmp(option, "--recorded") == 0) {
      is_recorded = true;
    } else if (strcmp(option, "--cold") == 0) {
      is_cold = true;
    } else if (strcmp(option, "--checked") == 0) {
      is_checked = true;
    } else if (strcmp(option, "--plant-late") == 0) {
      plants_late = true;
    } else if (strcmp(option, "--plant") == 0 && k + 1 < count) {
      planted = arguments[++k];
    } else if (strcmp(option, "--untried") == 0) {
      untried = POSTIL_REMEDIES_UNTRIED;
    } else if (strcmp(option, "--text") == 0) {
      counts_text = true;
    } else if (strcmp(option, "--lay-out-text") == 0) {
      lays_out_text = true;
    } else if (strcmp(option, "--remedies") == 0 && k + 1 < count) {
      wanted = remedies_named(arguments[++k]);
    } else if (strcmp(option, "--out") == 0 && k + 1 < count) {
      out = arguments[++k];
    } else {
      fail(2, usage_text);
    }
  }
  counters_open();
  if (planted && !plants_late && !plant(planted)) fail(1, "it cannot be planted");
  uint32_t on = postil_remedies_install(wanted | untried);
  if (planted && plants_late && !plant(planted)) fail(1, "it cannot be planted");
  bool was_right = true, is_right = true;
  if (is_checked) {
    was_right = !postil_remedies_fault();
    on = postil_remedies_check();
    is_right = !postil_remedies_fault();
  }
  postil_remedies_lay_out_text(lays_out_text);

  GMappedFile *file = g_mapped_file_new(arguments[1], FALSE, NULL);
  if (!file) fail(1, "cannot read the file");
  GError *error = NULL;
  PopplerDocument *document = poppler_document_new_from_bytes(g_mapped_file_get_bytes(file), NULL, &error);
  if (!document) fail(3, error ? error->message : "cannot open the document");
  int index = atoi(arguments[2]) - 1;
  PopplerPage *page = poppler_document_get_page(document, index);
  if (!page) fail(3, "no such page");
  double width, height;
  poppler_page_get_size(page, &width, &height);
  Picture picture = {.scale = atof(arguments[3])};
  width = ceil(width * picture.scale - 1e-6);
  height = ceil(height * picture.scale - 1e-6);
  if (!(width >= 1 && height >= 1 && width < 32768 && height < 32768 && width * height <= 60e6))
    fail(3, "the picture would be empty or too large");
  picture.width = (int)width;
  picture.height = (int)height;
  picture.pixels = calloc((size_t)width * (size_t)height, 4);
  if (!picture.pixels) fail(1, "no memory");

  Usage start = counters_read(), warm = {0, 0};
  draw(document, index, &picture, is_recorded);
  Usage cold = usage_since(start);
  if (!is_cold) {
    start = counters_read();
    draw(document, index, &picture, is_recorded);
    warm = usage_since(start);
  }
  if (out) write_picture(&picture, out);
  long characters = 0;
  if (counts_text) {
    cairo_surface_t *surface = part(&picture, 0, 0, picture.width, picture.height);
    render(page, surface, picture.scale);
    cairo_surface_destroy(surface);
    char *text = poppler_page_get_text(page);
    characters = text ? g_utf8_strlen(text, -1) : 0;
    g_free(text);
  }

  // Only now: poppler itself prints what it does not like about some pages.
  printf("{\"width\": %d, \"height\": %d", picture.width, picture.height);
  print_remedies(on);
  printf(", \"wasRight\": %s, \"isRight\": %s", was_right ? "true" : "false", is_right ? "true" : "false");
  print_usage("cold", cold);
  if (!is_cold) print_usage("warm", warm);
  if (counts_text) printf(", \"characters\": %ld", characters);
  printf("}\n");
  fflush(stdout);
  // Without taking down the libraries, which is no part of what is measured.
  _exit(0);
}
