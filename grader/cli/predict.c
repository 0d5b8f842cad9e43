// grade LAB --predict: asks for numbers before the run, and marks them by the CPU engine's counters. grade
// LAB --explain: asks about the submission's own run, and marks by its recording.
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/wrap.h"
#include "judge/judge.h"
#include "lab/plan.h"

struct asking {
    const char *source; // of the programs
    FILE *in, *people;
    bool terminal; // a person can be asked again
};

static const char mark[] = "// program: ";

// The start of the program's source, after the line with its name; NULL if there is none.
static const char *find_program(const char *source, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = source; (at = strstr(at, mark)); at++) {
        const char *its = at + sizeof mark - 1;
        if (strncmp(its, name, length) == 0 && its[length] == '\n')
            return its + length + 1;
    }
    return NULL;
}

static int line_number(const char *source, const char *at) {
    int line = 1;
    for (; source < at; source++)
        line += *source == '\n';
    return line;
}

// Prints the program's lines from its file, up to the next program.
static void show_source(const struct asking *asking, const struct question_program *program) {
    const char *at = find_program(asking->source, program->name);
    const char *next = at ? strstr(at, mark) : NULL, *end = at ? strstr(at, "QUESTION_PROGRAMS(") : NULL;
    end = next ? next : end;
    while (at && end && end > at && end[-1] == '\n')
        end--;
    for (int line = at ? line_number(asking->source, at) : 0; at && at < end; line++) {
        const size_t length = strcspn(at, "\n");
        fprintf(asking->people, "%5d  %.*s\n", line, (int)length, at);
        at += length + (at[length] == '\n');
    }
}

// If the program is what the lab asks for, a description is shown.
static void show_program(const struct asking *asking, const struct question_program *program,
                         const struct question_counts *counts) {
    char values[128], title[640];
    question_values(program, counts->values, values, sizeof values);
    snprintf(title, sizeof title, language_of("%s is run with %s:"), program->name, values);
    fprintf(asking->people, "\n%s\n", title);
    if (program->words)
        wrap_print(asking->people, 4, language_of(program->words));
    else
        show_source(asking, program);
}

// @return also QUESTION_NO_ANSWER at the end of the input
static int64_t read_answer(const struct asking *asking) {
    char *line = NULL;
    size_t size = 0;
    int64_t answer;
    for (;;) {
        fputs("  > ", asking->people);
        fflush(asking->people);
        if (getline(&line, &size, asking->in) < 0) {
            fputc('\n', asking->people);
            answer = QUESTION_NO_ANSWER;
            break;
        }
        if (!asking->terminal)
            fputc('\n', asking->people);
        answer = question_read(line);
        if (answer != QUESTION_NO_NUMBER || !asking->terminal)
            break;
        wrap_print(asking->people, 4, language_of("a whole number, please, or nothing"));
    }
    free(line);
    return answer;
}

// Asks, marks, and explains a wrong answer. @return the answer
static int64_t ask(const struct asking *asking, size_t number, const char *question, int64_t key,
                   const char *why) {
    fputc('\n', asking->people);
    report_say(asking->people, 0, "%zu. %s", number, question);
    const int64_t answer = read_answer(asking);
    if (answer == key)
        wrap_print(asking->people, 4, language_of("right"));
    else
        report_say(asking->people, 4, language_of("no: it is %lld. %s"), (long long)key, why);
    return answer;
}

// @return the number of right answers
static int ask_all(const struct asking *asking, struct predictions *predictions) {
    const struct spec *lab = predictions->lab;
    const struct question *question;
    size_t program, shown = lab->program_count;
    int right = 0;
    for (size_t i = 0; (question = question_at(lab, i, &program)) && !stop_requested(); i++) {
        const struct question_counts *counts = &predictions->counts[program];
        char why[512];
        if (program != shown)
            show_program(asking, &lab->programs[program], counts);
        shown = program;
        const int64_t key = predictions_key(predictions, i);
        question_explain(&lab->programs[program], question, counts, why, sizeof why);
        predictions->answers[i] = ask(asking, i + 1, language_of(question_text(question->asks)), key, why);
        right += predictions->answers[i] == key;
    }
    return right;
}

