// A batch graded by a cluster that fails in every way it can: at the end every submission has one result, or
// is open. Shell scripts replace Slurm's commands here; make check-slurm uses the real ones.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "class/slurm/slurm.h"

enum { STUDENTS = 7, PACK = 3 };

static char directory[256], db[300], *usual_path;
static struct error error;
static struct gradebook *book;
static struct intake intake;
static struct batch_progress progress;

// A task grades each submission of its part, or the first $FEW of them; "first": none the first time.
static const char tasks[] =
    "#!/bin/sh\n"
    "cd \"$(dirname \"$0\")\"\n"
    "[ \"$1\" = --version ] && exit 0\n"
    "for script; do :; done\n"
    "echo \"$*\" >>submitted\n"
    "[ \"$FEW\" != first ] || { [ -e started ] && FEW=-1 || FEW=0; touch started; }\n"
    "for part in \"$(dirname \"$script\")\"/*.db; do\n"
    "    sqlite3 \"$part\" \"INSERT OR IGNORE INTO result SELECT student, lab, sha256, version, seed, "
    "backend, attempt,\n"
    "        50, 100, '{}', 'text', '2026-01-01T00:00:00Z', 1 FROM submission LIMIT ${FEW:--1}\"\n"
    "done\n";

static void put_script(const char *name, const char *start, const char *end) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *out = fopen(path, "we");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "%s%s", start, end);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

static void play(const char *sbatch_end, const char *squeue) {
    put_script("sbatch", tasks, sbatch_end);
    put_script("squeue", "#!/bin/sh\ncd \"$(dirname \"$0\")\"\n", squeue);
}

