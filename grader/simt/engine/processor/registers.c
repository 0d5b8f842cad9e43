// System V ABI for x86-64, section 3.2.1; procedure call standard of Arm's 64-bit architecture, section 6.1.
#include "engine/processor/registers.h"

#if defined __x86_64__

const int simt_preserved[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15 */
const unsigned simt_preserved_count = sizeof simt_preserved / sizeof *simt_preserved;
const int simt_preserved_floats[] = {-1};
const unsigned simt_preserved_floats_count = 0;
const int simt_stack_pointer = 7;

#elif defined __aarch64__

const int simt_preserved[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}; /* x19 to x29 */
const unsigned simt_preserved_count = sizeof simt_preserved / sizeof *simt_preserved;
const int simt_preserved_floats[] = {72, 73, 74, 75, 76, 77, 78, 79}; /* d8 to d15 */
const unsigned simt_preserved_floats_count = sizeof simt_preserved_floats / sizeof *simt_preserved_floats;
const int simt_stack_pointer = 31;

#else

const int simt_preserved[] = {-1};
const unsigned simt_preserved_count = 0;
const int simt_preserved_floats[] = {-1};
const unsigned simt_preserved_floats_count = 0;
const int simt_stack_pointer = -1;

#endif
