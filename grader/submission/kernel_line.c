#include "kernel_line.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// A place in the text, and its line.
struct place {
    const char *at;
    int line;
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void go_to(struct place *p, const char *to) {
    for (; p->at < to; p->at++)
        p->line += *p->at == '\n';
}

// Behind a literal or a comment that begins here; the text itself if none does.
static const char *behind_unread(const char *at) {
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    const char *end = at + 1;
    while (*end && *end != *at && *end != '\n')
        end += end[0] == '\\' && end[1] ? 2 : 1;
    return *end == *at ? end + 1 : end;
}

// To the next character that is neither space nor comment.
static void skip_space(struct place *p) {
    for (const char *to; *p->at; go_to(p, to)) {
        to = isspace((unsigned char)*p->at) ? p->at + 1 : *p->at == '/' ? behind_unread(p->at) : p->at;
        if (to == p->at)
            return;
    }
}

// Whether a list of parameters begins here that a body follows.
static bool is_definition(struct place p) {
    int depth = 0;
    skip_space(&p);
    if (*p.at != '(')
        return false;
    while (*p.at) {
        const char *unread = behind_unread(p.at);
        if (unread > p.at) {
            go_to(&p, unread);
            continue;
        }
        depth += *p.at == '(' ? 1 : *p.at == ')' ? -1 : 0;
        go_to(&p, p.at + 1);
        if (depth == 0)
            break;
    }
    skip_space(&p);
    return *p.at == '{';
}

static size_t base_of(const char **name) {
    const size_t length = strcspn(*name, "<(");
    const char *base = *name;
    for (const char *at = *name; at + 1 < *name + length; at++)
        if (at[0] == ':' && at[1] == ':')
            base = at + 2;
    const size_t left = length - (size_t)(base - *name);
    *name = base;
    return left;
}

int kernel_line(const char *text, const char *name) {
    static const char global[] = "__global__";
    const size_t length = base_of(&name);
    bool of_kernel = false;
    for (struct place p = {text, 1}; *p.at;) {
        const char *to = behind_unread(p.at);
        size_t word = 0;
        while (to == p.at && is_word(p.at[word]))
            word++;
        if (word > 0) {
            const struct place end = {p.at + word, p.line};
            if (of_kernel && word == length && strncmp(p.at, name, length) == 0 && is_definition(end))
                return p.line;
            of_kernel = of_kernel || (word == strlen(global) && strncmp(p.at, global, word) == 0);
            to = p.at + word;
        } else if (to == p.at) {
            of_kernel = of_kernel && !strchr(";{}", *p.at);
            to = p.at + 1;
        }
        go_to(&p, to);
    }
    return 0;
}
