// The protection of the engine from a submission: the words that `simtcc --confined` refuses, the arena of
// its memory, and the engine's questions to the component that confines a program. test_symbols covers
// the machine code, and test_hostile whole submissions.
#include "confine/guard/guard.h"
#include "engine/exec/confinement.h"
#include "simt/abi.h"
#include "simt/driver/compile.h"
#include "simt/memory_pools.h"
#include "simt/runtime_functions.h"
#include "simt/translate/translate.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *source;
    int line; // of the first marker, 0 if there is none
} markers[] = {
    {"int a;\n", 0},
    {"#include <stdio.h>\n#define N 3\n#line 5 \"x\"\n", 0},
    {"# 1 \"/usr/include/stdio.h\" 3\n", 1},
    {"int a;\n  #  7 \"x.h\" 1 3 4\n", 2},
    {"%: 1 \"x.h\" 3\n", 1},
    {"int a;\n/* why */ # /* not */ 1 \"x.h\" 3\n", 2},
    {"#\\\n 1 \"x.h\" 3\n", 1},
    {"\\\n\\  \n# 1 \"x.h\" 3\n", 1},
    {"/* a list:\n # 1. first\n # 2. second\n*/\nint a;\n", 0},
    {"// # 1\nint a; // and so on \\\n# 1 \"x.h\" 3\n", 0},
    {"const char *s = \"/*\";\n# 1 \"x.h\" 3\n// */\n", 2},
    {"const char *s = R\"(/*)\";\n# 1 \"x.h\" 3\n// */\n", 2},
    {"int n = 1'0, m = sizeof \"x' /* y\";\n# 1 \"x.h\" 3\n// */\n", 2},
    {"#pragma GCC system_header\n", 1},
    {"_Pragma(\"GCC system_header\")\n", 1},
    {"#pragma GCC sys\\\ntem_header\n", 1},
    {"// no system_header here\n", 0},
    {"", 0},
};

START_TEST(markers_are_found) {
    const size_t length = strlen(markers[_i].source);
    char *work = malloc(length + 1);
    ck_assert_ptr_nonnull(work);
    ck_assert_int_eq(markers_line(markers[_i].source, length, work), markers[_i].line);
    free(work);
}
END_TEST

