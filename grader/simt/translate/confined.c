/* What confined code must not use (simtcc --confined): anything that the compiler would translate without the
   engine's hooks. Words in the system's headers are checked as well, since a macro of the user may have put
   them there. */
#include "unit.h"

#include <string.h>

/* True if the word is in a header of the engine, which the compiler reads before the user's first line. */
static bool is_in_engine_header(const struct unit *unit, uint32_t i) {
    const struct token *t = &unit->list.tokens[i];
    const char *file = unit->list.files[t->file];
    if (strstr(file, "/labs/warplab.h"))
        return true;
    return t->system && (strstr(file, "include/simt/") || strstr(file, "include/cuda") ||
                         strstr(file, "include/cooperative_groups"));
}

static bool is_name(const struct token_list *list, uint32_t i) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
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

/* Attributes and built-in functions that bypass the hooks, and names of the engine. */
static void check_name(struct unit *unit, uint32_t i) {
    static const char *const prefixes[] = {
        "no_sanitize",       "__no_sanitize",      "no_profile",          "__no_profile",
        "disable_sanitizer", "__builtin_mem",      "__builtin___mem",     "__builtin_str",
        "__builtin___str",   "__builtin_bzero",    "__builtin_bcopy",     "__builtin_stp",
        "__builtin_return",  "__builtin_apply",    "__builtin_eh_return", "__builtin_longjmp",
        "__builtin_setjmp",  "__builtin_ia32_",    "__builtin_alloca",    "__builtin_unwind",
        "__builtin_init_",   "__builtin_nonlocal", "__builtin___tsan",    "__builtin___sanitizer"};
    static const char *const words[] = {"naked",
                                        "__naked__",
                                        "indirect_branch",
                                        "__indirect_branch__",
                                        "function_return",
                                        "__function_return__",
                                        "ifunc",
                                        "__ifunc__",
                                        "target",
                                        "__target__",
                                        "target_clones",
                                        "patchable_function_entry",
                                        NULL};
    static const char *const engine[] = {"simt_", "__simt_", "__tsan_", "__sanitizer_"};
    const struct token_list *list = &unit->list;
    const bool user = !list->tokens[i].system;
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (token_begins(list, i, prefixes[k]) && user)
            unit_error(unit, i, "a submission must not use %.*s", TOKEN_TEXT(list, i));
    for (size_t k = 0; k < sizeof engine / sizeof *engine; k++)
        if (token_begins(list, i, engine[k]) && !is_in_engine_header(unit, i))
            unit_error(unit, i, "a submission must not use the engine's %.*s", TOKEN_TEXT(list, i));
    if (user && token_is_one_of(list, i, words) &&
        (token_is(list, i - 1, "(") || token_is(list, i - 1, ",") || token_is(list, i - 1, "::")) &&
        token_is(list, i + 1, "("))
        unit_error(unit, i, "a submission must not use the attribute %.*s", TOKEN_TEXT(list, i));
}

void diagnose_unconfined(struct unit *unit) {
    for (uint32_t i = 1; i + 1 < unit->list.count; i++) {
        if (unit->list.tokens[i].kind != TOKEN_NAME)
            continue;
        check_assembly(unit, i);
        check_name(unit, i);
    }
}
