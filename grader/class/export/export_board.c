// Rows of the leaderboard. A challenge's report has its own, which are there only where it is right and safe;
// of a lab those count that have earned points for speed, which takes the same.
#include "class/export/export_board.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "class/export/page_data.h"

static bool has_speed(const struct export_result *result, const char *task) {
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (strcmp(export_text(check, "id"), "bandwidth") == 0 &&
            strcmp(export_text(check, "backend"), "gpu") == 0 &&
            strcmp(export_text(check, "task"), task) == 0 && export_number(check, "points") > 0)
            return true;
    }
    return false;
}

static void copy_number(cJSON *row, const char *name, const cJSON *from, const char *member) {
    if (export_number(from, member) > 0)
        cJSON_AddNumberToObject(row, name, export_number(from, member));
}

static void add_row(cJSON *board, size_t lab, const cJSON *measured, const char *name) {
    cJSON *row = cJSON_CreateObject();
    cJSON_AddNumberToObject(row, "lab", (double)lab);
    cJSON_AddStringToObject(row, "task", export_text(measured, "task"));
    cJSON_AddStringToObject(row, "device", export_text(measured, "device"));
    copy_number(row, "n", measured, "n");
    copy_number(row, "gbps", measured, "gbps");
    copy_number(row, "vendor", measured, "vendor_gbps");
    copy_number(row, "reference", measured, "reference_gbps");
    if (name)
        cJSON_AddStringToObject(row, "name", name);
    cJSON_AddItemToArray(board, row);
}

void export_board_add(cJSON *board, size_t lab, const struct export_result *result,
                      const struct policy *policy) {
    const cJSON *measured, *lines = cJSON_GetObjectItemCaseSensitive(result->report, "leaderboard");
    const char *wanted = policy_board_name(policy, &result->stored);
    char *name = wanted ? utf8_escaped(wanted) : NULL;
    cJSON_ArrayForEach(measured, lines) add_row(board, lab, measured, name);
    cJSON_ArrayForEach(measured, result->bandwidths) {
        if (strcmp(export_text(measured, "backend"), "gpu") == 0 &&
            has_speed(result, export_text(measured, "task")))
            add_row(board, lab, measured, name);
    }
    free(name);
}

static int fastest_first(const void *left, const void *right) {
    const double a = export_number(*(cJSON *const *)left, "gbps");
    const double b = export_number(*(cJSON *const *)right, "gbps");
    return (a < b) - (a > b);
}

cJSON *export_board_sorted(cJSON *board) { return page_data_sorted(board, fastest_first); }
