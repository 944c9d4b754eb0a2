// What assistive technology is told of things that are no widgets: a tree of nodes below a widget, and texts with a caret. From GTK 4.14 on;
// with earlier ones the functions do nothing.
#ifndef POSTIL_CGTK_ACCESSIBLE_H
#define POSTIL_CGTK_ACCESSIBLE_H

#include <gtk/gtk.h>

// Whether trees and texts are told.
static inline gboolean cgtk_tells_trees(void) { return GTK_CHECK_VERSION(4, 14, 0); }

// Roles that not every version has.
static inline GtkAccessibleRole cgtk_role_of_paragraphs(void) {
#if GTK_CHECK_VERSION(4, 14, 0)
  return GTK_ACCESSIBLE_ROLE_PARAGRAPH;
#else
  return GTK_ACCESSIBLE_ROLE_SECTION;
#endif
}

static inline GtkAccessibleRole cgtk_role_of_quotes(void) {
#if GTK_CHECK_VERSION(4, 14, 0)
  return GTK_ACCESSIBLE_ROLE_BLOCK_QUOTE;
#else
  return GTK_ACCESSIBLE_ROLE_SECTION;
#endif
}

static inline GtkAccessibleRole cgtk_role_of_comments(void) {
#if GTK_CHECK_VERSION(4, 14, 0)
  return GTK_ACCESSIBLE_ROLE_COMMENT;
#else
  return GTK_ACCESSIBLE_ROLE_NOTE;
#endif
}

// What a node is besides its role and its text.
typedef struct {
  const char *name;
  const char *detail;
  int level;
  // -1 where there is nothing to check.
  int checked;
  gboolean read_only, required, missing, multiline;
  // In parts of the page's width and height, from its upper left corner.
  float x, y, width, height;
} CGTKNodeFacts;

// Told that assistive technology asks for the text of a widget. For children GTK itself asks whenever there is a bus for it.
typedef void (*CGTKAsked)(GtkWidget *widget);

#if GTK_CHECK_VERSION(4, 14, 0)

// MARK: Texts

typedef struct {
  char *text;
  guint count;
  guint caret, start, end;
  // Left, top, right and bottom of each character, in parts of the page's width and height.
  float *boxes;
  GtkWidget *page;
} CGTKText;

static inline GQuark cgtk_text_quark(void) { return g_quark_from_static_string("postil-text"); }
static inline GQuark cgtk_asked_quark(void) { return g_quark_from_static_string("postil-asked"); }
static inline GQuark cgtk_nodes_quark(void) { return g_quark_from_static_string("postil-nodes"); }

static inline CGTKText *cgtk_text(gpointer object) {
  return g_object_get_qdata(G_OBJECT(object), cgtk_text_quark());
}

static inline void cgtk_free_text(gpointer data) {
  CGTKText *text = data;
  g_clear_weak_pointer(&text->page);
  g_free(text->text);
  g_free(text->boxes);
  g_free(text);
}

static inline void cgtk_tell_asked(gpointer object) {
  CGTKAsked asked = (CGTKAsked)g_type_get_qdata(G_OBJECT_TYPE(object), cgtk_asked_quark());
  if (asked && GTK_IS_WIDGET(object)) asked(GTK_WIDGET(object));
}

static inline GBytes *cgtk_slice(CGTKText *text, guint start, guint end) {
  if (!text) return g_bytes_new_take(g_strdup(""), 0);
  end = MIN(end, text->count);
  start = MIN(start, end);
  const char *from = g_utf8_offset_to_pointer(text->text, start);
  const char *to = g_utf8_offset_to_pointer(from, end - start);
  // Readers of the bytes count on a zero behind them.
  return g_bytes_new_take(g_strndup(from, to - from), to - from);
}

static inline GBytes *cgtk_text_contents(GtkAccessibleText *self, unsigned int start, unsigned int end) {
  cgtk_tell_asked(self);
  return cgtk_slice(cgtk_text(self), start, end);
}

