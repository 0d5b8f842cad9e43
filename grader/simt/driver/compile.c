/* One source file on its way to an object file.

   A .cu needs two runs of the host compiler. The first is `g++ -E` with the engine's headers; its output
   comes back through a pipe and is translated in memory. The second is `g++ -c` of the result, through
   another pipe. No intermediate file is written. Because of the line markers of the first run, messages of
   the second name the user's files and lines. The engine's headers are precompiled (precompiled.c). Other
   sources are compiled unchanged. */
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translate/translate.h"

static enum translate_dialect dialect_of(const struct toolchain *tools) {
    return tools->language ? TRANSLATE_CHECKED : TRANSLATE_GCC;
}

static void show(const struct word_list *command) {
    for (size_t i = 0; i < command->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "#$ ", command->items[i]);
    fputc('\n', stderr);
}

/* A plugin works only with the compiler version it was built for. */
static bool is_outdated(const struct captured *errors) {
    return errors->text && strstr(errors->text, " plugin ") &&
           (strstr(errors->text, PLUGIN_FILE) || strstr(errors->text, LANGUAGE_FILE));
}

static enum outcome outcome_of(int code, const struct captured *errors) {
    if (code == 0)
        return OUTCOME_DONE;
    if (is_outdated(errors)) {
        fputs("simtcc: error: g++ is not the one that simtcc was built for: run make again\n", stderr);
        return OUTCOME_BROKEN;
    }
    return code == 1 ? OUTCOME_SOURCE_ERROR : OUTCOME_BROKEN;
}

/* Runs a compiler; its messages are kept. */
static int run_quietly(const struct options *options, const struct word_list *command, const char *input,
                       size_t length, struct captured *output, struct captured *errors) {
    struct process process = {
        .argv = command->items, .input = input, .input_length = length, .output = output, .errors = errors};
    if (options->verbose)
        show(command);
    return process_run(&process);
}

/* Runs a compiler; its messages are printed with additions. */
static enum outcome run(const struct options *options, const struct word_list *command, const char *input,
                        size_t length, struct captured *output) {
    struct captured errors = {0};
    int code = run_quietly(options, command, input, length, output, &errors);
    if (!process_stopped_by())
        messages_pass_on(errors.text, stderr);
    enum outcome outcome = outcome_of(code, &errors);
    free(errors.text);
    return outcome;
}

static bool has_word(const struct word_list *words, const char *word) {
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], word) == 0)
            return true;
    return false;
}

/* Dependency files are named after the object, as if one compiler had written both. */
static void add_dependencies(struct word_list *command, const struct options *options, const char *output,
                             char file[static 4096]) {
    if (!options->depend.count)
        return;
    word_list_add_all(command, &options->depend);
    const char *dot = strrchr(output, '.');
    int stem = dot && !strchr(dot, '/') ? (int)(dot - output) : (int)strlen(output);
    snprintf(file, 4096, "%.*s.d", stem, output);
    if (!has_word(&options->depend, "-MF")) {
        word_list_append(command, "-MF", file, NULL);
    }
    if (!has_word(&options->depend, "-MT") && !has_word(&options->depend, "-MQ")) {
        word_list_append(command, "-MT", output, NULL);
    }
}

static enum outcome preprocess(const struct options *options, const struct toolchain *tools,
                               const struct input *input, bool of_host, const char *output,
                               struct captured *text) {
    struct word_list command = {0};
    char standard[32], arch[2][40], dependencies[4096];
    word_list_add(&command, tools->cxx);
    flags_add_standard(&command, options, standard);
    word_list_add(&command, "-E");
    flags_add_macros(&command, options, arch);
    if (options->stage < STAGE_COMPILE || !precompiled_add(&command, options, tools))
        word_list_add_all(&command, &options->compile);
    /* cuda_runtime.h comes before headers of the user's own -include. */
    word_list_append(&command, "-isystem", tools->include, "-include", "cuda_runtime.h", NULL);
    if (of_host) {
        word_list_append(&command, "-include", "simt/host_part.h", NULL);
    }
    if (tools->cccl) {
        word_list_append(&command, "-idirafter", tools->cccl, NULL);
    }
    word_list_add_all(&command, &options->preprocess);
    if (output && !of_host)
        add_dependencies(&command, options, output, dependencies);
    word_list_append(&command, "-x", "c++", input->path, NULL);
    enum outcome outcome = run(options, &command, NULL, 0, text);
    word_list_free(&command);
    return outcome;
}

