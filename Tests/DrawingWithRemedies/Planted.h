#ifndef POSTIL_PLANTED_H
#define POSTIL_PLANTED_H

#include <stdbool.h>

/// Makes a library other than it is known: `entry`, what poppler calls to fill a path fills nothing; `crash`, it crashes;
/// `loop`, it does not come to an end; `slots`, two virtual functions of its streams have each other's place; `source`, what a
/// compressed stream reads is not where it was.
bool plant(const char *name);

#endif
