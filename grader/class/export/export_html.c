// html: one page that carries its own data, styles and script. The page is in grader/viewer/class_page, and
// the build puts it together; here only its data is written, as JSON in which no character can end a script.
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "class/export/export_result.h"
#include "report/report.h"
#include "viewer/page.h"

extern const char page_start[] __asm__("_binary_page_html_start");
extern const char page_end[] __asm__("_binary_page_html_end");

static const char marker[] = "@data";

static const char *data_place(void) {
    return memmem(page_start, (size_t)(page_end - page_start), marker, sizeof marker - 1);
}

// Moves the elements of an array into a new one, sorted by an order for qsort(), on pointers to pointers.
static cJSON *sorted_array(cJSON *array, int (*order)(const void *, const void *)) {
    const size_t count = (size_t)cJSON_GetArraySize(array);
    cJSON **items = calloc(count + 1, sizeof *items), *sorted = items ? cJSON_CreateArray() : NULL;
    for (size_t i = 0; sorted && i < count; i++)
        items[i] = cJSON_DetachItemFromArray(array, 0);
    if (sorted && count > 1)
        qsort(items, count, sizeof *items, order);
    for (size_t i = 0; sorted && i < count; i++)
        cJSON_AddItemToArray(sorted, items[i]);
    free(items);
    return sorted;
}

// Writes JSON, and frees it.
static void put_json(FILE *out, cJSON *object) {
    char *text = cJSON_PrintUnformatted(object);
    page_put_json(out, text ? text : "");
    cJSON_free(text);
    cJSON_Delete(object);
}

// Rows of the leaderboard: bandwidths measured on a GPU. A challenge's report has them only if the submission
// is correct and safe; for a lab, those count that earned points for speed, which requires the same.
static bool has_speed(const struct export_result *result, const char *task) {
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (strcmp(export_text(check, "id"), "bandwidth") == 0 &&
            strcmp(export_text(check, "backend"), "gpu") == 0 &&
            strcmp(export_text(check, "task"), task) == 0 && reports_number(check, "points") > 0)
            return true;
    }
    return false;
}

static void copy_number(cJSON *row, const char *name, const cJSON *from, const char *member) {
    if (reports_number(from, member) > 0)
        cJSON_AddNumberToObject(row, name, reports_number(from, member));
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

// Names only students listed in the policy's section [leaderboard]. @param lab its index on the page
static void add_to_board(cJSON *board, size_t lab, const struct export_result *result,
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
    const double a = reports_number(*(cJSON *const *)left, "gbps");
    const double b = reports_number(*(cJSON *const *)right, "gbps");
    return (a < b) - (a > b);
}

static void copy_member(cJSON *object, const char *name, const cJSON *from, const char *member) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, member);
    if (item && !cJSON_IsNull(item))
        cJSON_AddItemReferenceToObject(object, name, (cJSON *)item);
}

// The cause of the failed check, in words; NULL if the report does not state it. A report of an earlier
// grader states only the cause to fix first.
static const char *mistake_of(const cJSON *check, const cJSON *next) {
    const char *cause = export_text(check, "cause");
    if (!cause[0] && strcmp(export_text(check, "id"), export_text(next, "check")) == 0 &&
        strcmp(export_text(check, "task"), export_text(next, "task")) == 0)
        cause = export_text(next, "cause");
    return advice_on(cause_named(cause))->title;
}

static cJSON *fault_of(const cJSON *check, const cJSON *next, bool nameless) {
    static const char *const members[] = {"id", "task", "title", "status", "points"};
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(check, "source");
    const char *mistake = export_status_is(check, "failed") ? mistake_of(check, next) : NULL;
    cJSON *fault = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        copy_member(fault, members[i], check, members[i]);
    copy_member(fault, "max", check, "max_points");
    if (mistake)
        cJSON_AddStringToObject(fault, "mistake", mistake);
    if (nameless) // a message may quote the student's own words
        return fault;
    copy_member(fault, "message", check, "message");
    copy_member(fault, "file", source, "file");
    copy_member(fault, "line", source, "line");
    return fault;
}

static void add_points(cJSON *object, const struct export_result *result) {
    cJSON *points = cJSON_AddArrayToObject(object, "points");
    for (enum check_question question = 0; question < QUESTION_COUNT; question++) {
        double pair[2];
        export_question_points(result, question, &pair[0], &pair[1]);
        cJSON_AddItemToArray(points, cJSON_CreateDoubleArray(pair, 2));
    }
}

