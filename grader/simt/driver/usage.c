// The manual of simtcc: the options there are, and what else a reader of its man page must know.
#include <stdio.h>
#include <string.h>

#include "option_table.h"
#include "options.h"

enum { MOST_OPTIONS = 96, MOST_ALIASES = 160 };

static const struct manual_row exit_codes[] = {
    {"0", "done"}, {"1", "the source has errors"}, {"2", "simtcc itself failed"}, {NULL, NULL}};

static const struct manual_row environment[] = {
    {"SIMT_CXX", "the compiler of C++, otherwise g++"},
    {"SIMT_CC", "the compiler of C, otherwise gcc"},
    {"SIMT_HOME", "where include/ and lib/ of the engine are, otherwise beside the folder of simtcc"},
    {"TMPDIR", "where temporary files are kept, otherwise /tmp"},
    {"SIMT_CHECK", "for the program: all, none, or some of race,memory,init,sync; otherwise all"},
    {"SIMT_COUNT", "for the program: all or none of the counters; otherwise all"},
    {"SIMT_REPORT", "for the program: a file that gets what was found and counted, as JSON"},
    {"SIMT_SCHEDULE", "for the program: forward, reverse or random:SEED, the order in which threads run"},
    {"SIMT_DEVICE", "for the program: the file of a device profile; otherwise that of an H200"},
    {"SIMT_MEMORY", "for the program: bytes of the host that device memory may take; otherwise a quarter"},
    {"SIMT_TRACE",
     "for the program: a file that gets a recording, as a page (.html), a picture (.svg) or JSON"},
    {NULL, NULL}};

static const struct manual_row files[] = {{"include/", "the headers that stand in for the CUDA Toolkit's"},
                                          {"lib/libsimt.a", "the engine, which every program is linked with"},
                                          {NULL, NULL}};

static const struct manual_row examples[] = {
    {"build/bin/simtcc prog.cu -o prog && ./prog", "compiles a program, and runs it with every check"},
    {"SIMT_TRACE=trace.html ./prog", "shows its kernels at work, as a page for the browser"},
    {NULL, NULL}};

// What a value can be, where its name tells: "cu|c++|c".
static const char *language_at(size_t i) {
    static const char *const names[] = {"cu", "c++", "c"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static const char *standard_at(size_t i) {
    static const char *const names[] = {"c++17", "c++20"};
    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

static manual_choices *choices_of(const struct option *option) {
    if (option->action == LANGUAGE)
        return language_at;
    if (option->action == STANDARD)
        return standard_at;
    const char *name = option->value_name;
    return name && (strcmp(name, "FILE") == 0 || strcmp(name, "DIR") == 0) ? manual_files : NULL;
}

static struct manual_option told_of(const struct option *option) {
    return (struct manual_option){.name = option->name,
                                  .value = option->value_name,
                                  .choices = choices_of(option),
                                  .help = option->help[0] ? option->help : NULL,
                                  .rare = option->rare};
}

static void add_options(struct manual_part *part) {
    static struct manual_option room[MOST_OPTIONS];
    static char aliases[MOST_OPTIONS][MOST_ALIASES];
    part->options = room;
    for (const struct option *option = option_table; option->name; option++) {
        if (option->help) {
            if (part->option_count == MOST_OPTIONS)
                return;
            room[part->option_count++] = told_of(option);
            continue;
        }
        char *own = aliases[part->option_count - 1];
        snprintf(own + strlen(own), MOST_ALIASES - strlen(own), "%s%s", own[0] ? " " : "", option->name);
        room[part->option_count - 1].aliases = own;
    }
}

const struct manual *options_manual(void) {
    static struct manual_part part = {
        .words = "FILE...",
        .choices = manual_files,
        .summary = "compiles",
        .text = "Compiles CUDA C for the CPU engine: programs run without a GPU, and all that kernels do is "
                "checked. Takes .cu, .cpp, .c, .o, .a, .so."};
    static const struct manual manual = {.name = "simtcc",
                                         .typed = "simtcc",
                                         .summary = "compile CUDA C programs that run without a GPU",
                                         .parts = &part,
                                         .part_count = 1,
                                         .exit_codes = exit_codes,
                                         .environment = environment,
                                         .files = files,
                                         .examples = examples,
                                         .see_also =
                                             "grade(1); docs/using-simtcc.md says what is checked and counted."};
    if (part.option_count == 0)
        add_options(&part);
    return &manual;
}
