// The manual of `grade`: the flags and commands there are, and what else a reader of its man page must know.
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "commands.h"
#include "lab/spec.h"

enum { MOST_PARTS = 12, MOST_OPTIONS = 24 };

static const struct manual_row exit_codes[] = {{"0", "full marks"},
                                               {"1", "graded, less than full marks"},
                                               {"2", "the grader itself failed"},
                                               {NULL, NULL}};

static const struct manual_row environment[] = {
    {"TMPDIR", "where submissions are built and run, in a folder that is removed; otherwise /tmp"},
    {"PATH", "where nvcc, the CUDA Toolkit's compiler, is looked for first"},
    {"NVCC", "if it is set and empty, nvcc is not looked for"},
    {"WARPLAB_COST",
     "a file that gets processor seconds and bytes of all compilers and runners, a line a run"},
    {NULL, NULL}};

static const struct manual_row files[] = {
    {"labs/LAB/LAB.cu", "the student's file of a lab"},
    {"gradebook.db", "a class's submissions and results, a SQLite file in the current folder"},
    {"gradebook.db.parts/", "what a cluster's tasks work on, while they do"},
    {NULL, NULL}};

static const struct manual_row examples[] = {
    {"./grade lab3", "grades labs/lab3/lab3.cu"},
    {"./grade lab3 --hint 2", "shows the second hint of lab3"},
    {"./grade lab3 --trace trace.html", "shows the kernels at work, as a page for the browser"},
    {"./grade batch uploads -j 8", "grades a class, eight submissions at a time"},
    {"./grade export html -o class.html", "writes the class's results as a page"},
    {NULL, NULL}};

static void add_option(struct manual_part *part, struct manual_option *room,
                       const struct manual_option *option) {
    part->options = room;
    if (part->option_count < MOST_OPTIONS)
        room[part->option_count++] = *option;
}

static void add_options(struct manual_part *part, struct manual_option *room, const struct flag *flags) {
    for (; flags->say.name; flags++)
        add_option(part, room, &flags->say);
    add_option(part, room, &flag_help);
}

static struct manual_part part_of(const struct command *command) {
    return (struct manual_part){.name = command->name,
                                .words = command->words,
                                .choices = command->choices,
                                .summary = command->summary,
                                .text = command->text};
}

const struct manual *usage_manual(void) {
    static struct manual_option room[MOST_PARTS][MOST_OPTIONS];
    static struct manual_part parts[MOST_PARTS] = {
        {.words = "LAB",
         .choices = spec_name_at,
         .summary = "grades one submission",
         .text = "Grades labs/LAB/LAB.cu, or the submission named, and says what to do next."}};
    static struct manual manual = {.name = "grade",
                                   .typed = "./grade",
                                   .summary = "grade CUDA labs, of one student or of a class",
                                   .parts = parts,
                                   .exit_codes = exit_codes,
                                   .environment = environment,
                                   .files = files,
                                   .examples = examples,
                                   .see_also = "simtcc(1); the guides in docs/."};
    if (manual.part_count > 0)
        return &manual;
    const struct command *command;
    add_options(&parts[0], room[0], cli_flags);
    for (manual.part_count = 1;
         manual.part_count < MOST_PARTS && (command = command_at(manual.part_count - 1));
         manual.part_count++) {
        parts[manual.part_count] = part_of(command);
        add_options(&parts[manual.part_count], room[manual.part_count], command->flags);
    }
    return &manual;
}

int usage_print(const char *form) {
    if (manual_print(stdout, usage_manual(), form))
        return EXIT_SUCCESS;
    return command_misused("--help alone, or --help=man, --help=bash or --help=zsh");
}

int usage_command(const struct command *command) {
    const struct manual *manual = usage_manual();
    manual_help(stdout, manual, manual_find(manual, command ? command->name : NULL));
    if (command && command->more)
        command->more();
    return EXIT_SUCCESS;
}
