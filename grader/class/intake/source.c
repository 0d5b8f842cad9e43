// A submission's text as it is graded. "> lab3.cu" in Windows' PowerShell writes UTF-16, and so does Notepad
// as "Unicode": nobody sees that on the screen, so it costs nothing here.
#include "class/intake/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "base/utf16.h"
#include "class/unpack/kinds.h"

bool source_read(const char *path, char **bytes, size_t *length, bool *converted, char *why, size_t size) {
    if (converted)
        *converted = false;
    if (!bytes_read(path, UNPACK_MAX_SOURCE, bytes, length, why, size))
        return false;
    char *text = utf16_to_utf8(*bytes, *length, length);
    if (!text)
        return true;
    free(*bytes);
    *bytes = text;
    if (converted)
        *converted = true;
    return true;
}
