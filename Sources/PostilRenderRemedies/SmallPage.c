#include <cairo.h>
#include <errno.h>
#include <lcms2.h>
#include <poppler.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "Remedies.h"

// A page whose pixels follow from PDF alone, whatever the version of a library: areas of one colour, looked at well inside of
// them. Drawing it takes the ways that remedies change.

enum { page_side = 64, image_side = 64, most_bytes = 24 << 10, tolerance = 3 };

typedef struct {
  char bytes[most_bytes];
  size_t count;
  bool is_full;
} Buffer;

static void add_bytes(Buffer *buffer, const void *bytes, size_t count) {
  if (count > sizeof buffer->bytes - buffer->count) {
    buffer->is_full = true;
    return;
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
}

__attribute__((format(printf, 2, 3))) static void add_text(Buffer *buffer, const char *format, ...) {
  char text[640];
  va_list arguments;
  va_start(arguments, format);
  int count = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (count < 0 || (size_t)count >= sizeof text) {
    buffer->is_full = true;
  } else {
    add_bytes(buffer, text, (size_t)count);
  }
}

static void add_stream(Buffer *buffer, int number, const char *entries, const void *bytes, size_t count) {
  add_text(buffer, "%d 0 obj <<%s/Length %zu>> stream\n", number, entries, count);
  add_bytes(buffer, bytes, count);
  add_text(buffer, "\nendstream endobj\n");
}

/// Four areas of one colour each, in three bytes a pixel, by the predictors of PNG.
static size_t make_quarters(unsigned char *bytes) {
  static const unsigned char colours[2][2][3] = {{{200, 40, 60}, {10, 220, 30}}, {{0, 90, 250}, {128, 128, 128}}};
  unsigned char *at = bytes;
  for (int y = 0; y < image_side; y++) {
    bool is_new = y % (image_side / 2) == 0;
    *at++ = is_new ? 1 : 2;  // From the left; from above.
    const unsigned char(*row)[3] = colours[y / (image_side / 2)];
    for (int x = 0; x < image_side; x++)
      for (int k = 0; k < 3; k++) {
        unsigned char left = x == 0 ? 0 : row[(x - 1) / (image_side / 2)][k];
        *at++ = is_new ? (unsigned char)(row[x / (image_side / 2)][k] - left) : 0;
      }
  }
  return (size_t)(at - bytes);
}

/// Two halves in grey, by the predictor of TIFF.
static size_t make_halves(unsigned char *bytes) {
  memset(bytes, 0, image_side * image_side);
  for (int y = 0; y < image_side; y++) {
    bytes[y * image_side] = 50;
    bytes[y * image_side + image_side / 2] = 130;
  }
  return image_side * image_side;
}

static void add_image(Buffer *page, int number, const char *entries, const unsigned char *bytes, size_t count) {
  static unsigned char packed[16 << 10];
  uLongf size = sizeof packed;
  if (compress2(packed, &size, bytes, count, 1) != Z_OK) {
    page->is_full = true;
    return;
  }
  char text[320];
  snprintf(text, sizeof text,
           "/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/Filter/FlateDecode%s", image_side,
           image_side, entries);
  add_stream(page, number, text, packed, size);
}

/// Adds a profile that is linear in light, with sRGB's colorants.
static void add_profile(Buffer *page, int number) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE colorants = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *line = cmsBuildGamma(NULL, 1);
  cmsToneCurve *curves[] = {line, line, line};
  cmsHPROFILE profile = line ? cmsCreateRGBProfile(&white, &colorants, curves) : NULL;
  static unsigned char bytes[8 << 10];
  cmsUInt32Number size = sizeof bytes;
  if (profile && cmsSaveProfileToMem(profile, bytes, &size)) {
    add_stream(page, number, "/N 3", bytes, size);
  } else {
    page->is_full = true;
  }
  if (profile) cmsCloseProfile(profile);
  if (line) cmsFreeToneCurve(line);
}

