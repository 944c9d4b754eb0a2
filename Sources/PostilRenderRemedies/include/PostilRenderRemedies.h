#ifndef POSTIL_RENDER_REMEDIES_H
#define POSTIL_RENDER_REMEDIES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What makes poppler and cairo draw with fewer instructions. Remedies change how the two libraries work in the whole
/// process: they belong into a program that does nothing but draw, and draws with one thread.
typedef enum {
  /// Colours of ICC profiles are looked up in tables; lcms2 computes each from the profile. Exact to 1 of 255 levels.
  POSTIL_REMEDY_ICC = 1,
  /// Lines of pixels go to these tables without lcms2's unpacking and packing. Needs `POSTIL_REMEDY_ICC`.
  POSTIL_REMEDY_ICC_LINES = 2,
  /// Images that are drawn smaller are averaged to device pixels before cairo gets them, so that recordings hold the
  /// small image. A recording made with it is for the scale at which it was made, and for whole pixels.
  POSTIL_REMEDY_IMAGES = 4,
  /// Masks of luminosity are as large as their group, not as the clip. Same pixels.
  POSTIL_REMEDY_SOFT_MASKS = 8,
  /// Rings of radial shadings that cancel each other are left out of paths. Same pixels, but for the edges of rings and
  /// clips (13 levels were seen).
  POSTIL_REMEDY_RADIAL_SHADINGS = 16,
  /// Drawing a page lays out none of its text, see `postil_remedies_lay_out_text`. Same pixels.
  POSTIL_REMEDY_TEXT_LAYOUT = 32,
  /// Compressed streams are inflated by zlib. Same pixels.
  POSTIL_REMEDY_FLATE = 64,
  POSTIL_REMEDIES_ALL = 127,
  /// With the others: install them also with versions of the libraries that are in the table but were not tried.
  POSTIL_REMEDIES_UNTRIED = 1 << 30,
} PostilRemedies;

/// Installs remedies, and returns those that are on. Each is off if the versions of poppler, cairo and lcms2 are not in
/// the table of those that were tried, or if what it replaces is not found; the process then works without it.
///
/// Call it once, before the process has threads, before poppler draws and before memory protection is locked down: it
/// writes the libraries' offset tables. Further calls change nothing and return what is on.
uint32_t postil_remedies_install(uint32_t wanted);

/// Draws a small page, and takes remedies out again: all if the page does not come out as it must, and each that did nothing
/// there, since the library does not do what it replaces. Returns those that are left. Call it once, before documents are drawn.
uint32_t postil_remedies_check(void);

/// Draws a small page, whose pixels follow from PDF alone: compressed images with predictors that are drawn smaller, a colour
/// profile, a soft mask, a radial shading. Returns NULL if it comes out as it must, or a static text that says what is wrong.
///
/// A process is forked for that, since a library that is not as it is known may crash it. Call it before the process has
/// threads; it takes some milliseconds.
const char *postil_remedies_fault(void);

/// The name of a single remedy, such as "soft-masks"; NULL if there is no such remedy. The text is static.
const char *postil_remedies_name(uint32_t remedy);

/// Why a single remedy is off, for people; NULL if it is on. The text is static.
const char *postil_remedies_reason(uint32_t remedy);

/// How often a single remedy did something: transforms that were given tables, lines that were looked up, images that
/// were averaged, masks that were cut, paths that became shorter, layouts of text that were left out, streams that zlib read.
uint64_t postil_remedies_uses(uint32_t remedy);

/// Says whether drawing a page lays out its text, for pages (`PopplerPage`) that are made from now on. The text of a
/// page that was drawn while this was off is empty for good. Off after `POSTIL_REMEDY_TEXT_LAYOUT` was installed,
/// without effect before.
void postil_remedies_lay_out_text(bool lay_out);

#ifdef __cplusplus
}
#endif

#endif
