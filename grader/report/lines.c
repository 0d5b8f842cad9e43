// What is wrong in the form of a compiler's messages, which every editor turns into a list of places.
#include <stdlib.h>

#include "base/language.h"
#include "base/utf8.h"
#include "findings.h"
#include "report.h"

static void print_line(FILE *out, const struct finding_place *place, const char *level, const char *message) {
    fprintf(out, "%s:%d:%d: %s: %s", utf8_line(place->path).text, place->line, place->column, level,
            utf8_line(message).text);
}

bool lines_print(FILE *out, const struct grading *grading) {
    struct findings *findings = findings_of(grading);
    for (size_t i = 0; findings && i < findings->count; i++) {
        const struct finding *finding = &findings->list[i];
        print_line(out, &finding->place, finding_level_name(finding->level), finding->check->message);
        fprintf(out, " [%s]\n", finding->rule);
        if (finding->other.line == 0)
            continue;
        print_line(out, &finding->other, "note", language_of("the other side is here"));
        fputc('\n', out);
    }
    free(findings);
    return findings != NULL;
}
