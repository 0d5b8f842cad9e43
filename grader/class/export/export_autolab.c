// autolab: the last line of an Autolab grader's output, one per submission. A missing score is null, and
// Autolab leaves the problem ungraded: a line that names no problem would give 0 (autolab/Autolab,
// app/helpers/assessment_autograde_core.rb).
#include <string.h>

#include "export_result.h"

// The scoreboard's columns: the score, then one bandwidth per task, the measured one if there is one.
static void add_scoreboard(cJSON *root, const struct export_result *result) {
    cJSON *board = cJSON_AddArrayToObject(root, "scoreboard");
    cJSON_AddItemToArray(board, cJSON_CreateNumber(result->stored.score));
    const cJSON *bandwidth, *other;
    cJSON_ArrayForEach(bandwidth, result->bandwidths) {
        bool better = false;
        cJSON_ArrayForEach(other, result->bandwidths) {
            better = better || (strcmp(export_text(other, "task"), export_text(bandwidth, "task")) == 0 &&
                                strcmp(export_text(other, "backend"), "gpu") == 0 &&
                                strcmp(export_text(bandwidth, "backend"), "gpu") != 0);
        }
        if (!better)
            cJSON_AddItemToArray(board, cJSON_CreateNumber(reports_number(bandwidth, "gbps")));
    }
}

static bool one(FILE *out, const struct export_result *result, struct error *error) {
    (void)error;
    cJSON *root = cJSON_CreateObject();
    cJSON *scores = cJSON_AddObjectToObject(root, "scores");
    if (export_has_points(result))
        cJSON_AddNumberToObject(scores, result->stored.lab, export_points(result));
    else
        cJSON_AddNullToObject(scores, result->stored.lab);
    if (export_is_graded(result)) {
        add_scoreboard(root, result);
        if (result->note[0])
            cJSON_AddTrueToObject(root, "stale"); // not the sentence: its colon would be parsed as a name's
        // Autolab ignores members that it does not know.
        if (export_sandbox_note(result))
            cJSON_AddStringToObject(root, "sandbox", export_sandbox(result));
    }
    char *text = cJSON_PrintUnformatted(root);
    fprintf(out, "%s\n", text ? text : "");
    cJSON_free(text);
    cJSON_Delete(root);
    return true;
}

const struct export_format export_autolab = {.name = "autolab", .suffix = ".json", .one = one};