static const struct {
    const char *text, *complaint; // "" if there is none
} words[] = {
    {"int f(int x) { return x; }\n", ""},
    {"int f() { asm(\"syscall\"); }\n", "must not use assembly"},
    {"int f() { __asm__ volatile(\"nop\"); }\n", "must not use assembly (asm)"},
    {"extern int g() __asm__(\"exit\");\n", "must not use assembly"},
    {"# 1 \"/usr/include/stdio.h\" 1 3\nvoid g(int x) { if (x) __asm__(\"stosb\"); }\n",
     "must not use assembly"},
    {"# 1 \"/usr/include/stdio.h\" 1 3\nvoid g(int x) { __asm__(\"stosb\"); }\n", "must not use assembly"},
    {"register long r asm(\"r12\");\n", "must not use assembly"},
    {"# 1 \"/usr/include/stdio.h\" 1 3\nextern int g() __asm__(\"\" \"__isoc99_scanf\");\n", ""},
    {"# 1 \"/usr/include/x.h\" 1 3\nvoid g() { __asm__ volatile(\"rep; nop\" : : : \"memory\"); }\n", ""},
    {"# 1 \"/usr/include/stdio.h\" 1 3\nvoid g() { __asm__ volatile(\"syscall\"); }\n",
     "must not use assembly"},
    {"__attribute__((no_sanitize(\"thread\"))) void f();\n", "must not use no_sanitize"},
    {"[[gnu::no_sanitize_thread]] void f();\n", "must not use no_sanitize_thread"},
    {"__attribute__((indirect_branch(\"keep\"))) void f();\n", "the attribute indirect_branch"},
    {"void f(char *p) { __builtin_memcpy(p, \"x\", 1); }\n", "must not use __builtin_memcpy"},
    {"void f(long *p) { __builtin___tsan_write8(p); }\n", "must not use __builtin___tsan_write8"},
    {"extern \"C\" void __tsan_write4(void *);\n", "the engine's __tsan_write4"},
    {"extern \"C\" void simt_reset();\n", "the engine's simt_reset"},
    {"# 1 \"/usr/include/stdio.h\" 1 3\nvoid simt_reset();\n", "the engine's simt_reset"},
    {"# 1 \"/kit/include/simt/abi.h\" 1 3\nvoid simt_launch();\n", ""},
    {"# 1 \"/kit/include/simt/abi.h\" 1 3\nvoid __tsan_read4(void *);\n", "the engine's __tsan_read4"},
    {"# 1 \"/kit/labs/warplab.h\" 1\nvoid simt_work(int); int f() { simt_work(1); }\n", ""},
    {"# 1 \"/kit/labs/warplab.h\" 1\nvoid simt_barrier(int);\n", "the engine's simt_barrier"},
    {"# 1 \"/kit/labs/warplab.h.h\" 1\nvoid simt_work(int);\n", "the engine's simt_work"},
    {"#line 1 \"/kit/labs/warplab.h\"\nvoid __tsan_read4(void *);\n", "the engine's __tsan_read4"},
    {"#line 1 \"/kit/labs/warplab.h\"\n[[gnu::section(\"x\")]] int a;\n", "the attribute section"},
    {"#line 1 \"/kit/labs/warplab.h\"\nnamespace simt { int a; }\n", "the engine's own namespace simt"},
    {"<:<:gnu::section(\".interp\"):>:> const char s<::> = \"x\";\n", "the attribute section"},
    {"<:[gnu::optimize(\"O3\")]:> void f() <% %>\n", "the attribute optimize"},
    {"void f() <% simt::launch(1); %>\nnamespace simt <% %>\n", "the engine's own namespace simt"},
    {"int target(int n);\nint g() { return target(3); }\n", ""},
    {"int g(int n) { return f(target(3), section(\"a\"), alias(n), optimize(1)); }\n", ""},
    {"int a[3]; int g() { return a[section(1)]; }\n", ""},
    {"#pragma redefine_extname f g\n",
     "lab3.cu:2: error: a submission must not use #pragma redefine_extname f g"},
    {"#pragma\tredefine_extname\tf g\n", "must not use #pragma redefine_extname"},
    {"  #  pragma weak f = g\n", "must not use #pragma weak f = g"},
    {"#pragma weak f\n", "it changes the names that the linker sees"},
    {"#pragma extern_prefix \"x\"\n", "must not use #pragma extern_prefix"},
    {"#pragma comment(linker, \"/export:x\")\n", "must not use #pragma comment"},
    {"# 1 \"/usr/include/stdio.h\" 1 3\n#pragma weak f\n", "must not use #pragma weak f"},
    {"# 1 \"/usr/include/x\" 1 3\n#pragma GCC visibility push(default)\n", ""},
    {"#pragma GCC visibility push(hidden)\n", "must not use #pragma GCC visibility push"},
    {"#pragma GCC push_options\n", "it changes the code that the compiler makes"},
    {"#pragma GCC   optimize (\"O0\")\n", "must not use #pragma GCC   optimize"},
    {"#pragma GCC target(\"avx\")\n", "must not use #pragma GCC target"},
    {"#pragma GCC reset_options\n", "must not use #pragma GCC reset_options"},
    {"#pragma implementation\n", "must not use #pragma implementation"},
    {"#pragma scalar_storage_order big-endian\n", "must not use #pragma scalar_storage_order"},
    {"#pragma unroll\n#pragma unroll 4\n#pragma once\n#pragma nv_diag_suppress 177\n", ""},
    {"#pragma nv_exec_check_disable\n#pragma hd_warning_disable\n#pragma omp parallel for\n", ""},
    {"#pragma GCC diagnostic push\n#pragma GCC unroll 4\n#pragma GCC ivdep\n#pragma region x\n", ""},
    {"#pragma pack(push, 1)\n#pragma message \"weak\"\n#pragma weakly\n#pragma GCCx optimize\n", ""},
    {"const char *s = R\"(\n#pragma weak f\n)\";\n", ""},
    {"__attribute__((section(\".interp\"))) const char s[] = \"x\";\n", "the attribute section"},
    {"[[gnu::section(\".interp\")]] const char s[] = \"x\";\n", "the attribute section"},
    {"[[using gnu: __section__(\"x\")]] int a;\n", "the attribute __section__"},
    {"int f() __attribute__((used, __alias__(\"g\")));\n", "the attribute __alias__"},
    {"__attribute__((optimize(\"O0\"))) void f();\n", "the attribute optimize"},
    {"__attribute__((__symver__(\"f@g\"))) void f();\n", "the attribute __symver__"},
    {"__attribute((weakref(\"g\"))) static void f();\n", "the attribute weakref"},
    {"# 1 \"/usr/include/stdlib.h\" 1 3\nint f() __attribute__((section(\".x\")));\n",
     "the attribute section"},
    {"# 1 \"/usr/include/x.h\" 1 3\nint f() __attribute__((__weakref__(\"g\"), __target__(\"avx\")));\n", ""},
    {"void f() { simt::launch(1); }\n", "the engine's own namespace simt"},
    {"void f() { ::simt::launch(1); }\n", "the engine's own namespace simt"},
    {"namespace simt { int a; }\n", "the engine's own namespace simt"},
    {"using namespace simt;\n", "the engine's own namespace simt"},
    {"using namespace ::simt;\n", "the engine's own namespace simt"},
    {"namespace other = ::simt;\n", "the engine's own namespace simt"},
    {"namespace other = simt;\n", "the engine's own namespace simt"},
    {"namespace simt [[deprecated]] { int a; }\n", "call a namespace of your own differently"},
    {"struct s { int simt; };\nint f(s a) { int simt = a.simt; return simt; }\n", ""},
    {"# 1 \"/kit/include/simt/abi.h\" 1 3\nnamespace simt { int a; }\n", ""},
};

