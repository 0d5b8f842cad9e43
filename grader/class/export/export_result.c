// One result as exporters see it: cleaned text, a parsed report, and queries about its checks.
#include "export_result.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_table.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "class/gradebook/store.h"
#include "lab/check.h"
#include "lab/spec.h"

// Reports of earlier versions have the submission's path on the instructor's machine in their second line.
static void forget_place(char *report, const char *origin) {
    char *line = report ? strchr(report, '\n') : NULL;
    const size_t length = strlen(origin);
    if (line && length > 0 && strncmp(line + 1, origin, length) == 0 && line[1 + length] == '\n')
        memmove(line, line + 1 + length, strlen(line + 1 + length) + 1);
}

struct export_result *export_result_copy(const struct gradebook_result *stored, bool with_text) {
    struct export_result *result = calloc(1, sizeof *result);
    const char **texts[GRADEBOOK_TEXTS];
    bool whole = true;
    if (!result)
        return NULL;
    result->stored = *stored;
    if (export_is_stale(stored)) {
        char words[160];
        result->stored.status = "stale";
        snprintf(result->note, sizeof result->note, "This score is an earlier one: %s.",
                 gradebook_change_words(export_changes(stored), words, sizeof words));
    }
    // These members are not exported; the report is available in parsed form.
    result->stored.backend = result->stored.version = result->stored.report_json = NULL;
    if (!with_text)
        result->stored.report_text = NULL;
    gradebook_result_texts(&result->stored, texts);
    for (size_t i = 0; i < GRADEBOOK_TEXTS; i++)
        if (*texts[i])
            whole = (*texts[i] = utf8_escaped(*texts[i])) && whole;
    if (!whole) {
        export_result_free(result);
        return NULL;
    }
    forget_place((char *)result->stored.report_text, result->stored.origin);
    result->report = stored->report_json ? cJSON_Parse(stored->report_json) : NULL;
    if (!utf8_escape_json(result->report)) { // including escape sequences of JSON
        export_result_free(result);
        return NULL;
    }
    result->checks = cJSON_GetObjectItemCaseSensitive(result->report, "checks");
    result->bandwidths = cJSON_GetObjectItemCaseSensitive(result->report, "bandwidth");
    return result;
}

void export_result_free(struct export_result *result) {
    const char **texts[GRADEBOOK_TEXTS];
    if (!result)
        return;
    cJSON_Delete(result->report);
    free(result->steps);
    gradebook_result_texts(&result->stored, texts);
    for (size_t i = 0; i < GRADEBOOK_TEXTS; i++)
        free((void *)*texts[i]);
    free(result);
}

// Applies the treatment of open points.
static void settle(struct policy_score *score, enum export_open open) {
    if (open == EXPORT_OPEN_ZERO)
        score->open = 0;
    if (score->open == 0)
        return;
    score->counts = open == EXPORT_OPEN_EXCLUDE && score->excluded >= 0;
    if (score->counts)
        *score = (struct policy_score){.counts = true, .points = score->excluded};
}

static const char *const open_notes[] = {
    [EXPORT_OPEN_ASK] = "provisional, %g open.",
    [EXPORT_OPEN_ZERO] = "%g points could not be judged, and count as 0.",
    [EXPORT_OPEN_EXCLUDE] = "%g points could not be judged: the others are scaled to the maximum."};

bool export_result_judge(struct export_result *result, const struct export_class *class,
                         struct gradebook *book, const struct gradebook_result *stored) {
    const struct policy *policy = class->terms->policy;
    const enum export_open open = class->terms->open;
    const enum policy_reader reader = class->format->for_staff ? POLICY_STAFF : POLICY_STUDENT;
    size_t length;
    result->reached = result->final = policy_reached(stored);
    if (policy) {
        FILE *out = open_memstream(&result->steps, &length);
        const bool good = out && policy_apply(policy, book, stored, &result->final, reader, out);
        if (!out || fclose(out) != 0 || !good)
            return false;
        utf8_escape(result->steps, length + 1); // reasons are free text
        result->has_policy = true;
    }
    if (result->final.open > 0)
        snprintf(result->open_note, sizeof result->open_note, open_notes[open], result->final.open);
    settle(&result->reached, open);
    settle(&result->final, open);
    return true;
}

bool export_result_date(struct export_result *result, const struct policy *policy, struct gradebook *book,
                        const struct gradebook_result *stored) {
    time_t graded = 0;
    if (stored->graded_at)
        timestamp_read(stored->graded_at, &graded);
    // Nothing was handed out before: if the rules changed the score, it has changed with them.
    const bool ruled = policy && result->final.points != result->reached.points;
    const time_t unknown = ruled && policy_changed(policy) > graded ? policy_changed(policy) : graded;
    result->final_at = unknown;
    return !result->final.counts || gradebook_final(book, stored->student, stored->lab, result->final.points,
                                                    unknown, &result->final_at);
}

bool export_has_points(const struct export_result *result) { return result && result->final.counts; }

bool export_counts(const struct export_result *result) {
    return export_has_points(result) && !result->dropped;
}

double export_points(const struct export_result *result) { return result ? result->final.points : 0; }

