/**
 * @file unit.h
 * @brief One text in the translator's passes, and their changes to it.
 */
#pragma once

#include "lexer.h"

/* As much of C++'s syntax as the translator needs: brackets, template arguments, scopes, declarations.

   It works on tokens alone, without knowing any type. For malformed text the answers are NO_TOKEN or absent;
   the compiler reports such text. */

/** Sets token::match for every pair of (), [] and {}. */
void syntax_match_brackets(struct token_list *list);

/** The `>` that closes the template arguments opened by the `<` at @p open, or NO_TOKEN. */
uint32_t syntax_angle_close(const struct token_list *list, uint32_t open);
/** The `<` that opens the template arguments closed by the `>` at @p close, or NO_TOKEN. */
uint32_t syntax_angle_open(const struct token_list *list, uint32_t close);
/** The bracket that encloses a token, NO_TOKEN outside of all. */
uint32_t syntax_enclosing(const struct token_list *list, uint32_t i);
/** True for names such as `__attribute__` and `alignas`, whose parentheses are no parameter list. */
bool syntax_is_attribute(const struct token_list *list, uint32_t i);
/** First parenthesis in [first, end) that opens a parameter list, or NO_TOKEN. */
uint32_t syntax_parameters(const struct token_list *list, uint32_t first, uint32_t end);

/** A definition or declaration outside functions. */
struct region {
    /** The kinds of region. */
    enum region_kind { REGION_FUNCTION, REGION_DECLARATION } kind; /**< what it is */
    uint32_t first;                                                /**< its first token */
    uint32_t body;                                                 /**< a function's opening brace */
    uint32_t last;                                                 /**< closing brace or semicolon */
    uint32_t parent; /**< the closing brace of the namespace or class around it, or the last edge */
    bool kernel;     /**< the head has `__global__` */
    bool device;     /**< the head has `__device__` */
};

/** The regions of a text. */
struct outline {
    struct region *regions; /**< in the order of the text, none inside another */
    size_t count;           /**< of `regions` */
    size_t capacity;        /**< regions there is room for */
};

/** Finds the functions and declarations of namespaces and classes. Brackets must have been matched. */
void syntax_outline(const struct token_list *list, struct outline *out);
/** The region that holds token @p i, or NULL. */
const struct region *outline_find(const struct outline *outline, uint32_t i);
/** Frees what syntax_outline() allocated. */
void outline_free(struct outline *outline);

/** @name A declaration, read by declaration.c
 * @{ */
enum { DECLARATORS_MAX = 64 };

/** One declaration, by the numbers of its tokens. */
struct declaration {
    uint32_t first;                  /**< its first token */
    uint32_t semicolon;              /**< its last */
    uint32_t names[DECLARATORS_MAX]; /**< the token that names each variable */
    size_t name_count;               /**< of `names` */
    uint32_t alignas_word;           /**< NO_TOKEN if absent */
    uint32_t initializer;            /**< its first token, or NO_TOKEN */
    bool unsized[DECLARATORS_MAX];   /**< its first dimension is empty: `name[]` */
    bool is_extern;                  /**< it has the word `extern` */
};

/**
 * Reads the declaration in which token @p at is a specifier.
 * @return false if it cannot be understood
 */
bool declaration_read(const struct token_list *list, uint32_t at, struct declaration *out);
/** @} */

/** If token @p i begins an assembly statement, the token after its modifiers; else NO_TOKEN. */
uint32_t syntax_assembly(const struct token_list *list, uint32_t i);

/** Replaces @c removed bytes at byte @c at by @c text. At the same byte, insertions come before a removal. */
struct edit {
    uint32_t at;      /**< byte of the text */
    uint32_t removed; /**< bytes to remove; 0: an insertion */
    uint32_t order;   /**< insertions at the same byte keep the order in which they were made */
    char *text;       /**< the inserted text; owned */
};

/** Edits of one text. Zeroed: none. */
struct edit_list {
    struct edit *edits; /**< in the order in which they were made */
    size_t count;       /**< of `edits` */
    size_t capacity;    /**< edits there is room for */
};