START_TEST(words_are_refused) {
    char *text = NULL;
    ck_assert_int_gt(asprintf(&text, "# 2 \"lab3.cu\"\n%s", words[_i].text), 0);
    translate_digraphs(text, strlen(text));
    char *complaints = translate_confinement(text, strlen(text));
    free(text);
    if (words[_i].complaint[0])
        ck_assert_msg(strstr(complaints, words[_i].complaint) != NULL, "\"%s\" does not say \"%s\"",
                      complaints, words[_i].complaint);
    else
        ck_assert_str_eq(complaints, "");
    free(complaints);
}
END_TEST

static size_t count_bytes(const char *block, size_t size, char byte) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += block[i] == byte;
    return count;
}

START_TEST(arena_gives_blocks_apart) {
    enum { BLOCKS = 200 };
    char *blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        blocks[i] = simt_arena_allocate(i * 37, 16);
        ck_assert_ptr_nonnull(blocks[i]);
        ck_assert_uint_eq((uintptr_t)blocks[i] % 16, 0);
        ck_assert_uint_ge(simt_arena_size(blocks[i]), i * 37);
        memset(blocks[i], (int)i, i * 37);
    }
    for (size_t i = 0; i < BLOCKS; i++)
        ck_assert_uint_eq(count_bytes(blocks[i], i * 37, (char)i), i * 37);
    simt_arena_free(blocks[100]);
    ck_assert_ptr_eq(simt_arena_allocate(100 * 37, 16), blocks[100]);
    ck_assert_uint_eq((uintptr_t)simt_arena_allocate(1, 4096) % 4096, 0);
}
END_TEST

// A program's stores to its own memory, and its requests, have no other effect.
START_TEST(arena_stands_misuse) {
    char elsewhere[64], *block = simt_arena_allocate(64, 16);
    memset(block, 0xff, 64);
    ck_assert(!simt_arena_free(elsewhere));
    ck_assert(!simt_arena_free(block + 32));
    ck_assert(!simt_arena_free(block + 1));
    ck_assert_uint_eq(simt_arena_size(block), 64);
    ck_assert(simt_arena_free(block));
    ck_assert(!simt_arena_free(block));
    char *first = simt_arena_allocate(64, 16), *second = simt_arena_allocate(64, 16);
    ck_assert_ptr_ne(first, second);
    ck_assert(simt_arena_holds((uintptr_t)first, 64));
    ck_assert(!simt_arena_holds((uintptr_t)elsewhere, 64));
    ck_assert(!simt_arena_holds((uintptr_t)first, SIZE_MAX));
    ck_assert_ptr_null(simt_arena_allocate(SIZE_MAX, 16));
    ck_assert_ptr_null(simt_arena_allocate(16, 1 << 20));
}
END_TEST

// The engine's questions, and the target of its last store.
static struct { unsigned stores, targets, callbacks, kernels, functions, allocations, releases; } asked;
static uintptr_t last_address;
static size_t last_size;
static int host_variables[16];

static void note_store(uintptr_t address, size_t size, uintptr_t pc) {
    (void)pc;
    asked.stores++;
    last_address = address;
    last_size = size;
}
// The engine's frames are below those of the calling program.
static void note_target(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc) {
    (void)pc;
    asked.targets++;
    last_address = address;
    last_size = size;
    ck_assert_uint_gt(stack, (uintptr_t)__builtin_frame_address(0));
}
static void note_frames(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc) {
    (void)address, (void)size, (void)pc;
    ck_assert_uint_gt(stack, (uintptr_t)__builtin_frame_address(0));
}
static void note_callback(uintptr_t function, uintptr_t pc) {
    (void)function, (void)pc;
    asked.callbacks++;
}
static void note_kernel(void (*body)(const void *), const void *closure, uintptr_t *stack_end) {
    asked.kernels++;
    *stack_end = (uintptr_t)__builtin_frame_address(0);
    body(closure);
}
static void *note_allocation(size_t size) {
    asked.allocations++;
    return malloc(size);
}
static uintptr_t note_function(void (*function)(void), const uintptr_t arguments[5], uintptr_t stack_from,
                               uintptr_t pc) {
    (void)function, (void)pc;
    asked.functions++;
    ck_assert_uint_gt(stack_from, (uintptr_t)__builtin_frame_address(0));
    return arguments[0] == 0;
}
static bool note_release(void *block) {
    asked.releases++;
    free(block);
    return true;
}

