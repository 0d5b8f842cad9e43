// Objects that g++ makes of small sources: which ones the symbol check accepts, and which it refuses at which
// line.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "lab/spec.h"
#include "skip.h"
#include "submission/symbols.h"

#define LAUNCHER "extern \"C\" void reduce_shared(const int *a, int *b, int *c, int n)"

static const struct {
    const char *source;
    const char *refused; // a part of the message, NULL if it passes
    int line;            // blamed, 0 if none
    enum symbols_launcher launcher;
} objects[] = {
    {LAUNCHER " { *b = *a + *c + n; }\n", NULL, 0, SYMBOLS_DEFINED},
    {"int helper(int x) { return x; }\n" LAUNCHER " { *b = helper(n); }\n", NULL, 0, SYMBOLS_DEFINED},
    {"#include <stdio.h>\n" LAUNCHER " { printf(\"%d\\n\", n); }\n", NULL, 0, SYMBOLS_DEFINED},
    {"#include <vector>\n" LAUNCHER " { std::vector<int> v(n); b[0] = v[0]; }\n", NULL, 0, SYMBOLS_DEFINED},
    {"#include <string.h>\n#include <stdlib.h>\n" LAUNCHER
     " { void *p = malloc(n); memset(p, 0, n); free(p); }\n",
     NULL, 0, SYMBOLS_DEFINED},
    {"int table[256];\n" LAUNCHER " { b[0] = table[n]; }\n", NULL, 0, SYMBOLS_DEFINED},
    {"template <int N> int twice(int x) { return N * x; }\n" LAUNCHER " { *b = twice<2>(n); }\n", NULL, 0,
     SYMBOLS_DEFINED},
    {"void reduce_shared(int *a, int n) { *a = n; }\n", NULL, 0, SYMBOLS_OTHER_SIGNATURE},
    {"int other(int x) { return x; }\n", NULL, 0, SYMBOLS_MISSING},
    {"#include <stdlib.h>\n" LAUNCHER " {\n    quick_exit(0);\n}\n",
     "must not use quick_exit: it ends the program", 3, SYMBOLS_DEFINED},
    {"#include <stdlib.h>\n" LAUNCHER " {\n    if (n < 0)\n        exit(1);\n}\n", NULL, 0, SYMBOLS_DEFINED},
    {"#include <math.h>\n" LAUNCHER " { *b = (int)(remainderf(n, 3) + asinh(n) + frexp(n, c)); }\n", NULL, 0,
     SYMBOLS_DEFINED},
    {"#include <math.h>\n" LAUNCHER " { *b = (int)remquo(n, 3, c); }\n", NULL, 0, SYMBOLS_DEFINED},
    {"#include <stdlib.h>\n" LAUNCHER " {\n    *b = (int)lrand48();\n}\n", "lrand48: it is not among", 3,
     SYMBOLS_DEFINED},
    {"#include <stdlib.h>\n" LAUNCHER " {\n    *b = rand_r((unsigned *)c);\n}\n",
     "rand_r: it stores through pointers that it is given; use rand", 3, SYMBOLS_DEFINED},
    {"extern \"C\" int cudaMemPoolTrimTo(void *, long);\n" LAUNCHER " {\n    cudaMemPoolTrimTo(b, n);\n}\n",
     "cudaMemPoolTrimTo: it is not for this lab; use cudaMallocAsync", 3, SYMBOLS_DEFINED},
    {"#include <map>\n" LAUNCHER " {\n    std::map<int, int> m;\n    m[n] = 1;\n    *b = m[*a];\n}\n",
     "use std::vector", -1, SYMBOLS_DEFINED},
    {"extern \"C\" void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);\n" LAUNCHER
     " {\n    __memcpy_chk(b, a, n, n);\n}\n",
     "__memcpy_chk: it is not among", 3, SYMBOLS_DEFINED},
    {"extern \"C\" int cudaMemPrefetchBatchAsync();\n" LAUNCHER " {\n    cudaMemPrefetchBatchAsync();\n}\n",
     "cudaMemPrefetchBatchAsync: it is not among", 3, SYMBOLS_DEFINED},
    {"#include <unistd.h>\n" LAUNCHER " {\n\n    if (fork() == 0)\n        _exit(0);\n}\n", "must not use", 4,
     SYMBOLS_DEFINED},
    {"#include <stdio.h>\n" LAUNCHER " {\n    fopen(\"/etc/passwd\", \"r\");\n}\n",
     "fopen: it reaches for files", 3, SYMBOLS_DEFINED},
    {"extern \"C\" long syscall(long, ...);\n" LAUNCHER " {\n    syscall(39);\n}\n", "syscall", 3,
     SYMBOLS_DEFINED},
    {"extern \"C\" void simt_errors_clear();\n" LAUNCHER " {\n    simt_errors_clear();\n}\n",
     "simt_errors_clear: it is not among", 3, SYMBOLS_DEFINED},
    {"extern \"C\" int unheard_of(int);\n" LAUNCHER " {\n    *b = unheard_of(n);\n}\n",
     "unheard_of: it is not among", 3, SYMBOLS_DEFINED},
    {"#include <thread>\n" LAUNCHER " {\n    std::thread([] {}).join();\n}\n", "must not use", -1,
     SYMBOLS_DEFINED},
    {"#include <fstream>\n" LAUNCHER " {\n    std::ofstream f(\"x\");\n}\n", "must not use", -1,
     SYMBOLS_DEFINED},
    {"#include <sstream>\n" LAUNCHER " {\n    std::ostringstream o;\n    o << n;\n}\n",
     "must not use std::ostringstream: it reaches for files or strings", 3, SYMBOLS_DEFINED},
    {"#include <iomanip>\n#include <sstream>\n" LAUNCHER
     " {\n    std::stringstream both;\n    both << std::setw(8) << n;\n    both >> *b;\n}\n",
     "must not use std::stringstream: it", 4, SYMBOLS_DEFINED},
    {"#include <sstream>\n#include <string>\n" LAUNCHER
     " {\n    std::istringstream i(\"1\");\n    i >> *b;\n}\n",
     "must not use std::istringstream: it", 4, SYMBOLS_DEFINED},
    {"extern \"C\" void *malloc(unsigned long) { return nullptr; }\n", "must not define malloc", 1,
     SYMBOLS_MISSING},
    {"extern \"C\" int cudaEventElapsedTime(float *, void *, void *) { return 0; }\n",
     "must not define cudaEvent", 1, SYMBOLS_MISSING},
    {LAUNCHER " {\n    asm volatile(\"syscall\");\n}\n", "use instructions of the system", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"int $0x80\");\n}\n", "use instructions of the system", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"push %rax\\n ret\");\n}\n", "branch past the engine's checks", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"jmp *%rax\");\n}\n", "branch past the engine's checks", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"mov %rax, %rsp\");\n}\n", "arrays of variable length", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"mov %rax, %fs:0\");\n}\n", "write to thread_local variables", 2,
     SYMBOLS_DEFINED},
    {LAUNCHER " {\n    asm volatile(\"jmp 1f + 1\\n1: mov $0x050f, %eax\");\n}\n",
     "jump to where no instruction", 2, SYMBOLS_DEFINED},
    {LAUNCHER " {\n    volatile int v[n];\n    v[n - 1] = *a;\n}\n", "arrays of variable length", -1,
     SYMBOLS_DEFINED},
    {"__attribute__((section(\".text\"))) extern const char code[] = {1, 2, 3};\n" LAUNCHER
     " { *b = code[n]; }\n",
     "put data among its code", -1, SYMBOLS_DEFINED},
    {"#include <string>\n" LAUNCHER " {\n\n    *b = (int)std::to_string(n / 2.0).size();\n}\n",
     "alloca, or local variables aligned to more than 16 bytes, as __gnu_cxx::__to_xstring does", 4,
     SYMBOLS_DEFINED},
    {"int main() { return 0; }\n",
     "must not define main: the grader's own main calls the launcher; put yours "
     "between #ifdef TRY",
     1, SYMBOLS_MISSING},
    {"extern \"C\" void simt_launch() {}\n", "must not define simt_launch", 1, SYMBOLS_MISSING},
    {"void *operator new(unsigned long) { throw 1; }\n", "must not define", 1, SYMBOLS_MISSING},
    {"namespace simt { void kernel() {} }\n", "must not define simt::kernel", 1, SYMBOLS_MISSING},
    {"char **environ;\n", "must not define environ", 0, SYMBOLS_MISSING},
    {"\n__attribute__((constructor)) static void early() { __builtin_printf(\"x\"); }\n", "code runs before",
     2, SYMBOLS_MISSING},
    {"\n__attribute__((destructor)) static void late() { __builtin_printf(\"x\"); }\n", "code runs before", 2,
     SYMBOLS_MISSING},
    {"struct s { s() { __builtin_printf(\"x\"); } };\nstatic s object;\n", "code runs before", -1,
     SYMBOLS_MISSING},
    {"asm(\".section .preinit_array,\\\"aw\\\"\\n.quad 0\\n.text\\n\");\n", "written by hand", 0,
     SYMBOLS_MISSING},
    {"extern \"C\" { static int (*pick())(int) { return 0; }\nint chosen(int) "
     "__attribute__((ifunc(\"pick\"))); }\n",
     "must not define chosen", -1, SYMBOLS_MISSING},
};

