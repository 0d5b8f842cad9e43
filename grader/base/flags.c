// Command lines: a table of flags a command, and a suggestion for what is mistyped.
#include "flags.h"

#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"

const struct manual_option flag_help = {.name = "--help", .help = "shows this"};

static const struct flag *find_flag(const struct flag *flags, const char *name, size_t length) {
    for (const struct flag *flag = flags; flag->say.name; flag++)
        if (strlen(flag->say.name) == length && strncmp(flag->say.name, name, length) == 0)
            return flag;
    return NULL;
}

static bool unknown_flag(const struct flag *flags, const char *name, char *why, size_t size) {
    const struct flag *nearest = flags;
    for (const struct flag *flag = flags; flag->say.name; flag++)
        if (edit_distance(name, flag->say.name) < edit_distance(name, nearest->say.name))
            nearest = flag;
    snprintf(why, size, "unknown flag %s; did you mean %s?", name, nearest->say.name);
    return false;
}

// The flag a word names, and the value that is part of the word, NULL if there is none.
static const struct flag *split(const struct flag *flags, const char *word, const char **value) {
    const char *equals = strchr(word, '=');
    const struct flag *flag = find_flag(flags, word, equals ? (size_t)(equals - word) : strlen(word));
    *value = equals ? equals + 1 : NULL;
    if (flag || word[1] == '-' || word[1] == '\0')
        return flag;
    flag = find_flag(flags, word, 2);
    *value = word + 2;
    return flag;
}

// One flag at arguments[*at]; moves *at over the value it took.
static bool parse_flag(const struct flag *flags, void *into, int count, char **arguments, int *at, char *why,
                       size_t size) {
    const char *value;
    const struct flag *flag = split(flags, arguments[*at], &value);
    if (!flag)
        return unknown_flag(flags, arguments[*at], why, size);
    if (flag->say.value && !value && *at + 1 < count)
        value = arguments[++*at];
    if ((flag->say.value != NULL) == (value != NULL) && flag->take(into, value ? value : ""))
        return true;
    if (flag->say.value)
        snprintf(why, size, "%s wants %s%s%s", flag->say.name, flag->wants, value ? ", not " : "",
                 value ? value : "");
    else
        snprintf(why, size, "%s takes no value", flag->say.name);
    return false;
}

bool flags_parse(const struct flag *flags, void *into, struct flag_words *words, int count, char **arguments,
                 char *why, size_t size) {
    *words = (struct flag_words){.count = 0};
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], flag_help.name) == 0) {
            words->help = true;
        } else if (arguments[i][0] == '-') {
            if (!parse_flag(flags, into, count, arguments, &i, why, size))
                return false;
        } else if (words->count == FLAGS_MAX_WORDS) {
            snprintf(why, size, "too many words: %s", arguments[i]);
            return false;
        } else {
            words->word[words->count++] = arguments[i];
        }
    }
    return true;
}