/* True if the source includes CUB. */
static bool has_cub(const struct captured *source) {
    static const char header[] = "/cub/config.cuh\"";
    return source->text && memmem(source->text, source->length, header, sizeof header - 1);
}

static void compile_command(struct word_list *command, const struct options *options,
                            const struct toolchain *tools, const struct captured *source,
                            char standard[static 32], const char *output) {
    word_list_add(command, tools->cxx);
    flags_add_standard(command, options, standard);
    flags_add_code(command, options, tools);
    if (has_cub(source))
        word_list_add(command,
                      "-fpermissive"); /* its `using WarpReduce = WarpReduce<T>;`, which nvcc takes */
    word_list_append(command, "-x", "c++-cpp-output", "-c", "-", "-o", output, NULL);
}

/* Translates and compiles the text again. The engine then watches the variables that may be read before
   initialisation, according to the compiler's `messages`. */
static enum outcome compile_watched(const struct options *options, const struct toolchain *tools,
                                    const struct word_list *command, const struct captured *source,
                                    const char *messages) {
    struct translation translation;
    translate_again(source->text, source->length, dialect_of(tools), messages, &translation);
    enum outcome outcome = run(options, command, translation.text, translation.length, NULL);
    translation_free(&translation);
    return outcome;
}

/* True if the user's options enable warnings: those about system headers would be printed as well. */
static bool asks_for_warnings(const struct word_list *command) {
    for (size_t i = 0; i < command->count; i++)
        if (strncmp(command->items[i], "-W", 2) == 0 && strncmp(command->items[i], "-Wno-", 5) != 0)
            return true;
    return false;
}

static enum outcome compile_translated(const struct options *options, const struct toolchain *tools,
                                       const struct captured *source, const struct translation *translation,
                                       const char *output) {
    /* the last: a value may be used in a function of the engine's headers, such as a vote */
    static const char *const doubts[] = {"-Wuninitialized", "-Wno-error=uninitialized",
                                         "-Wmaybe-uninitialized", "-Wno-error=maybe-uninitialized",
                                         "-Wsystem-headers"};
    struct word_list plain = {0}, doubting = {0};
    struct captured errors = {0};
    char standard[32];
    compile_command(&plain, options, tools, source, standard, output);
    word_list_add_all(&doubting, &plain);
    flags_add_all(&doubting, doubts, sizeof doubts / sizeof *doubts - asks_for_warnings(&plain));
    const struct word_list *command = options->unchecked ? &plain : &doubting;
    int code = run_quietly(options, command, translation->text, translation->length, NULL, &errors);
    enum outcome outcome = outcome_of(code, &errors);
    if (code == 0 && command == &doubting && errors.text && strstr(errors.text, "uninitialized]"))
        outcome = compile_watched(options, tools, &plain, source, errors.text);
    else if (command == &doubting && errors.text && strstr(errors.text, "/include/"))
        /* warnings about headers of the system or of the engine, which were not requested */
        outcome = run(options, &plain, translation->text, translation->length, NULL);
    else if (!process_stopped_by())
        messages_pass_on(errors.text, stderr);
    free(errors.text);
    word_list_free(&plain);
    word_list_free(&doubting);
    return outcome;
}

static enum outcome write_text(const char *path, const char *text, size_t length) {
    FILE *to = path ? fopen(path, "wb") : stdout;
    bool fine = to && fwrite(text, 1, length, to) == length;
    if (to)
        fine &= (path ? fclose(to) : fflush(to)) == 0;
    if (fine)
        return OUTCOME_DONE;
    fprintf(stderr, "simtcc: error: cannot write %s\n", path ? path : "standard output");
    return OUTCOME_BROKEN;
}

