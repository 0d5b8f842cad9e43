// No submission makes the grader fail: whatever it is, `./grade` ends with 0 or 1, prints nothing that
// deceives a terminal and writes valid JSON. None of these is accused of tampering, because none does
// any.
// Inputs: grading
#include <check.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "skip.h"

#define HEAD "#include \"lab3.h\"\n#include \"warplab.h\"\n"
#define LAUNCHER "void reduce_shared(const int *d_in, int *d_out, int *d_scratch, int n) "
#define NOTHING HEAD LAUNCHER "{}\n"
#define KERNEL "__global__ void k(const int *in, int *out, int n) { if (n < 0) *out = *in; }\n"

// CONFINED_TEXT: grader/confine reports the error.
enum kind { TEXT, CONFINED_TEXT, FOLDER, FIFO, LINK };

// A file is `before`, then `repeated` so many times, then `after`; `after` may contain zero bytes. A link
// points to `before`.
static const struct row {
    const char *name;
    enum kind kind;
    const char *before, *repeated;
    int times;
    const char *after, *says; // of the report; NULL: anything
} rows[] = {
    // Its kind, and its bytes.
    {"empty", TEXT, "", "", 0, "", "not defined"},
    {"a folder", FOLDER, "", "", 0, "", "a directory, not a file"},
    {"a named pipe", FIFO, "", "", 0, "", "something special"},
    {"a link", LINK, "/etc/passwd", "", 0, "", "it is a link"},
    {"a link to itself", LINK, "lab3.cu", "", 0, "", "it is a link"},
    {"a link to a device without an end", LINK, "/dev/zero", "", 0, "",
     "it is a link; hand in the file itself"},
    {"too large", TEXT, "", "        ", 140000, "", "larger than 1 MiB"},
    {"no newline at its end", TEXT, NOTHING "// end", "", 0, "", "not started"},
    {"lines that end in CR", TEXT, "// a\rint b;\r", "", 0, "", NULL},
    {"a byte order mark alone", TEXT, "\xef\xbb\xbf", "", 0, "", "not defined"},
    {"two byte order marks", TEXT, "\xef\xbb\xbf\xef\xbb\xbf" NOTHING, "", 0, "", NULL},
    {"UTF-16", TEXT, "\xff\xfei\1n\1t\1 \1a\1;\1", "", 0, "", NULL},
    {"invalid UTF-8", TEXT, NOTHING "int \xff\xfe\x80;\n", "", 0, "", NULL},
    {"control characters", TEXT, NOTHING "int \x1b[2J\x07 \x7f a = \"\x1b]0;x\x07\";\n", "", 0, "", "FAIL"},
    {"characters of direction", TEXT, NOTHING "int a\u202e; /* \u2066 */ \u200b b;\n", "", 0, "",
     "changes the direction"},
    {"a long line", TEXT, HEAD LAUNCHER "{ int x = n; ", "x += 3; ", 20000, "printf(\"%d\", x); }\n", NULL},
    {"a long comment", TEXT, NOTHING "//", "xxxxxxxx", 120000, "\n", NULL},
    {"a long text", TEXT, HEAD LAUNCHER "{ printf(\"%s\", \"", "xxxxxxxx", 110000, "\"); }\n", NULL},
    // No compiler can end well with these.
    {"no end of a text", TEXT, HEAD "const char *s = \"", "", 0, "", "FAIL"},
    {"no end of a comment", TEXT, HEAD "/* ", "", 0, "", "FAIL"},
    {"no end of a raw text", TEXT, HEAD "const char *s = R\"x(", "", 0, "", "FAIL"},
    {"a backslash at its end", TEXT, NOTHING "int a; \\", "", 0, "", NULL},
    {"many parentheses", TEXT, "", "(", 100000, "", "FAIL"},
    {"many braces", TEXT, "void f() ", "{", 100000, "", "FAIL"},
    {"many signs", TEXT, "int a = ", "- ", 10000, "1;", NULL},
    {"many conditions", TEXT, HEAD LAUNCHER "{ ", "if (n) ", 10000, "; }", NULL},
    {"endless templates", TEXT,
     "template <int N> struct A { static const int v = A<N - 1>::v; };\nint x = A<5>::v;\n", "", 0, "",
     "FAIL"},
    {"a folder included", TEXT, "#include \"/\"\n", "", 0, "", "FAIL"},
    {"a long name included", TEXT, "#include \"", "aaaaaaaa", 10000, "\"\n", "FAIL"},
    {"itself included", TEXT, "#include \"lab3.cu\"\n", "", 0, "", "FAIL"},
    // Lines and names that are made up.
    {"another line", TEXT, HEAD "#line 2147483647 \"x\"\n" LAUNCHER "{ undeclared(); }\n", "", 0, "", "FAIL"},
    {"a line beyond numbers", TEXT, HEAD "#line 99999999999999999999\n" LAUNCHER "{}\n", "", 0, "", NULL},
    {"a file name of control characters", TEXT,
     HEAD "#line 1 \"\x1b[2J\u202e\n\"\n" LAUNCHER "{ undeclared(); }\n", "", 0, "", "FAIL"},
    {"a long file name", TEXT, HEAD "#line 1 \"", "ffffffff", 10000,
     "\"\n__global__ void k(int *o) { o[-10000] = 1; }\n" LAUNCHER
     "{ k<<<1, 1>>>(d_out); cudaDeviceSynchronize(); }\n",
     "out of bounds"},
    {"an error of the kit's", TEXT, "#line 1 \"cc1plus: fatal error\"\n#error simt_stores.so host_config.h\n",
     "", 0, "", "FAIL"},
    {"a linker's error", TEXT, HEAD "#warning ld: error: multiple definition of `x'\n" LAUNCHER "{}\n", "", 0,
     "", NULL},
    {"a missing function", TEXT, HEAD "void f();\n" LAUNCHER "{ f(); }\n", "", 0, "", "a lab must not use f"},
    {"a missing long name", TEXT, HEAD "extern int ", "vvvvvvvv", 10000, ";\n" LAUNCHER "{}\n", NULL},
    {"names of the grader", CONFINED_TEXT,
     HEAD "extern \"C\" { int driver_tasks, bounds_data_end; }\n" LAUNCHER "{}\n", "", 0, "",
     "task not started"},
    {"names of the library", TEXT,
     HEAD "extern \"C\" { int elf_begin, dwarf_begin, cs_open, cJSON_Print; }\n" LAUNCHER
          "{ elf_begin = cs_open = cJSON_Print = n; }\n",
     "", 0, "", NULL},
    {"a weak launcher", TEXT,
     "extern \"C\" __attribute__((weak)) void reduce_shared(const int *, int *, int *, int) {}\n", "", 0, "",
     NULL},
    {"a launcher of another kind", TEXT, "int reduce_shared;\n", "", 0, "", "FAIL"},
    {"a long kernel name", TEXT, HEAD "#define NAME k", "kkkkkkkk", 8000,
     "\n__global__ void NAME(int *o) { *o = 1; }\n" LAUNCHER "{ NAME<<<1, 1>>>(d_out); }\n", "FAIL"},
    // Its size.
    {"large variables", TEXT, HEAD "char huge[1900000000];\n" LAUNCHER "{ huge[n] = 1; }\n", "", 0, "",
     "takes 1812 MiB"},
    {"variables beyond all addresses", TEXT, HEAD "char huge[1L << 62];\n" LAUNCHER "{ huge[n] = 1; }\n", "",
     0, "", "a lab's may take 512 MiB"},
    {"large variables of threads", TEXT,
     HEAD "thread_local char huge[1900000000];\n" LAUNCHER "{ printf(\"%d\", huge[n]); }\n", "", 0, "",
     "thread_local variables take"},
    {"large shared memory", TEXT,
     HEAD "__global__ void k(int n) { __shared__ char s[1900000000]; s[n] = 1; }\n" LAUNCHER
          "{ k<<<1, 1>>>(n); }\n",
     "", 0, "", "too much shared memory"},
    {"large constant memory", TEXT,
     HEAD "__constant__ char c[1900000000];\n" KERNEL LAUNCHER "{ k<<<1, 1>>>(d_in, d_out, c[n]); }\n", "", 0,
     "", "too much constant memory"},
    {"large device memory", TEXT,
     HEAD "__device__ char huge[1900000000];\n__global__ void k(int n) { huge[n] = 1; }\n" LAUNCHER
          "{ k<<<1, 1>>>(n); }\n",
     "", 0, "", "a __device__ variable?"},
    {"device memory that the engine lacks", TEXT,
     HEAD "__device__ char huge[100000000];\n__global__ void k(int n) { huge[n] = 1; }\n" LAUNCHER
          "{ k<<<1, 1>>>(n); }\n",
     "", 0, "", NULL},
    {"large constants", TEXT,
     HEAD "extern const char huge[1900000000] = {1};\n" LAUNCHER "{ printf(\"%d\", huge[n]); }\n", "", 0, "",
     "initial values"},
    {"a large alignment", TEXT, HEAD "alignas(1 << 28) char huge[8];\n" LAUNCHER "{ huge[n] = 1; }\n", "", 0,
     "", NULL},
    {"many variables", TEXT,
     HEAD "#define P2(a, b) a##b\n#define P(a, b) P2(a, b)\n#define V int P(v, __COUNTER__);\n#define V16 V "
          "V V V V V V V V V V V V V V V\n",
     "V16 V16 V16 V16 V16 V16 V16 V16\n", 200, LAUNCHER "{ v1 = n; }\n", NULL},
    {"many sections", CONFINED_TEXT,
     HEAD "#define P(a) int __attribute__((section(#a))) a;\nP(a) P(b)\n" LAUNCHER "{}\n", "", 0, "",
     "must not use the attribute section"},
    {"a large argument", TEXT,
     HEAD "struct S { char c[100000000]; };\n__global__ void k(S s, int *o) { *o = s.c[3]; }\n" LAUNCHER
          "{ static S s; k<<<1, 1>>>(s, d_out); }\n",
     "", 0, "", NULL},
    {"a large stack", TEXT, HEAD LAUNCHER "{ volatile char c[500000000]; c[n] = 1; }\n", "", 0, "", NULL},
    {"a large local array", TEXT,
     HEAD "__global__ void k(int n) { volatile char c[500000000]; c[n] = 1; }\n" LAUNCHER
          "{ k<<<1, 1>>>(n); }\n",
     "", 0, "", NULL},
    // Its output and actions.
    {"many launches", TEXT,
     HEAD "__global__ void k() {}\n" LAUNCHER
          "{ for (int i = 0; i < 20000 && n == 0; i++) k<<<1, 1>>>(); }\n",
     "", 0, "", "20000 launches"},
    {"many streams and events", TEXT,
     HEAD LAUNCHER "{ cudaStream_t s; cudaEvent_t e; for (int i = 0; i < 3000 && n == 0; i++) { "
                   "cudaStreamCreate(&s); cudaEventCreate(&e); cudaEventRecord(e, s); } }\n",
     "", 0, "", NULL},
    {"many allocations", TEXT,
     HEAD LAUNCHER "{ void *p; for (int i = 0; i < 3000 && n == 0; i++) cudaMalloc(&p, 4); }\n", "", 0, "",
     NULL},
    {"many failing calls", TEXT, HEAD LAUNCHER "{ if (n != 0) return; ", "cudaFree((void *)3);\n", 500, "}\n",
     NULL},
    {"a long failing call", TEXT, HEAD LAUNCHER "{ CUDA_CHECK(cudaFree((void *)(3", " + 12345678", 300,
     "))); }\n", NULL},
    {"a long assertion", TEXT, HEAD "__global__ void k(int n) { assert(n == -1 && \"", "aaaaaaaa", 10000,
     "\"); }\n" LAUNCHER "{ k<<<1, 1>>>(n); cudaDeviceSynchronize(); }\n", "Assertion"},
    {"an assertion of control characters", TEXT,
     HEAD "__global__ void k(int n) { assert(n == -1 && \"\u202ex\x1b[2J\x07\"); }\n" LAUNCHER
          "{ k<<<1, 1>>>(n); cudaDeviceSynchronize(); }\n",
     "", 0, "", "\\u202ex\\x1b[2J\\x07"},
    {"odd bytes printed", TEXT, HEAD LAUNCHER "{ printf(\"\\x1b[2J\\xff\u202e\\x9b %c\\n\", 0); }\n", "", 0,
     "", "\\x1b[2J\\xff\\u202e\\x9b"},
    {"a word of the engine printed", TEXT, HEAD LAUNCHER "{ printf(\"simt: no memory\\n\"); exit(2); }\n", "",
     0, "", NULL},
    {"exit with each code", TEXT, HEAD LAUNCHER "{ exit(127); }\n", "", 0, "", NULL},
};
enum { ROWS = sizeof rows / sizeof rows[0], MOST = 1 << 20 };

