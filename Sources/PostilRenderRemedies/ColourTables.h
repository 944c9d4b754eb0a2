#ifndef POSTIL_COLOUR_TABLES_H
#define POSTIL_COLOUR_TABLES_H

#include <lcms2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What stands for a pipeline of lcms2 from 1, 3 or 4 channels to 3 whose input is 8 bits deep. Tables are made when
/// enough colours were asked for to pay for them. Not for more than one thread at a time.
typedef struct ColourTables ColourTables;

/// Takes the pipeline over, also if it returns NULL for lack of memory.
ColourTables *colour_tables_create(cmsPipeline *pipeline);
void colour_tables_retain(ColourTables *tables);
void colour_tables_release(ColourTables *tables);
cmsPipeline *colour_tables_pipeline(const ColourTables *tables);
unsigned colour_tables_channels(const ColourTables *tables);

/// One colour, in lcms2's 16 bits.
void colour_tables_look_up(ColourTables *tables, const uint16_t *input, uint16_t *output);

/// A line of colours of 8 bits for each channel. Returns false if the tables are not for lines: nothing is written.
bool colour_tables_look_up_line(ColourTables *tables, const uint8_t *input, uint8_t *output, size_t count);

#endif
