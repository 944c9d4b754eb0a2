#define _GNU_SOURCE
#include "CPostilPDFium.h"
#include <dlfcn.h>
#include <math.h>

// Layouts that PDFium's public headers (fpdfview.h) give.
typedef struct {
  int version;
  const char *const *font_folders;
  void *isolate;
  unsigned int embedder_slot;
} Configuration;
typedef struct {
  float a, b, c, d, e, f;
} Matrix;
typedef struct {
  float left, top, right, bottom;
} Rectangle;
typedef struct bitmap Bitmap;
typedef struct annotation Annotation;
enum { format_bgrx = 3, format_bgra = 4, with_annotations = 1, widget = 20 };

static struct {
  void (*init)(const Configuration *);
  postil_pdfium_document *(*load_document)(const void *, size_t, const char *);
  unsigned long (*last_error)(void);
  void (*close_document)(postil_pdfium_document *);
  int (*page_count)(postil_pdfium_document *);
  postil_pdfium_page *(*load_page)(postil_pdfium_document *, int);
  void (*close_page)(postil_pdfium_page *);
  float (*page_width)(postil_pdfium_page *);
  float (*page_height)(postil_pdfium_page *);
  Bitmap *(*make_bitmap)(int, int, int, void *, int);
  int (*fill)(Bitmap *, int, int, int, int, unsigned long);
  void (*destroy_bitmap)(Bitmap *);
  void (*render)(Bitmap *, postil_pdfium_page *, const Matrix *, const Rectangle *, int);
  int (*annotation_count)(postil_pdfium_page *);
  Annotation *(*annotation)(postil_pdfium_page *, int);
  void (*close_annotation)(Annotation *);
  int (*flags)(Annotation *);
  int (*set_flags)(Annotation *, int);
  int (*rect)(Annotation *, Rectangle *);
  int (*subtype)(Annotation *);
  int (*set_string)(Annotation *, const char *, const unsigned short *);
} pdfium;

typedef struct object Object;
typedef struct font Font;
enum { text_object = 1, form_object = 5 };

/// What only newer libraries have.
static struct {
  int (*count)(postil_pdfium_page *);
  Object *(*object)(postil_pdfium_page *, int);
  int (*type)(Object *);
  int (*form_count)(Object *);
  Object *(*form_object)(Object *, unsigned long);
  int (*annotation_object_count)(Annotation *);
  Object *(*annotation_object)(Annotation *, int);
  Font *(*font)(Object *);
  int (*is_embedded)(Font *);
  size_t (*base_name)(Font *, char *, size_t);
  size_t (*family_name)(Font *, char *, size_t);
} fonts;
static bool has_fonts;

static const struct {
  const char *name;
  void *place;
} functions[] = {
  {"FPDF_InitLibraryWithConfig", &pdfium.init},
  {"FPDF_LoadMemDocument64", &pdfium.load_document},
  {"FPDF_GetLastError", &pdfium.last_error},
  {"FPDF_CloseDocument", &pdfium.close_document},
  {"FPDF_GetPageCount", &pdfium.page_count},
  {"FPDF_LoadPage", &pdfium.load_page},
  {"FPDF_ClosePage", &pdfium.close_page},
  {"FPDF_GetPageWidthF", &pdfium.page_width},
  {"FPDF_GetPageHeightF", &pdfium.page_height},
  {"FPDFBitmap_CreateEx", &pdfium.make_bitmap},
  {"FPDFBitmap_FillRect", &pdfium.fill},
  {"FPDFBitmap_Destroy", &pdfium.destroy_bitmap},
  {"FPDF_RenderPageBitmapWithMatrix", &pdfium.render},
  {"FPDFPage_GetAnnotCount", &pdfium.annotation_count},
  {"FPDFPage_GetAnnot", &pdfium.annotation},
  {"FPDFPage_CloseAnnot", &pdfium.close_annotation},
  {"FPDFAnnot_GetFlags", &pdfium.flags},
  {"FPDFAnnot_SetFlags", &pdfium.set_flags},
  {"FPDFAnnot_GetRect", &pdfium.rect},
  {"FPDFAnnot_GetSubtype", &pdfium.subtype},
  {"FPDFAnnot_SetStringValue", &pdfium.set_string},
};

