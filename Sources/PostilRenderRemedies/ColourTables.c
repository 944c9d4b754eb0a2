#include "ColourTables.h"

#include <lcms2_plugin.h>
#include <stdlib.h>
#include <string.h>

#include "ColourProgram.h"

typedef enum {
  /// Not enough colours were asked for.
  kind_undecided,
  /// The result is the input.
  kind_identity,
  /// 256 results.
  kind_gray,
  kind_program,
  /// Each colour through the pipeline.
  kind_exact,
} Kind;

struct ColourTables {
  cmsPipeline *pipeline;
  unsigned channels;
  unsigned references;
  /// Colours that were asked for while undecided.
  size_t seen;
  Kind kind;
  uint16_t (*gray)[3];
  ColourProgram *program;
};

/// A file may have any number of profiles. The programs of all together may be as large as this, in bytes.
static const size_t most_program_bytes = (size_t)64 << 20;
static size_t program_bytes;

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
  if (tables->program) program_bytes -= colour_program_size(tables->program);
  colour_program_destroy(tables->program);
  free(tables->gray);
  cmsPipelineFree(tables->pipeline);
  free(tables);
}

cmsPipeline *colour_tables_pipeline(const ColourTables *tables) { return tables->pipeline; }

unsigned colour_tables_channels(const ColourTables *tables) { return tables->channels; }

// MARK: Deciding

static uint8_t to_8_bits(uint16_t value) { return (uint8_t)((value * 65281u + 8388608u) >> 24); }

/// Compares a program, or for NULL the input itself, with the pipeline: equal levels of all channels, and a grid that
/// is dense in the dark.
static bool is_accurate(const ColourTables *tables, const ColourProgram *program) {
  static const uint8_t levels[] = {0, 2, 16, 64, 135, 255};
  enum { level_count = sizeof levels };
  unsigned grid = 1;
  for (unsigned c = 0; c < tables->channels; c++) grid *= level_count;
  for (unsigned k = 0; k < 256 + grid; k++) {
    uint8_t colour[4] = {(uint8_t)k, (uint8_t)k, (uint8_t)k, (uint8_t)k};
    for (unsigned c = 0, rest = k - 256; k >= 256 && c < tables->channels; c++, rest /= level_count)
      colour[c] = levels[rest % level_count];
    uint16_t input[4], exact[3], quick[3];
    for (unsigned c = 0; c < 4; c++) input[c] = (uint16_t)(colour[c] * 257);
    cmsPipelineEval16(input, exact, tables->pipeline);
    if (program) colour_program_run(program, colour, quick);
    for (unsigned c = 0; c < 3; c++)
      if (abs(to_8_bits(exact[c]) - to_8_bits(program ? quick[c] : input[c])) > 1) return false;
  }
  return true;
}

static void decide(ColourTables *tables) {
  tables->kind = kind_exact;
  if (tables->channels == 1) {
    tables->gray = malloc(256 * sizeof *tables->gray);
    if (!tables->gray) return;
    for (int k = 0; k < 256; k++) {
      uint16_t input = (uint16_t)(k * 257);
      cmsPipelineEval16(&input, tables->gray[k], tables->pipeline);
    }
    tables->kind = kind_gray;
    return;
  }
  ColourProgram *program = colour_program_create(tables->pipeline);
  if (!program) return;
  // Between the colours that are compared, a table of colours may do anything; curves and a matrix do not.
  if (colour_program_is_shaper(program) && is_accurate(tables, NULL)) {
    tables->kind = kind_identity;
  } else if (program_bytes + colour_program_size(program) <= most_program_bytes && is_accurate(tables, program)) {
    program_bytes += colour_program_size(program);
    tables->program = program;
    tables->kind = kind_program;
    return;
  }
  colour_program_destroy(program);
}

/// Counts colours; decides when tables for so many would have paid.
static void count_colours(ColourTables *tables, size_t count) {
  tables->seen += count;
  if (tables->seen >= (tables->channels == 1 ? 256 : 1024)) decide(tables);
}

// MARK: Looking up

void colour_tables_look_up(ColourTables *tables, const uint16_t *input, uint16_t *output) {
  // Colours that are not 8 bits deep have no place in the tables.
  bool is_deep = false;
  uint8_t colour[4];
  for (unsigned k = 0; k < tables->channels; k++) {
    colour[k] = (uint8_t)(input[k] >> 8);
    is_deep |= input[k] != colour[k] * 257;
  }
  if (!is_deep && tables->kind == kind_undecided) count_colours(tables, 1);
  switch (is_deep ? kind_exact : tables->kind) {
    case kind_undecided:
    case kind_exact: cmsPipelineEval16(input, output, tables->pipeline); break;
    case kind_identity: memcpy(output, input, 3 * sizeof *output); break;
    case kind_gray: memcpy(output, tables->gray[colour[0]], 3 * sizeof *output); break;
    case kind_program: colour_program_run(tables->program, colour, output); break;
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
    case kind_program:
      for (size_t k = 0; k < count; k++, input += tables->channels, output += 3) {
        if (k > 0 && memcmp(input, input - tables->channels, tables->channels) == 0) {
          memcpy(output, output - 3, 3);
          continue;
        }
        uint16_t colour[3];
        colour_program_run(tables->program, input, colour);
        for (int c = 0; c < 3; c++) output[c] = to_8_bits(colour[c]);
      }
      return true;
  }
  return false;
}
