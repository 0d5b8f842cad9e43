// Compiles a submission, checks it, and links it with the runner.
//
// Compilers read untrusted source, so they run in the sandbox's build profile: they see the stage's kit
// (compiler, headers, libraries; not the solutions) and write to its box. Their output is untrusted, too:
// this process reads only the symbols and the machine code of the object.
#include "build.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/gpus.h"
#include "base/interrupt.h"
#include "base/language.h"
#include "engine/model/profile.h"
#include "symbols.h"

enum { LOG_LINES = 20, MAX_ARGUMENTS = 24 };

// Shared libraries in a bundle, for systems without them.
#define BUNDLED "lib/bundled"
#define HEADER "precompiled/cuda_runtime.h"
#define COMPILED (WARPLAB_CONFINE ? HEADER ".gch/confined" : HEADER ".gch/plain")

// Writes the table that runner.c searches, as assembly: that takes a tenth of a compiler's time. The
// launchers are weak symbols, so a missing one is a null pointer.
static bool write_tasks(const struct build_setting *setting, struct error *error) {
    char *text = NULL, path[PATH_MAX];
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return error_set(error, "memory is used up");
    const struct spec *lab = setting->lab;
    fputs(".section .rodata\n", out);
    for (size_t t = 0; t < lab->task_count; t++)
        fprintf(out, ".weak %s\nname_%zu: .asciz \"%s\"\n", lab->tasks[t].name, t, lab->tasks[t].name);
    fputs(".section .data.rel.ro, \"aw\"\n.global driver_tasks\n.balign 8\ndriver_tasks:\n", out);
    for (size_t t = 0; t < lab->task_count; t++)
        fprintf(out, ".quad name_%zu, %s\n", t, lab->tasks[t].name);
    fputs(".quad 0, 0\n.section .note.GNU-stack, \"\"\n", out);
    const bool good =
        fclose(out) == 0 &&
        work_directory_write(path_join(path, setting->stage->bundle, "tasks.s"), text, length, error);
    free(text);
    return good;
}

