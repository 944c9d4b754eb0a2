#include "Remedies.h"
#include "Words.h"

#include <cairo.h>
#include <lcms2.h>
#include <poppler.h>
#include <stdio.h>
#include <string.h>

/// Versions that work together. What the remedies replace is inside of the libraries, and no interface of theirs.
typedef struct {
  const char *poppler, *cairo;
  int lcms;
  bool was_tried;
} Versions;

static const Versions known_versions[] = {
    {"22.12.", "1.16.", 2140, true},   // Debian 12
    {"25.03.", "1.18.", 2160, true},   // Debian 13
    {"22.02.", "1.16.", 2120, false},  // Ubuntu 22.04
    {"24.02.", "1.18.", 2140, false},  // Ubuntu 24.04
};

typedef struct {
  const char *name;
  uint32_t remedy, needed;
  const char *(*install)(void);
  const char *reason;
  /// The words that it wrote.
  int first_word, end_word;
} Remedy;

/// All were tried on x86-64 only.
#ifdef __x86_64__
static const bool is_tried_machine = true;
#else
static const bool is_tried_machine = false;
#endif

static const char not_asked_for[] = "it was not asked for";

static Remedy remedies[] = {
    {"icc", POSTIL_REMEDY_ICC, 0, icc_install, not_asked_for},
    {"icc-lines", POSTIL_REMEDY_ICC_LINES, POSTIL_REMEDY_ICC, icc_lines_install, not_asked_for},
    {"images", POSTIL_REMEDY_IMAGES, 0, images_install, not_asked_for},
    {"soft-masks", POSTIL_REMEDY_SOFT_MASKS, 0, soft_masks_install, not_asked_for},
    {"radial-shadings", POSTIL_REMEDY_RADIAL_SHADINGS, 0, radial_shadings_install, not_asked_for},
    {"text-layout", POSTIL_REMEDY_TEXT_LAYOUT, 0, text_layout_install, not_asked_for},
    {"flate", POSTIL_REMEDY_FLATE, 0, flate_install, not_asked_for},
};
enum { remedy_count = sizeof remedies / sizeof *remedies };

static bool begins(const char *version, const char *beginning) {
  return strncmp(version, beginning, strlen(beginning)) == 0;
}

/// Why the libraries' versions forbid all remedies, or NULL.
static const char *reason_of_versions(bool untried_too) {
  static char reason[160];
  const char *poppler = poppler_get_version(), *cairo = cairo_version_string();
  int lcms = cmsGetEncodedCMMversion();
  for (size_t k = 0; k < sizeof known_versions / sizeof *known_versions; k++) {
    const Versions *versions = &known_versions[k];
    if (!begins(poppler, versions->poppler) || !begins(cairo, versions->cairo) || lcms != versions->lcms) continue;
    if ((versions->was_tried && is_tried_machine) || untried_too) return NULL;
    snprintf(reason, sizeof reason, "not tried with poppler %.20s, cairo %.20s and lcms2 %d.%d%s", poppler, cairo,
             lcms / 1000, lcms % 1000 / 10, is_tried_machine ? "" : " on this machine");
    return reason;
  }
  snprintf(reason, sizeof reason, "poppler %.20s, cairo %.20s and lcms2 %d.%d are not in the table of versions", poppler,
           cairo, lcms / 1000, lcms % 1000 / 10);
  return reason;
}

static uint32_t installed(void) {
  uint32_t on = 0;
  for (size_t k = 0; k < remedy_count; k++)
    if (!remedies[k].reason) on |= remedies[k].remedy;
  return on;
}

uint32_t postil_remedies_install(uint32_t wanted) {
  static bool was_called;
  if (was_called) return installed();
  was_called = true;
  const char *versions = reason_of_versions((wanted & POSTIL_REMEDIES_UNTRIED) != 0);
  for (size_t k = 0; k < remedy_count; k++) {
    Remedy *remedy = &remedies[k];
    if (!(wanted & remedy->remedy)) continue;
    if (versions) {
      remedy->reason = versions;
    } else if ((installed() & remedy->needed) != remedy->needed) {
      remedy->reason = "a remedy that it needs is off";
    } else {
      remedy->first_word = words_written();
      remedy->reason = remedy->install();
      remedy->end_word = words_written();
    }
  }
  return installed();
}

static void take_out(Remedy *remedy, const char *reason) {
  words_restore(remedy->first_word, remedy->end_word);
  if (remedy->remedy == POSTIL_REMEDY_ICC) icc_remove();
  remedy->reason = reason;
}

uint32_t postil_remedies_check(void) {
  if (installed() == 0) return 0;
  const char *fault = postil_remedies_fault();
  if (fault) words_restore(0, words_written());
  for (size_t k = remedy_count; k-- > 0;) {
    Remedy *remedy = &remedies[k];
    if (remedy->reason) continue;
    if (fault) {
      take_out(remedy, fault);
    } else if (postil_remedies_uses(remedy->remedy) == 0) {
      take_out(remedy, "it did nothing at a small page");
    }
  }
  return installed();
}

static const Remedy *remedy_of(uint32_t remedy) {
  for (size_t k = 0; k < remedy_count; k++)
    if (remedies[k].remedy == remedy) return &remedies[k];
  return NULL;
}

const char *postil_remedies_name(uint32_t remedy) {
  const Remedy *found = remedy_of(remedy);
  return found ? found->name : NULL;
}

Uses uses;

void count_use(uint32_t remedy) { uses.counts[__builtin_ctz(remedy)]++; }

uint64_t postil_remedies_uses(uint32_t remedy) { return remedy == 0 ? 0 : uses.counts[__builtin_ctz(remedy)]; }

const char *postil_remedies_reason(uint32_t remedy) {
  const Remedy *found = remedy_of(remedy);
  return found ? found->reason : "there is no such remedy";
}
