// json: every result with its checks, for programs.
#include "class/gradebook/people.h"
#include "export_result.h"
#include "report/report.h"

static cJSON *object_of(const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    cJSON *object = cJSON_CreateObject();
    json_add_text(object, "student", stored->student);
    json_add_text(object, "lab", stored->lab);
    json_add_number(object, "score", result->reached.counts, result->reached.points);
    json_add_number(object, "max_score", graded, stored->max_score);
    json_add_number(object, "open_points", graded, stored->open_points);
    json_add_text(object, "status", stored->status);
    json_add_text(object, "reason", stored->reason);
    cJSON_AddBoolToObject(object, "late", stored->late);
    if (result->has_policy) {
        json_add_number(object, "final_score", result->final.counts, result->final.points);
        json_add_text(object, "steps", result->steps);
        if (result->dropped)
            cJSON_AddTrueToObject(object, "dropped");
    }
    json_add_text(object, "submitted_at", stored->submitted_at);
    for (enum person_key key = 0; stored->keys[0] && key < PERSON_KEYS; key++)
        if (stored->keys[key][0])
            json_add_text(object, person_key_name(key), stored->keys[key]);
    json_add_text(object, "graded_at", stored->graded_at);
    json_add_number(object, "seconds", graded, stored->seconds);
    json_add_text(object, "seed", stored->seed);
    json_add_text(object, "submission_sha256", stored->submission_sha256);
    json_add_text(object, "sandbox", *export_sandbox(result) ? export_sandbox(result) : NULL);
    // The report's own arrays are referenced, not copied: references are not deleted with the object.
    if (result->checks)
        cJSON_AddItemReferenceToObject(object, "checks", (cJSON *)result->checks);
    else
        cJSON_AddArrayToObject(object, "checks");
    if (result->bandwidths)
        cJSON_AddItemReferenceToObject(object, "bandwidth", (cJSON *)result->bandwidths);
    return object;
}

static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    size_t before = student->before;
    for (size_t i = 0; i < class->lab_count; i++) {
        if (!student->of_lab[i])
            continue;
        cJSON *object = object_of(student->of_lab[i]);
        char *text = cJSON_PrintUnformatted(object);
        fprintf(out, "%s\n%s", before++ ? "," : "", text ? text : "");
        cJSON_free(text);
        cJSON_Delete(object);
    }
}

const struct export_format export_json = {
    .name = "json", .for_staff = true, .head = "{\"results\":[", .student = student, .tail = "\n]}\n"};
