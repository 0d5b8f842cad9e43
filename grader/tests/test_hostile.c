// Every folder below grader/tests/hostile/ is a submission that cheats or attacks, with the verdict that
// `grade` must give it (docs/fixtures.md). Ends with a table of their cost, and of how many were
// caught. Afterwards nothing of them may be left: no process, mount, control group or file.
//
// `make check` tries those whose `expect` has a line "# quick"; WARPLAB_HOSTILE=all (make check-hostile)
// tries all, WARPLAB_HOSTILE=NAME one. WARPLAB_TIER=C does so without bubblewrap. Those in hostile_gpu cheat
// with time on a GPU, and run where there is one.
// Inputs: grading grader/tests/hostile grader/tests/hostile_gpu
#include "skip.h"
#include "verdict.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 2, PATH_BYTES = 256 };

static struct run {
    const char *folder, *backend;
    char report[PATH_BYTES], words[PATH_BYTES], cost[PATH_BYTES]; // files: the JSON, grade's output and cost
    pid_t child;
    double begun, wall_s, cpu_s, peak_mib; // of its compilers and runners
    bool met;
    char *why; // why it is not met
} * runs;
static int run_count, caught;
static int gpu_skipped;    // fixtures that cheat with time on a GPU, without a GPU
static int plugin_skipped; // fixtures that need the plugin of g++, without it

// Everything that runs leave is in this folder, or identified by it: it is their TMPDIR.
static char scratch[] = "/tmp/warplab-hostile-XXXXXX", own_tmp[PATH_BYTES];
static char *mounts_before, *shared_before;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static char *read_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = strdup("");
    }
    if (file)
        fclose(file);
    return text;
}

static const char *name_of(const char *folder) { return strrchr(folder, '/') + 1; }

static bool is_wanted(const char *folder) {
    const char *which = getenv("WARPLAB_HOSTILE");
    if (which)
        return strcmp(which, "all") == 0 || strcmp(which, name_of(folder)) == 0;
    return verdict_has_mark(folder, "quick");
}

// Counts it if it cannot be tried here.
static bool is_possible(const char *folder, const char *backend) {
    const bool no_gpu = strcmp(backend, "gpu") == 0 && access("/dev/nvidiactl", F_OK) != 0;
    const bool no_plugin =
        verdict_has_mark(folder, "plugin") && access("build/lib/simt_stores.so", F_OK) != 0;
    gpu_skipped += no_gpu;
    plugin_skipped += !no_gpu && no_plugin;
    return !no_gpu && !no_plugin;
}

static void list_runs(const char *pattern, const char *backend) {
    static glob_t folders[2];
    glob_t *found = &folders[strcmp(backend, "gpu") == 0];
    if (glob(pattern, GLOB_ONLYDIR, NULL, found) != 0)
        return;
    runs = realloc(runs, ((size_t)run_count + found->gl_pathc) * sizeof *runs);
    for (size_t i = 0; runs && i < found->gl_pathc; i++) {
        if (!is_wanted(found->gl_pathv[i]) || !is_possible(found->gl_pathv[i], backend))
            continue;
        struct run *run = &runs[run_count];
        *run = (struct run){.folder = found->gl_pathv[i], .backend = backend};
        snprintf(run->report, sizeof run->report, "%s/%d.json", scratch, run_count);
        snprintf(run->words, sizeof run->words, "%s/%d.txt", scratch, run_count);
        snprintf(run->cost, sizeof run->cost, "%s/%d.cost", scratch, run_count);
        run_count++;
    }
}

