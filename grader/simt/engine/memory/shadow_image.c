// Keeps the shadow cells of a block that are of its epoch: the others say nothing.
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
    struct simt_access_summary atomics;
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

static void add_bytes(struct simt_shadow_image *image, uint64_t word, uint32_t epoch) {
    struct simt_bytes bytes;
    if (simt_narrow_epoch[word * WORD / PAGE] != epoch)
        return;
    simt_bytes_get(word, epoch, &bytes);
    for (unsigned i = 0; i < WORD; i++)
        add(image, (struct simt_saved_cell){word * WORD + i, true, bytes.cell[i], bytes.atomics[i]});
}

void simt_shadow_image_add(struct simt_shadow_image *image, uint64_t low, uint64_t high, uint32_t epoch) {
    for (uint64_t word = low / WORD; word < (high + WORD - 1) / WORD; word++) {
        if (simt_narrow_epoch[word * WORD / PAGE])
            add_bytes(image, word, epoch);
        else if (simt_word_cells[word].epoch == epoch)
            add(image,
                (struct simt_saved_cell){word * WORD, false, simt_word_cells[word], simt_word_atomics[word]});
    }
}

/** The page's cells may have become bytes' since a word's was saved. */
static void restore_bytes(const struct simt_saved_cell *saved) {
    struct simt_bytes bytes;
    simt_bytes_get(saved->offset / WORD, saved->cell.epoch, &bytes);
    for (unsigned i = 0; i < WORD; i++)
        if (!saved->is_byte || saved->offset % WORD == i) {
            bytes.cell[i] = saved->cell;
            bytes.atomics[i] = saved->atomics;
        }
    simt_bytes_put(saved->offset / WORD, &bytes);
}

void simt_shadow_image_restore(const struct simt_shadow_image *image) {
    for (size_t k = 0; k < image->count; k++) {
        const struct simt_saved_cell *saved = &image->cells[k];
        if (simt_narrow_epoch[saved->offset / PAGE]) {
            restore_bytes(saved);
        } else {
            simt_word_cells[saved->offset / WORD] = saved->cell;
            simt_word_atomics[saved->offset / WORD] = saved->atomics;
        }
    }
}
