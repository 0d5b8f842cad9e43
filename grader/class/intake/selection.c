// Of all that a student has uploaded, the file that counts for a lab. The latest upload does; within it the
// highest copy number, then the file that lies least deep, then the newest.
#include "class/intake/selection.h"

#include <stdio.h>
#include <string.h>

#include "class/unpack/wanted.h"

enum { MAX_SHOWN = 100 };

static int depth(const char *path) {
    int slashes = 0;
    for (; *path; path++)
        slashes += *path == '/';
    return slashes;
}

static int compare(long long a, long long b) { return (a > b) - (a < b); }

// Positive if `a` counts rather than `b`.
static int rank(const struct candidate *a, const struct candidate *b) {
    const int by[] = {compare(a->order, b->order), compare(a->copy, b->copy),
                      compare(depth(b->rest), depth(a->rest)), compare(a->found->when, b->found->when)};
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
        if (by[i] != 0)
            return by[i];
    return 0;
}

static bool is_source(const struct candidate *candidate) {
    return candidate->found->kind != UNPACK_PROBLEM &&
           wanted_by_name(candidate->found->path) == WANTED_SOURCE;
}

// The best for a lab, and one that is as good, if there is.
static void best_named(const struct candidate *candidates, size_t count, const struct spec *lab,
                       const struct candidate **best, const struct candidate **rival) {
    *best = *rival = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct candidate *one = &candidates[i];
        if (one->lab != lab || !is_source(one))
            continue;
        const int order = *best ? rank(one, *best) : 1;
        if (order > 0) {
            *best = one;
            *rival = NULL;
        } else if (order == 0) {
            *rival = one;
        }
    }
}

// The only source there is, whatever its name; two of different names are rivals.
static void best_nameless(const struct candidate *candidates, size_t count, const struct candidate **best,
                          const struct candidate **rival) {
    best_named(candidates, count, NULL, best, rival);
    for (size_t i = 0; *best && i < count; i++)
        if (!candidates[i].lab && is_source(&candidates[i]) && strcmp(candidates[i].rest, (*best)->rest) != 0)
            *rival = &candidates[i];
}

// Something that spoils an upload: an archive that cannot be unpacked, or that reaches outside. It does not
// count against a good file that was handed in beside or after it.
static const struct candidate *spoiled(const struct candidate *candidates, size_t count,
                                       const struct candidate *chosen) {
    for (size_t i = 0; i < count; i++) {
        const struct candidate *one = &candidates[i];
        const enum unpack_kind kind = one->found->kind;
        if ((kind == UNPACK_PROBLEM || kind == UNPACK_OUTSIDE) &&
            (!chosen || one->order > chosen->order || one->found->holder == chosen->found->holder))
            return one;
    }
    return NULL;
}

// Copies a path, its end cut off if it is long; never in the middle of a character. @return its length
static size_t cut(char *to, size_t size, const char *path) {
    size_t length = strlen(path);
    const bool whole = length <= MAX_SHOWN;
    for (length = whole ? length : MAX_SHOWN; !whole && ((unsigned char)path[length] & 0xc0) == 0x80;)
        length--;
    return (size_t)snprintf(to, size, "%.*s%s", (int)length, path, whole ? "" : "...");
}

static void refuse(struct pick *pick, const struct candidate *blamed, const char *words) {
    pick->chosen = NULL;
    pick->blamed = blamed;
    snprintf(pick->reason, sizeof pick->reason, "%s", words);
}

static void refuse_spoiled(struct pick *pick, const struct candidate *blamed) {
    if (blamed->found->kind == UNPACK_PROBLEM)
        refuse(pick, blamed, blamed->found->problem);
    else
        refuse(pick, blamed, "its path leads out of the archive, so nothing of the archive is used");
}

static void check_kind(struct pick *pick) {
    switch (pick->chosen->found->kind) {
    case UNPACK_LINK:
        refuse(pick, pick->chosen, "it is a link, and links are not followed");
        break;
    case UNPACK_SPECIAL:
        refuse(pick, pick->chosen, "it is no plain file");
        break;
    case UNPACK_LARGE:
        refuse(pick, pick->chosen, "it is larger than 1 MiB");
        break;
    default:
        break;
    }
}

// Nothing is named as it should be: says what there is instead.
static void say_missing(struct pick *pick, const struct candidate *candidates, size_t count,
                        const struct spec *lab) {
    size_t length = (size_t)snprintf(pick->reason, sizeof pick->reason, "there is no %s.cu", lab->name);
    int shown = 0;
    for (size_t i = 0; i < count && shown < 3; i++) {
        const struct candidate *one = &candidates[i];
        if (one->lab || one->rest[0] == '\0')
            continue;
        if (wanted_by_name(one->found->path) == WANTED_PACKED) {
            refuse(pick, one, "of archives, only zip and tar are read");
            return;
        }
        length += (size_t)snprintf(pick->reason + length, sizeof pick->reason - length, "%s",
                                   shown++ == 0 ? ", but " : ", ");
        length += cut(pick->reason + length, sizeof pick->reason - length, one->rest);
    }
    pick->missing = shown == 0;
}

static void say_rivals(struct pick *pick, const struct candidate *rival, const struct spec *lab) {
    char a[MAX_SHOWN + 8], b[MAX_SHOWN + 8];
    cut(a, sizeof a, pick->chosen->rest);
    cut(b, sizeof b, rival->rest);
    snprintf(pick->reason, sizeof pick->reason, "two files could be %s.cu: %s and %s", lab->name, a, b);
}

void pick_file(struct pick *pick, const struct candidate *candidates, size_t count, const struct spec *lab,
               bool only) {
    const struct candidate *rival;
    *pick = (struct pick){.chosen = NULL};
    best_named(candidates, count, lab, &pick->chosen, &rival);
    if (!pick->chosen && only)
        best_nameless(candidates, count, &pick->chosen, &rival);
    const struct candidate *bad = spoiled(candidates, count, pick->chosen);
    if (bad)
        refuse_spoiled(pick, bad);
    else if (!pick->chosen && count == 1 && candidates[0].found->kind == UNPACK_LINK)
        refuse(pick, &candidates[0], "it is a link, and links are not followed");
    else if (!pick->chosen)
        say_missing(pick, candidates, count, lab);
    else if (rival)
        say_rivals(pick, rival, lab);
    else
        check_kind(pick);
    if (pick->reason[0] != '\0')
        pick->chosen = NULL;
}