static inline gboolean cgtk_ends_sentence(const char *place) {
  gunichar this = g_utf8_get_char(place);
  if (this != '.' && this != '!' && this != '?' && this != 0x3002) return FALSE;
  const char *next = g_utf8_next_char(place);
  return *next == 0 || g_unichar_isspace(g_utf8_get_char(next));
}

static inline GBytes *cgtk_text_contents_at(
    GtkAccessibleText *self, unsigned int offset, GtkAccessibleTextGranularity granularity, unsigned int *start,
    unsigned int *end) {
  cgtk_tell_asked(self);
  CGTKText *text = cgtk_text(self);
  *start = *end = 0;
  if (!text || text->count == 0) return cgtk_slice(NULL, 0, 0);
  offset = MIN(offset, text->count);
  guint from = offset, to = offset;
  const char *here = g_utf8_offset_to_pointer(text->text, offset);
  if (granularity == GTK_ACCESSIBLE_TEXT_GRANULARITY_CHARACTER) {
    to = MIN(offset + 1, text->count);
  } else if (granularity == GTK_ACCESSIBLE_TEXT_GRANULARITY_WORD) {
    const char *place = here;
    while (from > 0) {
      const char *before = g_utf8_prev_char(place);
      if (g_unichar_isspace(g_utf8_get_char(before))) break;
      place = before;
      from--;
    }
    place = here;
    while (to < text->count && !g_unichar_isspace(g_utf8_get_char(place))) place = g_utf8_next_char(place), to++;
  } else {
    gboolean by_sentence = granularity == GTK_ACCESSIBLE_TEXT_GRANULARITY_SENTENCE;
    const char *place = here;
    while (from > 0) {
      const char *before = g_utf8_prev_char(place);
      if (by_sentence ? cgtk_ends_sentence(before) : *before == '\n') break;
      place = before;
      from--;
    }
    place = here;
    while (to < text->count) {
      gboolean is_last = by_sentence ? cgtk_ends_sentence(place) : *place == '\n';
      place = g_utf8_next_char(place);
      to++;
      if (is_last) break;
    }
  }
  *start = from;
  *end = to;
  return cgtk_slice(text, from, to);
}

static inline unsigned int cgtk_text_caret(GtkAccessibleText *self) {
  CGTKText *text = cgtk_text(self);
  return text ? text->caret : 0;
}

static inline gboolean cgtk_text_selection(GtkAccessibleText *self, gsize *count, GtkAccessibleTextRange **ranges) {
  CGTKText *text = cgtk_text(self);
  if (!text || text->start >= text->end) return FALSE;
  *count = 1;
  if (ranges) {
    *ranges = g_new(GtkAccessibleTextRange, 1);
    (*ranges)->start = text->start;
    (*ranges)->length = text->end - text->start;
  }
  return TRUE;
}

static inline gboolean cgtk_text_attributes(
    GtkAccessibleText *self, unsigned int offset, gsize *count, GtkAccessibleTextRange **ranges, char ***names,
    char ***values) {
  *count = 0;
  return FALSE;
}

static inline void cgtk_text_default_attributes(GtkAccessibleText *self, char ***names, char ***values) {
  *names = g_new0(char *, 1);
  *values = g_new0(char *, 1);
}

#if GTK_CHECK_VERSION(4, 16, 0)

// Where a point of the page is in the object of a text: its own origin, in units.
static inline gboolean cgtk_text_origin(gpointer self, CGTKText *text, graphene_point_t *origin, float *width, float *height);

static inline gboolean cgtk_text_extents(
    GtkAccessibleText *self, unsigned int start, unsigned int end, graphene_rect_t *extents) {
  CGTKText *text = cgtk_text(self);
  graphene_point_t origin;
  float width, height;
  if (!text || !text->boxes || !cgtk_text_origin(self, text, &origin, &width, &height)) return FALSE;
  end = MIN(end, text->count);
  if (start >= end) return FALSE;
  float left = G_MAXFLOAT, top = G_MAXFLOAT, right = -G_MAXFLOAT, bottom = -G_MAXFLOAT;
  for (guint place = start; place < end; place++) {
    const float *box = text->boxes + 4 * place;
    if (box[2] <= box[0] && box[3] <= box[1]) continue;
    left = MIN(left, box[0]), top = MIN(top, box[1]);
    right = MAX(right, box[2]), bottom = MAX(bottom, box[3]);
  }
  if (right < left) return FALSE;
  graphene_rect_init(
      extents, left * width - origin.x, top * height - origin.y, (right - left) * width, (bottom - top) * height);
  return TRUE;
}

