// Calls every function of confine/functions.txt that gets a pointer, as a confined program would, with
// pointers to the engine, to foreign memory, to unmapped memory, with extents that wrap, or that overlap or
// leave the program's own memory: one after another in each argument, on the host, and in a kernel if
// kernels may call it. Each call has a process of its own. The engine must end the program or report an
// error; otherwise memory outside the program must be unchanged. Ends with a count.
// `make check` runs this suite in the plain build alone: AddressSanitizer checks pointers itself.
// Inputs: grading
#include "confine/guard/guard.h"
#include "engine/exec/machine.h"
#include "engine/exec/time_slice.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/heap.h"
#include "engine/report/errors.h"
#include "function_call.h"
#include "simt/abi.h"
#include "simt/memory_pools.h"
#include "simt/runtime_functions.h"
#include "simt/simt.h"
#include "skip.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "function_calls.h"

enum { PAGE = 4096, OWN = 8 * PAGE, SLOT = 2048, REGISTERS = 6, WORDS = 8, REALS = 2, SECONDS = 30 };

// The program's variables are between two pages of the engine.
static struct { char before[PAGE], own[OWN], behind[PAGE]; } memory __attribute__((aligned(PAGE)));

// One call: the contents of its registers and stack. It is a variable of the program.
struct call {
    const char *function;
    uintptr_t registers[REGISTERS], words[WORDS];
    double reals[REALS];
};
#define CALL ((struct call *)(memory.own + OWN - SLOT))

#define PROGRAM __attribute__((section("program"), noinline, used))
extern char __start_program[], __stop_program[];
extern uintptr_t program_slot; // the place of the called function's return address
uintptr_t program_slot;

#ifdef __x86_64__
// Makes the call, and returns its result.
uintptr_t program_call(const struct call *call);
__asm__(".section program, \"ax\"\n"
        ".type program_call, @function\n"
        "program_call:\n"
        "    push %rbp\n    mov %rsp, %rbp\n    and $-16, %rsp\n    sub $64, %rsp\n"
        "    mov %rdi, %r11\n"
        "    mov 56(%r11), %rax\n    mov %rax, (%rsp)\n    mov 64(%r11), %rax\n    mov %rax, 8(%rsp)\n"
        "    mov 72(%r11), %rax\n    mov %rax, 16(%rsp)\n    mov 80(%r11), %rax\n    mov %rax, 24(%rsp)\n"
        "    mov 88(%r11), %rax\n    mov %rax, 32(%rsp)\n    mov 96(%r11), %rax\n    mov %rax, 40(%rsp)\n"
        "    mov 104(%r11), %rax\n    mov %rax, 48(%rsp)\n    mov 112(%r11), %rax\n    mov %rax, 56(%rsp)\n"
        "    movsd 120(%r11), %xmm0\n    movsd 128(%r11), %xmm1\n"
        "    mov 8(%r11), %rdi\n    mov 16(%r11), %rsi\n    mov 24(%r11), %rdx\n"
        "    mov 32(%r11), %rcx\n    mov 40(%r11), %r8\n    mov 48(%r11), %r9\n"
        "    lea -8(%rsp), %rax\n    mov %rax, program_slot(%rip)\n"
        "    mov $2, %eax\n"
        "    call *(%r11)\n"
        "    leave\n    ret\n"
        ".size program_call, . - program_call\n"
        ".text\n");
enum { CAN_CALL = 1 };
#else
PROGRAM static uintptr_t program_call(const struct call *call) { return (uintptr_t)call; }
enum { CAN_CALL = 0 };
#endif

// The end of the program's part of the stack.
static uintptr_t program_end;
extern uintptr_t simt_guard_host_slot;

PROGRAM static void call_on_host(void) {
    program_end = simt_guard_host_slot;
    program_call(CALL);
}
PROGRAM static void body_of_kernel(const void *closure) {
    program_end = simt_time_slice.entry_slot;
    program_call(closure);
}
PROGRAM static void call_in_kernel(void) {
    simt_configure((struct simt_dim3){1, 1, 1}, (struct simt_dim3){1, 1, 1}, 0, NULL);
    simt_launch("kernel", body_of_kernel, CALL, sizeof(struct call));
    (void)cudaDeviceSynchronize();
}
PROGRAM static void call_nothing(void) {}
static void nothing(void) {}