// The lab is determined by the name of the submission's file.
static void lab_of(const struct run *run, char lab[32]) {
    char pattern[PATH_BYTES];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/*.cu", run->folder);
    snprintf(lab, 32, "no lab");
    if (glob(pattern, 0, NULL, &files) == 0)
        snprintf(lab, 32, "%.*s", (int)strcspn(name_of(files.gl_pathv[0]), "."), name_of(files.gl_pathv[0]));
    globfree(&files);
}

static void become_grade(const struct run *run) {
    char lab[32];
    const char *tier = getenv("WARPLAB_TIER");
    lab_of(run, lab);
    setenv("TMPDIR", own_tmp, 1);
    setenv("WARPLAB_COST", run->cost, 1);
    if (tier && strcmp(tier, "C") == 0)
        setenv("PATH", "/no/bubblewrap/here", 1);
    if (!freopen(run->words, "w", stderr))
        _exit(127);
    execl("./grade", "grade", lab, "--submission", run->folder, "--seed", "1", "--backend", run->backend,
          "--json", run->report, "--quiet", (char *)NULL);
    _exit(127);
}

static void read_cost(struct run *run) {
    char *text = read_text(run->cost);
    double bytes = 0;
    sscanf(text, "%lf %lf", &run->cpu_s, &bytes);
    run->peak_mib = bytes / 1048576;
    free(text);
}

static void end(struct run *run, int status) {
    run->child = 0; // the number may be given to a later one
    const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run->met = verdict_is_met(run->folder, run->report, exit_code, &run->why);
    run->wall_s = now() - run->begun;
    read_cost(run);
    caught += run->met;
}

static void start(struct run *run) {
    run->begun = now();
    run->child = fork();
    if (run->child == 0)
        become_grade(run);
}

static void grade_all(void) {
    int begun = 0, ended = 0;
    while (ended < run_count) {
        for (; begun < run_count && begun - ended < AT_ONCE; begun++)
            start(&runs[begun]);
        int status;
        const pid_t child = wait(&status);
        for (int i = 0; i < begun; i++)
            if (child > 0 && runs[i].child == child)
                end(&runs[i], status);
        ended++;
    }
}

// Lines that begin with a bar are shown by run-suites.sh even if all is well.
static void print_table(void) {
    printf("| %-34s | caught | time | processor time | most memory |\n", "submission");
    printf("| %-34s | -----: | ---: | -------------: | ----------: |\n",
           "----------------------------------");
    for (int i = 0; i < run_count; i++)
        printf("| %-34s | %6s | %5.1f s | %5.1f s | %5.0f MiB |\n", name_of(runs[i].folder),
               runs[i].met ? "yes" : "NO", runs[i].wall_s, runs[i].cpu_s, runs[i].peak_mib);
    printf("| caught %d / planted %d |\n", caught, run_count);
}

// The names in a folder, or of folders below it whose name begins with ours, one per line.
static char *names_in(const char *pattern) {
    glob_t found;
    char *names = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&names, &length);
    if (glob(pattern, GLOB_BRACE, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            fprintf(out, "%s\n", found.gl_pathv[i]);
    globfree(&found);
    fclose(out);
    return names;
}

static void look_before(void) {
    mounts_before = read_text("/proc/self/mountinfo");
    shared_before = names_in("/{dev/shm,var/tmp,run/lock}/*");
}

static void expect_same(const char *what, const char *before, char *after) {
    ck_assert_msg(strcmp(before, after) == 0, "%s were\n%s\nand are\n%s", what, before, after);
    free(after);
}

START_TEST(gets_its_verdict) {
    const struct run *run = &runs[_i];
    ck_assert_msg(run->met, "%s: %s", run->folder, run->why);
}
END_TEST

START_TEST(needs_a_gpu) { test_skip("there is no GPU to cheat with time on"); }
END_TEST

START_TEST(needs_the_plugin) { test_skip("the plugin of g++ is not built"); }
END_TEST

START_TEST(leaves_no_file) {
    struct dirent **entries;
    const int count = scandir(own_tmp, &entries, NULL, alphasort);
    ck_assert_msg(count == 2, "left in TMPDIR: %s", count > 2 ? entries[2]->d_name : "not even itself");
    free(entries[0]);
    free(entries[1]);
    free(entries);
    expect_same("shared folders", shared_before, names_in("/{dev/shm,var/tmp,run/lock}/*"));
}
END_TEST

START_TEST(leaves_no_mount) { expect_same("mounts", mounts_before, read_text("/proc/self/mountinfo")); }
END_TEST

// A group is named after its supervisor, and other graders may be running: only groups without one count. A
// supervisor that has just ended has removed its own before.
static size_t count_groups_left(void) {
    char *names = names_in("/sys/fs/cgroup{,/*,/*/*,/*/*/*}/warplab-*"), *rest = names;
    size_t left = 0;
    for (char *name; (name = strsep(&rest, "\n"));)
        left += name[0] != '\0' && kill((pid_t)atoi(strrchr(name, '-') + 1), 0) != 0 && errno == ESRCH &&
                access(name, F_OK) == 0;
    free(names);
    return left;
}

START_TEST(leaves_no_control_group) {
    for (int attempt = 0; attempt < 30 && count_groups_left() > 0; attempt++)
        usleep(100 * 1000);
    ck_assert_uint_eq(count_groups_left(), 0);
}
END_TEST

// Every process of a submission has its folder on the command line or in the environment.
START_TEST(leaves_no_process) {
    glob_t found;
    ck_assert_int_eq(glob("/proc/[1-9]*/{cmdline,environ}", GLOB_BRACE, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char text[65536];
        FILE *file = fopen(found.gl_pathv[i], "r");
        const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
        if (file)
            fclose(file);
        ck_assert_msg(!memmem(text, length, own_tmp, strlen(own_tmp)), "%s still runs", found.gl_pathv[i]);
    }
    globfree(&found);
}
END_TEST

START_TEST(there_are_enough) {
    ck_assert_int_ge(run_count + gpu_skipped + plugin_skipped, getenv("WARPLAB_HOSTILE") ? 1 : 15);
}
END_TEST

static void clean_up(void) {
    for (int i = 0; i < run_count; i++) {
        unlink(runs[i].report);
        unlink(runs[i].words);
        unlink(runs[i].cost);
        free(runs[i].why);
    }
    free(runs);
    rmdir(own_tmp);
    rmdir(scratch);
}

static bool prepare(void) {
    if (!mkdtemp(scratch))
        return false;
    snprintf(own_tmp, sizeof own_tmp, "%s/tmp", scratch);
    // Programs in the sandbox, which run as another user, need access.
    return chmod(scratch, 0711) == 0 && mkdir(own_tmp, 0755) == 0;
}

int main(void) {
    if (!prepare())
        return 1;
    look_before();
    list_runs("grader/tests/hostile/*", "cpu");
    if (getenv("WARPLAB_HOSTILE"))
        list_runs("grader/tests/hostile_gpu/*", "gpu");
    grade_all();
    print_table();
    Suite *suite = suite_create("hostile");
    TCase *cases = tcase_create("verdicts");
    tcase_add_test(cases, there_are_enough);
    tcase_add_loop_test(cases, gets_its_verdict, 0, run_count);
    tcase_add_loop_test(cases, needs_a_gpu, 0, gpu_skipped);
    tcase_add_loop_test(cases, needs_the_plugin, 0, plugin_skipped);
    tcase_add_test(cases, leaves_no_file);
    tcase_add_test(cases, leaves_no_mount);
    tcase_add_test(cases, leaves_no_control_group);
    tcase_add_test(cases, leaves_no_process);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    clean_up();
    return failed == 0 ? 0 : 1;
}
