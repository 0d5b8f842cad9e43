// Runs nvcc on a submission for its PTX and machine code. The output is untrusted, like everything from a
// submission: it is text that is searched for words and numbers, and printed.
#include "assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"

enum { MOST_TEXT = 8 << 20, MAX_WORDS = 12 };

// With the options of a grading (build.c), except those for linking.
static const char script[] =
    "\"$1\" -O3 -std=c++17 -lineinfo \"-arch=$2\" \"$3\" -include \"$4\" -ptx \"$5\" -o asm.ptx && "
    "\"$6\" \"-arch=$2\" -v --generate-line-info asm.ptx -o asm.cubin && "
    "{ [ -z \"$7\" ] || exec \"$7\" --print-code --print-line-info-inline asm.cubin >asm.sass; }";

static bool read_made(char **text, const struct build_setting *setting, const char *name,
                      struct error *error) {
    char path[PATH_MAX];
    size_t length = 0;
    if (!bytes_read(path_join(path, setting->stage->box, name), MOST_TEXT, text, &length, error->text,
                    sizeof error->text))
        return false;
    char *ended = realloc(*text, length + 1);
    if (!ended)
        return error_set(error, "memory is used up");
    ended[length] = '\0';
    *text = ended;
    return true;
}

bool assembly_make(struct assembly *assembly, const struct build_setting *setting, const char *arch,
                   struct error *error) {
    char labs[PATH_MAX + 16], header[80], ptxas[PATH_MAX], nvdisasm[PATH_MAX];
    *assembly = (struct assembly){.ptx = NULL};
    if (setting->paths->nvcc[0] == '\0')
        return error_set(error, "PTX is made by nvcc, and there is no CUDA Toolkit on this machine");
    snprintf(labs, sizeof labs, "-I%s/labs", setting->stage->bundle);
    snprintf(header, sizeof header, "%s.h", setting->lab->name);
    path_join(ptxas, setting->paths->cuda, "bin/ptxas");
    path_join(nvdisasm, setting->paths->cuda, "bin/nvdisasm");
    const bool has_sass = access(nvdisasm, X_OK) == 0;
    const char *const words[MAX_WORDS] = {"/bin/sh",
                                          "-c",
                                          script,
                                          "asm",
                                          setting->paths->nvcc,
                                          arch,
                                          labs,
                                          header,
                                          setting->submission->name,
                                          ptxas,
                                          has_sass ? nvdisasm : ""};
    struct tool tool;
    tool_start(&tool, setting->stage, setting->paths->cuda, 3 * spec_build_seconds(setting->lab), words);
    const bool good = tool_wait(&tool);
    const char *output = tool.process && tool.result.output ? tool.result.output : "";
    if (good)
        assembly->needs = strdup(output);
    else
        error_set(error, "nvcc could not compile it: %.600s",
                  tool.error.text[0] ? tool.error.text
                  : output[0]        ? output
                                     : tool.result.message);
    tool_free(&tool);
    if (!good)
        return false;
    return (assembly->needs || error_set(error, "memory is used up")) &&
           read_made(&assembly->ptx, setting, "asm.ptx", error) &&
           (!has_sass || read_made(&assembly->sass, setting, "asm.sass", error));
}

// The number before `word`, searched between `at` and `end`; 0 if there is none.
static int number_before(const char *at, const char *end, const char *word) {
    const char *found = memmem(at, (size_t)(end - at), word, strlen(word));
    if (!found)
        return 0;
    while (found > at && found[-1] >= '0' && found[-1] <= '9')
        found--;
    return (int)strtol(found, NULL, 10);
}

