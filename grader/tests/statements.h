/**
 * @file statements.h
 * @brief CUDA C as a list of statements that can be compared up to names and spacing.
 */
#ifndef WARPLAB_TESTS_STATEMENTS_H
#define WARPLAB_TESTS_STATEMENTS_H

#include <stdbool.h>
#include <stddef.h>

/** A statement's tokens, each followed by a blank; what a student may name is a name, marked as such. */
struct statement {
    char *tokens;
};

/** The statements of a text in its order. Free with statements_free(). */
struct statements {
    struct statement *list;
    size_t count;
};

/**
 * @brief Adds the statements of a piece of code, which need not be whole.
 *
 * Comments, lines of the preprocessor, braces of blocks, and words that change nothing here (const, unsigned
 * and the like) are left out. The heads of if, for, while and switch are statements of their own.
 */
void statements_add(struct statements *statements, const char *code, size_t length);

/** @brief Whether @p count statements from a[at] on are those of b from b[from] on, with other names. */
bool statements_same(const struct statements *a, size_t at, const struct statements *b, size_t from,
                     size_t count);

/** @brief Frees what statements_add() has added. */
void statements_free(struct statements *statements);

#endif
