#include "ColourTables.h"

#include <lcms2_plugin.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
  /// Not enough colours were asked for.
  kind_undecided,
  /// The result is the input.
  kind_identity,
  /// 256 results.
  kind_gray,
  /// Three curves, a matrix, three curves.
  kind_shaper,
  /// The latest results.
  kind_memo,
  /// Each colour through the pipeline.
  kind_exact,
} Kind;

enum { shaper_steps = 8192, memo_bits = 15 };

typedef struct {
  float input[3][256];
  float matrix[3][4];
  uint16_t output[3][shaper_steps + 1];
} Shaper;

typedef struct {
  uint32_t key;
  uint16_t output[3];
  uint16_t is_used;
} MemoEntry;

struct ColourTables {
  cmsPipeline *pipeline;
  unsigned channels;
  unsigned references;
  /// Colours that were asked for while undecided.
  size_t seen;
  Kind kind;
  uint16_t (*gray)[3];
  Shaper *shaper;
  MemoEntry *memo;
};

/// A file may have any number of profiles. Memos of all together may be as large as this, in bytes.
static const size_t most_memo_bytes = (size_t)64 << 20;
static size_t memo_bytes;
static const size_t bytes_of_memo = sizeof(MemoEntry) << memo_bits;

ColourTables *colour_tables_create(cmsPipeline *pipeline) {
  ColourTables *tables = calloc(1, sizeof *tables);
  if (!tables) {
    cmsPipelineFree(pipeline);
    return NULL;
  }
  tables->pipeline = pipeline;
  tables->channels = cmsPipelineInputChannels(pipeline);
  tables->references = 1;
  return tables;
}

void colour_tables_retain(ColourTables *tables) { tables->references++; }

void colour_tables_release(ColourTables *tables) {
  if (--tables->references > 0) return;
  cmsPipelineFree(tables->pipeline);
  if (tables->memo) memo_bytes -= bytes_of_memo;
  free(tables->gray);
  free(tables->shaper);
  free(tables->memo);
  free(tables);
}

cmsPipeline *colour_tables_pipeline(const ColourTables *tables) { return tables->pipeline; }

unsigned colour_tables_channels(const ColourTables *tables) { return tables->channels; }

// MARK: Shapers

static uint16_t interpolated(const uint16_t *table, float value) {
  if (!(value > 0)) return table[0];
  if (value >= 1) return table[shaper_steps];
  float position = value * shaper_steps;
  int index = (int)position;
  return (uint16_t)((float)table[index] + (position - (float)index) * (float)(table[index + 1] - table[index]) + 0.5f);
}

static void apply_shaper(const Shaper *shaper, unsigned a, unsigned b, unsigned c, uint16_t *output) {
  float x = shaper->input[0][a], y = shaper->input[1][b], z = shaper->input[2][c];
  for (int k = 0; k < 3; k++) {
    const float *row = shaper->matrix[k];
    output[k] = interpolated(shaper->output[k], row[0] * x + row[1] * y + row[2] * z + row[3]);
  }
}

/// The three curves of a stage, or NULL.
static cmsToneCurve **curves_of(const cmsStage *stage) {
  if (cmsStageType(stage) != cmsSigCurveSetElemType) return NULL;
  const _cmsStageToneCurvesData *data = cmsStageData(stage);
  return data && data->nCurves == 3 ? data->TheCurves : NULL;
}

/// Multiplies a matrix by that of a stage; false if the stage is something else.
static bool multiply(double matrix[3][4], const cmsStage *stage) {
  if (cmsStageType(stage) == cmsSigIdentityElemType) return true;
  if (cmsStageType(stage) != cmsSigMatrixElemType || cmsStageInputChannels(stage) != 3 ||
      cmsStageOutputChannels(stage) != 3)
    return false;
  const _cmsStageMatrixData *data = cmsStageData(stage);
  double product[3][4];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) {
      product[i][j] = j == 3 && data->Offset ? data->Offset[i] : 0;
      for (int k = 0; k < 3; k++) product[i][j] += data->Double[i * 3 + k] * matrix[k][j];
    }
  }
  memcpy(matrix, product, sizeof product);
  return true;
}

