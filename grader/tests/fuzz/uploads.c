/* What libFuzzer feeds to the readers of uploads ("make fuzz"): names of files, what unpack says of an
   archive, and Gradescope's list of names. Whatever the bytes are, they come back, what they keep lies within
   what they were given, and no name reaches a screen with a control character in it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/intake/collect.h"
#include "class/intake/upload.h"
#include "class/unpack/names.h"
#include "fuzz.h"

static void names(const char *text) {
    static char escaped[1 << 16], narrow[40];
    struct upload upload;
    name_escape(escaped, sizeof escaped, text);
    for (const char *at = escaped; *at; at++)
        fuzz_require((unsigned char)*at >= 0x20 && *at != 0x7f, "a control character came through");
    name_escape(narrow, sizeof narrow, text);
    fuzz_require(strncmp(narrow, escaped, strlen(narrow)) == 0,
                 "a short name begins otherwise than a long one");
    upload_parse(&upload, escaped);
    fuzz_require(upload.rest >= escaped && upload.rest <= escaped + strlen(escaped),
                 "the rest is no part of the path");
    fuzz_require(memchr(upload.student, '\0', sizeof upload.student) != NULL, "the student has no end");
    fuzz_require(!strchr(upload.student, '/'), "a student with a slash");
    const struct upload_name name = upload_name(escaped);
    fuzz_require(!name.lab || wanted_by_name(escaped) == WANTED_SOURCE ||
                     wanted_by_name(escaped) == WANTED_TEXT,
                 "a lab by a name that is no source's");
    fuzz_require(wanted_stem(escaped) >= 0 && (size_t)wanted_stem(escaped) <= strlen(escaped),
                 "a stem longer than the name");
    wanted_is_litter(escaped);
}

static void listing(char *text) {
    struct file_list list = {.count = 0};
    char origin[300];
    archive_listing_read(&list, text, "archive.zip", "/box");
    for (size_t i = 0; i < list.count; i++) {
        fuzz_require(!list.items[i].disk_path || strncmp(list.items[i].disk_path, "/box/", 5) == 0,
                     "a file outside of its box");
        fuzz_require(!list.items[i].disk_path || !strchr(list.items[i].disk_path + 5, '/'),
                     "a file in a folder of its box");
        file_origin(&list.items[i], origin, sizeof origin);
    }
    file_list_free(&list);
}

void fuzz_uploads(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    struct roster roster = {.count = 0};
    memcpy(text, data, size);
    text[size] = '\0';
    names(text);
    roster_read(&roster, text, size, NULL);
    roster_free(&roster);
    listing(text);
    free(text);
}
