// The next step for the student.
#include "report/report.h"

#include <string.h>

#include "base/language.h"
#include "base/wrap.h"
#include "judge/judge.h"

// The student's own file has a short command; a path that a shell would interpret is not repeated.
void next_command(char *to, size_t size, const struct grading *grading) {
    const char *path = grading->submission.path;
    char own[96];
    snprintf(own, sizeof own, "labs/%s/%s.cu", grading->lab->name, grading->lab->name);
    const size_t length = strlen(path), tail = strlen(own);
    const bool plain =
        path[0] != '/' && path[0] != '-' && length < NEXT_COMMAND - 64 &&
        strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == length;
    if (length >= tail && strcmp(path + length - tail, own) == 0)
        snprintf(to, size, "./grade %s", grading->lab->name);
    else if (plain)
        snprintf(to, size, "./grade %s --submission %s", grading->lab->name, path);
    else
        snprintf(to, size, "%s", language_of("the same command with"));
}

// The results on small inputs for the check's task; NULL if none were tried.
static const struct smallest *smallest_of(const struct grading *grading, const struct check *check) {
    const bool tried = check->task && strcmp(check->backend, "gpu") != 0;
    return tried ? &grading->smallest[spec_task_number(grading->lab, check->task)] : NULL;
}

// The small case that shows the check's fault; NULL if none is known.
static const struct small_case *small_case_of(const struct grading *grading, const struct check *check) {
    const struct smallest *smallest = smallest_of(grading, check);
    return smallest && smallest->of[check->id].n > 0 ? &smallest->of[check->id] : NULL;
}

// Whether a trace would show the fault: one with a place in a kernel, or a wrong value, in a trace's order of
// execution.
static bool is_traceable(const struct grading *grading, const struct check *check) {
    const bool found = check->id >= CHECK_CORRECT && check->id <= CHECK_SYNC && check->cause != CAUSE_CRASH &&
                       check->cause != CAUSE_ENDLESS && check->cause != CAUSE_LIMIT &&
                       check->cause != CAUSE_NOT_STARTED && check->cause != CAUSE_LEFT_OVER &&
                       !check->on_host;
    const struct smallest *smallest = smallest_of(grading, check);
    return found && smallest &&
           (check->id != CHECK_CORRECT || (small_case_of(grading, check) && smallest->as_traced));
}

// Without a small case, a trace of the same number of elements also shows the fault, because a fault does not
// depend on the values.
bool next_trace_of(struct next_trace *trace, const struct grading *grading, const struct check *check) {
    const struct small_case *small = small_case_of(grading, check);
    *trace = (struct next_trace){.n = small ? small->n : check->n, .option = small ? small->option : 0};
    if (!is_traceable(grading, check) || trace->n > NEXT_TRACE_MOST)
        return false;
    snprintf(trace->task, sizeof trace->task, "%s", check->task);
    snprintf(trace->values, sizeof trace->values, "%s", small ? small->values : "");
    return true;
}

// Prints the command that shows this case.
static void print_trace(FILE *out, const struct grading *grading, const struct check *check) {
    struct next_trace trace;
    char command[NEXT_COMMAND];
    if (!next_trace_of(&trace, grading, check))
        return;
    next_command(command, sizeof command, grading);
    fprintf(out, language_of("    step by step: %s --trace trace.html"), command);
    if (grading->lab->task_count > 1)
        fprintf(out, " --task %s", trace.task);
    if (trace.values[0])
        fprintf(out, " --values=%s", trace.values);
    else
        fprintf(out, " --n %d", trace.n);
    if (trace.option != 0)
        fprintf(out, " --option %d", trace.option);
    fputc('\n', out);
}

const char *next_elements_of(const struct grading *grading, const struct check *check) {
    const struct smallest *smallest = smallest_of(grading, check);
    return smallest && check->id == CHECK_CORRECT ? smallest->large : "";
}

const char *next_small_of(const struct grading *grading, const struct check *check) {
    const struct smallest *smallest = smallest_of(grading, check);
    return check->id == CHECK_CORRECT && small_case_of(grading, check) ? smallest->words : "";
}

const char *next_inside_of(const struct grading *grading, const struct check *check) {
    const struct smallest *smallest = smallest_of(grading, check);
    if (smallest && check->id == CHECK_CORRECT && check->cause != CAUSE_LEFT_OVER)
        return smallest->inside.words;
    return smallest && check->never_written ? smallest->never_written : "";
}