bool export_is_graded(const struct export_result *result) { return result && result->stored.has_score; }

bool export_is_ungraded(const struct export_result *result) {
    return result && strcmp(result->stored.status, "not_gradable") != 0 && !export_is_graded(result);
}

const char *export_text(const cJSON *object, const char *member) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, member));
    return text ? text : "";
}

bool export_status_is(const cJSON *check, const char *status) {
    return strcmp(export_text(check, "status"), status) == 0;
}

bool export_is_shown(const cJSON *check) {
    return reports_number(check, "max_points") > 0 || export_status_is(check, "failed");
}

const char *export_sandbox(const struct export_result *result) {
    return export_text(result->report, "sandbox");
}

const char *export_sandbox_note(const struct export_result *result) {
    if (!result || strcmp(export_sandbox(result), "container") != 0)
        return NULL;
    return "Graded in a container, without a sandbox of the grader's own.";
}

unsigned export_changes(const struct gradebook_result *stored) {
    return gradebook_changes(stored, version_of(stored->lab));
}

bool export_is_stale(const struct gradebook_result *stored) { return export_changes(stored) != 0; }

const char *export_note(const struct export_result *result) {
    return result && result->open_note[0] ? result->open_note
           : result && result->note[0]    ? result->note
                                          : export_sandbox_note(result);
}

const char *export_participant(const struct gradebook_result *stored) {
    const char *mark = stored->upload ? strrchr(stored->upload, '_') : NULL;
    const bool moodle = mark && (strstr(stored->origin, "_assignsubmission_") ||
                                 strncmp(stored->upload, "Participant_", 12) == 0);
    return moodle && mark[1] && mark[1 + strspn(mark + 1, "0123456789")] == '\0' ? mark + 1 : NULL;
}

enum check_question export_question(const cJSON *check) {
    return check_question_of(check_id_named(export_text(check, "id")));
}

void export_question_points(const struct export_result *result, enum check_question question, double *points,
                            double *max) {
    const cJSON *check;
    *points = *max = 0;
    cJSON_ArrayForEach(check, result->checks) {
        if (export_question(check) != question || export_status_is(check, "open"))
            continue;
        *points += reports_number(check, "points");
        *max += reports_number(check, "max_points");
    }
}

struct export_words export_check_title(const cJSON *check) {
    struct export_words title;
    const char *task = export_text(check, "task");
    snprintf(title.text, sizeof title.text, task[0] ? "%s (%s)" : "%s", export_text(check, "title"), task);
    return title;
}

struct export_words export_check_words(const cJSON *check) {
    struct export_words words;
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(check, "source");
    const double line = reports_number(source, "line");
    const char *message = export_text(check, "message");
    if (line > 0)
        snprintf(words.text, sizeof words.text, "%s:%.0f: %s", export_text(source, "file"), line, message);
    else
        snprintf(words.text, sizeof words.text, "%s", message);
    return words;
}

void export_print_open(FILE *out, const struct gradebook_result *stored) {
    cJSON *report = stored->report_json ? cJSON_Parse(stored->report_json) : NULL;
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItemCaseSensitive(report, "checks")) {
        if (!export_status_is(check, "open"))
            continue;
        fprintf(out, "open: %s %s: %g points, ", utf8_line(stored->student).text, stored->lab,
                reports_number(check, "max_points"));
        fprintf(out, "%s: ", utf8_line(export_check_title(check).text).text);
        fprintf(out, "%s\n", utf8_line(export_check_words(check).text).text);
    }
    cJSON_Delete(report);
}

struct export_words export_lab_title(const char *lab) {
    struct export_words title;
    const size_t letters = strcspn(lab, "0123456789");
    snprintf(title.text, sizeof title.text, "%.*s%s%s", (int)letters, lab, letters && lab[letters] ? " " : "",
             lab + letters);
    title.text[0] = (char)toupper((unsigned char)title.text[0]);
    for (char *dash; (dash = strchr(title.text, '-'));)
        *dash = ' ';
    return title;
}

const char *export_student_name(const struct export_student *student) {
    const bool known = student->keys && student->keys[PERSON_NAME][0];
    return known ? student->keys[PERSON_NAME] : student->name;
}

// The only control characters that XML allows are newline and tab.
static void put_markup(FILE *out, const char *text, size_t count) {
    static const struct {
        char character;
        const char *name;
    } entities[] = {{'<', "&lt;"},   {'>', "&gt;"},   {'&', "&amp;"},
                    {'"', "&quot;"}, {'\n', "&#10;"}, {'\t', "&#9;"}};
    for (; *text; text++) {
        size_t i = 0;
        while (i < count && entities[i].character != *text)
            i++;
        i < count ? fputs(entities[i].name, out) : fputc(*text, out);
    }
}

void export_put_html(FILE *out, const char *text) { put_markup(out, text, 3); }

void export_put_attribute(FILE *out, const char *text) { put_markup(out, text, 6); }

void export_put_cell(FILE *out, const char *text) {
    fputc(',', out);
    csv_text(out, text);
}

void export_put_number(FILE *out, bool known, double number) {
    fputc(',', out);
    if (known)
        csv_number(out, number);
}
