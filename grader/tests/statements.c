#include "statements.h"

#include "simt/translate/lexer.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The language's and CUDA's own words, which a student cannot rename; names with __ in front are CUDA's, too.
static const char *const fixed[] = {
    "bool",     "break",   "case",     "char",       "continue", "default",    "do",     "double",
    "else",     "enum",    "float",    "for",        "if",       "long",       "return", "short",
    "sizeof",   "struct",  "switch",   "typename",   "template", "void",       "while",  "blockDim",
    "blockIdx", "gridDim", "warpSize", "threadIdx",  "dim3",     "int4",       "uint4",  "min",
    "max",      "INT_MAX", "INT_MIN",  "CUDA_CHECK", "wl_add",   "wl_ceil_div"};
// They change what the compiler checks, not what a kernel does; and unsigned is unsigned int.
static const char *const left_out[] = {"auto",   "const",  "extern",   "inline",  "int",
                                       "signed", "static", "unsigned", "volatile"};

static bool among(const char *word, size_t length, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return true;
    return false;
}

static bool is_fixed(const char *word, size_t length) {
    return (length > 2 && strncmp(word, "__", 2) == 0) || (length > 6 && strncmp(word, "atomic", 6) == 0) ||
           (length > 4 && strncmp(word, "cuda", 4) == 0) ||
           among(word, length, fixed, sizeof fixed / sizeof *fixed);
}

// A statement on its way: its tokens so far, and how many brackets are open.
struct pending {
    FILE *tokens;
    char *text;
    size_t size;
    int depth, count;
    char first[16], last[16];
};

static void begin_statement(struct pending *pending) {
    *pending = (struct pending){.depth = 0};
    pending->tokens = open_memstream(&pending->text, &pending->size);
    ck_assert_ptr_nonnull(pending->tokens);
}

// a = combine(a, b) and a = combine(b, a) become a += b. A gap in a deck is no value.
static void shorten_update(char *text) {
    static const char call[] = "= combine ( ";
    char *equals = strstr(text, call), *close = text + strlen(text);
    if (!equals || close - text < 3 || strcmp(close - 2, ") ") != 0)
        return;
    const size_t target = (size_t)(equals - text);
    char *first = equals + sizeof call - 1, *comma = strstr(first, ", "), *other = NULL;
    while (comma && !other) {
        const size_t left = (size_t)(comma - first), right = (size_t)(close - 2 - (comma + 2));
        if (left == target && strncmp(first, text, target) == 0)
            other = strndup(comma + 2, right);
        else if (right == target && strncmp(comma + 2, text, target) == 0)
            other = strndup(first, left);
        comma = strstr(comma + 1, ", ");
    }
    if (other)
        sprintf(equals, "+= %s", other);
    free(other);
}

static void end_statement(struct pending *pending, struct statements *statements) {
    fclose(pending->tokens);
    shorten_update(pending->text);
    if (pending->count > 0) {
        statements->list = realloc(statements->list, (statements->count + 1) * sizeof *statements->list);
        ck_assert_ptr_nonnull(statements->list);
        statements->list[statements->count++].tokens = pending->text;
    } else
        free(pending->text);
    begin_statement(pending);
}

// What combines two values or counts in memory: which operation it is changes nothing of a kernel's form.
static const char *operation_of(const char *begin, size_t length) {
    static const char *const on_two[] = {"max", "min", "wl_add"};
    if (among(begin, length, on_two, 3))
        return "combine";
    if (length > 6 && strncmp(begin, "atomic", 6) == 0 && strncmp(begin, "atomicCAS", length) != 0)
        return "atomicCombine";
    return NULL;
}

