// csv: a line per submission, for any program that reads tables. A cell is empty if its value is unknown.
#include "base/csv_table.h"
#include "class/gradebook/people.h"
#include "export_result.h"

// Broken limits cost the points for the answers, and have none of their own.
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

// Writes the first check that failed, which a person would examine first.
static void write_first_fault(FILE *out, const struct export_result *result) {
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (export_status_is(check, "failed"))
            break;
    }
    export_put_cell(out, export_check_words(check).text);
}

static void write_questions(FILE *out, const struct export_result *result) {
    for (enum check_question question = 0; question < QUESTION_COUNT; question++) {
        double points, max;
        export_question_points(result, question, &points, &max);
        if (has_points(question))
            export_put_number(out, export_is_graded(result) && max > 0, points);
    }
}

static void write_line(FILE *out, const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    csv_text(out, stored->student);
    export_put_cell(out, stored->lab);
    export_put_cell(out, stored->status);
    export_put_number(out, result->reached.counts, result->reached.points);
    export_put_number(out, graded, stored->max_score);
    write_questions(out, result);
    export_put_cell(out, stored->late ? "yes" : "no");
    export_put_cell(out, stored->reason);
    write_first_fault(out, result);
    export_put_cell(out, stored->graded_at);
    export_put_number(out, graded, stored->seconds);
    export_put_cell(out, stored->seed);
    export_put_cell(out, stored->submission_sha256);
    export_put_cell(out, export_sandbox(result));
    export_put_cell(out, stored->submitted_at);
    export_put_number(out, result->has_policy && result->final.counts, result->final.points);
    export_put_number(out, graded, stored->open_points);
    for (enum person_key key = 0; key < PERSON_KEYS; key++)
        export_put_cell(out, stored->keys[key]);
    fputc('\n', out);
}

const struct export_format export_csv = {.name = "csv", .begin = begin, .result = write_line};
