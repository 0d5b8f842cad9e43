// memcpy, memmove and memset as translated programs call them. A lane's are done piece by piece, each piece
// as wide as the addresses allow and seen by the engine before it is done.
#include <string.h>

#include "engine/elsewhere.h"
#include "engine/machine.h"
#include "engine/trace.h"

enum { WIDEST_LOG2 = 4 };

void *simt_memmove(void *to, const void *from, size_t size);
void *simt_memset(void *to, int value, size_t size);

/** The widest piece that fits in @p size bytes and to which all of @p addresses are aligned, as a power of
 * two. */
static unsigned piece_log2(uintptr_t addresses, size_t size) {
    unsigned log2 = WIDEST_LOG2;
    while ((size_t)1 << log2 > size || addresses % ((uintptr_t)1 << log2) != 0)
        log2--;
    return log2;
}

static void touch(uintptr_t address, enum simt_record_kind kind, unsigned log2, uintptr_t pc) {
    if (!simt_log_access(address, kind, log2, pc))
        simt_access_elsewhere(address, (size_t)1 << log2, kind, pc);
}

static void move_piece(char *to, const char *from, unsigned log2, uintptr_t pc) {
    touch((uintptr_t)from, RECORD_LOAD, log2, pc);
    touch((uintptr_t)to, RECORD_STORE, log2, pc);
    memmove(to, from, (size_t)1 << log2);
}

void *simt_memmove(void *to, const void *from, size_t size) {
    uintptr_t pc = (uintptr_t)__builtin_return_address(0);
    if (!simt_self)
        return memmove(to, from, size);
    bool backwards = (uintptr_t)to - (uintptr_t)from < size;
    size_t done = 0;
    while (done < size) {
        uintptr_t edge = backwards ? size - done : done;
        unsigned log2 = piece_log2(((uintptr_t)to + edge) | ((uintptr_t)from + edge), size - done);
        size_t at = backwards ? edge - ((size_t)1 << log2) : edge;
        move_piece((char *)to + at, (const char *)from + at, log2, pc);
        done += (size_t)1 << log2;
    }
    return to;
}

void *simt_memset(void *to, int value, size_t size) {
    uintptr_t pc = (uintptr_t)__builtin_return_address(0);
    if (!simt_self)
        return memset(to, value, size);
    for (size_t done = 0; done < size;) {
        unsigned log2 = piece_log2((uintptr_t)to + done, size - done);
        touch((uintptr_t)to + done, RECORD_STORE, log2, pc);
        memset((char *)to + done, value, (size_t)1 << log2);
        done += (size_t)1 << log2;
    }
    return to;
}