static enum outcome translate_and_compile(const struct options *options, const struct toolchain *tools,
                                          const struct captured *source, const char *output) {
    struct translation translation;
    enum outcome outcome = OUTCOME_SOURCE_ERROR;
    translate_again(source->text, source->length, dialect_of(tools), NULL, &translation);
    fputs(translation.diagnostics, stderr);
    if (!*translation.diagnostics)
        outcome = options->stage == STAGE_TRANSLATE
                      ? write_text(output, translation.text, translation.length)
                      : compile_translated(options, tools, source, &translation, output);
    translation_free(&translation);
    return outcome;
}

/* Line markers in the user's file could make the translator mistake the user's text for a header's. */
static bool passes_for_other_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    ssize_t length = file ? getdelim(&text, &size, '\0', file) : -1;
    char *room = length > 0 ? malloc((size_t)length + 1) : NULL;
    int line = room ? markers_line(text, (size_t)length, room) : 0;
    if (line)
        fprintf(stderr, "%s:%d: error: a submission must not pass for another file\n", path, line);
    free(room);
    free(text);
    if (file)
        fclose(file);
    return line > 0;
}

/* Few sources have any; an apparent digraph may be a part of another token. */
static void spell_out_digraphs(struct captured *source) {
    static const char *const digraphs[] = {"<:", ":>", "<%", "%>"};
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++)
        if (source->text && memmem(source->text, source->length, digraphs[i], 2)) {
            translate_digraphs(source->text, source->length);
            return;
        }
}

/* Preprocesses for one of the two sides. */
static enum outcome read_side(const struct options *options, const struct toolchain *tools,
                              const struct input *input, bool of_host, const char *output,
                              struct captured *source) {
    enum { LONGEST = 1 << 29 };
    enum outcome outcome = preprocess(options, tools, input, of_host, output, source);
    if (outcome == OUTCOME_DONE && options->confined &&
        precompiled_is_forged(source->text, source->length, tools)) {
        fprintf(stderr, "%s:1: error: a submission must not name precompiled headers\n", input->path);
        outcome = OUTCOME_SOURCE_ERROR;
    }
    if (outcome == OUTCOME_DONE && source->length > LONGEST) {
        fprintf(stderr, "simtcc: error: %s is too long\n", input->path);
        outcome = OUTCOME_BROKEN;
    }
    if (outcome != OUTCOME_DONE || options->stage == STAGE_PREPROCESS)
        return outcome;
    if (options->confined && has_cub(source)) {
        fprintf(stderr, "%s:1: error: a submission must not use CUB: it would do the lab's work\n",
                input->path);
        return OUTCOME_SOURCE_ERROR;
    }
    spell_out_digraphs(source);
    char *complaints = options->confined ? translate_confinement(source->text, source->length) : NULL;
    if (complaints && *complaints) {
        fputs(complaints, stderr);
        outcome = OUTCOME_SOURCE_ERROR;
    }
    free(complaints);
    return outcome;
}

/* Gives each function whose host code differs from its device code a part for either side. */
static enum outcome add_host_parts(const struct options *options, const struct toolchain *tools,
                                   const struct input *input, struct captured *source) {
    struct captured host = {0};
    const enum outcome outcome = read_side(options, tools, input, true, NULL, &host);
    if (outcome == OUTCOME_DONE) {
        char *device = source->text;
        source->text = translate_sides(device, source->length, host.text, host.length, &source->length);
        free(device);
    }
    free(host.text);
    return outcome;
}

static enum outcome compile_cuda(const struct options *options, const struct toolchain *tools,
                                 const struct input *input, const char *output) {
    struct captured source = {0};
    if (options->unchecked && options->confined) {
        fprintf(stderr, "simtcc: error: --unchecked and --confined exclude each other\n");
        return OUTCOME_BROKEN;
    }
    if (strstr(tools->cxx, "clang")) {
        fprintf(stderr, "simtcc: error: %s: programs are compiled by g++\n", tools->cxx);
        return OUTCOME_BROKEN;
    }
    if (options->confined && !tools->plugin)
        fputs("simtcc: warning: without its plugin g++ does not tell the engine of every store\n", stderr);
    if (options->verbose && !tools->language)
        fputs(RULES_GAP "\n", stderr);
    if (options->confined && passes_for_other_file(input->path))
        return OUTCOME_SOURCE_ERROR;
    enum outcome outcome = read_side(options, tools, input, false, output, &source);
    if (outcome == OUTCOME_DONE && options->stage != STAGE_PREPROCESS &&
        markers_find(source.text, "__CUDA_ARCH__"))
        outcome = add_host_parts(options, tools, input, &source);
    if (outcome == OUTCOME_DONE)
        outcome = options->stage == STAGE_PREPROCESS ? write_text(output, source.text, source.length)
                                                     : translate_and_compile(options, tools, &source, output);
    free(source.text);
    return outcome;
}

