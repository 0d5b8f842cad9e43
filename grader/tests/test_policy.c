// The course's rules: how their file is read, and the final score of each attempt.
// Expected scores are written down by hand.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/timestamp.h"
#include "class/gradebook/people.h"
#include "class/gradebook/store.h"
#include "class/policy/policy.h"
#include "lab/spec.h"

static char directory[256], db[300], file[300];
static struct error error;
static struct gradebook *book;

static void set_up(void) {
    const char *base = getenv("TMPDIR");
    setenv("TZ", "UTC", 1);
    tzset();
    snprintf(directory, sizeof directory, "%s/policy-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(db, sizeof db, "%s/gradebook.db", directory);
    snprintf(file, sizeof file, "%s/policy.ini", directory);
    book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
}

static void tear_down(void) {
    char command[400];
    gradebook_close(book);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

static struct policy *read_policy(const char *text) {
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
    return policy_read(file, &error);
}

static const char rules[] = "# a course\n"
                            "[course]\n"
                            "penalty = 10 % # of a lab's points, a day\n"
                            "closed after = 3\n"
                            "attempt = latest\n"
                            "drop = 1\n"
                            "[lab3]\n"
                            "due = 2026-11-20 23:59\n"
                            "due Monday = 2026-11-18 12:00\n"
                            "[lab4]\n"
                            "due = 2026-11-27 23:59\n"
                            "penalty = 0\n"
                            "attempt = best\n"
                            "[lab5]\n"
                            "due = 2026-11-27 23:59\n"
                            "attempt = best\n"
                            "[extensions]\n"
                            "ada lab3 = 2026-11-25 23:59\n"
                            "eve@x.edu lab3 = 2026-11-22 23:59\n"
                            "[overrides]\n"
                            "bob byte lab3 = 85, Kim: his laptop was stolen = true # 1\n";

static long long seconds_of(const char *text) {
    time_t seconds = 0;
    ck_assert(text[0] == '\0' || timestamp_read(text, &seconds));
    return seconds;
}

static void hand_in(const char *student, const char *lab, const char *bytes, const char *when, bool late) {
    const struct gradebook_submission submission = {.student = student,
                                                    .lab = lab,
                                                    .origin = "uploads",
                                                    .late = late,
                                                    .submitted = seconds_of(when),
                                                    .bytes = bytes,
                                                    .length = strlen(bytes),
                                                    .version = version_of(lab),
                                                    .backend = "cpu"};
    ck_assert_msg(gradebook_hand_in(book, &submission), "%s", gradebook_error(book));
}

static void grade_open(const char *student, const char *lab, double score, double open) {
    struct gradebook_work work;
    char report[80];
    snprintf(report, sizeof report, "{\"checks\":[],\"open_points\":%g}", open);
    const struct gradebook_outcome outcome = {
        .score = score, .max_score = 100, .report_json = report, .report_text = "well\n"};
    ck_assert_int_eq(gradebook_claim(book, student, lab, &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
}

static void grade(const char *student, const char *lab, double score) { grade_open(student, lab, score, 0); }

static void put_person(const char *student, const char *email, const char *section) {
    const struct gradebook_person person = {
        .student = student, .keys = {"", email, student, "", "", section}, .listed = true};
    ck_assert_msg(gradebook_put_person(book, &person), "%s", gradebook_error(book));
}

// One attempt of lab 3 at 90 points.
static const struct {
    const char *student, *section, *when;
    bool late;
    double final;
    const char *says;
} one_attempt[] = {
    {"s1", "", "2026-11-20 23:59:00", false, 90, "due 2026-11-20 23:59:00: the lab's time"},
    {"s1", "", "2026-11-20 23:59:01", false, 80, "90 - 1 x 10 % of 100 = 80"},
    {"s1", "", "2026-11-21 23:59:00", false, 80, "1 started day late"},
    {"s1", "", "2026-11-21 23:59:01", false, 70, "2 started days late"},
    {"s1", "", "2026-11-23 23:59:00", false, 60, "90 - 3 x 10 % of 100 = 60"},
    {"s1", "", "2026-11-23 23:59:01", false, 0, "closed after 3 days: 0"},
    {"s1", "", "", false, 90, "nothing says when it was handed in"},
    {"s1", "", "", true, 80, "but that it was late: a day"}, // Canvas's LATE
    {"s1", "Monday", "2026-11-18 12:00:01", false, 80, "due 2026-11-18 12:00:00: the section's time"},
    {"s1", "Tuesday", "2026-11-18 12:00:01", false, 90, "the lab's time"},
    {"ada", "Monday", "2026-11-25 20:00", false, 90, "an extension gives the time"},
    {"ada", "", "2026-11-26 20:00", false, 80, "1 started day late"},
    {"eve", "", "2026-11-22 20:00", false, 90, "an extension gives the time"},     // by the roster's address
    {"ada", "", "", true, 90, "but that it was late, which the extension covers"}, // Canvas's LATE
    {"bob byte", "", "2026-11-30 20:00", false, 85,
     "set to 85 by Kim: his laptop was stolen = true # 1 (line 21"},
};

struct judged {
    const struct policy *policy;
    struct policy_score score;
    char steps[2000];
};

static void judge(struct judged *judged, const char *student, const char *lab) {
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){student, lab});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);) {
        FILE *out = fmemopen(judged->steps, sizeof judged->steps, "w");
        ck_assert_ptr_nonnull(out);
        ck_assert_msg(policy_apply(judged->policy, book, &result, &judged->score, POLICY_STAFF, out), "%s",
                      gradebook_error(book));
        fclose(out);
    }
    ck_assert(gradebook_rows_end(&rows));
}

