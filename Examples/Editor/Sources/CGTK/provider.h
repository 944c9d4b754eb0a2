// A GdkContentProvider that makes its data when another program asks for it.
#ifndef POSTIL_CGTK_PROVIDER_H
#define POSTIL_CGTK_PROVIDER_H

#include <gdk/gdk.h>

// Makes the data, and ends with cgtk_provide().
typedef void (*CGTKMakeData)(GTask *task, gpointer data);

typedef struct {
  GdkContentProvider parent;
  char *type;
  CGTKMakeData make;
  gpointer data;
  GDestroyNotify free_data;
} CGTKDataProvider;

static inline GdkContentFormats *cgtk_data_provider_formats(GdkContentProvider *provider) {
  const char *types[] = {((CGTKDataProvider *)provider)->type};
  return gdk_content_formats_new(types, 1);
}

static inline void cgtk_data_provider_write(
    GdkContentProvider *provider, const char *type, GOutputStream *stream, int priority,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
  CGTKDataProvider *self = (CGTKDataProvider *)provider;
  GTask *task = g_task_new(provider, cancellable, callback, data);
  g_task_set_priority(task, priority);
  g_task_set_task_data(task, g_object_ref(stream), g_object_unref);
  self->make(task, self->data);
}

static inline gboolean cgtk_data_provider_write_finish(
    GdkContentProvider *provider, GAsyncResult *result, GError **error) {
  return g_task_propagate_boolean(G_TASK(result), error);
}

static inline void cgtk_data_was_written(GObject *stream, GAsyncResult *result, gpointer data) {
  GTask *task = data;
  GError *error = NULL;
  if (g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
  g_object_unref(task);
}

// Gives the data to the program that asked for it; NULL if there is none.
static inline void cgtk_provide(GTask *task, GBytes *bytes) {
  if (!bytes) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "The data could not be made.");
    g_object_unref(task);
    return;
  }
  gsize size = 0;
  gconstpointer start = g_bytes_get_data(bytes, &size);
  g_object_set_data_full(G_OBJECT(task), "bytes", g_bytes_ref(bytes), (GDestroyNotify)g_bytes_unref);
  g_output_stream_write_all_async(
      G_OUTPUT_STREAM(g_task_get_task_data(task)), start, size, g_task_get_priority(task),
      g_task_get_cancellable(task), cgtk_data_was_written, task);
}

static inline void cgtk_data_provider_finalize(GObject *object) {
  CGTKDataProvider *self = (CGTKDataProvider *)object;
  g_free(self->type);
  self->free_data(self->data);
  G_OBJECT_CLASS(g_type_class_peek(GDK_TYPE_CONTENT_PROVIDER))->finalize(object);
}

static inline void cgtk_data_provider_class_init(gpointer class, gpointer data) {
  G_OBJECT_CLASS(class)->finalize = cgtk_data_provider_finalize;
  GdkContentProviderClass *provider = class;
  provider->ref_formats = cgtk_data_provider_formats;
  provider->write_mime_type_async = cgtk_data_provider_write;
  provider->write_mime_type_finish = cgtk_data_provider_write_finish;
}

static inline GType cgtk_data_provider_type(void) {
  static GType type = 0;
  if (type == 0)
    type = g_type_register_static_simple(
        GDK_TYPE_CONTENT_PROVIDER, "CGTKDataProvider", sizeof(GdkContentProviderClass),
        (GClassInitFunc)cgtk_data_provider_class_init, sizeof(CGTKDataProvider), NULL, 0);
  return type;
}

static inline GdkContentProvider *cgtk_new_data_provider(
    const char *type, CGTKMakeData make, gpointer data, GDestroyNotify free_data) {
  CGTKDataProvider *self = g_object_new(cgtk_data_provider_type(), NULL);
  self->type = g_strdup(type);
  self->make = make;
  self->data = data;
  self->free_data = free_data;
  return &self->parent;
}

#endif
