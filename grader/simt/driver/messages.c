// Marks the missing names in a compiler's messages that CUDA has and the engine lacks.
#include "compile.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct slice {
    const char *text;
    size_t length;
};

static bool starts(struct slice s, const char *prefix) {
    size_t n = strlen(prefix);
    return s.length >= n && memcmp(s.text, prefix, n) == 0;
}

static bool starts_with_any(struct slice s, const char *const *prefixes) {
    for (; *prefixes; prefixes++)
        if (starts(s, *prefixes))
            return true;
    return false;
}

static bool contains(struct slice s, const char *part) {
    return memmem(s.text, s.length, part, strlen(part)) != NULL;
}

static bool ends(struct slice s, const char *end) {
    size_t n = strlen(end);
    return s.length >= n && memcmp(s.text + s.length - n, end, n) == 0;
}

/* Names that only CUDA defines. */
static bool is_cuda_name(struct slice name) {
    static const char *const prefixes[] = {
        "cuda",     "__nv",       "__cuda",   "tex1D",      "tex2D",
        "tex3D",    "texCubemap", "surf1D",   "surf2D",     "surf3D",
        "__shfl",   "__h",        "nvcuda",   "cublas",     "curand",
        "cufft",    "cusparse",   "nvtx",     "__pipeline", "cooperative_groups",
        "__ld",     "__st",       "__float2", "__fns",      "__vi",
        "__dp",     "cuInit",     "cuCtx",    "cuDevice",   "cuMem",
        "cuModule", "cuLaunch",   "cuStream", NULL};
    static const char *const spaces[] = {"thrust", "cub", "wmma"};
    static const char *const intrinsics[] = {"_sync", "_rn", "_rz", "_ru", "_rd", "_block", "_system"};
    if (starts_with_any(name, prefixes) ||
        (starts(name, "atomic") && name.length > 6 && isupper((unsigned char)name.text[6])))
        return true;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (starts(name, spaces[i]) && ends(name, spaces[i]))
            return true;
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (starts(name, "__") && ends(name, intrinsics[i]))
            return true;
    return false;
}

static bool is_cuda_header(struct slice name) {
    static const char *const prefixes[] = {
        "cooperative_groups", "mma.h",    "cuda.h", "cuda_", "cublas",     "curand", "cufft",
        "cusparse",           "cusolver", "nvml",   "nvtx",  "nvToolsExt", "npp",    "texture_",
        "surface_",           "nccl",     NULL};
    return starts_with_any(name, prefixes);
}

/* The length of `FILE:LINE` at the start of a message, 0 if there is none. */
static size_t place_length(struct slice line) {
    const char *colon = memchr(line.text, ':', line.length);
    for (; colon; colon = memchr(colon + 1, ':', line.length - (size_t)(colon + 1 - line.text))) {
        size_t i = (size_t)(colon - line.text) + 1;
        size_t digits = i;
        while (i < line.length && isdigit((unsigned char)line.text[i]))
            i++;
        if (i > digits && i < line.length && line.text[i] == ':')
            return i;
    }
    return 0;
}

/* The first 'quoted' word of a message about something missing. */
static struct slice missing_name(struct slice line) {
    static const char *const complaints[] = {"was not declared",     "has not been declared",
                                             "does not name a type", "there are no arguments to",
                                             "is not a member of",   "is not a class or namespace",
                                             "has incomplete type"};
    struct slice none = {0};
    bool missing = false;
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++)
        missing |= contains(line, complaints[i]);
    const char *open = missing ? memchr(line.text, '\'', line.length) : NULL;
    if (!open)
        return none;
    size_t rest = line.length - (size_t)(open + 1 - line.text);
    const char *close = memchr(open + 1, '\'', rest);
    return close ? (struct slice){open + 1, (size_t)(close - open - 1)} : none;
}

/* NAME of `fatal error: NAME: No such file or directory`. */
static struct slice missing_header(struct slice line) {
    static const char start[] = "fatal error: ", end[] = ": No such file";
    const char *from = memmem(line.text, line.length, start, sizeof start - 1);
    const char *to = memmem(line.text, line.length, end, sizeof end - 1);
    if (!from || !to || to < from + sizeof start)
        return (struct slice){0};
    return (struct slice){from + sizeof start - 1, (size_t)(to - from) - (sizeof start - 1)};
}

/* NAME of the linker's `cannot find -lNAME`. */
static struct slice missing_library(struct slice line) {
    static const char start[] = "cannot find -l";
    const char *from = memmem(line.text, line.length, start, sizeof start - 1);
    struct slice name = {0};
    if (from)
        name.text = from + sizeof start - 1;
    while (from && name.text + name.length < line.text + line.length &&
           (isalnum((unsigned char)name.text[name.length]) || name.text[name.length] == '_'))
        name.length++;
    return name;
}

/* The package that contains a missing header; NULL for other headers. */
static const char *package_of(struct slice header) {
    static const char *const packages[][2] = {
        {"thrust/", "Debian's package libthrust-dev, which is not installed"},
        {"cub/", "the CUDA Toolkit from 13 on and Debian's package libcub-dev; neither was found"},
        {"cuda/", "libcu++: install the CUDA Toolkit (13 or newer), or Debian's package libcu++-dev, which "
                  "has most of it"}};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (starts(header, packages[i][0]))
            return packages[i][1];
    return NULL;
}

