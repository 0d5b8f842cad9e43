/* simtcc: compiles and links CUDA C programs for the CPU engine, with nvcc's everyday options.

   One process that runs the host compiler as its child, one run after the other: twice for each .cu (see
   driver/compile.c), once for each other source, and once more to link. Temporary objects are in a private
   folder, which is removed however simtcc ends; a signal reaches the child first. simtcc reads the sources
   but never runs anything that it built. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile.h"
#include "driver/compile.h"
#include "translate/lexer.h"

static bool is_utf16(const unsigned char *bytes, size_t length) {
    return length >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff));
}

/* What is wrong with an input file; NULL if nothing is. */
static const char *input_error(const struct input *input, bool *source_error) {
    struct stat status = {0};
    unsigned char bytes[4096];
    int fd = open(input->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return strerror(errno);
    ssize_t length = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? read(fd, bytes, sizeof bytes) : -1;
    close(fd);
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (length < 0)
        return "is not a file that can be read";
    if (input->kind == INPUT_OBJECT)
        return NULL;
    *source_error = true;
    if (is_utf16(bytes, (size_t)length))
        return "is UTF-16 text; save it as UTF-8";
    return memchr(bytes, '\0', (size_t)length) ? "is not text: it contains zero bytes" : NULL;
}

static enum outcome check_inputs(const struct options *options) {
    for (size_t i = 0; i < options->input_count; i++) {
        bool source_error = false;
        const char *error = input_error(&options->inputs[i], &source_error);
        if (!error)
            continue;
        fprintf(stderr, "simtcc: error: %s: %s\n", options->inputs[i].path, error);
        return source_error ? OUTCOME_SOURCE_ERROR : OUTCOME_BROKEN;
    }
    if (options->input_count)
        return OUTCOME_DONE;
    fputs("simtcc: error: no input files\n", stderr);
    return OUTCOME_BROKEN;
}

static char *join(const char *folder, const char *rest) {
    size_t size = strlen(folder) + strlen(rest) + 1;
    char *path = memory_resize(NULL, size);
    snprintf(path, size, "%s%s", folder, rest);
    return path;
}

static const char *from_environment(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

/* Plugins are built only where the compiler's headers for them are installed. */
static char *plugin_of(const char *home, const char *name) {
    static const char option[] = "-fplugin=";
    char *file = join(home, name);
    char *plugin = access(file, F_OK) == 0 ? join(option, file) : NULL;
    free(file);
    return plugin;
}

/* The shared libraries that come along in a bundle for systems without them. A program finds them by this
 * path. */
static char *bundled_in(const char *home) {
    char path[PATH_MAX], *folder = join(home, "/lib/bundled");
    const bool found = realpath(folder, path) != NULL;
    free(folder);
    return found ? join(path, "") : NULL;
}

/* The name of the compiler that plugins and precompiled headers are for (grader/mk/compiler.sh). */
static const char *own_compiler(const char *home) {
    static char name[64] = "";
    char *path = join(home, "/lib/compiler");
    FILE *file = fopen(path, "re");
    if (!file || fscanf(file, "%63s", name) != 1)
        strcpy(name, "g++");
    if (file)
        fclose(file);
    free(path);
    return name;
}

/* The CUDA Toolkit's, where there is one; NULL: none. */
static char *find_cccl(void) {
    char *folder = join(from_environment("CUDA_HOME", "/usr/local/cuda"), "/include/cccl");
    if (access(folder, R_OK) == 0)
        return folder;
    free(folder);
    return NULL;
}

/* include/ and lib/ lie beside the folder of this program, unless SIMT_HOME says otherwise. */
static bool find_toolchain(struct toolchain *out) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *home = join(from_environment("SIMT_HOME", dirname(dirname(self))), "");
    const char *own = own_compiler(home), *cxx = from_environment("SIMT_CXX", own);
    const bool is_own = strcmp(cxx, own) == 0;
    *out = (struct toolchain){.include = join(home, "/include"),
                              .library_folder = join(home, "/lib"),
                              .bundled = bundled_in(home),
                              .precompiled = is_own ? join(home, "/precompiled") : NULL,
                              .plugin = is_own ? plugin_of(home, "/lib/" PLUGIN_FILE) : NULL,
                              .language = is_own ? plugin_of(home, "/lib/" LANGUAGE_FILE) : NULL,
                              .cccl = find_cccl(),
                              .cxx = cxx,
                              .cc = from_environment("SIMT_CC", "gcc")};
    char *header = join(out->include, "/cuda_runtime.h");
    bool found = access(header, R_OK) == 0;
    if (!found)
        fprintf(stderr, "simtcc: error: %s is missing (is SIMT_HOME right?)\n", header);
    free(header);
    free(home);
    return found;
}

/* "dir/name.cu" to "name.o", in the present folder. */
static char *object_beside(const char *source, const char *suffix) {
    const char *slash = strrchr(source, '/');
    char *name = join(slash ? slash + 1 : source, suffix);
    size_t stem = strlen(name) - strlen(suffix);
    for (size_t i = stem; i > 0; i--)
        if (name[i] == '.' && i < stem) {
            strcpy(name + i, suffix);
            break;
        }
    return name;
}

/* Compiles without linking. */
static enum outcome compile_only(const struct options *options, const struct toolchain *tools) {
    if (options->output && options->input_count > 1) {
        fputs("simtcc: error: -o with several inputs needs linking\n", stderr);
        return OUTCOME_BROKEN;
    }
    enum outcome worst = OUTCOME_DONE;
    for (size_t i = 0; i < options->input_count && worst != OUTCOME_BROKEN; i++) {
        const struct input *input = &options->inputs[i];
        if (input->kind == INPUT_OBJECT)
            continue;
        bool text = options->stage < STAGE_COMPILE;
        char *name = text || options->output ? NULL : object_beside(input->path, ".o");
        enum outcome outcome = compile_file(options, tools, input, options->output ? options->output : name);
        worst = outcome > worst ? outcome : worst;
        free(name);
    }
    return worst;
}

/* CUDA objects come first: of an inline function in several objects the linker takes the first, and only
   these are instrumented. */
static enum outcome compile_and_link(const struct options *options, const struct toolchain *tools) {
    struct word_list objects = {0}, plain = {0};
    enum outcome worst = OUTCOME_DONE;
    for (size_t i = 0; i < options->input_count && worst != OUTCOME_BROKEN; i++) {
        const struct input *input = &options->inputs[i];
        if (input->kind == INPUT_OBJECT)
            continue;
        const char *object = workspace_file(".o");
        enum outcome outcome = object ? compile_file(options, tools, input, object) : OUTCOME_BROKEN;
        worst = outcome > worst ? outcome : worst;
        if (object)
            word_list_add(input->kind == INPUT_CUDA ? &objects : &plain, object);
    }
    word_list_add_all(&objects, &plain);
    if (worst == OUTCOME_DONE)
        worst = link_program(options, tools, &objects, options->output ? options->output : "a.out");
    word_list_free(&objects);
    word_list_free(&plain);
    return worst;
}

static void free_toolchain(struct toolchain *tools) {
    free(tools->include);
    free(tools->cccl);
    free(tools->library_folder);
    free(tools->bundled);
    free(tools->precompiled);
    free(tools->plugin);
    free(tools->language);
}

/* Without the plugin the engine reads what the host's compiler made, which it can for x86-64 alone. */
static bool is_complete(const struct toolchain *tools) {
#ifdef __x86_64__
    (void)tools;
    return true;
#else
    if (!tools->language)
        fputs("simtcc: error: on this processor the compiler is g++ 12 or newer, with its plugin: install "
              "the headers of "
              "its plugins (gcc-VERSION-plugin-dev), then run make\n",
              stderr);
    return tools->language != NULL;
#endif
}

static enum outcome work(const struct options *options) {
    struct toolchain tools = {0};
    enum outcome outcome = options->stage == STAGE_PRECOMPILE ? OUTCOME_DONE : check_inputs(options);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (!find_toolchain(&tools) || !is_complete(&tools))
        outcome = OUTCOME_BROKEN;
    else if (options->stage == STAGE_PRECOMPILE)
        outcome = precompiled_make(options, &tools);
    else if (options->stage == STAGE_LINK)
        outcome = compile_and_link(options, &tools);
    else
        outcome = compile_only(options, &tools);
    free_toolchain(&tools);
    return outcome;
}

static enum outcome show_help(void) {
    command_line_help(stdout, &options_command);
    return fflush(stdout) == 0 ? OUTCOME_DONE : OUTCOME_BROKEN;
}

static enum outcome show_version(void) {
    struct toolchain tools = {0};
    bool written = puts("simtcc: CUDA C for the CPU, of Warplab " WARPLAB_VERSION) >= 0;
    written &= find_toolchain(&tools);
    if (!tools.language)
        written &= puts(RULES_GAP) >= 0;
    free_toolchain(&tools);
    return written && fflush(stdout) == 0 ? OUTCOME_DONE : OUTCOME_BROKEN;
}

int main(int argc, char **argv) {
    struct options options;
    setenv("LC_ALL", "C", 1); /* messages.c reads the compiler's messages */
    process_init();
    enum outcome outcome = OUTCOME_BROKEN;
    const enum command_line line = options_read(argc, argv, &options);
    if (line == COMMAND_LINE_HELP || argc == 1)
        outcome = show_help();
    else if (line == COMMAND_LINE_READ && options.version)
        outcome = show_version();
    else if (line == COMMAND_LINE_READ)
        outcome = work(&options);
    options_free(&options);
    workspace_remove();
    if (process_stopped_by()) {
        signal(process_stopped_by(), SIG_DFL);
        raise(process_stopped_by());
    }
    return (int)outcome;
}
