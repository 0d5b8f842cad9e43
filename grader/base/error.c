// Sentences that say why something failed.
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "language.h"

__attribute__((format(printf, 2, 0))) static void write_text(struct error *error, const char *format,
                                                             va_list arguments) {
    if (error)
        vsnprintf(error->text, sizeof error->text, language_of(format), arguments);
}

bool error_set(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_text(error, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_system(struct error *error, const char *format, ...) {
    const int number = errno;
    va_list arguments;
    va_start(arguments, format);
    write_text(error, format, arguments);
    va_end(arguments);
    if (error) {
        size_t length = strlen(error->text);
        snprintf(error->text + length, sizeof error->text - length, ": %s", strerror(number));
    }
    return false;
}
