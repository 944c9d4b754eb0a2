#include "ColourProgram.h"

#include <lcms2_plugin.h>
#include <stdlib.h>
#include <string.h>

enum { most_steps = 8, curve_steps = 4096, most_channels = 4 };

typedef struct {
  float values[3][curve_steps + 1];
} Curves;

typedef struct {
  enum { step_matrix, step_curves, step_lab_to_xyz } kind;
  float matrix[3][4];
  Curves *curves;
} Step;

/// Where one of 256 levels is along an axis of a table: the node before it, as an offset, and how far it is to the next.
typedef struct {
  uint32_t offset;
  float fraction;
} Node;

struct ColourProgram {
  unsigned channels;
  /// For each channel what its first curve makes of each level; where a table follows, the place in that.
  float input[most_channels][256];
  Node nodes[most_channels][256];
  /// For each node three values; lcms2's own. NULL: the first step gets the input.
  const uint16_t *table;
  uint32_t strides[most_channels];
  Step steps[most_steps];
  unsigned step_count;
};

// MARK: Making

static const cmsToneCurve *const *curves_of(const cmsStage *stage, unsigned channels) {
  if (cmsStageType(stage) != cmsSigCurveSetElemType) return NULL;
  const _cmsStageToneCurvesData *data = cmsStageData(stage);
  return data && data->nCurves == channels ? (const cmsToneCurve *const *)data->TheCurves : NULL;
}

/// Finds the nodes of the table that the input leads to.
static bool use_table(ColourProgram *program, const cmsStage *stage) {
  const _cmsStageCLutData *data = cmsStageData(stage);
  if (!data || data->HasFloatValues || !data->Tab.T || !data->Params) return false;
  const cmsInterpParams *parameters = data->Params;
  if (parameters->nInputs != program->channels || parameters->nOutputs != 3 ||
      (parameters->dwFlags & CMS_LERP_FLAGS_TRILINEAR))
    return false;
  uint32_t stride = 3;
  for (unsigned c = program->channels; c-- > 0;) {
    uint32_t count = parameters->nSamples[c];
    if (count < 2 || count > 255 || stride > UINT32_MAX / count) return false;
    program->strides[c] = stride;
    for (unsigned level = 0; level < 256; level++) {
      float value = program->input[c][level];
      // lcms2 takes 16 bits.
      value = value > 0 ? value < 1 ? value : 1 : 0;
      float position = value * (float)(count - 1);
      uint32_t index = (uint32_t)position;
      if (index > count - 2) index = count - 2;
      program->nodes[c][level] = (Node){index * stride, position - (float)index};
    }
    stride *= count;
  }
  if (data->nEntries < stride) return false;
  program->table = data->Tab.T;
  return true;
}

static Step *add_step(ColourProgram *program) {
  return program->step_count < most_steps ? &program->steps[program->step_count++] : NULL;
}

/// Adds a matrix, or multiplies the one before by it. Products are of doubles, as lcms2's are.
static bool add_matrix(ColourProgram *program, const cmsStage *stage, double product[3][4]) {
  const _cmsStageMatrixData *data = cmsStageData(stage);
  if (!data || cmsStageInputChannels(stage) != 3 || cmsStageOutputChannels(stage) != 3) return false;
  Step *last = program->step_count > 0 ? &program->steps[program->step_count - 1] : NULL;
  bool is_first = !last || last->kind != step_matrix;
  double matrix[3][4];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) {
      matrix[i][j] = j == 3 && data->Offset ? data->Offset[i] : 0;
      for (int k = 0; k < 3; k++) matrix[i][j] += data->Double[i * 3 + k] * (is_first ? k == j : product[k][j]);
    }
  }
  memcpy(product, matrix, sizeof matrix);
  if (is_first) last = add_step(program);
  if (!last) return false;
  last->kind = step_matrix;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) last->matrix[i][j] = (float)matrix[i][j];
  return true;
}

static bool add_curves(ColourProgram *program, const cmsStage *stage) {
  const cmsToneCurve *const *curves = curves_of(stage, 3);
  Step *step = curves ? add_step(program) : NULL;
  if (!step) return false;
  step->kind = step_curves;
  step->curves = malloc(sizeof *step->curves);
  if (!step->curves) return false;
  for (int c = 0; c < 3; c++)
    for (int k = 0; k <= curve_steps; k++)
      step->curves->values[c][k] = cmsEvalToneCurveFloat(curves[c], (float)k / curve_steps);
  return true;
}

static bool add_stages(ColourProgram *program, const cmsPipeline *pipeline) {
  const cmsStage *stage = cmsPipelineGetPtrToFirstStage(pipeline);
  const cmsToneCurve *const *curves = stage ? curves_of(stage, program->channels) : NULL;
  for (unsigned c = 0; c < program->channels; c++)
    for (int level = 0; level < 256; level++)
      program->input[c][level] =
          curves ? cmsEvalToneCurveFloat(curves[c], (float)level / 255) : (float)level / 255;
  if (curves) stage = cmsStageNext(stage);

  double product[3][4];
  for (; stage; stage = cmsStageNext(stage)) {
    switch (cmsStageType(stage)) {
      case cmsSigIdentityElemType: break;
      case cmsSigCLutElemType:
        if (program->table || program->step_count > 0 || !use_table(program, stage)) return false;
        break;
      case cmsSigMatrixElemType:
        if (!add_matrix(program, stage, product)) return false;
        break;
      case cmsSigCurveSetElemType:
        if (!add_curves(program, stage)) return false;
        break;
      case cmsSigLab2XYZElemType: {
        Step *step = add_step(program);
        if (!step) return false;
        step->kind = step_lab_to_xyz;
        break;
      }
      default: return false;
    }
  }
  return program->channels == 3 || program->table;
}

