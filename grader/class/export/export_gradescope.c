// gradescope: the results.json of one submission. Gradescope requires a score for each submission, so one
// with open points has the judged points, and begins with a note that they are provisional; one that could
// not be graded through its own fault has 0, with the reason; one that is not graded yet has no file, and
// Gradescope reports that its autograder failed.
#include <string.h>

#include "export_result.h"
#include "report/report.h"

static void add_test(cJSON *tests, const char *number, const char *name, double points, double max_points,
                     bool passed, const char *output) {
    cJSON *test = cJSON_CreateObject();
    cJSON_AddNumberToObject(test, "score", points);
    cJSON_AddNumberToObject(test, "max_score", max_points);
    cJSON_AddStringToObject(test, "status", passed ? "passed" : "failed");
    cJSON_AddStringToObject(test, "name", name);
    cJSON_AddStringToObject(test, "number", number);
    cJSON_AddStringToObject(test, "output", output);
    cJSON_AddStringToObject(test, "output_format", "text");
    cJSON_AddStringToObject(test, "visibility", "visible");
    cJSON_AddItemToArray(tests, test);
}

// Gradescope has only two verdicts; the text of a skipped or open check says so, and it is never a pass.
static void add_checks(cJSON *tests, const struct export_result *result) {
    int in_question[QUESTION_COUNT] = {0};
    char number[32], output[1200];
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (!export_is_shown(check))
            continue;
        const enum check_question question = export_question(check);
        const bool decided = export_status_is(check, "passed") || export_status_is(check, "failed");
        snprintf(number, sizeof number, "%d.%d", (int)question + 1, ++in_question[question]);
        snprintf(output, sizeof output, "%s%s%s", decided ? "" : export_text(check, "status"),
                 decided ? "" : ": ", export_check_words(check).text);
        add_test(tests, number, export_check_title(check).text, reports_number(check, "points"),
                 reports_number(check, "max_points"), export_status_is(check, "passed"), output);
    }
}

static void add_leaderboard(cJSON *root, const struct export_result *result) {
    char name[160];
    const cJSON *bandwidth;
    cJSON *board = cJSON_AddArrayToObject(root, "leaderboard");
    cJSON_ArrayForEach(bandwidth, result->bandwidths) {
        const bool measured = strcmp(export_text(bandwidth, "backend"), "gpu") == 0;
        cJSON *row = cJSON_CreateObject();
        snprintf(name, sizeof name, "%s, GB/s %s", export_text(bandwidth, "task"),
                 measured ? "measured" : "modelled");
        cJSON_AddStringToObject(row, "name", name);
        cJSON_AddNumberToObject(row, "value", reports_number(bandwidth, "gbps"));
        cJSON_AddStringToObject(row, "order", "desc");
        cJSON_AddItemToArray(board, row);
    }
}

static void add_extra(cJSON *root, const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    cJSON *extra = cJSON_AddObjectToObject(root, "extra_data");
    cJSON_AddStringToObject(extra, "lab", stored->lab);
    cJSON_AddStringToObject(extra, "status", stored->status);
    if (stored->seed)
        cJSON_AddStringToObject(extra, "seed", stored->seed);
    if (stored->submission_sha256)
        cJSON_AddStringToObject(extra, "submission_sha256", stored->submission_sha256);
    if (*export_sandbox(result))
        cJSON_AddStringToObject(extra, "sandbox", export_sandbox(result));
}

static bool one(FILE *out, const struct export_result *result, struct error *error) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    char output[1100];
    if (export_is_ungraded(result))
        return error_set(error, "%s, %s is not graded%s%s: there is no score to write", stored->student,
                         stored->lab, stored->reason ? ": " : "", stored->reason ? stored->reason : "");
    const struct policy_score *reached = &result->reached;
    const char *note = export_note(result);
    snprintf(output, sizeof output, "%s%sWarplab, %s: %s.", note ? note : "", note ? " " : "", stored->lab,
             graded ? gradebook_score_words(reached->points, stored->max_score, reached->open).text
                    : "not gradable");
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "score", export_points(result));
    if (graded)
        cJSON_AddNumberToObject(root, "execution_time", stored->seconds);
    cJSON_AddStringToObject(root, "output", output);
    cJSON_AddStringToObject(root, "output_format", "text");
    cJSON_AddStringToObject(root, "test_output_format", "text");
    cJSON_AddStringToObject(root, "visibility", "visible");
    cJSON_AddStringToObject(root, "stdout_visibility", "hidden");
    add_extra(root, result);
    cJSON *tests = cJSON_AddArrayToObject(root, "tests");
    add_checks(tests, result);
    if (!graded)
        add_test(tests, "1.1", "can be graded", 0, 100, false, stored->reason ? stored->reason : "");
    add_leaderboard(root, result);
    return json_print(out, root) || error_set(error, "memory is used up");
}

const struct export_format export_gradescope = {.name = "gradescope", .suffix = ".json", .one = one};
