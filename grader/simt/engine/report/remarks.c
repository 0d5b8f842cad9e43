// The list of remarks, in order of discovery.
#include "engine/report/remarks.h"

enum { MOST_REMARKS = 64 };

static struct simt_remark remarks[MOST_REMARKS];
static size_t count;

void simt_remark_add(uintptr_t pc, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (remarks[i].pc == pc && remarks[i].text == text)
            return;
    if (count < MOST_REMARKS)
        remarks[count++] = (struct simt_remark){pc, text};
}

size_t simt_remark_count(void) { return count; }

const struct simt_remark *simt_remark_get(size_t i) { return &remarks[i]; }

void simt_remarks_clear(void) { count = 0; }