static inline gboolean cgtk_text_offset(GtkAccessibleText *self, const graphene_point_t *point, unsigned int *offset) {
  CGTKText *text = cgtk_text(self);
  graphene_point_t origin;
  float width, height;
  if (!text || !text->boxes || !cgtk_text_origin(self, text, &origin, &width, &height)) return FALSE;
  if (width <= 0 || height <= 0) return FALSE;
  float x = (point->x + origin.x) / width, y = (point->y + origin.y) / height;
  for (guint place = 0; place < text->count; place++) {
    const float *box = text->boxes + 4 * place;
    if (x >= box[0] && x < box[2] && y >= box[1] && y < box[3]) return *offset = place, TRUE;
  }
  return FALSE;
}

#endif

static inline void cgtk_text_init(gpointer pointer, gpointer data) {
  GtkAccessibleTextInterface *interface = pointer;
  interface->get_contents = cgtk_text_contents;
  interface->get_contents_at = cgtk_text_contents_at;
  interface->get_caret_position = cgtk_text_caret;
  interface->get_selection = cgtk_text_selection;
  interface->get_attributes = cgtk_text_attributes;
  interface->get_default_attributes = cgtk_text_default_attributes;
#if GTK_CHECK_VERSION(4, 16, 0)
  interface->get_extents = cgtk_text_extents;
  interface->get_offset = cgtk_text_offset;
#endif
}

static inline void cgtk_add_text(GType type) {
  GInterfaceInfo info = {cgtk_text_init, NULL, NULL};
  g_type_add_interface_static(type, GTK_TYPE_ACCESSIBLE_TEXT, &info);
}

// MARK: Nodes

typedef struct {
  GObject object;
  GtkAccessibleRole role;
  GtkATContext *context;
  // The node or the widget that it is in, which has it.
  gpointer above;
  // The nodes beside it, which that has, and its place among them.
  GPtrArray *siblings;
  guint place;
  GPtrArray *kids;
  GtkWidget *page;
  CGTKNodeFacts facts;
} CGTKNode;

static inline GType cgtk_node_type(gboolean has_text);
static inline CGTKNode *cgtk_node(gpointer object) { return object; }
static inline gboolean cgtk_is_node(gpointer object) {
  return g_type_is_a(G_OBJECT_TYPE(object), cgtk_node_type(FALSE));
}

