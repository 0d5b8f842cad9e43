// moodle-feedback: the report that ./grade prints, one file a submission, with the final score where there
// are rules. Moodle takes a zip of feedback files by their names (moodle/moodle,
// mod/assign/feedback/file/importziplib.php): NAME_PARTICIPANT_assignfeedback_file_FILE, with no other "_"
// in the name.
#include <string.h>

#include "class/export/export_report.h"
#include "export_result.h"

static bool one(FILE *out, const struct export_result *result, char *why, size_t size) {
    const struct gradebook_result *stored = &result->stored;
    if (export_is_ungraded(result)) {
        snprintf(why, size, "%s, %s is not graded: there is no report", stored->student, stored->lab);
        return false;
    }
    if (stored->report_text)
        fprintf(out, "%sGraded at %s\n", stored->report_text, stored->graded_at);
    else
        fprintf(out, "%s is not gradable: %s\n", stored->lab, stored->reason ? stored->reason : "");
    if (export_note(result))
        fprintf(out, "%s\n", export_note(result));
    if (result->has_policy)
        fprintf(out, "\nBy the course's rules\n%s", result->steps);
    if (result->has_policy && result->final.counts)
        fprintf(out, "Final score: %g\n", result->final.points);
    return true;
}

static bool one_of_moodle(FILE *out, const struct export_result *result, char *why, size_t size) {
    if (export_participant(&result->stored))
        return one(out, result, why, size);
    snprintf(why, size, "%s, %s did not come from Moodle", result->stored.student, result->stored.lab);
    return false;
}

static void name_for_moodle(const struct export_result *result, char *name, size_t size) {
    char stem[512];
    const char *participant = export_participant(&result->stored);
    export_file_name(result->stored.upload, stem, sizeof stem);
    stem[strlen(stem) - strlen(participant) - 1] = '\0';
    for (char *mark; (mark = strchr(stem, '_'));)
        *mark = ' ';
    snprintf(name, size, "%s_%s_assignfeedback_file_%s.txt", stem, participant, result->stored.lab);
}

const struct export_format export_moodle_feedback = {.name = "moodle-feedback",
                                                     .suffix = ".txt",
                                                     .with_text = true,
                                                     .name_of = name_for_moodle,
                                                     .one = one_of_moodle};
