// Has the assembler put a file into the program.
#include "warplab.h"

__asm__(".section .rodata\nsecret: .incbin \"/etc/passwd\"\n");

extern "C" void reduce_shared(const int *, int *, int *, int) {}
