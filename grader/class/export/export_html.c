// html: one page that carries its own data, styles and script. The page stands in page/, and is put together
// by the build; here only its data is written, as JSON in which no character can end a script.
#include <string.h>

#include "class/export/page_data.h"
#include "export_result.h"

extern const char page_start[] __asm__("_binary_page_html_start");
extern const char page_end[] __asm__("_binary_page_html_end");

static const struct page_frame page = {page_start, page_end};

static void copy_member(cJSON *object, const char *name, const cJSON *from, const char *member) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, member);
    if (item && !cJSON_IsNull(item))
        cJSON_AddItemReferenceToObject(object, name, (cJSON *)item);
}

static cJSON *fault_of(const cJSON *check) {
    static const char *const members[] = {"id", "task", "title", "status", "points", "message"};
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(check, "source");
    cJSON *fault = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        copy_member(fault, members[i], check, members[i]);
    copy_member(fault, "max", check, "max_points");
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

// Checks that did not pass, and bandwidths: what the page has something to say about.
static void add_report(cJSON *object, const struct export_result *result) {
    static const char *const members[] = {"task", "backend", "gbps", "threshold"};
    const cJSON *check, *bandwidth;
    cJSON *faults = cJSON_AddArrayToObject(object, "faults");
    cJSON_ArrayForEach(check, result->checks) {
        if (export_is_shown(check) && !export_status_is(check, "passed"))
            cJSON_AddItemToArray(faults, fault_of(check));
    }
    cJSON *bandwidths = cJSON_AddArrayToObject(object, "bandwidth");
    cJSON_ArrayForEach(bandwidth, result->bandwidths) {
        cJSON *copy = cJSON_CreateObject();
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            copy_member(copy, members[i], bandwidth, members[i]);
        cJSON_AddItemToArray(bandwidths, copy);
    }
}

static cJSON *result_object(const struct export_result *result) {
    if (!result)
        return cJSON_CreateNull();
    const struct gradebook_result *stored = &result->stored;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "status", stored->status);
    cJSON_AddBoolToObject(object, "late", stored->late);
    if (stored->reason)
        cJSON_AddStringToObject(object, "reason", stored->reason);
    if (result->has_policy && result->final.counts)
        cJSON_AddNumberToObject(object, "final", result->final.points);
    if (result->has_policy)
        cJSON_AddStringToObject(object, "steps", result->steps);
    if (!export_is_graded(result))
        return object;
    cJSON_AddNumberToObject(object, "score", stored->score);
    cJSON_AddNumberToObject(object, "max", stored->max_score);
    cJSON_AddStringToObject(object, "seed", stored->seed ? stored->seed : "");
    cJSON_AddStringToObject(object, "graded_at", stored->graded_at ? stored->graded_at : "");
    if (export_note(result))
        cJSON_AddStringToObject(object, "note", export_note(result));
    add_points(object, result);
    add_report(object, result);
    return object;
}

static void begin(FILE *out, const struct export_class *class) {
    char title[128];
    cJSON *labs = cJSON_CreateArray();
    for (size_t i = 0; i < class->lab_count; i++) {
        cJSON *lab = cJSON_CreateObject();
        export_lab_title(class->labs[i].name, title, sizeof title);
        cJSON_AddStringToObject(lab, "name", class->labs[i].name);
        cJSON_AddStringToObject(lab, "title", title);
        cJSON_AddItemToArray(labs, lab);
    }
    page_data_begin(out, &page);
    fputs("{\"labs\":", out);
    page_data_put(out, labs);
    cJSON *questions = cJSON_CreateArray();
    for (enum check_question question = 0; question < QUESTION_COUNT; question++)
        cJSON_AddItemToArray(questions, cJSON_CreateString(check_question_name(question)));
    fputs(",\"questions\":", out);
    page_data_put(out, questions);
    fputs(",\"students\":[", out);
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", student->name);
    cJSON *results = cJSON_AddArrayToObject(object, "results");
    for (size_t i = 0; i < class->lab_count; i++)
        cJSON_AddItemToArray(results, result_object(student->of_lab[i]));
    fputs(student->before > 0 ? ",\n" : "\n", out);
    page_data_put(out, object);
}

static void end(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("\n]}", out);
    page_data_end(out, &page);
}

const struct export_format export_html = {
    .name = "html", .what = "one page to look at", .begin = begin, .student = student, .end = end};
