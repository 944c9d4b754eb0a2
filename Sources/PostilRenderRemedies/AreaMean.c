#include "AreaMean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Processors.h"

/// What one averaged pixel covers along an axis: source pixels `first` to `end`, not counting `end`.
typedef struct {
  int first, end;
  float first_weight, last_weight, scale;
} Span;

/// cairo's filter does not look at more.
static const double widest_span = 16;
/// A row whose weight is as close to 1 as that counts in full.
static const float weight_tolerance = 1e-4f;

static Span span_of(MeanAxis axis, int index, int limit, bool repeats_edge) {
  double width = fmin(fabs(axis.step), widest_span);
  double middle = axis.origin + (index + 0.5) * axis.step;
  double before = fmax(width / 2 - middle, 0), after = fmax(middle + width / 2 - limit, 0);
  double start = fmax(middle - width / 2, 0), end = fmin(middle + width / 2, limit);
  // Rounding may put a pixel just outside of the source.
  start = fmin(start, limit - 1e-3);
  end = fmax(end, fmax(start + 1e-3, 1e-3));
  if (end > limit) end = limit;
  Span span = {.first = (int)start, .end = (int)ceil(end)};
  if (span.end > limit) span.end = limit;
  if (span.end <= span.first) span.end = span.first + 1;
  span.first_weight = (float)(span.end - span.first == 1 ? end - start : span.first + 1 - start);
  span.last_weight = (float)(end - (span.end - 1));
  span.scale = (float)(1 / width);
  if (!repeats_edge) return span;
  // As if the source's first and last pixels went on.
  bool is_single = span.end - span.first == 1;
  span.first_weight += (float)(is_single ? width - (end - start) : before);
  span.last_weight += (float)after;
  return span;
}

FOR_EACH_PROCESSOR
static void add_whole(uint16_t *restrict sums, const uint8_t *restrict row, int count) {
  for (int k = 0; k < count; k++) sums[k] = (uint16_t)(sums[k] + row[k]);
}

FOR_EACH_PROCESSOR
static void add_weighted(float *restrict sums, const uint8_t *restrict row, int count, float weight) {
  for (int k = 0; k < count; k++) sums[k] += weight * row[k];
}

FOR_EACH_PROCESSOR
static void move_sums(float *restrict sums, uint16_t *restrict whole, int count) {
  for (int k = 0; k < count; k++) {
    sums[k] += whole[k];
    whole[k] = 0;
  }
}

static inline float column_sum(const float *column, const Span *span) {
  int last = span->end - span->first - 1;
  float sum = column[0] * span->first_weight;
  for (int k = 1; k < last; k++) sum += column[k];
  if (last > 0) sum += column[last] * span->last_weight;
  return sum;
}

static void average_columns_1(const float *sums, const Span *spans, int count, float scale, uint8_t *result) {
  for (int i = 0; i < count; i++) {
    const Span *span = &spans[i];
    float sum = column_sum(sums + span->first, span);
    result[i] = (uint8_t)fminf(sum * scale * span->scale + 0.5f, 255);
  }
}

static void average_columns_4(const float *sums, const Span *spans, int count, float scale, uint8_t *result) {
  typedef float Four __attribute__((vector_size(16), aligned(4)));
  for (int i = 0; i < count; i++) {
    const Span *span = &spans[i];
    const Four *column = (const Four *)(const void *)(sums + 4 * (size_t)span->first);
    int last = span->end - span->first - 1;
    Four sum = column[0] * span->first_weight;
    for (int k = 1; k < last; k++) sum += column[k];
    if (last > 0) sum += column[last] * span->last_weight;
    sum = sum * (scale * span->scale) + 0.5f;
    for (int k = 0; k < 4; k++) result[4 * i + k] = (uint8_t)fminf(sum[k], 255);
  }
}

/// What `average_columns_4` makes of colours that are equal.
static void average_columns_grey(const float *sums, const Span *spans, int count, float scale, uint8_t *result) {
  for (int i = 0; i < count; i++) {
    const Span *span = &spans[i];
    float sum = column_sum(sums + span->first, span);
    uint8_t level = (uint8_t)fminf(sum * (scale * span->scale) + 0.5f, 255);
    for (int k = 0; k < 3; k++) result[4 * i + k] = level;
    result[4 * i + 3] = 0;
  }
}

/// For each byte of bits, its eight pixels.
static uint8_t (*expanded_bits(void))[8] {
  static uint8_t table[256][8];
  static bool is_filled;
  if (!is_filled) {
    for (int byte = 0; byte < 256; byte++)
      for (int bit = 0; bit < 8; bit++) table[byte][bit] = byte >> bit & 1 ? 255 : 0;
    is_filled = true;
  }
  return table;
}

struct Mean {
  int width, height, bytes_per_pixel;
  bool is_bits, is_grey;
  uint8_t *result;
  size_t stride;
  Span *columns, *rows;
  int column_count, row_count;
  /// The part of the source's rows that is covered: its first pixel, and bytes.
  int first, count;
  /// Whether the result's last row covers the source's first ones.
  bool is_upwards;
  /// In the order of the source's rows: rows of the result before `done` are written, those before `begun` have sums.
  int done, begun;
  /// Sums for so many rows of the result at a time.
  int slots;
  float *sums;
  uint16_t *whole;
  uint8_t *line;
};

