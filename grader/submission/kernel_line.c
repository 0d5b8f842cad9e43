#include "kernel_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tokens.h"

// A source and its tokens.
struct source {
    const char *text;
    struct tokens tokens;
};

static bool is_word(const struct source *s, size_t i, const char *word, size_t length) {
    const struct token_place *place = &s->tokens.place[i];
    return place->end - place->begin == length && memcmp(s->text + place->begin, word, length) == 0;
}

// The name without template arguments and namespaces.
static const char *base_of(const char *name, size_t *length) {
    const char *const end = name + strcspn(name, "<("), *base = name;
    for (const char *at = name; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ':')
            base = at + 2;
    *length = (size_t)(end - base);
    return base;
}

// Whether a list of parameters begins at the token that a body follows.
static bool is_definition(const struct tokens *tokens, size_t i) {
    int depth = 0;
    for (; i < tokens->count; i++) {
        depth += tokens->kind[i] == '(' ? 1 : tokens->kind[i] == ')' ? -1 : 0;
        if (depth == 0)
            return tokens->kind[i] == ')' && i + 1 < tokens->count && tokens->kind[i + 1] == '{';
    }
    return false;
}

int kernel_line(const char *text, const char *name) {
    static const char global[] = "__global__";
    struct source s = {.text = text};
    size_t length;
    const char *base = base_of(name, &length);
    const bool read = tokens_read(&s.tokens, text);
    bool of_kernel = false;
    int line = 0;
    for (size_t i = 0; read && i < s.tokens.count && line == 0; i++) {
        const uint32_t kind = s.tokens.kind[i];
        if (of_kernel && is_word(&s, i, base, length) && is_definition(&s.tokens, i + 1))
            line = s.tokens.place[i].line;
        of_kernel = (of_kernel && kind != ';' && kind != '{' && kind != '}') ||
                    is_word(&s, i, global, strlen(global));
    }
    tokens_free(&s.tokens);
    return line;
}
