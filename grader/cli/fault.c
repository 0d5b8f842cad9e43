// What `grade` says of its own faults.
#include "fault.h"

#include <stdio.h>

#include "cli.h"

int command_failed(const char *why) {
    fprintf(stderr, "grade: %s\n", why);
    return EXIT_OWN_FAULT;
}

int command_misused(const char *why) {
    command_failed(why);
    fputs("./grade --help shows how it is used\n", stderr);
    return EXIT_OWN_FAULT;
}
