// Untrusted bytes made fit for a terminal and for JSON.
#include "utf8.h"

#include <stdbool.h>
#include <string.h>

// Bytes of the character at text, 0 if it is malformed: overlong, a surrogate, too large or cut short.
static size_t character_length(const unsigned char *text, size_t left) {
    const unsigned char first = text[0];
    if (first < 0x80)
        return 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
    const bool outside = (first == 0xed && text[1] > 0x9f) || (first == 0xf4 && text[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

size_t utf8_valid_prefix(const char *text, size_t length) {
    size_t i = 0;
    while (i < length) {
        const size_t step = character_length((const unsigned char *)text + i, length - i);
        if (step == 0)
            break;
        i += step;
    }
    return i;
}

static bool is_control(const char *text, size_t length) {
    const unsigned char first = (unsigned char)text[0];
    const bool second_set = length == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0;
    return (length == 1 && (first < 0x20 || first == 0x7f) && first != '\n' && first != '\t') || second_set;
}

void utf8_clean(char *text) {
    const size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        const size_t step = character_length((const unsigned char *)text + i, length - i);
        if (step == 0 || is_control(text + i, step))
            memset(text + i, '?', step == 0 ? 1 : step);
        i += step == 0 ? 1 : step;
    }
}
