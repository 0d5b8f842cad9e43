// Fills a gradebook with a class of made-up students, for benchmarks and for looking at exports.
//   fill_gradebook DB STUDENTS REPORT.json...
// Every report is one that ./grade --json wrote. A student gets one of them for each lab that there is a
// report of, in turns; here and there one is late, not gradable, not graded yet, or was never handed in.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/gradebook/store.h"
#include "lab/spec.h"

enum { MOST_REPORTS = 1000 };

struct report {
    char *text;
    char lab[32];
    double score, max_score;
};

static struct report reports[MOST_REPORTS];
static int report_count;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "fill_gradebook: %s: %s\n", what, why);
    exit(2);
}

static char *read_file(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "re");
    if (!in || getdelim(&text, &size, '\0', in) < 0)
        stop(path, "cannot read it");
    fclose(in);
    return text;
}

static void take_report(const char *path) {
    struct report *report = &reports[report_count++];
    cJSON *root = cJSON_Parse(report->text = read_file(path));
    const char *lab = cJSON_GetStringValue(cJSON_GetObjectItem(root, "lab"));
    if (!lab)
        stop(path, "it is no report");
    snprintf(report->lab, sizeof report->lab, "%s", lab);
    report->score = cJSON_GetObjectItem(root, "score")->valuedouble;
    report->max_score = cJSON_GetObjectItem(root, "max_score")->valuedouble;
    cJSON_Delete(root);
}

// Names that a class may have, and then some: every script, and what has broken other people's tables.
static const char *const special[] = {
    "=HYPERLINK(\"http://example.invalid\",\"click\")",
    "<script>document.title='owned'</script>",
    "</script><img src=x onerror=\"document.title='owned'\">",
    "O'Brien \"Bobby\", Robert",
    "\u05e9\u05e8\u05d4 \u05db\u05d4\u05df",
    "\u0645\u062d\u0645\u062f \u0627\u0644\u0645\u0635\u0631\u064a",
    "\u738b\u5c0f\u660e",
    "Zo\u00eb \U0001f680 N\u00fa\u00f1ez",
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Montgomery",
};
static const char *const first[] = {"Ada",   "Grace",  "Alan", "Edsger",  "Barbara", "Donald", "Frances",
                                    "Ken",   "Radia",  "Tony", "Lynn",    "Leslie",  "Hedy",   "Claude",
                                    "Karen", "Dennis", "Mary", "Niklaus", "Shafi",   "Robin"};
static const char *const last[] = {"Abara",    "Brandt",    "Castillo", "Dubois",  "Eriksen",
                                   "Fontana",  "Grimm",     "Haddad",   "Ivanova", "Jensen",
                                   "Kowalski", "Lindqvist", "Moreau"};

static void name_student(int student, char *name, size_t size) {
    const int specials = (int)(sizeof special / sizeof special[0]);
    const int firsts = (int)(sizeof first / sizeof first[0]), lasts = (int)(sizeof last / sizeof last[0]);
    if (student < 2 * specials && student % 2 == 1)
        snprintf(name, size, "%s", special[student / 2]);
    else if (student < firsts * lasts)
        snprintf(name, size, "%s %s", first[student % firsts], last[student % lasts]);
    else
        snprintf(name, size, "%s %s %d", first[student % firsts], last[student % lasts], student);
}

// The student's turn among the reports of that lab.
static const struct report *report_for(const char *lab, int turn) {
    int count = 0;
    for (int i = 0; i < report_count; i++)
        count += strcmp(reports[i].lab, lab) == 0;
    for (int i = 0, at = turn % count; i < report_count; i++)
        if (strcmp(reports[i].lab, lab) == 0 && at-- == 0)
            return &reports[i];
    return NULL;
}

static void grade(struct gradebook *book, const char *student, const struct report *report) {
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {.score = report->score,
                                              .max_score = report->max_score,
                                              .seconds = 1.25,
                                              .report_json = report->text,
                                              .report_text = "made up"};
    if (gradebook_claim(book, student, report->lab, &work) != GRADEBOOK_CLAIMED ||
        !gradebook_record(book, &work, &outcome))
        stop(student, gradebook_error(book));
    gradebook_work_free(&work);
}

static void add_submission(struct gradebook *book, int student, const char *lab) {
    char name[160], source[200];
    const int turn = student * 7 + atoi(lab + 3) * 5;
    const bool refused = turn % 53 == 7, open = turn % 41 == 3;
    if (turn % 31 == 9)
        return;
    name_student(student, name, sizeof name);
    snprintf(source, sizeof source, "// %s of %s\n", lab, name);
    const struct gradebook_submission submission = {.student = name,
                                                    .lab = lab,
                                                    .origin = "uploads",
                                                    .reason =
                                                        refused ? "the archive holds no .cu file" : NULL,
                                                    .late = turn % 17 == 2,
                                                    .bytes = refused ? NULL : source,
                                                    .length = refused ? 0 : strlen(source),
                                                    .version = version_of(lab),
                                                    .backend = "cpu"};
    if (!gradebook_hand_in(book, &submission))
        stop(name, gradebook_error(book));
    if (!refused && !open)
        grade(book, name, report_for(lab, turn / 5 + student));
}

int main(int count, char **arguments) {
    struct error error;
    if (count < 4 || count - 3 > MOST_REPORTS)
        stop("usage", "fill_gradebook DB STUDENTS REPORT.json...");
    for (int i = 3; i < count; i++)
        take_report(arguments[i]);
    struct gradebook *book = gradebook_open(arguments[1], GRADEBOOK_WRITE, &error);
    if (!book || !gradebook_begin(book))
        stop(arguments[1], book ? gradebook_error(book) : error.text);
    for (int student = 0; student < atoi(arguments[2]); student++) {
        for (int i = 0; i < report_count; i++) {
            bool first_of_lab = true;
            for (int j = 0; j < i; j++)
                first_of_lab = first_of_lab && strcmp(reports[j].lab, reports[i].lab) != 0;
            if (first_of_lab)
                add_submission(book, student, reports[i].lab);
        }
    }
    if (!gradebook_end(book, true))
        stop(arguments[1], gradebook_error(book));
    gradebook_close(book);
    return 0;
}