static const struct {
  const char *name;
  void *place;
} font_functions[] = {
  {"FPDFPage_CountObjects", &fonts.count},
  {"FPDFPage_GetObject", &fonts.object},
  {"FPDFPageObj_GetType", &fonts.type},
  {"FPDFFormObj_CountObjects", &fonts.form_count},
  {"FPDFFormObj_GetObject", &fonts.form_object},
  {"FPDFAnnot_GetObjectCount", &fonts.annotation_object_count},
  {"FPDFAnnot_GetObject", &fonts.annotation_object},
  {"FPDFTextObj_GetFont", &fonts.font},
  {"FPDFFont_GetIsEmbedded", &fonts.is_embedded},
  {"FPDFFont_GetBaseFontName", &fonts.base_name},
  {"FPDFFont_GetFamilyName", &fonts.family_name},
};

const char *postil_pdfium_load(const char *path, const char *const *font_folders) {
  // All symbols now: nothing may be opened later. Its own before others': it has, and shows, a FreeType of its own, and
  // fontconfig brings the system's.
  int flags = RTLD_NOW | RTLD_LOCAL;
#ifdef __has_feature
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  flags |= RTLD_DEEPBIND;
#endif
#endif
  void *library = dlopen(path, flags);
  if (!library) return dlerror();
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    void *function = dlsym(library, functions[k].name);
    if (!function) return dlerror();
    *(void **)functions[k].place = function;
  }
  has_fonts = true;
  for (size_t k = 0; k < sizeof font_functions / sizeof *font_functions; k++)
    has_fonts = (*(void **)font_functions[k].place = dlsym(library, font_functions[k].name)) && has_fonts;
  Configuration configuration = {.version = 2, .font_folders = font_folders};
  pdfium.init(&configuration);
  return NULL;
}

postil_pdfium_document *postil_pdfium_open(const void *bytes, size_t count, const char *password, unsigned long *code) {
  postil_pdfium_document *document = pdfium.load_document(bytes, count, password);
  *code = document ? 0 : pdfium.last_error();
  return document;
}

void postil_pdfium_close(postil_pdfium_document *document) { pdfium.close_document(document); }

int postil_pdfium_page_count(postil_pdfium_document *document) { return pdfium.page_count(document); }

/// Has the library draw form fields as it does other annotations, by their appearances: it leaves widgets to what fills in forms, which
/// draws in whole pixels, and changes what it draws. So they are called otherwise, in memory, and like what has no pop-up window.
static void show_fields(postil_pdfium_page *page) {
  static const unsigned short screen[] = {'S', 'c', 'r', 'e', 'e', 'n', 0};
  int count = pdfium.annotation_count(page);
  for (int k = 0; k < count; k++) {
    Annotation *annotation = pdfium.annotation(page, k);
    if (!annotation) continue;
    if (pdfium.subtype(annotation) == widget) pdfium.set_string(annotation, "Subtype", screen);
    pdfium.close_annotation(annotation);
  }
}

postil_pdfium_page *postil_pdfium_open_page(postil_pdfium_document *document, int index) {
  postil_pdfium_page *page = pdfium.load_page(document, index);
  if (page) show_fields(page);
  return page;
}

void postil_pdfium_close_page(postil_pdfium_page *page) { pdfium.close_page(page); }

void postil_pdfium_page_size(postil_pdfium_page *page, double *width, double *height) {
  *width = pdfium.page_width(page);
  *height = pdfium.page_height(page);
}

/// The library does not multiply colors by their opacity, cairo does.
static uint32_t premultiplied(uint32_t pixel) {
  uint32_t alpha = pixel >> 24, result = alpha << 24;
  for (int shift = 0; shift < 24; shift += 8) result |= (((pixel >> shift & 255) * alpha + 127) / 255) << shift;
  return result;
}

