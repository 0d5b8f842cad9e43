// What the printers share.
#include "manual.h"

#include <string.h>

const char *manual_files(size_t i) {
    (void)i;
    return NULL;
}

bool manual_print(FILE *out, const struct manual *manual, const char *form) {
    static const struct {
        const char *form;
        void (*print)(FILE *out, const struct manual *manual);
    } forms[] = {{"man", manual_page}, {"bash", manual_bash}, {"zsh", manual_zsh}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(form, forms[i].form) == 0) {
            forms[i].print(out, manual);
            return true;
        }
    }
    return false;
}

const struct manual_part *manual_find(const struct manual *manual, const char *name) {
    for (size_t i = 0; i < manual->part_count; i++) {
        const char *own = manual->parts[i].name;
        if (name ? own && strcmp(own, name) == 0 : !own)
            return &manual->parts[i];
    }
    return NULL;
}
