// jpeglib.h needs it, and does not include it.
#include <stdio.h>
#include <jpeglib.h>