// The check's message is about the most informative case; the one to follow by hand is another.
static void print_smallest(FILE *out, const struct grading *grading, const struct check *check) {
    const struct smallest *smallest = smallest_of(grading, check);
    const char *elements = next_elements_of(grading, check), *small = next_small_of(grading, check);
    if (elements[0])
        wrap_print(out, 4, elements);
    if (check->never_written)
        wrap_print(out, 4, next_inside_of(grading, check));
    if (!small[0])
        return;
    const char *rows = smallest->rows;
    report_say(out, 4,
               language_of(check->cause == CAUSE_LEFT_OVER
                               ? "right in the first call, wrong in a later one: %s"
                               : "a small input that shows it: %s"),
               small);
    while (rows && *rows) {
        const int length = (int)strcspn(rows, "\n");
        fprintf(out, "      %.*s\n", length, rows);
        rows += length + (rows[length] == '\n');
    }
    if (next_inside_of(grading, check)[0])
        wrap_print(out, 4, next_inside_of(grading, check));
}

static bool has_own_hints(enum cause cause) { return advice_on(cause)->hints[0] != NULL; }

// The lab's hints are about its task, so they do not apply to a file that does not compile.
static bool has_lab_hints(enum cause cause) {
    return cause == CAUSE_VALUES || cause == CAUSE_TECHNIQUE || cause == CAUSE_NOT_STARTED ||
           cause == CAUSE_SLOW;
}

// The cause's own hints come first, followed by the lab's.
size_t next_hint_count(const struct spec *lab, enum cause cause) {
    return (has_own_hints(cause) ? ADVICE_HINTS : 0) + lab->hint_count;
}

static void print_hint_line(FILE *out, const char *text, size_t number, size_t of) {
    report_say(out, 4, language_of("Hint %zu of %zu: %s"), number, of, language_of(text));
}

static void print_first_hint(FILE *out, const struct grading *grading, const struct check *check,
                             bool named) {
    const struct spec *lab = grading->lab;
    const bool own = has_own_hints(check->cause);
    const size_t first = own ? 0 : spec_first_hint(lab, check->task) + (size_t)check->hint;
    char command[NEXT_COMMAND];
    if (!own && !has_lab_hints(check->cause))
        return;
    // A mistake that is named needs no question that leads to it.
    if (named) {
        next_command(command, sizeof command, grading);
        report_say(out, 4, language_of("(%s --hint %zu shows a hint)"), command, first + 1);
        return;
    }
    print_hint_line(out, own ? advice_on(check->cause)->hints[0] : lab->hints[first], first + 1,
                    next_hint_count(lab, check->cause));
    if (first + 2 > next_hint_count(lab, check->cause))
        return;
    next_command(command, sizeof command, grading);
    report_say(out, 4, language_of("(%s --hint %zu shows the next)"), command, first + 2);
}

static void print_title(FILE *out, const struct grading *grading, const struct check *check) {
    fprintf(out, "%s: ", language_of("Next"));
    fputs(language_of(advice_on(check->cause)->title), out);
    if (check->task && grading->lab->task_count > 1)
        fprintf(out, " (%s)", check->task);
}

void next_print(FILE *out, const char *bold, const char *end, const struct grading *grading) {
    const struct check *check = judge_first_cause(grading);
    if (!check)
        return;
    fprintf(out, "\n%s", bold);
    print_title(out, grading, check);
    fprintf(out, "%s\n", end);
    if (check->status == CHECK_FAILED && check->line > 0)
        report_say(out, 4, "%s:%d: %s", check->file, check->line, check->message);
    else if (check->status == CHECK_FAILED)
        wrap_print(out, 4, check->message);
    print_smallest(out, grading, check);
    const bool inside = check->id == CHECK_CORRECT && smallest_of(grading, check) &&
                        smallest_of(grading, check)->inside.line > 0 && next_inside_of(grading, check)[0];
    report_say(out, 4, "-> %s",
               language_of(inside ? "begin at that line: all that follows it uses that wrong number"
                                  : advice_on(check->cause)->next));
    print_trace(out, grading, check);
    print_first_hint(out, grading, check, check->diagnosed || inside);
}

void next_print_line(FILE *out, const struct grading *grading) {
    const struct check *check = judge_first_cause(grading);
    if (!check)
        return;
    fputc('\n', out);
    print_title(out, grading, check);
    if (check->status == CHECK_FAILED && check->line > 0)
        fprintf(out, ", %s:%d", check->file, check->line);
    fprintf(out, " %s\n", language_of("(above: what to do)"));
}

bool next_print_hint(FILE *out, const struct spec *lab, enum cause cause, long number) {
    const bool own = has_own_hints(cause);
    if (number < 1 || (size_t)number > next_hint_count(lab, cause))
        return false;
    const bool of_cause = own && number <= ADVICE_HINTS;
    fprintf(out, "%s: %s\n", lab->name, language_of(of_cause ? advice_on(cause)->title : lab->title));
    print_hint_line(out,
                    of_cause ? advice_on(cause)->hints[number - 1]
                             : lab->hints[number - 1 - (own ? ADVICE_HINTS : 0)],
                    (size_t)number, next_hint_count(lab, cause));
    return true;
}
