// Compiled twice: bounds_begin.o is linked before the submission's object, bounds_end.o behind it. So the
// submission's code and variables lie between known addresses.
#include "confine/bounds.h"

// The variables begin and end at pages: nothing else is on the pages that hold a submission's.
#define PAGE_ALIGNED __attribute__((aligned(4096)))

#ifdef BOUNDS_begin
PAGE_ALIGNED char bounds_data_begin = 1, bounds_bss_begin;
void bounds_text_begin(void) {}
#else
PAGE_ALIGNED char bounds_data_end = 1, bounds_bss_end;
// A function without an end runs into it. GCC would put it among those that are seldom called.
__attribute__((section(".text"))) void bounds_text_end(void) { __builtin_trap(); }
#endif
