#include "PostilZintBridge.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zint.h>

static int symbology(postil_barcode_kind kind) {
  switch (kind) {
  case POSTIL_BARCODE_QR: return BARCODE_QRCODE;
  case POSTIL_BARCODE_MICRO_QR: return BARCODE_MICROQR;
  case POSTIL_BARCODE_DATA_MATRIX: return BARCODE_DATAMATRIX;
  case POSTIL_BARCODE_AZTEC: return BARCODE_AZTEC;
  case POSTIL_BARCODE_PDF417: return BARCODE_PDF417;
  case POSTIL_BARCODE_CODE_128: return BARCODE_CODE128;
  case POSTIL_BARCODE_GS1_128: return BARCODE_GS1_128;
  case POSTIL_BARCODE_CODE_39: return BARCODE_CODE39;
  case POSTIL_BARCODE_CODE_93: return BARCODE_CODE93;
  case POSTIL_BARCODE_CODABAR: return BARCODE_CODABAR;
  case POSTIL_BARCODE_INTERLEAVED: return BARCODE_C25INTER;
  case POSTIL_BARCODE_ITF_14: return BARCODE_ITF14;
  case POSTIL_BARCODE_EAN: return BARCODE_EANX;
  case POSTIL_BARCODE_UPC_A: return BARCODE_UPCA;
  case POSTIL_BARCODE_UPC_E: return BARCODE_UPCE;
  case POSTIL_BARCODE_ISBN: return BARCODE_ISBNX;
  }
  return 0;
}

static postil_barcode *fail(char *message, const char *text) {
  snprintf(message, 200, "%s", text);
  return NULL;
}

// Copies what is painted; NULL without memory.
static postil_barcode *copied(const struct zint_vector *vector) {
  size_t bars = 0, lines = 0, letters = 0;
  for (const struct zint_vector_rect *one = vector->rectangles; one; one = one->next) bars++;
  for (const struct zint_vector_string *one = vector->strings; one; one = one->next) {
    if (!one->text) continue;
    lines++;
    letters += strlen((const char *)one->text) + 1;
  }
  // One block for all of it: the structures first, the letters behind them.
  postil_barcode *result =
      calloc(1, sizeof *result + bars * sizeof *result->bars + lines * sizeof *result->lines + letters);
  if (!result) return NULL;
  result->width = vector->width;
  result->height = vector->height;
  result->lines = (postil_barcode_line *)(result + 1);
  result->bars = (postil_barcode_bar *)(result->lines + lines);
  char *place = (char *)(result->bars + bars);
  for (const struct zint_vector_rect *one = vector->rectangles; one; one = one->next) {
    result->bars[result->bar_count++] = (postil_barcode_bar){one->x, one->y, one->width, one->height};
  }
  for (const struct zint_vector_string *one = vector->strings; one; one = one->next) {
    if (!one->text) continue;
    size_t length = strlen((const char *)one->text) + 1;
    memcpy(place, one->text, length);
    result->lines[result->line_count++] =
        (postil_barcode_line){one->x, one->y, one->fsize, one->halign, place};
    place += length;
  }
  return result;
}

postil_barcode *postil_barcode_new(postil_barcode_kind kind, const uint8_t *data, size_t length,
                                   postil_barcode_options options, char *message) {
  // To zint a length of 0 means that the data end with a zero.
  if (length == 0) return fail(message, "There are no data");
  if (length > ZINT_MAX_DATA_LEN) return fail(message, "The data are too long");
  struct zint_symbol *symbol = ZBarcode_Create();
  if (!symbol) return fail(message, "There is no memory");
  symbol->symbology = symbology(kind);
  symbol->input_mode = options.is_text ? UNICODE_MODE : DATA_MODE;
  if (kind == POSTIL_BARCODE_GS1_128) symbol->input_mode = GS1_MODE | GS1PARENS_MODE;
  if (options.error_correction > 0) symbol->option_1 = options.error_correction;
  if (kind == POSTIL_BARCODE_DATA_MATRIX) symbol->option_3 = DM_SQUARE;
  if (options.height > 0) symbol->height = options.height;
  symbol->show_hrt = options.shows_text;
  symbol->output_options |= options.has_quiet_zone ? BARCODE_QUIET_ZONES : BARCODE_NO_QUIET_ZONES;
  // Vectors have two units a module.
  symbol->scale = 0.5f;
  postil_barcode *result = NULL;
  int status = ZBarcode_Encode(symbol, data, (int)length);
  if (status < ZINT_ERROR) status = ZBarcode_Buffer_Vector(symbol, 0);
  if (status >= ZINT_ERROR || !symbol->vector) {
    fail(message, symbol->errtxt[0] ? symbol->errtxt : "zint makes no such barcode");
  } else {
    result = copied(symbol->vector);
    if (!result) fail(message, "There is no memory");
  }
  ZBarcode_Delete(symbol);
  return result;
}

void postil_barcode_free(postil_barcode *barcode) { free(barcode); }
