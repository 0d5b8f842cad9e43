// Splits preprocessed C++ text into tokens and follows its line markers.
#include "lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    struct token_list *out;
    const char *at, *end;
    size_t capacity, file_capacity, pragma_capacity;
    uint32_t line;
    uint16_t file;
    bool system, line_start;
};

static bool is_name_start(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}
static bool is_name_part(char c) { return is_name_start(c) || isdigit((unsigned char)c); }
static char peek(const struct lexer *l, size_t ahead) {
    return ahead < (size_t)(l->end - l->at) ? l->at[ahead] : '\0';
}

/* The preprocessor spells a letter of another script as \Uxxxxxxxx. */
static bool is_spelled_letter(const struct lexer *l) {
    return peek(l, 0) == '\\' && (peek(l, 1) == 'u' || peek(l, 1) == 'U');
}

static void add_token(struct lexer *l, enum token_kind kind, const char *start, uint32_t line) {
    struct token_list *out = l->out;
    out->tokens = memory_grow(out->tokens, out->count, &l->capacity, sizeof *out->tokens);
    out->tokens[out->count++] = (struct token){.start = (uint32_t)(start - out->text),
                                               .length = (uint32_t)(l->at - start),
                                               .line = line,
                                               .match = NO_TOKEN,
                                               .file = l->file,
                                               .kind = (uint8_t)kind,
                                               .system = l->system};
}

static uint16_t file_index(struct lexer *l, char *name) {
    struct token_list *out = l->out;
    for (uint16_t i = out->file_count; i > 0; i--)
        if (strcmp(out->files[i - 1], name) == 0) {
            free(name);
            return (uint16_t)(i - 1);
        }
    if (out->file_count == UINT16_MAX) {
        free(name);
        return 0;
    }
    out->files = memory_grow(out->files, out->file_count, &l->file_capacity, sizeof *out->files);
    out->files[out->file_count] = name;
    return out->file_count++;
}

/* A marker's file name: backslash escapes the next byte. Returns what follows it, or NULL if there is none.
 */
static const char *marker_file(const char *p, const char *end, char **name) {
    if (p == end || *p++ != '"')
        return NULL;
    char *to = *name = memory_resize(NULL, (size_t)(end - p) + 1);
    for (; p < end && *p != '"'; p++) {
        if (*p == '\\' && p + 1 < end)
            p++;
        *to++ = *p;
    }
    *to = '\0';
    return p < end ? p + 1 : p;
}

/* `# 12 "file" flags` or `#line 12 "file"` sets file and line of the next line; other directives are ignored.
 */
static void read_directive(struct lexer *l, const char *p, const char *end) {
    while (p < end && isblank((unsigned char)*p))
        p++;
    if (end - p > 4 && memcmp(p, "line", 4) == 0)
        p += 4;
    while (p < end && isblank((unsigned char)*p))
        p++;
    if (p == end || !isdigit((unsigned char)*p))
        return;
    uint32_t line = 0;
    for (; p < end && isdigit((unsigned char)*p); p++)
        line = line * 10 + (uint32_t)(*p - '0');
    while (p < end && isblank((unsigned char)*p))
        p++;
    l->line = line - 1; /* the directive's own end of line counts one */
    char *name = NULL;
    const char *flags = marker_file(p, end, &name);
    if (!name)
        return;
    l->file = file_index(l, name);
    l->system = false;
    for (; flags && flags < end; flags++)
        l->system |= *flags == '3';
}

/* What follows `#pragma`, to the end of its line. */
static void note_pragma(struct lexer *l, const char *p, const char *end) {
    struct token_list *out = l->out;
    while (p < end && isblank((unsigned char)*p))
        p++;
    if (end - p < 7 || memcmp(p, "pragma", 6) != 0 || !isblank((unsigned char)p[6]))
        return;
    for (p += 6; p < end && isblank((unsigned char)*p); p++)
        continue;
    out->pragmas = memory_grow(out->pragmas, out->pragma_count, &l->pragma_capacity, sizeof *out->pragmas);
    out->pragmas[out->pragma_count++] = (struct token){.start = (uint32_t)(p - out->text),
                                                       .length = (uint32_t)(end - p),
                                                       .line = l->line,
                                                       .match = NO_TOKEN,
                                                       .file = l->file,
                                                       .kind = TOKEN_MARK,
                                                       .system = l->system};
}

static void skip_directive(struct lexer *l) {
    const char *start = ++l->at;
    const char *stop = l->at;
    const uint32_t line = l->line;
    while (stop < l->end && (*stop != '\n' || stop[-1] == '\\')) {
        l->line += *stop == '\n';
        stop++;
    }
    const uint32_t last = l->line;
    l->line = line;
    note_pragma(l, start, stop);
    l->line = last;
    read_directive(l, start, stop);
    l->at = stop;
}

static void skip_comment(struct lexer *l) {
    if (l->at[1] == '/') {
        while (l->at < l->end && *l->at != '\n')
            l->at++;
        return;
    }
    l->at += 2;
    while (l->at < l->end && !(*l->at == '*' && peek(l, 1) == '/')) {
        l->line += *l->at == '\n';
        l->at++;
    }
    l->at = l->at < l->end ? l->at + 2 : l->end;
}

static void read_quoted(struct lexer *l) {
    const char *start = l->at;
    uint32_t line = l->line;
    char quote = *l->at++;
    while (l->at < l->end && *l->at != quote && *l->at != '\n') {
        if (*l->at == '\\' && l->at + 1 < l->end) {
            l->at++;
            l->line += *l->at == '\n';
        }
        l->at++;
    }
    if (l->at < l->end && *l->at == quote)
        l->at++;
    add_token(l, TOKEN_QUOTED, start, line);
}