static char scratch[] = "/tmp/warplab-symbols-XXXXXX";

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

// Compiled as simtcc --confined compiles, instrumentation included.
static void compile(const char *source, const char *name, char *object, size_t size) {
    char path[256], command[2048];
    snprintf(path, sizeof path, "%s/%s.cc", scratch, name);
    snprintf(object, size, "%s/%s.o", scratch, name);
    put(path, source);
    snprintf(command, sizeof command,
             "g++ -w -O1 -g -fsanitize=thread -fsanitize-coverage=trace-pc -fno-stack-protector "
             "-fcf-protection=none "
             "-mindirect-branch=thunk-extern -mfunction-return=thunk-extern -fno-jump-tables "
             "-maccumulate-outgoing-args -D_GLIBCXX_ASSERTIONS -c %s -o %s 2>&1",
             path, object);
    ck_assert_int_eq(system(command), 0);
    unlink(path);
}

START_TEST(each_object_gets_its_verdict) {
    static const char *const launchers[] = {"reduce_shared"};
    struct error error = {""};
    char name[16], object[256];
    struct symbols found;
    snprintf(name, sizeof name, "s%d", _i);
    compile(objects[_i].source, name, object, sizeof object);
    ck_assert_msg(symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error), "%s",
                  error.text);
    unlink(object);
    ck_assert_msg(found.refused == (objects[_i].refused != NULL), "source %d: %s", _i, found.message);
    ck_assert_int_eq(found.launchers[0], objects[_i].launcher);
    if (!objects[_i].refused)
        return;
    ck_assert_msg(strstr(found.message, objects[_i].refused) != NULL, "\"%s\" does not say \"%s\"",
                  found.message, objects[_i].refused);
    if (objects[_i].line >= 0)
        ck_assert_msg(found.line == objects[_i].line, "%s: line %d, not %d", found.message, found.line,
                      objects[_i].line);
}
END_TEST