static enum outcome compile_host(const struct options *options, const struct toolchain *tools,
                                 const struct input *input, const char *output) {
    struct word_list command = {0};
    char standard[32], dependencies[4096];
    bool cxx = input->kind == INPUT_CXX;
    word_list_add(&command, cxx ? tools->cxx : tools->cc);
    if (cxx)
        flags_add_standard(&command, options, standard);
    word_list_append(&command, options->level, "-g", "-D__SIMT__=1", NULL);
    word_list_add_all(&command, &options->preprocess);
    word_list_add_all(&command, &options->compile);
    /* Some systems define _FORTIFY_SOURCE, and its memcpy is not the engine's. */
    word_list_append(&command, "-U_FORTIFY_SOURCE", "-isystem", tools->include,
                     options->stage < STAGE_COMPILE ? "-E" : "-c", "-x", cxx ? "c++" : "c", input->path,
                     NULL);
    if (output) {
        add_dependencies(&command, options, output, dependencies);
        word_list_append(&command, "-o", output, NULL);
    }
    enum outcome outcome = run(options, &command, NULL, 0, NULL);
    word_list_free(&command);
    return outcome;
}

enum outcome compile_file(const struct options *options, const struct toolchain *tools,
                          const struct input *input, const char *output) {
    return input->kind == INPUT_CUDA ? compile_cuda(options, tools, input, output)
                                     : compile_host(options, tools, input, output);
}

/* True without linker options: then the libraries are named here, and not by g++. */
static bool is_plain_link(const struct options *options, const struct toolchain *tools) {
    bool plain = options->compile.count == 0 && strncmp(tools->cxx, "g++", 3) == 0;
    for (size_t i = 0; i < options->link.count; i++)
        plain &= options->link.items[i][0] != '-';
    return plain;
}

/* Also for the libraries' own dependencies: a newer search path (RUNPATH) applies only to the program's
 * direct ones. */
static void add_bundled(struct word_list *command, const struct toolchain *tools) {
    if (!tools->bundled)
        return;
    word_list_append(command, "-L", tools->bundled, "-Wl,--disable-new-dtags", "-Xlinker", "-rpath",
                     "-Xlinker", tools->bundled, NULL);
}

enum outcome link_program(const struct options *options, const struct toolchain *tools,
                          const struct word_list *objects, const char *output) {
    /* What the engine needs. */
    static const char *const libraries[] = {"-lsimt",          "-ldw",      "-lelf", "-lcapstone", "-lcjson",
                                            "-lboost_context", "-lpthread", "-lm"};
    /* The libraries that g++ adds, in another order: before each library that may be unneeded, ld copies its
       known symbols, most of which are from the C++ library. So that comes last. */
    static const char *const defaults[] = {"-nodefaultlibs", "-lc", "-lgcc_s", "-lgcc", "-lstdc++"};
    struct word_list command = {0};
    word_list_add(&command, tools->cxx);
    word_list_add_all(&command, &options->compile);
    word_list_add_all(&command, objects);
    word_list_add_all(&command, &options->link);
    word_list_append(&command, "-L", tools->library_folder, NULL);
    add_bundled(&command, tools);
    flags_add_all(&command, libraries, sizeof libraries / sizeof *libraries);
    if (is_plain_link(options, tools))
        flags_add_all(&command, defaults, sizeof defaults / sizeof *defaults);
    word_list_append(&command, "-o", output, NULL);
    enum outcome outcome = run(options, &command, NULL, 0, NULL);
    word_list_free(&command);
    return outcome;
}
