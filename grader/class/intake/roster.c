// Finds the student of Gradescope's submission_123. Its list is YAML:
//   submission_123:
//     :created_at: 2026-11-20 22:23:47.843000000 -07:00
//     :submitters:
//     - :name: Ada Example
//       :sid: "0042"
//       :email: ada@example.edu
// with many other keys, which are skipped.
#include "class/intake/collect.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/array.h"
#include "base/timestamp.h"
#include "class/unpack/names.h"

// The nesting levels: the list, a submission, its submitters, one of them.
enum { IN_LIST = 1, IN_SUBMISSION, IN_SUBMITTERS, IN_ENTRY, MAX_DEPTH = 64, TEXT = 256 };

struct reader {
    struct roster *roster;
    int depth;
    bool mapping[MAX_DEPTH], at_key[MAX_DEPTH];
    char key[IN_ENTRY + 1][TEXT];
    char name[TEXT], sid[TEXT], email[TEXT];
    size_t first; // of the submission's people
    time_t handed_in;
};

static void copy(char *to, const yaml_event_t *event) {
    name_escape(to, TEXT, (const char *)event->data.scalar.value);
}

static const char *bare(const char *key) { return key + (key[0] == ':'); }

static bool in_entry(const struct reader *reader) {
    return reader->depth == IN_ENTRY && reader->mapping[IN_ENTRY] && reader->mapping[IN_SUBMISSION] &&
           strcmp(bare(reader->key[IN_SUBMISSION]), "submitters") == 0;
}

static void take_value(struct reader *reader, const yaml_event_t *event) {
    if (reader->depth == IN_SUBMISSION && strcmp(bare(reader->key[IN_SUBMISSION]), "created_at") == 0 &&
        !timestamp_read((const char *)event->data.scalar.value, &reader->handed_in))
        reader->handed_in = 0;
    const char *key = bare(reader->key[IN_ENTRY]);
    if (!in_entry(reader))
        return;
    if (strcmp(key, "name") == 0)
        copy(reader->name, event);
    else if (strcmp(key, "sid") == 0)
        copy(reader->sid, event);
    else if (strcmp(key, "email") == 0)
        copy(reader->email, event);
}

static void take_scalar(struct reader *reader, const yaml_event_t *event) {
    const int depth = reader->depth;
    if (!reader->mapping[depth])
        return;
    if (!reader->at_key[depth])
        take_value(reader, event);
    else if (depth <= IN_ENTRY)
        copy(reader->key[depth], event);
    reader->at_key[depth] = !reader->at_key[depth];
}

static bool enter(struct reader *reader, bool mapping) {
    if (reader->depth + 1 == MAX_DEPTH)
        return false;
    reader->at_key[reader->depth] = true; // the value begins here; a key follows it
    reader->depth++;
    reader->mapping[reader->depth] = mapping;
    reader->at_key[reader->depth] = true;
    if (reader->depth == IN_SUBMISSION) {
        reader->first = reader->roster->count;
        reader->handed_in = 0;
    }
    if (in_entry(reader))
        reader->name[0] = reader->sid[0] = reader->email[0] = '\0';
    return true;
}

static bool add_entry(struct reader *reader) {
    struct roster *roster = reader->roster;
    const char *student = reader->email[0] ? reader->email : reader->sid[0] ? reader->sid : reader->name;
    if (student[0] == '\0')
        return true;
    struct roster_entry *added = array_add(&roster->items, &roster->count, sizeof *added);
    return added && (added->submission = strdup(reader->key[IN_LIST])) && (added->student = strdup(student));
}

// The time of the hand-in may come before or after the submitters.
static void put_time(struct reader *reader) {
    for (size_t i = reader->first; i < reader->roster->count; i++)
        reader->roster->items[i].submitted = reader->handed_in;
}

static bool take_event(struct reader *reader, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        return enter(reader, event->type == YAML_MAPPING_START_EVENT);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: {
        const bool good = !in_entry(reader) || add_entry(reader);
        if (reader->depth == IN_SUBMISSION)
            put_time(reader);
        reader->depth--;
        return good;
    }
    case YAML_SCALAR_EVENT:
        take_scalar(reader, event);
        return true;
    case YAML_ALIAS_EVENT:
        reader->at_key[reader->depth] = !reader->at_key[reader->depth];
        return true;
    default:
        return true;
    }
}

bool roster_read(struct roster *roster, const char *bytes, size_t length, struct error *error) {
    struct reader reader = {.roster = roster};
    yaml_parser_t parser;
    yaml_event_t event;
    if (!yaml_parser_initialize(&parser))
        return error_set(error, "memory is used up");
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
    bool good = true, end = false;
    while (good && !end) {
        good = yaml_parser_parse(&parser, &event);
        if (!good) {
            error_set(error, "line %zu: %s", parser.problem_mark.line + 1,
                      parser.problem ? parser.problem : "it is not YAML");
            break;
        }
        end = event.type == YAML_STREAM_END_EVENT;
        good = take_event(&reader, &event);
        if (!good)
            error_set(error, "it is nested too deep");
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good;
}

void roster_free(struct roster *roster) {
    for (size_t i = 0; i < roster->count; i++) {
        free(roster->items[i].submission);
        free(roster->items[i].student);
    }
    free(roster->items);
    memset(roster, 0, sizeof *roster);
}
