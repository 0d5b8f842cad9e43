// The requirements of learning systems for a file that they import, from their sources and documentation.
// Each function checks a file, and fails the test if the system would reject it.
#ifndef WARPLAB_TESTS_IMPORTER_RULES_H
#define WARPLAB_TESTS_IMPORTER_RULES_H

#include <stddef.h>
#include <time.h>

/** instructure/canvas-lms, lib/gradebook_importer.rb. "Student" and "ID" come first in the header; "SIS User
 * ID", "SIS Login ID" and "Section" follow before the labs; a line "Points Possible" gives the maximum; a
 * grade is a number, and an empty cell is none; "EX" excuses. The separator is a comma or a semicolon:
 * whichever occurs equally often in the first three lines, and more often. */
void importer_canvas(const char *path);
/** moodle/moodle, grade/import/csv/classes/load_data.php: an import ends at a user that is not found, so
 * every user is named in the one column that is mapped; a grade is a number or empty. */
void importer_moodle(const char *path, const char *who);
/** moodle/moodle, mod/assign/feedback/offline/importgradeslib.php: three columns by their names; the
 * identifier comes after "Participant "; the time is one that strtotime() reads. */
void importer_moodle_worksheet(const char *path);
/** One grade in Moodle's database. */
struct moodle_grade {
    int participant; /**< in the assignment */
    double grade;    /**< negative: none */
    time_t modified; /**< when it was changed last */
};
/** Imports such a worksheet like moodle/moodle, mod/assign/feedback/offline/locallib.php,
 * process_import_grades(): a participant that the assignment does not have is skipped silently
 * (importgradeslib.php, next()); a grade that is empty, or the same, or was changed more than a minute after
 * the time of its line, stays unchanged.
 * @param now the time of the import @return the number of changed grades */
int importer_moodle_import(const char *path, struct moodle_grade *grades, size_t count, time_t now);
/** The id of the assignment in one of Canvas's headings: in brackets at its end, which are searched
 * before the title (instructure/canvas-lms, lib/gradebook_importer.rb, parse_assignments()). 0 if there is
 * none. */
long importer_canvas_id(const char *heading);
/** Blackboard's help, "Uploading or Downloading Grade Center Items for Working Offline"
 * (http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/_instructor_grade_center/
 * grade_center_upload_download.htm): a heading, then a line for each student; of those with commas every cell
 * is quoted; students are found by the user name, columns by the number in their heading, without which a new
 * column is made. */
void importer_blackboard(const char *path);
/** https://gradescope-autograders.readthedocs.io/en/latest/specs/: a score is needed at the top or at each
 * test; status is passed or failed; visibility is one of four; output formats are five; a leaderboard's entry
 * has a name and a value, and its order is asc or desc. */
void importer_gradescope(const char *path);
/** autolab/Autolab, app/helpers/assessment_autograde_core.rb: of the output the last line counts; letters or
 * digits right before a colon are put in quotes, wherever they are; it is JSON with "scores", which must not
 * be empty, or every problem that has no score yet gets 0; each is saved as it is, and null is no score
 * (app/models/score.rb asks for none). */
void importer_autolab(const char *path);
/** PrairieLearn/PrairieLearn, docs/externalGrading.md: `score` is from 0 to 1, and needed unless `gradable`
 * is false, when `format_errors` is a text or an array of them; a test has name, points and max_points; the
 * file has at most 1 MB. */
void importer_prairielearn(const char *path);

#endif
