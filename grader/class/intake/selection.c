// Selects the file that counts for a lab from all of a student's uploads: of the latest upload, the one with
// the highest copy number, then the one in the least deep folder, then the newest.
#include "class/intake/selection.h"

#include <stdio.h>
#include <string.h>

#include "class/unpack/names.h"

enum { MAX_SHOWN = 100 };

static int depth(const char *path) {
    int slashes = 0;
    for (; *path; path++)
        slashes += *path == '/';
    return slashes;
}

static int compare(long long a, long long b) { return (a > b) - (a < b); }

// Positive if `a` takes precedence over `b`.
static int rank(const struct candidate *a, const struct candidate *b) {
    const int by[] = {compare(a->order, b->order),
                      compare(wanted_by_name(a->file->path), wanted_by_name(b->file->path)),
                      compare(a->copy, b->copy), compare(depth(b->rest), depth(a->rest)),
                      compare(a->file->changed, b->file->changed)};
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
        if (by[i] != 0)
            return by[i];
    return 0;
}

static bool is_source(const struct candidate *candidate) {
    const enum wanted wanted = wanted_by_name(candidate->file->path);
    return candidate->file->kind != UNPACK_ERROR && !candidate->starter && !candidate->beside &&
           (wanted == WANTED_SOURCE || (wanted == WANTED_TEXT && candidate->lab));
}

// The best file for a lab, and an equally good one, if there is any.
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

// The only source, whatever its name; two with different names are rivals.
static void best_nameless(const struct candidate *candidates, size_t count, const struct candidate **best,
                          const struct candidate **rival) {
    best_named(candidates, count, NULL, best, rival);
    for (size_t i = 0; *best && i < count; i++)
        if (!candidates[i].lab && is_source(&candidates[i]) && strcmp(candidates[i].rest, (*best)->rest) != 0)
            *rival = &candidates[i];
}

// Finds an archive that spoils an upload: one that cannot be unpacked, or that reaches outside. It does not
// count against a good file that was handed in with it or later.
static const struct candidate *spoiled(const struct candidate *candidates, size_t count,
                                       const struct candidate *chosen) {
    for (size_t i = 0; i < count; i++) {
        const struct candidate *one = &candidates[i];
        const enum unpack_kind kind = one->file->kind;
        if ((kind == UNPACK_ERROR || kind == UNPACK_OUTSIDE) &&
            (!chosen || one->order > chosen->order || one->file->container == chosen->file->container))
            return one;
    }
    return NULL;
}

// Copies a path and cuts off its end if it is long, but never inside a character. @return its length
static size_t cut(char *to, size_t size, const char *path) {
    size_t length = strlen(path);
    const bool whole = length <= MAX_SHOWN;
    for (length = whole ? length : MAX_SHOWN; !whole && ((unsigned char)path[length] & 0xc0) == 0x80;)
        length--;
    return (size_t)snprintf(to, size, "%.*s%s", (int)length, path, whole ? "" : "...");
}

static void refuse(struct selection *selection, const struct candidate *blamed, const char *words) {
    selection->chosen = NULL;
    selection->blamed = blamed;
    snprintf(selection->reason, sizeof selection->reason, "%s", words);
}

static void refuse_spoiled(struct selection *selection, const struct candidate *blamed) {
    if (blamed->file->kind == UNPACK_ERROR)
        refuse(selection, blamed, blamed->file->error);
    else
        refuse(selection, blamed, "its path leads out of the archive, so nothing of the archive is used");
}

// Why a file of this kind cannot be graded; NULL if it can.
static const char *refusal(enum unpack_kind kind) {
    return kind == UNPACK_LINK      ? "it is a link, and links are not followed"
           : kind == UNPACK_SPECIAL ? "it is not a plain file"
           : kind == UNPACK_LARGE   ? "it is larger than 1 MiB"
                                    : NULL;
}

// The lab's starter, if it was handed in unchanged.
static const struct candidate *find_starter(const struct candidate *candidates, size_t count,
                                            const struct spec *lab) {
    for (size_t i = 0; i < count; i++)
        if (candidates[i].starter && candidates[i].lab == lab)
            return &candidates[i];
    return NULL;
}