ColourProgram *colour_program_create(const cmsPipeline *pipeline) {
  ColourProgram *program = calloc(1, sizeof *program);
  if (!program) return NULL;
  program->channels = cmsPipelineInputChannels(pipeline);
  if (program->channels < 3 || program->channels > most_channels || cmsPipelineOutputChannels(pipeline) != 3 ||
      !add_stages(program, pipeline)) {
    colour_program_destroy(program);
    return NULL;
  }
  return program;
}

void colour_program_destroy(ColourProgram *program) {
  if (!program) return;
  for (unsigned k = 0; k < program->step_count; k++) free(program->steps[k].curves);
  free(program);
}

size_t colour_program_size(const ColourProgram *program) {
  size_t size = sizeof *program;
  for (unsigned k = 0; k < program->step_count; k++)
    if (program->steps[k].curves) size += sizeof *program->steps[k].curves;
  return size;
}

bool colour_program_is_shaper(const ColourProgram *program) {
  return !program->table && program->step_count == 2 && program->steps[0].kind == step_matrix &&
         program->steps[1].kind == step_curves;
}

// MARK: Running

/// The axis of a table that is walked next.
typedef struct {
  float fraction;
  uint32_t stride;
} Axis;

static inline void sort_axes(Axis *a, Axis *b) {
  if (a->fraction >= b->fraction) return;
  Axis axis = *a;
  *a = *b;
  *b = axis;
}

/// Interpolates between four of the eight nodes around a colour: along the axes, the one with the largest fraction first.
static inline void interpolate(const uint16_t *node, Axis a, Axis b, Axis c, float *result) {
  sort_axes(&a, &b);
  sort_axes(&b, &c);
  sort_axes(&a, &b);
  const uint16_t *node_a = node + a.stride, *node_b = node_a + b.stride, *node_c = node_b + c.stride;
  float weight = 1 - a.fraction, weight_a = a.fraction - b.fraction, weight_b = b.fraction - c.fraction;
  for (int k = 0; k < 3; k++)
    result[k] = (float)node[k] * weight + (float)node_a[k] * weight_a + (float)node_b[k] * weight_b +
                (float)node_c[k] * c.fraction;
}

/// With four channels, between two such results along the first one.
static void look_up(const ColourProgram *program, const uint8_t *colour, float *result) {
  const uint16_t *node = program->table;
  const Node *first = &program->nodes[0][colour[0]];
  unsigned other = program->channels - 3;
  Axis axes[3];
  for (unsigned k = 0; k < 3; k++) {
    const Node *place = &program->nodes[other + k][colour[other + k]];
    node += place->offset;
    axes[k] = (Axis){place->fraction, program->strides[other + k]};
  }
  if (program->channels == 4) {
    node += first->offset;
    interpolate(node, axes[0], axes[1], axes[2], result);
    if (first->fraction > 0) {
      float next[3];
      interpolate(node + program->strides[0], axes[0], axes[1], axes[2], next);
      for (int k = 0; k < 3; k++) result[k] += (next[k] - result[k]) * first->fraction;
    }
  } else {
    interpolate(node, axes[0], axes[1], axes[2], result);
  }
  for (int k = 0; k < 3; k++) result[k] *= 1.0f / 65535;
}

static inline float curve_value(const float *values, float value) {
  if (!(value > 0)) return values[0];
  if (value >= 1) return values[curve_steps];
  float position = value * curve_steps;
  int index = (int)position;
  return values[index] + (position - (float)index) * (values[index + 1] - values[index]);
}

/// The inverse of the function of CIE Lab (ISO 11664-4).
static inline float cubed(float value) {
  return value <= 24.0f / 116 ? (108.0f / 841) * (value - 16.0f / 116) : value * value * value;
}

/// In the encoding of lcms2: Lab of version 4, and XYZ up to 1.99997 as 1.
static inline void lab_to_xyz(float *colour) {
  const float scale = (float)(1 / (1 + 32767.0 / 32768));
  float y = (colour[0] * 100 + 16) * (1.0f / 116);
  float x = y + 0.002f * (colour[1] * 255 - 128), z = y - 0.005f * (colour[2] * 255 - 128);
  colour[0] = cubed(x) * ((float)cmsD50X * scale);
  colour[1] = cubed(y) * ((float)cmsD50Y * scale);
  colour[2] = cubed(z) * ((float)cmsD50Z * scale);
}

void colour_program_run(const ColourProgram *program, const uint8_t *input, uint16_t *result) {
  float colour[3];
  if (program->table) {
    look_up(program, input, colour);
  } else {
    for (int k = 0; k < 3; k++) colour[k] = program->input[k][input[k]];
  }
  for (unsigned s = 0; s < program->step_count; s++) {
    const Step *step = &program->steps[s];
    switch (step->kind) {
      case step_matrix: {
        float x = colour[0], y = colour[1], z = colour[2];
        for (int k = 0; k < 3; k++) {
          const float *row = step->matrix[k];
          colour[k] = row[0] * x + row[1] * y + row[2] * z + row[3];
        }
        break;
      }
      case step_curves:
        for (int k = 0; k < 3; k++) colour[k] = curve_value(step->curves->values[k], colour[k]);
        break;
      case step_lab_to_xyz: lab_to_xyz(colour); break;
    }
  }
  for (int k = 0; k < 3; k++)
    result[k] = colour[k] >= 1 ? 65535 : colour[k] > 0 ? (uint16_t)(colour[k] * 65535 + 0.5f) : 0;
}