// Checks that did not pass: those that the page has a sentence about.
static void add_faults(cJSON *object, const struct export_result *result, bool nameless) {
    const cJSON *check, *next = cJSON_GetObjectItemCaseSensitive(result->report, "next");
    cJSON *faults = cJSON_AddArrayToObject(object, "faults");
    cJSON_ArrayForEach(check, result->checks) {
        if (export_is_shown(check) && !export_status_is(check, "passed"))
            cJSON_AddItemToArray(faults, fault_of(check, next, nameless));
    }
}

static void add_bandwidths(cJSON *array, const struct export_result *result) {
    static const char *const members[] = {"task", "backend", "gbps", "threshold"};
    const cJSON *bandwidth;
    cJSON_ArrayForEach(bandwidth, result->bandwidths) {
        cJSON *copy = cJSON_CreateObject();
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            copy_member(copy, members[i], bandwidth, members[i]);
        cJSON_AddItemToArray(array, copy);
    }
}

// Concepts that --explain asked about, and whether the answer was right.
static void add_explained(cJSON *object, const struct export_result *result) {
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) {
        if (strcmp(export_text(check, "id"), check_id_name(CHECK_EXPLAINED)) != 0 ||
            export_text(check, "task")[0] == '\0')
            continue;
        cJSON *explained = cJSON_GetObjectItemCaseSensitive(object, "explained"), *one = cJSON_CreateObject();
        explained = explained ? explained : cJSON_AddArrayToObject(object, "explained");
        cJSON_AddStringToObject(one, "concept", export_text(check, "task"));
        cJSON_AddBoolToObject(one, "right", export_status_is(check, "passed"));
        cJSON_AddItemToArray(explained, one);
    }
}

// The intake's own words; its other reasons are about something that is there.
static bool is_missing(const struct gradebook_result *stored) {
    static const char words[] = "nothing was handed in";
    return stored->reason && strncmp(stored->reason, words, sizeof words - 1) == 0;
}

// The members that a page for the class may also have.
static cJSON *nameless_object(const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "status", stored->status);
    cJSON_AddBoolToObject(object, "late", stored->late);
    if (is_missing(stored))
        cJSON_AddTrueToObject(object, "missing");
    if (!export_is_graded(result))
        return object;
    cJSON_AddNumberToObject(object, "score", result->reached.points);
    cJSON_AddNumberToObject(object, "max", stored->max_score);
    if (result->reached.open > 0)
        cJSON_AddNumberToObject(object, "open", result->reached.open);
    add_explained(object, result);
    return object;
}

static cJSON *result_object(const struct export_result *result) {
    if (!result)
        return cJSON_CreateNull();
    const struct gradebook_result *stored = &result->stored;
    cJSON *object = nameless_object(result);
    if (stored->reason)
        cJSON_AddStringToObject(object, "reason", stored->reason);
    if (result->has_policy && result->final.counts)
        cJSON_AddNumberToObject(object, "final", result->final.points);
    if (result->dropped)
        cJSON_AddTrueToObject(object, "dropped");
    if (result->has_policy)
        cJSON_AddStringToObject(object, "steps", result->steps);
    if (!export_is_graded(result))
        return object;
    cJSON_AddStringToObject(object, "seed", stored->seed ? stored->seed : "");
    cJSON_AddStringToObject(object, "graded_at", stored->graded_at ? stored->graded_at : "");
    if (export_note(result))
        cJSON_AddStringToObject(object, "note", export_note(result));
    add_points(object, result);
    add_faults(object, result, false);
    add_bandwidths(cJSON_AddArrayToObject(object, "bandwidth"), result);
    return object;
}

// The lab's own array, among those that are kept.
static cJSON *kept_of(const struct export_class *class, const char *what, size_t lab) {
    cJSON *all = cJSON_GetObjectItemCaseSensitive(class->kept, what);
    all = all ? all : cJSON_AddArrayToObject(class->kept, what);
    while (all && (size_t)cJSON_GetArraySize(all) < class->lab_count)
        cJSON_AddItemToArray(all, cJSON_CreateArray());
    return cJSON_GetArrayItem(all, (int)lab);
}

