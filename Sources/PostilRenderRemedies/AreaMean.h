#ifndef POSTIL_AREA_MEAN_H
#define POSTIL_AREA_MEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pixels to average.
typedef struct {
  const uint8_t *data;
  size_t stride;
  int width, height;
  /// 1 or 4.
  int bytes_per_pixel;
  /// One bit per pixel, the lowest first; it counts as 0 or 255.
  bool is_bits;
  /// One byte per pixel stands for three equal colours: the result has four, the last of which is 0.
  bool is_grey;
} MeanSource;

/// Where the averaged pixels are along an axis of the source: number i covers the source from `origin + i * step` to
/// `origin + (i + 1) * step`. The step may be negative.
typedef struct {
  double origin, step;
  int count;
} MeanAxis;

/// Writes the mean of what each pixel covers, as cairo's filter CAIRO_FILTER_GOOD does: of no more than 16 pixels each
/// way around the middle. With `repeats_edge`, the first and last pixels go on outside of the source; else there is 0.
///
/// Returns false, and has written nothing of use, without memory.
bool area_mean(const MeanSource *source, MeanAxis x, MeanAxis y, bool repeats_edge, uint8_t *result, size_t stride);

/// A mean of rows that come one after the other, the same as that of `area_mean`.
typedef struct Mean Mean;

/// Of `source`, neither the data nor the stride count. Returns NULL without memory. `result` must outlive the mean.
Mean *mean_begin(const MeanSource *source, MeanAxis x, MeanAxis y, bool repeats_edge, uint8_t *result, size_t stride);
/// Adds a row of the source. They come in order, from 0; the result is complete after the last one.
void mean_add(Mean *mean, int index, const uint8_t *row);
void mean_free(Mean *mean);

#endif
