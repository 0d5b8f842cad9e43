// csv: a line for each submission, for whatever else reads tables. Empty cells are what nobody knows.
#include "class/gradebook/people.h"
#include "csv.h"
#include "export_result.h"

// Limits cost what the answers cost, and have no points of their own.
static bool has_points(enum check_question question) { return question != QUESTION_LIMITS; }

static void begin(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("student,lab,status,score,max_score", out);
    for (enum check_question question = 0; question < QUESTION_COUNT; question++)
        if (has_points(question))
            fprintf(out, ",%s", check_question_name(question));
    fputs(
        ",late,reason,first_fault,graded_at,seconds,seed,submission_sha256,sandbox,submitted_at,final_score,"
        "open_points",
        out);
    for (enum person_key key = 0; key < PERSON_KEYS; key++)
        fprintf(out, ",%s", person_key_name(key));
    fputc('\n', out);
}

// The first check that failed: what a person would look at first.
static void write_first_fault(FILE *out, const struct export_result *result) {
    char words[1024];
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (!export_status_is(check, "failed"))
            continue;
        export_check_words(check, words, sizeof words);
        csv_text(out, words);
        return;
    }
}

static void write_scores(FILE *out, const struct export_result *result) {
    const bool graded = export_is_graded(result);
    if (result->reached.counts)
        csv_number(out, result->reached.points);
    fputc(',', out);
    if (graded)
        csv_number(out, result->stored.max_score);
    for (enum check_question question = 0; question < QUESTION_COUNT; question++) {
        double points, max;
        if (!has_points(question))
            continue;
        export_question_points(result, question, &points, &max);
        fputc(',', out);
        if (graded && max > 0)
            csv_number(out, points);
    }
}

static void write_line(FILE *out, const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    csv_text(out, stored->student);
    fputc(',', out);
    csv_text(out, stored->lab);
    fprintf(out, ",%s,", stored->status);
    write_scores(out, result);
    fprintf(out, ",%s,", stored->late ? "yes" : "no");
    csv_text(out, stored->reason);
    fputc(',', out);
    write_first_fault(out, result);
    fputc(',', out);
    csv_text(out, stored->graded_at);
    fputc(',', out);
    if (export_is_graded(result))
        csv_number(out, stored->seconds);
    fputc(',', out);
    csv_text(out, stored->seed);
    fputc(',', out);
    csv_text(out, stored->submission_sha256);
    fputc(',', out);
    csv_text(out, export_sandbox(result));
    fputc(',', out);
    csv_text(out, stored->submitted_at);
    fputc(',', out);
    if (result->has_policy && result->final.counts)
        csv_number(out, result->final.points);
    fputc(',', out);
    if (export_is_graded(result))
        csv_number(out, stored->open_points);
    for (enum person_key key = 0; key < PERSON_KEYS; key++) {
        fputc(',', out);
        csv_text(out, stored->keys[key]);
    }
    fputc('\n', out);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    for (size_t i = 0; i < class->lab_count; i++)
        if (student->of_lab[i])
            write_line(out, student->of_lab[i]);
}

const struct export_format export_csv = {
    .name = "csv", .what = "a line for each submission", .begin = begin, .student = student};
