#include "AreaMean.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

/// What one averaged pixel covers along an axis: source pixels `first` to `end`, not counting `end`.
typedef struct {
  int first, end;
  float first_weight, last_weight, scale;
} Span;

/// cairo's filter does not look at more.
static const double widest_span = 16;

static Span span_of(MeanAxis axis, int index, int limit, bool repeats_edge) {
  double width = fmin(fabs(axis.step), widest_span);
  double middle = axis.origin + (index + 0.5) * axis.step;
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
  span.scale = (float)(1 / (repeats_edge ? end - start : width));
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

static void average_columns_1(const float *sums, const Span *spans, int count, float scale, uint8_t *result) {
  for (int i = 0; i < count; i++) {
    const Span *span = &spans[i];
    const float *column = sums + span->first;
    int last = span->end - span->first - 1;
    float sum = column[0] * span->first_weight;
    for (int k = 1; k < last; k++) sum += column[k];
    if (last > 0) sum += column[last] * span->last_weight;
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

bool area_mean(const MeanSource *source, MeanAxis x, MeanAxis y, bool repeats_edge, uint8_t *result, size_t stride) {
  bool is_done = false;
  float *sums = NULL;
  uint16_t *whole = NULL;
  uint8_t *line = NULL;
  Span *columns = malloc(sizeof *columns * (size_t)x.count);
  if (!columns) goto done;

  int first = source->width, end = 0;
  for (int i = 0; i < x.count; i++) {
    columns[i] = span_of(x, i, source->width, repeats_edge);
    if (columns[i].first < first) first = columns[i].first;
    if (columns[i].end > end) end = columns[i].end;
  }
  if (source->is_bits) first &= ~7;
  for (int i = 0; i < x.count; i++) {
    columns[i].first -= first;
    columns[i].end -= first;
  }
  int count = (end - first) * source->bytes_per_pixel;
  sums = malloc(sizeof *sums * (size_t)count);
  whole = calloc((size_t)count, sizeof *whole);
  if (!sums || !whole) goto done;
  uint8_t(*bits)[8] = NULL;
  if (source->is_bits) {
    bits = expanded_bits();
    line = malloc((size_t)count + 8);
    if (!line) goto done;
  }

  for (int j = 0; j < y.count; j++) {
    Span rows = span_of(y, j, source->height, repeats_edge);
    memset(sums, 0, sizeof *sums * (size_t)count);
    int whole_rows = 0;
    for (int k = rows.first; k < rows.end; k++) {
      const uint8_t *row = source->data + (size_t)k * source->stride;
      if (bits) {
        for (int i = 0; i < count; i += 8) memcpy(line + i, bits[row[(first + i) / 8]], 8);
        row = line;
      } else {
        row += (size_t)first * (size_t)source->bytes_per_pixel;
      }
      float weight = k == rows.first ? rows.first_weight : k == rows.end - 1 ? rows.last_weight : 1;
      if (weight < 0.9999f) {
        add_weighted(sums, row, count, weight);
      } else {
        add_whole(whole, row, count);
        whole_rows++;  // No more than 17, so that 16 bits do.
      }
    }
    if (whole_rows > 0) move_sums(sums, whole, count);
    uint8_t *target = result + (size_t)j * stride;
    if (source->bytes_per_pixel == 4) {
      average_columns_4(sums, columns, x.count, rows.scale, target);
    } else {
      average_columns_1(sums, columns, x.count, rows.scale, target);
    }
  }
  is_done = true;
done:
  free(columns);
  free(sums);
  free(whole);
  free(line);
  return is_done;
}