// The table lists the parts of the engine that a lab may call.
START_TEST(table_says_what_a_lab_may_call) {
    static const char *const names[] = {"cudaMemcpy",
                                        "cudaMalloc3D",
                                        "simt_launch_result",
                                        "simt_grid_word",
                                        "simt_tile_barrier",
                                        "simt_half_bits",
                                        "simt_managed_hint",
                                        "simt_memcpy",
                                        "simt_builtin_thread_idx",
                                        "simt_builtin_warp_size"};
    static const char *const internal[] = {"simt_reset",       "simt_embed",    "simt_report_take",
                                           "simt_error_add",   "simt_exit_now", "simt_heap_free",
                                           "simt_confinement", "simt_api_call", "simt_profile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(!symbols_confined_refusal(names[i], NULL), "%s is refused", names[i]);
    for (size_t i = 0; i < sizeof internal / sizeof *internal; i++)
        ck_assert_msg(symbols_confined_refusal(internal[i], NULL) != NULL, "%s is allowed", internal[i]);
}
END_TEST

// A lab's spec allows one thing that is closed to others, and nothing else.
START_TEST(spec_opens_what_is_closed) {
    static const char *const opened[] = {"cudaMemPoolTrimTo", "fopen", NULL};
    ck_assert_ptr_null(symbols_confined_refusal("cudaMemPoolTrimTo", opened));
    ck_assert_ptr_nonnull(symbols_confined_refusal("cudaMemPoolTrimTo", NULL));
    ck_assert_ptr_nonnull(symbols_confined_refusal("cudaMemPoolDestroy", opened));
    ck_assert_ptr_nonnull(symbols_confined_refusal("fopen", opened));
    ck_assert_ptr_null(symbols_refusal("cudaMemPoolTrimTo"));
}
END_TEST

// Every refusal says what to use instead.
START_TEST(refusals_name_what_to_use) {
    size_t refused = 0;
    for (const struct symbols_function *f = symbols_functions; f->name; f++) {
        const bool refuses = f->words != NULL;
        ck_assert_msg(!refuses || strstr(f->words, "use "), "%s: %s", f->name, f->words);
        refused += refuses;
    }
    ck_assert_uint_gt(refused, 50);
}
END_TEST

START_TEST(launchers_are_found_with_their_lines) {
    static const char *const launchers[] = {"first", "second", "third"};
    struct error error;
    char object[256];
    struct symbols found;
    compile("extern \"C\" void first() {}\n\nextern \"C\" void third() {}\n", "lines", object, sizeof object);
    ck_assert(symbols_check(object, SYMBOLS_SIMTCC, launchers, 3, NULL, &found, &error));
    unlink(object);
    ck_assert_int_eq(found.launcher_lines[0], 1);
    ck_assert_int_eq(found.launchers[1], SYMBOLS_MISSING);
    ck_assert_int_eq(found.launcher_lines[2], 3);
}
END_TEST

// Bytes that are no object file are an error of their own, never a crash.
START_TEST(garbage_is_no_object) {
    static const char *const launchers[] = {"reduce_shared"};
    struct error error = {""};
    char object[256];
    struct symbols found;
    compile(LAUNCHER " { *b = n; }\n", "cut", object, sizeof object);
    for (off_t length = 0; length < 4000; length += 61) {
        ck_assert_int_eq(truncate(object, length), 0);
        symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error);
        prototypes_check(object, spec_find("lab3"), &found);
    }
    put(object, "no object at all");
    ck_assert(!symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error));
    ck_assert_str_ne(error.text, "");
    unlink(object);
    ck_assert(!symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error));
}
END_TEST

