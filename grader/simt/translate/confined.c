/* What confined code must not use (simtcc --confined): anything that the compiler would translate without the
   engine's hooks. Words in the system's headers are checked as well, since a macro of the user may have put
   them there. */
#include "unit.h"

#include <string.h>

/* True if the word is in a header of the engine, which the compiler reads before the user's first line. */
static bool is_in_engine_header(const struct unit *unit, uint32_t i) {
    const struct token *t = &unit->list.tokens[i];
    const char *file = unit->list.files[t->file];
    return t->system && (strstr(file, "include/simt/") || strstr(file, "include/cuda") ||
                         strstr(file, "include/cooperative_groups"));
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static bool is_name(const struct token_list *list, uint32_t i) {
    const char *text = list->text + list->tokens[i].start;
    return *text == '"' && strspn(text + 1, letters) == list->tokens[i].length - 2;
}

/* True if the word follows a declarator: then it gives the function another name and is no instruction. */
static bool follows_declarator(const struct token_list *list, uint32_t i) {
    static const char *const statements[] = {"if",        "while",         "for",         "switch",  "catch",
                                             "constexpr", "__attribute__", "__attribute", "alignas", NULL};
    static const char *const words[] = {"else", "do", "try", NULL};
    const struct token *before = &list->tokens[i - 1];
    if (token_is(list, i - 1, ")") && before->match != NO_TOKEN && before->match > 0)
        return !token_is_one_of(list, before->match - 1, statements);
    return before->kind == TOKEN_NAME && !token_is_one_of(list, i - 1, words);
}

/* True for what headers of the system may use: another name for a function, or the hint for spin loops. */
static bool is_harmless_assembly(const struct token_list *list, uint32_t i, uint32_t open) {
    static const char *const hints[] = {"\"rep; nop\"", "\"pause\"", NULL};
    if (!list->tokens[i].system || !token_is(list, open, "("))
        return false;
    if (token_is_one_of(list, open + 1, hints))
        return true;
    uint32_t at = open + 1;
    while (list->tokens[at].kind == TOKEN_QUOTED && is_name(list, at))
        at++;
    return open == i + 1 && at > open + 1 && token_is(list, at, ")") && follows_declarator(list, i);
}

static void check_assembly(struct unit *unit, uint32_t i) {
    const uint32_t open = syntax_assembly(&unit->list, i);
    if (open != NO_TOKEN && !is_harmless_assembly(&unit->list, i, open))
        unit_error(unit, i, "a submission must not use assembly (asm)");
}

/* The one word of the engine's that a header of the labs uses. Macros of the user may put others there, and
   #line gives any text its name. */
static bool is_labs_own_word(const struct unit *unit, uint32_t i) {
    static const char header[] = "/labs/warplab.h";
    const char *file = unit->list.files[unit->list.tokens[i].file];
    const size_t length = strlen(file), end = sizeof header - 1;
    return token_is(&unit->list, i, "simt_work") && length >= end && strcmp(file + length - end, header) == 0;
}

/* Attributes and built-in functions that bypass the hooks, and names of the engine. What the compiler calls
   on its own no header names either. */
static void check_name(struct unit *unit, uint32_t i) {
    static const char *const prefixes[] = {
        "no_sanitize",       "__no_sanitize",      "no_profile",          "__no_profile",
        "disable_sanitizer", "__builtin_mem",      "__builtin___mem",     "__builtin_str",
        "__builtin___str",   "__builtin_bzero",    "__builtin_bcopy",     "__builtin_stp",
        "__builtin_return",  "__builtin_apply",    "__builtin_eh_return", "__builtin_longjmp",
        "__builtin_setjmp",  "__builtin_ia32_",    "__builtin_alloca",    "__builtin_unwind",
        "__builtin_init_",   "__builtin_nonlocal", "__builtin___tsan",    "__builtin___sanitizer"};
    static const char *const engine[] = {"simt_", "__simt_"}, *const hooks[] = {"__tsan_", "__sanitizer_"};
    const struct token_list *list = &unit->list;
    const bool user = !list->tokens[i].system;
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (token_begins(list, i, prefixes[k]) && user)
            unit_error(unit, i, "a submission must not use %.*s", TOKEN_TEXT(list, i));
    for (size_t k = 0; k < sizeof engine / sizeof *engine; k++)
        if (token_begins(list, i, engine[k]) && !is_in_engine_header(unit, i) && !is_labs_own_word(unit, i))
            unit_error(unit, i, "a submission must not use the engine's %.*s", TOKEN_TEXT(list, i));
    for (size_t k = 0; k < sizeof hooks / sizeof *hooks; k++)
        if (token_begins(list, i, hooks[k]))
            unit_error(unit, i, "a submission must not use the engine's %.*s", TOKEN_TEXT(list, i));
}

/* True within __attribute__((...)) or [[...]], but not within an attribute's own arguments. */
static bool is_attribute_name(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"__attribute__", "__attribute", NULL};
    const uint32_t inner = syntax_enclosing(list, i);
    if (inner == NO_TOKEN || inner < 2)
        return false;
    if (token_is(list, inner, "["))
        return token_is(list, inner - 1, "[") && list->tokens[inner - 1].match != NO_TOKEN;
    return token_is(list, inner, "(") && token_is(list, inner - 1, "(") &&
           token_is_one_of(list, inner - 2, words);
}

