// Texts that Windows wrote as UTF-16.
#include "base/utf16.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LOOKED_AT = 64 };

static unsigned unit(const unsigned char *at, bool big) {
    return big ? (unsigned)at[0] << 8 | at[1] : (unsigned)at[1] << 8 | at[0];
}

// Without a mark: each second byte at the beginning is zero, and no other is.
static bool looks_like(const unsigned char *text, size_t length, bool big) {
    const size_t most = length < LOOKED_AT ? length : LOOKED_AT;
    for (size_t i = 0; i < most; i++)
        if ((text[i] == 0) != ((i % 2 == 0) == big))
            return false;
    return most > 2;
}

static size_t put(char *to, unsigned code) {
    static const unsigned char leads[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    const size_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(leads[bytes] | code);
    return bytes;
}

char *utf16_to_utf8(const char *bytes, size_t length, size_t *used) {
    const unsigned char *text = (const unsigned char *)bytes;
    const bool little = length >= 2 && text[0] == 0xff && text[1] == 0xfe;
    const bool marked = little || (length >= 2 && text[0] == 0xfe && text[1] == 0xff);
    const bool big = marked ? !little : looks_like(text, length, true);
    if (length % 2 != 0 || (!marked && !big && !looks_like(text, length, false)))
        return NULL;
    char *copy = malloc(length / 2 * 3 + 1);
    size_t made = 0;
    for (size_t i = marked ? 2 : 0; copy && i < length; i += 2) {
        unsigned code = unit(text + i, big);
        const bool high = code >= 0xd800 && code < 0xdc00;
        const unsigned low = high && i + 2 < length ? unit(text + i + 2, big) : 0;
        if (code == 0 || (code >= 0xdc00 && code < 0xe000) || (high && (low < 0xdc00 || low >= 0xe000))) {
            free(copy);
            return NULL;
        }
        if (high) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            i += 2;
        }
        made += put(copy + made, code);
    }
    if (copy)
        *used = made;
    return copy;
}
