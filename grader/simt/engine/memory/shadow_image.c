// Keeps the shadow cells of a block that are of its era: the others say nothing.
#include "engine/memory/shadow_image.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/memory/shadow.h"

enum { PAGE = 4096, WORD = 4 };

struct simt_saved_cell {
    uint64_t offset;
    bool is_byte;
    struct simt_cell cell;
    struct simt_party atomics;
};

void simt_shadow_image_clear(struct simt_shadow_image *image) { image->count = 0; }

static void add(struct simt_shadow_image *image, struct simt_saved_cell saved) {
    if (image->count == image->capacity) {
        image->capacity = image->capacity ? 2 * image->capacity : 64;
        image->cells = realloc(image->cells, image->capacity * sizeof *image->cells);
        if (!image->cells) {
            fprintf(stderr, "simt: no memory for the shared memory of another resident block\n");
            exit(2);
        }
    }
    image->cells[image->count++] = saved;
}

void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t era) {
    for (uint64_t at = low; at < high;) {
        bool is_byte = simt_byte_pages[at / PAGE];
        uint64_t i = is_byte ? at : at / WORD;
        const struct simt_cell *cell = is_byte ? &simt_byte_cells[i] : &simt_word_cells[i];
        if (cell->era == era)
            add(image, (struct simt_saved_cell){at, is_byte, *cell,
                                                is_byte ? simt_byte_atomics[i] : simt_word_atomics[i]});
        at += is_byte ? 1 : WORD;
    }
}

void simt_shadow_image_restore(const struct simt_shadow_image *image) {
    for (size_t k = 0; k < image->count; k++) {
        const struct simt_saved_cell *saved = &image->cells[k];
        if (!simt_byte_pages[saved->offset / PAGE]) {
            simt_word_cells[saved->offset / WORD] = saved->cell;
            simt_word_atomics[saved->offset / WORD] = saved->atomics;
            continue;
        }
        for (uint64_t b = saved->offset; b < saved->offset + (saved->is_byte ? 1 : WORD); b++) {
            simt_byte_cells[b] = saved->cell;
            simt_byte_atomics[b] = saved->atomics;
        }
    }
}