// Launchers of other types than the lab's (const int *, int *, int *, int), with their types; NULL if
// only a sign, a const or a name differs.
static const struct {
    const char *source, *is;
} types[] = {
    {LAUNCHER " { *b = *a + *c + n; }\n", NULL},
    {"typedef unsigned word;\nextern \"C\" void reduce_shared(const word *a, word *__restrict__ b, void *c, "
     "const "
     "int n) { *b = *a + n; }\n",
     NULL},
    {"enum op { sum };\nextern \"C\" void reduce_shared(int *const a, int b[], int *c, enum op n) { *b = n; "
     "}\n",
     NULL},
    {"extern \"C\" void reduce_shared(const float *a, int *b, int *c, int n) { *b = n; }\n",
     "(const float *, int *, int *, int)"},
    {"void reduce_shared(const int *a, int *b, int n) { *b = n; }\n", "(const int *, int *, int)"},
    {"void reduce_shared(int x) {}\nextern \"C\" void reduce_shared(int *a, int *b, int *c, int n) {}\n",
     NULL},
    {"extern \"C\" void reduce_shared(const int *a, int *b, int *c, unsigned long n) { *b = n; }\n",
     "(const int *, int *, int *, long unsigned int)"},
    {"extern \"C\" void reduce_shared(const int *a, int *b, int *c, float n) { *b = n; }\n",
     "(const int *, int *, int *, float)"},
    {"extern \"C\" void reduce_shared(const int *const *a, short *b, int &c, int n, char d) { *b = n; }\n",
     "(const int * const *, short int *, int &, int, char)"},
    {"struct pair { int a, b; };\nextern \"C\" void reduce_shared(pair a, pair *b, void (*c)(int), int n) "
     "{}\n",
     "(pair, pair *, ... *, int)"},
    {"extern \"C\" void reduce_shared() {}\n", "()"},
    // As many and as long ones as there may be.
    {"extern \"C\" void reduce_shared(const unsigned char *a, const unsigned char *b, const unsigned char "
     "*c, "
     "const unsigned char *d, const unsigned char *e, const unsigned char *f, const unsigned char *g, int h) "
     "{}\n",
     "(const unsigned char *, const unsigned char *, const unsigned char *, const unsigned char *, const "
     "unsigned char *, const unsigned char *, const unsigned char *, int)"},
};

