// simtcc's command line: one table of nvcc's everyday options.
#include "options.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "translate/lexer.h"

void word_list_add(struct word_list *words, const char *word) {
    words->items = memory_grow(words->items, words->count + 1, &words->capacity, sizeof *words->items);
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

void word_list_append(struct word_list *words, const char *first, ...) {
    va_list more;
    va_start(more, first);
    for (const char *word = first; word; word = va_arg(more, const char *))
        word_list_add(words, word);
    va_end(more);
}

void word_list_add_all(struct word_list *words, const struct word_list *more) {
    for (size_t i = 0; i < more->count; i++)
        word_list_add(words, more->items[i]);
}

void word_list_free(struct word_list *words) {
    free(words->items);
    *words = (struct word_list){0};
}

static char *own(struct options *o, const char *text, size_t length) {
    char *copy = memcpy(memory_resize(NULL, length + 1), text, length);
    copy[length] = '\0';
    word_list_add(&o->owned, copy);
    return copy;
}

/* nvcc takes commas here; users also quote a list with spaces. */
static void split(struct options *o, struct word_list *words, const char *before, const char *list) {
    while (*list) {
        size_t length = strcspn(list, ", ");
        if (length && before)
            word_list_add(words, before);
        if (length)
            word_list_add(words, own(o, list, length));
        list += length + (list[length] != '\0');
    }
}

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* "sm_86", "compute_80", "arch=compute_90,code=sm_90": the number, times ten. Other values are ignored. */
static bool take_architecture(void *into, const struct option *option, const char *value) {
    const char *digits = strchr(value, '_');
    const unsigned long number = digits ? strtoul(digits + 1, NULL, 10) : 0;
    (void)option;
    if (number >= 10 && number < 1000)
        ((struct options *)into)->architecture = (unsigned)number * 10;
    return true;
}

static bool take_standard(void *into, const struct option *option, const char *value) {
    static const char *const newer[] = {"c++20", "gnu++20", "c++2a", "gnu++2a",
                                        "c++23", "gnu++23", "c++2b", "gnu++2b"};
    (void)option;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (strcmp(value, newer[i]) == 0)
            ((struct options *)into)->standard = newer[i];
    return true;
}

static bool take_language(void *into, const struct option *option, const char *value) {
    static const char *const names[] = {"cu", "c++", "c", "none"};
    struct options *o = into;
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(value, names[i]) != 0)
            continue;
        o->has_language = i < INPUT_OBJECT;
        o->language = (enum input_kind)i;
        return true;
    }
    return false;
}

/* Passes the option on under its first name, which g++ knows, with its value as a separate word. */
static bool pass(void *into, const struct option *option, const char *value) {
    struct word_list *words = (struct word_list *)(void *)((char *)into + option->offset);
    word_list_add(words, own(into, option->names, strcspn(option->names, " ")));
    if (value)
        word_list_add(words, value);
    return true;
}

static bool pass_library(void *into, const struct option *option, const char *value) {
    static const char *const engine[] = {"cudart", "cudart_static", "cudadevrt", "cuda",   "nvToolsExt",
                                         "cublas", "cublas_static", "cublasLt",  "curand", "curand_static"};
    for (size_t i = 0; i < sizeof engine / sizeof *engine; i++)
        if (strcmp(value, engine[i]) == 0)
            return true; /* the engine is all of them */
    return pass(into, option, value);
}

static bool pass_word(void *into, const struct option *option, const char *value) {
    (void)option;
    word_list_add(&((struct options *)into)->compile, value);
    return true;
}

static bool pass_list(void *into, const struct option *option, const char *value) {
    struct options *o = into;
    if (option->offset == offsetof(struct options, link))
        split(o, &o->link, "-Xlinker", value);
    else
        split(o, &o->compile, NULL, value);
    return true;
}

static bool add_input(void *into, const struct option *option, const char *path) {
    static const struct {
        const char *end;
        enum input_kind kind;
    } kinds[] = {{".cu", INPUT_CUDA},  {".cpp", INPUT_CXX},  {".cc", INPUT_CXX},
                 {".cxx", INPUT_CXX},  {".C", INPUT_CXX},    {".c", INPUT_C},
                 {".o", INPUT_OBJECT}, {".a", INPUT_OBJECT}, {".so", INPUT_OBJECT}};
    struct options *o = into;
    struct input input = {.path = path, .kind = o->language};
    bool known = false;
    (void)option;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !known; i++) {
        known = ends_with(path, kinds[i].end);
        if (known && (!o->has_language || kinds[i].kind == INPUT_OBJECT))
            input.kind = kinds[i].kind;
    }
    if (!known && !o->has_language && !strstr(path, ".so."))
        return false;
    if (!known && !o->has_language)
        input.kind = INPUT_OBJECT;
    o->inputs = memory_grow(o->inputs, o->input_count, &o->input_capacity, sizeof *o->inputs);
    o->inputs[o->input_count++] = input;
    if (input.kind == INPUT_OBJECT)
        word_list_add(&o->link, path);
    return true;
}