static char scratch[] = "/tmp/warplab-odd-XXXXXX";

static const char *path_of(const char *name) {
    static char path[4][128];
    static unsigned next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", scratch, name);
    return to;
}

static void write_text(const struct row *row, const char *path) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(row->before, file);
    for (int i = 0; i < row->times; i++)
        fputs(row->repeated, file);
    fputs(row->after, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void make(const struct row *row, const char *path) {
    if (row->kind == FOLDER)
        ck_assert_int_eq(mkdir(path, 0755), 0);
    else if (row->kind == FIFO)
        ck_assert_int_eq(mkfifo(path, 0644), 0);
    else if (row->kind == LINK)
        ck_assert_int_eq(symlink(row->before, path), 0);
    else
        write_text(row, path);
}

static char *read_text(const char *path) {
    char *text = calloc(1, MOST + 1);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_lt(fread(text, 1, MOST, file), MOST);
    fclose(file);
    return text;
}

static void expect_harmless(const char *name, const char *text) {
    static const char *const accusations[] = {"grader's own pipe", "tampered", "written over"};
    char *escaped = utf8_escaped(text);
    ck_assert_msg(strcmp(escaped, text) == 0, "%s: what is not seen gets through", name);
    free(escaped);
    for (size_t i = 0; i < sizeof accusations / sizeof accusations[0]; i++)
        ck_assert_msg(!strstr(text, accusations[i]), "%s: accused: %s", name, accusations[i]);
}

// Runs of blanks as one: a report breaks its lines.
static void join_lines(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != '\n' && (*from != ' ' || (to > text && to[-1] != ' ')))
            *to++ = *from;
    *to = '\0';
}

