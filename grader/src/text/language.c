// The reader's language, by gettext.
#include "language.h"

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const domain = "warplab";

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
    char catalogs[PATH_MAX + 16], name[64];
    const char *language = wanted(), *list = getenv("LANGUAGE");
    if (!language)
        return;
    // gettext speaks English in the locale "C", whatever LANGUAGE says; in C.UTF-8, which every system has,
    // it does not.
    if (!setlocale(LC_MESSAGES, ""))
        setlocale(LC_MESSAGES, "C.UTF-8");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(language, ".@"), language);
    setenv("LANGUAGE", list && list[0] ? list : name, 1);
    snprintf(catalogs, sizeof catalogs, "%s/locale", build);
    bindtextdomain(domain, catalogs);
    bind_textdomain_codeset(domain, "UTF-8");
}

const char *language_of(const char *text) { return text[0] ? dgettext(domain, text) : text; }
