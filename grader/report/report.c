// The report for people: the next step, the score by questions, and the lost points; or every check.
#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/utf8.h"
#include "base/wrap.h"
#include "judge/judge.h"

enum { TITLE_WIDTH = 36, POINTS_WIDTH = 10, MARK_WIDTH = 8, PRINTED_LINES = 10 };

void report_say(FILE *out, int indent, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wrap_print(out, indent, text);
}

// Titles leave room for the marks before and the points after them, even on a narrow terminal.
static int title_width(FILE *out) {
    const int left = wrap_width(out) - MARK_WIDTH - POINTS_WIDTH;
    return left < TITLE_WIDTH ? left : TITLE_WIDTH;
}

// Terminal colours; empty if the output is not a terminal, or colours are disabled (https://no-color.org).
struct paint {
    const char *good, *bad, *dim, *bold, *end;
};

static struct paint paint_for(FILE *out) {
    const char *terminal = getenv("TERM"), *no_color = getenv("NO_COLOR");
    const bool plain = (no_color && no_color[0]) || (terminal && strcmp(terminal, "dumb") == 0);
    if (isatty(fileno(out)) && !plain)
        return (struct paint){"\033[32m", "\033[31m", "\033[2m", "\033[1m", "\033[0m"};
    return (struct paint){"", "", "", "", ""};
}

// "20 / 20"; "8 / 8, 12 open"; "20 open".
static void print_points(FILE *out, int points, int max_points, int open_points) {
    const bool judged = open_points < max_points;
    if (judged)
        fprintf(out, "%3d / %d%s", points, max_points - open_points, open_points > 0 ? ", " : "");
    if (open_points > 0)
        fprintf(out, language_of("%*d open"), judged ? 0 : 3, open_points);
}

static void print_check(FILE *out, const struct paint *paint, const struct check *check, bool message) {
    static const char *const marks[] = {
        [CHECK_PASSED] = "ok  ", [CHECK_FAILED] = "FAIL", [CHECK_SKIPPED] = "skip", [CHECK_OPEN] = "open"};
    const char *color = check->status == CHECK_PASSED   ? paint->good
                        : check->status == CHECK_FAILED ? paint->bad
                                                        : paint->dim;
    fprintf(out, "  %s%s%s  ", color, marks[check->status], paint->end);
    if (check->max_points > 0) {
        wrap_pad(out, language_of(check_title(check->id)), title_width(out));
        print_points(out, check->points, check->max_points, check_open_points(check));
        fputc('\n', out);
    } else {
        fprintf(out, "%s\n", language_of(check_title(check->id)));
    }
    const bool shows_figure =
        check->id == CHECK_BUILD || check->id == CHECK_TECHNIQUE || check->id == CHECK_BANDWIDTH;
    if (!message || (check->status == CHECK_PASSED && !shows_figure))
        return;
    if (check->line > 0)
        report_say(out, 8, "%s:%d: %s", check->file, check->line, check->message);
    else
        wrap_print(out, 8, check->message);
}

static bool worth_showing(const struct check *check) {
    return check->max_points > 0 || check->status == CHECK_FAILED;
}

// Whether all checks to be shown for a question are skipped for the same reason.
static const struct check *skipped_as_one(const struct grading *grading, enum check_question question) {
    const struct check *first = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check_question_of(check->id) != question || !worth_showing(check))
            continue;
        if (check->status != CHECK_SKIPPED || (first && strcmp(check->message, first->message) != 0))
            return NULL;
        first = first ? first : check;
    }
    return first;
}

