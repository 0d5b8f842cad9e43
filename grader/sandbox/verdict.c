// From what was seen of a program's end to a verdict. Where the supervisor did not see which limit was hit,
// the signal or the program's output shows it.
#include "sandbox/supervise.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/language.h"

static const double mib = 1024.0 * 1024.0;

__attribute__((format(printf, 3, 4))) static void decide(struct record *record, enum sandbox_verdict verdict,
                                                         const char *format, ...) {
    va_list values;
    va_start(values, format);
    record->result.verdict = verdict;
    vsnprintf(record->result.message, sizeof record->result.message, language_of(format), values);
    va_end(values);
}

static bool printed(const struct record *record, const char *text) {
    return memmem(record->output, record->result.output_length, text, strlen(text)) != NULL;
}

// What allocators, compilers and linkers print when they get no more memory.
static bool printed_no_memory(const struct record *record) {
    static const char *const messages[] = {"std::bad_alloc", "Cannot allocate memory", "out of memory",
                                           "memory exhausted"};
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        if (printed(record, messages[i]))
            return true;
    }
    return false;
}

static bool near_memory_limit(const struct sandbox_spawn *spawn, const struct ending *ending,
                              const struct record *record) {
    size_t near = spawn->limits.memory_bytes / 10 * 9;
    return ending->ran_out || ending->peak.data_bytes >= near || record->result.peak_bytes >= near;
}

static void decide_stopped(struct record *record, const struct sandbox_limits *limits,
                           const struct ending *ending) {
    switch (ending->reason) {
    case STOP_WALL:
        decide(record, SANDBOX_TIME, "still running after %.3g s", limits->wall_s);
        break;
    case STOP_CPU:
        decide(record, SANDBOX_TIME, "used more than %.3g s of processor time", limits->cpu_s);
        break;
    case STOP_MEMORY:
        decide(record, SANDBOX_MEMORY, "used more than %.0f MiB of memory",
               (double)limits->memory_bytes / mib);
        break;
    case STOP_PROCESSES:
        decide(record, SANDBOX_PROCESSES, "had more than %u processes and threads at a time",
               limits->processes);
        break;
    case STOP_OUTPUT:
        decide(record, SANDBOX_OUTPUT, "printed more than %zu bytes", limits->output_bytes);
        break;
    case STOP_CANCELLED:
        decide(record, SANDBOX_CANCELLED, "cancelled");
        break;
    default:
        decide(record, SANDBOX_FAILED, "%s", ending->broken);
        break;
    }
}

static void decide_signal(struct record *record, const struct sandbox_spawn *spawn,
                          const struct ending *ending) {
    const struct sandbox_limits *limits = &spawn->limits;
    int number = record->result.signal;
    bool out_of_time = number == SIGXCPU || (number == SIGKILL && record->result.cpu_s >= limits->cpu_s);
    bool out_of_memory = near_memory_limit(spawn, ending, record) || printed_no_memory(record);
    if (out_of_time) {
        decide(record, SANDBOX_TIME, "used more than %.3g s of processor time", limits->cpu_s);
    } else if (number == SIGXFSZ) {
        decide(record, SANDBOX_FILES, "wrote a file larger than %zu bytes", limits->file_bytes);
    } else if (number == SIGSYS && spawn->profile == SANDBOX_RUN) {
        decide(record, SANDBOX_PROCESSES,
               "made a forbidden system call; programs here may have threads, but start no process");
    } else if (out_of_memory) {
        decide(record, SANDBOX_MEMORY, "died of signal %d (%s) for want of memory, its limit being %.0f MiB",
               number, sigdescr_np(number), (double)limits->memory_bytes / mib);
    } else {
        const char *what = sigdescr_np(number);
        decide(record, SANDBOX_SIGNALED, "died of signal %d (%s)", number, what ? what : "real-time signal");
    }
}

// A compiler's driver reports the end of its parts as text and an exit code.
static void decide_exit(struct record *record, const struct sandbox_spawn *spawn,
                        const struct ending *ending) {
    const struct sandbox_limits *limits = &spawn->limits;
    bool failed = record->result.exit_code != 0, compiler_failed = failed && spawn->profile == SANDBOX_BUILD;
    if (compiler_failed && printed(record, "CPU time limit exceeded")) {
        decide(record, SANDBOX_TIME, "used more than %.3g s of processor time", limits->cpu_s);
    } else if (compiler_failed && printed(record, "File size limit exceeded")) {
        decide(record, SANDBOX_FILES, "wrote a file larger than %zu bytes", limits->file_bytes);
    } else if (compiler_failed && printed(record, "Resource temporarily unavailable")) {
        decide(record, SANDBOX_PROCESSES, "needs more than %u processes and threads at a time",
               limits->processes);
    } else if ((compiler_failed && printed_no_memory(record)) ||
               (failed && near_memory_limit(spawn, ending, record))) {
        decide(record, SANDBOX_MEMORY,
               "failed with exit code %d for want of memory, its limit being %.0f MiB",
               record->result.exit_code, (double)limits->memory_bytes / mib);
    } else {
        decide(record, SANDBOX_EXITED, "ended with exit code %d", record->result.exit_code);
    }
}

// bwrap prints its errors to what would have been the program's output.
static void decide_no_report(struct record *record) {
    char first[160] = "";
    snprintf(first, sizeof first, "%.*s", (int)(record->result.output_length & 0xffff), record->output);
    first[strcspn(first, "\n")] = '\0';
    decide(record, SANDBOX_FAILED, "the box ended before the program did%s%s", first[0] ? ": " : "", first);
}

void verdict_decide(struct record *record, const struct sandbox_spawn *spawn, const struct ending *ending) {
    bool ended = ending->reported && ending->report.kind == BOX_ENDED;
    record->result.exit_code =
        ended && WIFEXITED(ending->report.status) ? WEXITSTATUS(ending->report.status) : -1;
    record->result.signal = ended && WIFSIGNALED(ending->report.status) ? WTERMSIG(ending->report.status) : 0;
    if (ending->reason != STOP_NONE) {
        decide_stopped(record, &spawn->limits, ending);
    } else if (!ending->reported) {
        decide_no_report(record);
    } else if (!ended) {
        decide(record, SANDBOX_FAILED, "could not start the program: %s: %s", ending->report.step,
               strerror(ending->report.error));
    } else if (record->result.signal != 0) {
        decide_signal(record, spawn, ending);
    } else {
        decide_exit(record, spawn, ending);
    }
}