/// How many spans share a row of the source at most.
static int most_overlapping(const Span *spans, int count) {
  int most = 1;
  for (int i = 0, k = 0; i < count; i++) {
    while (k < count && spans[k].first < spans[i].end) k++;
    if (k - i > most) most = k - i;
  }
  return most;
}

Mean *mean_begin(const MeanSource *source, MeanAxis x, MeanAxis y, bool repeats_edge, uint8_t *result, size_t stride) {
  Mean *mean = calloc(1, sizeof *mean);
  if (!mean) return NULL;
  mean->width = source->width;
  mean->height = source->height;
  mean->bytes_per_pixel = source->bytes_per_pixel;
  mean->is_bits = source->is_bits;
  mean->is_grey = source->is_grey;
  mean->result = result;
  mean->stride = stride;
  mean->column_count = x.count;
  mean->row_count = y.count;
  mean->is_upwards = y.step < 0;
  mean->columns = malloc(sizeof *mean->columns * (size_t)x.count);
  mean->rows = malloc(sizeof *mean->rows * (size_t)y.count);
  if (!mean->columns || !mean->rows) goto failed;

  int first = source->width, end = 0;
  for (int i = 0; i < x.count; i++) {
    mean->columns[i] = span_of(x, i, source->width, repeats_edge);
    if (mean->columns[i].first < first) first = mean->columns[i].first;
    if (mean->columns[i].end > end) end = mean->columns[i].end;
  }
  if (source->is_bits) first &= ~7;
  for (int i = 0; i < x.count; i++) {
    mean->columns[i].first -= first;
    mean->columns[i].end -= first;
  }
  for (int j = 0; j < y.count; j++)
    mean->rows[j] = span_of(y, mean->is_upwards ? y.count - 1 - j : j, source->height, repeats_edge);
  mean->first = first;
  mean->count = (end - first) * source->bytes_per_pixel;
  mean->slots = most_overlapping(mean->rows, y.count);
  size_t sums = (size_t)mean->count * (size_t)mean->slots;
  mean->sums = malloc(sizeof *mean->sums * sums);
  mean->whole = calloc(sums, sizeof *mean->whole);
  if (!mean->sums || !mean->whole) goto failed;
  if (source->is_bits && !(mean->line = malloc((size_t)mean->count + 8))) goto failed;
  return mean;
failed:
  mean_free(mean);
  return NULL;
}

void mean_free(Mean *mean) {
  if (!mean) return;
  free(mean->columns);
  free(mean->rows);
  free(mean->sums);
  free(mean->whole);
  free(mean->line);
  free(mean);
}

static void write_row(const Mean *mean, int index, float *sums, uint16_t *whole) {
  move_sums(sums, whole, mean->count);
  size_t target = (size_t)(mean->is_upwards ? mean->row_count - 1 - index : index);
  uint8_t *result = mean->result + target * mean->stride;
  float scale = mean->rows[index].scale;
  if (mean->is_grey) {
    average_columns_grey(sums, mean->columns, mean->column_count, scale, result);
  } else if (mean->bytes_per_pixel == 4) {
    average_columns_4(sums, mean->columns, mean->column_count, scale, result);
  } else {
    average_columns_1(sums, mean->columns, mean->column_count, scale, result);
  }
}

void mean_add(Mean *mean, int index, const uint8_t *row) {
  size_t count = (size_t)mean->count;
  while (mean->begun < mean->row_count && mean->rows[mean->begun].first <= index) {
    memset(mean->sums + count * (size_t)(mean->begun % mean->slots), 0, sizeof *mean->sums * count);
    mean->begun++;
  }
  if (mean->done == mean->begun) return;
  if (mean->is_bits) {
    uint8_t(*bits)[8] = expanded_bits();
    for (int i = 0; i < mean->count; i += 8) memcpy(mean->line + i, bits[row[(mean->first + i) / 8]], 8);
    row = mean->line;
  } else {
    row += (size_t)mean->first * (size_t)mean->bytes_per_pixel;
  }
  for (int j = mean->done; j < mean->begun; j++) {
    const Span *rows = &mean->rows[j];
    float *sums = mean->sums + count * (size_t)(j % mean->slots);
    uint16_t *whole = mean->whole + count * (size_t)(j % mean->slots);
    float weight = index == rows->first ? rows->first_weight : index == rows->end - 1 ? rows->last_weight : 1;
    if (fabsf(weight - 1) > weight_tolerance) {
      add_weighted(sums, row, mean->count, weight);
    } else {
      add_whole(whole, row, mean->count);  // No more than 17 times, so that 16 bits do.
    }
    if (index < rows->end - 1) continue;
    write_row(mean, j, sums, whole);
    mean->done++;
  }
}

bool area_mean(const MeanSource *source, MeanAxis x, MeanAxis y, bool repeats_edge, uint8_t *result, size_t stride) {
  Mean *mean = mean_begin(source, x, y, repeats_edge, result, stride);
  if (!mean) return false;
  for (int k = mean->rows[0].first; k < mean->rows[mean->row_count - 1].end; k++)
    mean_add(mean, k, source->data + (size_t)k * source->stride);
  mean_free(mean);
  return true;
}
