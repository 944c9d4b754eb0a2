/* What poppler and cairo take for whole pages, without anything of ours: the yardstick of the renderer.

   poppler-page FILE PAGE SCALE        a page, drawn again and again: the median in memory that is used again,
                                       and in memory that is fresh from the system
   poppler-page FILE --first COUNT     that many pages at 72 dpi, one after the other
   poppler-page FILE --cpu PAGES SCALE the CPU time of opening the file, of drawing these pages (as in 1,12),
                                       and of drawing them again

   Prints a line of JSON. */

#include <math.h>
#include <poppler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPETITIONS 5

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void size_of(PopplerDocument *document, int index, double scale, int *width, int *height) {
  PopplerPage *page = poppler_document_get_page(document, index);
  double w, h;
  poppler_page_get_size(page, &w, &h);
  *width = (int)ceil(w * scale - 1e-6);
  *height = (int)ceil(h * scale - 1e-6);
  g_object_unref(page);
}

static void draw(PopplerDocument *document, int index, double scale, unsigned char *pixels, int width, int height) {
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_t *context = cairo_create(surface);
  PopplerPage *page = poppler_document_get_page(document, index);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_scale(context, scale, scale);
  poppler_page_render(page, context);
  g_object_unref(page);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values) {
  qsort(values, REPETITIONS, sizeof *values, ascending);
  return values[REPETITIONS / 2];
}

static void measure_page(PopplerDocument *document, int index, double scale) {
  int width, height;
  size_of(document, index, scale, &width, &height);
  double used[REPETITIONS], fresh[REPETITIONS];
  unsigned char *kept = malloc((size_t)width * height * 4);
  draw(document, index, scale, kept, width, height);
  for (int i = 0; i < REPETITIONS; i++) {
    double start = now();
    draw(document, index, scale, kept, width, height);
    used[i] = now() - start;
  }
  free(kept);
  for (int i = 0; i < REPETITIONS; i++) {
    double start = now();
    unsigned char *pixels = malloc((size_t)width * height * 4);
    draw(document, index, scale, pixels, width, height);
    fresh[i] = now() - start;
    free(pixels);
  }
  printf("{\"drawn_ms\": %f, \"fresh_ms\": %f}\n", median(used), median(fresh));
}

static void measure_pages(PopplerDocument *document, int count) {
  double start = now();
  for (int index = 0; index < count; index++) {
    int width, height;
    size_of(document, index, 1, &width, &height);
    unsigned char *pixels = malloc((size_t)width * height * 4);
    draw(document, index, 1, pixels, width, height);
    free(pixels);
  }
  double time = now() - start;
  printf("{\"total_ms\": %f, \"pages_per_second\": %f}\n", time, count / (time / 1e3));
}

static int measure_cpu(PopplerDocument *document, double open, char *pages, double scale) {
  double times[2] = {0, 0};
  for (char *word = strtok(pages, ","); word; word = strtok(NULL, ",")) {
    int index = atoi(word) - 1, width, height;
    if (index < 0 || index >= poppler_document_get_n_pages(document)) return 1;
    for (int i = 0; i < 2; i++) {
      double start = processor_time();
      size_of(document, index, scale, &width, &height);
      unsigned char *pixels = malloc((size_t)width * height * 4);
      draw(document, index, scale, pixels, width, height);
      times[i] += processor_time() - start;
      free(pixels);
    }
  }
  printf("{\"open_ms\": %f, \"cold_ms\": %f, \"warm_ms\": %f}\n", open, times[0], times[1]);
  return 0;
}

int main(int count, char **words) {
  int cpu = count == 5 && strcmp(words[2], "--cpu") == 0;
  if (count != 4 && !cpu)
    return fputs("usage: poppler-page FILE PAGE SCALE | FILE --first COUNT | FILE --cpu PAGES SCALE\n", stderr), 2;
  double start = processor_time();
  char *path = realpath(words[1], NULL);
  char *uri = path ? g_filename_to_uri(path, NULL, NULL) : NULL;
  PopplerDocument *document = uri ? poppler_document_new_from_file(uri, NULL, NULL) : NULL;
  if (!document) return fprintf(stderr, "poppler-page: %s cannot be opened\n", words[1]), 1;
  int pages = poppler_document_get_n_pages(document);
  if (cpu) return measure_cpu(document, processor_time() - start, words[3], atof(words[4]));
  if (strcmp(words[2], "--first") == 0) {
    int wanted = atoi(words[3]);
    measure_pages(document, wanted < pages ? wanted : pages);
  } else {
    int index = atoi(words[2]) - 1;
    if (index < 0 || index >= pages) return fputs("poppler-page: there is no such page\n", stderr), 1;
    measure_page(document, index, atof(words[3]));
  }
  return 0;
}
