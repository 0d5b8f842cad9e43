// Who Gradescope's submission_123 is. Its list is YAML:
//   submission_123:
//     :created_at: 2026-11-20 22:23:47.843000000 -07:00
//     :submitters:
//     - :name: Ada Example
//       :sid: "0042"
//       :email: ada@example.edu
// with much else beside and below, which is passed over.
#include "class/intake/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/array.h"
#include "base/timestamp.h"
#include "class/unpack/names.h"

enum { TEXT = 256 };

static const char *text_of(const yaml_node_t *node) {
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
}

// The value that a mapping has for a key, which may have a colon in front; NULL if there is none.
static const yaml_node_t *member(yaml_document_t *document, const yaml_node_t *node, const char *key) {
    if (!node || node->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
         pair++) {
        const char *its = text_of(yaml_document_get_node(document, pair->key));
        if (strcmp(its + (its[0] == ':'), key) == 0)
            return yaml_document_get_node(document, pair->value);
    }
    return NULL;
}

static bool add_entry(struct roster *roster, const char *submission, const char *student, time_t submitted) {
    char names[2][TEXT];
    name_escape(names[0], TEXT, submission);
    name_escape(names[1], TEXT, student);
    struct roster_entry *added = array_add(&roster->items, &roster->count, sizeof *added);
    if (!added)
        return false;
    *added = (struct roster_entry){strdup(names[0]), strdup(names[1]), submitted};
    return added->submission && added->student;
}

static bool read_submission(struct roster *roster, yaml_document_t *document, const char *name,
                            const yaml_node_t *submission) {
    static const char *const keys[] = {"email", "sid", "name"};
    const yaml_node_t *submitters = member(document, submission, "submitters");
    time_t submitted;
    if (!timestamp_read(text_of(member(document, submission, "created_at")), &submitted))
        submitted = 0;
    if (!submitters || submitters->type != YAML_SEQUENCE_NODE)
        return true;
    for (yaml_node_item_t *item = submitters->data.sequence.items.start;
         item < submitters->data.sequence.items.top; item++) {
        const yaml_node_t *person = yaml_document_get_node(document, *item);
        const char *student = "";
        for (size_t i = 0; student[0] == '\0' && i < sizeof keys / sizeof keys[0]; i++)
            student = text_of(member(document, person, keys[i]));
        if (student[0] && !add_entry(roster, name, student, submitted))
            return false;
    }
    return true;
}

static bool read_list(struct roster *roster, yaml_document_t *document) {
    const yaml_node_t *list = yaml_document_get_root_node(document);
    if (!list || list->type != YAML_MAPPING_NODE)
        return true;
    for (yaml_node_pair_t *pair = list->data.mapping.pairs.start; pair < list->data.mapping.pairs.top; pair++)
        if (!read_submission(roster, document, text_of(yaml_document_get_node(document, pair->key)),
                             yaml_document_get_node(document, pair->value)))
            return false;
    return true;
}

bool roster_read(struct roster *roster, const char *bytes, size_t length, struct error *error) {
    yaml_parser_t parser;
    yaml_document_t document;
    if (!yaml_parser_initialize(&parser))
        return error_set(error, "memory is used up");
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
    bool good = yaml_parser_load(&parser, &document);
    if (good) {
        good = read_list(roster, &document) || error_set(error, "memory is used up");
        yaml_document_delete(&document);
    } else {
        error_set(error, "line %zu: %s", parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "it is not YAML");
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
