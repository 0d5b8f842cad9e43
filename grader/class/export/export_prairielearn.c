// prairielearn: the results.json that PrairieLearn's external grader writes to /grade/results, one per
// submission (PrairieLearn/PrairieLearn, docs/externalGrading.md): the score as a fraction of 1, the tests
// with their points, at most 1 MB. A submission that is not gradable has no score, and costs no attempt.
#include <math.h>

#include "export_result.h"
#include "report/report.h"

enum { POINTS_OF_A_LAB = 100 }; // if a person has set the points of an ungraded submission

static void add_tests(cJSON *root, const struct export_result *result) {
    const cJSON *check;
    cJSON *tests = cJSON_AddArrayToObject(root, "tests");
    cJSON_ArrayForEach(check, result->checks) {
        if (!export_is_shown(check))
            continue;
        cJSON *test = cJSON_CreateObject();
        cJSON_AddStringToObject(test, "name", export_check_title(check).text);
        cJSON_AddStringToObject(test, "description", check_question_name(export_question(check)));
        cJSON_AddNumberToObject(test, "points", reports_number(check, "points"));
        cJSON_AddNumberToObject(test, "max_points", reports_number(check, "max_points"));
        cJSON_AddStringToObject(test, "message", export_text(check, "status"));
        cJSON_AddStringToObject(test, "output", export_check_words(check).text);
        cJSON_AddItemToArray(tests, test);
    }
}

static void add_score(cJSON *root, const struct export_result *result) {
    char message[400];
    const double most = export_is_graded(result) ? result->stored.max_score : POINTS_OF_A_LAB;
    const double points = export_points(result);
    snprintf(message, sizeof message, "%g of %g points.%s%s", points, most, export_note(result) ? " " : "",
             export_note(result) ? export_note(result) : "");
    cJSON_AddBoolToObject(root, "gradable", true);
    cJSON_AddNumberToObject(root, "score", fmin(1, fmax(0, points / most)));
    cJSON_AddStringToObject(root, "message", message);
    if (result->stored.report_text)
        cJSON_AddStringToObject(root, "output", result->stored.report_text);
    add_tests(root, result);
}

static bool one(FILE *out, const struct export_result *result, struct error *error) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    if ((graded || export_is_ungraded(result)) && !export_has_points(result))
        return error_set(error, "%s, %s %s: there is no score to write", stored->student, stored->lab,
                         graded ? "has open points" : "is not graded");
    cJSON *root = cJSON_CreateObject();
    if (export_has_points(result)) {
        add_score(root, result);
    } else {
        const char *reason = stored->reason ? stored->reason : "it cannot be graded";
        cJSON_AddBoolToObject(root, "gradable", false);
        cJSON_AddItemToObject(root, "format_errors", cJSON_CreateStringArray(&reason, 1));
    }
    return json_print(out, root) || error_set(error, "memory is used up");
}

const struct export_format export_prairielearn = {
    .name = "prairielearn", .suffix = ".json", .with_text = true, .one = one};