/// Whether a pipeline is what matrix profiles make: curves, matrices, curves. Then the matrices' product is written.
static bool is_shaper(const cmsPipeline *pipeline, double matrix[3][4]) {
  const cmsStage *first = cmsPipelineGetPtrToFirstStage(pipeline), *last = cmsPipelineGetPtrToLastStage(pipeline);
  if (!first || first == last || !curves_of(first) || !curves_of(last)) return false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) matrix[i][j] = i == j;
  for (const cmsStage *stage = cmsStageNext(first); stage != last; stage = cmsStageNext(stage))
    if (!multiply(matrix, stage)) return false;
  return true;
}

static Shaper *make_shaper(const cmsPipeline *pipeline, double matrix[3][4]) {
  Shaper *shaper = malloc(sizeof *shaper);
  if (!shaper) return NULL;
  cmsToneCurve **input = curves_of(cmsPipelineGetPtrToFirstStage(pipeline));
  cmsToneCurve **output = curves_of(cmsPipelineGetPtrToLastStage(pipeline));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) shaper->matrix[i][j] = (float)matrix[i][j];
    for (int k = 0; k < 256; k++) shaper->input[i][k] = cmsEvalToneCurveFloat(input[i], (float)k / 255);
    for (int k = 0; k <= shaper_steps; k++) {
      float value = cmsEvalToneCurveFloat(output[i], (float)k / shaper_steps);
      shaper->output[i][k] = value >= 1 ? 65535 : value > 0 ? (uint16_t)(value * 65535 + 0.5f) : 0;
    }
  }
  return shaper;
}

// MARK: Deciding

static uint8_t to_8_bits(uint16_t value) { return (uint8_t)((value * 65281u + 8388608u) >> 24); }

static bool is_within_a_level(const uint16_t *a, const uint16_t *b) {
  for (int k = 0; k < 3; k++)
    if (abs(to_8_bits(a[k]) - to_8_bits(b[k])) > 1) return false;
  return true;
}

/// Compares a shaper, or for NULL the input itself, with the pipeline: all grays, and a grid that is dense in the dark.
static bool is_accurate(const cmsPipeline *pipeline, const Shaper *shaper) {
  static const uint8_t levels[] = {0, 2, 8, 24, 64, 112, 176, 255};
  enum { count = sizeof levels };
  for (int k = 0; k < 256 + count * count * count; k++) {
    unsigned colour[3] = {(unsigned)k, (unsigned)k, (unsigned)k};
    for (int c = 0, rest = k - 256; k >= 256 && c < 3; c++, rest /= count) colour[c] = levels[rest % count];
    uint16_t input[3], exact[3], quick[3];
    for (int c = 0; c < 3; c++) quick[c] = input[c] = (uint16_t)(colour[c] * 257);
    cmsPipelineEval16(input, exact, pipeline);
    if (shaper) apply_shaper(shaper, colour[0], colour[1], colour[2], quick);
    if (!is_within_a_level(exact, quick)) return false;
  }
  return true;
}

static void use_memo(ColourTables *tables) {
  tables->kind = kind_exact;
  if (memo_bytes + bytes_of_memo > most_memo_bytes) return;
  tables->memo = calloc((size_t)1 << memo_bits, sizeof *tables->memo);
  if (!tables->memo) return;
  memo_bytes += bytes_of_memo;
  tables->kind = kind_memo;
}