static void print_introduction(FILE *people, const struct predictions *predictions) {
    report_say(
        people, 0,
        language_of("%s: %zu numbers to work out before the run. Answer with a whole number, or with "
                    "nothing; it is marked by what the CPU engine counts, exactly. `in` and `out` are "
                    "arrays of 65536 ints that begin at a multiple of 256 bytes; in[i] is i, and out[i] "
                    "is 0. Seed %016llx."),
        predictions->lab->name, question_count(predictions->lab), (unsigned long long)predictions->seed);
}

static void print_result(FILE *people, const struct predictions *predictions, int right) {
    fputc('\n', people);
    report_say(people, 0, language_of("%d of %zu right. To hand your answers in, put this line into %s.cu:"),
               right, question_count(predictions->lab), predictions->lab->name);
    fputs("  ", people);
    question_print_line(people, predictions->lab, predictions->seed, predictions->answers);
    fputc('\n', people);
}

static bool draw_seed(struct predictions *predictions, const struct cli *cli, struct error *error) {
    predictions->seed = cli->request.seed;
    return cli->request.seeded || plan_draw_seed(&predictions->seed) ||
           error_set(error, "the system has no random numbers for a seed");
}

bool predict(struct predictions *predictions, const struct cli *cli, const struct paths *paths, FILE *in,
             FILE *people, struct error *error) {
    const struct spec *lab = spec_find(cli->request.lab);
    char path[PATH_MAX];
    *predictions = (struct predictions){.lab = NULL};
    if (question_count(lab) == 0) {
        report_say(people, 0, language_of("%s has no numbers to predict."), lab->name);
        return true;
    }
    for (size_t i = 0; i < QUESTION_ANSWERS; i++)
        predictions->answers[i] = QUESTION_NO_ANSWER;
    predictions->lab = lab;
    char *source = predictions_source(lab, paths, path, error);
    if (!source || !draw_seed(predictions, cli, error)) {
        free(source);
        return false;
    }
    if (predictions_count(predictions, paths)) {
        const struct asking asking = {
            .source = source, .in = in, .people = people, .terminal = isatty(fileno(in))};
        print_introduction(people, predictions);
        const int right = ask_all(&asking, predictions);
        if (!stop_requested())
            print_result(people, predictions, right);
    } else {
        *error = predictions->error;
    }
    free(source);
    return predictions->counted && !stop_requested();
}

/* ---- --explain ---- */

static void introduce(FILE *people, const struct grading *grading) {
    const struct explained *explained = &grading->explained;
    fputc('\n', people);
    report_say(
        people, 0,
        language_of("%s: %zu questions about your own kernels. %s is called with n = %d (%s). Answer with a "
                    "whole number, or with nothing; it is marked by what the CPU engine recorded. "
                    "Launches are counted from 1; blocks, threads of a block (x first), warps and elements "
                    "from 0. Seed %016llx."),
        grading->lab->name, explained->count, explained->task->name, explained->shape.n, explained->words,
        (unsigned long long)explained->seed);
}

static void print_line(FILE *people, const struct grading *grading) {
    const struct explained *explained = &grading->explained;
    report_say(people, 0, language_of("To hand that in, put this line at the end of %s:"),
               grading->submission.name);
    fputs("  ", people);
    question_print_explained(people, explained->seed, explained_hash(grading->submission.text),
                             explained->answers, explained->count);
    fputc('\n', people);
}

bool explain_ask(struct grading *grading, FILE *in, FILE *people) {
    struct explained *explained = &grading->explained;
    const struct asking asking = {.in = in, .people = people, .terminal = isatty(fileno(in))};
    if (!report_offers_explain(grading)) {
        report_say(people, 0, language_of("--explain asks once %d of 100 points are reached."),
                   REPORT_EXPLAIN_FROM);
        explained->count = 0;
        return true;
    }
    if (explained->count == 0) {
        report_say(people, 0, language_of("There is nothing to ask: %.500s."),
                   language_of(explained->error.text));
        print_line(people, grading);
        return true;
    }
    introduce(people, grading);
    for (size_t i = 0; i < explained->count && !stop_requested(); i++) {
        const struct explain_question *question = &explained->questions[i];
        explained->answers[i] = ask(&asking, i + 1, question->text, question->key, question->why);
    }
    if (stop_requested())
        return false;
    fputc('\n', people);
    report_say(people, 0, language_of("%d of %zu right."), explained_right(explained), explained->count);
    print_line(people, grading);
    explained->handed_in = true;
    judge(grading);
    return true;
}
