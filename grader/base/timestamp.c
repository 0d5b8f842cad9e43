// Dates with a time of day.
#include "base/timestamp.h"

#include <stdio.h>
#include <string.h>

// Seconds east of Greenwich, from "Z", "+02:00" or "+0200". False if it is none of them.
static bool read_offset(const char *text, long *seconds) {
    unsigned hours = 0, minutes = 0;
    int used = 0;
    char sign;
    *seconds = 0;
    if (strcmp(text, "Z") == 0 || strcmp(text, "UTC") == 0)
        return true;
    if (sscanf(text, "%c%2u:%2u%n", &sign, &hours, &minutes, &used) != 3 &&
        sscanf(text, "%c%2u%2u%n", &sign, &hours, &minutes, &used) != 3)
        return false;
    *seconds = (long)(hours * 3600 + minutes * 60) * (sign == '-' ? -1 : 1);
    return text[used] == '\0' && strchr("+-", sign) && hours <= 14 && minutes < 60;
}

// A day that does not exist would silently become another.
static bool is_real(const struct tm *asked) {
    struct tm day = {.tm_year = asked->tm_year, .tm_mon = asked->tm_mon, .tm_mday = asked->tm_mday};
    timegm(&day);
    return day.tm_mon == asked->tm_mon && day.tm_mday == asked->tm_mday;
}

bool timestamp_read(const char *text, time_t *seconds) {
    struct tm local = {.tm_isdst = -1};
    long offset;
    const char *rest = strptime(text, "%Y-%m-%d", &local);
    if (!rest || (*rest != ' ' && *rest != 'T') || !is_real(&local))
        return false;
    rest = strptime(rest + 1, "%H:%M", &local);
    if (rest && *rest == ':')
        rest = strptime(rest, ":%S", &local);
    if (rest && *rest == '.')
        rest += 1 + strspn(rest + 1, "0123456789");
    if (!rest)
        return false;
    rest += strspn(rest, " ");
    if (*rest == '\0') {
        *seconds = mktime(&local);
        return *seconds != (time_t)-1;
    }
    if (!read_offset(rest, &offset))
        return false;
    *seconds = timegm(&local) - offset;
    return true;
}