/** Inserts text, printf-like, before byte @p at. */
void edit_insert(struct edit_list *list, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Replaces @p removed bytes by text, printf-like. */
void edit_replace(struct edit_list *list, uint32_t at, uint32_t removed, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * The text with all edits applied; an edit inside bytes that another edit removed is dropped.
 * @param[out] out_length bytes of the result, without the final NUL
 * @return allocated; the caller frees it
 */
char *edits_apply(struct edit_list *list, const char *text, size_t length, size_t *out_length);
/** Frees the edits. */
void edits_free(struct edit_list *list);

/** The kinds of a `__shared__` declaration. */
enum shared_kind {
    SHARED_STATIC,  /**< a variable of its own */
    SHARED_NAMED,   /**< `extern __shared__ int s[4]`: static, one for all declarations of that name */
    SHARED_DYNAMIC, /**< `extern __shared__ int s[]` */
};

/** A variable in shared memory that is declared outside functions; each function that names it gets a
 * reference to it. */
struct shared_global {
    uint32_t name;         /**< the token that declares it */
    uint32_t scope_end;    /**< last token of the namespace around it */
    enum shared_kind kind; /**< its kind */
};

/** The passes' input and output. */
struct unit {
    struct token_list list;        /**< the tokens of the text */
    struct outline outline;        /**< its functions and declarations */
    struct edit_list edits;        /**< the passes' changes */
    struct shared_global *globals; /**< the shared variables outside functions */
    size_t global_count;           /**< of `globals` */
    size_t global_capacity;        /**< globals there is room for */
    uint32_t *locals;              /**< tokens that declare a shared variable inside a function */
    size_t local_count;            /**< of `locals` */
    size_t local_capacity;         /**< locals there is room for */
    char *diagnostics;             /**< the errors so far, NULL before the first */
    size_t diagnostics_length;     /**< bytes of it */
    bool checked;                  /**< qualifiers become attributes, which the plugin of g++ checks */
};

/** Reads a text, which must outlive the unit. */
void unit_begin(struct unit *unit, const char *text, size_t length);
/** Frees all of it. */
void unit_end(struct unit *unit);
/** Adds `FILE:LINE: error: ` and the printf-like text for token @p at, unless the same line was added
 * already. */
void unit_error(struct unit *unit, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The same for a place outside the list of tokens, such as a pragma. */
void unit_error_at(struct unit *unit, const struct token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Overwrites tokens @p first to @p last with spaces; line ends between them stay. */
void unit_blank(struct unit *unit, uint32_t first, uint32_t last);
/** True if token @p i is in a kernel or in a `__device__` function. */
bool unit_in_device_code(const struct unit *unit, uint32_t i);
/** True if tokens @p first to @p last use the name that token @p name spells, and not as a member of an
 * object. */
bool unit_mentions(const struct unit *unit, uint32_t first, uint32_t last, uint32_t name);
/** True if two tokens have the same spelling. */
bool unit_same_word(const struct unit *unit, uint32_t a, uint32_t b);
/** Inserts at byte @p at the reference through which a function accesses the shared variable that @p name
 * declares. */
void unit_add_shared_reference(struct unit *unit, uint32_t at, uint32_t name, enum shared_kind kind);
/** True if the function is device code that names the variable and is in its scope. */
bool unit_sees_global(const struct unit *unit, const struct region *function,
                      const struct shared_global *global);

/** @name The passes, in the order in which translate() makes them
 * @{ */
/** A kernel's body becomes a lambda that the engine calls. */
void translate_kernels(struct unit *unit);
/** `__shared__` variables of functions become references to memory of the engine. */
void translate_shared(struct unit *unit);
/** Functions that name a `__shared__` variable of a namespace get a view of it. */
void translate_shared_globals(struct unit *unit);
/** Lambdas capture shared variables by reference. */
void translate_captures(struct unit *unit);
/** Local arrays of a thread get guards; they and local classes are registered with the engine. */
void translate_locals(struct unit *unit);
/** Registers variables that may be read before they are written, according to the compiler's @p messages. */
void translate_watched(struct unit *unit, const char *messages);
/** Structures that functions return are stored so that the engine sees the store. */
void translate_returned(struct unit *unit);
/** `k<<<g, b>>>(args)` becomes a C++ expression. */
void translate_launches(struct unit *unit);
/** Removes the cast of the kernel in cudaLaunchKernel() and similar calls. */
void translate_kernel_casts(struct unit *unit);
/** Inline PTX in device code becomes C++ statements. */
void translate_assembly(struct unit *unit);
/** Shifts in device code become calls of the engine. */
void translate_shifts(struct unit *unit);
/** `__device__`, `__constant__` and `__managed__` decide the section of a variable. */
void translate_qualifiers(struct unit *unit);
/** Refuses, at the user's line, what the engine does not support. */
void diagnose_unsupported(struct unit *unit);
/** Finds the errors of translate_confinement(). */
void diagnose_unconfined(struct unit *unit);
/** Refuses launches in kernels, which a submission must not make. */
void diagnose_child_launches(struct unit *unit);
/** @} */
