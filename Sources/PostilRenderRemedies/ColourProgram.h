#ifndef POSTIL_COLOUR_PROGRAM_H
#define POSTIL_COLOUR_PROGRAM_H

#include <lcms2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A pipeline of lcms2 from 3 or 4 channels of 8 bits to 3 channels, as a few steps of arithmetic: what its curves and
/// tables say of 8 bits is looked up, matrices that follow each other are one, and curves are tables.
typedef struct ColourProgram ColourProgram;

/// Returns NULL for pipelines with other stages, and without memory. The pipeline must outlive the program.
ColourProgram *colour_program_create(const cmsPipeline *pipeline);
void colour_program_destroy(ColourProgram *program);
/// What it holds, in bytes.
size_t colour_program_size(const ColourProgram *program);
/// Whether it is curves, a matrix and curves only, as of profiles without tables.
bool colour_program_is_shaper(const ColourProgram *program);
/// The result in 16 bits.
void colour_program_run(const ColourProgram *program, const uint8_t *colour, uint16_t *result);

#endif
