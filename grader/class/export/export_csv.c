// csv: a line for each submission, for whatever else reads tables. A cell is empty where the value is
// unknown.
#include "base/csv_table.h"
#include "class/gradebook/people.h"
#include "export_result.h"

// Limits cost what the answers cost, and have no points of their own.
static bool has_points(enum check_question question) { return question != QUESTION_LIMITS; }

static void begin(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("student,lab,status,score,max_score", out);
    for (enum check_question question = 0; question < QUESTION_COUNT; question++)
        if (has_points(question))
            fprintf(out, ",%s", check_question_name(question));
    fputs(",late,reason,first_fault,graded_at,seconds,seed,submission_sha256,sandbox,submitted_at,"
          "final_score,open_points",
          out);
    for (enum person_key key = 0; key < PERSON_KEYS; key++)
        fprintf(out, ",%s", person_key_name(key));
    fputc('\n', out);
}

static void put_text(FILE *out, const char *text) {
    fputc(',', out);
    csv_text(out, text);
}

static void put_number(FILE *out, bool known, double number) {
    fputc(',', out);
    if (known)
        csv_number(out, number);
}

// The first check that failed: what a person would look at first.
static void write_first_fault(FILE *out, const struct export_result *result) {
    char words[1024] = "";
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (words[0] == '\0' && export_status_is(check, "failed"))
            export_check_words(check, words, sizeof words);
    }
    put_text(out, words);
}

static void write_questions(FILE *out, const struct export_result *result) {
    for (enum check_question question = 0; question < QUESTION_COUNT; question++) {
        double points, max;
        export_question_points(result, question, &points, &max);
        if (has_points(question))
            put_number(out, export_is_graded(result) && max > 0, points);
    }
}

static void write_line(FILE *out, const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    csv_text(out, stored->student);
    put_text(out, stored->lab);
    put_text(out, stored->status);
    put_number(out, result->reached.counts, result->reached.points);
    put_number(out, graded, stored->max_score);
    write_questions(out, result);
    put_text(out, stored->late ? "yes" : "no");
    put_text(out, stored->reason);
    write_first_fault(out, result);
    put_text(out, stored->graded_at);
    put_number(out, graded, stored->seconds);
    put_text(out, stored->seed);
    put_text(out, stored->submission_sha256);
    put_text(out, export_sandbox(result));
    put_text(out, stored->submitted_at);
    put_number(out, result->has_policy && result->final.counts, result->final.points);
    put_number(out, graded, stored->open_points);
    for (enum person_key key = 0; key < PERSON_KEYS; key++)
        put_text(out, stored->keys[key]);
    fputc('\n', out);
}

const struct export_format export_csv = {.name = "csv", .begin = begin, .result = write_line};
