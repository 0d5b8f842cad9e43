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

static void put(FILE *out, const char *text, bool quoted) {
    if (quoted)
        fputc('"', out);
    if (is_formula(text))
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}

void csv_text(FILE *out, const char *text) {
    if (!text || !text[0])
        return;
    put(out, text, strpbrk(text, "\",\r\n") || text[0] == ' ' || text[strlen(text) - 1] == ' ');
}

void csv_quoted(FILE *out, const char *text) { put(out, text ? text : "", true); }

void csv_number(FILE *out, double number) { fprintf(out, "%.10g", number); }
