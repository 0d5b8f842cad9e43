// Calls of a submission's functions that grader/confine keeps from the engine.
#include <assert.h>
#include <string.h>

#include "confine/bounds.h"
#include "confine/guard/guard.h"
#include "cpu.h"

bool cpu_confine(void) {
    static bool confined;
    const struct simt_guard_bounds bounds = {
        .text_from = (uintptr_t)bounds_text_begin,
        .text_to = (uintptr_t)bounds_text_end,
        .variables = {{(uintptr_t)&bounds_data_begin, (uintptr_t)&bounds_data_end},
                      {(uintptr_t)&bounds_bss_begin, (uintptr_t)&bounds_bss_end}}};
    return confined || (confined = simt_guard_confine(&bounds));
}

void cpu_run(void (*function)(void), const struct passed *passed) {
    struct simt_guard_arguments arguments = {.word_count = passed->word_count};
    static_assert(sizeof arguments.words == sizeof passed->words &&
                      sizeof arguments.numbers == sizeof passed->numbers,
                  "the guard passes as many arguments as a launcher may have");
    memcpy(arguments.words, passed->words, sizeof arguments.words);
    memcpy(arguments.numbers, passed->numbers, sizeof arguments.numbers);
    simt_guard_run(function, &arguments);
}