/* R"delimiter(...)delimiter"; @c at is the quote. */
static void read_raw_string(struct lexer *l, const char *start) {
    uint32_t line = l->line;
    const char *delimiter = l->at + 1;
    const char *open = memchr(delimiter, '(', (size_t)(l->end - delimiter));
    size_t length = open ? (size_t)(open - delimiter) : 17;
    if (length > 16) {
        read_quoted(l);
        return;
    }
    const char *p = open + 1;
    for (; p < l->end; p++) {
        l->line += *p == '\n';
        if (*p == ')' && (size_t)(l->end - p) > length + 1 && memcmp(p + 1, delimiter, length) == 0 &&
            p[length + 1] == '"')
            break;
    }
    l->at = p < l->end ? p + length + 2 : l->end;
    add_token(l, TOKEN_QUOTED, start, line);
}

static bool is_raw_prefix(const char *start, size_t length) {
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == length && memcmp(start, prefixes[i], length) == 0)
            return true;
    return false;
}

static void read_name(struct lexer *l) {
    const char *start = l->at;
    while (l->at < l->end && (is_name_part(*l->at) || is_spelled_letter(l)))
        l->at++;
    if (peek(l, 0) == '"' && is_raw_prefix(start, (size_t)(l->at - start)))
        read_raw_string(l, start);
    else
        add_token(l, TOKEN_NAME, start, l->line);
}

static void read_number(struct lexer *l) {
    const char *start = l->at++;
    for (; l->at < l->end; l->at++) {
        char c = *l->at, before = l->at[-1];
        bool sign = (c == '+' || c == '-') && memchr("eEpP", before, 4);
        bool separator = c == '\'' && is_name_part(peek(l, 1));
        if (!is_name_part(c) && c != '.' && !sign && !separator)
            break;
    }
    add_token(l, TOKEN_NUMBER, start, l->line);
}

/* Another spelling of a bracket. "<::" is one only where a colon or '>' follows. */
static bool is_digraph(const struct lexer *l) {
    const char first = peek(l, 0), second = peek(l, 1), third = peek(l, 2), fourth = peek(l, 3);
    if (first == '<' && second == ':')
        return third != ':' || fourth == ':' || fourth == '>';
    return (first == '<' && second == '%') || ((first == ':' || first == '%') && second == '>');
}

static void read_mark(struct lexer *l) {
    static const char *const marks[] = {"->*", "...", "::", "->", "++", "--", "&&", "||", "==", "!=",
                                        "<=",  ">=",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    const char *start = l->at;
    size_t length = is_digraph(l) ? 2 : 1;
    for (size_t i = 0; i < sizeof marks / sizeof *marks && length == 1; i++) {
        size_t n = strlen(marks[i]);
        if ((size_t)(l->end - l->at) >= n && memcmp(l->at, marks[i], n) == 0)
            length = n;
    }
    l->at += length;
    add_token(l, TOKEN_MARK, start, l->line);
}

static void step(struct lexer *l) {
    char c = *l->at;
    if (c == '\n') {
        l->line++;
        l->line_start = true;
        l->at++;
        return;
    }
    if (isspace((unsigned char)c) || c == '\0' || (c == '\\' && peek(l, 1) == '\n')) {
        l->at++;
        return;
    }
    bool directive = c == '#' && l->line_start;
    l->line_start = false;
    if (directive)
        skip_directive(l);
    else if (c == '/' && (peek(l, 1) == '/' || peek(l, 1) == '*'))
        skip_comment(l);
    else if (c == '"' || c == '\'')
        read_quoted(l);
    else if (is_name_start(c) || is_spelled_letter(l))
        read_name(l);
    else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(l, 1))))
        read_number(l);
    else
        read_mark(l);
}

void lexer_run(const char *text, size_t length, struct token_list *out) {
    *out = (struct token_list){.text = text, .length = length};
    struct lexer l = {.out = out, .at = text, .end = text + length, .line = 1, .line_start = true};
    l.file = file_index(&l, memcpy(memory_resize(NULL, 8), "<stdin>", 8));
    add_token(&l, TOKEN_EDGE, l.at, 1);
    while (l.at < l.end)
        step(&l);
    add_token(&l, TOKEN_EDGE, l.at, l.line);
}

void token_list_free(struct token_list *list) {
    for (uint16_t i = 0; i < list->file_count; i++)
        free(list->files[i]);
    free(list->files);
    free(list->tokens);
    free(list->pragmas);
    *list = (struct token_list){0};
}

bool token_is(const struct token_list *list, uint32_t i, const char *spelling) {
    const struct token *t = &list->tokens[i];
    return t->length == strlen(spelling) && t->kind != TOKEN_EDGE &&
           memcmp(list->text + t->start, spelling, t->length) == 0;
}

bool token_is_one_of(const struct token_list *list, uint32_t i, const char *const *words) {
    for (; *words; words++)
        if (token_is(list, i, *words))
            return true;
    return false;
}

bool token_begins(const struct token_list *list, uint32_t i, const char *prefix) {
    const struct token *t = &list->tokens[i];
    size_t n = strlen(prefix);
    return t->length >= n && memcmp(list->text + t->start, prefix, n) == 0;
}

uint32_t token_end(const struct token_list *list, uint32_t i) {
    return list->tokens[i].start + list->tokens[i].length;
}

bool token_touches_next(const struct token_list *list, uint32_t i) {
    return i + 1 < list->count && token_end(list, i) == list->tokens[i + 1].start;
}
