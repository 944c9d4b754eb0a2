// Fonts as they stand in their files, of which pango makes one for each size.
#include "PostilPangoBridge.h"

#include "pango.h"

typedef struct postil_programs postil_programs;

// NULL if there is no memory.
postil_programs *postil_programs_new(void);
void postil_programs_free(postil_programs *programs);
// The program of a font; NULL if it has none, or there is no memory. It lives as long as the programs.
postil_program *postil_programs_find(postil_programs *programs, PangoFont *font);
