#ifndef POSTIL_REMEDIES_H
#define POSTIL_REMEDIES_H

#include "Hooks.h"
#include "PostilRenderRemedies.h"

// Each installs its remedy and returns NULL, or changes nothing and returns why not.
const char *icc_install(void);
const char *icc_lines_install(void);
const char *images_install(void);
const char *soft_masks_install(void);
const char *radial_shadings_install(void);
const char *text_layout_install(void);
const char *flate_install(void);

/// Undoes `icc_install`; all else is in words.
void icc_remove(void);

/// Counts that a remedy did something.
void count_use(uint32_t remedy);

/// What was counted, for each bit of a remedy.
typedef struct {
  uint64_t counts[32];
} Uses;

extern Uses uses;

#endif