// The targets of pointers.
static char *device_memory, *freed_memory, *pinned_memory, *heap, *foreign, *closed;
static cudaEvent_t event;
static cudaMemPool_t pool;
enum {
    HEAP = 1 << 16,
    PATTERN = 0x5a,
    LAUNCHES = 1000 /* so many that no word on a stack is their number */
};

static void set_up(void) {
    static const struct simt_guard_bounds bounds = {
        .text_from = (uintptr_t)__start_program,
        .text_to = (uintptr_t)__stop_program,
        .variables = {{(uintptr_t)memory.own, (uintptr_t)memory.own + OWN}}};
    simt_embed();
    memset(memory.before, PATTERN, PAGE);
    memset(memory.behind, PATTERN, PAGE);
    heap = malloc(HEAP);
    memset(heap, PATTERN, HEAP);
    foreign = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    closed = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(foreign != MAP_FAILED && closed != MAP_FAILED && simt_guard_confine(&bounds));
    memset(foreign, PATTERN, PAGE);
    ck_assert_int_eq(cudaMalloc((void **)&device_memory, PAGE), cudaSuccess);
    ck_assert_int_eq(cudaMalloc((void **)&freed_memory, PAGE), cudaSuccess);
    ck_assert_int_eq(cudaMemset(device_memory, 0, PAGE), cudaSuccess);
    ck_assert_int_eq(cudaFree(freed_memory), cudaSuccess);
    ck_assert_int_eq(simt_host_alloc((void **)&pinned_memory, PAGE, 0), cudaSuccess);
    ck_assert_int_eq(cudaEventCreateWithFlags(&event, 0), cudaSuccess);
    ck_assert_int_eq(simt_event_record(event, NULL), cudaSuccess);
    ck_assert_int_eq(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    *CALL = (struct call){.function = (const char *)(uintptr_t)nothing};
    for (int i = 0; i < LAUNCHES; i++)
        call_in_kernel();
    simt_function_probe();
    simt_launch("kernel", body_of_kernel, NULL, 0);
}

static bool is_pattern(const char *from, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (from[i] != PATTERN)
            return false;
    return true;
}

// Comparable memory of the engine and of others: unchanged.
static bool all_is_as_it_was(void) {
    return is_pattern(memory.before, PAGE) && is_pattern(memory.behind, PAGE) && is_pattern(heap, HEAP) &&
           is_pattern(foreign, PAGE);
}

// The pointers that are tried. Those that begin in the program's own memory leave it, or overlap there.
enum place_kind { ENGINE, BELOW, ABOVE, FOREIGN, UNMAPPED, WRAPPING, LEAVING };
static const char *const kind_names[] = {"engine",   "frames below", "frames above", "foreign",
                                         "unmapped", "wrapping",     "leaving"};
struct place {
    enum place_kind kind;
    uintptr_t address; // from the called function's return address, or the end of the program's stack, if
                       // BELOW or ABOVE
    size_t size;       // the value of arguments that are extents; 0: unchanged
};
enum { MOST_PLACES = 64 };
static struct place places[MOST_PLACES];
static size_t place_count;

static void add(enum place_kind kind, uintptr_t address, size_t size) {
    ck_assert_uint_lt(place_count, MOST_PLACES);
    places[place_count++] = (struct place){kind, address, size};
}

static void list_places(void) {
    static const int below[] = {4, 0, -4, -8, -16, -64, -200, -1024, -3000};
    static const int above[] = {-2, 0, 4, 8, 64, 512};
    const uintptr_t own = (uintptr_t)memory.own, own_end = own + OWN;
    add(ENGINE, (uintptr_t)memory.before, 0);
    add(ENGINE, (uintptr_t)memory.before + 17, 0);
    add(ENGINE, own - 4, 0);
    add(ENGINE, own_end, 0);
    add(ENGINE, (uintptr_t)heap + 64, 0);
    add(ENGINE, (uintptr_t)heap + 64, SLOT);
    add(ENGINE, (uintptr_t)stdout + 8, 0);
    add(ENGINE, (uintptr_t)&simt_running, 0);
    add(ENGINE, (uintptr_t)simt_guard_map, 0);
    add(ENGINE, (uintptr_t)__start_program - 64, 0);
    add(ENGINE, (uintptr_t)(void (*)(const void *))body_of_kernel + 1, 0);
    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
        add(BELOW, (uintptr_t)(intptr_t)below[i], 0);
    for (size_t i = 0; i < sizeof above / sizeof *above; i++)
        add(ABOVE, (uintptr_t)(intptr_t)above[i], 0);
    add(FOREIGN, (uintptr_t)foreign, 0);
    add(FOREIGN, (uintptr_t)foreign + PAGE - 64, SLOT);
    add(FOREIGN, (uintptr_t)environ, 0);
    add(FOREIGN, (uintptr_t)freed_memory, 0);
    add(FOREIGN, (uintptr_t)device_memory + PAGE - 2, 0);
    add(FOREIGN, (uintptr_t)device_memory + ((uintptr_t)1 << 32), 0);
    add(UNMAPPED, 0, 0);
    add(UNMAPPED, 8, 0);
    add(UNMAPPED, 8, (uintptr_t)heap);
    add(UNMAPPED, (uintptr_t)closed, 0);
    add(UNMAPPED, (uintptr_t)1 << 46, 0);
    add(UNMAPPED, (uintptr_t)1 << 63, 0);
    add(WRAPPING, UINTPTR_MAX - 7, 0);
    add(WRAPPING, UINTPTR_MAX - 3, SLOT);
    add(WRAPPING, own, SIZE_MAX);
    add(WRAPPING, own, SIZE_MAX - own + 1);
    add(WRAPPING, own, SIZE_MAX / 2 + 1);
    add(WRAPPING, own, (uintptr_t)memory.behind - own);
    add(WRAPPING, own + 64, (uintptr_t)heap - own);
    add(WRAPPING, (uintptr_t)device_memory, SIZE_MAX - 1);
    add(LEAVING, own_end - 1, 0);
    add(LEAVING, own_end - 3, 0);
    add(LEAVING, own_end - 2, SLOT);
    add(LEAVING, own_end - 16, SLOT);
    add(LEAVING, own - 1, 0);
    add(LEAVING, own + SLOT + 1, 0); // inside of another argument
    add(LEAVING, own + 2, SLOT - 4);
}

static uintptr_t good_pointer(const struct function_call *called, size_t argument) {
    const struct function_argument *a = &called->arguments[argument];
    switch (a->kind) {
    case ARGUMENT_CALL:
        return (uintptr_t)call_nothing;
    case ARGUMENT_HANDLE:
        return 0;
    case ARGUMENT_EVENT:
        return (uintptr_t)event;
    case ARGUMENT_POOL:
        return (uintptr_t)pool;
    case ARGUMENT_PINNED:
        return (uintptr_t)pinned_memory;
    case ARGUMENT_STREAM:
        return (uintptr_t)stdout;
    default:
        return a->side == SIDE_DEVICE ? (uintptr_t)device_memory : (uintptr_t)memory.own + argument * SLOT;
    }
}

// Whether the number in argument @p number is the extent of the memory at another argument.
static bool is_extent(const struct function_call *called, size_t number) {
    char reference[8];
    snprintf(reference, sizeof reference, "#%zu", number + 1);
    for (size_t i = 0; i < called->count; i++)
        if (strchr(called->arguments[i].bytes, '#') && strstr(called->arguments[i].bytes, reference))
            return true;
    return false;
}

static uintptr_t address_of(const struct place *place) {
    return place->address + (place->kind == BELOW ? program_slot : place->kind == ABOVE ? program_end : 0);
}

// Prepares a valid call, except for the argument numbered @p bad.
static void prepare(const struct function_call *called, size_t bad, const struct place *place) {
    struct call *call = CALL;
    size_t registers = 0, words = 0, reals = 0;
    memset(memory.own, 0, OWN);
    memset(call, 0, sizeof *call);
    call->function = called->function;
    for (size_t i = 0; i < called->count; i++) {
        const struct function_argument *a = &called->arguments[i];
        uintptr_t value = (uintptr_t)strtoull(a->bytes, NULL, 10);
        if (a->kind == ARGUMENT_REAL) {
            call->reals[reals++] = strtod(a->bytes, NULL);
            continue;
        }
        if (a->kind != ARGUMENT_NUMBER)
            value = i == bad ? address_of(place) : good_pointer(called, i);
        else if (place->size && is_extent(called, i))
            value = place->size;
        if (a->kind != ARGUMENT_NUMBER && i != bad && value - (uintptr_t)memory.own < OWN)
            snprintf((char *)value, SLOT, "12 letters"); // NOLINT: its slot
        if (a->on_stack || registers == REGISTERS)
            call->words[words++] = value;
        else
            call->registers[registers++] = value;
    }
}

enum outcome { ENDED, REPORTED, HARMLESS, CRASHED, SILENT, HANGS };
static const char *const outcome_names[] = {"ended", "reported", "harmless", "crashed", "SILENT", "HANGS"};
static unsigned outcomes[sizeof outcome_names / sizeof *outcome_names];

static void run(void (*how)(void)) {
    static const struct simt_guard_arguments none;
    simt_memory_close();
    simt_guard_run(how, &none);
    simt_memory_open_all();
}

// The child's end: its own verdict. A first empty call shows where the stack is.
static _Noreturn void attempt(const struct function_call *called, size_t bad, const struct place *place,
                              void (*how)(void)) {
    const uint64_t errors = simt_error_times();
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    dup2(null, STDOUT_FILENO);
    alarm(SECONDS);
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            *CALL = (struct call){.function = (const char *)(uintptr_t)nothing};
        else
            prepare(called, bad, place);
        run(how);
    }
    if (!all_is_as_it_was())
        _exit(100 + SILENT);
    _exit(100 + (simt_error_times() != errors ? REPORTED : HARMLESS));
}

