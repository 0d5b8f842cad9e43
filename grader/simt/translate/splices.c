/* A backslash that only blanks follow on its line joins the line to the next. Where a comment stood behind
   it, the preprocessor leaves the backslash. nvcc's compiler reads preprocessed text anew and joins the
   lines; g++ takes it for a stray one. It is left out here, and lines stay where they are. */
#include <ctype.h>

#include "unit.h"

/* The byte behind the blanks that begin at one. */
static uint32_t behind_blanks(const struct token_list *list, uint32_t at) {
    while (at < list->length && isspace((unsigned char)list->text[at]) && list->text[at] != '\n')
        at++;
    return at;
}

void translate_splices(struct unit *unit) {
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
