// grade LAB --asm: each kernel's source lines with their PTX and machine code (SASS), and how many blocks fit
// on a device.
//
// Registers and static shared memory are from ptxas. The number of threads per block, and its shared memory
// with the launch's addition, are observed by the CPU engine in the small cases. The device is the engine's.
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/utf8.h"
#include "class/commands/commands.h"
#include "engine/model/profile.h"
#include "run/reports.h"
#include "submission/assembly.h"

enum { MOST_SHAPES = 16, NAME = 256, WARP = 32 };

// A launch of a kernel.
struct launched {
    double threads, shared_bytes;
};

// A file's number in the PTX, and a line in it.
struct place {
    int file, line;
};

// The name as in the source, without its context: "add" for _Z3addILj4EEvPi, for _ZN5space3addEPi and for the
// engine's "space::add [with T = int]". C++ mangles a name's parts with their lengths before them (Itanium
// C++ ABI, "External Names").
static void plain_name(char name[NAME], const char *full) {
    const char *at = full, *end = full + strcspn(full, " <(");
    for (const char *colon = full; (colon = strstr(colon, "::")) && colon < end; colon++)
        at = colon + 2;
    snprintf(name, NAME, "%.*s", (int)(end - at), at);
    if (strncmp(full, "_Z", 2) != 0)
        return;
    at = full + 2 + strspn(full + 2, "NL");
    while (*at >= '0' && *at <= '9') {
        char *part;
        const long length = strtol(at, &part, 10);
        if (length < 1 || (size_t)length > strlen(part))
            return;
        snprintf(name, NAME, "%.*s", (int)length, part);
        at = part + length;
    }
}

static void add_shape(struct launched *shapes, size_t *count, struct launched shape) {
    for (size_t i = 0; i < *count; i++)
        if (shapes[i].threads == shape.threads && shapes[i].shared_bytes == shape.shared_bytes)
            return;
    if (*count < MOST_SHAPES && shape.threads >= 1)
        shapes[(*count)++] = shape;
}

// Finds the different launches of kernels of that name in the cases that were run.
static size_t find_shapes(struct launched shapes[MOST_SHAPES], const struct grading *grading,
                          const char *kernel) {
    size_t count = 0;
    for (size_t i = 0; i < grading->plan.count; i++) {
        const struct outcome *outcome = grading_outcome(&grading->cpu, i);
        const cJSON *launch;
        if (!outcome)
            continue;
        cJSON_ArrayForEach(launch,
                           cJSON_GetObjectItemCaseSensitive(reports_driver(outcome->report), "kernels")) {
            const char *name = reports_string(launch, "name");
            char plain[NAME];
            plain_name(plain, name ? name : "");
            if (strcmp(plain, kernel) == 0)
                add_shape(shapes, &count,
                          (struct launched){counters_volume(launch, "block"),
                                            reports_number(launch, "shared_bytes")});
        }
    }
    return count;
}

static void print_shape(const struct launched *shape, int registers, const struct simt_profile *device) {
    const double blocks = simt_occupancy(device, shape->threads, shape->shared_bytes, registers);
    const double warps = blocks * ceil(shape->threads / WARP),
                 most = device->threads_per_multiprocessor / WARP;
    printf("  ");
    printf(
        language_of("blocks of %.0f threads and %.0f bytes of shared memory: %.0f on a multiprocessor of %s, "
                    "%.0f of %.0f warps (%.0f %%)"),
        shape->threads, shape->shared_bytes, blocks, device->name, warps, most, 100 * warps / most);
    fputc('\n', stdout);
}

static void print_kernel(const struct grading *grading, const struct assembly *assembly, const char *mangled,
                         const struct simt_profile *device) {
    struct assembly_needs needs;
    struct launched shapes[MOST_SHAPES];
    char name[NAME];
    plain_name(name, mangled);
    const size_t count = find_shapes(shapes, grading, name);
    printf("\n%s (%s)\n", utf8_line(name).text, utf8_line(mangled).text);
    if (assembly_needs(assembly, mangled, &needs)) {
        printf("  ");
        printf(language_of("%d registers, %d bytes of static shared memory, %d bytes spilled"),
               needs.registers, needs.shared_bytes, needs.spill_bytes);
        fputc('\n', stdout);
    }
    for (size_t i = 0; i < count; i++)
        print_shape(&shapes[i], needs.registers, device);
    if (count == 0)
        printf("  %s\n", language_of("no small case launched it: its blocks are not known"));
}

static void print_source(const struct submission *submission, int line) {
    size_t length = 0;
    const char *at = submission_line(submission, line, &length);
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)length, at ? at : "");
    utf8_escape(text, sizeof text);
    printf("%s:%d: %s\n", submission->name, line, text + strspn(text, " \t"));
}