START_TEST(the_grader_stands_it) {
    const struct row *row = &rows[_i];
    char command[600];
    if (row->kind == CONFINED_TEXT && !WARPLAB_CONFINE)
        test_skip("this build has no grader/confine, which would say so");
    make(row, path_of("in/lab3.cu"));
    snprintf(command, sizeof command,
             "TMPDIR=%s ./grade lab3 --submission %s --backend cpu --seed 1 --json %s >%s 2>&1", scratch,
             path_of("in"), path_of("json"), path_of("said"));
    const int status = system(command);
    char *said = read_text(path_of("said"));
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) <= 1, "%s: exit code %d: %.300s", row->name,
                  WEXITSTATUS(status), said);
    expect_harmless(row->name, said);
    join_lines(said);
    char *json = read_text(path_of("json"));
    expect_harmless(row->name, json);
    ck_assert_msg(!row->says || strstr(said, row->says) || strstr(json, row->says),
                  "%s does not say \"%s\": %.2000s", row->name, row->says, said);
    free(said);
    cJSON *result = cJSON_Parse(json);
    ck_assert_msg(result && cJSON_GetObjectItem(result, "score")->valuedouble <= 30, "%s: its JSON",
                  row->name);
    cJSON_Delete(result);
    free(json);
}
END_TEST

static void set_up(void) {
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(chmod(scratch, 0711), 0); // programs in the sandbox run as another user
    ck_assert_int_eq(mkdir(path_of("in"), 0755), 0);
}

static void tear_down(void) {
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    ck_assert_int_eq(system(command), 0);
}

int main(void) {
    Suite *suite = suite_create("odd submissions");
    TCase *cases = tcase_create("rows");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 240);
    tcase_add_loop_test(cases, the_grader_stands_it, 0, ROWS);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
