// The student that a file belongs to, and which attempt it is, from its path.
#include "class/intake/upload.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "class/unpack/names.h"
#include "lab/spec.h"

// A number of at most 18 digits at `text`. @return what follows it, NULL if there is none
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

// lastfirst[_LATE]_12345_67890_FILE
static bool parse_canvas(struct upload *upload, const char *path) {
    if (strchr(path, '/'))
        return false;
    for (const char *at = strchr(path, '_'); at && at > path; at = strchr(at + 1, '_')) {
        long long person, submission;
        const bool late = strncasecmp(at, "_late_", 6) == 0;
        const char *digits = at + (late ? 6 : 1);
        const char *after = number(digits, &person);
        const char *last = after && *after == '_' ? number(after + 1, &submission) : NULL;
        if (!last || *last != '_' || last[1] == '\0')
            continue;
        snprintf(upload->student, sizeof upload->student, "%.*s_%.*s", (int)(at - path), path,
                 (int)(after - digits), digits);
        upload->rest = last + 1;
        upload->order = submission;
        upload->late = late;
        return true;
    }
    return false;
}

// Name_12345_assignsubmission_file_/...
static bool parse_moodle(struct upload *upload, const char *path) {
    const char *slash = strchr(path, '/');
    const char *mark = strstr(path, "_assignsubmission_");
    if (!slash || !mark || mark == path || mark > slash)
        return false;
    name_student(upload, path, (size_t)(mark - path));
    upload->rest = slash + 1;
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
    upload->gradescope = true;
    return true;
}

void upload_parse(struct upload *upload, const char *path) {
    *upload = (struct upload){.rest = path};
    if (parse_canvas(upload, path) || parse_moodle(upload, path) || parse_gradescope(upload, path))
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

// "-2", "_2", " (2)" or "(2)", and no more.
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
    const char *slash = strrchr(path, '/');
    const char *text = slash ? slash + 1 : path;
    const char *end = text + wanted_stem(text);
    for (size_t i = 0; wanted_by_name(text) == WANTED_SOURCE && i < spec_count(); i++) {
        const size_t length = strlen(spec_get(i)->name);
        struct upload_name name = {.lab = spec_get(i)};
        if (strncasecmp(text, name.lab->name, length) != 0)
            continue;
        if (text + length == end || copy_number(text + length, end, &name.copy))
            return name;
    }
    return (struct upload_name){.lab = NULL};
}
