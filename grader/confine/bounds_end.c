// Linked behind the submission's object, so that its code and variables have bounds.
#include "confine/bounds.h"

char bounds_data_end = 1, bounds_bss_end;
void bounds_text_end(void) {}
