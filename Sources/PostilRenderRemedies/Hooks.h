#ifndef POSTIL_HOOKS_H
#define POSTIL_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

/// A function that one shared library calls, and what it calls instead.
typedef struct {
  const char *symbol;
  void *replacement;
} Hook;

/// Whether the file of a path is the library whose name begins so, such as "libpoppler.so".
bool is_library(const char *path, const char *beginning);

/// Makes a library call replacements: all of them, or none. Returns NULL, or why it could not.
///
/// What it calls until then must be the functions of these names, of cairo, lcms2 or poppler: names of C++ tell what arguments
/// they have too.
///
/// Only the library's own entries of its global offset table change; other callers of the functions do not notice.
/// `library` is the beginning of its file's name, such as "libpoppler.so".
const char *hooks_install(const char *library, const Hook *hooks, size_t count);

#endif
