#ifndef POSTIL_VIRTUAL_TABLES_H
#define POSTIL_VIRTUAL_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/// A virtual function of a class: its place in the class's table, what is called instead, and where to put what was called.
typedef struct {
  size_t slot;
  void *replacement;
  void **original;
} VirtualFunction;

/// The virtual functions of a class of a library, in the order of the Itanium C++ ABI, or NULL if they are not found.
///
/// Classes that the library does not export are found too, by their names for `dynamic_cast`. Only classes with one table:
/// without multiple inheritance. `library` is the beginning of its file's name, `type_name` the mangled name of the class.
void *const *virtual_table(const char *library, const char *type_name);

/// A function that is exported, by its mangled name, and its place in a table.
typedef struct {
  size_t slot;
  const char *name;
} NamedFunction;

/// Whether these functions stand in a table.
bool virtual_table_has(void *const *table, const NamedFunction *functions, size_t count);

/// Replaces virtual functions of the library in a table: all of them, or none. Returns NULL, or why it could not.
const char *virtual_table_override(const char *library, void *const *table, const VirtualFunction *functions,
                                   size_t count);

#endif
