// Variants of a submission's text, drawn from a seed.
#include "variants.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 200 };

static unsigned draw(unsigned *state, unsigned below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// What a copyist cannot rename: the language's words and CUDA's.
static bool is_fixed(const char *word, size_t length) {
    static const char *const words[] = {"if",       "else",     "for",     "while",  "do",     "switch",
                                        "case",     "break",    "return",  "const",  "struct", "sizeof",
                                        "template", "continue", "include", "define", "extern", "static",
                                        "unsigned", "int",      "char",    "void",   "float",  "threadIdx",
                                        "blockIdx", "blockDim", "gridDim"};
    if (length >= 2 && memcmp(word, "__", 2) == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    return isdigit((unsigned char)word[0]);
}

static const char *put_name(FILE *out, const char *text, unsigned seed) {
    size_t length = 0;
    while (is_name(text[length]))
        length++;
    fwrite(text, 1, length, out);
    if (!is_fixed(text, length))
        fprintf(out, "_%u", seed % 97);
    return text + length;
}

static const char *skip_comment(const char *text) {
    if (text[1] == '/')
        return text + strcspn(text, "\n");
    const char *end = strstr(text + 2, "*/");
    return end ? end + 2 : text + strlen(text);
}

static const char *put_string(FILE *out, const char *text) {
    const char quote = *text;
    do {
        putc(*text, out);
        if (*text == '\\' && text[1])
            putc(*++text, out);
        text++;
    } while (*text && *text != '\n' && *text != quote);
    if (*text == quote)
        putc(*text++, out);
    return text;
}

// One function: renamed, its own comments left out and others put in, in lines that end elsewhere.
static void put_part(FILE *out, const char *text, const char *end, unsigned seed) {
    unsigned state = seed;
    while (text < end) {
        if (text[0] == '/' && (text[1] == '/' || text[1] == '*')) {
            text = skip_comment(text);
        } else if (*text == '"' || *text == '\'') {
            text = put_string(out, text);
        } else if (is_name(*text)) {
            text = put_name(out, text, seed);
        } else if (text[0] == ' ' && text[1] == ' ') {
            fputs("\t", out);
            text += strspn(text, " ");
        } else {
            if (*text == ';' && draw(&state, 4) == 0)
                fputs("; /* so that it is right */", out);
            else
                putc(*text, out);
            text++;
        }
    }
}

// A part ends with a line "}"; what comes before the first one's head are the includes.
static size_t cut(const char *text, const char **parts) {
    size_t count = 0;
    for (const char *line = text; *line && count < MOST_PARTS - 1;) {
        const char *end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (line == text || (line[-1] == '\n' && line >= text + 3 && line[-2] == '}' && line[-3] == '\n'))
            parts[count++] = line;
        line = end;
    }
    parts[count] = text + strlen(text);
    return count;
}

char *variant_copy(const char *text, unsigned seed) {
    const char *parts[MOST_PARTS];
    size_t order[MOST_PARTS], size = 0;
    char *result = NULL;
    FILE *out = open_memstream(&result, &size);
    const size_t count = cut(text, parts);
    unsigned state = seed;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        const size_t other = draw(&state, (unsigned)i), one = order[i - 1];
        order[i - 1] = order[other];
        order[other] = one;
    }
    for (size_t i = 0; out && i < count; i++)
        put_part(out, parts[order[i]], parts[order[i] + 1], seed);
    return out && fclose(out) == 0 ? result : NULL;
}

// Terms and operators in no order: that two statements are alike is chance.
static void put_statement(FILE *out, unsigned *state) {
    static const char *const heads[] = {"x =", "int x =", "a[i] +=", "if (x)", "return", "p->y = (int)"};
    static const char *const terms[] = {"x", "a[i]", "f(x, y)", "(x + 1)", "p->y", "-x", "*p", "!x"};
    static const char *const operators[] = {"+", "-", "*", "/", "%", "<<", "&&", "<", "^", "|"};
    fprintf(out, "    %s", heads[draw(state, 6)]);
    for (unsigned left = 1 + draw(state, 4); left > 0; left--)
        fprintf(out, " %s%s%s", terms[draw(state, 8)], left > 1 ? " " : "",
                left > 1 ? operators[draw(state, 10)] : "");
    fputs(";\n", out);
}

char *variant_other(const char *text, unsigned seed) {
    char *result = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    unsigned state = seed * 2654435761u;
    while (out && *text) {
        const size_t length = strcspn(text, "\n");
        const bool statement = length > 0 && text[length - 1] == ';';
        const unsigned what = statement ? draw(&state, 4) : 3;
        if (what == 0 || what == 1)
            put_statement(out, &state);
        if (what != 0)
            fprintf(out, "%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
    return out && fclose(out) == 0 ? result : NULL;
}