// The same sentence for every lab, so that a clone's untouched labs are reported in one line.
static void say_untouched(struct selection *selection, const struct candidate *starter) {
    selection->starter = starter;
    snprintf(selection->reason, sizeof selection->reason,
             "nothing was handed in: the starter is as it was handed out");
    selection->missing = true;
}

// A file for another lab: in a learning system's assignment it is in the wrong place; in a folder of all
// labs, there is simply none for this lab.
static bool say_other_lab(struct selection *selection, const struct candidate *candidates, size_t count,
                          const struct spec *lab) {
    char shown[MAX_SHOWN + 8];
    for (size_t i = 0; i < count; i++) {
        if (!candidates[i].lab || !is_source(&candidates[i]))
            continue;
        cut(shown, sizeof shown, candidates[i].rest);
        selection->missing = candidates[i].system == UPLOAD_PLAIN;
        if (selection->missing)
            snprintf(selection->reason, sizeof selection->reason, "nothing was handed in; there is %s",
                     shown);
        else
            snprintf(selection->reason, sizeof selection->reason,
                     "there is no %s.cu, but %s: was it handed in to the wrong lab?", lab->name, shown);
        return true;
    }
    return false;
}

// No file has the right name: lists the files that there are.
static void say_missing(struct selection *selection, const struct candidate *candidates, size_t count,
                        const struct spec *lab) {
    size_t length =
        (size_t)snprintf(selection->reason, sizeof selection->reason, "there is no %s.cu", lab->name);
    int shown = 0;
    for (size_t i = 0; i < count && shown < 3; i++) {
        const struct candidate *one = &candidates[i];
        if (one->lab || one->beside || one->rest[0] == '\0')
            continue;
        if (wanted_by_name(one->file->path) == WANTED_PACKED) {
            refuse(selection, one, "of archives, only zip and tar are read");
            return;
        }
        length += (size_t)snprintf(selection->reason + length, sizeof selection->reason - length, "%s",
                                   shown++ == 0 ? ", but " : ", ");
        length += cut(selection->reason + length, sizeof selection->reason - length, one->rest);
    }
    selection->missing = shown == 0;
    bool clone = false;
    for (size_t i = 0; i < count; i++)
        clone = clone || candidates[i].beside;
    if (selection->missing && clone)
        snprintf(selection->reason, sizeof selection->reason, "nothing was handed in: the clone has no %s.cu",
                 lab->name);
    else if (selection->missing)
        snprintf(selection->reason, sizeof selection->reason, "nothing was handed in");
}

static void say_rivals(struct selection *selection, const struct candidate *rival, const struct spec *lab) {
    char a[MAX_SHOWN + 8], b[MAX_SHOWN + 8];
    cut(a, sizeof a, selection->chosen->rest);
    cut(b, sizeof b, rival->rest);
    snprintf(selection->reason, sizeof selection->reason, "two files could be %s.cu: %s and %s", lab->name, a,
             b);
}

void selection_make(struct selection *selection, const struct candidate *candidates, size_t count,
                    const struct spec *lab, bool only) {
    const struct candidate *rival;
    *selection = (struct selection){.chosen = NULL};
    best_named(candidates, count, lab, &selection->chosen, &rival);
    const struct candidate *starter = find_starter(candidates, count, lab);
    if (!selection->chosen && only && !starter)
        best_nameless(candidates, count, &selection->chosen, &rival);
    const struct candidate *bad = spoiled(candidates, count, selection->chosen);
    if (bad)
        refuse_spoiled(selection, bad);
    else if (!selection->chosen && starter)
        say_untouched(selection, starter);
    else if (!selection->chosen && count == 1 && candidates[0].file->kind == UNPACK_LINK)
        refuse(selection, &candidates[0], refusal(UNPACK_LINK));
    else if (!selection->chosen && (!only || !say_other_lab(selection, candidates, count, lab)))
        say_missing(selection, candidates, count, lab);
    else if (selection->chosen && rival)
        say_rivals(selection, rival, lab);
    else if (selection->chosen && refusal(selection->chosen->file->kind))
        refuse(selection, selection->chosen, refusal(selection->chosen->file->kind));
    if (selection->reason[0] != '\0')
        selection->chosen = NULL;
}
