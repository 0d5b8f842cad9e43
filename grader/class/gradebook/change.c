// Why a score is an earlier one.
#include "class/gradebook/gradebook.h"

#include <stdio.h>
#include <string.h>

enum { SUM = 12, PARTS = 3, WHOLE = PARTS * SUM + PARTS - 1 };

// Which of a version's three sums differ. Versions of earlier kits had one sum alone.
static unsigned version_changes(const char *then, const char *now) {
    static const unsigned parts[PARTS] = {CHANGE_ENGINE, CHANGE_GRADER, CHANGE_LAB};
    unsigned changes = 0;
    if (now && strcmp(then, now) == 0)
        return 0;
    if (!now || strlen(then) != WHOLE || strlen(now) != WHOLE)
        return CHANGE_KIT;
    for (size_t i = 0; i < PARTS; i++)
        if (strncmp(then + i * (SUM + 1), now + i * (SUM + 1), SUM) != 0)
            changes |= parts[i];
    return changes;
}

unsigned gradebook_changes(const struct gradebook_result *result, const char *now) {
    if (!result->has_score || result->text_removed)
        return 0;
    unsigned changes = result->changed | version_changes(result->version, now);
    if (changes & CHANGE_TEXT)
        changes &= ~(unsigned)CHANGE_SEED; // it is drawn from the text
    return changes == 0 && result->pending ? CHANGE_KIT : changes;
}

const char *gradebook_change_words(unsigned changes, char *words, size_t size) {
    static const char *const all[] = {
        "another text was handed in",   "it was sent back",       "another seed is asked for",
        "another backend is asked for", "the engine has changed", "the grader has changed",
        "the lab's spec has changed",   "the kit has changed",
    };
    size_t length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((changes >> i & 1) && length < size)
            length += (size_t)snprintf(words + length, size - length, "%s%s", length ? ", " : "", all[i]);
    return words;
}