// A type that the compiler treats as a structure goes by its name.
static const struct spec_task vectors = {.name = "f",
                                         .parameters = {SPEC_IN(FLOAT4, .n = 1), SPEC_IN(HALF, .n = 1),
                                                        SPEC_OUT(HALF2, .n = 1), SPEC_IN_OUT(UCHAR4, .n = 1),
                                                        SPEC_SCALAR(INT32, N)}};
#define F(a, b, c, d)                                                                                        \
    "struct float2 { float x, y; };\nstruct float4 { float x, y, z, w; };\nstruct int4 { int x, y, z, w; "   \
    "};\n"                                                                                                   \
    "struct uchar4 { unsigned char x, y, z, w; };\nstruct __half { unsigned short x; };\n"                   \
    "struct __half2 { __half x, y; };\ntypedef __half half;\ntypedef __half2 half2;\n"                       \
    "extern \"C\" void f(" a " *a, " b " *b, " c " *c, " d " *d, int n) {}\n"
static const struct {
    const char *source, *is;
} structures[] = {
    {F("const float4", "const __half", "__half2", "uchar4"), NULL},
    {F("const float4", "const half", "half2", "void"), NULL},
    {F("const float", "const __half", "__half2", "uchar4"),
     "(const float *, const __half *, __half2 *, uchar4 *, int)"},
    {F("const float2", "const __half", "__half2", "uchar4"),
     "(const float2 *, const __half *, __half2 *, uchar4 *, int)"},
    {F("const int4", "const __half", "__half2", "uchar4"),
     "(const int4 *, const __half *, __half2 *, uchar4 *, int)"},
    {F("const float4", "const unsigned short", "__half2", "uchar4"),
     "(const float4 *, const short unsigned int *, __half2 *, uchar4 *, int)"},
    {F("const float4", "const __half", "float", "unsigned"),
     "(const float4 *, const __half *, float *, unsigned int *, int)"},
};