static void print_question(FILE *out, const struct paint *paint, const struct grading *grading,
                           enum check_question question, bool full) {
    int points = 0, max_points = 0, open_points = 0, shown = 0;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check_question_of(check->id) != question)
            continue;
        points += check->points;
        max_points += check->max_points;
        open_points += check_open_points(check);
        shown += worth_showing(check);
    }
    if (shown == 0)
        return;
    fprintf(out, "%s%s", full ? "\n" : "", full ? paint->bold : "");
    wrap_pad(out, language_of(check_question_title(question)),
             max_points > 0 ? title_width(out) + MARK_WIDTH : 0);
    if (max_points > 0)
        print_points(out, points, max_points, open_points);
    fprintf(out, "%s\n", full ? paint->end : "");
    if (!full)
        return;
    const struct check *skipped = skipped_as_one(grading, question);
    if (skipped && shown > 1) {
        fprintf(out, "  %sskip%s  %s\n", paint->dim, paint->end, language_of("all of it"));
        wrap_print(out, 8, skipped->message);
        return;
    }
    const char *task = NULL;
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (check_question_of(check->id) != question || !worth_showing(check))
            continue;
        const bool several = grading->lab->task_count > 1 || question >= QUESTION_PREDICTED;
        if (several && check->task && check->task != task)
            fprintf(out, "  %s%s%s\n", paint->dim, language_of(check->task), paint->end);
        task = check->task;
        print_check(out, paint, check, true);
    }
}

// The checks that were not judged, in one line.
static void print_waiting(FILE *out, const struct grading *grading) {
    char text[512];
    int points = 0;
    size_t used = 0;
    for (size_t i = 0; i < grading->check_count && used < sizeof text; i++) {
        const struct check *check = &grading->checks[i];
        if (check->status != CHECK_SKIPPED || check->max_points == 0)
            continue;
        points += check->max_points;
        const char *title = language_of(check_title(check->id));
        if (used == 0 || !strstr(text, title))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", title);
    }
    if (points > 0)
        report_say(out, 2, language_of("not judged yet, %d points: %s"), points, text);
}

// Prints the checks that lost points, or may still earn some. Nothing is printed twice.
static void print_lost(FILE *out, const struct paint *paint, const struct grading *grading) {
    const struct check *first = judge_first_cause(grading);
    const char *task = NULL;
    if (grading->score < grading->max_score)
        fputc('\n', out);
    for (size_t i = 0; i < grading->check_count; i++) {
        const struct check *check = &grading->checks[i];
        if (!worth_showing(check) || check->status == CHECK_PASSED || check->status == CHECK_SKIPPED)
            continue;
        if (grading->lab->task_count > 1 && check->task && check->task != task)
            fprintf(out, "  %s%s%s\n", paint->dim, language_of(check->task), paint->end);
        task = check->task;
        print_check(out, paint, check, check != first);
    }
    print_waiting(out, grading);
}

// Prints repeated lines only once.
static void print_lines(FILE *out, const char *text, int lines) {
    while (*text && lines-- > 0) {
        const char *const line = text;
        const size_t length = strcspn(line, "\n");
        int times = 0;
        for (; *text && strcspn(text, "\n") == length && strncmp(text, line, length) == 0; times++)
            text += length + (text[length] == '\n');
        fprintf(out, "    %.*s", (int)length, line);
        if (times > 1)
            fprintf(out, language_of(" (%d times)"), times);
        fputc('\n', out);
    }
    if (*text)
        fputs("    ...\n", out);
}

static void print_logs(FILE *out, const struct grading *grading) {
    const struct build *failed = grading->cpu.build.log ? &grading->cpu.build : &grading->gpu.build;
    if (failed->log && failed->state == BUILD_FAILED) {
        fprintf(out, "\n%s\n", language_of("The compiler's own words:"));
        print_lines(out, failed->log, 20);
    }
    if (grading->cpu.printed && grading->score < grading->max_score) {
        fprintf(out, "\n%s\n", language_of("The program printed:"));
        print_lines(out, grading->cpu.printed, PRINTED_LINES);
    }
}

static void print_leaderboard(FILE *out, const struct paint *paint, const struct grading *grading) {
    if (!grading->lab->challenge)
        return;
    fprintf(out, "\n%s%s%s\n", paint->bold, language_of("Leaderboard"), paint->end);
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        char line[LEADERBOARD_LINE];
        leaderboard_line(grading, t, line, sizeof line);
        wrap_print(out, 4, line);
    }
}

