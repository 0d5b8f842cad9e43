// CSV cells. A spreadsheet runs a cell that begins with = + - @, also after blanks, and also when the sign is
// the full-width one of a Japanese or Chinese keyboard.
#include "csv.h"

#include <stdbool.h>
#include <string.h>

static bool is_formula(const char *text) {
    static const char *const starts[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    if (text[0] == '\t' || text[0] == '\r' || text[0] == '\n')
        return true;
    text += strspn(text, " \t\r\n");
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

void csv_text(FILE *out, const char *text) {
    if (!text || !text[0])
        return;
    const bool formula = is_formula(text);
    const bool quoted = strpbrk(text, "\",\r\n") || text[0] == ' ' || text[strlen(text) - 1] == ' ';
    if (quoted)
        fputc('"', out);
    if (formula)
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}

void csv_number(FILE *out, double number) { fprintf(out, "%.10g", number); }
