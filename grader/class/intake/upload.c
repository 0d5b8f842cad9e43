// The student that a file belongs to, and which attempt it is, from its path.
#include "class/intake/upload.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "class/unpack/names.h"
#include "lab/spec.h"

// Reads a number of at most 18 digits at `text`. @return the text after it, NULL if there is none
static const char *number(const char *text, long long *value) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18)
        return NULL;
    *value = strtoll(text, NULL, 10);
    return text + digits;
}

static void name_student(struct upload *upload, const char *name, size_t length) {
    snprintf(upload->student, sizeof upload->student, "%.*s", (int)length, name);
}

// Reads the part after a person's number: _67890_FILE, or _text.html and _link.html for typed text.
static bool take_canvas_file(struct upload *upload, const char *text) {
    long long order = 0;
    const char *last = *text == '_' ? number(text + 1, &order) : NULL;
    const bool file = last && *last == '_' && last[1] != '\0';
    if (file)
        upload->rest = last + 1;
    else if (strcmp(text, "_text.html") == 0 || strcmp(text, "_link.html") == 0)
        upload->rest = text + 1;
    else
        return false;
    upload->order = file ? order : 0;
    upload->system = UPLOAD_CANVAS;
    return true;
}

// [LATE_]anon_x4Kq2_67890_FILE
static bool parse_anonymous_canvas(struct upload *upload, const char *path) {
    const bool late = strncmp(path, "LATE_", 5) == 0;
    const char *name = path + (late ? 5 : 0);
    if (strncmp(name, "anon_", 5) != 0)
        return false;
    size_t length = 5;
    while (isalnum((unsigned char)name[length]))
        length++;
    if (length == 5 || !take_canvas_file(upload, name + length))
        return false;
    name_student(upload, name, length);
    upload->late = late;
    return true;
}

// lastfirst[_LATE]_12345_67890_FILE
static bool parse_canvas(struct upload *upload, const char *path) {
    if (strchr(path, '/'))
        return false;
    if (parse_anonymous_canvas(upload, path))
        return true;
    for (const char *at = strchr(path, '_'); at && at > path; at = strchr(at + 1, '_')) {
        long long person;
        const bool late = strncasecmp(at, "_late_", 6) == 0;
        const char *digits = at + (late ? 6 : 1);
        const char *after = number(digits, &person);
        if (!after || !take_canvas_file(upload, after))
            continue;
        snprintf(upload->student, sizeof upload->student, "%.*s_%.*s", (int)(at - path), path,
                 (int)(after - digits), digits);
        upload->late = late;
        return true;
    }
    return false;
}

// Name_12345_assignsubmission_file[_]/... or Name_12345_assignsubmission_file_lab3.cu
static bool parse_moodle(struct upload *upload, const char *path) {
    static const char mark[] = "_assignsubmission_";
    const char *at = strstr(path, mark), *slash = strchr(path, '/');
    if (!at || at == path || (slash && at > slash))
        return false;
    const char *type = at + sizeof mark - 1, *rest = type + strcspn(type, "_/");
    if (rest == type || *rest == '\0')
        return false;
    name_student(upload, path, (size_t)(at - path));
    upload->rest = slash ? slash + 1 : rest + 1;
    upload->system = UPLOAD_MOODLE;
    return true;
}

// submission_123/...
static bool parse_gradescope(struct upload *upload, const char *path) {
    long long order;
    if (strncmp(path, "submission_", 11) != 0)
        return false;
    const char *after = number(path + 11, &order);
    if (!after || *after != '/')
        return false;
    name_student(upload, path, (size_t)(after - path));
    upload->rest = after + 1;
    upload->order = order;
    upload->system = UPLOAD_GRADESCOPE;
    return true;
}

// ASSIGNMENT_LOGIN_attempt_2026-11-20-23-41-05_FILE, and the same with .txt instead of _FILE. The time is in
// the instructor's time zone; the login is the part after the last "_" before the mark.
static bool parse_blackboard(struct upload *upload, const char *path) {
    static const char mark[] = "_attempt_";
    const char *at = strstr(path, mark), *login = at;
    struct tm local = {.tm_isdst = -1};
    if (!at || strchr(path, '/'))
        return false;
    const char *rest = strptime(at + sizeof mark - 1, "%Y-%m-%d-%H-%M-%S", &local);
    if (!rest || (*rest != '_' && strcmp(rest, ".txt") != 0))
        return false;
    while (login > path && login[-1] != '_')
        login--;
    if (login == at || login == path)
        return false;
    name_student(upload, login, (size_t)(at - login));
    upload->rest = *rest == '_' ? rest + 1 : rest + strlen(rest); // the .txt is Blackboard's own
    upload->system = UPLOAD_BLACKBOARD;
    upload->submitted = mktime(&local);
    upload->order = upload->submitted;
    return true;
}

void upload_parse(struct upload *upload, const char *path) {
    *upload = (struct upload){.rest = path};
    if (parse_moodle(upload, path) || parse_gradescope(upload, path) || parse_blackboard(upload, path) ||
        parse_canvas(upload, path))
        return;
    const char *slash = strchr(path, '/');
    const enum wanted wanted = wanted_by_name(path);
    if (slash) {
        name_student(upload, path, (size_t)(slash - path));
        upload->rest = slash + 1;
    } else if (wanted == WANTED_ARCHIVE || wanted == WANTED_PACKED) {
        name_student(upload, path, (size_t)wanted_stem(path));
    }
}

// Reads "-2", "_2", " (2)" or "(2)", if nothing follows.
static bool copy_number(const char *text, const char *end, long *copy) {
    while (text < end && *text == ' ')
        text++;
    const bool bracket = text < end && *text == '(';
    if (!bracket && !(text < end && (*text == '-' || *text == '_')))
        return false;
    text++;
    long value = 0;
    const char *digits = text;
    while (text < end && isdigit((unsigned char)*text) && text - digits < 6)
        value = 10 * value + (*text++ - '0');
    *copy = value;
    return text > digits && text + (bracket && text < end && *text == ')') == end &&
           (!bracket || *text == ')');
}

struct upload_name upload_name(const char *path) {
    const char *text = basename(path);
    const char *end = text + wanted_stem(text);
    const enum wanted wanted = wanted_by_name(text);
    const bool source = wanted_is_source(wanted);
    for (size_t i = 0; source && i < spec_count(); i++) {
        const size_t length = strlen(spec_get(i)->name);
        struct upload_name name = {.lab = spec_get(i)};
        if (strncasecmp(text, name.lab->name, length) != 0)
            continue;
        if (text + length == end || copy_number(text + length, end, &name.copy))
            return name;
    }
    return (struct upload_name){.lab = NULL};
}
