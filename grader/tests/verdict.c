// The verdict of `grade` on a fixture, compared with the fixture's `expect` file (docs/fixtures.md).
#include "verdict.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One comparison: the report, and the first difference.
struct verdict {
    const cJSON *report;
    char *why;
    bool slow; // it is expected to lose points for speed
};

// Notes the first difference only: later ones are often its consequences. @return false
__attribute__((format(printf, 2, 3))) static bool differs(struct verdict *verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!verdict->why && vasprintf(&verdict->why, format, arguments) < 0)
        abort();
    va_end(arguments);
    return false;
}

static char *read_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (file && getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

static int number(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItem(object, name);
    return cJSON_IsNumber(item) ? item->valueint : -1;
}

static const char *words(const cJSON *object, const char *name) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return value ? value : "";
}

// `name` is an id, or TASK.id if a lab has several tasks.
static const cJSON *check_called(const cJSON *report, const char *name) {
    const char *dot = strchr(name, '.'), *id = dot ? dot + 1 : name;
    const size_t length = dot ? (size_t)(dot - name) : 0;
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(report, "checks")) {
        const char *task = words(check, "task");
        if (strcmp(words(check, "id"), id) != 0)
            continue;
        if (!dot || (strlen(task) == length && strncmp(task, name, length) == 0))
            return check;
    }
    return NULL;
}

static bool line_is_among(int line, const char *lines) {
    for (const char *next = lines; next; next = strchr(next, ',')) {
        next += *next == ',';
        if (atoi(next) == line)
            return true;
    }
    return false;
}

// @param lines the lines that may be blamed, or NULL
static bool meets_check(struct verdict *verdict, const char *id, const char *status, const char *lines) {
    const cJSON *check = check_called(verdict->report, id), *source = cJSON_GetObjectItem(check, "source");
    const char *message = words(check, "message");
    if (!check)
        return differs(verdict, "no check is called %s", id);
    if (strcmp(words(check, "status"), status) != 0)
        return differs(verdict, "check %s is %s, not %s: %s", id, words(check, "status"), status, message);
    if (lines && !cJSON_IsObject(source))
        return differs(verdict, "check %s blames no line: %s", id, message);
    if (lines && !line_is_among(number(source, "line"), lines))
        return differs(verdict, "check %s blames line %d, not %s: %s", id, number(source, "line"), lines,
                       message);
    return true;
}

static bool meets_score(struct verdict *verdict, const char *relation, int bound) {
    const int score = number(verdict->report, "score");
    const bool holds = strcmp(relation, "=") == 0    ? score == bound
                       : strcmp(relation, "<=") == 0 ? score <= bound
                                                     : score >= bound;
    return holds || differs(verdict, "the score is %d, not %s %d", score, relation, bound);
}

static bool meets_words(struct verdict *verdict, const char *id, const char *expected) {
    const char *message = words(check_called(verdict->report, id), "message");
    return strstr(message, expected) != NULL ||
           differs(verdict, "check %s does not say \"%s\" but: %s", id, expected, message);
}

// The cause that the report begins with.
static bool meets_next(struct verdict *verdict, const char *cause) {
    const cJSON *next = cJSON_GetObjectItem(verdict->report, "next");
    return strcmp(words(next, "cause"), cause) == 0 ||
           differs(verdict, "what comes next is %s, of check %s, not %s", words(next, "cause"),
                   words(next, "check"), cause);
}

// The report's first words about the elements that a wrong sum counts, or about the small input.
static bool meets_next_words(struct verdict *verdict, const char *name, const char *expected) {
    const char *said = words(cJSON_GetObjectItem(verdict->report, "next"), name);
    return strstr(said, expected) != NULL ||
           differs(verdict, "%s: it is not said \"%s\" but: %s", name, expected, said);
}

// Points for speed, as measured on a GPU: the modelled ones are as many, or 3 of 20 more or less.
static bool meets_speed(struct verdict *verdict, const char *task, int least, int most) {
    char id[128];
    snprintf(id, sizeof id, "%s.bandwidth", task);
    const cJSON *check = check_called(verdict->report, id);
    const int points = number(check, "points"), near = (3 * number(check, "max_points") + 19) / 20;
    verdict->slow = true;
    if (!check)
        return differs(verdict, "no check is called %s", id);
    return (points >= least - near && points <= most + near) ||
           differs(verdict, "%s has %d points, not %d to %d: %s", id, points, least, most,
                   words(check, "message"));
}

