// The translator's passes, in sequence over one list of tokens.
#include "translate.h"

#include <ctype.h>
#include <stdlib.h>

#include "lexer.h"
#include "unit.h"

/* The digraph's bracket as one character: to the compiler they are the same. */
static char bracket_of(const char *digraph) {
    if (digraph[0] == '<')
        return digraph[1] == '%' ? '{' : '[';
    return digraph[0] == '%' ? '}' : ']';
}

void translate_digraphs(char *source, size_t length) {
    static const char *const digraphs[] = {"<:", ":>", "<%", "%>", NULL};
    struct token_list list;
    lexer_run(source, length, &list);
    for (uint32_t i = 1; i + 1 < list.count; i++) {
        char *at = source + list.tokens[i].start;
        if (!token_is_one_of(&list, i, digraphs))
            continue;
        at[0] = bracket_of(at);
        at[1] = ' ';
    }
    token_list_free(&list);
}

/* The byte after the blanks at `at`. */
static uint32_t behind_blanks(const struct token_list *list, uint32_t at) {
    while (at < list->length && isspace((unsigned char)list->text[at]) && list->text[at] != '\n')
        at++;
    return at;
}

/* A backslash followed only by blanks joins its line to the next. If a comment followed it,
   the preprocessor leaves the backslash. nvcc's compiler reads preprocessed text again and joins the
   lines; g++ reports it as stray. It is removed here, and lines stay where they are. */
static void translate_splices(struct unit *unit) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++) {
        const uint32_t at = behind_blanks(list, token_end(list, i));
        if (at >= list->length || list->text[at] != '\\')
            continue;
        const uint32_t end = behind_blanks(list, at + 1);
        if (end < list->length && list->text[end] == '\n')
            edit_replace(&unit->edits, at, 1, " ");
    }
}

void translate_again(const char *source, size_t length, enum translate_dialect dialect, const char *messages,
                     struct translation *out) {
    struct unit unit;
    unit_begin(&unit, source, length);
    unit.checked = dialect == TRANSLATE_CHECKED;
    translate_kernels(&unit);
    translate_shared(&unit);
    translate_shared_globals(&unit);
    translate_captures(&unit);
    translate_locals(&unit);
    translate_watched(&unit, messages);
    translate_returned(&unit);
    translate_launches(&unit);
    translate_kernel_casts(&unit);
    translate_assembly(&unit);
    translate_shifts(&unit);
    translate_splices(&unit);
    translate_qualifiers(&unit);
    diagnose_unsupported(&unit);
    *out = (struct translation){.diagnostics = unit.diagnostics};
    unit.diagnostics = NULL;
    out->text = edits_apply(&unit.edits, source, length, &out->length);
    unit_end(&unit);
}

void translate(const char *source, size_t length, struct translation *out) {
    translate_again(source, length, TRANSLATE_GCC, NULL, out);
}

char *translate_confinement(const char *source, size_t length) {
    struct unit unit;
    unit_begin(&unit, source, length);
    diagnose_unconfined(&unit);
    diagnose_child_launches(&unit);
    char *diagnostics = unit.diagnostics;
    unit.diagnostics = NULL;
    unit_end(&unit);
    return diagnostics;
}

void translation_free(struct translation *translation) {
    free(translation->text);
    free(translation->diagnostics);
    *translation = (struct translation){0};
}