static void expect_final(const struct policy *policy, const char *student, const char *lab, double final,
                         const char *says) {
    struct judged judged = {.policy = policy};
    judge(&judged, student, lab);
    ck_assert(judged.score.counts);
    ck_assert_msg(judged.score.points == final, "%g, not %g:\n%s", judged.score.points, final, judged.steps);
    ck_assert_msg(strstr(judged.steps, says) != NULL, "no \"%s\" in\n%s", says, judged.steps);
}

START_TEST(one_attempt_is_judged) {
    char email[100];
    struct policy *policy = read_policy(rules);
    ck_assert_msg(policy != NULL, "%s", error.text);
    snprintf(email, sizeof email, "%s@x.edu", one_attempt[_i].student);
    put_person(one_attempt[_i].student, email, one_attempt[_i].section);
    hand_in(one_attempt[_i].student, "lab3", "text", one_attempt[_i].when, one_attempt[_i].late);
    grade(one_attempt[_i].student, "lab3", 90);
    expect_final(policy, one_attempt[_i].student, "lab3", one_attempt[_i].final, one_attempt[_i].says);
    policy_free(policy);
}
END_TEST

// Answers about a student's own run: passed, all; a report without any has none.
static const struct {
    int right, asked;
    double score, open, final;
    const char *rule, *says;
} explained[] = {
    {3, 4, 84, 0, 83.1, "explain = 10", "90 % of 84 + 10 x 3 of 4 answers = 83.1"},
    {5, 5, 100, 0, 100, "explain = 10", "= 100"},
    {0, 0, 84, 0, 75.6, "explain = 10", "90 % of 84 + none of 10, for no answers came with it = 75.6"},
    {0, 3, 84, 0, 75.6, "explain = 10", "10 x 0 of 3 answers"},
    {2, 4, 60, 20, 60.0 * .95 + 2.5, "explain = 5", "95 % of 60 + 5 x 2 of 4 answers"},
    {0, -1, 84, 0, 84, "explain = 10", "84, for nothing could be asked about its run"},
    {0, 4, 84, 0, 84, "explain = 0", ""},
    {0, 4, 84, 0, 84, "", ""},
};