bool assembly_needs(const struct assembly *assembly, const char *kernel, struct assembly_needs *needs) {
    char title[640];
    snprintf(title, sizeof title, "Compiling entry function '%.600s'", kernel);
    const char *at = strstr(assembly->needs, title);
    *needs = (struct assembly_needs){0};
    if (!at)
        return false;
    const char *next = strstr(at + 1, "Compiling entry function"), *end = next ? next : at + strlen(at);
    needs->registers = number_before(at, end, " registers");
    needs->shared_bytes = number_before(at, end, " bytes smem");
    needs->spill_bytes =
        number_before(at, end, " bytes spill stores") + number_before(at, end, " bytes spill loads");
    return needs->registers > 0;
}

void assembly_free(struct assembly *assembly) {
    free(assembly->ptx);
    free(assembly->sass);
    free(assembly->needs);
    *assembly = (struct assembly){.ptx = NULL};
}

/* Reads nvdisasm's output for a cubin. It is untrusted text, like everything that comes from a submission.
 */

static const char *line_after(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

bool disassembly_begin(struct disassembly *reader, const char *text, const char *kernel, const char *file) {
    char label[640];
    const int length = snprintf(label, sizeof label, ".text.%s:\n", kernel);
    *reader = (struct disassembly){.file = file};
    if (length < 0 || (size_t)length >= sizeof label)
        return false;
    for (const char *at = text; *at; at = line_after(at))
        if (strncmp(at, label, (size_t)length) == 0) {
            reader->at = at + length;
            return true;
        }
    return false;
}

// The line of the submission in `//## File "/.../lab5.cu", line 197 inlined at "/.../lab5.cu", line 220`;
// what comes from a header belongs to the line that it was put into. 0 if there is none.
static int own_line(const char *at, const char *file) {
    const char *end = strchrnul(at, '\n');
    char wanted[300];
    const int length = snprintf(wanted, sizeof wanted, "/%s\", line ", file);
    if (length < 0 || (size_t)length >= sizeof wanted)
        return 0;
    const char *found = memmem(at, (size_t)(end - at), wanted, (size_t)length);
    return found ? (int)strtol(found + length, NULL, 10) : 0;
}

static bool is_place(const char *at) { return strncmp(at + strspn(at, " \t"), "//## File ", 10) == 0; }

// Of the comments before an instruction, the first that names the submission counts: the innermost.
static const char *read_places(struct disassembly *reader, const char *at) {
    reader->line = 0;
    for (; is_place(at); at = line_after(at))
        if (reader->line == 0)
            reader->line = own_line(at, reader->file);
    return at;
}

// Reads `.L_x_2:`, or `/*0050*/  S2R R6, SR_TID.X ;` without its address and semicolon.
static bool read_code(struct disassembly *reader, const char *at) {
    const size_t length = strcspn(at, "\n");
    const char *from = at + strspn(at, " \t"), *end = at + length;
    if (strncmp(from, "/*", 2) == 0) {
        from = memmem(from, (size_t)(end - from), "*/", 2);
        if (!from)
            return false;
        from += 2;
        from += strspn(from, " \t");
    } else if (strncmp(from, ".L_", 3) != 0) {
        return false;
    }
    while (end > from && (end[-1] == ';' || end[-1] == ' ' || end[-1] == '\t'))
        end--;
    snprintf(reader->code, sizeof reader->code, "%.*s", (int)(end - from), from);
    return end > from;
}

// Only padding and the label of the end follow the last instruction.
static bool is_end(const char *at) {
    struct disassembly rest = {.line = 0};
    for (; *at && strncmp(at, "//-", 3) != 0; at = line_after(at))
        if (read_code(&rest, at) && strcmp(rest.code, "NOP") != 0 && strncmp(rest.code, ".L_", 3) != 0)
            return false;
    return true;
}

bool disassembly_next(struct disassembly *reader) {
    while (*reader->at && strncmp(reader->at, "//-", 3) != 0) {
        if (is_place(reader->at))
            reader->at = read_places(reader, reader->at);
        const char *at = reader->at;
        reader->at = line_after(at);
        if (read_code(reader, at))
            return strcmp(reader->code, "NOP") != 0 || !is_end(at);
    }
    return false;
}