static bool meets_line(struct verdict *verdict, const char *line) {
    char id[96], status[32], lines[64] = "", relation[3], expected[128];
    int bound, most;
    const int speeds = sscanf(line, "speed %95s %d to %d", id, &bound, &most);
    if (speeds >= 2)
        return meets_speed(verdict, id, bound, speeds == 3 ? most : bound);
    if (sscanf(line, "score %2[<>=] %d", relation, &bound) == 2)
        return meets_score(verdict, relation, bound);
    if (sscanf(line, "next %95s", id) == 1)
        return meets_next(verdict, id);
    if (sscanf(line, "elements %127[^\n]", expected) == 1)
        return meets_next_words(verdict, "elements", expected);
    if (sscanf(line, "inside %127[^\n]", expected) == 1)
        return meets_next_words(verdict, "inside", expected);
    if (sscanf(line, "small %127[^\n]", expected) == 1)
        return meets_next_words(verdict, "small", expected);
    if (sscanf(line, "says %95s %127[^\n]", id, expected) == 2)
        return meets_words(verdict, id, expected);
    const int got = sscanf(line, "check %95s %31s line %63s", id, status, lines);
    if (got >= 2 && strcmp(status, "failed") == 0 && strstr(id, "bandwidth"))
        verdict->slow = true;
    if (got >= 2)
        return meets_check(verdict, id, status, got == 3 ? lines : NULL);
    return differs(verdict, "what does \"%s\" expect?", line);
}

static bool meets_expectations(struct verdict *verdict, const char *folder) {
    char path[512];
    snprintf(path, sizeof path, "%s/expect", folder);
    char *text = read_text(path), *rest = text;
    int said = 0;
    bool met = true;
    for (char *line; (line = strsep(&rest, "\n")) && met;) {
        if (line[0] == '\0' || line[0] == '#')
            continue;
        met = meets_line(verdict, line);
        said++;
    }
    free(text);
    return said > 0 ? met : differs(verdict, "%s expects nothing", path);
}

// A wrong answer is shown with the expected one; a run without an answer says what happened.
static bool names_the_difference(const char *message) {
    static const char *const happened[] = {"the input was modified",
                                           "not finished after",
                                           "printed more than",
                                           "died of signal",
                                           "Invalid host",
                                           "Invalid call",
                                           "is not known to this engine",
                                           "tampered: ",
                                           "used more than",
                                           "ended itself",
                                           "failed with exit code",
                                           "went past a limit",
                                           "could not go on",
                                           "ends the program",
                                           "is not for a lab"};
    bool tells =
        strstr(message, ": expected ") && (strstr(message, ", got ") || strstr(message, "never written"));
    for (size_t i = 0; i < sizeof happened / sizeof *happened; i++)
        tells = tells || strstr(message, happened[i]);
    return tells;
}

// Fractions of the limit: an honest submission that is closer may fail for another seed, or if written
// differently.
static bool is_apart(struct verdict *verdict, const char *what, double value, const cJSON *limit,
                     double part) {
    const double distance = cJSON_IsNumber(limit) ? fabs(value - limit->valuedouble) : INFINITY;
    return !(distance < part * fabs(cJSON_GetNumberValue(limit))) ||
           differs(verdict, "%s: %g is less than %g of it away from the limit, %g", what, value, part,
                   limit->valuedouble);
}

// Speeds are modelled from the same counters, and sizes and seeds hardly change them.
static const double bounds_apart = 0.08, speeds_apart = 0.03;

