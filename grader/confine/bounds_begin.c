// Linked before the submission's object, so that its code and variables have bounds.
#include "confine/bounds.h"

char bounds_data_begin = 1, bounds_bss_begin;
void bounds_text_begin(void) {}