// Only when somebody asks for a node there is more of it than what it says.
static inline void cgtk_describe_node(CGTKNode *node) {
  GtkAccessible *self = GTK_ACCESSIBLE(node);
  CGTKNodeFacts *facts = &node->facts;
  if (facts->name && *facts->name)
    gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_LABEL, facts->name, -1);
  if (facts->detail && *facts->detail)
    gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, facts->detail, -1);
  if (facts->level > 0) gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_LEVEL, facts->level, -1);
  if (facts->read_only) gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_READ_ONLY, TRUE, -1);
  if (facts->required) gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_REQUIRED, TRUE, -1);
  if (facts->multiline) gtk_accessible_update_property(self, GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE, -1);
  if (facts->missing)
    gtk_accessible_update_state(self, GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
  if (facts->checked >= 0)
    gtk_accessible_update_state(
        self, GTK_ACCESSIBLE_STATE_CHECKED,
        facts->checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

static inline GtkATContext *cgtk_node_context(GtkAccessible *self) {
  CGTKNode *node = cgtk_node(self);
  if (!node->context && node->page) {
    node->context = gtk_at_context_create(node->role, self, gtk_widget_get_display(node->page));
    if (node->context) cgtk_describe_node(node);
  }
  return node->context ? g_object_ref(node->context) : NULL;
}

static inline gboolean cgtk_node_state(GtkAccessible *self, GtkAccessiblePlatformState state) { return FALSE; }

static inline GtkAccessible *cgtk_node_parent(GtkAccessible *self) {
  gpointer above = cgtk_node(self)->above;
  return above ? g_object_ref(above) : NULL;
}

static inline GtkAccessible *cgtk_node_first(GtkAccessible *self) {
  GPtrArray *kids = cgtk_node(self)->kids;
  return kids->len > 0 ? g_object_ref(g_ptr_array_index(kids, 0)) : NULL;
}

static inline GtkAccessible *cgtk_node_next(GtkAccessible *self) {
  CGTKNode *node = cgtk_node(self);
  if (!node->siblings || node->place + 1 >= node->siblings->len) return NULL;
  return g_object_ref(g_ptr_array_index(node->siblings, node->place + 1));
}

static inline gboolean cgtk_node_bounds(GtkAccessible *self, int *x, int *y, int *width, int *height) {
  CGTKNode *node = cgtk_node(self);
  if (!node->page) return FALSE;
  float across = gtk_widget_get_width(node->page), down = gtk_widget_get_height(node->page);
  float left = node->facts.x, top = node->facts.y;
  if (node->above && cgtk_is_node(node->above)) {
    left -= cgtk_node(node->above)->facts.x;
    top -= cgtk_node(node->above)->facts.y;
  }
  *x = (int)(left * across);
  *y = (int)(top * down);
  *width = (int)(node->facts.width * across + 0.5f);
  *height = (int)(node->facts.height * down + 0.5f);
  return TRUE;
}

#if GTK_CHECK_VERSION(4, 16, 0)

static inline gboolean cgtk_text_origin(
    gpointer self, CGTKText *text, graphene_point_t *origin, float *width, float *height) {
  if (!text->page) return FALSE;
  *width = gtk_widget_get_width(text->page);
  *height = gtk_widget_get_height(text->page);
  if (cgtk_is_node(self)) {
    graphene_point_init(origin, cgtk_node(self)->facts.x * *width, cgtk_node(self)->facts.y * *height);
    return TRUE;
  }
  graphene_point_t zero = GRAPHENE_POINT_INIT(0, 0);
  return gtk_widget_compute_point(GTK_WIDGET(self), text->page, &zero, origin);
}

#endif

static inline void cgtk_node_accessible_init(gpointer pointer, gpointer data) {
  GtkAccessibleInterface *interface = pointer;
  interface->get_at_context = cgtk_node_context;
  interface->get_platform_state = cgtk_node_state;
  interface->get_accessible_parent = cgtk_node_parent;
  interface->get_first_accessible_child = cgtk_node_first;
  interface->get_next_accessible_sibling = cgtk_node_next;
  interface->get_bounds = cgtk_node_bounds;
}

static inline void cgtk_node_get(GObject *object, guint number, GValue *value, GParamSpec *property) {
  g_value_set_enum(value, cgtk_node(object)->role);
}

static inline void cgtk_node_set(GObject *object, guint number, const GValue *value, GParamSpec *property) {
  cgtk_node(object)->role = g_value_get_enum(value);
}

// A node may outlive its page, if somebody holds it.
static inline void cgtk_leave(gpointer data) {
  CGTKNode *node = data;
  node->above = NULL;
  node->siblings = NULL;
  g_object_unref(node);
}

static inline void cgtk_node_dispose(GObject *object) {
  CGTKNode *node = cgtk_node(object);
  g_clear_pointer(&node->kids, g_ptr_array_unref);
  node->kids = g_ptr_array_new_with_free_func(cgtk_leave);
  g_clear_object(&node->context);
  g_clear_weak_pointer(&node->page);
  G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OBJECT))->dispose(object);
}

static inline void cgtk_node_finalize(GObject *object) {
  CGTKNode *node = cgtk_node(object);
  g_clear_pointer(&node->kids, g_ptr_array_unref);
  g_free((char *)node->facts.name);
  g_free((char *)node->facts.detail);
  G_OBJECT_CLASS(g_type_class_peek(G_TYPE_OBJECT))->finalize(object);
}