static bool lies_within(struct verdict *verdict) {
    const cJSON *entry;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(verdict->report, "bounds")) {
        const cJSON *least = cJSON_GetObjectItem(entry, "at_least"),
                    *most = cJSON_GetObjectItem(entry, "at_most");
        const double value = cJSON_GetNumberValue(cJSON_GetObjectItem(entry, "value"));
        // A bound with a single value is for formulas, which are right or wrong.
        if (cJSON_IsNumber(least) && cJSON_Compare(least, most, true))
            continue;
        if (!is_apart(verdict, words(entry, "name"), value, least, bounds_apart) ||
            !is_apart(verdict, words(entry, "name"), value, most, bounds_apart))
            return false;
    }
    cJSON_ArrayForEach(
        entry,
        cJSON_GetObjectItem(
            verdict->report,
            "bandwidth")) if (strcmp(words(entry, "backend"), "cpu") == 0 && !verdict->slow &&
                              !is_apart(verdict, "bandwidth",
                                        cJSON_GetNumberValue(cJSON_GetObjectItem(entry, "gbps")),
                                        cJSON_GetObjectItem(entry, "threshold"), speeds_apart)) return false;
    return true;
}

// A correct one may be slow, if its `expect` says so: then it has all other points.
static bool lacks_speed_alone(const cJSON *report) {
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(report, "checks")) {
        if (strcmp(words(check, "id"), "bandwidth") != 0 &&
            number(check, "points") < number(check, "max_points"))
            return false;
    }
    return true;
}

// Whatever the verdict, the report is consistent.
static bool makes_sense(struct verdict *verdict, const char *folder, int exit_code) {
    const int score = number(verdict->report, "score"), max_score = number(verdict->report, "max_score");
    int points = 0;
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(verdict->report, "checks")) {
        const int own = number(check, "points");
        if (own < 0 || own > number(check, "max_points"))
            return differs(verdict, "%s has %d points", words(check, "id"), own);
        if (strcmp(words(check, "id"), "correct") == 0 && strcmp(words(check, "status"), "failed") == 0 &&
            !names_the_difference(words(check, "message")))
            return differs(verdict, "neither expected and actual, nor what happened: %s",
                           words(check, "message"));
        if (strcmp(words(check, "status"), "failed") == 0 &&
            !cJSON_IsObject(cJSON_GetObjectItem(check, "source")))
            return differs(verdict, "a failed check blames no line: %s", words(check, "message"));
        points += own;
    }
    if (points != score)
        return differs(verdict, "the score is %d, the points are %d", score, points);
    if (exit_code != (score == max_score ? 0 : 1))
        return differs(verdict, "%d of %d, and exit code %d", score, max_score, exit_code);
    const bool wanted = verdict_wants_full_marks(folder);
    const bool slow = wanted && verdict->slow && lacks_speed_alone(verdict->report);
    if (wanted != (score == max_score || slow))
        return differs(verdict, "%d of %d for one whose name says otherwise", score, max_score);
    return !verdict_wants_full_marks(folder) || verdict_is_unseen(folder) || lies_within(verdict);
}

bool verdict_is_unseen(const char *folder) { return strncmp(strrchr(folder, '/') + 1, "unseen_", 7) == 0; }

bool verdict_wants_full_marks(const char *folder) {
    return strncmp(strrchr(folder, '/') + 1, "correct_", 8) == 0 || verdict_is_unseen(folder);
}

bool verdict_has_mark(const char *folder, const char *mark) {
    char path[512], line[64];
    snprintf(path, sizeof path, "%s/expect", folder);
    snprintf(line, sizeof line, "# %s\n", mark);
    char *text = read_text(path);
    const bool has = text && strstr(text, line);
    free(text);
    return has;
}

bool verdict_is_met(const char *folder, const char *report, int exit_code, char **why) {
    char *text = read_text(report);
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    struct verdict verdict = {.report = json};
    const bool met = json ? meets_expectations(&verdict, folder) && makes_sense(&verdict, folder, exit_code)
                          : differs(&verdict, "no report: grade ended with %d", exit_code);
    cJSON_Delete(json);
    free(text);
    *why = verdict.why;
    return met;
}

int verdict_score(const char *report) {
    char *text = read_text(report);
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    const cJSON *score = cJSON_GetObjectItemCaseSensitive(json, "score");
    const int points = cJSON_IsNumber(score) ? score->valueint : -1;
    cJSON_Delete(json);
    free(text);
    return points;
}