static void explain(struct slice line, FILE *to) {
    struct slice name = missing_name(line), header = missing_header(line), library = missing_library(line);
    size_t place = place_length(line);
    if (place && name.length && is_cuda_name(name))
        fprintf(to, "%.*s: error: unsupported: %.*s is not known to this engine\n", (int)place, line.text,
                (int)name.length, name.text);
    else if (place && package_of(header))
        fprintf(to, "%.*s: error: <%.*s> is in %s\n", (int)place, line.text, (int)header.length, header.text,
                package_of(header));
    else if (place && header.length && is_cuda_header(header))
        fprintf(to, "%.*s: error: unsupported: <%.*s> is not known to this engine\n", (int)place, line.text,
                (int)header.length, header.text);
    else if (library.length && is_cuda_header(library))
        fprintf(to, "simtcc: error: unsupported: library %.*s is not known to this engine\n",
                (int)library.length, library.text);
}

/* True for headers that NVIDIA's samples bring along, which nvcc does not find either. */
static bool is_of_samples(struct slice name) {
    static const char *const prefixes[] = {"helper_",
                                           "checkCudaErrors",
                                           "getLastCudaError",
                                           "printLastCudaError",
                                           "findCudaDevice",
                                           "gpuGetMaxGflops",
                                           "_ConvertSMVer2Cores",
                                           "checkCmdLineFlag",
                                           "sdk",
                                           "getCmdLineArgument",
                                           "checkCudaCapabilities",
                                           NULL};
    return starts_with_any(name, prefixes);
}

/* Printed before the compiler's own message, so that the first error already says what to do. */
static void explain_samples(struct slice line, FILE *to) {
    const struct slice name = missing_name(line), header = missing_header(line);
    const struct slice missing = name.length ? name : header;
    const size_t place = place_length(line);
    if (place && missing.length && is_of_samples(missing))
        fprintf(
            to,
            "%.*s: error: %.*s comes with NVIDIA's samples, not with CUDA: check each call with a macro of "
            "your own (in a lab, CUDA_CHECK of warplab.h)\n",
            (int)place, line.text, (int)missing.length, missing.text);
}

/* A compiler shows a line as `   12 | text`, with marks below it. The translator may have made the line
   longer: marks beyond the text are dropped. */
static bool is_stray_mark(struct slice line, size_t picture_length) {
    size_t bar = strspn(line.text, " ");
    return picture_length && bar < line.length && line.text[bar] == '|' && line.length > picture_length + 2;
}

static bool is_picture(struct slice line) {
    size_t digits = strspn(line.text, " ");
    size_t bar = digits + strspn(line.text + digits, "0123456789");
    return bar > digits && digits > 0 && bar + 1 < line.length && line.text[bar] == ' ' &&
           line.text[bar + 1] == '|';
}

/* Words of the translated text that are not in the user's source. */
static const struct {
    const char *ours, *users;
} renamed[] = {{"before 'simt'", "before the launch"},
               {"simt_type_", ""},
               {"simt_shape_", ""},
               {"simt_room_", ""},
               {"::<lambda()>", ""}};

/* The translator's own errors: `call to 'simt_ptx_7' declared with attribute error: TEXT` is TEXT. */
static struct slice print_to_own_error(struct slice line, FILE *to) {
    static const char call[] = "error: call to ", declared[] = "declared with attribute error: ";
    const char *from = memmem(line.text, line.length, call, sizeof call - 1),
               *text = memmem(line.text, line.length, declared, sizeof declared - 1);
    if (!from || !text)
        return line;
    fprintf(to, "%.*serror: ", (int)(from - line.text), line.text);
    text += sizeof declared - 1;
    return (struct slice){text, line.length - (size_t)(text - line.text)};
}

static void print_line(struct slice line, FILE *to) {
    enum { COUNT = sizeof renamed / sizeof *renamed };
    line = print_to_own_error(line, to);
    for (size_t at = 0; at < line.length;) {
        struct slice rest = {line.text + at, line.length - at};
        size_t k = 0;
        while (k < COUNT && !starts(rest, renamed[k].ours))
            k++;
        if (k < COUNT)
            fputs(renamed[k].users, to);
        else
            fputc(*rest.text, to);
        at += k < COUNT ? strlen(renamed[k].ours) : 1;
    }
    fputc('\n', to);
}

void messages_pass_on(const char *text, FILE *to) {
    size_t picture = 0;
    while (text && *text) {
        struct slice line = {text, strcspn(text, "\n")};
        if (is_picture(line))
            picture = line.length;
        else if (line.text[0] != ' ')
            picture = 0;
        if (contains(line, "error: "))
            explain_samples(line, to);
        if (!is_stray_mark(line, picture))
            print_line(line, to);
        if (contains(line, "error: ") || contains(line, "cannot find"))
            explain(line, to);
        text += line.length + (text[line.length] == '\n');
    }
}