// The PTX's number for the submission's file: `.file 1 "/.../lab3.cu"`; 0 if it has none.
static int own_file(const char *ptx, const char *name) {
    for (const char *at = ptx; (at = strstr(at, "\t.file\t")); at++) {
        char *rest;
        const int number = (int)strtol(at + 7, &rest, 10);
        const char *end = strchrnul(rest, '\n'), *quote = end;
        while (quote > rest && quote[-1] != '"')
            quote--; // after the closing one
        const size_t length = strlen(name);
        if (quote - rest > (ptrdiff_t)length + 1 && strncmp(quote - 1 - length, name, length) == 0)
            return number;
    }
    return 0;
}

// The submission's line in `.loc FILE LINE COLUMN[, function_name X, inlined_at FILE LINE COLUMN]`. Code from
// a header belongs to the line into which it is inlined. @return 0 if there is none
static int own_line(const char *loc, int file) {
    struct place place;
    if (sscanf(loc, " .loc %d %d", &place.file, &place.line) == 2 && place.file == file)
        return place.line;
    const char *end = strchrnul(loc, '\n'), *at = memmem(loc, (size_t)(end - loc), "inlined_at ", 11);
    return at && sscanf(at, "inlined_at %d %d", &place.file, &place.line) == 2 && place.file == file
               ? place.line
               : 0;
}

// An instruction or a label, but not a directive for the assembler.
static bool is_code(const char *line) {
    const char *text = line + strspn(line, " \t");
    return *text != '\n' && *text != '\0' && *text != '.' && strncmp(text, "//", 2) != 0 && *text != '{' &&
           *text != '}' && *text != '(' && *text != ')';
}

// nvcc puts a tab before the operands.
static void print_instruction(const char *line) {
    char code[256];
    snprintf(code, sizeof code, "%.*s", (int)strcspn(line, "\n"), line);
    for (char *tab = code; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    printf("        %s\n", utf8_line(code + strspn(code, " ")).text);
}

// The compiler moves instructions, so lines come in a different order from the PTX, and repeatedly.
static void print_sass(const struct grading *grading, const struct assembly *assembly, const char *mangled) {
    struct disassembly reader;
    int printed = -1;
    if (!assembly->sass || !disassembly_begin(&reader, assembly->sass, mangled, grading->submission.name))
        return;
    printf("\n  SASS\n");
    while (disassembly_next(&reader)) {
        if (reader.line != printed && reader.line > 0)
            print_source(&grading->submission, reader.line);
        printed = reader.line;
        printf("        %s\n", utf8_line(reader.code).text);
    }
}

static void print_code(const struct grading *grading, const char *ptx, const struct assembly *assembly,
                       const struct simt_profile *device) {
    const int file = own_file(ptx, grading->submission.name);
    int line = 0, printed = 0;
    bool inside = false, in_kernel = false;
    char name[NAME];
    for (const char *at = ptx; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        const char *entry = strncmp(at, ".visible .entry ", 16) == 0 ? at + 16 : NULL;
        if (entry || strncmp(at, ".entry ", 7) == 0) {
            entry = entry ? entry : at + 7;
            snprintf(name, sizeof name, "%.*s", (int)strcspn(entry, "( \n"), entry);
            print_kernel(grading, assembly, name, device);
            in_kernel = true;
            line = printed = 0;
        }
        if (in_kernel && *at == '}')
            print_sass(grading, assembly, name);
        inside = in_kernel && (inside || *at == '{') && *at != '}';
        in_kernel = in_kernel && *at != '}';
        if (!inside)
            continue;
        const int named = strncmp(at, "\t.loc\t", 6) == 0 ? own_line(at, file) : 0;
        line = named > 0 ? named : line;
        if (!is_code(at))
            continue;
        if (line != printed)
            print_source(&grading->submission, line);
        printed = line;
        print_instruction(at);
    }
}

static int print_all(const struct grading *grading) {
    struct error error = {""};
    const struct build_setting setting = {.lab = grading->lab,
                                          .paths = &grading->paths,
                                          .stage = &grading->stage,
                                          .submission = &grading->submission};
    const struct simt_profile *device = simt_profile();
    struct assembly assembly;
    char arch[32];
    snprintf(arch, sizeof arch, "sm_%u%u", device->capability_major, device->capability_minor);
    const bool good = assembly_make(&assembly, &setting, arch, &error);
    if (good) {
        printf(language_of("%s, compiled for %s (%s):"), utf8_line(grading->submission.path).text,
               device->device, arch);
        fputc('\n', stdout);
        if (!assembly.sass)
            printf("%s\n",
                   language_of("PTX alone: for SASS, the machine code, the CUDA Toolkit needs nvdisasm"));
        print_code(grading, assembly.ptx, &assembly, device);
    }
    assembly_free(&assembly);
    return good ? EXIT_FULL_MARKS : stop_requested() ? stop_exit_code() : command_failed(error.text);
}

static int show(const struct cli *cli, struct grading *grading) {
    int code;
    if (!run_grade_small(cli, grading, &code))
        return code;
    if (grading->submission.error.text[0] || grading->cpu.build.state != BUILD_DONE)
        return command_failed("it does not compile: the report says why");
    return print_all(grading);
}

int show_asm(const struct cli *cli) { return run_with_grading(cli, show); }