// A name gets a @ in front. Of 1u and 1 the value is the same.
static void add_token(struct pending *pending, const char *text, const struct token *token) {
    const char *begin = text + token->start;
    size_t length = token->length;
    if (token->kind == TOKEN_NUMBER)
        while (length > 1 && strchr("uUlL", begin[length - 1]) != NULL)
            length--;
    const bool member = strcmp(pending->last, ".") == 0;
    const char *operation = operation_of(begin, length);
    if (operation) {
        begin = operation;
        length = strlen(operation);
    }
    const bool name = token->kind == TOKEN_NAME && !operation && !member && !is_fixed(begin, length);
    fprintf(pending->tokens, "%s%.*s ", name ? "@" : "", (int)length, begin);
    snprintf(pending->last, sizeof pending->last, "%.*s", (int)length, begin);
    if (pending->count++ == 0)
        strcpy(pending->first, pending->last);
}

static bool is(const char *word, const char *const *words, size_t count) {
    return among(word, strlen(word), words, count);
}

void statements_add(struct statements *statements, const char *code, size_t length) {
    static const char *const heads[] = {"for", "if", "switch", "while"}, *const labels[] = {"case",
                                                                                            "default"};
    static const char *const values[] = {"=", "return", ",", "(", "]"};
    struct token_list tokens;
    struct pending pending;
    lexer_run(code, length, &tokens);
    begin_statement(&pending);
    for (uint32_t i = 1; i + 1 < tokens.count; i++) {
        const char *token = code + tokens.tokens[i].start;
        // A brace that begins a value, as in return {a, b}, is no block's.
        const bool value = *token == '{' && pending.count > 0 &&
                           (pending.depth > 0 || is(pending.last, values, sizeof values / sizeof *values));
        if (pending.depth == 0 && strchr(";{}", *token) != NULL && !value) {
            end_statement(&pending, statements);
            continue;
        }
        if (among(token, tokens.tokens[i].length, left_out, sizeof left_out / sizeof *left_out))
            continue;
        add_token(&pending, code, &tokens.tokens[i]);
        pending.depth += strchr("([{", *token) != NULL ? 1 : strchr(")]}", *token) != NULL ? -1 : 0;
        if (pending.depth < 0)
            pending.depth = 0; // of what is not whole
        const bool head = *token == ')' && pending.depth == 0 && is(pending.first, heads, 4);
        const bool label = *token == ':' && is(pending.first, labels, 2);
        if (head || label || strcmp(pending.first, "else") == 0 || strcmp(pending.first, "do") == 0)
            end_statement(&pending, statements);
    }
    end_statement(&pending, statements);
    fclose(pending.tokens);
    free(pending.text);
    token_list_free(&tokens);
}

enum { NAMES = 256 };

// The names of some statements in the order in which they come first, with how often each is needed.
struct names {
    const char *list[NAMES];
    size_t length[NAMES], count;
};

static size_t number_of(struct names *names, const char *name, size_t length) {
    size_t i = 0;
    while (i < names->count && (names->length[i] != length || strncmp(names->list[i], name, length) != 0))
        i++;
    if (i == names->count) {
        ck_assert_uint_lt(names->count, NAMES);
        names->list[i] = name;
        names->length[i] = length;
        names->count++;
    }
    return i;
}

static bool same_statement(const char *a, const char *b, struct names *of_a, struct names *of_b) {
    while (*a != '\0' && *b != '\0') {
        const size_t in_a = strcspn(a, " "), in_b = strcspn(b, " ");
        if (*a == '@' && *b == '@') {
            if (number_of(of_a, a, in_a) != number_of(of_b, b, in_b))
                return false;
        } else if (in_a != in_b || strncmp(a, b, in_a) != 0)
            return false;
        a += in_a + 1;
        b += in_b + 1;
    }
    return *a == *b;
}

bool statements_same(const struct statements *a, size_t at, const struct statements *b, size_t from,
                     size_t count) {
    struct names of_a = {.count = 0}, of_b = {.count = 0};
    if (at + count > a->count || from + count > b->count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!same_statement(a->list[at + i].tokens, b->list[from + i].tokens, &of_a, &of_b))
            return false;
    return true;
}

void statements_free(struct statements *statements) {
    for (size_t i = 0; i < statements->count; i++)
        free(statements->list[i].tokens);
    free(statements->list);
    *statements = (struct statements){.list = NULL};
}
