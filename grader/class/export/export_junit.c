// junit: JUnit's XML. A suite is a submission, a test is a check; a failure is the submission's fault, an
// error the grader's. An open check is a skipped test, with its reason.

#include "export_result.h"

static void put_attribute(FILE *out, const char *name, const char *text) {
    fprintf(out, " %s=\"", name);
    export_put_attribute(out, text);
    fputc('"', out);
}

static void put_verdict(FILE *out, const char *element, const char *type, const char *message) {
    fprintf(out, "      <%s", element);
    put_attribute(out, "message", message);
    if (type)
        put_attribute(out, "type", type);
    fputs("/>\n", out);
}

static void put_check(FILE *out, const struct export_result *result, const cJSON *check) {
    char class_name[640];
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(check, "source");
    const struct export_words words = export_check_words(check);
    snprintf(class_name, sizeof class_name, "%s.%s", result->stored.lab, result->stored.student);
    fputs("    <testcase", out);
    put_attribute(out, "name", export_check_title(check).text);
    put_attribute(out, "classname", class_name);
    if (cJSON_IsObject(source)) {
        put_attribute(out, "file", export_text(source, "file"));
        fprintf(out, " line=\"%.0f\"", reports_number(source, "line"));
    }
    fputs(">\n", out);
    if (export_status_is(check, "failed"))
        put_verdict(out, "failure", export_text(check, "id"), words.text);
    else if (!export_status_is(check, "passed"))
        put_verdict(out, "skipped", NULL, words.text);
    fputs("    </testcase>\n", out);
}

// A submission without checks has one test, "can be graded", which failed.
static void put_missing(FILE *out, const struct export_result *result) {
    const bool ungraded = export_is_ungraded(result);
    const char *reason = result->stored.reason;
    fputs("    <testcase name=\"can be graded\"", out);
    put_attribute(out, "classname", result->stored.lab);
    fputs(">\n", out);
    put_verdict(out, ungraded ? "error" : "failure", result->stored.status,
                reason     ? reason
                : ungraded ? "not graded yet"
                           : "not gradable");
    fputs("    </testcase>\n", out);
}

static size_t count(const struct export_result *result, const char *status) {
    size_t found = 0;
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) found += export_status_is(check, status);
    return found;
}

static void put_property(FILE *out, const char *name, const char *value) {
    fputs("      <property", out);
    put_attribute(out, "name", name);
    put_attribute(out, "value", value);
    fputs("/>\n", out);
}

static void put_properties(FILE *out, const struct export_result *result) {
    const bool sandbox = *export_sandbox(result) != '\0';
    if (!sandbox && !result->note[0])
        return;
    fputs("    <properties>\n", out);
    if (sandbox)
        put_property(out, "sandbox", export_sandbox(result));
    if (result->note[0])
        put_property(out, "stale", result->note);
    fputs("    </properties>\n", out);
}

static void put_suite(FILE *out, const struct export_result *result) {
    const bool has_checks = cJSON_GetArraySize(result->checks) > 0;
    const bool ungraded = export_is_ungraded(result);
    const size_t tests = has_checks ? (size_t)cJSON_GetArraySize(result->checks) : 1;
    const size_t failures = has_checks ? count(result, "failed") : !ungraded;
    const size_t errors = has_checks ? 0 : ungraded;
    char name[640];
    snprintf(name, sizeof name, "%s %s", result->stored.lab, result->stored.student);
    fputs("  <testsuite", out);
    put_attribute(out, "name", name);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", tests, failures, errors,
            has_checks ? count(result, "skipped") + count(result, "open") : 0);
    if (export_is_graded(result))
        fprintf(out, " time=\"%.3f\"", result->stored.seconds);
    if (result->stored.graded_at)
        put_attribute(out, "timestamp", result->stored.graded_at);
    fputs(">\n", out);
    put_properties(out, result);
    const cJSON *check;
    cJSON_ArrayForEach(check, result->checks) put_check(out, result, check);
    if (!has_checks)
        put_missing(out, result);
    fputs("  </testsuite>\n", out);
}

const struct export_format export_junit = {
    .name = "junit",
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Warplab\">\n",
    .result = put_suite,
    .tail = "</testsuites>\n"};
