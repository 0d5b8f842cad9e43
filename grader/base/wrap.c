// Lines of text for a terminal.
#include "wrap.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_COLUMNS = 100, LEAST_COLUMNS = 40 };

int wrap_width(FILE *out) {
    struct winsize size;
    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return MOST_COLUMNS;
    return size.ws_col > MOST_COLUMNS    ? MOST_COLUMNS
           : size.ws_col < LEAST_COLUMNS ? LEAST_COLUMNS
                                         : size.ws_col;
}

// Bytes of the UTF-8 character at text, 1 or more.
static size_t character(const char *text) {
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

// Chinese, Japanese and Korean characters and their punctuation, U+2E80 to U+FFEF except the ranges between:
// they begin with the bytes E2 BA and more, E3 to EA, EF.
static bool wide(const char *text) {
    const unsigned char first = (unsigned char)text[0];
    if (first < 0xe2) // also at the end of a text: no byte may be read after it
        return false;
    const unsigned char second = (unsigned char)text[1];
    return (first == 0xe2 && second >= 0xba) || (first >= 0xe3 && first <= 0xed) ||
           (first == 0xef && second >= 0xa4);
}

// Whether a line must not begin with this character.
static bool closing(const char *text) {
    static const char *const marks[] = {"，", "。", "：", "；", "、", "）", "？", "！", "”"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

// Bytes up to where a line may end: a wide character with the marks after it, or all up to a space or a wide
// one.
static size_t piece(const char *text) {
    size_t length = 0;
    if (wide(text))
        length = character(text);
    else
        while (text[length] && text[length] != ' ' && text[length] != '\n' && !wide(text + length))
            length += character(text + length);
    while (closing(text + length))
        length += character(text + length);
    return length;
}

static int columns_in(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i += character(text + i))
        columns += wide(text + i) ? 2 : 1;
    return columns;
}

int wrap_columns(const char *text) { return columns_in(text, strlen(text)); }

void wrap_print(FILE *out, int indent, const char *text) {
    const int width = wrap_width(out);
    int column = 0;
    while (*text) {
        const size_t spaces = strspn(text, " \n");
        text += spaces;
        const size_t length = piece(text);
        const int columns = columns_in(text, length), gap = spaces > 0 && column > 0;
        if (length == 0)
            break;
        if (column > 0 && column + gap + columns > width) {
            fputc('\n', out);
            column = 0;
        }
        column += column == 0 ? fprintf(out, "%*s", indent, "") : fprintf(out, "%*s", gap, "");
        fwrite(text, 1, length, out);
        column += columns;
        text += length;
    }
    fputc('\n', out);
}

void wrap_pad(FILE *out, const char *text, int columns) {
    const int own = wrap_columns(text);
    fprintf(out, "%s%*s", text, own < columns ? columns - own : 0, "");
}
