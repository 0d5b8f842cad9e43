// The findings as SARIF 2.1.0. Property names and nesting are the standard's, chapter 3 ("File format").
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "report/report.h"

// The base of relative URIs: the repository, or the hand-out.
#define BASE "WARPLAB"

static cJSON *add_text(cJSON *object, const char *name, const char *text) {
    cJSON *message = cJSON_AddObjectToObject(object, name);
    cJSON_AddStringToObject(message, "text", text);
    return message;
}

// A path as part of a URI: bytes other than unreserved characters and "/" are %XX (RFC 3986).
static void write_uri(char *to, size_t size, const char *before, const char *path, const char *after) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    size_t used = (size_t)snprintf(to, size, "%s", before);
    for (; *path && used + 4 < size; path++)
        used += (size_t)snprintf(to + used, size - used, strchr(plain, *path) ? "%c" : "%%%02X",
                                 (unsigned char)*path);
    snprintf(to + used, size - used, "%s", after);
}

static void add_file(cJSON *physical, const struct grading *grading, const char *path) {
    char full[PATH_MAX], uri[3 * PATH_MAX];
    const size_t top = strlen(grading->paths.top);
    cJSON *file = cJSON_AddObjectToObject(physical, "artifactLocation");
    if (!realpath(path, full))
        snprintf(full, sizeof full, "%s", path);
    if (strncmp(full, grading->paths.top, top) == 0 && full[top] == '/') {
        write_uri(uri, sizeof uri, "", full + top + 1, "");
        cJSON_AddStringToObject(file, "uri", uri);
        cJSON_AddStringToObject(file, "uriBaseId", BASE);
        return;
    }
    write_uri(uri, sizeof uri, full[0] == '/' ? "file://" : "", full, "");
    cJSON_AddStringToObject(file, "uri", uri);
}

static cJSON *location(const struct grading *grading, const struct finding_place *place) {
    cJSON *location = cJSON_CreateObject(), *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    add_file(physical, grading, place->path);
    cJSON *region = cJSON_AddObjectToObject(physical, "region");
    cJSON_AddNumberToObject(region, "startLine", place->line);
    cJSON_AddNumberToObject(region, "startColumn", place->column);
    if (place->end > place->column)
        cJSON_AddNumberToObject(region, "endColumn", place->end);
    return location;
}

static cJSON *rule(const struct finding *finding) {
    const struct advice *advice = advice_on(finding->check->cause);
    cJSON *rule = cJSON_CreateObject();
    cJSON_AddStringToObject(rule, "id", finding->rule);
    add_text(rule, "shortDescription",
             language_of(advice->title ? advice->title : check_title(finding->check->id)));
    if (advice->next)
        add_text(rule, "help", language_of(advice->next));
    cJSON *configuration = cJSON_AddObjectToObject(rule, "defaultConfiguration");
    cJSON_AddStringToObject(configuration, "level", finding_level_name(finding->level));
    return rule;
}

// The rule's index in the list; it is added if it is not there.
static int rule_index(cJSON *rules, const struct finding *finding) {
    const cJSON *listed;
    int index = 0;
    cJSON_ArrayForEach(listed, rules) {
        if (strcmp(reports_string(listed, "id"), finding->rule) == 0)
            return index;
        index++;
    }
    cJSON_AddItemToArray(rules, rule(finding));
    return index;
}

static cJSON *result(const struct grading *grading, cJSON *rules, const struct finding *finding) {
    const struct check *check = finding->check;
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", finding->rule);
    cJSON_AddNumberToObject(result, "ruleIndex", rule_index(rules, finding));
    // A result that is not a failure has no level (3.27.10).
    const bool open = check->status == CHECK_OPEN;
    if (open)
        cJSON_AddStringToObject(result, "kind", "open");
    cJSON_AddStringToObject(result, "level", open ? "none" : finding_level_name(finding->level));
    add_text(result, "message", check->message);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"), location(grading, &finding->place));
    if (finding->other.line > 0) {
        cJSON *other = location(grading, &finding->other);
        add_text(other, "message", language_of("the other side is here"));
        cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "relatedLocations"), other);
    }
    cJSON *properties = cJSON_AddObjectToObject(result, "properties");
    if (check->task)
        cJSON_AddStringToObject(properties, "task", check->task);
    cJSON_AddStringToObject(properties, "backend", check->backend);
    cJSON_AddNumberToObject(properties, "points", check->points);
    cJSON_AddNumberToObject(properties, "max_points", check->max_points);
    return result;
}

static void add_base(cJSON *run, const struct grading *grading) {
    char uri[3 * PATH_MAX];
    write_uri(uri, sizeof uri, "file://", grading->paths.top, "/");
    cJSON *base = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "originalUriBaseIds"), BASE);
    cJSON_AddStringToObject(base, "uri", uri);
}

static void add_totals(cJSON *run, const struct grading *grading) {
    char seed[24];
    cJSON *properties = cJSON_AddObjectToObject(run, "properties");
    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)grading->plan.seed);
    cJSON_AddStringToObject(properties, "lab", grading->lab->name);
    cJSON_AddNumberToObject(properties, "score", grading->score);
    cJSON_AddNumberToObject(properties, "max_score", grading->max_score);
    cJSON_AddNumberToObject(properties, "open_points", grading->open_points);
    cJSON_AddStringToObject(properties, "seed", seed);
}

static cJSON *log_of(const struct grading *grading, const struct findings *findings) {
    cJSON *log = cJSON_CreateObject(), *run = cJSON_CreateObject();
    cJSON_AddStringToObject(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(log, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(log, "runs"), run);
    cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
    cJSON_AddStringToObject(driver, "name", "Warplab");
    cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
    cJSON *invocation = cJSON_CreateObject();
    cJSON_AddTrueToObject(invocation, "executionSuccessful");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), invocation);
    add_base(run, grading);
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON *results = cJSON_AddArrayToObject(run, "results");
    for (size_t i = 0; i < findings->count; i++)
        cJSON_AddItemToArray(results, result(grading, rules, &findings->list[i]));
    add_totals(run, grading);
    return log;
}

bool sarif_print(FILE *out, const struct grading *grading) {
    struct findings *findings = findings_of(grading);
    cJSON *log = findings ? log_of(grading, findings) : NULL;
    const bool good = log && utf8_escape_json(log);
    free(findings);
    return json_print(out, log) && good;
}
