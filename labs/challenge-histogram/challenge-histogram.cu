// Challenge: the histogram of bytes, faster than the vendor's library.
// Build: make challenge-histogram     Grade: ./grade challenge-histogram     Interface: challenge-histogram.h
#include "challenge-histogram.h"
#include "warplab.h"

// A histogram for each warp; one word more than there are bins, so that copies are shifted by a bank.
enum { BINS = 256, THREADS = 512, WARPS = THREADS / 32, PITCH = BINS + 1, BLOCKS = 4 };

// Counts the four elements of a word.
__device__ void count_word(unsigned int *bins, unsigned int word) {
    // TODO 1 (2 to 4 lines): which four elements are in the word, and how does each get to its bin?
    // Several lanes of the warp may have the same.
    // END TODO 1
}

// Counts the sixteen elements of a quad.
__device__ void count_quad(unsigned int *bins, uint4 quad) {
    count_word(bins, quad.x);
    count_word(bins, quad.y);
    count_word(bins, quad.z);
    count_word(bins, quad.w);
}

// Each warp counts in a histogram of its own; then the block adds them up and brings one sum a bin to `bins`.
//
// What this version fixes: sixteen elements arrive with one load, so that loads cost next to nothing; warps
// do not meet at a bin; global memory sees one addition a bin and block, and there are few blocks.
// What still hurts: the unit that does atomics in shared memory is always busy, however many copies there
// are. To be faster, count without atomics, or count two elements with one addition.
__global__ void histogram_kernel(const unsigned char *in, unsigned int *bins, unsigned int n) {
    // TODO 2 (7 lines): the block has a copy for each warp, __shared__ unsigned int copies[WARPS *
    // PITCH]. Who clears these, of which there are more than threads, and who may count when?
    // END TODO 2

    // TODO 3 (8 lines): which copy is this thread's? How many quads are there in n bytes, and who counts
    // what is behind the last one? count_quad() does the rest; when is it all done?
    // END TODO 3

    // TODO 4 (7 lines): which threads have a bin to look after? What does each add up, and bring where?
    // END TODO 4
}

void challenge_histogram(const unsigned char *d_in, unsigned int *d_bins, unsigned int *, int n) {
    // TODO 5 (about 9 lines): what must d_bins hold before the first block adds to it? How many blocks
    // run on the device at once (cudaDevAttrMultiProcessorCount), and how many does a small array need?
    // END TODO 5
}
