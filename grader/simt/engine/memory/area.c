// Areas of memory: reserved at once, backed as the device address range grows.
#include "engine/memory/area.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

void *simt_area_reserve(void *hint, uint64_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (hint ? MAP_FIXED_NOREPLACE : 0);
    void *at = mmap(hint, size, PROT_NONE, flags, -1, 0);
    if (at == MAP_FAILED || (hint && at != hint)) {
        fprintf(stderr, "simt: cannot reserve %llu GiB of addresses for device memory\n",
                (unsigned long long)(size >> 30));
        exit(2);
    }
    return at;
}

bool simt_area_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = from / per * size / PAGE * PAGE;
    uint64_t last = (to / per * size + PAGE - 1) / PAGE * PAGE;
    return mprotect((char *)area + first, last - first, PROT_READ | PROT_WRITE) == 0;
}

void simt_area_give_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per) {
    uint64_t first = (from / per * size + PAGE - 1) / PAGE * PAGE;
    uint64_t last = to / per * size / PAGE * PAGE;
    if (last > first)
        madvise((char *)area + first, last - first, MADV_DONTNEED);
}