// Writes the names that the linker may see of a submission, for objcopy: all others become local. So no
// definition in it can replace a function of the engine or of a library.
static bool write_launchers(const struct build_setting *setting, struct error *error) {
    char text[SYMBOLS_MAX_LAUNCHERS * 128] = "", path[PATH_MAX];
    size_t length = 0;
    for (size_t t = 0; t < setting->lab->task_count && length < sizeof text; t++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n", setting->lab->tasks[t].name);
    return length < sizeof text
               ? work_directory_write(path_join(path, setting->stage->bundle, "launchers.txt"), text, length,
                                      error)
               : error_set(error, "the names of the lab's tasks are too long");
}

// Copies the lab's headers: its interface, and any other header that students may include.
static bool copy_lab_headers(const struct build_setting *setting, struct error *error) {
    char pattern[PATH_MAX + 32], to[PATH_MAX], own[PATH_MAX];
    glob_t found = {0};
    snprintf(own, sizeof own, "labs/%s", setting->lab->name);
    snprintf(pattern, sizeof pattern, "%s/*.h", path_join(to, setting->paths->top, own));
    bool good = glob(pattern, 0, NULL, &found) == 0;
    if (!good)
        error_set(error, "the lab has no headers: %.200s", pattern);
    for (size_t i = 0; good && i < found.gl_pathc; i++) {
        snprintf(own, sizeof own, "labs%s", strrchr(found.gl_pathv[i], '/'));
        good = work_directory_copy(found.gl_pathv[i], path_join(to, setting->stage->bundle, own), error);
    }
    globfree(&found);
    return good;
}

static bool copy_bundle(const struct build_setting *setting, struct error *error) {
    const struct paths *paths = setting->paths;
    const struct {
        const char *root, *from, *to;
        bool optional;
    } parts[] = {
        {paths->build, "bin/simtcc", "bin/simtcc", false},
        {paths->build, "lib/compiler", "lib/compiler", true},
        {paths->build, "lib/libsimt.a", "lib/libsimt.a", false},
        {paths->build, "lib/librunner_cpu.a", "lib/librunner_cpu.a", false},
        {paths->build, "lib/libconfine.a", "lib/libconfine.a", !WARPLAB_CONFINE},
        {paths->build, "lib/bounds_begin.o", "lib/bounds_begin.o", !WARPLAB_CONFINE},
        {paths->build, "lib/bounds_end.o", "lib/bounds_end.o", !WARPLAB_CONFINE},
        {paths->build, "lib/guarded.txt", "lib/guarded.txt", !WARPLAB_CONFINE},
        {paths->build, "lib/simt_stores.so", "lib/simt_stores.so", true},
        {paths->build, "lib/simt_language.so", "lib/simt_language.so", true},
        {paths->build, "lib/librunner_gpu.a", "lib/librunner_gpu.a", true},
        {paths->build, BUNDLED, BUNDLED, true},
        {paths->build, "include", "include", false},
        {paths->build, HEADER, HEADER, false},
        {paths->build, COMPILED, COMPILED, false},
        {paths->top, "labs/include/warplab.h", "labs/warplab.h", false},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char from[PATH_MAX], to[PATH_MAX];
        struct stat status;
        path_join(from, parts[i].root, parts[i].from);
        path_join(to, setting->stage->bundle, parts[i].to);
        if (parts[i].optional && stat(from, &status) != 0)
            continue;
        // make replaces the files that it builds; a source may be modified at any time.
        const bool built = parts[i].root == paths->build;
        if (!(built ? work_directory_link : work_directory_copy)(from, to, error))
            return false;
    }
    return copy_lab_headers(setting, error);
}

static bool make_bundle_directories(const struct work_directory *stage, struct error *error) {
    static const char *const names[] = {"bin", "lib", "labs", "precompiled", HEADER ".gch"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[PATH_MAX];
        if (!work_directory_make(path_join(path, stage->bundle, names[i]), error))
            return false;
    }
    return true;
}

bool build_make_bundle(const struct build_setting *setting, struct error *error) {
    return make_bundle_directories(setting->stage, error) && copy_bundle(setting, error) &&
           write_tasks(setting, error) && write_launchers(setting, error);
}

bool build_prepare(const struct build_setting *setting, struct error *error) {
    char path[PATH_MAX];
    return (setting->stage->bundle_is_shared || build_make_bundle(setting, error)) &&
           work_directory_write(path_join(path, setting->stage->box, setting->submission->name),
                                setting->submission->text, setting->submission->length, error);
}

const char *build_arch(void) {
    static char arch[16];
    const struct simt_profile *device = simt_profile_builtin("h200");
    if (gpus_here()->count > 0)
        return gpus_here()->arch;
    snprintf(arch, sizeof arch, "sm_%u%u", device->capability_major, device->capability_minor);
    return arch;
}

// The variable parts of the command lines.
struct build_words {
    char simtcc[PATH_MAX], labs[PATH_MAX + 16], header[80], library[PATH_MAX], confine[PATH_MAX], arch[32],
        block[40], tasks[PATH_MAX], begin[PATH_MAX], end[PATH_MAX], guarded[PATH_MAX + 32],
        launchers[PATH_MAX + 48];
    const char *object, *runner;
};

static void words_make(struct build_words *words, const struct build *build,
                       const struct build_setting *setting) {
    const bool cpu = build->backend == BACKEND_CPU;
    const char *bundle = setting->stage->bundle;
    path_join(words->simtcc, bundle, "bin/simtcc");
    snprintf(words->labs, sizeof words->labs, "-I%s/labs", bundle);
    snprintf(words->header, sizeof words->header, "%s.h", setting->lab->name);
    path_join(words->tasks, bundle, "tasks.s");
    path_join(words->library, bundle, cpu ? "lib/librunner_cpu.a" : "lib/librunner_gpu.a");
    path_join(words->confine, bundle, "lib/libconfine.a");
    path_join(words->begin, bundle, "lib/bounds_begin.o");
    path_join(words->end, bundle, "lib/bounds_end.o");
    snprintf(words->guarded, sizeof words->guarded, "--redefine-syms=%s/lib/guarded.txt", bundle);
    snprintf(words->launchers, sizeof words->launchers, "--keep-global-symbols=%s/launchers.txt", bundle);
    snprintf(words->arch, sizeof words->arch, "-arch=%s", build_arch());
    snprintf(words->block, sizeof words->block, "-DWL_SMALL_BLOCK=%ld", setting->block);
    words->object = cpu ? "cpu.o" : "gpu.o";
    words->runner = cpu ? "runner_cpu" : "runner_gpu";
}

// A toolkit outside /usr needs a mount in the sandbox.
static const char *toolkit(const struct build *build, const struct build_setting *setting) {
    return build->backend == BACKEND_GPU ? setting->paths->cuda : NULL;
}

// nvcc compiles twice, and its headers are larger.
static double build_seconds(const struct build *build, const struct build_setting *setting) {
    return (build->backend == BACKEND_GPU ? 3 : 1) * spec_build_seconds(setting->lab);
}

// The compiler reads the lab's header first, even if the submission does not include it. So a launcher of
// another type is an error at the student's line, and one of the right type has C linkage.
static void start_compiler(struct tool *tool, const struct build *build, const struct build_setting *setting,
                           const struct build_words *words, const char *source, const char *object) {
    // With only the macro, <iostream> needs no object with a constructor.
    const char *const confined = WARPLAB_CONFINE ? "--confined" : "-DSIMT_CONFINED=1";
    const char *const cpu[MAX_ARGUMENTS] = {words->simtcc,
                                            confined,
                                            "-g",
                                            words->labs,
                                            "-include",
                                            words->header,
                                            "-c",
                                            source,
                                            "-o",
                                            object,
                                            setting->block ? words->block : NULL};
    const char *const gpu[MAX_ARGUMENTS] = {
        setting->paths->nvcc, "-O3",         "-std=c++17", "-g",   "-lineinfo", words->arch, words->labs,
        "-include",           words->header, "-c",         source, "-o",        object};
    tool_start(tool, setting->stage, toolkit(build, setting), build_seconds(build, setting),
               build->backend == BACKEND_CPU ? cpu : gpu);
}

void build_start(struct build *build, const struct build_setting *setting, enum backend backend) {
    memset(build, 0, sizeof *build);
    build->backend = backend;
    struct build_words words;
    words_make(&words, build, setting);
    start_compiler(&build->compile, build, setting, &words, setting->submission->name, words.object);
}

// The remaining steps are done in one box. The arguments of the script are the table of tasks; for the CPU,
// the file that makes the object call the guarded forms of library functions (confine/guard/c_library.c) and
// the file with the names that stay global; and the linker's command. Built with "make CONFINE=no", the CPU's
// program is linked like any other simtcc program.
static const char link_on_cpu[] =
    "as \"$1\" -o tasks.o && objcopy \"$2\" \"$3\" \"$4\" guarded.o && shift 4 && exec \"$@\"";
static const char link_plain[] = "as \"$1\" -o tasks.o && shift && exec \"$@\"";

static void start_linker(struct tool *tool, const struct build *build, const struct build_setting *setting,
                         const struct build_words *words, const char *object, const char *program) {
    const char *const cpu[MAX_ARGUMENTS] = {
        "/bin/sh",        "-c",      link_on_cpu,    "link",         words->tasks, words->guarded,
        words->launchers, object,    words->simtcc,  "-g",           words->begin, "guarded.o",
        words->end,       "tasks.o", words->library, words->confine, "-o",         program};
    // No device code calls another object, so there is no device code to link.
    const bool gpu = build->backend == BACKEND_GPU;
    const char *const plain[MAX_ARGUMENTS] = {"/bin/sh",
                                              "-c",
                                              link_plain,
                                              "link",
                                              words->tasks,
                                              gpu ? setting->paths->nvcc : words->simtcc,
                                              gpu ? "--no-device-link" : "-g",
                                              object,
                                              "tasks.o",
                                              words->library,
                                              "-o",
                                              program,
                                              gpu ? words->arch : NULL};
    tool_start(tool, setting->stage, toolkit(build, setting), build_seconds(build, setting),
               WARPLAB_CONFINE && !gpu ? cpu : plain);
}

// Finds a mismatch with this machine's g++ in a compiler's output; NULL if there is none.
static const char *mismatch(const char *output) {
    if (strstr(output, "host_config.h"))
        return "this CUDA Toolkit does not take this machine's g++; name an older one, NVCC_CCBIN=g++-12, or "
               "use --backend cpu";
    if (strstr(output, "Unsupported gpu architecture"))
        return "this CUDA Toolkit does not compile for the graded device; install another version, or use "
               "--backend cpu";
    return strstr(output, "simt_stores.so") || strstr(output, "simt_language.so")
               ? "g++ is not the one that simtcc was built for: run make again"
               : NULL;
}

// Whether the same tools accept a source without errors. Only then is the submission to blame: a submission
// can fake the tools' output.
static bool control_builds(struct build *build, const struct build_setting *setting, bool link) {
    static const char source[] = "static int control;\nint control_of_the_tools() { return control; }\n";
    struct build_words words;
    struct tool tool;
    struct error error;
    char path[PATH_MAX];
    words_make(&words, build, setting);
    if (!work_directory_write(path_join(path, setting->stage->box, "control.cu"), source, sizeof source - 1,
                              &error))
        return false;
    start_compiler(&tool, build, setting, &words, "control.cu", "control.o");
    bool good = tool_wait(&tool);
    tool_free(&tool);
    if (!good || !link)
        return good;
    start_linker(&tool, build, setting, &words, "control.o", "control");
    good = tool_wait(&tool);
    tool_free(&tool);
    return good;
}

static void say_failure(struct build *build, const struct tool *tool, const char *machine) {
    const char *more = tool->result.verdict == SANDBOX_FILES
                           ? language_of(": has it a large array with initial values, or as a __device__ "
                                         "variable? get such memory with cudaMalloc")
                           : "";
    error_set(&build->error, "%s: %s%s", build->backend == BACKEND_CPU ? "simtcc" : "nvcc",
              machine               ? machine
              : tool->error.text[0] ? tool->error.text
                                    : tool->result.message,
              more);
}

// Only an error message about the submission, or a limit, is proof that the submission made the compiler
// fail.
static void keep_failure(struct build *build, const struct build_setting *setting, const struct tool *tool,
                         bool linking) {
    const char *output = tool->process && tool->result.output ? tool->result.output : "";
    const bool named = diagnostics_first(output, setting->submission->name, &build->diagnostic);
    build->log = diagnostics_excerpt(output, setting->stage->box, LOG_LINES);
    build->limited = tool_limited(tool);
    const char *machine = named ? NULL : mismatch(output);
    const bool doubtful =
        !named && !build->limited && (machine || linking || build->diagnostic.message[0] == '\0');
    const bool broken = tool_broken(tool) || (doubtful && !control_builds(build, setting, linking));
    build->state = broken || stop_requested() ? BUILD_BROKEN : BUILD_FAILED;
    if (broken || build->limited)
        say_failure(build, tool, machine);
    else if (linking)
        diagnostics_of_linker(output, &build->diagnostic);
    else if (build->diagnostic.message[0] == '\0')
        snprintf(build->diagnostic.message, sizeof build->diagnostic.message,
                 language_of("it %s, and said no more"), tool->result.message);
}

// A program that is too large would end before it could report why.
static bool size_fits(struct build *build, const struct build_setting *setting, const char *file) {
    const struct program_limits limits = program_limits_for(setting->lab->limits.memory_bytes);
    struct symbols *symbols = &build->symbols;
    struct program_size size;
    if (!program_size_read(file, &size, &build->error)) {
        build->state = BUILD_BROKEN;
        return false;
    }
    symbols->refused = program_size_complaint(&size, &limits, symbols->message, sizeof symbols->message);
    if (!symbols->refused)
        return true;
    symbols->line = program_size_line(file, &size);
    snprintf(symbols->file, sizeof symbols->file, "%s", setting->submission->name);
    build->state = BUILD_REFUSED;
    return false;
}

static bool check_symbols(struct build *build, const struct build_setting *setting, const char *object) {
    const char *launchers[SYMBOLS_MAX_LAUNCHERS];
    const size_t count = setting->lab->task_count;
    for (size_t t = 0; t < count && t < SYMBOLS_MAX_LAUNCHERS; t++)
        launchers[t] = setting->lab->tasks[t].name;
    char path[PATH_MAX];
    const enum symbols_compiler compiler = build->backend == BACKEND_CPU ? SYMBOLS_SIMTCC : SYMBOLS_NVCC;
    if (!symbols_check(path_join(path, setting->stage->box, object), compiler, launchers, count,
                       setting->lab->functions, &build->symbols, &build->error)) {
        build->state = BUILD_BROKEN;
        return false;
    }
    prototypes_check(path, setting->lab, &build->symbols);
    if (build->symbols.refused)
        build->state = BUILD_REFUSED;
    return !build->symbols.refused && size_fits(build, setting, path);
}

static void link_runner(struct build *build, const struct build_setting *setting,
                        const struct build_words *words) {
    struct tool tool;
    start_linker(&tool, build, setting, words, words->object, words->runner);
    if (!tool_wait(&tool)) {
        keep_failure(build, setting, &tool, true);
    } else {
        path_join(build->runner, setting->stage->box, words->runner);
        path_join(build->libraries, setting->stage->bundle, BUNDLED);
        if (build->backend != BACKEND_CPU || access(build->libraries, R_OK) != 0)
            build->libraries[0] = '\0';
        if (size_fits(build, setting, build->runner))
            build->state = BUILD_DONE;
    }
    cost_add(&build->cost, &tool.result);
    tool_free(&tool);
}

void build_finish(struct build *build, const struct build_setting *setting, bool link) {
    struct build_words words;
    words_make(&words, build, setting);
    if (!tool_wait(&build->compile))
        keep_failure(build, setting, &build->compile, false);
    else if (check_symbols(build, setting, words.object) && link)
        link_runner(build, setting, &words);
    else if (build->state == BUILD_NOT_TRIED)
        build->state = BUILD_DONE;
    cost_add(&build->cost, &build->compile.result);
    tool_free(&build->compile);
}

void build_free(struct build *build) {
    tool_free(&build->compile);
    free(build->log);
    build->log = NULL;
}
