// GTK for Swift, and what Swift cannot see of it: macros and variadic functions.
#ifndef POSTIL_CGTK_H
#define POSTIL_CGTK_H

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <gtk/gtkunixprint.h>
#include <libintl.h>

#include "accessible.h"
#include "provider.h"
#include "versions.h"

// The main queue of libdispatch, for another main loop to drive.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

static inline void cgtk_set_label(GtkAccessible *widget, const char *text) {
  gtk_accessible_update_property(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static inline void cgtk_set_description(GtkAccessible *widget, const char *text) {
  gtk_accessible_update_property(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static inline void cgtk_set_value_range(
    GtkAccessible *widget, double low, double high, double now, const char *text) {
  gtk_accessible_update_property(
      widget, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, low, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, high,
      GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static inline void cgtk_set_look(GtkTextTag *tag, const PangoFontDescription *font, const GdkRGBA *color) {
  g_object_set(tag, "font-desc", font, "foreground-rgba", color, NULL);
}

static inline void cgtk_set_selected(GtkAccessible *widget, gboolean selected) {
  gtk_accessible_update_state(widget, GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

// What a row of a tree is to assistive technology; `expanded` is -1 for one without children.
static inline void cgtk_set_tree_row(
    GtkAccessible *row, const char *label, int level, int expanded, gboolean is_current) {
  gtk_accessible_update_property(
      row, GTK_ACCESSIBLE_PROPERTY_LABEL, label, GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  gtk_accessible_update_state(row, GTK_ACCESSIBLE_STATE_SELECTED, is_current, -1);
  if (expanded < 0)
    gtk_accessible_reset_state(row, GTK_ACCESSIBLE_STATE_EXPANDED);
  else
    gtk_accessible_update_state(row, GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}

static inline void cgtk_set_labelled_by(GtkAccessible *widget, GtkAccessible *label) {
  gtk_accessible_update_relation(widget, GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

static inline gpointer cgtk_new_widget(GType type, const char *css_name, GtkAccessibleRole role) {
  return g_object_new(type, "css-name", css_name, "accessible-role", role, NULL);
}

// The role of a widget can only be given when it is made.
static inline gpointer cgtk_new_alert(void) {
  return g_object_new(GTK_TYPE_WINDOW, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, NULL);
}

#endif