#define AT(member) .offset = offsetof(struct options, member)
#define STAGE(last) .take = option_constant, AT(stage), .least = (last)
#define ON(member) .take = option_switch, AT(member)
#define TO(list) .take = pass, AT(list)
#define SHOWN(names, value, form, help, ...)                                                                 \
    { names, value, form, help, false, __VA_ARGS__ }
#define RARE(names, value, form, help, ...)                                                                  \
    { names, value, form, help, true, __VA_ARGS__ }
#define DROPPED(name, its_value)                                                                             \
    { .names = name, .value = its_value }
/* In the order of --help: everyday options, rare ones, and those without effect. */
static const struct option table[] = {
    {.names = "FILE...",
     .value = "FILE",
     .wants = "what kind of file is this? (.cu, .cpp, .c, .o, .a or .so expected)",
     .take = add_input},
    SHOWN("-o --output-file", "FILE", OPTION_JOINED, "writes the result to FILE", .take = option_text,
          AT(output)),
    SHOWN("-c -dc -dw --compile --device-c", NULL, OPTION_SPACED,
          "compiles to an object file, and does not link", STAGE(STAGE_COMPILE)),
    RARE("-cuda --cuda", NULL, OPTION_SPACED, "shows the translated C++", STAGE(STAGE_TRANSLATE)),
    SHOWN("-I --include-path", "DIR", OPTION_JOINED, "looks for headers in DIR, too", TO(preprocess)),
    SHOWN("-D --define-macro", "NAME[=VALUE]", OPTION_JOINED, "defines a macro", TO(preprocess)),
    SHOWN("-l --library", "LIBRARY", OPTION_JOINED, "links with a library", .take = pass_library, AT(link)),
    RARE("-L --library-path", "DIR", OPTION_JOINED, "looks for libraries in DIR, too", TO(link)),
    SHOWN("-std --std", "c++17|c++20", OPTION_SPACED, "C++17 if not given; older ones become C++17",
          .take = take_standard),
    SHOWN("-arch --gpu-architecture -gencode --generate-code", "sm_NN", OPTION_SPACED,
          "sets __CUDA_ARCH__ of device code; otherwise 900", .take = take_architecture),
    SHOWN("-x --x", "cu|c++|c", OPTION_JOINED, "takes what follows as this, whatever its name",
          .take = take_language),
    SHOWN("-Xcompiler --compiler-options", "OPTION,...", OPTION_SPACED, "for the host compiler",
          .take = pass_list, AT(compile)),
    RARE("-Xlinker --linker-options", "OPTION,...", OPTION_SPACED, "for the linker", .take = pass_list,
         AT(link)),
    SHOWN("-O", "LEVEL", OPTION_WHOLE, "for .cpp and .c; kernels keep their source's shape",
          .take = option_text, AT(level)),
    RARE("--confined", NULL, OPTION_SPACED, "refuses what leads around the engine's checks", ON(confined)),
    RARE("--unchecked", NULL, OPTION_SPACED,
         "compiles kernels without what checkers and counters need: faster, and nothing is found",
         ON(unchecked)),
    RARE("-v --verbose", NULL, OPTION_SPACED, "shows the commands", ON(verbose)),
    RARE("--precompile", NULL, OPTION_SPACED,
         "compiles simtcc's own headers in advance, which make build does", STAGE(STAGE_PRECOMPILE)),
    RARE("-E --preprocess", NULL, OPTION_SPACED, "preprocesses only", STAGE(STAGE_PREPROCESS)),
    RARE("-isystem --system-include", "DIR", OPTION_JOINED,
         "looks for headers in DIR after the others, and lets their warnings pass", TO(preprocess)),
    RARE("-include --pre-include", "FILE", OPTION_SPACED, "reads FILE before each source", TO(preprocess)),
    RARE("-U --undefine-macro", "NAME", OPTION_JOINED, "undefines a macro", TO(preprocess)),
    RARE("-MMD", NULL, OPTION_SPACED, "writes which headers a source needs, but for the system's, for make",
         TO(depend)),
    RARE("-MD", NULL, OPTION_SPACED, "the same with the system's", TO(depend)),
    RARE("-MP", NULL, OPTION_SPACED, "with a rule without a recipe for each header", TO(depend)),
    RARE("-MF", "FILE", OPTION_SPACED, "names the file that -MMD and -MD write", TO(depend)),
    RARE("-MT", "TARGET", OPTION_SPACED, "names the target in it", TO(depend)),
    RARE("-MQ", "TARGET", OPTION_SPACED, "the same, with what make would read as its own quoted", TO(depend)),
    RARE("-link --link", NULL, OPTION_SPACED, "links, which is what simtcc does anyway", STAGE(STAGE_LINK)),
    RARE("-shared --shared", NULL, OPTION_SPACED, "makes a shared library", TO(link)),
    RARE("-static", NULL, OPTION_SPACED, "links with static libraries", TO(link)),
    RARE("-G --device-debug", NULL, OPTION_SPACED, "compiles kernels without optimisation, for a debugger",
         ON(debug_device)),
    RARE("-extended-lambda --extended-lambda -expt-extended-lambda --expt-extended-lambda", NULL,
         OPTION_SPACED, "allows __device__ before the parameters of a lambda", ON(extended_lambda)),
    RARE("-expt-relaxed-constexpr --expt-relaxed-constexpr", NULL, OPTION_SPACED,
         "lets device code call constexpr functions of the host, and the other way round",
         ON(relaxed_constexpr)),
    RARE("-f", "NAME", OPTION_WHOLE, "for the host compiler", .take = pass_word),
    RARE("-W", "NAME", OPTION_WHOLE, "a warning, for the host compiler", .take = pass_word),
    RARE("-m", "NAME", OPTION_WHOLE, "for the host compiler", .take = pass_word),
    RARE("-g", "KIND", OPTION_WHOLE, "debug information of another kind, for the host compiler",
         .take = pass_word),
    RARE("-w", NULL, OPTION_SPACED, "no warnings", TO(compile)),
    RARE("--version -V", NULL, OPTION_SPACED, "shows which simtcc this is", ON(version)),
    DROPPED("-code --gpu-code", "VALUE"),
    DROPPED("-pthread", NULL),
    DROPPED("-g --debug", NULL),
    DROPPED("-lineinfo --generate-line-info", NULL),
    DROPPED("-rdc --relocatable-device-code", "VALUE"),
    DROPPED("-cudart --cudart", "VALUE"),
    DROPPED("-ccbin --compiler-bindir", "VALUE"),
    DROPPED("-Xptxas --ptxas-options", "VALUE"),
    DROPPED("-Xcudafe", "VALUE"),
    DROPPED("-Xnvlink", "VALUE"),
    DROPPED("-Xfatbin", "VALUE"),
    DROPPED("-Xarchive", "VALUE"),
    DROPPED("-maxrregcount --maxrregcount", "VALUE"),
    DROPPED("-t --threads", "VALUE"),
    DROPPED("-m --machine", "VALUE"),
    DROPPED("-m64", NULL),
    DROPPED("-Werror --Werror", "VALUE"),
    DROPPED("-diag-suppress --diag-suppress", "VALUE"),
    DROPPED("-dopt", "VALUE"),
    DROPPED("-ftz --ftz", "VALUE"),
    DROPPED("-fmad --fmad", "VALUE"),
    DROPPED("-prec-div --prec-div", "VALUE"),
    DROPPED("-prec-sqrt --prec-sqrt", "VALUE"),
    DROPPED("-default-stream --default-stream", "VALUE"),
    DROPPED("-use_fast_math --use_fast_math", NULL),
    DROPPED("-restrict --restrict", NULL),
    DROPPED("-res-usage --resource-usage", NULL),
    DROPPED("-extra-device-vectorization", NULL),
    DROPPED("-keep --keep", NULL),
    DROPPED("-dlto", NULL),
    {.names = NULL},
};

