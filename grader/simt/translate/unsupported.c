/* Refuses what the engine does not support, at the user's line and in the compiler's style, so that no
   program runs with a wrong result. */
#include "unit.h"

struct refusal {
    const char *prefix; /* of the name */
    const char *what;
};

/* Names that always mean the same in a CUDA program. */
static const struct refusal refused_names[] = {
    {"cudaGraphAdd", "CUDA graphs that are built node by node"},
    {"cudaSurfaceObject_t", "surface objects"},
    {"cudaCreateSurfaceObject", "surface objects"},
    {"cudaBindTexture", "texture references"},
    {"cudaBindSurface", "surface references"},
    {"__cluster_dims__", "thread block clusters"},
    {"no_sanitize", "code hidden from the engine's checkers"},
    {"__no_sanitize", "code hidden from the engine's checkers"},
};

/* Functions that fetch or store through textures and surfaces; but not those that the engine has. */
static const char *const fetches[] = {"tex1D",  "tex2D",  "tex3D",       "texCubemap", "surf1D",
                                      "surf2D", "surf3D", "surfCubemap", NULL};

static const char *const supported_fetches[] = {"tex1Dfetch", "tex1D", "tex2D", "tex3D", NULL};

static bool is_member(const struct token_list *list, uint32_t i) {
    static const char *const marks[] = {".", "->", NULL};
    return token_is_one_of(list, i - 1, marks);
}

static bool is_own_declaration(const struct token_list *list, uint32_t i) {
    static const char *const statements[] = {"return", "else", "do", "case", NULL};
    return list->tokens[i - 1].kind == TOKEN_NAME && !token_is_one_of(list, i - 1, statements);
}

/* True if the user's own code declares a class template of this name. */
static bool user_declares_class(const struct token_list *list, const char *name) {
    static const char *const words[] = {"struct", "class", "union", "using", NULL};
    for (uint32_t i = 2; i + 1 < list->count; i++)
        if (!list->tokens[i].system && token_is(list, i, name) && token_is_one_of(list, i - 1, words))
            return true;
    return false;
}

static void check_texture(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    bool called = token_is(list, i + 1, "(") || token_is(list, i + 1, "<");
    for (const char *const *fetch = fetches; *fetch; fetch++)
        if (called && token_begins(list, i, *fetch) && !is_own_declaration(list, i) &&
            !token_is(list, i - 1, "::") && !token_is_one_of(list, i, supported_fetches))
            unit_error(unit, i, "unsupported: texture or surface access (%.*s)", TOKEN_TEXT(list, i));
    if (!token_is(list, i + 1, "<") || token_is(list, i - 1, "::"))
        return;
    if (token_is(list, i, "texture") && !user_declares_class(list, "texture"))
        unit_error(unit, i, "unsupported: texture reference (texture<>)");
    if (token_is(list, i, "surface") && !user_declares_class(list, "surface"))
        unit_error(unit, i, "unsupported: surface reference (surface<>)");
}

static void check_name(struct unit *unit, uint32_t i) {
    for (size_t k = 0; k < sizeof refused_names / sizeof *refused_names; k++)
        if (token_begins(&unit->list, i, refused_names[k].prefix))
            unit_error(unit, i, "unsupported: %s (%.*s)", refused_names[k].what, TOKEN_TEXT(&unit->list, i));
}

/* Warp functions without a mask: CUDA has removed them for all GPUs that it supports. */
static void check_maskless(struct unit *unit, uint32_t i) {
    static const char *const gone[] = {"__shfl",   "__shfl_up", "__shfl_down", "__shfl_xor",
                                       "__ballot", "__any",     "__all",       NULL};
    const struct token_list *list = &unit->list;
    if (token_is_one_of(list, i, gone) && token_is(list, i + 1, "(") && !is_own_declaration(list, i) &&
        !token_is(list, i - 1, "::"))
        unit_error(unit, i,
                   "%.*s is no longer part of CUDA: use %.*s_sync, with the mask of the lanes that take part",
                   TOKEN_TEXT(list, i), TOKEN_TEXT(list, i));
}

/* C++ has no `#` outside directives. After a blanked word it would come first in its line and begin one. */
static void check_stray(struct unit *unit, uint32_t i) {
    if (unit->list.tokens[i].kind == TOKEN_MARK && token_is(&unit->list, i, "#"))
        unit_error(unit, i, "stray '#' in program");
}

/* A backslash at the end of a line. Behind it stood a comment, which the preprocessor has taken away, and
   what nvcc compiles then is one line. */
static void join_lines(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    const uint32_t end = list->tokens[i + 1].start;
    for (uint32_t at = token_end(list, i); at + 1 < end && list->text[at] != '#'; at++)
        if (list->text[at] == '\\' && list->text[at + 1] == '\n')
            edit_replace(&unit->edits, at, 1, " ");
}

void diagnose_unsupported(struct unit *unit) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        check_stray(unit, i);
        join_lines(unit, i);
        if (list->tokens[i].kind != TOKEN_NAME || list->tokens[i].system || is_member(list, i))
            continue;
        check_texture(unit, i);
        check_name(unit, i);
        check_maskless(unit, i);
    }
}