START_TEST(other_structures_are_told) {
    static const char *const launchers[] = {"f"};
    const struct spec lab = {.name = "lab0", .tasks = &vectors, .task_count = 1};
    struct error error = {""};
    char name[16], object[256];
    struct symbols found;
    snprintf(name, sizeof name, "s%d", _i);
    compile(structures[_i].source, name, object, sizeof object);
    ck_assert(symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error));
    prototypes_check(object, &lab, &found);
    unlink(object);
    ck_assert_str_eq(found.types[0].is, structures[_i].is ? structures[_i].is : "");
    if (structures[_i].is)
        ck_assert_str_eq(found.types[0].should_be,
                         "(const float4 *, const __half *, __half2 *, uchar4 *, int)");
}
END_TEST

START_TEST(other_types_are_told) {
    static const char *const launchers[] = {"reduce_shared"};
    struct error error = {""};
    char name[16], object[256];
    struct symbols found;
    snprintf(name, sizeof name, "t%d", _i);
    compile(types[_i].source, name, object, sizeof object);
    ck_assert(symbols_check(object, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error));
    prototypes_check(object, spec_find("lab3"), &found);
    unlink(object);
    ck_assert_str_eq(found.types[0].is, types[_i].is ? types[_i].is : "");
    ck_assert_int_eq(found.launchers[0], types[_i].is ? SYMBOLS_OTHER_SIGNATURE : SYMBOLS_DEFINED);
    if (types[_i].is)
        ck_assert_str_eq(found.types[0].should_be, "(const int *, int *, int *, int)");
}
END_TEST

// With a CUDA Toolkit: its object of a solution refers to nothing that is refused.
START_TEST(nvccs_object_is_accepted) {
    struct paths paths;
    struct error error = {""};
    char why[256] = "", lab[16], object[256], command[PATH_MAX + 512];
    ck_assert_msg(paths_find(&paths, why, sizeof why), "%s", why);
    if (!paths.nvcc[0])
        test_skip("there is no CUDA Toolkit, or it is not shown: make check NVCC=/usr/local/cuda/bin/nvcc");
    const char *launchers[SYMBOLS_MAX_LAUNCHERS];
    struct symbols found;
    snprintf(lab, sizeof lab, "lab%d", _i);
    const struct spec *spec = spec_find(lab);
    ck_assert_ptr_nonnull(spec);
    for (size_t t = 0; t < spec->task_count; t++)
        launchers[t] = spec->tasks[t].name;
    snprintf(object, sizeof object, "%s/gpu%d.o", scratch, _i);
    snprintf(command, sizeof command,
             "%s -std=c++17 -Ilabs/include -Ilabs/lab%d -c solutions/lab%d/lab%d.cu -o %s 2>&1", paths.nvcc,
             _i, _i, _i, object);
    ck_assert_int_eq(system(command), 0);
    ck_assert_msg(symbols_check(object, SYMBOLS_NVCC, launchers, spec->task_count, NULL, &found, &error),
                  "%s", error.text);
    unlink(object);
    ck_assert_msg(!found.refused, "lab%d: %s", _i, found.message);
}
END_TEST

int main(void) {
    if (!mkdtemp(scratch))
        return 1;
    Suite *suite = suite_create("symbols");
    TCase *cases = tcase_create("objects");
    tcase_set_timeout(cases, 30);
    tcase_add_loop_test(cases, each_object_gets_its_verdict, 0, (int)(sizeof objects / sizeof objects[0]));
    tcase_add_loop_test(cases, other_types_are_told, 0, (int)(sizeof types / sizeof types[0]));
    tcase_add_loop_test(cases, other_structures_are_told, 0, sizeof structures / sizeof structures[0]);
    tcase_add_test(cases, launchers_are_found_with_their_lines);
    tcase_add_test(cases, table_says_what_a_lab_may_call);
    tcase_add_test(cases, spec_opens_what_is_closed);
    tcase_add_test(cases, refusals_name_what_to_use);
    tcase_add_test(cases, garbage_is_no_object);
    tcase_add_loop_test(cases, nvccs_object_is_accepted, 3, 6);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rmdir(scratch);
    return failed == 0 ? 0 : 1;
}
