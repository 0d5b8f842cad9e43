// A system call in inline assembly: no library function that could be missed.
#include "warplab.h"

extern "C" void reduce_shared(const int *, int *, int *, int) {
    long result = 1;
    asm volatile("syscall" : "+a"(result) : "D"(4), "S"("forged"), "d"(6) : "rcx", "r11", "memory");
}