void __tsan_write4(void *address);
void __tsan_read4(void *address);
void *simt_memset(void *to, int value, size_t size);
void *simt_malloc(size_t size);
void simt_free(void *block);

static void count_devices(void) { cudaGetDeviceCount(host_variables); }
static void copy_to_host(void) {
    static int from = 1;
    cudaMemcpy(host_variables, &from, sizeof from, cudaMemcpyDefault);
}
static void fill(void) { simt_memset(host_variables, 0, sizeof *host_variables); }
static void store(void) { __tsan_write4(host_variables); }
static void load(void) { __tsan_read4(host_variables); }
static void allocate(void) { simt_free(simt_malloc(1)); }
static void name_bus(void) { cudaDeviceGetPCIBusId((char *)host_variables, sizeof host_variables, 0); }
static void find_pool(void) { cudaDeviceGetDefaultMemPool((cudaMemPool_t *)host_variables, 0); }
static void call_back(void) { cudaLaunchHostFunc(NULL, (cudaHostFn_t)(void (*)(void))fill, NULL); }
static void call_back_on_stream(void) {
    cudaStreamAddCallback(NULL, (cudaStreamCallback_t)(void (*)(void))fill, host_variables, 0);
}
static void nothing(const void *closure) { (void)closure; }
static void launch(void) {
    simt_configure((struct simt_dim3){1, 1, 1}, (struct simt_dim3){3, 1, 1}, 0, NULL);
    simt_launch("nothing", nothing, NULL, 0);
}

static const struct {
    void (*act)(void);
    unsigned stores, targets, callbacks, kernels, functions, allocations, releases;
} acts[] = {
    {.act = count_devices, .targets = 1},
    {.act = copy_to_host, .targets = 1},
    {.act = fill, .targets = 1},
    {.act = store, .stores = 1},
    {.act = load, .stores = 0},
    {.act = allocate, .allocations = 1, .releases = 1},
    {.act = name_bus, .targets = 1},
    {.act = find_pool, .targets = 1},
    {.act = call_back, .functions = 1},
    {.act = call_back_on_stream, .functions = 1},
    {.act = launch, .callbacks = 1, .kernels = 3},
};

static bool note_code(uintptr_t pc) {
    (void)pc;
    return true;
}

START_TEST(engine_asks_whoever_confines) {
    static const struct simt_confinement notes = {note_store,    note_target, note_frames,   note_target,
                                                  note_callback, note_kernel, note_function, note_allocation,
                                                  note_release,  note_code};
    acts[_i].act();
    ck_assert_uint_eq(asked.stores + asked.targets + asked.callbacks + asked.kernels + asked.functions +
                          asked.allocations + asked.releases,
                      0);
    simt_confinement = &notes;
    acts[_i].act();
    simt_confinement = NULL;
    ck_assert_uint_eq(asked.stores, acts[_i].stores);
    ck_assert_uint_eq(asked.targets, acts[_i].targets);
    ck_assert_uint_eq(asked.callbacks, acts[_i].callbacks);
    ck_assert_uint_eq(asked.kernels, acts[_i].kernels);
    ck_assert_uint_eq(asked.functions, acts[_i].functions);
    ck_assert_uint_eq(asked.allocations, acts[_i].allocations);
    ck_assert_uint_eq(asked.releases, acts[_i].releases);
    if (asked.stores + asked.targets > 0) {
        ck_assert_uint_eq(last_address, (uintptr_t)host_variables);
        ck_assert_uint_ge(last_size, sizeof *host_variables);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("confined");
    TCase *cases = tcase_create("confined");
    tcase_add_loop_test(cases, markers_are_found, 0, sizeof markers / sizeof markers[0]);
    tcase_add_loop_test(cases, words_are_refused, 0, sizeof words / sizeof words[0]);
    tcase_add_test(cases, arena_gives_blocks_apart);
    tcase_add_test(cases, arena_stands_misuse);
    tcase_add_loop_test(cases, engine_asks_whoever_confines, 0, sizeof acts / sizeof acts[0]);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
