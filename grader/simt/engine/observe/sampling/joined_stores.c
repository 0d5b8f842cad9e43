// Stores that leave a multiprocessor together.
#include "engine/observe/sampling/joined_stores.h"

#include <string.h>

enum { SECTOR_LOG2 = 5, SECTOR_BYTES = 1 << SECTOR_LOG2, SECTORS_LOG2 = 2 };

void simt_joined_stores_forget(struct simt_joined_stores *joined) { joined->count = 0; }

/** The next line among the sectors. */
static const uint64_t *next_line(const uint64_t *sector, const uint64_t *end) {
    const uint64_t line = *sector >> SECTORS_LOG2;
    while (sector < end && *sector >> SECTORS_LOG2 == line)
        sector++;
    return sector;
}

static bool have_same_lines(const struct simt_joined_stores *one, const struct simt_joined_stores *other) {
    const uint64_t *a = one->sectors, *a_end = a + one->count;
    const uint64_t *b = other->sectors, *b_end = b + other->count;
    for (; a < a_end && b < b_end; a = next_line(a, a_end), b = next_line(b, b_end))
        if (*a >> SECTORS_LOG2 != *b >> SECTORS_LOG2)
            return false;
    return a == a_end && b == b_end;
}

/** The sector's place; it is made if there is none. */
static unsigned place_of(struct simt_joined_stores *joined, uint64_t sector) {
    unsigned i = 0;
    while (i < joined->count && joined->sectors[i] < sector)
        i++;
    if (i < joined->count && joined->sectors[i] == sector)
        return i;
    memmove(joined->sectors + i + 1, joined->sectors + i, (joined->count - i) * sizeof *joined->sectors);
    memmove(joined->written + i + 1, joined->written + i, joined->count - i);
    joined->sectors[i] = sector;
    joined->written[i] = 0;
    joined->count++;
    return i;
}

static void write(struct simt_joined_stores *joined, const struct simt_request *request) {
    for (uint32_t left = request->lanes; left; left &= left - 1) {
        const uint64_t offset = request->offset[__builtin_ctz(left)];
        for (uint64_t at = offset; at < offset + request->size;) {
            const uint64_t sector = at >> SECTOR_LOG2, end = (sector + 1) << SECTOR_LOG2;
            const uint64_t to = end < offset + request->size ? end : offset + request->size;
            uint8_t *written = &joined->written[place_of(joined, sector)];
            *written = *written + (to - at) < SECTOR_BYTES ? (uint8_t)(*written + (to - at)) : SECTOR_BYTES;
            at = to;
        }
    }
}

bool simt_joined_stores_add(struct simt_joined_stores *joined, const struct simt_request *request,
                            unsigned lines, unsigned *partial) {
    struct simt_joined_stores alone = {0};
    if (lines <= SIMT_PAIRED_LINES)
        write(&alone, request);
    const bool joins = joined->count > 0 && have_same_lines(joined, &alone) &&
                       (lines <= SIMT_JOINED_LINES || joined->stores == 1);
    if (joins)
        write(joined, request);
    else
        *joined = alone;
    joined->stores++;
    *partial = 0;
    for (unsigned i = 0; i < joined->count; i++)
        *partial += joined->written[i] < SECTOR_BYTES;
    return joins;
}
