// moodle-worksheet: the grading worksheet of one of Moodle's assignments, as "Upload grading worksheet" takes
// it (moodle/moodle, mod/assign/feedback/offline/importgradeslib.php): the columns Identifier, Grade and Last
// modified (grade) have to be there; of the identifier the part behind "Participant " counts. Moodle leaves a
// grade alone that was changed there after the time given here: that since when the final score is what it
// is.
#include <time.h>

#include "class/export/export_report.h"
#include "csv.h"
#include "export_result.h"

static void begin(FILE *out, const struct export_class *class) {
    (void)class;
    fputs("Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments\n",
          out);
}

static void write_line(FILE *out, const struct export_student *student, const struct export_result *result) {
    fprintf(out, "Participant %s,", export_participant(&result->stored));
    csv_text(out, student->keys ? student->keys[PERSON_NAME] : NULL);
    fputc(',', out);
    csv_text(out, student->keys ? student->keys[PERSON_EMAIL] : NULL);
    fputc(',', out);
    csv_number(out, export_points(result));
    fputc(',', out);
    csv_number(out, export_is_graded(result) ? result->stored.max_score : 100);
    char when[32];
    const time_t at = (time_t)result->final_at;
    struct tm utc;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &utc));
    fprintf(out, ",%s,", when);
    export_moodle_comments(out, result);
    fputc('\n', out);
}

// Without a grade a line would change nothing.
static void student(FILE *out, const struct export_class *class, const struct export_student *student) {
    for (size_t i = 0; i < class->lab_count; i++)
        if (export_counts(student->of_lab[i]) && export_participant(&student->of_lab[i]->stored))
            write_line(out, student, student->of_lab[i]);
}

const struct export_format export_moodle_worksheet = {
    .name = "moodle-worksheet",
    .one_lab = true,
    .excuses = "they are left out; let Moodle drop the lowest, too",
    .dated = true,
    .begin = begin,
    .student = student};