// A bad target of a store must be refused, without a crash; a bad source of a read may crash.
static enum outcome judge(int status, const struct function_argument *bad, const struct place *place) {
    const bool stores = bad->kind == ARGUMENT_OUT || bad->kind == ARGUMENT_CHANGE;
    const bool null = place->kind == UNMAPPED && place->address < PAGE;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return HANGS;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
        return ENDED;
    if (WIFSIGNALED(status))
        return (bad->kind == ARGUMENT_OUT && !null) || bad->kind == ARGUMENT_CALL ? SILENT : CRASHED;
    if (WEXITSTATUS(status) < 100)
        return ENDED;
    const enum outcome outcome = (enum outcome)(WEXITSTATUS(status) - 100);
    const bool frames = place->kind == BELOW || place->kind == ABOVE;
    return outcome == HARMLESS && stores && frames ? SILENT : outcome;
}

static void try(const struct function_call *called, size_t bad, const struct place *place,
                void (*how)(void)) {
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        attempt(called, bad, place, how);
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    const enum outcome outcome = judge(status, &called->arguments[bad], place);
    outcomes[outcome]++;
    if (outcome == SILENT || outcome == HANGS)
        printf("%s, argument %zu, %s 0x%llx, size 0x%zx, %s: %s (status 0x%x)\n", called->name, bad + 1,
               kind_names[place->kind], (unsigned long long)place->address, place->size,
               how == call_in_kernel ? "kernel" : "host", outcome_names[outcome], (unsigned)status);
}

