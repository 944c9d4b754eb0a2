#include "PostilJPEGBridge.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf place;
  char *message;
};

static void fail(j_common_ptr encoder) {
  struct failure *failure = (struct failure *)encoder->err;
  char text[JMSG_LENGTH_MAX];
  failure->manager.format_message(encoder, text);
  snprintf(failure->message, 200, "%s", text);
  longjmp(failure->place, 1);
}

static void say_nothing(j_common_ptr encoder) { (void)encoder; }

// What lies over white.
static uint8_t over_white(uint32_t part, uint32_t alpha) {
  uint32_t sum = part + (255 - alpha);
  return sum > 255 ? 255 : (uint8_t)sum;
}

static void unpack(const uint32_t *pixels, int width, int is_gray, uint8_t *row) {
  for (int x = 0; x < width; x++) {
    uint32_t pixel = pixels[x], alpha = pixel >> 24;
    uint8_t red = over_white(pixel >> 16 & 255, alpha);
    if (is_gray) {
      row[x] = red;
    } else {
      row[3 * x] = red;
      row[3 * x + 1] = over_white(pixel >> 8 & 255, alpha);
      row[3 * x + 2] = over_white(pixel & 255, alpha);
    }
  }
}

uint8_t *postil_jpeg_file(const uint32_t *pixels, int width, int height, int is_gray, int quality, int resolution,
                          size_t *length, char *message) {
  struct jpeg_compress_struct encoder;
  struct failure failure;
  unsigned char *target = NULL;
  unsigned long size = 0;
  uint8_t *row = malloc((size_t)width * 3);
  if (!row) {
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  encoder.err = jpeg_std_error(&failure.manager);
  failure.manager.error_exit = fail;
  failure.manager.output_message = say_nothing;
  failure.message = message;
  if (setjmp(failure.place)) {
    jpeg_destroy_compress(&encoder);
    free(row);
    return NULL;
  }
  jpeg_create_compress(&encoder);
  jpeg_mem_dest(&encoder, &target, &size);
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = is_gray ? 1 : 3;
  encoder.in_color_space = is_gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  // Text and lines lose their edges with colors of half the resolution.
  if (!is_gray && quality >= 85) {
    encoder.comp_info[0].h_samp_factor = 1;
    encoder.comp_info[0].v_samp_factor = 1;
  }
  encoder.density_unit = 1;
  encoder.X_density = encoder.Y_density = (UINT16)resolution;
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < encoder.image_height) {
    unpack(pixels + (size_t)encoder.next_scanline * (size_t)width, width, is_gray, row);
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(&encoder, rows, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  free(row);
  *length = size;
  return target;
}