static void keep_text(cJSON *array, cJSON *object) {
    char *text = cJSON_PrintUnformatted(object);
    cJSON_AddItemToArray(array, text ? cJSON_CreateRaw(text) : cJSON_CreateNull());
    cJSON_free(text);
    cJSON_Delete(object);
}

// Scores of different labs, and bandwidths, are kept apart: a student who agreed to be named on the
// leaderboard has not agreed to show those.
static void keep_nameless(const struct export_class *class, size_t lab, const struct export_result *result) {
    cJSON *object = nameless_object(result), *bandwidths = cJSON_CreateArray(), *bandwidth;
    if (export_is_graded(result))
        add_faults(object, result, true);
    keep_text(kept_of(class, "results", lab), object);
    add_bandwidths(bandwidths, result);
    cJSON_ArrayForEach(bandwidth, bandwidths)
        keep_text(kept_of(class, "bandwidths", lab), cJSON_Duplicate(bandwidth, true));
    cJSON_Delete(bandwidths);
}

static int by_text(const void *left, const void *right) {
    return strcmp((*(cJSON *const *)left)->valuestring, (*(cJSON *const *)right)->valuestring);
}

static void put_kept(FILE *out, const struct export_class *class, const char *what) {
    fprintf(out, ",\n\"%s\":[", what);
    for (size_t i = 0; i < class->lab_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        // Sorted by the texts alone: the order of the students would reveal their names.
        put_json(out, sorted_array(kept_of(class, what, i), by_text));
    }
    putc(']', out);
}

static void begin(FILE *out, const struct export_class *class) {
    cJSON *labs = cJSON_CreateArray();
    for (size_t i = 0; i < class->lab_count; i++) {
        cJSON *lab = cJSON_CreateObject();
        cJSON_AddStringToObject(lab, "name", class->labs[i].name);
        cJSON_AddStringToObject(lab, "title", export_lab_title(class->labs[i].name).text);
        cJSON_AddItemToArray(labs, lab);
    }
    fwrite(page_start, 1, (size_t)(data_place() - page_start), out);
    fputs("{\"labs\":", out);
    put_json(out, labs);
    cJSON *questions = cJSON_CreateArray();
    for (enum check_question question = 0; question < QUESTION_COUNT; question++)
        cJSON_AddItemToArray(questions, cJSON_CreateString(check_question_name(question)));
    fputs(",\"questions\":", out);
    put_json(out, questions);
    fputs(",\"students\":[", out);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    cJSON *board = cJSON_GetObjectItemCaseSensitive(class->kept, "board");
    board = board ? board : cJSON_AddArrayToObject(class->kept, "board");
    for (size_t i = 0; i < class->lab_count; i++) {
        if (student->of_lab[i])
            add_to_board(board, i, student->of_lab[i], class->terms->policy);
        if (student->of_lab[i] && class->terms->without_names)
            keep_nameless(class, i, student->of_lab[i]);
    }
    if (class->terms->without_names)
        return;
    cJSON *object = cJSON_CreateObject();
    const char *name = export_student_name(student);
    cJSON_AddStringToObject(object, "name", name);
    if (strcmp(name, student->name) != 0)
        cJSON_AddStringToObject(object, "login", student->name);
    cJSON *results = cJSON_AddArrayToObject(object, "results");
    for (size_t i = 0; i < class->lab_count; i++)
        cJSON_AddItemToArray(results, result_object(student->of_lab[i]));
    fputs(student->before > 0 ? ",\n" : "\n", out);
    put_json(out, object);
}

static void end(FILE *out, const struct export_class *class) {
    fprintf(out, "\n],\n\"count\":%zu,\"nameless\":%s", class->student_count,
            class->terms->without_names ? "true" : "false");
    if (class->terms->without_names) {
        put_kept(out, class, "results");
        put_kept(out, class, "bandwidths");
    }
    fputs(",\n\"board\":", out);
    put_json(out, sorted_array(cJSON_GetObjectItemCaseSensitive(class->kept, "board"), fastest_first));
    putc('}', out);
    const char *rest = data_place() + sizeof marker - 1;
    fwrite(rest, 1, (size_t)(page_end - rest), out);
}

const struct export_format export_html = {
    .name = "html", .for_staff = true, .without_names = true, .begin = begin, .student = student, .end = end};
