// The end of a program: last checks, the report, and the exit code.
//
// A constructor registers the report before any code of the program runs, so exit() calls it last, after
// the program's atexit functions and static destructors. A program killed by a signal is reported from the
// signal handler: best effort, with an alarm in case the heap's lock was held. The report file is renamed
// into place whole or not at all.

#include "engine/exec/exit.h"
#include "engine/exec/schedule.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/exec/launch.h"
#include "engine/exec/local_memory.h"
#include "engine/fiber/fiber.h"
#include "engine/fiber/stack_switch.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/heap.h"
#include "engine/model/host_calls.h"
#include "engine/model/kernels.h"
#include "engine/observe/recorder/record.h"
#include "engine/processor/registers.h"
#include "engine/report/errors.h"
#include "engine/report/lines.h"
#include "engine/report/report.h"
#include "engine/report/settings.h"
#include "engine/report/status.h"
#include "engine/streams/operations.h"
#include "simt/abi.h"
#include "simt/simt.h"

enum { CRASH_STACK_BYTES = 256 * 1024, CRASH_REPORT_SECONDS = 20 };

static struct { bool reported; } end;

static const int crash_signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL};
enum { CRASH_SIGNALS = sizeof crash_signals / sizeof *crash_signals };
static bool handled[CRASH_SIGNALS];
// For work to be done when the running stack is small or broken.
static char spare_stack[CRASH_STACK_BYTES] __attribute__((aligned(16)));

