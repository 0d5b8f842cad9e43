// Input of editors: lines as compilers print them, SARIF, and ./grade --watch from a save to its finding.
#include <check.h>
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/machine_load.h"
#include "base/timestamp.h"
#include "skip.h"

enum { TEXT = 1 << 18, MAX_WORDS = 8, PATIENCE_S = 60 };
static const double most_s = 2; // from a save to its finding, on two idle cores

static char scratch[] = "/tmp/warplab-editor-XXXXXX";
static char text[TEXT];
static pid_t running;

static const char *in_scratch(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static const char *read_file(const char *path) {
    FILE *file = fopen(path, "re");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    text[fread(text, 1, TEXT - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void start(const char *const *words) {
    char *arguments[MAX_WORDS + 2] = {(char *)"grade"};
    const int out = open(in_scratch("out"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    ck_assert_int_ge(out, 0);
    running = fork();
    ck_assert_int_ge(running, 0);
    if (running != 0)
        close(out);
    if (running != 0)
        return;
    for (int i = 0; i < MAX_WORDS && words[i]; i++)
        arguments[i + 1] = (char *)words[i];
    dup2(out, STDOUT_FILENO);
    execv("./grade", arguments);
    _exit(127);
}

static int finish(void) {
    int status;
    ck_assert_int_eq(waitpid(running, &status, 0), running);
    running = 0;
    ck_assert_msg(WIFEXITED(status), "grade died of signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

// Grades a fixture of lab3, and leaves the output in `text`.
static int grade(const char *fixture, const char *format) {
    char folder[256];
    snprintf(folder, sizeof folder, "grader/course/lab3/fixtures/%s", fixture);
    start(
        (const char *const[]){"lab3", "--backend", "cpu", "--submission", folder, "--format", format, NULL});
    const int code = finish();
    read_file(in_scratch("out"));
    return code;
}

// The first line of the output, without the folder; and the note after it, if there is one.
static const struct {
    const char *fixture, *line, *with, *note;
} lines[] = {
    {"missing_barrier", "lab3.cu:14:", "[races/race_in_block]", "lab3.cu:14:"},
    {"tail_dropped", "lab3.cu:", "[correct/values]", NULL},
    {"syntax_error", "lab3.cu:", "[build/compile]", NULL},
    {"serial_one_thread", "lab3.cu:", ": warning: ", NULL},
};

START_TEST(lines_are_a_compilers) {
    ck_assert_int_eq(grade(lines[_i].fixture, "lines"), 1);
    char *name = strstr(text, "/lab3.cu:");
    ck_assert_msg(name != NULL, "%s", text);
    ck_assert_int_eq(strncmp(name + 1, lines[_i].line, strlen(lines[_i].line)), 0);
    char *rest = NULL;
    ck_assert_int_ge(strtol(name + strlen("/lab3.cu:"), &rest, 10), 1);
    ck_assert_int_eq(*rest, ':');
    ck_assert_int_ge(strtol(rest + 1, &rest, 10), 1);
    ck_assert_msg(strncmp(rest, ": error: ", 9) == 0 || strncmp(rest, ": warning: ", 11) == 0, "%s", text);
    ck_assert_msg(strstr(text, lines[_i].with) != NULL, "no %s: %s", lines[_i].with, text);
    const char *note = strstr(text, ": note: the other side is here\n");
    ck_assert_msg((note != NULL) == (lines[_i].note != NULL), "%s", text);
}
END_TEST

START_TEST(nothing_wrong_is_no_line) {
    ck_assert_int_eq(grade("correct_extern_shared", "lines"), 0);
    ck_assert_str_eq(text, "");
}
END_TEST

// The standard's objects, as far as they are used here: for each its allowed properties, their types,
// and the required ones. These objects have no others, and a misspelt one is not in the standard.
enum {
    STRING = cJSON_String,
    NUMBER = cJSON_Number,
    TRUTH = cJSON_True,
    OBJECT = cJSON_Object,
    LIST = cJSON_Array
};
static const struct property {
    const char *of, *name;
    int type;
    bool required;
    const char *is; // of an object, or of a list's elements
} properties[] = {
    {"sarifLog", "$schema", STRING, false, NULL},
    {"sarifLog", "version", STRING, true, NULL},
    {"sarifLog", "runs", LIST, true, "run"},
    {"run", "tool", OBJECT, true, "tool"},
    {"run", "invocations", LIST, false, "invocation"},
    {"run", "originalUriBaseIds", OBJECT, false, NULL},
    {"run", "columnKind", STRING, false, NULL},
    {"run", "results", LIST, false, "result"},
    {"run", "properties", OBJECT, false, NULL},
    {"tool", "driver", OBJECT, true, "toolComponent"},
    {"toolComponent", "name", STRING, true, NULL},
    {"toolComponent", "rules", LIST, false, "reportingDescriptor"},
    {"invocation", "executionSuccessful", TRUTH, true, NULL},
    {"reportingDescriptor", "id", STRING, true, NULL},
    {"reportingDescriptor", "shortDescription", OBJECT, false, "multiformatMessageString"},
    {"reportingDescriptor", "help", OBJECT, false, "multiformatMessageString"},
    {"reportingDescriptor", "defaultConfiguration", OBJECT, false, "reportingConfiguration"},
    {"multiformatMessageString", "text", STRING, true, NULL},
    {"reportingConfiguration", "level", STRING, false, NULL},
    {"result", "ruleId", STRING, false, NULL},
    {"result", "ruleIndex", NUMBER, false, NULL},
    {"result", "level", STRING, false, NULL},
    {"result", "message", OBJECT, true, "message"},
    {"result", "locations", LIST, false, "location"},
    {"result", "relatedLocations", LIST, false, "location"},
    {"result", "properties", OBJECT, false, NULL},
    {"message", "text", STRING, true, NULL},
    {"location", "physicalLocation", OBJECT, false, "physicalLocation"},
    {"location", "message", OBJECT, false, "message"},
    {"physicalLocation", "artifactLocation", OBJECT, true, "artifactLocation"},
    {"physicalLocation", "region", OBJECT, false, "region"},
    {"artifactLocation", "uri", STRING, false, NULL},
    {"artifactLocation", "uriBaseId", STRING, false, NULL},
    {"region", "startLine", NUMBER, true, NULL},
    {"region", "startColumn", NUMBER, false, NULL},
    {"region", "endColumn", NUMBER, false, NULL},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

static const struct property *property_of(const char *of, const char *name) {
    for (size_t i = 0; i < PROPERTIES; i++)
        if (strcmp(properties[i].of, of) == 0 && strcmp(properties[i].name, name) == 0)
            return &properties[i];
    return NULL;
}

static void check_object(const cJSON *object, const char *of) {
    const cJSON *member, *element;
    for (size_t i = 0; i < PROPERTIES; i++)
        if (properties[i].required && strcmp(properties[i].of, of) == 0)
            ck_assert_msg(cJSON_HasObjectItem(object, properties[i].name), "%s has no %s", of,
                          properties[i].name);
    cJSON_ArrayForEach(member, object) {
        const struct property *property = property_of(of, member->string);
        ck_assert_msg(property != NULL, "%s has a property %s", of, member->string);
        ck_assert_msg((member->type & 0xff) == property->type, "%s of %s is of another type", member->string,
                      of);
        if (property->is && property->type == OBJECT)
            check_object(member, property->is);
        else if (property->is)
            cJSON_ArrayForEach(element, member) check_object(element, property->is);
    }
}

static const cJSON *member_of(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(member != NULL, "no %s", name);
    return member;
}

static double line_of(const cJSON *location) {
    const cJSON *region = member_of(member_of(location, "physicalLocation"), "region");
    const double column = member_of(region, "startColumn")->valuedouble;
    ck_assert_double_ge(column, 1);
    if (cJSON_HasObjectItem(region, "endColumn"))
        ck_assert_double_gt(member_of(region, "endColumn")->valuedouble, column);
    ck_assert_double_ge(member_of(region, "startLine")->valuedouble, 1);
    return member_of(region, "startLine")->valuedouble;
}

static const struct {
    const char *fixture, *rule, *level; // of the first result; NULL: there is none
    double line, other;                 // 0: any; no other
} logs[] = {
    {"missing_barrier", "races/race_in_block", "error", 14, 14},
    {"tail_dropped", "correct/values", "error", 0, 0},
    {"syntax_error", "build/compile", "error", 0, 0},
    {"serial_one_thread", "technique/technique", "warning", 0, 0},
    {"correct_extern_shared", NULL, NULL, 0, 0},
};

START_TEST(sarif_is_the_standards) {
    ck_assert_int_eq(grade(logs[_i].fixture, "sarif"), logs[_i].rule != NULL);
    cJSON *log = cJSON_Parse(text);
    ck_assert_msg(log != NULL, "no JSON: %s", text);
    check_object(log, "sarifLog");
    ck_assert_str_eq(member_of(log, "version")->valuestring, "2.1.0");
    const cJSON *run = cJSON_GetArrayItem(member_of(log, "runs"), 0);
    const cJSON *rules = member_of(member_of(member_of(run, "tool"), "driver"), "rules");
    const cJSON *results = member_of(run, "results"), *result;
    cJSON_ArrayForEach(result, results) {
        const cJSON *rule = cJSON_GetArrayItem(rules, member_of(result, "ruleIndex")->valueint);
        ck_assert_str_eq(member_of(rule, "id")->valuestring, member_of(result, "ruleId")->valuestring);
        ck_assert_str_ne(member_of(member_of(result, "message"), "text")->valuestring, "");
        line_of(cJSON_GetArrayItem(member_of(result, "locations"), 0));
    }
    const cJSON *first = cJSON_GetArrayItem(results, 0);
    ck_assert((first != NULL) == (logs[_i].rule != NULL));
    if (first) {
        ck_assert_str_eq(member_of(first, "ruleId")->valuestring, logs[_i].rule);
        ck_assert_str_eq(member_of(first, "level")->valuestring, logs[_i].level);
        const double line = line_of(cJSON_GetArrayItem(member_of(first, "locations"), 0));
        ck_assert(logs[_i].line == 0 || line == logs[_i].line);
        const cJSON *others = cJSON_GetObjectItemCaseSensitive(first, "relatedLocations");
        ck_assert((others != NULL) == (logs[_i].other > 0));
        if (others)
            ck_assert(line_of(cJSON_GetArrayItem(others, 0)) == logs[_i].other);
    }
    cJSON_Delete(log);
}
END_TEST

// clang with these flags reads every file that a student may edit or open in the same way as clangd.
START_TEST(clang_understands_the_files) {
    char command[1024];
    if (!skip_has_program("clang"))
        test_skip("clang is not installed");
    snprintf(
        command, sizeof command,
        "cd labs && for lab in lab* challenge-*; do for file in $lab/$lab.cu ../solutions/$lab/$lab.cu; do "
        "clang -fsyntax-only -Werror $(cat compile_flags.txt) -I$lab $file || exit; done; done 2>&1");
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    text[fread(text, 1, TEXT - 1, out)] = '\0';
    ck_assert_msg(pclose(out) == 0, "%s", text);
}
END_TEST

// Its messages about a mistake: an undeclared name, and a kernel that calls a host function.
static const struct {
    const char *source, *says;
} mistakes[] = {
    {"__global__ void k(int *p) { p[threadIdx.x] = undeclared; }\n", "2:46: error: use of undeclared"},
    {"int host() { return 1; }\n__global__ void k(int *p) { p[0] = host(); }\n", "3:36: error:"},
    {"__global__ void k(int *p) { *p = 1; }\nvoid f(int *p) { k<<<1, 2>>>(p, p); }\n",
     "3:33: error: too many arguments"},
};

START_TEST(clang_names_mistakes) {
    char command[512];
    if (!skip_has_program("clang"))
        test_skip("clang is not installed");
    FILE *file = fopen(in_scratch("own/k.cu"), "we");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "#include \"warplab.h\"\n%s", mistakes[_i].source);
    ck_assert_int_eq(fclose(file), 0);
    snprintf(command, sizeof command, "cd labs && clang -fsyntax-only $(cat compile_flags.txt) '%s' 2>&1",
             in_scratch("own/k.cu"));
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    text[fread(text, 1, TEXT - 1, out)] = '\0';
    ck_assert_int_ne(pclose(out), 0);
    ck_assert_msg(strstr(text, mistakes[_i].says) != NULL, "%s", text);
}
END_TEST

static cJSON *read_tasks(void) {
    cJSON *file = cJSON_Parse(read_file("labs/.vscode/tasks.json"));
    ck_assert_msg(file != NULL, "tasks.json is no JSON");
    return file;
}

static bool line_matches(const regex_t *expression, const char *line, regmatch_t *parts, size_t count) {
    char own[4096];
    snprintf(own, sizeof own, "%.*s", (int)strcspn(line, "\n"), line);
    return regexec(expression, own, count, parts, 0) == 0;
}

static int count_matching(const char *pattern, const char *output) {
    regex_t expression;
    int found = 0;
    ck_assert_int_eq(regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB), 0);
    for (const char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n')
        found += line_matches(&expression, line, NULL, 0);
    regfree(&expression);
    return found;
}

// Each task is a command that ./grade takes, from a file of lab3.
START_TEST(tasks_are_commands) {
    cJSON *file = read_tasks();
    const cJSON *task;
    ck_assert_str_eq(member_of(member_of(file, "options"), "cwd")->valuestring, "${fileDirname}/../..");
    ck_assert_int_ge(cJSON_GetArraySize(member_of(file, "tasks")), 4);
    cJSON_ArrayForEach(task, member_of(file, "tasks")) {
        char command[512], line[128];
        snprintf(line, sizeof line, "%s", member_of(task, "command")->valuestring);
        ck_assert_int_eq(strncmp(line, "./grade ", strlen("./grade ")), 0);
        // Invalid input ends with 2, before anything is done.
        snprintf(command, sizeof command,
                 "fileDirnameBasename=lab3 sh -c '%s --submission no/such/file' >'%s' 2>&1", line,
                 in_scratch("out"));
        ck_assert_int_eq(WEXITSTATUS(system(command)), 2);
        read_file(in_scratch("out"));
        ck_assert_msg(strstr(text, "cannot read the submission no/such/file") ||
                          strstr(text, "the last report was about nothing"),
                      "%s: %s", line, text);
    }
    cJSON_Delete(file);
}
END_TEST

START_TEST(problem_matchers_match) {
    static const int wanted[] = {14, 14};
    cJSON *file = read_tasks();
    regex_t expression;
    regmatch_t parts[6];
    const cJSON *task = cJSON_GetArrayItem(member_of(file, "tasks"), _i);
    const cJSON *pattern = member_of(member_of(task, "problemMatcher"), "pattern");
    ck_assert_int_eq(regcomp(&expression, member_of(pattern, "regexp")->valuestring, REG_EXTENDED), 0);
    grade("missing_barrier", "lines");
    size_t found = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        ck_assert_msg(line_matches(&expression, line, parts, 6), "%s", line);
        if (found == 2)
            continue;
        ck_assert_int_eq(atoi(line + parts[member_of(pattern, "line")->valueint].rm_so), wanted[found]);
        ck_assert_int_ge(atoi(line + parts[member_of(pattern, "column")->valueint].rm_so), 1);
        const regmatch_t severity = parts[member_of(pattern, "severity")->valueint];
        ck_assert_int_eq(strncmp(line + severity.rm_so, found ? "note" : "error", found ? 4 : 5), 0);
        ck_assert_int_gt(parts[member_of(pattern, "message")->valueint].rm_eo - severity.rm_eo, 10);
        found++;
    }
    ck_assert_uint_eq(found, 2);
    regfree(&expression);
    cJSON_Delete(file);
}
END_TEST

// The student's file under watch, and its folder.
static void put_file(const char *name, const char *from) {
    char command[512];
    snprintf(command, sizeof command, "cat '%s' >'%s'", from, in_scratch(name));
    ck_assert_int_eq(system(command), 0);
}

static const char *const right = "solutions/lab3/lab3.cu",
                         *const wrong = "grader/course/lab3/fixtures/missing_barrier/lab3.cu";

static int count(const char *words) {
    int found = 0;
    for (const char *at = read_file(in_scratch("out")); (at = strstr(at, words)); at++)
        found++;
    return found;
}

// Waits until the words were printed so often. @return the seconds it took
static double wait_for(const char *words, int times) {
    const double begin = clock_now();
    while (count(words) < times) {
        ck_assert_msg(clock_now() - begin < PATIENCE_S, "not %d times \"%s\": %s", times, words, text);
        usleep(10000);
    }
    return clock_now() - begin;
}

static void start_watching(const char *from) {
    char folder[256];
    snprintf(folder, sizeof folder, "%s", in_scratch("own"));
    put_file("own/lab3.cu", from);
    start((const char *const[]){"lab3", "--backend", "cpu", "--submission", folder, "--watch", "--format",
                                "lines", NULL});
}

static void stop_watching(int number) {
    kill(running, number);
    ck_assert_int_eq(finish(), 0);
}

// Editors write into the file, or rename another one to its name.
static void save_in_place(const char *from) { put_file("own/lab3.cu", from); }

static void save_by_renaming(const char *from) {
    char to[256];
    put_file("own/.lab3.cu.new", from);
    snprintf(to, sizeof to, "%s", in_scratch("own/lab3.cu"));
    ck_assert_int_eq(rename(in_scratch("own/.lab3.cu.new"), to), 0);
}

static void save_with_backup(const char *from) {
    char to[256];
    snprintf(to, sizeof to, "%s", in_scratch("own/lab3.cu~"));
    ck_assert_int_eq(rename(in_scratch("own/lab3.cu"), to), 0);
    put_file("own/lab3.cu", from);
}

static void (*const saves[])(const char *from) = {save_in_place, save_by_renaming, save_with_backup};

START_TEST(a_save_is_seen) {
    start_watching(right);
    wait_for(": all cases done", 1);
    ck_assert_int_eq(count("error:"), 0);
    saves[_i](wrong);
    wait_for("races/race_in_block", 1);
    ck_assert_int_eq(count("lab3.cu:14:"), 3); // the race, its other side, and the wrong value
    wait_for(": all cases done", 2);
    // Both stages of both gradings begin and end, as VS Code expects.
    cJSON *file = cJSON_Parse(read_file("labs/.vscode/tasks.json"));
    const cJSON *task = cJSON_GetArrayItem(member_of(file, "tasks"), 1);
    const cJSON *background = member_of(member_of(task, "problemMatcher"), "background");
    read_file(in_scratch("out"));
    ck_assert_int_eq(count_matching(member_of(background, "beginsPattern")->valuestring, text), 4);
    ck_assert_int_eq(count_matching(member_of(background, "endsPattern")->valuestring, text), 4);
    cJSON_Delete(file);
    stop_watching(SIGINT);
}
END_TEST

START_TEST(a_finding_comes_soon) {
    start_watching(right);
    wait_for(": all cases done", 1);
    for (int i = 0; machine_idle_cores() < 2 && i < 50; i++)
        usleep(100000);
    if (machine_idle_cores() < 2) {
        stop_watching(SIGINT);
        test_skip("fewer than two cores are idle: nothing is said about time");
    }
    save_in_place(wrong);
    const double seconds = wait_for("races/race_in_block", 1);
    stop_watching(SIGINT);
    ck_assert_msg(seconds <= most_s, "%.2f s", seconds);
}
END_TEST

// A stopped grading prints nothing more. This one runs until a time limit.
START_TEST(a_save_in_between_begins_anew) {
    start_watching("grader/course/lab3/fixtures/endless_loop/lab3.cu");
    wait_for("small cases ...", 1);
    save_by_renaming(right);
    wait_for(": all cases done", 1);
    ck_assert_int_eq(count("small cases ..."), 2);
    ck_assert_int_eq(count("small cases done"), 1);
    ck_assert_int_eq(count(": all cases ..."), 1);
    stop_watching(SIGTERM);
}
END_TEST

START_TEST(other_files_are_not_looked_at) {
    start_watching(right);
    wait_for(": all cases done", 1);
    put_file("own/notes.txt", right);
    put_file("own/lab3.cu.swp", wrong);
    save_in_place(right);
    wait_for(": all cases done", 2);
    ck_assert_int_eq(count("small cases ..."), 2);
    stop_watching(SIGINT);
}
END_TEST

START_TEST(what_is_right_stays_right) {
    start_watching(wrong);
    wait_for(": all cases done", 1);
    save_in_place(right);
    wait_for(": all cases done", 2);
    ck_assert_ptr_null(strstr(strstr(text, ": all cases done"), "error:"));
    stop_watching(SIGINT);
}
END_TEST

START_TEST(a_folder_that_is_gone_is_told) {
    start_watching(right);
    wait_for(": all cases done", 1);
    char command[512];
    snprintf(command, sizeof command, "rm -r '%s'", in_scratch("own"));
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(finish(), 2);
}
END_TEST

// The trace of the case in a report, without its options.
START_TEST(the_case_that_failed_is_traced) {
    char folder[] = "grader/course/lab4/fixtures/barrier_in_if", page[256];
    snprintf(page, sizeof page, "%s", in_scratch("trace.json"));
    start((const char *const[]){"lab4", "--backend", "cpu", "--submission", folder, NULL});
    ck_assert_int_eq(finish(), 1);
    ck_assert_ptr_nonnull(strstr(read_file(in_scratch("out")), "--trace trace.html --task"));
    char task[64] = "";
    ck_assert_int_eq(sscanf(strstr(text, "--task"), "--task %63s", task), 1);
    start((const char *const[]){"lab4", "--submission", folder, "--trace", page, "--failed", NULL});
    ck_assert_int_eq(finish(), 1);
    ck_assert_msg(strncmp(read_file(in_scratch("out")), task, strlen(task)) == 0, "%s", text);
    ck_assert_ptr_null(strstr(text, "no bad access"));
    // After full marks there is no such case.
    start((const char *const[]){"lab4", "--backend", "cpu", "--submission", "solutions/lab4", NULL});
    ck_assert_int_eq(finish(), 0);
    start((const char *const[]){"lab4", "--submission", "solutions/lab4", "--trace", page, "--failed", NULL});
    ck_assert_int_eq(finish(), 2);
}
END_TEST

static void set_up(void) {
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(mkdir(in_scratch("own"), 0755), 0);
    running = 0;
}

static void tear_down(void) {
    char command[128];
    if (running > 0)
        kill(running, SIGTERM);
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    ck_assert_int_eq(system(command), 0);
}

int main(void) {
    Suite *suite = suite_create("editor");
    TCase *cases = tcase_create("forms");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, lines_are_a_compilers, 0, (int)(sizeof lines / sizeof *lines));
    tcase_add_test(cases, nothing_wrong_is_no_line);
    tcase_add_loop_test(cases, sarif_is_the_standards, 0, (int)(sizeof logs / sizeof *logs));
    tcase_add_test(cases, the_case_that_failed_is_traced);
    tcase_add_test(cases, clang_understands_the_files);
    tcase_add_loop_test(cases, clang_names_mistakes, 0, (int)(sizeof mistakes / sizeof *mistakes));
    tcase_add_test(cases, tasks_are_commands);
    tcase_add_loop_test(cases, problem_matchers_match, 0, 2);
    suite_add_tcase(suite, cases);
    cases = tcase_create("watch");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, a_save_is_seen, 0, (int)(sizeof saves / sizeof *saves));
    tcase_add_test(cases, a_finding_comes_soon);
    tcase_add_test(cases, a_save_in_between_begins_anew);
    tcase_add_test(cases, other_files_are_not_looked_at);
    tcase_add_test(cases, what_is_right_stays_right);
    tcase_add_test(cases, a_folder_that_is_gone_is_told);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
