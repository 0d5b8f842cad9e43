/* The engine's headers, and the C++ library's that they need, compiled once for all sources.

   They are 23,000 lines before the user's first line, and take most of the time for a small source.
   HOME/precompiled has g++'s form of them, once for --confined and once for other sources. The preprocessor
   replaces them by one pragma, at which the compiler reads that form. g++ uses it only with the same
   compiler, flags and macros, and else reads the headers themselves. So it changes nothing but the time. */
#include "compile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "cuda_runtime.h"
static const char pragma_word[] = "pch_preprocess";

/* Macros that the flags for code would define, but that plain CUDA sources do not expect. */
static const char *const unexpected[] = {"-U__OPTIMIZE__", "-U__SANITIZE_THREAD__", "-U__NO_MATH_ERRNO__"};

static void add_flags(struct word_list *command, const struct options *options,
                      const struct toolchain *tools) {
    flags_add_code(command, options, tools);
    flags_add_all(command, unexpected, sizeof unexpected / sizeof *unexpected);
}

/* The pragma has the folder's name without escapes. */
static bool is_available(const struct toolchain *tools) {
    return tools->precompiled && !strpbrk(tools->precompiled, "\"\\\n") &&
           access(tools->precompiled, R_OK) == 0;
}

bool precompiled_add(struct word_list *command, const struct options *options,
                     const struct toolchain *tools) {
    if (!is_available(tools))
        return false;
    add_flags(command, options, tools);
    word_list_append(command, "-fpch-preprocess", "-isystem", tools->precompiled, NULL);
    return true;
}

static bool make_folder(const char *path) { return mkdir(path, 0755) == 0 || errno == EEXIST; }

static bool write_header(const struct toolchain *tools) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" HEADER, tools->precompiled);
    FILE *to = fopen(path, "w");
    bool fine = to && fputs("#include_next <" HEADER ">\n", to) >= 0;
    if (to)
        fine &= fclose(to) == 0;
    return fine;
}

/* Writes to a temporary name first: another process may be compiling. */
static enum outcome make(const struct options *options, const struct toolchain *tools, const char *path) {
    static const char source[] = "#include <" HEADER ">\n";
    char standard[32], arch[2][40];
    struct word_list command = {0};
    word_list_add(&command, tools->cxx);
    flags_add_standard(&command, options, standard);
    flags_add_macros(&command, options, arch);
    add_flags(&command, options, tools);
    /* g++ takes no "-" here, in place of /dev/stdin. */
    word_list_append(&command, "-isystem", tools->include, "-x", "c++-header", "/dev/stdin", "-o", path,
                     NULL);
    const struct process process = {
        .argv = command.items, .input = source, .input_length = sizeof source - 1};
    const int code = process_run(&process);
    word_list_free(&command);
    return code == 0 ? OUTCOME_DONE : OUTCOME_BROKEN;
}

enum outcome precompiled_make(const struct options *options, const struct toolchain *tools) {
    char folder[PATH_MAX], path[PATH_MAX + 16], new[PATH_MAX + 24];
    if (!tools->precompiled)
        return OUTCOME_DONE;
    snprintf(folder, sizeof folder, "%s/" HEADER ".gch", tools->precompiled);
    snprintf(path, sizeof path, "%s/%s", folder, options->confined ? "confined" : "plain");
    snprintf(new, sizeof new, "%s.%s", folder, options->confined ? "confined" : "plain");
    if (!make_folder(tools->precompiled) || !make_folder(folder) || !write_header(tools)) {
        fprintf(stderr, "simtcc: error: cannot write to %s: %s\n", folder, strerror(errno));
        return OUTCOME_BROKEN;
    }
    const enum outcome outcome = make(options, tools, new);
    if (outcome == OUTCOME_DONE && rename(new, path) == 0)
        return OUTCOME_DONE;
    unlink(new);
    fprintf(stderr, "simtcc: error: cannot make %s\n", path);
    return OUTCOME_BROKEN;
}

bool precompiled_is_forged(const char *text, size_t length, const struct toolchain *tools) {
    enum { WORD = sizeof pragma_word - 1 };
    const char *end = text + length, *word = memmem(text, length, pragma_word, WORD);
    if (!word)
        return false;
    char ours[PATH_MAX + 4];
    const int size = snprintf(ours, sizeof ours, " \"%s/", tools->precompiled ? tools->precompiled : "");
    const char *name = word + WORD;
    return !tools->precompiled || end - name < size || memcmp(name, ours, (size_t)size) != 0 ||
           memmem(name, (size_t)(end - name), pragma_word, WORD) != NULL;
}