static inline void cgtk_node_class_init(gpointer class, gpointer data) {
  GObjectClass *object = class;
  object->get_property = cgtk_node_get;
  object->set_property = cgtk_node_set;
  object->dispose = cgtk_node_dispose;
  object->finalize = cgtk_node_finalize;
  g_object_class_override_property(object, 1, "accessible-role");
}

static inline void cgtk_node_init(GTypeInstance *instance, gpointer class) {
  ((CGTKNode *)instance)->kids = g_ptr_array_new_with_free_func(cgtk_leave);
}

// By name: each file that calls this has variables of its own.
static inline GType cgtk_node_type(gboolean has_text) {
  GType type = g_type_from_name("CGTKNode");
  if (type == 0) {
    type = g_type_register_static_simple(
        G_TYPE_OBJECT, "CGTKNode", sizeof(GObjectClass), (GClassInitFunc)cgtk_node_class_init, sizeof(CGTKNode),
        (GInstanceInitFunc)cgtk_node_init, 0);
    GInterfaceInfo info = {cgtk_node_accessible_init, NULL, NULL};
    g_type_add_interface_static(type, GTK_TYPE_ACCESSIBLE, &info);
  }
  if (!has_text) return type;
  GType text = g_type_from_name("CGTKTextNode");
  if (text == 0) {
    text = g_type_register_static_simple(type, "CGTKTextNode", sizeof(GObjectClass), NULL, sizeof(CGTKNode), NULL, 0);
    cgtk_add_text(text);
  }
  return text;
}

// MARK: Widgets with nodes

static inline GtkAccessible *cgtk_page_first(GtkAccessible *self) {
  GPtrArray *nodes = g_object_get_qdata(G_OBJECT(self), cgtk_nodes_quark());
  return nodes && nodes->len > 0 ? g_object_ref(g_ptr_array_index(nodes, 0)) : NULL;
}

static inline void cgtk_page_init(gpointer pointer, gpointer data) {
  ((GtkAccessibleInterface *)pointer)->get_first_accessible_child = cgtk_page_first;
}

// Has widgets of a type have a text with a caret. To be called before the first one is made.
static inline void cgtk_add_document(GType type, CGTKAsked asked) {
  cgtk_add_text(type);
  g_type_set_qdata(type, cgtk_asked_quark(), (gpointer)asked);
}

// Has widgets of a type have nodes below them. To be called before the first one is made.
static inline void cgtk_add_page(GType type) {
  GInterfaceInfo info = {cgtk_page_init, NULL, NULL};
  g_type_add_interface_static(type, GTK_TYPE_ACCESSIBLE, &info);
}

// Adds a node below another, or below a widget if `above` is NULL; `above` or the widget has it then.
static inline gpointer cgtk_add_node(
    GtkWidget *page, gpointer above, GtkAccessibleRole role, gboolean has_text, const CGTKNodeFacts *facts) {
  CGTKNode *node = g_object_new(cgtk_node_type(has_text), "accessible-role", role, NULL);
  node->facts = *facts;
  node->facts.name = g_strdup(facts->name);
  node->facts.detail = g_strdup(facts->detail);
  g_set_weak_pointer(&node->page, page);
  GPtrArray *siblings = above ? cgtk_node(above)->kids : g_object_get_qdata(G_OBJECT(page), cgtk_nodes_quark());
  if (!siblings) {
    siblings = g_ptr_array_new_with_free_func(cgtk_leave);
    g_object_set_qdata_full(
        G_OBJECT(page), cgtk_nodes_quark(), siblings, (GDestroyNotify)g_ptr_array_unref);
  }
  node->above = above ? above : (gpointer)page;
  node->siblings = siblings;
  node->place = siblings->len;
  g_ptr_array_add(siblings, node);
  return node;
}

