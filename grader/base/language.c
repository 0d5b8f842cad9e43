// The reader's language: gettext's catalogs, without gettext's lookup. That one wants a locale of the
// language to be installed, which laptops and containers lack; in C.UTF-8, which all have, it says nothing
// since glibc 2.40.
#include "language.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A text in a catalog's file, which ends in a zero byte that is not counted.
struct entry {
    uint32_t length, offset;
};

// The head of a catalog's file, as `msgfmt` writes it (GNU gettext manual, "The Format of GNU MO Files").
// Both tables are of `count` entries; the originals are sorted.
struct head {
    uint32_t magic, revision, count, originals, translations;
};

static struct catalog {
    char *bytes; // the whole file; NULL is English
    size_t size;
} catalog;

static char *read_whole(const char *path, size_t *size) {
    char *bytes = NULL;
    FILE *in = fopen(path, "re"), *out = in ? open_memstream(&bytes, size) : NULL;
    char block[8192];
    size_t got;
    while (out && (got = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, got, out);
    if (in)
        fclose(in);
    if (out && fclose(out) == 0)
        return bytes;
    free(bytes);
    return NULL;
}

static struct head head_of(const struct catalog *from) {
    struct head head = {.count = 0};
    if (from->size >= sizeof head)
        memcpy(&head, from->bytes, sizeof head);
    return head;
}

// The text of a table's i-th entry; NULL where the file is shorter than it says.
static const char *text_at(const struct catalog *from, uint32_t table, uint32_t i) {
    struct entry entry;
    const size_t at = (size_t)table + (size_t)i * sizeof entry;
    if (at + sizeof entry > from->size)
        return NULL;
    memcpy(&entry, from->bytes + at, sizeof entry);
    const size_t end = (size_t)entry.offset + entry.length;
    return end < from->size && from->bytes[end] == '\0' ? from->bytes + entry.offset : NULL;
}

// Takes the catalog of a language's name, "zh_CN". @return false if there is none
static bool take(const char *build, const char *language) {
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/locale/%s/LC_MESSAGES/warplab.mo", build, language);
    struct catalog found = {.size = 0};
    if (length < (int)sizeof path)
        found.bytes = read_whole(path, &found.size);
    if (!found.bytes)
        return false;
    if (head_of(&found).magic != 0x950412de) {
        free(found.bytes);
        return false;
    }
    free(catalog.bytes);
    catalog = found;
    return true;
}

// What the reader wants, as the C library would look for it; NULL for English.
static const char *wanted(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !(value && value[0]); i++)
        value = getenv(names[i]);
    return value && value[0] && strcmp(value, "C") != 0 && strncmp(value, "C.", 2) != 0 &&
                   strcmp(value, "POSIX") != 0
               ? value
               : NULL;
}

void language_follow(const char *build) {
    const char *language = wanted(), *list = getenv("LANGUAGE");
    char name[64];
    if (!language)
        return;
    for (const char *at = list && list[0] ? list : language; *at; at += strcspn(at, ":"), at += *at == ':') {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ":.@"), at);
        if (strchr(name, '/') || strncmp(name, "en", 2) == 0)
            return;
        if (take(build, name))
            return;
        name[strcspn(name, "_")] = '\0';
        if (take(build, name))
            return;
    }
}

const char *language_of(const char *text) {
    if (!catalog.bytes || !text[0])
        return text;
    const struct head head = head_of(&catalog);
    for (uint32_t low = 0, high = head.count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        const char *original = text_at(&catalog, head.originals, middle);
        const char *translation = text_at(&catalog, head.translations, middle);
        if (!original || !translation)
            break;
        const int order = strcmp(text, original);
        if (order == 0)
            return translation;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return text;
}
