// What GTK does in one way up to some version and in another from then on, behind one function each. Tried: 4.8, 4.18.
#ifndef POSTIL_CGTK_VERSIONS_H
#define POSTIL_CGTK_VERSIONS_H

#include <gtk/gtk.h>

static inline void cgtk_load_css(GtkCssProvider *provider, const char *css) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, css);
#else
  gtk_css_provider_load_from_data(provider, css, -1);
#endif
}

static inline void cgtk_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

// Deprecated in 4.10, and nothing has come in its place.
static inline gboolean cgtk_look_up_color(GtkWidget *widget, const char *name, GdkRGBA *color) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, color);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

// Asking for a file

// Gets the file, or NULL if none was chosen; it belongs to the caller.
typedef void (*CGTKFileAnswer)(GFile *file, gpointer data);

typedef struct {
  CGTKFileAnswer answer;
  gpointer data;
  gboolean saves;
} CGTKFileQuestion;

static inline void cgtk_answer(CGTKFileQuestion *question, GFile *file) {
  question->answer(file, question->data);
  g_clear_object(&file);
  g_free(question);
}

#if GTK_CHECK_VERSION(4, 10, 0)

static inline void cgtk_file_dialog_ended(GObject *source, GAsyncResult *result, gpointer data) {
  CGTKFileQuestion *question = data;
  GtkFileDialog *dialog = GTK_FILE_DIALOG(source);
  GError *error = NULL;
  GFile *file = question->saves ? gtk_file_dialog_save_finish(dialog, result, &error)
                                : gtk_file_dialog_open_finish(dialog, result, &error);
  if (g_error_matches(error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_FAILED))
    g_warning("No file could be asked for: %s", error->message);
  g_clear_error(&error);
  cgtk_answer(question, file);
}

#else

static inline void cgtk_file_chooser_ended(GtkNativeDialog *chooser, int response, gpointer data) {
  GFile *file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser)) : NULL;
  cgtk_answer(data, file);
  g_object_unref(chooser);
}

#endif

// Asks for a file to open, or where to save one. `filters` is a list of GtkFileFilter; `name` and `folder` may be NULL.
static inline void cgtk_ask_for_file(
    GtkWindow *parent, gboolean saves, const char *title, const char *name, GFile *folder, GListStore *filters,
    CGTKFileAnswer answer, gpointer data) {
  CGTKFileQuestion *question = g_new0(CGTKFileQuestion, 1);
  question->answer = answer;
  question->data = data;
  question->saves = saves;
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkFileDialog *dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_filters(dialog, G_LIST_MODEL(filters));
  if (name) gtk_file_dialog_set_initial_name(dialog, name);
  if (folder) gtk_file_dialog_set_initial_folder(dialog, folder);
  if (saves)
    gtk_file_dialog_save(dialog, parent, NULL, cgtk_file_dialog_ended, question);
  else
    gtk_file_dialog_open(dialog, parent, NULL, cgtk_file_dialog_ended, question);
  g_object_unref(dialog);
#else
  GtkFileChooserNative *native = gtk_file_chooser_native_new(
      title, parent, saves ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
  for (guint place = 0; place < g_list_model_get_n_items(G_LIST_MODEL(filters)); place++) {
    GtkFileFilter *filter = g_list_model_get_item(G_LIST_MODEL(filters), place);
    gtk_file_chooser_add_filter(chooser, filter);
    g_object_unref(filter);
  }
  if (name) gtk_file_chooser_set_current_name(chooser, name);
  if (folder) gtk_file_chooser_set_current_folder(chooser, folder, NULL);
  g_signal_connect(native, "response", G_CALLBACK(cgtk_file_chooser_ended), question);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
#endif
}

// Values that can be set

// Sets the value of a widget as assistive technology asks for it; whether that could be done.
typedef gboolean (*CGTKSetValue)(GtkWidget *widget, double value);

// Opens an address in the user's default program for it.
static inline void cgtk_show_uri(GtkWindow *parent, const char *uri) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkUriLauncher *launcher = gtk_uri_launcher_new(uri);
  gtk_uri_launcher_launch(launcher, parent, NULL, NULL, NULL);
  g_object_unref(launcher);
#else
  gtk_show_uri(parent, uri, GDK_CURRENT_TIME);
#endif
}

// Before GTK 4.10 assistive technology is told the values of GTK's own classes only.
static inline gboolean cgtk_tells_values(void) { return GTK_CHECK_VERSION(4, 10, 0); }

#if GTK_CHECK_VERSION(4, 10, 0)

static inline void cgtk_range_init(gpointer interface, gpointer data) {
  ((GtkAccessibleRangeInterface *)interface)->set_current_value =
      (gboolean(*)(GtkAccessibleRange *, double))data;
}

#endif

// Has widgets of a type be ranges for assistive technology. To be called before the first one is made.
static inline void cgtk_add_range(GType type, CGTKSetValue set_value) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GInterfaceInfo info = {cgtk_range_init, NULL, (gpointer)set_value};
  g_type_add_interface_static(type, GTK_TYPE_ACCESSIBLE_RANGE, &info);
#endif
}

// Sets a value as assistive technology does.
static inline gboolean cgtk_set_value_as_assistant(GtkWidget *widget, double value) {
#if GTK_CHECK_VERSION(4, 10, 0)
  if (!GTK_IS_ACCESSIBLE_RANGE(widget)) return FALSE;
  return GTK_ACCESSIBLE_RANGE_GET_IFACE(widget)->set_current_value(GTK_ACCESSIBLE_RANGE(widget), value);
#else
  return FALSE;
#endif
}

#endif
