// Barcodes by zint, whose structures differ between versions: here they are read by their names.
#ifndef POSTIL_ZINT_BRIDGE_H
#define POSTIL_ZINT_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

// A kind of barcode.
typedef enum postil_barcode_kind {
  POSTIL_BARCODE_QR,
  POSTIL_BARCODE_MICRO_QR,
  POSTIL_BARCODE_DATA_MATRIX,
  POSTIL_BARCODE_AZTEC,
  POSTIL_BARCODE_PDF417,
  POSTIL_BARCODE_CODE_128,
  POSTIL_BARCODE_GS1_128,
  POSTIL_BARCODE_CODE_39,
  POSTIL_BARCODE_CODE_93,
  POSTIL_BARCODE_CODABAR,
  POSTIL_BARCODE_INTERLEAVED,
  POSTIL_BARCODE_ITF_14,
  POSTIL_BARCODE_EAN,
  POSTIL_BARCODE_UPC_A,
  POSTIL_BARCODE_UPC_E,
  POSTIL_BARCODE_ISBN,
} postil_barcode_kind;

typedef struct postil_barcode_options {
  // Whether the data are UTF-8; otherwise bytes as they are.
  int is_text;
  // As zint has them: of QR and Aztec how much may be damaged; 0 for what zint thinks best.
  int error_correction;
  // How high bars are, in modules; 0 for what zint thinks best.
  float height;
  int has_quiet_zone;
  int shows_text;
} postil_barcode_options;

// A black rectangle: lengths are in modules, from the upper left corner.
typedef struct postil_barcode_bar {
  float x, y, width, height;
} postil_barcode_bar;

// A line of text. `x` and `y` are where its baseline begins, has its middle or ends: `alignment` 1, 0 or 2.
typedef struct postil_barcode_line {
  float x, y, size;
  int alignment;
  const char *text;
} postil_barcode_line;

typedef struct postil_barcode {
  float width, height;
  size_t bar_count, line_count;
  postil_barcode_bar *bars;
  postil_barcode_line *lines;
} postil_barcode;

// A barcode, which the caller frees; NULL if the data cannot be one, and `message` says why then (200 bytes).
postil_barcode *postil_barcode_new(postil_barcode_kind kind, const uint8_t *data, size_t length,
                                   postil_barcode_options options, char *message);
void postil_barcode_free(postil_barcode *barcode);

#endif