static void print_machine(FILE *out, const struct grading *grading) {
    report_say(out, 0, language_of("CPU engine: %s. GPU: %s."),
               grading->cpu.ran ? grading->cpu.calibration.device : language_of("not run"),
               grading->gpu.ran             ? grading->gpu.calibration.device
               : grading->gpu.error.text[0] ? utf8_line(grading->gpu.error.text).text
               : !grading->paths.nvcc[0]    ? language_of("no CUDA Toolkit: CPU engine only")
               : !grading->has_gpu          ? language_of("none here")
                                            : language_of("not run"));
    if (grading->tier == SANDBOX_CONTAINER)
        report_say(out, 0, language_of("Sandbox: %s (--sandbox container)"),
                   sandbox_tier_words(grading->tier));
    else
        report_say(out, 0, language_of("Sandbox: tier %c (%s)"), (char)grading->tier,
                   sandbox_tier_words(grading->tier));
    if (grading->tier_why[0])
        wrap_print(out, 4, grading->tier_why);
}

// Prints which checks this machine cannot make.
static void print_gaps(FILE *out, const struct grading *grading) {
    const char *const gaps[] = {paths_guard_gap(&grading->paths), paths_rules_gap(&grading->paths),
                                paths_counts_gap(&grading->paths)};
    for (size_t i = 0; grading->cpu.asked && i < sizeof gaps / sizeof gaps[0]; i++)
        if (gaps[i])
            wrap_print(out, 4, language_of(gaps[i]));
}

static void print_score(FILE *out, const struct paint *paint, const struct grading *grading) {
    fprintf(out, "\n%s", paint->bold);
    if (grading->open_points > 0)
        fprintf(out, language_of("Score: %d of %d so far, %d open"), grading->score,
                grading->max_score - grading->open_points, grading->open_points);
    else
        fprintf(out, language_of("Score: %d / %d"), grading->score, grading->max_score);
    fprintf(out, "%s", paint->end);
    fprintf(out, language_of("   seed %016llx   %.1f s"), (unsigned long long)grading->plan.seed,
            grading->seconds);
    fputc('\n', out);
}

static void print_questions(FILE *out, const struct paint *paint, const struct grading *grading, bool full) {
    for (enum check_question question = 0; question < QUESTION_COUNT; question++)
        print_question(out, paint, grading, question, full);
}

bool report_offers_explain(const struct grading *grading) {
    return grading->cpu.ran && 100 * grading->score >= REPORT_EXPLAIN_FROM * grading->max_score;
}

void report_print(FILE *out, const struct grading *grading, bool full) {
    const struct paint paint = paint_for(out);
    fprintf(out, "%s%s: %s%s\n%s\n", paint.bold, grading->lab->name, language_of(grading->lab->title),
            paint.end, utf8_line(grading->submission.path).text);
    if (grading->submission.note[0] != '\0') {
        fprintf(out, language_of("Note: %s."), utf8_line(grading->submission.note).text);
        fputc('\n', out);
    }
    if (grading->lab->challenge)
        fprintf(out, "%s\n",
                language_of("Ungraded: the points say whether it is right and safe; the leaderboard says how "
                            "fast it is."));
    next_print(out, paint.bold, paint.end, grading);
    if (full) {
        print_questions(out, &paint, grading, true);
    } else {
        print_score(out, &paint, grading);
        print_questions(out, &paint, grading, false);
        print_lost(out, &paint, grading);
    }
    print_logs(out, grading);
    print_leaderboard(out, &paint, grading);
    if (grading->counters)
        counted_print(out, grading);
    if (full) {
        next_print_line(out, grading);
        print_score(out, &paint, grading);
        print_machine(out, grading);
        print_gaps(out, grading);
        return;
    }
    char command[NEXT_COMMAND];
    next_command(command, sizeof command, grading);
    fputc('\n', out);
    print_gaps(out, grading);
    report_say(out, 0, language_of("(%s --full shows every check)"), command);
    if (report_offers_explain(grading) && !grading->explained.asked && !grading->explained.handed_in)
        report_say(out, 0, language_of("(%s --explain shows questions about your own kernels)"), command);
}
