// json: every result with its checks, for programs.
#include "class/gradebook/people.h"
#include "export_result.h"

static void add_text(cJSON *object, const char *name, const char *text) {
    cJSON_AddItemToObject(object, name, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void add_number(cJSON *object, const char *name, bool known, double number) {
    cJSON_AddItemToObject(object, name, known ? cJSON_CreateNumber(number) : cJSON_CreateNull());
}

static cJSON *object_of(const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    const bool graded = export_is_graded(result);
    cJSON *object = cJSON_CreateObject();
    add_text(object, "student", stored->student);
    add_text(object, "lab", stored->lab);
    add_number(object, "score", result->reached.counts, result->reached.points);
    add_number(object, "max_score", graded, stored->max_score);
    add_number(object, "open_points", graded, stored->open_points);
    add_text(object, "status", stored->status);
    add_text(object, "reason", stored->reason);
    cJSON_AddBoolToObject(object, "late", stored->late);
    if (result->has_policy) {
        add_number(object, "final_score", result->final.counts, result->final.points);
        add_text(object, "steps", result->steps);
        if (result->dropped)
            cJSON_AddTrueToObject(object, "dropped");
    }
    add_text(object, "submitted_at", stored->submitted_at);
    for (enum person_key key = 0; stored->keys[0] && key < PERSON_KEYS; key++)
        if (stored->keys[key][0])
            add_text(object, person_key_name(key), stored->keys[key]);
    add_text(object, "graded_at", stored->graded_at);
    add_number(object, "seconds", graded, stored->seconds);
    add_text(object, "seed", stored->seed);
    add_text(object, "submission_sha256", stored->submission_sha256);
    add_text(object, "sandbox", *export_sandbox(result) ? export_sandbox(result) : NULL);
    // The report's own arrays are shown, not copied: references are not deleted with the object.
    if (result->checks)
        cJSON_AddItemReferenceToObject(object, "checks", (cJSON *)result->checks);
    else
        cJSON_AddArrayToObject(object, "checks");
    if (result->bandwidths)
        cJSON_AddItemReferenceToObject(object, "bandwidth", (cJSON *)result->bandwidths);
    return object;
}

static void begin(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("{\"results\":[", out);
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

static void end(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("\n]}\n", out);
}

const struct export_format export_json = {
    .name = "json", .for_staff = true, .begin = begin, .student = student, .end = end};