static bool write_report(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    simt_report_json(file);
    fputc('\n', file);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

// Through a temporary file, so that no reader sees half a report; a pipe or device is written directly.
static bool place_report(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return write_report(path);
    size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    if (!part)
        return false;
    snprintf(part, size, "%s.part", path);
    bool placed = write_report(part) && rename(part, path) == 0;
    int saved = errno;
    if (!placed)
        unlink(part);
    free(part);
    errno = saved;
    return placed || write_report(path);
}

// Memory that a program does not free before it ends is reported, but is no error.
static bool has_errors(void) {
    for (size_t i = 0; i < simt_error_count(); i++)
        if (simt_error_get(i)->kind != SIMT_LEAK)
            return true;
    return false;
}

// Makes the report; returns whether there were errors other than leaks.
static bool report(void) {
    end.reported = true;
    simt_launch_count_work();
    simt_run_last_checks();
    fflush(NULL);
    const char *path = getenv("SIMT_REPORT");
    if (path && *path && !place_report(path))
        fprintf(stderr, "simt: cannot write the report to %s: %s\n", path, strerror(errno));
    if (!simt_recorder_write())
        fprintf(stderr, "simt: cannot write the trace to %s: %s\n", getenv("SIMT_TRACE"), strerror(errno));
    simt_report_text(stderr);
    fflush(NULL);
    return has_errors();
}

static void at_exit(void) {
    if (!simt_is_embedded() && !end.reported && report())
        _exit(SIMT_EXIT_ERRORS);
}

static _Noreturn void exit_now(int code) {
    if (simt_is_embedded()) {
        fflush(NULL);
        simt_report_text(stderr);
        _exit(simt_error_count() ? SIMT_EXIT_ERRORS : code);
    }
    bool errors = !end.reported && report();
    fflush(NULL);
    _exit(errors ? SIMT_EXIT_ERRORS : code);
}

static int spare_exit_code;
static void exit_on_spare_stack(void) {
    simt_stack_entered(NULL);
    exit_now(spare_exit_code);
}

// The report looks up source lines, for which a lane's stack is too small.
void simt_exit_now(int code) {
    if (simt_on_device()) {
        simt_context abandoned, last;
        struct simt_stack spare = {(uintptr_t)spare_stack, (uintptr_t)spare_stack + sizeof spare_stack};
        spare_exit_code = code;
        simt_context_make(&last, spare.high, sizeof spare_stack, exit_on_spare_stack);
        simt_switch_to_stack(&abandoned, &last, spare);
    }
    exit_now(code);
}

static void say_crashed(int number, const ucontext_t *context) {
    struct simt_line line;
    fflush(NULL);
    // One byte on, because the line is looked up for the byte before the address.
    if (simt_line_of(simt_interrupted_call(context) + 1, &line))
        fprintf(stderr, "%s:%d: ", line.file, line.line);
    fprintf(stderr, "error: the program ended by a signal: %s\n", strsignal(number));
}

static void at_signal(int number, siginfo_t *info, void *context) {
    bool overflow = (number == SIGSEGV || number == SIGBUS) &&
                    simt_local_overflow((uintptr_t)info->si_addr, simt_interrupted_call(context) + 1);
    if (overflow)
        simt_status_set(SIMT_CUDA_LAUNCH_FAILURE, 0); /* nothing more can be freed */
    alarm(CRASH_REPORT_SECONDS);
    if (!end.reported) {
        // abort() is often the program's own answer to an error that was found: that error is reported first.
        if (number != SIGABRT && !overflow)
            say_crashed(number, context);
        bool errors = report();
        if (number == SIGABRT)
            say_crashed(number, context);
        if (errors)
            _exit(SIMT_EXIT_ERRORS);
    }
    signal(number, SIG_DFL);
    raise(number);
}

// A launch that touches closed memory goes on, and host code that does so is an error. Any other fault ends
// the program; an embedded engine returns, so that the instruction faults once more.
static void at_fault(int number, siginfo_t *info, void *context) {
    const int saved = errno;
    if (simt_host_fault_resume(info, context)) {
        errno = saved;
        return;
    }
    if (simt_host_fault_report(info, context)) {
        alarm(CRASH_REPORT_SECONDS);
        exit_now(1);
    }
    signal(number, SIG_DFL);
    if (!simt_is_embedded())
        at_signal(number, info, context);
}

// A division in a kernel goes on. Anything else ends the program: this returns, and the instruction faults
// once more.
void simt_arithmetic_signal(int number, siginfo_t *info, void *context) {
    if (simt_division_resume(info, context) || simt_floats_note(info, context))
        return;
    signal(number, SIG_DFL);
    if (!simt_is_embedded())
        at_signal(number, info, context);
}

static void handle_arithmetic(void) {
    struct sigaction before,
        action = {.sa_sigaction = simt_arithmetic_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (sigaction(SIGFPE, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGFPE, &action, NULL);
}

static void handle_signals(void) {
    static char stack[CRASH_STACK_BYTES];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = at_signal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND},
                     fault = {.sa_sigaction = at_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
        struct sigaction before;
        bool ours = sigaction(crash_signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL;
        const struct sigaction *how = crash_signals[i] == SIGSEGV ? &fault : &action;
        handled[i] = ours && sigaction(crash_signals[i], how, NULL) == 0;
    }
    simt_memory_set_handler(at_fault);
}

// The lowest priority number that programs may use: runs before the program's own constructors.
__attribute__((constructor(101))) static void arm(void) {
    atexit(at_exit);
    handle_signals();
    handle_arithmetic();
}

void simt_exit_embed(void) {
    simt_set_embedded();
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
        struct sigaction now;
        if (handled[i] && sigaction(crash_signals[i], NULL, &now) == 0 && now.sa_sigaction == at_signal)
            signal(crash_signals[i], SIG_DFL);
    }
}

void simt_embed(void) {
    simt_exit_embed();
    simt_heap_keep_static();
}

char *simt_report_take(void) {
    simt_run_last_checks();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    simt_report_json(out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

void simt_reset(void) {
    simt_operations_reset();
    simt_heap_reset(0);
    simt_heap_reuse_addresses();
    simt_errors_clear();
    simt_kernels_clear();
    simt_host_bytes = 0;
    simt_host_work = (struct simt_host_work){.steps_then = simt_quiet_steps};
    simt_status_clear();
    simt_schedule_restart();
}

static _Noreturn void unsupported(const char *feature, uintptr_t pc) {
    const struct simt_actor actor = simt_actor_at(pc);
    simt_error_add(SIMT_UNSUPPORTED, SIMT_SPACE_HOST, &actor, NULL, "%s is not known to this engine",
                   feature);
    simt_exit_now(1);
}

void simt_unsupported(const char *feature) { unsupported(feature, (uintptr_t)__builtin_return_address(0)); }

void simt_unsupported_at(const char *feature, uintptr_t pc) { unsupported(feature, pc); }
