// Texts as tokens. Comments and blanks are none; a name is a name, but for those that say what a program
// does.
#include "tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256, NUMBER, STRING, KEYWORD };

static const char *const keywords[] = {"if",       "else",   "for",    "while",   "do",
                                       "switch",   "case",   "break",  "return",  "const",
                                       "continue", "struct", "sizeof", "template"};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

// FNV-1a. What begins with two underscores is the language's or CUDA's, and not for a copyist to rename.
static uint32_t kind_of_word(const char *word, size_t length) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0)
            return KEYWORD + (uint32_t)i;
    if (length < 2 || memcmp(word, "__", 2) != 0)
        return NAME;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)word[i]) * 16777619u;
    return hash | 1u << 31;
}

static size_t length_of_comment(const char *text) {
    if (text[1] == '/')
        return strcspn(text, "\n");
    const char *end = strstr(text + 2, "*/");
    return end ? (size_t)(end - text) + 2 : strlen(text);
}

// Up to the closing quote, or to the end of the line where there is none.
static size_t length_of_quoted(const char *text) {
    size_t length = 1;
    while (text[length] && text[length] != '\n' && text[length] != text[0])
        length += text[length] == '\\' && text[length + 1] && text[length + 1] != '\n' ? 2 : 1;
    return length + (text[length] == text[0]);
}

static size_t length_of_word(const char *text) {
    size_t length = 0;
    while (is_word(text[length]))
        length++;
    return length;
}

// A number's digits, its point, exponent with sign, and suffixes.
static size_t length_of_number(const char *text) {
    size_t length = 0;
    while (is_word(text[length]) || text[length] == '.' || text[length] == '\'' ||
           ((text[length] == '+' || text[length] == '-') && strchr("eEpP", text[length - 1])))
        length++;
    return length;
}

// The token at `text`; kind 0 is none.
static size_t next(const char *text, uint32_t *kind) {
    *kind = 0;
    if (isspace((unsigned char)*text))
        return 1;
    if (text[0] == '/' && (text[1] == '/' || text[1] == '*'))
        return length_of_comment(text);
    if (*text == '"' || *text == '\'')
        return *kind = STRING, length_of_quoted(text);
    if (isdigit((unsigned char)text[0]) || (text[0] == '.' && isdigit((unsigned char)text[1])))
        return *kind = NUMBER, length_of_number(text);
    if (is_word(*text)) {
        const size_t length = length_of_word(text);
        return *kind = kind_of_word(text, length), length;
    }
    return *kind = (unsigned char)*text, 1;
}

// Most of a text is not a token.
static void shrink(struct tokens *tokens) {
    uint32_t *kind = realloc(tokens->kind, (tokens->count + 1) * sizeof *kind);
    tokens->kind = kind ? kind : tokens->kind;
    struct token_place *place = realloc(tokens->place, (tokens->count + 1) * sizeof *place);
    tokens->place = place ? place : tokens->place;
}

bool tokens_read(struct tokens *tokens, const char *text) {
    const size_t most = strlen(text) + 1;
    int line = 1;
    *tokens = (struct tokens){.kind = malloc(most * sizeof *tokens->kind),
                              .place = malloc(most * sizeof *tokens->place)};
    if (!tokens->kind || !tokens->place)
        return false;
    for (size_t at = 0; text[at];) {
        uint32_t kind;
        const size_t end = at + next(text + at, &kind);
        if (kind) {
            tokens->kind[tokens->count] = kind;
            tokens->place[tokens->count++] = (struct token_place){(uint32_t)at, (uint32_t)end, line};
        }
        for (; at < end; at++)
            line += text[at] == '\n';
    }
    shrink(tokens);
    return true;
}

void tokens_free(struct tokens *tokens) {
    free(tokens->kind);
    free(tokens->place);
    *tokens = (struct tokens){.count = 0};
}