static bool is_pointer(const struct function_argument *argument) {
    return argument->kind != ARGUMENT_NUMBER && argument->kind != ARGUMENT_REAL &&
           argument->kind != ARGUMENT_REST;
}

// Functions for device memory may be called in kernels, too, except those of the runtime API.
static bool is_for_kernels(const struct function_call *called) {
    bool any = false;
    for (size_t i = 0; i < called->count; i++)
        any = any || called->arguments[i].side == SIDE_ANY;
    return any && strncmp(called->name, "cuda", 4) != 0 && !strstr(called->name, "_async") &&
           !strstr(called->name, "symbol");
}

static void try_all(void (*how)(void), bool (*wanted)(const struct function_call *)) {
    for (size_t f = 0; f < sizeof function_calls / sizeof *function_calls; f++)
        for (size_t a = 0; a < function_calls[f].count; a++)
            for (size_t p = 0; p < place_count && is_pointer(&function_calls[f].arguments[a]); p++)
                if (!wanted || wanted(&function_calls[f]))
                    try(&function_calls[f], a, &places[p], how);
}

START_TEST(no_call_is_silent) {
    unsigned count = 0;
#ifdef __SANITIZE_ADDRESS__
    test_skip("the gate is tried without the address sanitizer, which looks at every pointer itself");
#endif
    if (!CAN_CALL)
        test_skip("the gate is tried on x86-64, where the registers of a call are known");
    set_up();
    list_places();
    try_all(call_on_host, NULL);
    try_all(call_in_kernel, is_for_kernels);
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        printf("| %s | %u |\n", outcome_names[i], outcomes[i]);
        count += outcomes[i];
    }
    printf("| calls with a bad pointer | %u |\n", count);
    ck_assert_uint_ge(count, 5000);
    ck_assert_uint_eq(outcomes[SILENT] + outcomes[HANGS], 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gate");
    TCase *cases = tcase_create("gate");
    tcase_set_timeout(cases, 300);
    tcase_add_test(cases, no_call_is_silent);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
