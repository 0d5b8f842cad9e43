/**
 * @file variants.h
 * @brief Texts made from real submissions: copies as somebody hides them, and others that are written anew.
 */
#ifndef WARPLAB_TESTS_VARIANTS_H
#define WARPLAB_TESTS_VARIANTS_H

/** The same program with other names, its functions in another order, other comments and another layout. It
 * need not compile: a function may stand before what it calls. The caller frees it; NULL if memory is used
 * up. */
char *variant_copy(const char *text, unsigned seed);
/** A text of the same kind whose statements are others: about every second one is new, changed or left out.
 * The caller frees it; NULL if memory is used up. */
char *variant_other(const char *text, unsigned seed);

#endif
