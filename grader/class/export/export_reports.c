// reports: a page for each student, to hand out: scores and final scores in a table, then every report. It
// loads nothing and runs no scripts.

#include "class/export/export_result.h"

static const char head[] =
    "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<style>:root { color-scheme: light dark } body { font: 1rem/1.5 sans-serif; margin: 1rem auto; "
    "max-width: "
    "60rem; padding: 0 1rem }\n"
    "th, td { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top } pre { overflow-x: auto; "
    "font-size: .875rem; line-height: 1.4 }</style>\n";

static void put_score(FILE *out, const struct export_result *result) {
    if (export_is_graded(result))
        fprintf(out, "<td>%g<td>%g", result->reached.points, result->stored.max_score);
    else
        fputs("<td>-<td>-", out);
    if (result->has_policy && result->final.counts)
        fprintf(out, "<td>%g", result->final.points);
    else if (result->has_policy)
        fputs("<td>-", out);
}

static void put_row(FILE *out, const struct export_result *result) {
    const struct gradebook_result *stored = &result->stored;
    fputs("<tr><td>", out);
    export_put_html(out, export_lab_title(stored->lab).text);
    put_score(out, result);
    fputs("<td>", out);
    export_put_html(out, stored->submitted_at ? stored->submitted_at : "");
    fputs("<td>", out);
    if (export_note(result))
        export_put_html(out, export_note(result));
    else if (!export_is_graded(result))
        export_put_html(out, stored->reason ? stored->reason : "not graded yet");
    fputc('\n', out);
}

static void put_report(FILE *out, const struct export_result *result) {
    fputs("<h2>", out);
    export_put_html(out, export_lab_title(result->stored.lab).text);
    fputs("</h2>\n", out);
    if (result->stored.report_text) {
        fputs("<pre>", out);
        export_put_html(out, result->stored.report_text);
        fprintf(out, "Graded at %s</pre>\n", result->stored.graded_at);
    }
    if (!result->has_policy)
        return;
    fputs("<p>By the course's rules</p>\n<pre>", out);
    export_put_html(out, result->steps);
    fputs("</pre>\n", out);
}

static void page(FILE *out, const struct export_class *class, const struct export_student *student) {
    const char *name = export_student_name(student);
    fprintf(out, "<!doctype html>\n<html lang=\"en\">\n%s<title>", head);
    export_put_html(out, name);
    fputs("</title>\n<h1>", out);
    export_put_html(out, name);
    fprintf(out, "</h1>\n<table>\n<tr><th>Lab<th>Score<th>of%s<th>Handed in (UTC)<th>\n",
            class->terms->policy ? "<th>Final score" : "");
    for (size_t i = 0; i < class->lab_count; i++)
        if (student->of_lab[i])
            put_row(out, student->of_lab[i]);
    fputs("</table>\n", out);
    for (size_t i = 0; i < class->lab_count; i++)
        if (student->of_lab[i])
            put_report(out, student->of_lab[i]);
    fputs("</html>\n", out);
}

const struct export_format export_reports = {
    .name = "reports", .suffix = ".html", .with_text = true, .page = page};
