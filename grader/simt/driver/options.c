// Reads simtcc's command line.
#include "options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option_table.h"
#include "translate/allocate.h"

void word_list_add(struct word_list *words, const char *word) {
    words->items = memory_grow(words->items, words->count + 1, &words->capacity, sizeof *words->items);
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
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

/* nvcc takes commas here; people also quote a list with spaces. */
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

/* Whether `rest`, which follows an option's name in a word, is as its value may follow. */
static bool follows(const struct option *option, const char *rest) {
    if (option->value == ENDING)
        return *rest != '=';
    return !*rest || option->value == JOINED || (*rest == '=' && option->value == SEPARATE);
}

/* Finds the option and, in `value`, what is joined to it (NULL if nothing is). */
static const struct option *find(const char *word, const char **value) {
    const struct option *found = NULL;
    size_t longest = 0;
    for (const struct option *o = option_table; o->name; o++) {
        const size_t length = strlen(o->name);
        if (length < longest || strncmp(word, o->name, length) != 0 || !follows(o, word + length))
            continue;
        found = o;
        longest = length;
    }
    const char *rest = word + longest;
    *value = *rest == '=' ? rest + 1 : *rest ? rest : NULL;
    return found;
}

/* "sm_86", "compute_80", "arch=compute_90,code=sm_90": the number, times ten. Others change nothing. */
static void set_architecture(struct options *o, const char *value) {
    const char *digits = strchr(value, '_');
    if (!digits)
        return;
    unsigned long number = strtoul(digits + 1, NULL, 10);
    if (number >= 10 && number < 1000)
        o->architecture = (unsigned)number * 10;
}

static void set_standard(struct options *o, const char *value) {
    static const char *const newer[] = {"c++20", "gnu++20", "c++2a", "gnu++2a",
                                        "c++23", "gnu++23", "c++2b", "gnu++2b"};
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (strcmp(value, newer[i]) == 0)
            o->standard = newer[i];
}

static bool is_cuda_runtime(const char *name) {
    static const char *const names[] = {"cudart", "cudart_static", "cudadevrt", "cuda", "nvToolsExt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_link(struct options *o, const char *name, const char *value) {
    if (value && strcmp(name, "-l") == 0 && is_cuda_runtime(value))
        return; /* the engine is all of them */
    word_list_add(&o->link, name);
    if (value)
        word_list_add(&o->link, value);
}

struct reader {
    struct options *o;
    enum input_kind forced;
    bool is_forced;
};

static bool set_language(struct reader *r, const char *value) {
    static const char *const names[] = {"cu", "c++", "c", "none"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(value, names[i]) != 0)
            continue;
        r->is_forced = i < INPUT_OBJECT;
        r->forced = (enum input_kind)i;
        return true;
    }
    return false;
}

static bool complain(const char *what, const char *word) {
    fprintf(stderr, "simtcc: error: %s '%s'\n", what, word);
    return false;
}

static bool apply_switch(struct options *o, enum action action) {
    switch (action) {
    case RUN_PRECOMPILE:
        o->stage = STAGE_PRECOMPILE;
        return true;
    case RUN_PREPROCESS:
        o->stage = STAGE_PREPROCESS;
        return true;
    case RUN_TRANSLATE:
        o->stage = STAGE_TRANSLATE;
        return true;
    case RUN_COMPILE:
        o->stage = STAGE_COMPILE;
        return true;
    case RUN_LINK:
        o->stage = STAGE_LINK;
        return true;
    case VERBOSE:
        o->verbose = true;
        return true;
    case DEBUG_DEVICE:
        o->debug_device = true;
        return true;
    case CONFINED:
        o->confined = true;
        return true;
    case UNCHECKED:
        o->unchecked = true;
        return true;
    case HELP:
        o->help = true;
        return true;
    case VERSION:
        o->version = true;
        return true;
    default:
        return false;
    }
}

static bool apply(struct reader *r, const struct option *option, const char *word, const char *value) {
    struct options *o = r->o;
    const char *name = option->passed ? option->passed : option->name;
    if (apply_switch(o, option->action))
        return true;
    if (option->action == PREPROCESS || option->action == DEPEND) {
        struct word_list *words = option->action == PREPROCESS ? &o->preprocess : &o->depend;
        word_list_add(words, name);
        if (value)
            word_list_add(words, value);
    } else if (option->action == LINK) {
        add_link(o, name, value);
    } else if (option->action == OUTPUT) {
        o->output = value;
    } else if (option->action == STANDARD) {
        set_standard(o, value);
    } else if (option->action == ARCHITECTURE) {
        set_architecture(o, value);
    } else if (option->action == TO_COMPILER) {
        split(o, &o->compile, NULL, value ? value : word);
    } else if (option->action == TO_LINKER) {
        split(o, &o->link, "-Xlinker", value);
    } else if (option->action == LEVEL) {
        o->level = word;
    } else if (option->action == TO_HOST) {
        word_list_add(&o->compile, word);
    } else if (option->action == LANGUAGE && !set_language(r, value)) {
        return complain("unknown language", value);
    }
    return true;
}

static bool add_input(struct reader *r, const char *path) {
    static const struct {
        const char *end;
        enum input_kind kind;
    } kinds[] = {{".cu", INPUT_CUDA},  {".cpp", INPUT_CXX},  {".cc", INPUT_CXX},
                 {".cxx", INPUT_CXX},  {".C", INPUT_CXX},    {".c", INPUT_C},
                 {".o", INPUT_OBJECT}, {".a", INPUT_OBJECT}, {".so", INPUT_OBJECT}};
    struct input input = {.path = path, .kind = r->forced};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !known; i++) {
        known = ends_with(path, kinds[i].end);
        if (known && (!r->is_forced || kinds[i].kind == INPUT_OBJECT))
            input.kind = kinds[i].kind;
    }
    if (!known && !r->is_forced && !strstr(path, ".so."))
        return complain("what kind of file is this? (.cu, .cpp, .c, .o, .a or .so expected)", path);
    if (!known && !r->is_forced)
        input.kind = INPUT_OBJECT;
    struct options *o = r->o;
    o->inputs = memory_grow(o->inputs, o->input_count, &o->input_capacity, sizeof *o->inputs);
    o->inputs[o->input_count++] = input;
    if (input.kind == INPUT_OBJECT)
        word_list_add(&o->link, path);
    return true;
}

static bool needs_value(const struct option *option) {
    return option->value == SEPARATE || option->value == JOINED;
}

bool options_read(int argc, char **argv, struct options *out) {
    *out = (struct options){.stage = STAGE_LINK, .standard = "gnu++17", .level = "-O2", .architecture = 900};
    struct reader r = {.o = out};
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = NULL;
        const struct option *option = word[0] == '-' && word[1] ? find(word, &value) : NULL;
        bool fine = true;
        if (word[0] != '-')
            fine = add_input(&r, word);
        else if (!option)
            fine = complain("unknown option", word);
        else if (needs_value(option) && !value && i + 1 == argc)
            fine = complain("a value is missing after", word);
        else
            fine = apply(&r, option, word, needs_value(option) && !value ? argv[++i] : value);
        if (!fine)
            return false;
    }
    return true;
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
