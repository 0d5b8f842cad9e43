// Which blocks of a launch are sampled, and which parts of a long block.
#include "engine/perf/chosen.h"

/* So many basic blocks of warps are seen of a long block at a time. Then it rests, until it has run so many
 * times as many instructions as were seen so far, or up to twice that. */
enum { WINDOW = 1 << 17, REST = 8 };

static uint64_t last;   /* number of the last block + 1; 0: all are sampled */
static uint64_t every;  /* blocks of a part */
static uint64_t secret; /* from which all is drawn */

void simt_chosen_begin(uint64_t blocks, uint64_t drawn_from) {
    last = blocks > SIMT_SAMPLED_BLOCKS ? blocks : 0;
    every = blocks > SIMT_SAMPLED_BLOCKS ? blocks / SIMT_SAMPLED_BLOCKS : 1;
    secret = drawn_from;
}

/** A number that cannot be guessed without the secret: a step of splitmix64 (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014). */
static uint64_t drawn(uint64_t number) {
    uint64_t z = secret + (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

enum simt_chosen simt_chosen(uint32_t number) {
    if (number + 1 == last)
        return SIMT_CHOSEN_LAST;
    if (number % every == drawn(number / every) % every)
        return SIMT_CHOSEN_OF_PARTS;
    return number == 0 ? SIMT_CHOSEN_FIRST : SIMT_NOT_CHOSEN;
}

void simt_windows_begin(struct simt_windows *windows) { *windows = (struct simt_windows){.rests = false}; }

bool simt_windows_pass(struct simt_windows *windows, uint32_t warp, const struct simt_passed_event *passed,
                       bool may_rest) {
    windows->ran[passed->logged][warp] += passed->ran;
    if (may_rest && passed->logged && !windows->rests) {
        windows->seen += passed->ran;
        windows->rests = windows->basic_blocks >= WINDOW;
        windows->rest =
            windows->rests ? REST * windows->seen + drawn(windows->seen) % (REST * windows->seen + 1) : 0;
        windows->basic_blocks = windows->rests ? 0 : windows->basic_blocks;
    } else if (may_rest && !passed->logged && windows->rests) {
        windows->rests = windows->rest > passed->ran;
        windows->rest -= windows->rests ? passed->ran : 0;
        return !windows->rests;
    }
    return false;
}

void simt_windows_end(const struct simt_windows *windows, struct simt_block_sample *block, uint32_t warps) {
    for (uint32_t w = 0; w < warps; w++) {
        const double seen = (double)windows->ran[true][w], all = seen + (double)windows->ran[false][w];
        if (all > seen && seen > 0)
            block->warps[w].all = (uint64_t)((double)block->warps[w].all * all / seen);
    }
}
