// How far apart two words are, to suggest what was meant.
#include "edit_distance.h"

#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t edit_distance(const char *a, const char *b) {
    const size_t rows = strnlen(a, LONGEST), columns = strnlen(b, LONGEST);
    size_t row[LONGEST + 1]; // distances of a's first i characters to every beginning of b
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t above = row[j];
            row[j] = least(least(above, row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[columns];
}
