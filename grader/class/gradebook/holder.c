// Who holds a claim. A number alone does not name a process: numbers are used again, and two containers
// have the same ones. So it goes with the system's boot, the process namespace, and when it was started.
#include "class/gradebook/holder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE_SIZE = 128 };

// This system since it was started, and the process namespace: "BOOT NAMESPACE".
static void here(char *place) {
    char boot[64] = "", space[48] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (!file || fscanf(file, "%63s", boot) != 1)
        snprintf(boot, sizeof boot, "unknown-%ld", gethostid());
    if (file)
        fclose(file);
    if (readlink("/proc/self/ns/pid", space, sizeof space - 1) < 0)
        snprintf(space, sizeof space, "none");
    snprintf(place, PLACE_SIZE, "%s %s", boot, space);
}

// When a process was started, in clock ticks after boot: the 22nd word of its stat, counted after the name,
// which may hold blanks and brackets. 0 if there is no such process, or a zombie only.
static unsigned long long started(long pid) {
    char path[40], text[512], state;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after_name = strrchr(text, ')');
    unsigned long long ticks = 0;
    if (!after_name ||
        sscanf(after_name + 1,
               " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state,
               &ticks) != 2 ||
        state == 'Z' || state == 'X')
        return 0;
    return ticks;
}

char *holder_self(void) {
    char place[PLACE_SIZE], *holder = NULL;
    here(place);
    if (asprintf(&holder, "%s %ld %llu", place, (long)getpid(), started(getpid())) < 0)
        return NULL;
    return holder;
}

enum holder_life holder_life(const char *holder) {
    char place[PLACE_SIZE];
    here(place);
    const size_t length = strlen(place);
    long pid;
    unsigned long long ticks;
    if (strncmp(holder, place, length) != 0 || sscanf(holder + length, " %ld %llu", &pid, &ticks) != 2)
        return HOLDER_UNKNOWN;
    return started(pid) == ticks && ticks != 0 ? HOLDER_ALIVE : HOLDER_DEAD;
}
