/* `cudaLaunchKernel((void *)k, …)`: the C form of the call takes a kernel as an address without a type. Here
   the type is what tells how to call it, so the cast is taken away where it stands in such a call. */
#include "unit.h"

/* The last token of a cast to void * that begins at `i`, or NO_TOKEN. */
static uint32_t cast_end(const struct token_list *list, uint32_t i) {
    static const char *const words[] = {"void", "const", "*", NULL};
    static const char *const named[] = {"reinterpret_cast", "static_cast", NULL};
    bool is_named = token_is_one_of(list, i, named) && token_is(list, i + 1, "<");
    uint32_t open = is_named ? i + 1 : i;
    uint32_t close = is_named ? syntax_angle_close(list, open) : list->tokens[i].match;
    if ((!is_named && !token_is(list, open, "(")) || close == NO_TOKEN || close == open + 1 ||
        !token_is(list, close - 1, "*") || token_is(list, close - 2, "*"))
        return NO_TOKEN;
    for (uint32_t k = open + 1; k < close; k++)
        if (!token_is_one_of(list, k, words))
            return NO_TOKEN;
    return close;
}

static void take_casts_away(struct unit *unit, uint32_t open) {
    const struct token_list *list = &unit->list;
    for (uint32_t i = open; i < list->tokens[open].match; i++) {
        uint32_t end = i == open || token_is(list, i, ",") ? cast_end(list, i + 1) : NO_TOKEN;
        if (end != NO_TOKEN && (list->tokens[end + 1].kind == TOKEN_NAME || token_is(list, end + 1, "(")))
            unit_blank(unit, i + 1, end);
        if (i > open && list->tokens[i].match != NO_TOKEN && list->tokens[i].match > i)
            i = list->tokens[i].match;
    }
}

void translate_kernel_casts(struct unit *unit) {
    static const char *const calls[] = {"cudaLaunchKernel",
                                        "cudaLaunchCooperativeKernel",
                                        "cudaFuncSetAttribute",
                                        "cudaFuncGetAttributes",
                                        "cudaFuncSetCacheConfig",
                                        "cudaFuncSetSharedMemConfig",
                                        NULL};
    const struct token_list *list = &unit->list;
    for (uint32_t i = 1; i + 1 < list->count; i++)
        if (!list->tokens[i].system && token_is_one_of(list, i, calls) && token_is(list, i + 1, "(") &&
            list->tokens[i + 1].match != NO_TOKEN)
            take_casts_away(unit, i + 1);
}