// Gives a node or a document its text; without boxes it has no places.
static inline void cgtk_set_text(
    gpointer object, GtkWidget *page, const char *string, guint count, const float *boxes) {
  CGTKText *old = cgtk_text(object);
  gboolean is_widget = GTK_IS_WIDGET(object);
  if (is_widget && old && old->count > 0)
    gtk_accessible_text_update_contents(
        GTK_ACCESSIBLE_TEXT(object), GTK_ACCESSIBLE_TEXT_CONTENT_CHANGE_REMOVE, 0, old->count);
  CGTKText *text = g_new0(CGTKText, 1);
  text->text = g_strdup(string);
  text->count = count;
  if (boxes) text->boxes = g_memdup2(boxes, sizeof(float) * 4 * count);
  if (page) g_set_weak_pointer(&text->page, page);
  g_object_set_qdata_full(G_OBJECT(object), cgtk_text_quark(), text, cgtk_free_text);
  if (is_widget && count > 0)
    gtk_accessible_text_update_contents(
        GTK_ACCESSIBLE_TEXT(object), GTK_ACCESSIBLE_TEXT_CONTENT_CHANGE_INSERT, 0, count);
}

// Moves the caret of a document's text, and selects a part of it, or nothing.
static inline void cgtk_set_caret(GtkWidget *widget, guint caret, guint start, guint end) {
  CGTKText *text = cgtk_text(widget);
  if (!text) return;
  caret = MIN(caret, text->count);
  end = MIN(end, text->count);
  gboolean is_moved = caret != text->caret, is_selected = start != text->start || end != text->end;
  text->caret = caret;
  text->start = start;
  text->end = end;
  if (is_moved) gtk_accessible_text_update_caret_position(GTK_ACCESSIBLE_TEXT(widget));
  if (is_selected) gtk_accessible_text_update_selection_bound(GTK_ACCESSIBLE_TEXT(widget));
}

#else

static inline void cgtk_add_document(GType type, CGTKAsked asked) {}
static inline void cgtk_add_page(GType type) {}
static inline gpointer cgtk_add_node(
    GtkWidget *page, gpointer above, GtkAccessibleRole role, gboolean has_text, const CGTKNodeFacts *facts) {
  return NULL;
}
static inline void cgtk_set_text(
    gpointer object, GtkWidget *page, const char *string, guint count, const float *boxes) {}
static inline void cgtk_set_caret(GtkWidget *widget, guint caret, guint start, guint end) {}

#endif

// MARK: Whether there is a reader

typedef void (*CGTKReaderChanged)(gboolean is_there, gpointer data);

typedef struct {
  CGTKReaderChanged changed;
  gpointer data;
} CGTKReaderWatch;

static inline void cgtk_look_for_reader(GDBusProxy *status, CGTKReaderWatch *watch) {
  gboolean is_there = FALSE;
  const char *names[] = {"IsEnabled", "ScreenReaderEnabled"};
  for (int place = 0; place < 2; place++) {
    GVariant *value = g_dbus_proxy_get_cached_property(status, names[place]);
    if (value && g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN) && g_variant_get_boolean(value)) is_there = TRUE;
    g_clear_pointer(&value, g_variant_unref);
  }
  watch->changed(is_there, watch->data);
}

static inline void cgtk_reader_status_changed(
    GDBusProxy *status, GVariant *changed, char **invalidated, gpointer watch) {
  cgtk_look_for_reader(status, watch);
}

static inline void cgtk_reader_status_known(GObject *source, GAsyncResult *result, gpointer data) {
  GDBusProxy *status = g_dbus_proxy_new_for_bus_finish(result, NULL);
  if (!status) return g_free(data);
  // For as long as the program runs.
  g_signal_connect(status, "g-properties-changed", G_CALLBACK(cgtk_reader_status_changed), data);
  cgtk_look_for_reader(status, data);
}

// Calls a function now and then: soon, and whenever a screen reader comes or goes. Starts no service.
static inline void cgtk_watch_readers(CGTKReaderChanged changed, gpointer data) {
  CGTKReaderWatch *watch = g_new0(CGTKReaderWatch, 1);
  watch->changed = changed;
  watch->data = data;
  g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, NULL, "org.a11y.Bus", "/org/a11y/bus",
      "org.a11y.Status", NULL, cgtk_reader_status_known, watch);
}

#endif
