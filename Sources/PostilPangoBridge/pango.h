// The functions of pango that are used here, declared as in its own headers (1.44 or later). Those cannot be included:
// the flags that pkg-config says for them have -pthread, which SwiftPM warns of in each build, in packages that use this
// one too. PangoDeclarationsTests has the compiler compare the two. Enumerations are the integers that they are in C.
// No module has this header: programs that import GTK have pango's own declarations.
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>

typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoGlyphInfo PangoGlyphInfo;
typedef struct _PangoGlyphItem PangoGlyphItem;
typedef struct _PangoGlyphItemIter PangoGlyphItemIter;
typedef struct _PangoGlyphString PangoGlyphString;
typedef struct _PangoItem PangoItem;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoRectangle PangoRectangle;

#ifndef POSTIL_COMPARES_PANGO
#define PANGO_SCALE 1024
#define PANGO_GLYPH_EMPTY 0x0FFFFFFF
#define PANGO_WEIGHT_NORMAL 400
#define PANGO_WEIGHT_BOLD 700
#define PANGO_STYLE_NORMAL 0
#define PANGO_STYLE_ITALIC 2
#define PANGO_WRAP_WORD_CHAR 2
#define PANGO_DIRECTION_RTL 1
#define PANGO_ALIGN_RIGHT 2

struct _PangoRectangle {
  int x, y, width, height;
};

struct _PangoGlyphInfo {
  unsigned int glyph;
  struct {
    int width, x_offset, y_offset;
  } geometry;
  unsigned int attr;
};

// Of this one the beginning: pango makes it.
struct _PangoAttribute {
  const void *klass;
  unsigned int start_index, end_index;
};

// Of the next three the beginnings: pango makes them.
struct _PangoGlyphString {
  int num_glyphs;
  PangoGlyphInfo *glyphs;
};

struct _PangoItem {
  int offset, length, num_chars;
  struct {
    void *shape_engine, *lang_engine;
    PangoFont *font;
    unsigned char level;
  } analysis;
};

struct _PangoGlyphItem {
  PangoItem *item;
  PangoGlyphString *glyphs;
};

struct _PangoGlyphItemIter {
  PangoGlyphItem *glyph_item;
  const char *text;
  int start_glyph, start_index, start_char;
  int end_glyph, end_index, end_char;
};
#endif

// In parentheses, since GLib has a macro of that name too.
void *(g_object_ref)(void *object);
void g_object_unref(void *object);

PangoFontMap *pango_cairo_font_map_new(void);
void pango_fc_font_map_set_config(PangoFcFontMap *map, FcConfig *config);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_round_glyph_positions(PangoContext *context, int rounds);
void pango_context_set_base_dir(PangoContext *context, unsigned int direction);
PangoFont *pango_context_load_font(PangoContext *context, const PangoFontDescription *description);
PangoFontDescription *pango_font_describe(PangoFont *font);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *description);
void pango_font_description_set_family(PangoFontDescription *description, const char *family);
const char *pango_font_description_get_family(const PangoFontDescription *description);
void pango_font_description_set_weight(PangoFontDescription *description, unsigned int weight);
void pango_font_description_set_style(PangoFontDescription *description, unsigned int style);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);

int pango_font_description_get_size(const PangoFontDescription *description);
hb_font_t *pango_font_get_hb_font(PangoFont *font);

PangoLanguage *pango_language_from_string(const char *language);
PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_font_desc_new(const PangoFontDescription *description);
PangoAttribute *pango_attr_letter_spacing_new(int spacing);
PangoAttribute *pango_attr_language_new(PangoLanguage *language);
PangoAttribute *pango_attr_foreground_new(unsigned short red, unsigned short green, unsigned short blue);
PangoAttribute *pango_attr_insert_hyphens_new(int inserts);
PangoAttribute *pango_attr_shape_new(const PangoRectangle *ink, const PangoRectangle *logical);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
const char *pango_layout_get_text(PangoLayout *layout);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_wrap(PangoLayout *layout, unsigned int wrap);
void pango_layout_set_alignment(PangoLayout *layout, unsigned int alignment);
void pango_layout_set_justify(PangoLayout *layout, int is_justified);
void pango_layout_set_indent(PangoLayout *layout, int indent);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_line_spacing(PangoLayout *layout, float factor);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
int pango_layout_get_line_count(PangoLayout *layout);

PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
void pango_layout_iter_free(PangoLayoutIter *iter);
int pango_layout_iter_next_line(PangoLayoutIter *iter);
int pango_layout_iter_next_run(PangoLayoutIter *iter);
PangoLayoutLine *pango_layout_iter_get_line_readonly(PangoLayoutIter *iter);
PangoGlyphItem *pango_layout_iter_get_run_readonly(PangoLayoutIter *iter);
void pango_layout_iter_get_line_extents(PangoLayoutIter *iter, PangoRectangle *ink, PangoRectangle *logical);
void pango_layout_iter_get_run_extents(PangoLayoutIter *iter, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_iter_get_baseline(PangoLayoutIter *iter);

int pango_glyph_item_iter_init_start(PangoGlyphItemIter *iter, PangoGlyphItem *item, const char *text);
int pango_glyph_item_iter_next_cluster(PangoGlyphItemIter *iter);
cairo_scaled_font_t *pango_cairo_font_get_scaled_font(PangoCairoFont *font);