START_TEST(answers_have_points_where_a_course_says_so) {
    char text[64], report[1024];
    snprintf(text, sizeof text, "[course]\n%s\n", explained[_i].rule);
    struct policy *policy = read_policy(text);
    ck_assert_msg(policy != NULL, "%s", error.text);
    int used = snprintf(report, sizeof report,
                        "{\"open_points\":%g,\"checks\":[{\"id\":\"races\",\"status\":\"passed\"}",
                        explained[_i].open);
    for (int i = 0; i < explained[_i].asked; i++)
        used +=
            snprintf(report + used, sizeof report - (size_t)used, ",{\"id\":\"explain\",\"status\":\"%s\"}",
                     i < explained[_i].right ? "passed"
                     : i % 2                 ? "failed"
                                             : "skipped");
    if (explained[_i].asked < 0)
        strcat(report, ",{\"id\":\"explain\",\"status\":\"open\"}");
    strcat(report, "]}");
    struct gradebook_work work;
    const struct gradebook_outcome outcome = {
        .score = explained[_i].score, .max_score = 100, .report_json = report, .report_text = "well\n"};
    hand_in("s1", "lab3", "text", "2026-11-20 12:00", false);
    ck_assert_int_eq(gradebook_claim(book, "s1", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert_msg(gradebook_record(book, &work, &outcome), "%s", gradebook_error(book));
    gradebook_work_free(&work);
    struct judged judged = {.policy = policy};
    judge(&judged, "s1", "lab3");
    ck_assert_msg(fabs(judged.score.points - explained[_i].final) < 1e-9, "%g: %s", judged.score.points,
                  judged.steps);
    ck_assert_msg(strstr(judged.steps, explained[_i].says) != NULL, "%s", judged.steps);
    policy_free(policy);
}
END_TEST

// Open points of attempts, the second a day after the first. In lab 3 the latest counts, minus 10 % a day; in
// lab 5 the best.
static const struct {
    const char *student, *lab, *when;
    struct {
        double score, open;
    } of[2]; // the second without a score: there is none
    struct policy_score final;
    const char *says;
} open_points[] = {
    {"s1",
     "lab3",
     "2026-11-20",
     {{80, 20}},
     {true, 80, 20, 100},
     "attempt 1: 80 of 80 points so far, 20 open"},
    {"s1", "lab3", "2026-11-20", {{60, 20}}, {true, 60, 20, 75}, ""},
    {"s1", "lab3", "2026-11-20", {{0, 100}}, {true, 0, 100, -1}, ""},
    {"s1", "lab3", "2026-11-21", {{80, 20}}, {true, 70, 20, 90}, "80 - 1 x 10 % of 100 = 70"},
    {"s1", "lab3", "2026-11-21", {{4, 20}}, {true, 0, 14, 0}, ""},
    {"s1", "lab3", "2026-11-30", {{80, 20}}, {true, 0, 0, 0}, "closed after 3 days: 0"},
    {"bob byte", "lab3", "2026-11-20", {{80, 20}}, {true, 85, 0, 85}, "set to 85 by Kim"},
    {"s1", "lab5", "2026-11-20", {{80, 20}, {85, 0}}, {true, 85, 0, 85}, "the best counts: attempt 2"},
    {"s1", "lab5", "2026-11-20", {{80, 0}, {80, 20}}, {true, 80, 20, 100}, "the best counts: attempt 2"},
    {"s1", "lab5", "2026-11-20", {{70, 30}, {60, 40}}, {true, 70, 30, 100}, "the best counts: attempt 1"},
};

START_TEST(open_points_are_neither_given_nor_lost) {
    struct judged judged = {.policy = read_policy(rules)};
    const char *student = open_points[_i].student, *lab = open_points[_i].lab;
    for (int i = 0; i < 2 && open_points[_i].of[i].score + open_points[_i].of[i].open > 0; i++) {
        char when[40], bytes[10];
        snprintf(when, sizeof when, "%s %d:00", open_points[_i].when, 20 + i);
        snprintf(bytes, sizeof bytes, "text %d", i);
        hand_in(student, lab, bytes, when, false);
        grade_open(student, lab, open_points[_i].of[i].score, open_points[_i].of[i].open);
    }
    judge(&judged, student, lab);
    const struct policy_score *is = &judged.score, *wanted = &open_points[_i].final;
    ck_assert_msg(is->counts == wanted->counts && is->points == wanted->points && is->open == wanted->open &&
                      is->excluded == wanted->excluded,
                  "%g, %g open, without them %g:\n%s", is->points, is->open, is->excluded, judged.steps);
    ck_assert_msg(strstr(judged.steps, open_points[_i].says) != NULL, "%s", judged.steps);
    policy_free((struct policy *)judged.policy);
}
END_TEST

// Three labs, a day or more late each, at 90 points; the remaining budget is computed by hand. Lab 4 is
// due before lab 3.
static const struct {
    const char *rules;
    double days[3]; // late in lab 3, 4 and 5; negative: nothing was handed in
    bool override;  // of lab 4
    double finals[3];
    const char *says; // of lab 3
} budgets[] = {
    {"late days = 3\n",
     {2, 2, 0},
     false,
     {80, 90, 90},
     "late days: 1 of 1 left used here, after 2 of 3 in earlier labs"},
    {"late days = 3\n",
     {2, 0, 2},
     false,
     {90, 90, 80},
     "late days: 2 of 3 left used here, after 0 of 3 in earlier labs"},
    {"late days = 9\nlate days per lab = 1\n",
     {2, 2, 2},
     false,
     {80, 80, 80},
     "1 of at most 1 for a lab used here"},
    {"late days per lab = 1\n", {2, 2, 2}, false, {80, 80, 80}, "1 of at most 1 for a lab used here"},
    {"late days = 9\n[lab3]\nlate days = 0\n", {2, 2, 2}, false, {70, 90, 90}, "90 - 2 x 10 % of 100 = 70"},
    {"late days = 3\n",
     {2, 2, 0},
     true,
     {90, 85, 90},
     "late days: 2 of 3 left used here, after 0 of 3 in earlier labs"},
    {"late days = 1\n",
     {1, -1, 1},
     false,
     {90, -1, 80},
     "late days: 1 of 1 left used here, after 0 of 1 in earlier labs"},
    {"late days = 3\nclosed after = 1\n", {2, 0, 0}, false, {0, 90, 90}, "closed after 1 days: 0"},
    {"grace = 60\n",
     {1, 0, 0},
     false,
     {90, 90, 90},
     "a grace of 60 minutes"}, // the day begins half an hour late
    {"grace = 60\n[lab3]\ngrace = 0\n", {1, 0, 0}, false, {80, 90, 90}, "1 started day late"},
};

START_TEST(late_days_are_budgeted) {
    static const char *const labs[] = {"lab3", "lab4", "lab5"};
    static const char *const dues[] = {"2026-11-20 23:30", "2026-11-13 23:30", "2026-11-27 23:30"};
    char text[1000];
    snprintf(text, sizeof text,
             "[course]\npenalty = 10\n%s\n[lab3]\ndue = %s\n[lab4]\ndue = %s\n[lab5]\ndue = %s\n%s",
             budgets[_i].rules, dues[0], dues[1], dues[2],
             budgets[_i].override ? "[overrides]\ns1 lab4 = 85, Kim: ill\n" : "");
    struct policy *policy = read_policy(text);
    ck_assert_msg(policy != NULL, "%s", error.text);
    for (int i = 0; i < 3; i++) {
        if (budgets[_i].days[i] < 0)
            continue;
        char when[40];
        const time_t at = (time_t)(seconds_of(dues[i]) + (long long)budgets[_i].days[i] * 86400 -
                                   84600); // 23.5 hours before
        struct tm utc;
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", gmtime_r(&at, &utc));
        hand_in("s1", labs[i], labs[i], when, false);
        grade("s1", labs[i], 90);
    }
    for (int i = 0; i < 3; i++)
        if (budgets[_i].days[i] >= 0)
            expect_final(policy, "s1", labs[i], budgets[_i].finals[i], i == 0 ? budgets[_i].says : "");
    policy_free(policy);
}
END_TEST

// Three texts: in time, a day late and better, two days late and worse.
static const struct {
    const char *lab;
    double final;
    const char *says;
} attempts[] = {
    {"lab3", 50, "attempt 1: 70 of 100"},       // the latest: 70 less two days
    {"lab4", 90, "the best counts: attempt 2"}, // lateness costs nothing
    {"lab5", 80, "the best counts: attempt 2"}, // 60, 90 - 10, 70 - 20
};

START_TEST(attempts_are_compared) {
    struct policy *policy = read_policy(rules);
    ck_assert_msg(policy != NULL, "%s", error.text);
    const char *lab = attempts[_i].lab, *const days[][3] = {{"2026-11-20", "2026-11-21", "2026-11-22"},
                                                            {"2026-11-27", "2026-11-28", "2026-11-29"}};
    static const double scores[] = {60, 90, 70};
    for (int i = 0; i < 3; i++) {
        char when[40], bytes[10];
        snprintf(when, sizeof when, "%s 20:00", days[strcmp(lab, "lab3") != 0][i]);
        snprintf(bytes, sizeof bytes, "text %d", i);
        hand_in("s1", lab, bytes, when, false);
        grade("s1", lab, scores[i]);
    }
    expect_final(policy, "s1", lab, attempts[_i].final, attempts[_i].says);
    // The same text again is no new attempt, and is not late for having come again.
    hand_in("s1", lab, "text 0", "2026-11-30 20:00", false);
    expect_final(policy, "s1", lab, strcmp(lab, "lab3") == 0 ? 60 : attempts[_i].final,
                 strcmp(lab, "lab3") == 0 ? "2026-11-20 20:00:00" : attempts[_i].says);
    policy_free(policy);
}
END_TEST

// Only the text that counts now is graded again when a lab changes: if an earlier one is the best, its
// score is marked as an old one.
START_TEST(a_score_of_an_earlier_grader_is_named) {
    char command[500];
    struct policy *policy = read_policy(rules);
    ck_assert_msg(policy != NULL, "%s", error.text);
    hand_in("s1", "lab4", "better", "2026-11-27 20:00", false);
    grade("s1", "lab4", 90);
    hand_in("s1", "lab4", "worse", "2026-11-27 21:00", false);
    grade("s1", "lab4", 70);
    struct judged judged = {.policy = policy};
    judge(&judged, "s1", "lab4");
    ck_assert_ptr_null(strstr(judged.steps, "before the lab"));
    snprintf(command, sizeof command, "sqlite3 '%s' \"UPDATE result SET version = 'old' WHERE score = 90\"",
             db);
    ck_assert_int_eq(system(command), 0);
    expect_final(
        policy, "s1", "lab4", 90,
        "attempt 1: 90 of 100 points, handed in 2026-11-27 20:00:00; graded before the lab or the grader "
        "has changed\n  attempt 2: 70 of 100 points, handed in 2026-11-27 21:00:00\n");
    policy_free(policy);
}
END_TEST

START_TEST(the_worst_is_dropped) {
    struct policy *policy = read_policy(rules);
    ck_assert_msg(policy != NULL, "%s", error.text);
    hand_in("s1", "lab3", "text", "2026-11-20 20:00", false);
    grade("s1", "lab3", 50);
    hand_in("s1", "lab4", "text", "2026-11-20 20:00", false);
    grade("s1", "lab4", 90);
    struct term term;
    ck_assert(term_read(&term, book, policy, "s1", &error));
    ck_assert(term.labs[0].dropped && !term.labs[1].dropped);
    ck_assert(term.points == 90 && term.max_score == 100);
    term_free(&term);
    const struct gradebook_submission missing = {
        .student = "s1", .lab = "lab5", .origin = "uploads", .reason = "nothing was handed in"};
    ck_assert(gradebook_missing(book, &missing)); // is worse still
    ck_assert(term_read(&term, book, policy, "s1", &error));
    ck_assert(!term.labs[0].dropped && term.labs[2].dropped);
    ck_assert(term.points == 140 && term.max_score == 200);
    term_free(&term);
    policy_free(policy);
}
END_TEST

static const struct {
    const char *text, *words;
} mistakes[] = {
    {"due = 2026-11-20 23:59\n", ":1: no [section] has begun"},
    {"[lab33]\n", ":1: there is no [lab33]"},
    {"[course]\n\npenalty = much\n", ":3: a number from 0 to 100 is wanted, not \"much\""},
    {"[course]\npenalty = %\n", ":2: a number from 0 to 100 is wanted, not \"%\""},
    {"[course]\npenalty =\n", ":2: a number from 0 to 100 is wanted, not \"\""},
    {"[course]\npenalty = 101\n", ":2: a number from 0 to 100 is wanted"},
    {"[course]\nlate days = some\n", ":2: a number from 0 to 10000 is wanted"},
    {"[lab3]\nlate days per lab = 1\n", ":2: late days per lab cannot be set here"},
    {"[lab3]\ngrace = 1 h\n", ":2: a number from 0 to 10000 is wanted"},
    {"[course]\ndue = 2026-11-20 23:59\n", ":2: due cannot be set here: [course] has"},
    {"[lab3]\ndrop = 1\n", ":2: drop cannot be set here: a lab has"},
    {"[lab3]\ndue = 20.11.2026\n", ":2: 20.11.2026 is no time such as"},
    {"[lab3]\nattempt = first\n", ":2: attempt is best or latest, not first"},
    {"[lab3]\nwhatever\n", ":2: \"whatever\" is neither a [section] nor"},
    {"[extensions]\nada = 2026-11-20 23:59\n", ":2: ada does not end in a lab"},
    {"[overrides]\nada lab3 = 85\n", ":2: an override is POINTS, AUTHOR: REASON"},
    {"[overrides]\nada lab3 = 85, : ill\n", ":2: an override has an author and a reason"},
    {"[leaderboard]\nada\n", ":2: \"ada\" is neither a [section] nor"},
    {"[leaderboard]\nada =\n", ":2: a line of the leaderboard is STUDENT = yes"},
};

// Who is named on the leaderboard, and under which name. A student has a gradebook's name, and perhaps a line
// in the roster.
static const struct {
    const char *text, *student, *name, *email, *shown;
} board[] = {
    {"[course]\n", "ada", "", "", NULL},
    {"[leaderboard]\nbob = yes\n", "ada", "", "", NULL},
    {"[leaderboard]\nada = yes\n", "ada", "", "", "ada"},
    {"[leaderboard]\nADA = Yes # please\n", "ada", "", "", "Yes # please"},
    {"[leaderboard]\nada = YES\n", "ada", "Ada Lovelace", "", "Ada Lovelace"},
    {"[leaderboard]\nada@x.edu = yes\n", "s1", "Ada Lovelace", "ada@x.edu", "Ada Lovelace"},
    {"[leaderboard]\nada = The Countess\n", "ada", "Ada Lovelace", "", "The Countess"},
    {"[leaderboard]\nada byte = yes\n[lab3]\ndue = 2026-11-20 23:59\n", "ada byte", "", "", "ada byte"},
};

START_TEST(named_on_the_leaderboard) {
    struct policy *policy = read_policy(board[_i].text);
    ck_assert_msg(policy != NULL, "%s", error.text);
    struct gradebook_result result = {.student = board[_i].student, .lab = "lab3"};
    for (int key = 0; board[_i].name[0] && key < PERSON_KEYS; key++)
        result.keys[key] = key == PERSON_NAME ? board[_i].name : key == PERSON_EMAIL ? board[_i].email : "";
    const char *shown = policy_board_name(policy, &result);
    ck_assert_msg(!shown == !board[_i].shown && (!shown || strcmp(shown, board[_i].shown) == 0), "%s",
                  shown ? shown : "nobody");
    ck_assert_ptr_null(policy_board_name(NULL, &result));
    policy_free(policy);
}
END_TEST

START_TEST(mistakes_are_named) {
    ck_assert_ptr_null(read_policy(mistakes[_i].text));
    ck_assert_msg(strstr(error.text, mistakes[_i].words) && strstr(error.text, file), "%s", error.text);
}
END_TEST

// Runs a command. Its output, and its exit code.
static int printed(const char *words, char *text, size_t size) {
    char command[1000];
    snprintf(command, sizeof command, "./grade %s --db '%s' 2>&1", words, db);
    FILE *pipe = popen(command, "re");
    ck_assert_ptr_nonnull(pipe);
    text[fread(text, 1, size - 1, pipe)] = '\0';
    return WEXITSTATUS(pclose(pipe));
}

// Raw and final score side by side, wherever there are scores; the policy is beside the gradebook.
static const struct {
    const char *words, *says;
} places[] = {
    {"show s1 lab3", "1 started day late"},
    {"show s1 lab3", "Final score: 80\n"},
    {"policy check s1", "final: 80 of 100 points"},
    {"policy check s1", "Together: 0 of 0 points"}, // the only lab is dropped
    {"policy check", ":18: the gradebook has no student ada: the whole name is needed; the nearest is s1\n"},
    {"export csv", ",graded,90,100,"},
    {"export csv", "Z,80,"},
    {"export json", "\"final_score\":80"},
    {"export canvas", ",EX\n"},
    {"export moodle", "s1,,"},
    {"policy check", "s1: lab3 80 (dropped); together 0 of 0 points\n"},
    {"export autolab --student s1 --lab lab3", "{\"lab3\":80}"},
    {"export gradescope --student s1 --lab lab3", "\"score\":\t80"},
    {"export html", "\"final\":80"},
};

// A remark is for the staff, unless it is marked as public.
static const struct {
    const char *words;
    bool staff;
} readers[] = {
    {"show s1 lab3", true},
    {"policy check s1", true},
    {"export html", true},
    {"export json", true},
    {"export moodle", false},
    {"export reports --student s1", false},
    {"export gradescope --student s1 --lab lab3", false},
    {"export prairielearn --student s1 --lab lab3", false},
    {"export html --without-names", false},
};

START_TEST(remarks_are_private) {
    char text[200000];
    hand_in("s1", "lab3", "text", "2026-11-20 20:00", false);
    grade("s1", "lab3", 90);
    for (int public = 0; public < 2; public ++) {
        policy_free(read_policy(public ? "[overrides]\ns1 lab3 = 85, Kim: public: well explained\n"
                                       : "[overrides]\ns1 lab3 = 85, Kim: he cried\n"));
        ck_assert_int_eq(printed(readers[_i].words, text, sizeof text), 0);
        const bool shown = strstr(text, public ? "well explained" : "he cried") != NULL;
        const bool told = strstr(readers[_i].words, "moodle") || strstr(readers[_i].words, "reports");
        ck_assert_msg(shown == (readers[_i].staff || (public && told)), "%s: %s", readers[_i].words, text);
        ck_assert_msg(readers[_i].staff || !strstr(text, "of the policy"), "%s: %s", readers[_i].words, text);
        ck_assert_msg(!told || strstr(text, "set to 85 by Kim"), "%s: %s", readers[_i].words, text);
    }
}
END_TEST

// Ways to name a student, in every command: as in results, by any key of the roster, or a part of
// it.
static const struct {
    const char *written, *says; // the output common to `show` and `policy check`
} spellings[] = {
    {"s1", "s1"},
    {"S1", "s1"},
    {"s1@x.edu", "s1"},
    {"S1009", "s1"},
    {"Ada Byron", "s1"},
    {"byron", "s1"},
    {"12345", "s1"},
    {"jose@x.edu", "the gradebook has no student jose@x.edu; the nearest is jos@x.edu"},
    {"S1008", "the gradebook has no student S1008; the nearest is S1009"},
    {"@x.edu", "the gradebook has no student @x.edu; the nearest is"},
    {"Jose\u0301", "Jos\u00e9"}, // as macOS writes it
    {"twin", "2 students go by twin, one is t2"},
};

START_TEST(one_way_to_name_a_student) {
    char words[200], text[20000];
    static const struct gradebook_person people[] = {
        {"s1", {"Ada Byron", "s1@x.edu", "ada", "S1009", "12345", ""}, true},
        {"Jos\u00e9", {"", "jos@x.edu", "", "", "", ""}, true},
        {"t1", {"Twin", "", "", "", "", ""}, true},
        {"t2", {"Twin", "", "", "", "", ""}, true},
    };
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        ck_assert(gradebook_put_person(book, &people[i]));
        hand_in(people[i].student, "lab3", people[i].student, "2026-11-20 20:00", false);
        grade(people[i].student, "lab3", 90);
    }
    policy_free(read_policy(rules));
    static const char *const commands[] = {"show '%s' lab3", "policy check '%s'",
                                           "export csv --lab lab3 --student '%s'"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        snprintf(words, sizeof words, commands[i], spellings[_i].written);
        printed(words, text, sizeof text);
        ck_assert_msg(strstr(text, spellings[_i].says) != NULL, "%s\n%s", words, text);
    }
}
END_TEST

START_TEST(final_scores_are_shown) {
    char text[200000];
    policy_free(read_policy(rules));
    hand_in("s1", "lab3", "text", "2026-11-21 20:00", false);
    grade("s1", "lab3", 90);
    const int code = printed(places[_i].words, text, sizeof text);
    ck_assert_msg(strstr(text, places[_i].says) != NULL, "%s\n%.3000s", places[_i].words, text);
    ck_assert_int_eq(code, strcmp(places[_i].words, "policy check") == 0 ? 1 : 0);
    unlink(file);
    printed(places[_i].words, text, sizeof text); // without rules, the score is the one reached
    ck_assert(strstr(text, places[_i].says) == NULL || strstr(places[_i].says, "90") != NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("policy");
    TCase *cases = tcase_create("policy");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, one_attempt_is_judged, 0, (int)(sizeof one_attempt / sizeof one_attempt[0]));
    tcase_add_loop_test(cases, answers_have_points_where_a_course_says_so, 0,
                        (int)(sizeof explained / sizeof explained[0]));
    tcase_add_loop_test(cases, open_points_are_neither_given_nor_lost, 0,
                        (int)(sizeof open_points / sizeof open_points[0]));
    tcase_add_loop_test(cases, attempts_are_compared, 0, (int)(sizeof attempts / sizeof attempts[0]));
    tcase_add_test(cases, a_score_of_an_earlier_grader_is_named);
    tcase_add_test(cases, the_worst_is_dropped);
    tcase_add_loop_test(cases, mistakes_are_named, 0, (int)(sizeof mistakes / sizeof mistakes[0]));
    tcase_add_loop_test(cases, named_on_the_leaderboard, 0, (int)(sizeof board / sizeof board[0]));
    tcase_add_loop_test(cases, one_way_to_name_a_student, 0, (int)(sizeof spellings / sizeof spellings[0]));
    tcase_add_loop_test(cases, late_days_are_budgeted, 0, (int)(sizeof budgets / sizeof budgets[0]));
    tcase_add_loop_test(cases, remarks_are_private, 0, (int)(sizeof readers / sizeof readers[0]));
    tcase_add_loop_test(cases, final_scores_are_shown, 0, (int)(sizeof places / sizeof places[0]));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