bool postil_pdfium_draw(
  postil_pdfium_page *page, postil_pdfium_canvas canvas, postil_pdfium_matrix matrix, postil_pdfium_area area,
  bool on_paper) {
  Matrix laid = {(float)matrix.a, (float)matrix.b, (float)matrix.c, (float)matrix.d, (float)matrix.e, (float)matrix.f};
  Bitmap *bitmap = pdfium.make_bitmap(canvas.width, canvas.height, on_paper ? format_bgrx : format_bgra, canvas.bytes, canvas.width * 4);
  if (!bitmap) return false;
  pdfium.fill(bitmap, area.x, area.y, area.width, area.height, on_paper ? 0xffffffff : 0);
  Rectangle clip = {
    (float)area.x, (float)area.y, (float)(area.x + area.width), (float)(area.y + area.height)};
  pdfium.render(bitmap, page, &laid, &clip, with_annotations);
  pdfium.destroy_bitmap(bitmap);
  for (int row = area.y; row < area.y + area.height; row++) {
    uint32_t *pixels = (uint32_t *)canvas.bytes + (size_t)row * (size_t)canvas.width + area.x;
    for (int column = 0; column < area.width; column++)
      pixels[column] = on_paper ? pixels[column] | 0xff000000u : premultiplied(pixels[column]);
  }
  return true;
}

typedef struct {
  void *context;
  void (*found)(void *, const char *, const char *);
  // As many as a page may have: what a file says may go around in circles.
  long left;
} FontSearch;

static void find_font(FontSearch *search, Object *object, int depth) {
  if (!object || search->left-- <= 0 || depth > 20) return;
  switch (fonts.type(object)) {
  case text_object: {
    Font *font = fonts.font(object);
    if (!font || fonts.is_embedded(font) != 0) return;
    char name[512] = "", family[512] = "";
    // What is longer is not written.
    fonts.base_name(font, name, sizeof name);
    fonts.family_name(font, family, sizeof family);
    search->found(search->context, name, family);
    return;
  }
  case form_object: {
    int count = fonts.form_count(object);
    for (int k = 0; k < count && search->left > 0; k++) find_font(search, fonts.form_object(object, (unsigned long)k), depth + 1);
  }
  }
}

bool postil_pdfium_fonts(
  postil_pdfium_page *page, void *context, void (*found)(void *, const char *, const char *)) {
  if (!has_fonts) return false;
  FontSearch search = {context, found, 1000000};
  int count = fonts.count(page);
  for (int k = 0; k < count && search.left > 0; k++) find_font(&search, fonts.object(page, k), 0);
  int annotations = pdfium.annotation_count(page);
  for (int k = 0; k < annotations && search.left > 0; k++) {
    Annotation *annotation = pdfium.annotation(page, k);
    if (!annotation) continue;
    int objects = fonts.annotation_object_count(annotation);
    for (int m = 0; m < objects && search.left > 0; m++) find_font(&search, fonts.annotation_object(annotation, m), 0);
    pdfium.close_annotation(annotation);
  }
  return true;
}

int postil_pdfium_annotation_count(postil_pdfium_page *page) { return pdfium.annotation_count(page); }

int postil_pdfium_annotation_flags(postil_pdfium_page *page, int place) {
  Annotation *annotation = pdfium.annotation(page, place);
  if (!annotation) return -1;
  int flags = pdfium.flags(annotation);
  pdfium.close_annotation(annotation);
  return flags & 0x7fffffff;
}

void postil_pdfium_set_annotation_flags(postil_pdfium_page *page, int place, int flags) {
  Annotation *annotation = pdfium.annotation(page, place);
  if (!annotation) return;
  pdfium.set_flags(annotation, flags);
  pdfium.close_annotation(annotation);
}

bool postil_pdfium_annotation_rect(postil_pdfium_page *page, int place, double rect[4]) {
  Annotation *annotation = pdfium.annotation(page, place);
  if (!annotation) return false;
  Rectangle found = {0, 0, 0, 0};
  bool is_there = pdfium.rect(annotation, &found);
  pdfium.close_annotation(annotation);
  rect[0] = fmin(found.left, found.right);
  rect[1] = fmin(found.bottom, found.top);
  rect[2] = fmax(found.left, found.right);
  rect[3] = fmax(found.bottom, found.top);
  return is_there;
}