static void make_page(Buffer *page) {
  static unsigned char bytes[image_side * (3 * image_side + 1)];
  static const char content[] =
      "q 16 0 0 16 0 48 cm /A Do Q q 16 0 0 16 16 48 cm /B Do Q q 16 0 0 16 32 48 cm /C Do Q "
      "q /M gs 1 0 0 rg 0 32 32 16 re f Q q 32 16 32 32 re W n /S sh Q";
  static const char mask[] = "0.5 g 0 32 16 16 re f";
  add_text(page, "%%PDF-1.5\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
                 "2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n");
  add_text(page,
           "3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<<"
           "/XObject<</A 5 0 R/B 6 0 R/C 7 0 R>>/ExtGState<</M<</SMask<</S/Luminosity/G 9 0 R>>>>>>"
           "/Shading<</S<</ShadingType 3/ColorSpace/DeviceRGB/Coords[48 32 0 48 32 8]/Extend[false true]"
           "/Function<</FunctionType 2/Domain[0 1]/C0[0 0 1]/C1[0 0 0.9]/N 1>>>>>>>>>> endobj\n",
           page_side, page_side);
  add_stream(page, 4, "", content, sizeof content - 1);
  add_image(page, 5, "/ColorSpace/DeviceRGB/DecodeParms<</Predictor 15/Colors 3/Columns 64>>", bytes,
            make_quarters(bytes));
  add_image(page, 6, "/ColorSpace/DeviceGray/DecodeParms<</Predictor 2/Columns 64>>", bytes, make_halves(bytes));
  memset(bytes, 128, 3 * image_side * image_side);
  add_image(page, 7, "/ColorSpace[/ICCBased 8 0 R]", bytes, 3 * image_side * image_side);
  add_profile(page, 8);
  add_stream(page, 9, "/Type/XObject/Subtype/Form/BBox[0 32 16 48]/Group<</S/Transparency/CS/DeviceGray>>", mask,
             sizeof mask - 1);
  add_text(page, "trailer <</Root 1 0 R/Size 10>>\n");
}

static bool are_right(cairo_surface_t *surface) {
  static const struct {
    int x, y, colour[3];
  } expected[] = {
      {3, 3, {200, 40, 60}},     {12, 3, {10, 220, 30}},    {3, 12, {0, 90, 250}},   {12, 12, {128, 128, 128}},
      {20, 8, {50, 50, 50}},     {28, 8, {180, 180, 180}},  {40, 8, {188, 188, 188}}, {8, 24, {255, 127, 127}},
      {24, 24, {255, 255, 255}}, {48, 32, {0, 0, 253}},     {60, 20, {0, 0, 230}},   {24, 40, {255, 255, 255}},
      {56, 56, {255, 255, 255}},
  };
  const unsigned char *pixels = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);
  if (!pixels) return false;
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    const uint32_t *row = (const uint32_t *)(const void *)(pixels + expected[k].y * stride);
    for (int c = 0; c < 3; c++) {
      int value = (int)(row[expected[k].x] >> (16 - 8 * c) & 0xff);
      if (abs(value - expected[k].colour[c]) > tolerance) return false;
    }
  }
  return true;
}

static bool draws_right(void) {
  static Buffer page;
  page.count = 0;
  make_page(&page);
  if (page.is_full) return false;
  GBytes *bytes = g_bytes_new_static(page.bytes, page.count);
  PopplerDocument *document = poppler_document_new_from_bytes(bytes, NULL, NULL);
  g_bytes_unref(bytes);
  PopplerPage *drawn = document ? poppler_document_get_page(document, 0) : NULL;
  bool is_right = false;
  if (drawn) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, page_side, page_side);
    cairo_t *context = cairo_create(surface);
    cairo_set_source_rgb(context, 1, 1, 1);
    cairo_paint(context);
    poppler_page_render(drawn, context);
    bool is_drawn = cairo_status(context) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(context);
    cairo_surface_flush(surface);
    is_right = is_drawn && are_right(surface);
    cairo_surface_destroy(surface);
    g_object_unref(drawn);
  }
  if (document) g_object_unref(document);
  return is_right;
}

/// What a process that drew the page says.
typedef struct {
  bool is_right;
  Uses uses;
} Answer;

/// Draws in a process that ends: where a library has its data in other places, a remedy may follow anything as a pointer, or
/// not come to an end.
_Noreturn static void draw_and_end(pid_t parent, int socket) {
  const struct rlimit no_file = {0, 0}, a_second = {1, 1};
  setrlimit(RLIMIT_CORE, &no_file);
  setrlimit(RLIMIT_CPU, &a_second);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Nobody is to hear of a crash but whoever asked.
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  for (size_t k = 0; k < sizeof crashes / sizeof *crashes; k++) signal(crashes[k], SIG_DFL);
  if (getppid() != parent) _exit(1);
  Answer answer = {.is_right = draws_right()};
  answer.uses = uses;
  _exit(write(socket, &answer, sizeof answer) == sizeof answer ? 0 : 1);
}

const char *postil_remedies_fault(void) {
  static const char no_process[] = "no process could draw a small page";
  int ends[2];
  if (pipe(ends) != 0) return no_process;
  pid_t parent = getpid(), process = fork();
  if (process == 0) draw_and_end(parent, ends[1]);
  close(ends[1]);
  // What ended it is not asked: who ignores children that end is not told.
  Answer answer;
  ssize_t count = -1;
  if (process > 0) {
    while ((count = read(ends[0], &answer, sizeof answer)) < 0 && errno == EINTR) continue;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  close(ends[0]);
  if (count < 0) return no_process;
  if (count != sizeof answer) return "drawing a small page crashes";
  uses = answer.uses;
  return answer.is_right ? NULL : "a small page comes out wrong";
}
