/* What libFuzzer feeds to the translator ("make fuzz"). Whatever the bytes are, it must come back, keep every
   line where it was, and leave alone what uses none of CUDA's extensions. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "simt/translate/lexer.h"
#include "simt/translate/translate.h"

static bool contains(const char *text, size_t length, const char *part) {
    return memmem(text, length, part, strlen(part)) != NULL;
}

/* Words are looked for in the text as it is, so that this knows nothing of the translator's own reading. */
static bool uses_cuda(const char *text, size_t length) {
    static const char *const words[] = {
        "<<",          "__global__",        "__device__",  "__host__",
        "__shared__",  "__constant__",      "__managed__", "__grid_constant__",
        "__maxnreg__", "__launch_bounds__", "simt_launch", "pch_preprocess"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (contains(text, length, words[i]))
            return true;
    return false;
}

static uint32_t last_line(const char *text, size_t length) {
    struct token_list list;
    lexer_run(text, length, &list);
    uint32_t line = list.tokens[list.count - 1].line;
    token_list_free(&list);
    return line;
}

void fuzz_translate(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    struct translation t;
    translate(text, size, &t);
    fuzz_require(t.text[t.length] == '\0', "the text has no end");
    fuzz_require(*t.diagnostics || last_line(text, size) == last_line(t.text, t.length),
                 "a line was lost or won");
    if (!uses_cuda(text, size))
        fuzz_require(t.length == size && memcmp(t.text, text, size) == 0, "text without CUDA was changed");
    translation_free(&t);
}