static void print_more(FILE *out) {
    fputs("Environment: SIMT_CXX SIMT_CC SIMT_HOME TMPDIR SIMT_CHECK SIMT_COUNT\n"
          "  SIMT_REPORT SIMT_SCHEDULE SIMT_DEVICE SIMT_MEMORY SIMT_TRACE\n"
          "Exit code: 0 done, 1 the source has errors, 2 simtcc itself failed.\n",
          out);
}

const struct command options_command = {
    .typed = "simtcc",
    .options = table,
    .text = "Compiles CUDA C for the CPU engine: programs run without a GPU, and all that\n"
            "kernels do is checked. Takes .cu, .cpp, .c, .o, .a, .so.\n",
    .more = print_more,
};

enum command_line options_read(int argc, char **argv, struct options *out) {
    struct error error;
    *out = (struct options){.stage = STAGE_LINK, .standard = "gnu++17", .level = "-O2", .architecture = 900};
    const enum command_line line = command_line_read(table, out, argc, argv, &error);
    if (line == COMMAND_LINE_WRONG)
        fprintf(stderr, "simtcc: error: %s\n", error.text);
    return line;
}

void options_free(struct options *o) {
    for (size_t i = 0; i < o->owned.count; i++)
        free((void *)(uintptr_t)o->owned.items[i]);
    word_list_free(&o->owned);
    word_list_free(&o->preprocess);
    word_list_free(&o->compile);
    word_list_free(&o->link);
    word_list_free(&o->depend);
    free(o->inputs);
    *o = (struct options){0};
}