static void decide(ColourTables *tables) {
  double matrix[3][4];
  if (tables->channels == 1) {
    tables->kind = kind_exact;
    tables->gray = malloc(256 * sizeof *tables->gray);
    if (!tables->gray) return;
    for (int k = 0; k < 256; k++) {
      uint16_t input = (uint16_t)(k * 257);
      cmsPipelineEval16(&input, tables->gray[k], tables->pipeline);
    }
    tables->kind = kind_gray;
  } else if (tables->channels == 3 && is_shaper(tables->pipeline, matrix)) {
    if (is_accurate(tables->pipeline, NULL)) {
      tables->kind = kind_identity;
      return;
    }
    tables->shaper = make_shaper(tables->pipeline, matrix);
    if (tables->shaper && is_accurate(tables->pipeline, tables->shaper)) {
      tables->kind = kind_shaper;
    } else {
      use_memo(tables);
    }
  } else {
    use_memo(tables);
  }
}

/// Counts colours; decides when tables for so many would have paid.
static void count_colours(ColourTables *tables, size_t count) {
  tables->seen += count;
  if (tables->seen >= (tables->channels == 1 ? 256 : 1024)) decide(tables);
}

// MARK: Looking up

static const uint16_t *remembered(ColourTables *tables, uint32_t key, const uint16_t *input) {
  MemoEntry *entry = &tables->memo[key * 2654435761u >> (32 - memo_bits)];
  if (!entry->is_used || entry->key != key) {
    cmsPipelineEval16(input, entry->output, tables->pipeline);
    entry->key = key;
    entry->is_used = 1;
  }
  return entry->output;
}

void colour_tables_look_up(ColourTables *tables, const uint16_t *input, uint16_t *output) {
  // Colours that are not 8 bits deep have no place in the tables.
  bool is_deep = false;
  uint32_t key = 0;
  for (unsigned k = 0; k < tables->channels; k++) {
    is_deep |= input[k] != (input[k] >> 8) * 257;
    key = key << 8 | input[k] >> 8;
  }
  if (!is_deep && tables->kind == kind_undecided) count_colours(tables, 1);
  switch (is_deep ? kind_exact : tables->kind) {
    case kind_undecided:
    case kind_exact: cmsPipelineEval16(input, output, tables->pipeline); break;
    case kind_identity: memcpy(output, input, 3 * sizeof *output); break;
    case kind_gray: memcpy(output, tables->gray[key], 3 * sizeof *output); break;
    case kind_shaper: apply_shaper(tables->shaper, key >> 16, key >> 8 & 255, key & 255, output); break;
    case kind_memo: memcpy(output, remembered(tables, key, input), 3 * sizeof *output); break;
  }
}

bool colour_tables_look_up_line(ColourTables *tables, const uint8_t *input, uint8_t *output, size_t count) {
  // lcms2 evaluates the pixels of a short line, and counts them.
  if (tables->kind == kind_undecided && count >= 16) count_colours(tables, count);
  switch (tables->kind) {
    case kind_undecided:
    case kind_exact: return false;
    case kind_identity: memcpy(output, input, 3 * count); return true;
    case kind_gray:
      for (size_t k = 0; k < count; k++, output += 3)
        for (int c = 0; c < 3; c++) output[c] = to_8_bits(tables->gray[input[k]][c]);
      return true;
    case kind_shaper:
      for (size_t k = 0; k < count; k++, input += 3, output += 3) {
        uint16_t colour[3];
        apply_shaper(tables->shaper, input[0], input[1], input[2], colour);
        for (int c = 0; c < 3; c++) output[c] = to_8_bits(colour[c]);
      }
      return true;
    case kind_memo:
      for (size_t k = 0; k < count; k++, input += tables->channels, output += 3) {
        uint16_t deep[4];
        uint32_t key = 0;
        for (unsigned c = 0; c < tables->channels; c++) {
          deep[c] = (uint16_t)(input[c] * 257);
          key = key << 8 | input[c];
        }
        const uint16_t *colour = remembered(tables, key, deep);
        for (int c = 0; c < 3; c++) output[c] = to_8_bits(colour[c]);
      }
      return true;
  }
  return false;
}