static void set_up(void) {
    static char path[4096];
    const char *base = getenv("TMPDIR");
    usual_path = strdup(getenv("PATH"));
    snprintf(directory, sizeof directory, "%s/slurm-XXXXXX", base ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(db, sizeof db, "%s/it's a book.db", directory);
    snprintf(path, sizeof path, "%s:%s", directory, usual_path);
    setenv("PATH", path, 1);
    unsetenv("FEW");
    book = gradebook_open(db, GRADEBOOK_WRITE, &error);
    ck_assert_msg(book != NULL, "%s", error.text);
    intake = (struct intake){.targets = calloc(STUDENTS, sizeof(struct target)), .count = STUDENTS};
    for (int i = 0; i < STUDENTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        intake.targets[i] = (struct target){.student = strdup(name), .lab = "lab3"};
        const struct gradebook_submission submission = {.student = name,
                                                        .lab = "lab3",
                                                        .origin = "uploads",
                                                        .bytes = i < 2 ? "same" : name,
                                                        .length = i < 2 ? 4 : 2,
                                                        .version = "1",
                                                        .backend = "cpu"};
        ck_assert(gradebook_hand_in(book, &submission));
    }
    progress_begin(&progress, STUDENTS);
}

static void tear_down(void) {
    char command[400];
    setenv("PATH", usual_path, 1);
    free(usual_path);
    intake_free(&intake);
    gradebook_close(book);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

static const struct slurm_terms asked = {
    .options = {{"--partition", "main"}, {"--gres", "gpu:1"}, {"--mem", "4G"}, {NULL, "--nice=10"}},
    .option_count = 4,
    .pack = PACK,
    .jobs = 2,
    .backend = "cpu"};

static bool grade(void) { return slurm_grade(book, db, &intake, &asked, &progress, &error); }

static bool detach(void) {
    struct slurm_terms terms = asked;
    terms.detach = true;
    return slurm_grade(book, db, &intake, &terms, &progress, &error);
}

static bool collect(void) {
    struct slurm_terms terms = asked;
    terms.detach = true;
    return slurm_collect(book, db, &terms, &error);
}

static int graded(void) {
    int count = 0;
    struct gradebook_rows rows = gradebook_results(book, &(struct gradebook_filter){NULL, NULL});
    for (struct gradebook_result result; gradebook_next_result(&rows, &result);)
        count += result.has_score;
    ck_assert(gradebook_rows_end(&rows));
    return count;
}

static int submissions(void) {
    char path[300], line[1000];
    int lines = 0;
    snprintf(path, sizeof path, "%s/submitted", directory);
    FILE *in = fopen(path, "re");
    while (in && fgets(line, sizeof line, in))
        lines++;
    if (in)
        fclose(in);
    return lines;
}

static bool parts_are_left(void) {
    char path[320];
    struct stat status;
    snprintf(path, sizeof path, "%s.parts", db);
    return stat(path, &status) == 0;
}

// The cluster's behaviour, and the required result. Seven submissions in packs of three are three tasks.
static const struct cluster {
    const char *what, *few, *sbatch_end, *squeue;
    bool good;
    int graded, rounds;
    const char *why;
} clusters[] = {
    {"all is well", NULL, "echo 12", "", true, STUDENTS, 1, NULL},
    {"the queue is seen", NULL, "echo '12;cluster'", "[ -e seen ] || { touch seen; echo 0; }", true, STUDENTS,
     1, NULL},
    {"a task that has ended stays in the queue", NULL, "echo 12", "echo 1", true, STUDENTS, 1, NULL},
    {"a task stops early", "1", "echo 12", "", true, STUDENTS, 4, NULL},
    {"nothing is ever done", "0", "echo 12", "", true, 0, 2, NULL},
    {"the first array is forgotten", "first", "echo 12", "", true, STUDENTS, 2, NULL},
    {"tasks run twice", NULL, "sh -c 'true'; echo 12", "", true, STUDENTS, 1, NULL},
    {"it is refused", "0", "echo 'error: invalid partition' >&2; exit 1", "", false, 0, 1,
     "invalid partition"},
    {"it answers no number", "0", "echo hello", "", false, 0, 1, "hello"},
    {"the answer is lost", NULL, "echo 'error: timed out' >&2; exit 1",
     "[ -e seen ] || { touch seen; echo 0; }", true, STUDENTS, 1, NULL},
    {"the controller is away for a while", NULL, "echo 12",
     "echo x >>asked; [ $(wc -l <asked) -gt 2 ] || { echo 'cannot contact controller' >&2; exit 1; }", true,
     STUDENTS, 1, NULL},
    {"the controller is away when it is asked to submit", "1",
     "[ -e seen ] && echo 12 || { touch seen; echo 'cannot contact controller' >&2; exit 1; }",
     "echo x >>asked; [ $(wc -l <asked) -gt 1 ] || { echo 'cannot contact controller' >&2; exit 1; }", true,
     STUDENTS, 4, NULL},
    {"a part is torn", NULL,
     "[ -e torn ] || { touch torn; head -c 5000 /dev/urandom >\"$(dirname \"$script\")/0.db\"; }; echo 12",
     "", true, STUDENTS, 2, NULL},
    {"a part is gone", NULL, "[ -e torn ] || { touch torn; rm \"$(dirname \"$script\")/1.db\"; }; echo 12",
     "", true, STUDENTS, 2, NULL},
};

START_TEST(clusters_that_fail) {
    const struct cluster *cluster = &clusters[_i];
    if (cluster->few)
        setenv("FEW", cluster->few, 1);
    play(cluster->sbatch_end, cluster->squeue);
    ck_assert_msg(grade() == cluster->good, "%s: %s", cluster->what, error.text);
    ck_assert_msg(graded() == cluster->graded, "%s: %d graded", cluster->what, graded());
    ck_assert_msg(submissions() == cluster->rounds, "%s: %d rounds", cluster->what, submissions());
    ck_assert_msg(!cluster->why || strstr(error.text, cluster->why), "%s: %s", cluster->what, error.text);
    if (cluster->good) {
        ck_assert_uint_eq(progress.graded, (size_t)cluster->graded);
        ck_assert_uint_eq(progress.failed, (size_t)(STUDENTS - cluster->graded));
        ck_assert_msg(!parts_are_left(), "%s: parts are left", cluster->what);
    }
}
END_TEST

START_TEST(what_it_asks_for) {
    char path[300], line[1000];
    play("echo 12", "");
    ck_assert(grade());
    snprintf(path, sizeof path, "%s/submitted", directory);
    FILE *in = fopen(path, "re");
    ck_assert(in && fgets(line, sizeof line, in));
    fclose(in);
    static const char *const words[] = {"--array 0-2 ",  "--cpus-per-task 2 ", "--partition main ",
                                        "--gres gpu:1 ", "--requeue",          "--mem 4G ",
                                        "--nice=10 "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        ck_assert_msg(strstr(line, words[i]) != NULL, "%s: %s", words[i], line);
    ck_assert_ptr_null(strstr(line, "--account"));
}
END_TEST

// Options that may be passed on as they are.
static const struct {
    const char *word;
    bool free;
} words[] = {{"--exclusive", true},
             {"--nice=10", true},
             {"--mail-type=END", true},
             {"--exclude=n1", true},
             {"--array=0-3", false},
             {"--arr=0-3", false},
             {"--job-name=x", false},
             {"--job=x", false},
             {"--output=x", false},
             {"--wrap=ls", false},
             {"--dependency=1", false},
             {"--parsable", false},
             {"--no-requeue", false},
             {"--wait", false},
             {"-J", false},
             {"-a0-3", false},
             {"--cpus-per-task", false},
             {"exclusive", false},
             {"--", false},
             {"", false}};

START_TEST(an_option_is_free) {
    ck_assert_msg(slurm_option_is_free(words[_i].word) == words[_i].free, "%s", words[_i].word);
}
END_TEST

static void last_script(char *text, size_t size) {
    setenv("DB", db, 1);
    FILE *in = popen("cat \"$DB.parts\"/round-*/last.sh", "r");
    ck_assert_ptr_nonnull(in);
    text[fread(text, 1, size - 1, in)] = '\0';
    pclose(in);
}

// Detached, the batch has submitted an array and a last job, and merged nothing. The last job does.
START_TEST(a_last_job_merges) {
    char text[2000];
    struct slurm_standing standing;
    play("echo 12", "");
    ck_assert_msg(detach(), "%s", error.text);
    ck_assert_int_eq(submissions(), 2);
    ck_assert_int_eq(graded(), 0);
    slurm_stand(db, &standing);
    ck_assert_uint_eq(standing.handed, STUDENTS);
    ck_assert_uint_eq(standing.graded, STUDENTS);
    last_script(text, sizeof text);
    static const char *const said[] = {" --collect ",
                                       " --pack 3 ",
                                       " --backend cpu ",
                                       "it'\\''s a book.db'",
                                       " --partition='main'",
                                       " --gres='gpu:1'",
                                       " --mem='4G'",
                                       " --sbatch='--nice=10'",
                                       " -j 2\n"};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        ck_assert_msg(strstr(text, said[i]) != NULL, "%s: %s", said[i], text);
    ck_assert_msg(collect(), "%s", error.text);
    ck_assert_int_eq(graded(), STUDENTS);
    ck_assert_int_eq(submissions(), 2);
    ck_assert(!parts_are_left());
    slurm_stand(db, &standing);
    ck_assert_str_eq(standing.name, "");
}
END_TEST

// Each round brings one result of each part; the last job of each submits the next.
START_TEST(last_jobs_follow_each_other) {
    setenv("FEW", "1", 1);
    play("echo 12", "");
    ck_assert_msg(detach(), "%s", error.text);
    int rounds = 0;
    while (graded() < STUDENTS && rounds++ < STUDENTS)
        ck_assert_msg(collect(), "%s", error.text);
    ck_assert_int_eq(graded(), STUDENTS);
    ck_assert_int_eq(submissions(), 2 * rounds);
    ck_assert(!parts_are_left());
}
END_TEST

START_TEST(a_round_that_brings_nothing_is_the_last) {
    setenv("FEW", "0", 1);
    play("echo 12", "");
    ck_assert_msg(detach(), "%s", error.text);
    ck_assert(!collect());
    ck_assert_ptr_nonnull(strstr(error.text, "brought no result"));
    ck_assert_int_eq(submissions(), 2);
}
END_TEST

// Detached again while the array is at work nothing is submitted; a batch that waits takes it in.
START_TEST(a_detached_array_is_waited_for) {
    play("echo 12", "[ -e ended ] || echo 0");
    setenv("FEW", "0", 1);
    ck_assert_msg(detach(), "%s", error.text);
    ck_assert_msg(detach(), "%s", error.text);
    ck_assert_int_eq(submissions(), 2);
    unsetenv("FEW");
    play("echo 12", "");
    ck_assert_msg(grade(), "%s", error.text);
    ck_assert_int_eq(graded(), STUDENTS);
    ck_assert(!parts_are_left());
}
END_TEST

// Slurm takes the array, and not the job behind it.
START_TEST(without_a_last_job_it_is_said) {
    play("case \"$*\" in *--dependency*) echo 'error: no dependencies here' >&2; exit 1 ;; esac; echo 12",
         "");
    ck_assert(!detach());
    ck_assert_ptr_nonnull(strstr(error.text, "no dependencies here"));
    ck_assert_ptr_nonnull(strstr(error.text, "without --detach"));
    ck_assert_msg(grade(), "%s", error.text);
    ck_assert_int_eq(graded(), STUDENTS);
}
END_TEST

START_TEST(nothing_to_do) {
    play("echo 12", "");
    ck_assert(grade());
    progress_begin(&progress, STUDENTS);
    ck_assert(grade());
    ck_assert_int_eq(submissions(), 1);
    ck_assert_uint_eq(progress.before, STUDENTS);
}
END_TEST

// A batch that was killed has left a round; the next merges it before it submits what is missing.
START_TEST(left_round_is_taken_in) {
    setenv("DB", db, 1);
    ck_assert_int_eq(
        system(
            "mkdir -p \"$DB.parts/round-1-2-3\" \"$DB.parts/making\" && cd \"$DB.parts/round-1-2-3\" && "
            "cp \"$DB\" 0.db && touch ../making/x && sqlite3 0.db \"INSERT INTO result SELECT student, lab, "
            "sha256, version, seed, backend, attempt, 50, 100, '{}', 'text', '2026-01-01T00:00:00Z', 1 "
            "FROM submission LIMIT 4\""),
        0);
    play("echo 12", "");
    ck_assert_msg(grade(), "%s", error.text);
    ck_assert_int_eq(graded(), STUDENTS);
    ck_assert_uint_eq(progress.before + progress.graded, STUDENTS);
    ck_assert_int_eq(submissions(), 1);
    ck_assert(!parts_are_left());
}
END_TEST

// Tasks run on machines other than the batch's, and are asked for what --require-tier asks for. Without
// bubblewrap there is no more than tier C.
START_TEST(tier_is_asked_of_the_tasks) {
    char path[300], printed[4000];
    ck_assert_int_eq(chmod(directory, 0755), 0); // user nobody must find bwrap in it
    put_script("bwrap", "#!/bin/sh\n", "exit 1");
    put_script("sbatch",
               "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n"
               "for script; do :; done\n",
               "SLURM_ARRAY_TASK_ID=0 sh \"$script\" >\"$HERE/task.log\" 2>&1; echo 12");
    put_script("squeue", "#!/bin/sh\n", "");
    setenv("HERE", directory, 1);
    ck_assert_int_eq(system("exec >\"$HERE/said\" 2>&1; mkdir -p \"$HERE/up/ada\"; "
                            "cp solutions/lab1/lab1.cu \"$HERE/up/ada\"; "
                            "./grade batch \"$HERE/up\" --slurm --require-tier B --db \"$HERE/class.db\"; "
                            "echo exit code $?; ./grade status --db \"$HERE/class.db\"; :"),
                     0);
    snprintf(path, sizeof path, "%s/said", directory);
    FILE *in = fopen(path, "re");
    ck_assert_ptr_nonnull(in);
    printed[fread(printed, 1, sizeof printed - 1, in)] = '\0';
    fclose(in);
    ck_assert_msg(strstr(printed, "1 have no result") != NULL, "%s", printed);
    ck_assert_msg(strstr(printed, "exit code 2") != NULL, "%s", printed);
    ck_assert_msg(strstr(printed, "the sandbox here is of tier C, and --require-tier asks for B") != NULL,
                  "%s", printed);
}
END_TEST

START_TEST(no_slurm) {
    setenv("PATH", "/nonexistent", 1);
    ck_assert(!grade());
    ck_assert_ptr_nonnull(strstr(error.text, "is Slurm installed"));
}
END_TEST

// The part has what a task needs and nothing more: its own submissions, and no one else's text.
START_TEST(parts_hold_their_own) {
    char part[320];
    struct gradebook_filter which[] = {{"s0", "lab3"}, {"s5", "lab3"}};
    char *bytes;
    size_t length;
    int count = 0;
    snprintf(part, sizeof part, "%s/part.db", directory);
    ck_assert_msg(gradebook_split(book, part, which, 2), "%s", gradebook_error(book));
    struct gradebook *other = gradebook_open(part, GRADEBOOK_WRITE, &error);
    struct gradebook_work work, same;
    ck_assert_int_eq(gradebook_claim(other, "s5", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert_int_eq(gradebook_claim(book, "s5", "lab3", &same), GRADEBOOK_CLAIMED);
    ck_assert_str_eq(work.terms.seed, same.terms.seed);
    gradebook_work_free(&same);
    ck_assert_int_eq(gradebook_claim(other, "s1", "lab3", &same), GRADEBOOK_DONE); // is not in it
    ck_assert(gradebook_source(other, work.terms.sha256, &bytes, &length));
    ck_assert_mem_eq(bytes, "s5", 2);
    free(bytes);
    const struct gradebook_outcome outcome = {
        .score = 9, .max_score = 100, .report_json = "{}", .report_text = "x"};
    ck_assert(gradebook_record(other, &work, &outcome));
    gradebook_work_free(&work);
    ck_assert_int_eq(gradebook_claim(other, "s0", "lab3", &work), GRADEBOOK_CLAIMED);
    ck_assert(gradebook_release(other, &work, "the compiler is ill"));
    gradebook_work_free(&work);
    gradebook_close(other);
    for (int i = 0; i < 2; i++) { // the second time nothing is new
        ck_assert_msg(gradebook_merge(book, part, &count), "%s", gradebook_error(book));
        ck_assert_int_eq(count, i == 0);
    }
    struct gradebook_rows rows = gradebook_results(book, &which[0]);
    struct gradebook_result result;
    ck_assert(gradebook_next_result(&rows, &result));
    ck_assert_str_eq(result.status, "not_graded");
    ck_assert_str_eq(result.reason, "the compiler is ill");
    ck_assert(gradebook_rows_end(&rows));
    ck_assert_int_eq(graded(), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("slurm");
    TCase *tests = tcase_create("slurm");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, clusters_that_fail, 0, sizeof clusters / sizeof clusters[0]);
    tcase_add_test(tests, what_it_asks_for);
    tcase_add_loop_test(tests, an_option_is_free, 0, sizeof words / sizeof words[0]);
    tcase_add_test(tests, a_last_job_merges);
    tcase_add_test(tests, last_jobs_follow_each_other);
    tcase_add_test(tests, a_round_that_brings_nothing_is_the_last);
    tcase_add_test(tests, a_detached_array_is_waited_for);
    tcase_add_test(tests, without_a_last_job_it_is_said);
    tcase_add_test(tests, nothing_to_do);
    tcase_add_test(tests, left_round_is_taken_in);
    tcase_add_test(tests, tier_is_asked_of_the_tasks);
    tcase_add_test(tests, no_slurm);
    tcase_add_test(tests, parts_hold_their_own);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
