// What the machine's bubblewrap can do, by the options that its help names.
#include "box.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// An option is a word of its own: --size is not found in --sizes.
static bool names(const char *printed, const char *option) {
    const size_t length = strlen(option);
    for (const char *at = printed; (at = strstr(at, option)); at += length)
        if (at > printed && isspace((unsigned char)at[-1]) && !isalnum((unsigned char)at[length]) &&
            at[length] != '-')
            return true;
    return false;
}

void bubblewrap_read(struct bubblewrap *found, const char *printed) {
    *found = (struct bubblewrap){.perms = names(printed, "--perms"),
                                 .size = names(printed, "--size"),
                                 .disable_userns = names(printed, "--disable-userns")};
    sscanf(printed, "bubblewrap %31s", found->version);
}

const struct bubblewrap *bubblewrap_here(void) {
    static struct bubblewrap here;
    static bool asked;
    char printed[32768] = "";
    if (asked)
        return &here;
    asked = true;
    FILE *said = popen("{ bwrap --version && bwrap --help; } 2>/dev/null", "re");
    if (!said)
        return &here;
    printed[fread(printed, 1, sizeof printed - 1, said)] = '\0';
    pclose(said);
    bubblewrap_read(&here, printed);
    return &here;
}

bool bubblewrap_suffices(const struct bubblewrap *found, struct error *error) {
    // Without any the launch says which package it is in.
    if (found->version[0] == '\0' || found->perms)
        return true;
    return error_set(error, "bubblewrap %s lacks the option --perms, which 0.5 and newer have",
                     found->version);
}

void bubblewrap_words(const struct bubblewrap *found, char *words, size_t size) {
    if (found->size && found->disable_userns)
        snprintf(words, size, "bubblewrap");
    else
        snprintf(words, size, "bubblewrap %s, which lacks %s%s%s%s", found->version,
                 found->disable_userns ? "" : "--disable-userns",
                 found->disable_userns || found->size ? "" : " and ", found->size ? "" : "--size",
                 found->size ? "" : ": a box has no /tmp");
}
