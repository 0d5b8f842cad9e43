// Reads a policy from its file.
#include "class/policy/policy.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/error.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "class/gradebook/people.h"
#include "class/policy/internal.h"
#include "lab/spec.h"

// The state of a reader.
struct reader {
    struct policy *policy;
    const char *path;
    int line;
    struct policy_rules *rules; // of [course] or [labN]; NULL in other sections
    char section; // 'r' rules, 'e' extensions, 'o' overrides, 'l' leaderboard, 0 before the first
    struct error *error;
};

// Records what is wrong with the line. @return false
static bool __attribute__((format(printf, 2, 3)))
wrong(const struct reader *reader, const char *format, ...) {
    char words[ERROR_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_set(reader->error, "%s:%d: %s", reader->path, reader->line, words);
}

static char *trimmed(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static struct policy_rules no_rules(const char *name) {
    struct policy_rules rules = {.name = name};
    for (int i = 0; i < RULE_COUNT; i++)
        rules.number[i] = -1;
    return rules;
}

static bool begin_section(struct reader *reader, const char *name) {
    static const char *const sections[] = {"extensions", "overrides", "leaderboard"};
    struct policy *policy = reader->policy;
    const struct spec *lab = spec_find(name);
    reader->rules = NULL;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (strcasecmp(name, sections[i]) == 0) {
            reader->section = sections[i][0];
            return true;
        }
    reader->section = 'r';
    if (strcasecmp(name, "course") == 0) {
        reader->rules = &policy->course;
        return true;
    }
    if (!lab || policy->lab_count == POLICY_MAX_LABS)
        return wrong(
            reader,
            "there is no [%s]: a section is [course], a lab, [extensions], [overrides] or [leaderboard]",
            name);
    reader->rules = &policy->labs[policy->lab_count++];
    *reader->rules = no_rules(lab->name);
    return true;
}

static bool read_number(struct reader *reader, const char *value, double most, double *number) {
    char *end;
    *number = strtod(value, &end);
    if (end != value && end[strspn(end, " %")] == '\0' && *number >= 0 && *number <= most)
        return true;
    return wrong(reader, "a number from 0 to %g is wanted, not \"%s\"", most, value);
}

static bool read_due(struct reader *reader, const char *value, time_t *due) {
    return timestamp_read(value, due) || wrong(reader, "%s is no time such as 2026-11-20 23:59", value);
}

static bool add_line(struct reader *reader, const struct policy_line *line) {
    struct policy *policy = reader->policy;
    struct policy_line *added =
        line->who ? array_add(&policy->lines, &policy->line_count, sizeof *added) : NULL;
    if (!added)
        return wrong(reader, "memory is used up");
    *added = *line;
    added->line = reader->line;
    return true;
}

static bool read_rule(struct reader *reader, const char *key, const char *value) {
    static const struct {
        const char *key;
        double most;
    } numbers[RULE_COUNT] = {[RULE_PENALTY] = {"penalty", 100},
                             [RULE_CLOSED] = {"closed after", 10000},
                             [RULE_GRACE] = {"grace", 10000},
                             [RULE_EXPLAIN] = {"explain", 10},
                             [RULE_LATE_DAYS] = {"late days", 10000}};
    struct policy_rules *rules = reader->rules;
    double number;
    if (strcasecmp(key, "late days") == 0 && !rules->name) // of a student, for all labs together
        return read_number(reader, value, 10000, &reader->policy->late_days);
    if (strcasecmp(key, "late days per lab") == 0 && !rules->name)
        key = "late days";
    for (int i = 0; i < RULE_COUNT; i++)
        if (strcasecmp(key, numbers[i].key) == 0)
            return read_number(reader, value, numbers[i].most, &rules->number[i]);
    if (strcasecmp(key, "drop") == 0 && !rules->name) {
        const bool good = read_number(reader, value, POLICY_MAX_LABS, &number);
        reader->policy->drops = good ? (int)number : 0;
        return good;
    }
    if (strcasecmp(key, "attempt") == 0) {
        rules->attempt = tolower((unsigned char)value[0]);
        return strcasecmp(value, "best") == 0 || strcasecmp(value, "latest") == 0 ||
               wrong(reader, "attempt is best or latest, not %s", value);
    }
    if (strcasecmp(key, "due") == 0 && rules->name)
        return read_due(reader, value, &rules->due);
    if (strncasecmp(key, "due ", 4) == 0 && rules->name) {
        struct policy_line line = {.kind = POLICY_SECTION_DUE, .lab = rules->name};
        return read_due(reader, value, &line.due) && (line.who = strdup(key + 4 + strspn(key + 4, " "))) &&
               add_line(reader, &line);
    }
    return wrong(
        reader, "%s cannot be set here: %s", key,
        rules->name
            ? "a lab has due, due SECTION, penalty, closed after, grace, late days, attempt and explain"
            : "[course] has penalty, closed after, grace, late days, late days per lab, "
              "attempt, explain and drop");
}

static void free_line(struct policy_line *line) {
    free(line->who);
    free(line->author);
    free(line->reason);
}

// "85, Kim: his laptop was stolen"
static bool read_override(struct reader *reader, char *value, struct policy_line *line) {
    char *comma = strchr(value, ','), *colon = comma ? strchr(comma, ':') : NULL;
    if (!colon)
        return wrong(reader, "an override is POINTS, AUTHOR: REASON");
    *comma = *colon = '\0';
    const char *author = trimmed(comma + 1), *reason = trimmed(colon + 1);
    if (author[0] == '\0' || reason[0] == '\0')
        return wrong(reader, "an override has an author and a reason: POINTS, AUTHOR: REASON");
    line->kind = POLICY_OVERRIDE;
    line->author = strdup(author);
    line->public = strncasecmp(reason, "public:", 7) == 0;
    line->reason = strdup(line->public ? reason + 7 + strspn(reason + 7, " ") : reason);
    return read_number(reader, trimmed(value), 1e6, &line->points);
}

// "ada lab3 = ...": the last word is the lab.
static bool read_student(struct reader *reader, char *key, char *value) {
    char *blank = strrchr(key, ' ');
    const struct spec *lab = blank ? spec_find(blank + 1) : NULL;
    struct policy_line line = {.kind = POLICY_EXTENSION};
    if (!lab)
        return wrong(reader, "%s does not end in a lab: a line is STUDENT LAB = ...", key);
    *blank = '\0';
    line.lab = lab->name;
    line.who = strdup(trimmed(key));
    const bool good =
        reader->section == 'e' ? read_due(reader, value, &line.due) : read_override(reader, value, &line);
    if (good && add_line(reader, &line))
        return true;
    free_line(&line);
    return false;
}

// "ada = yes", or "ada = NAME": a student who agreed to be named on the leaderboard.
static bool read_board(struct reader *reader, const char *key, const char *value) {
    if (key[0] == '\0' || value[0] == '\0')
        return wrong(reader, "a line of the leaderboard is STUDENT = yes, or STUDENT = THE NAME TO SHOW");
    struct policy_line line = {.kind = POLICY_BOARD,
                               .who = strdup(key),
                               .reason = strdup(strcasecmp(value, "yes") == 0 ? "" : value)};
    if (line.reason && add_line(reader, &line))
        return true;
    free_line(&line);
    return false;
}

static bool read_line(struct reader *reader, char *text) {
    compose_letters(text);
    char *line = trimmed(text), *equals = strchr(line, '=');
    const size_t length = strlen(line);
    if (length == 0 || line[0] == '#' || line[0] == ';')
        return true;
    if (line[0] == '[' && line[length - 1] == ']') {
        line[length - 1] = '\0';
        return begin_section(reader, trimmed(line + 1));
    }
    if (!equals)
        return wrong(reader, "\"%s\" is neither a [section] nor NAME = VALUE", line);
    if (!reader->section)
        return wrong(reader, "no [section] has begun");
    *equals = '\0';
    char *key = trimmed(line), *value = trimmed(equals + 1);
    if (reader->rules)
        value[strcspn(value, "#")] = '\0'; // a comment; a reason may contain "#"
    if (reader->section == 'l')
        return read_board(reader, key, value);
    return reader->rules ? read_rule(reader, key, trimmed(value)) : read_student(reader, key, value);
}

struct policy *policy_read(const char *path, struct error *error) {
    struct policy *policy = calloc(1, sizeof *policy);
    FILE *in = fopen(path, "re");
    bool good = policy && in;
    if (!good)
        error_set_system(error, "cannot read the policy %s", path);
    if (policy) {
        policy->course = no_rules(NULL);
        policy->late_days = -1;
    }
    struct stat status;
    if (good && fstat(fileno(in), &status) == 0)
        policy->changed = status.st_mtime;
    struct reader reader = {.policy = policy, .path = path, .error = error};
    char *text = NULL;
    size_t room = 0;
    while (good && getline(&text, &room, in) >= 0) {
        reader.line++;
        good = read_line(&reader, text + (reader.line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0));
    }
    free(text);
    if (in)
        fclose(in);
    if (good)
        return policy;
    policy_free(policy);
    return NULL;
}

void policy_free(struct policy *policy) {
    for (size_t i = 0; policy && i < policy->line_count; i++)
        free_line(&policy->lines[i]);
    if (policy)
        free(policy->lines);
    free(policy);
}

time_t policy_changed(const struct policy *policy) { return policy->changed; }

int policy_drops(const struct policy *policy) { return policy->drops; }

bool policy_name_at(const struct policy *policy, size_t i, struct policy_name *name) {
    if (i >= policy->line_count)
        return false;
    const struct policy_line *line = &policy->lines[i];
    *name = (struct policy_name){
        .student = line->kind == POLICY_SECTION_DUE ? NULL : line->who, .lab = line->lab, .line = line->line};
    return true;
}

bool policy_is_student(const char *written, const struct gradebook_result *result) {
    return gradebook_goes_by(written, result->student, result->keys[0] ? result->keys : NULL);
}

const char *policy_board_name(const struct policy *policy, const struct gradebook_result *result) {
    const char *own = result->keys[0] && result->keys[PERSON_NAME][0] ? result->keys[PERSON_NAME] : NULL;
    for (size_t i = 0; policy && i < policy->line_count; i++) {
        const struct policy_line *line = &policy->lines[i];
        if (line->kind == POLICY_BOARD && policy_is_student(line->who, result))
            return line->reason[0] ? line->reason : own ? own : result->student;
    }
    return NULL;
}

// All labs of one student.

// Labs have the maximum of points, even if nothing was handed in.
enum { POINTS_OF_A_LAB = 100 };

static bool add(struct term *term, struct gradebook *book, const struct policy *policy,
                const struct gradebook_result *result) {
    if (term->count == TERM_MAX_LABS)
        return true;
    struct term_lab *lab = &term->labs[term->count++];
    size_t length;
    *lab = (struct term_lab){.max_score = result->has_score ? result->max_score : POINTS_OF_A_LAB};
    snprintf(lab->lab, sizeof lab->lab, "%s", result->lab);
    FILE *out = open_memstream(&lab->explained, &length);
    const bool good = out && policy_apply(policy, book, result, &lab->final, POLICY_STAFF, out);
    return out && fclose(out) == 0 && good;
}

static double share(const struct term_lab *lab) {
    return lab->final.counts ? lab->final.points / lab->max_score : -1;
}

static void drop_worst(struct term *term) {
    struct term_lab *worst = NULL;
    for (size_t i = 0; i < term->count; i++)
        if (!term->labs[i].dropped && (!worst || share(&term->labs[i]) < share(worst)))
            worst = &term->labs[i];
    if (worst)
        worst->dropped = true;
}

bool term_read(struct term *term, struct gradebook *book, const struct policy *policy, const char *student,
               struct error *error) {
    *term = (struct term){.count = 0};
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){student, NULL});
    struct gradebook_result result;
    bool good = true;
    while (good && gradebook_next_result(&rows, &result))
        good = add(term, book, policy, &result);
    if (!gradebook_rows_end(&rows) || !good) {
        term_free(term);
        return error_set(error, "%s", gradebook_error(book));
    }
    for (int i = 0; i < policy_drops(policy); i++)
        drop_worst(term);
    for (size_t i = 0; i < term->count; i++) {
        if (term->labs[i].dropped)
            continue;
        term->points += term->labs[i].final.points;
        term->open_points += term->labs[i].final.open;
        term->max_score += term->labs[i].max_score;
    }
    return true;
}

void term_free(struct term *term) {
    for (size_t i = 0; i < term->count; i++)
        free(term->labs[i].explained);
    term->count = 0;
}