/* Attributes that change what code is made, or under which name or where it goes into the program. */
static const char *const refused_attributes[] = {"naked",
                                                 "indirect_branch",
                                                 "function_return",
                                                 "ifunc",
                                                 "target_clones",
                                                 "optimize",
                                                 "section",
                                                 "alias",
                                                 "symver",
                                                 "interrupt",
                                                 "noplt",
                                                 "fentry_name",
                                                 "ms_abi",
                                                 "regparm",
                                                 "fentry_section",
                                                 "no_icf",
                                                 "patchable_function_entry",
                                                 "zero_call_used_regs",
                                                 "ms_hook_prologue",
                                                 NULL};
/* The same, but headers of the system use them. */
static const char *const headers_attributes[] = {"target", "weakref", "simd", "copy", NULL};

/* True if the word is one of these, with or without underscores around it. */
static bool is_attribute(const struct token_list *list, uint32_t i, const char *const *attributes) {
    const struct token *t = &list->tokens[i];
    const char *text = list->text + t->start;
    size_t length = t->length;
    if (length > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + length - 2, "__", 2) == 0) {
        text += 2;
        length -= 4;
    }
    for (; *attributes; attributes++)
        if (strlen(*attributes) == length && memcmp(text, *attributes, length) == 0)
            return true;
    return false;
}

static void check_attribute(struct unit *unit, uint32_t i) {
    const struct token_list *list = &unit->list;
    const bool refused = is_attribute(list, i, refused_attributes) ||
                         (!list->tokens[i].system && is_attribute(list, i, headers_attributes));
    if (refused && is_attribute_name(list, i) && !is_in_engine_header(unit, i))
        unit_error(unit, i, "a submission must not use the attribute %.*s", TOKEN_TEXT(list, i));
}

/* True where `simt` names a namespace, and not a variable or a member of something else. */
static bool names_engine(const struct token_list *list, uint32_t i) {
    static const char *const before[] = {"::", "namespace", NULL}, *const after[] = {"::", "{", NULL};
    return token_is(list, i, "simt") &&
           (token_is_one_of(list, i - 1, before) || token_is_one_of(list, i + 1, after) ||
            (i > 3 && token_is(list, i - 1, "=") && token_is(list, i - 3, "namespace")));
}

static void check_namespace(struct unit *unit, uint32_t i) {
    if (names_engine(&unit->list, i) && !is_in_engine_header(unit, i))
        unit_error(unit, i,
                   "a submission must not use the engine's own namespace simt: what CUDA's headers "
                   "declare has no such name; call a namespace of your own differently");
}

/* True if the words of a pragma begin with these. */
static bool pragma_begins(const char *text, const char *end, const char *words) {
    for (; *words; words++) {
        const bool blank = *words == ' ';
        if (text == end || (blank ? !strchr(" \t", *text) : *text != *words))
            return false;
        for (text++; blank && text < end && strchr(" \t", *text); text++)
            continue;
    }
    return text == end || !strchr(letters, *text);
}

static bool pragma_is_one_of(const struct token_list *list, const struct token *pragma,
                             const char *const *words) {
    const char *text = list->text + pragma->start, *end = text + pragma->length;
    for (; *words; words++)
        if (pragma_begins(text, end, *words))
            return true;
    return false;
}

/* Pragmas that change what code is made, or a name that the linker sees. Of GCC's own all do but a few; those
   that g++ does not know do nothing, and precompiled headers are looked after elsewhere. In a header of the
   system a macro of the user may have put them. */
static void check_pragma(struct unit *unit, const struct token *pragma) {
    static const char *const linker[] = {"redefine_extname", "extern_prefix", "weak",    "comment",
                                         "init_seg",         "section",       "linkage", NULL};
    static const char *const user[] = {"GCC", "interface", "implementation", "scalar_storage_order", NULL};
    static const char *const harmless[] = {"GCC diagnostic",     "GCC unroll", "GCC ivdep",
                                           "GCC warning",        "GCC error",  "GCC poison",
                                           "GCC pch_preprocess", NULL};
    const struct token_list *list = &unit->list;
    const char *text = list->text + pragma->start;
    const bool links = pragma_is_one_of(list, pragma, linker);
    const bool changes = pragma_is_one_of(list, pragma, user) && !pragma_is_one_of(list, pragma, harmless);
    size_t words = strcspn(text, "\n(\"");
    if (words > pragma->length)
        words = pragma->length;
    if (links || (changes && !pragma->system))
        unit_error_at(unit, pragma, "a submission must not use #pragma %.*s: it %s; leave it out",
                      (int)(words < 60 ? words : 60), text,
                      links ? "changes the names that the linker sees"
                            : "changes the code that the compiler makes");
}

void diagnose_unconfined(struct unit *unit) {
    for (uint32_t i = 1; i + 1 < unit->list.count; i++) {
        if (unit->list.tokens[i].kind != TOKEN_NAME)
            continue;
        check_assembly(unit, i);
        check_name(unit, i);
        check_attribute(unit, i);
        check_namespace(unit, i);
    }
    for (uint32_t i = 0; i < unit->list.pragma_count; i++)
        check_pragma(unit, &unit->list.pragmas[i]);
}
