// SIMT_TRACE: each program of tests/trace is run, and its recording must hold what the program's comments
// say:
//   // trace: ARRAY INTERVAL: CELL=VALUE ...   all that block 0 left in that array in that interval
//   // trace: steps N | cut | array NAME SPACE TYPE CELLS [in rows of N] | argument NAME VALUE
//   // trace: shuffle SOURCES VALUES           a shuffle whose lanes 0, 1, ... took these values from these
//   lanes
//   // trace: atomic ARRAY CELL=VALUE ...         one atomic operation, and what it left in the cells, lane
//   by lane
//   ... // trace-error: KIND                   a step at this line with an error of that kind
//   ... // trace-where: NAME=VALUE,... ...   a step at this line whose lanes' variables hold these (one
//   value: all)
// Inputs: grading grader/course grader/tests/trace grader/tests/web grader/tests/hostile
#include <cJSON.h>
#include <check.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT = 1 << 16, CELLS = 4096, LARGEST_PAGE = 200 * 1000 };

static const char *const programs[] = {"blelloch",  "hillis_steele", "names",  "shuffle",
                                       "variables", "histogram",     "faults", "large",
                                       "scan_64",   "pointers",      "vectors"};

static char scratch[] = "/tmp/warplab-trace-XXXXXX";

static char *read_all(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t length = 0;
    ck_assert_msg(in != NULL, "%s cannot be read", path);
    ck_assert(getdelim(&text, &length, '\0', in) >= 0);
    fclose(in);
    return text;
}

static int run(const char *const *words, const char *trace) {
    const pid_t child = fork();
    if (child == 0) {
        if (trace)
            setenv("SIMT_TRACE", trace, 1);
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(127);
        execv(words[0], (char *const *)words);
        _exit(127);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Each once: all tests share the folder.
static void build(const char *name, char source[PATH_MAX], char program[PATH_MAX]) {
    snprintf(source, PATH_MAX, "grader/tests/trace/%s.cu", name);
    snprintf(program, PATH_MAX, "%s/%s", scratch, name);
    const char *const words[] = {"build/bin/simtcc", source, "-o", program, NULL};
    if (access(program, X_OK) != 0)
        ck_assert_int_eq(run(words, NULL), 0);
}

static const cJSON *get(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItem(object, name);
    ck_assert_msg(item != NULL, "the trace lacks \"%s\"", name);
    return item;
}

static int number(const cJSON *object, const char *name) { return get(object, name)->valueint; }
static const char *text_of(const cJSON *object, const char *name) { return get(object, name)->valuestring; }

// A value as the trace has it, in few words.
static void print_value(char *to, size_t size, const cJSON *value) {
    snprintf(to, size, "%.9g", value->valuedouble);
}

// "1=3 3=7": what the stores of block 0 left in the array in that interval, by cell.
static void stores_in(const cJSON *launch, const char *array, int interval, char *out) {
    static char cells[CELLS][24];
    memset(cells, 0, sizeof cells);
    const cJSON *event;
    cJSON_ArrayForEach(event, get(launch, "events")) {
        const char *kind = text_of(event, "k");
        if ((strcmp(kind, "store") != 0 && strcmp(kind, "atomic") != 0) || number(event, "b") != 0 ||
            number(event, "i") != interval)
            continue;
        const cJSON *its = cJSON_GetArrayItem(get(launch, "arrays"), number(event, "a"));
        if (strcmp(text_of(its, "name"), array) != 0)
            continue;
        for (int i = 0; i < cJSON_GetArraySize(get(event, "c")); i++) {
            const int cell = cJSON_GetArrayItem(get(event, "c"), i)->valueint;
            const cJSON *value = cJSON_GetArrayItem(get(event, "v"), i), *its_own = value;
            int width = 1;
            if (cJSON_IsArray(value)) { // an access to several cells
                width = number(event, "n");
                its_own = value->child;
            }
            ck_assert(cell >= 0 && cell + width <= CELLS);
            for (int k = 0; k < width; k++, its_own = its_own->next)
                print_value(cells[cell + k], sizeof cells[cell + k], its_own);
        }
    }
    const char *start = out;
    out[0] = '\0';
    for (int c = 0; c < CELLS; c++)
        if (cells[c][0])
            out += snprintf(out, TEXT / 16, "%s%d=%.23s", out != start ? " " : "", c, cells[c]);
}

static bool has_array(const cJSON *launch, const char *wanted) {
    char text[160];
    const cJSON *array;
    cJSON_ArrayForEach(array, get(launch, "arrays")) {
        snprintf(text, sizeof text, "%s %s %s %d", text_of(array, "name"), text_of(array, "space"),
                 text_of(array, "type"), number(array, "count"));
        if (number(array, "columns") > 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), " in rows of %d",
                     number(array, "columns"));
        if (cJSON_GetObjectItem(array, "components"))
            snprintf(text + strlen(text), sizeof text - strlen(text), " components %d",
                     number(array, "components"));
        if (strcmp(text, wanted) == 0)
            return true;
    }
    return false;
}

static bool has_argument(const cJSON *launch, const char *wanted) {
    char text[160], value[32];
    const cJSON *argument;
    cJSON_ArrayForEach(argument, get(launch, "arguments")) {
        print_value(value, sizeof value, get(argument, "value"));
        snprintf(text, sizeof text, "%s %s", text_of(argument, "name"), value);
        if (strcmp(text, wanted) == 0)
            return true;
    }
    return false;
}

static void join(char *out, const cJSON *array, char separator) {
    out[0] = '\0';
    const cJSON *item;
    cJSON_ArrayForEach(item, array) {
        const size_t length = strlen(out);
        if (length)
            out[length] = separator, out[length + 1] = '\0';
        print_value(out + strlen(out), 32, item);
    }
}

// "2,3,4,5 3 4 5 6": from which lane each lane took which value.
static bool has_shuffle(const cJSON *launch, const char *wanted) {
    char text[512];
    const cJSON *event;
    cJSON_ArrayForEach(event, get(launch, "events")) {
        if (strcmp(text_of(event, "k"), "shuffle") != 0)
            continue;
        join(text, get(event, "c"), ',');
        strcat(text, " ");
        join(text + strlen(text), get(event, "v"), ' ');
        if (strcmp(text, wanted) == 0)
            return true;
    }
    return false;
}

// "own 3=1 1=1": the cells of one atomic operation, with their values after it.
static bool has_atomic(const cJSON *launch, const char *wanted) {
    char text[TEXT], value[32];
    const cJSON *event;
    cJSON_ArrayForEach(event, get(launch, "events")) {
        if (strcmp(text_of(event, "k"), "atomic") != 0)
            continue;
        snprintf(text, sizeof text, "%s",
                 text_of(cJSON_GetArrayItem(get(launch, "arrays"), number(event, "a")), "name"));
        for (int i = 0; i < cJSON_GetArraySize(get(event, "c")); i++) {
            print_value(value, sizeof value, cJSON_GetArrayItem(get(event, "v"), i));
            sprintf(text + strlen(text), " %d=%s", cJSON_GetArrayItem(get(event, "c"), i)->valueint, value);
        }
        if (strcmp(text, wanted) == 0)
            return true;
    }
    return false;
}

static bool starts(const char *text, const char *word, const char **rest) {
    const size_t length = strlen(word);
    *rest = text + length;
    return strncmp(text, word, length) == 0;
}

static void check_fact(const cJSON *launch, const char *fact) {
    char array[64], found[TEXT];
    const char *rest;
    int interval, at = 0;
    bool holds = false;
    if (starts(fact, "steps ", &rest))
        holds = number(launch, "steps") == atoi(rest);
    else if (starts(fact, "cut", &rest))
        holds = cJSON_IsTrue(get(launch, "cut"));
    else if (starts(fact, "array ", &rest))
        holds = has_array(launch, rest);
    else if (starts(fact, "argument ", &rest))
        holds = has_argument(launch, rest);
    else if (starts(fact, "atomic ", &rest))
        holds = has_atomic(launch, rest);
    else if (starts(fact, "shuffle ", &rest))
        holds = has_shuffle(launch, rest);
    else if (sscanf(fact, "%63s %d: %n", array, &interval, &at) == 2 && at > 0) {
        stores_in(launch, array, interval, found);
        ck_assert_str_eq(found, fact + at);
        holds = true;
    }
    ck_assert_msg(holds, "the trace does not hold: %s", fact);
}

// Whether some step at that line of the source carries an error of that kind, with that line as its other
// side (0: any).
static bool has_error(const cJSON *trace, const char *kind, int line, int other) {
    const cJSON *launch, *event;
    cJSON_ArrayForEach(launch, get(trace, "launches")) {
        cJSON_ArrayForEach(event, get(launch, "events")) {
            const cJSON *index = cJSON_GetObjectItem(event, "e");
            if (!index || cJSON_GetArrayItem(get(event, "l"), 1)->valueint != line)
                continue;
            const cJSON *error = cJSON_GetArrayItem(get(trace, "errors"), index->valueint);
            const cJSON *side = cJSON_GetObjectItem(error, "other");
            const int its_other = side ? cJSON_GetArrayItem(get(side, "l"), 1)->valueint : 0;
            if (strcmp(text_of(error, "kind"), kind) == 0 && (other == 0 || other == its_other))
                return true;
        }
    }
    return false;
}

// "0,1,2,3": the values of the lanes; one, if it is the same for all.
static void print_lanes(char *to, const cJSON *held, int lanes) {
    to[0] = '\0';
    for (int l = 0; l < (cJSON_IsObject(held)  ? lanes
                         : cJSON_IsArray(held) ? cJSON_GetArraySize(held)
                                               : 1);
         l++) {
        const cJSON *value = cJSON_IsArray(held) ? cJSON_GetArrayItem(held, l) : held;
        to += sprintf(to, "%s", l ? "," : "");
        if (cJSON_IsObject(held))
            to += sprintf(to, "%d", number(held, "from") + l * number(held, "by"));
        else if (cJSON_IsString(value))
            to += sprintf(to, "%s", value->valuestring);
        else
            to += sprintf(to, cJSON_IsNull(value) ? "?" : "%.15g", value->valuedouble);
    }
}

// All of "t=0,1 d=4" among the variables of an event.
static bool holds_variables(const cJSON *trace, const cJSON *event, const char *wanted) {
    char found[TEXT] = " ", pattern[256];
    const cJSON *held, *variables = get(trace, "variables");
    cJSON_ArrayForEach(held, cJSON_GetObjectItem(event, "x")) {
        const cJSON *name = cJSON_GetArrayItem(cJSON_GetArrayItem(variables, atoi(held->string)), 0);
        sprintf(found + strlen(found), "%s=", name->valuestring);
        print_lanes(found + strlen(found), held, __builtin_popcount((unsigned)get(event, "m")->valuedouble));
        strcat(found, " ");
    }
    while (*wanted) {
        const size_t length = strcspn(wanted, " ");
        snprintf(pattern, sizeof pattern, " %.*s ", (int)length, wanted);
        if (!strstr(found, pattern))
            return false;
        wanted += length + strspn(wanted + length, " ");
    }
    return true;
}

static bool has_variables(const cJSON *trace, int line, const char *wanted) {
    const cJSON *launch, *event;
    cJSON_ArrayForEach(launch, get(trace, "launches")) {
        cJSON_ArrayForEach(event, get(launch, "events")) {
            if (cJSON_GetArrayItem(get(event, "l"), 1)->valueint == line &&
                holds_variables(trace, event, wanted))
                return true;
        }
    }
    return false;
}

START_TEST(recording_holds_what_happened) {
    char source[PATH_MAX], program[PATH_MAX], path[PATH_MAX];
    build(programs[_i], source, program);
    snprintf(path, sizeof path, "%s/%s.json", scratch, programs[_i]);
    run((const char *const[]){program, NULL}, path);
    char *json = read_all(path), *text = read_all(source), *rest = text, *line;
    cJSON *trace = cJSON_Parse(json);
    ck_assert_ptr_nonnull(trace);
    int facts = 0;
    for (int at = 1; (line = strsep(&rest, "\n")); at++) {
        char kind[32];
        const char *fact, *mark = strstr(line, "// trace-error: ");
        if (starts(line, "// trace: ", &fact))
            check_fact(cJSON_GetArrayItem(get(trace, "launches"), 0), fact), facts++;
        if (mark && sscanf(mark, "// trace-error: %31s", kind) == 1)
            ck_assert_msg(has_error(trace, kind, at, 0), "no step at line %d shows the %s", at, kind),
                facts++;
        if ((mark = strstr(line, "// trace-where: ")))
            ck_assert_msg(has_variables(trace, at, mark + strlen("// trace-where: ")),
                          "no step at line %d has%s", at, mark + strlen("// trace-where:")),
                facts++;
    }
    ck_assert_int_gt(facts, 0);
    cJSON_Delete(trace);
    free(json);
    free(text);
}
END_TEST

START_TEST(page_is_whole_and_small) {
    char source[PATH_MAX], program[PATH_MAX], path[PATH_MAX];
    build(programs[_i], source, program);
    snprintf(path, sizeof path, "%s/%s.html", scratch, programs[_i]);
    run((const char *const[]){program, NULL}, path);
    char *page = read_all(path);
    ck_assert(strncmp(page, "<!doctype html>", 15) == 0);
    ck_assert_ptr_nonnull(strstr(page, "</html>"));
    ck_assert_msg(strlen(page) < LARGEST_PAGE, "%zu bytes", strlen(page));
    // Nothing is fetched, and the source's own text does not end its script element.
    ck_assert_ptr_null(strstr(page, "src=\"http"));
    ck_assert_ptr_null(strstr(page, "@include"));
    ck_assert_ptr_null(strstr(page, "<b>Text is text"));
    free(page);
}
END_TEST

// grade LAB --trace with a submission; its exit code is 1 if there is a fault.
static cJSON *trace_with_block(const char *lab, const char *folder, const char *task, int n, int block,
                               int code) {
    char path[PATH_MAX], count[16], threads[16];
    snprintf(path, sizeof path, "%s/%s.json", scratch, lab);
    snprintf(count, sizeof count, "%d", n);
    snprintf(threads, sizeof threads, "%d", block);
    const char *words[16] = {"./grade", lab, "--submission", folder, "--trace", path, "--n", count};
    int last = 8;
    if (task)
        words[last++] = "--task", words[last++] = task;
    if (block)
        words[last++] = "--block", words[last++] = threads;
    ck_assert_int_eq(run(words, NULL), code);
    char *json = read_all(path);
    cJSON *trace = cJSON_Parse(json);
    ck_assert_ptr_nonnull(trace);
    free(json);
    return trace;
}

static cJSON *trace_of(const char *lab, const char *folder, const char *task, int n, int code) {
    return trace_with_block(lab, folder, task, n, 0, code);
}

// The values that the last launch's stores leave in a global array, if it is one.
static bool leaves(const cJSON *trace, const char *wanted) {
    const int launches = cJSON_GetArraySize(get(trace, "launches"));
    const cJSON *launch = cJSON_GetArrayItem(get(trace, "launches"), launches - 1), *array;
    char found[TEXT];
    cJSON_ArrayForEach(array, get(launch, "arrays")) {
        for (int interval = 0; interval < 64; interval++) {
            stores_in(launch, text_of(array, "name"), interval, found);
            if (strcmp(text_of(array, "space"), "global") == 0 && strstr(found, wanted))
                return true;
        }
    }
    return false;
}

// The input is 1, 2, 3, ..., 16; of bytes, 0, 5, 2, 7, 4, 1, 6, 3 and again.
static const struct {
    const char *lab, *task, *leaves;
} solutions[] = {
    {"lab1", "ids_1d", "="},
    {"lab2", NULL, "0=136"},
    {"lab3", NULL, "0=136"},
    {"lab4", "reduce_interleaved", "0=136"},
    {"lab5", "reduce_complete_unroll_warps8", "0=136"},
    {"lab6", NULL, "0=1 1=3 2=6 3=10 4=15 5=21 6=28 7=36 8=45 9=55 10=66 11=78 12=91 13=105 14=120 15=136"},
    {"lab7", NULL, "0=0 1=1 2=3 3=6 4=10 5=15 6=21 7=28"},
    {"lab8", "histogram_shared_atomics", "0=2 1=2 2=2 3=2 4=2 5=2 6=2 7=2"},
    {"lab9", "histogram_private", "=2"},
    {"lab10", NULL, "=2"},
};

START_TEST(solution_is_traced) {
    char folder[64];
    snprintf(folder, sizeof folder, "solutions/%s", solutions[_i].lab);
    cJSON *trace = trace_of(solutions[_i].lab, folder, solutions[_i].task, 16, 0);
    ck_assert_int_eq(cJSON_GetArraySize(get(trace, "errors")), 0);
    ck_assert_msg(leaves(trace, solutions[_i].leaves), "no array is left with %s", solutions[_i].leaves);
    // The source is included.
    const cJSON *file;
    bool source = false;
    cJSON_ArrayForEach(file, get(trace, "files")) source |=
        strstr(text_of(file, "text"), "__global__") != NULL;
    ck_assert(source);
    cJSON_Delete(trace);
}
END_TEST

// At which line some step of the trace must carry an error of the kind.
static const struct {
    const char *lab, *fixture, *task;
    int n;
    const char *kind;
    int line, other; // other: of the second side, 0 if there is none
} faulty[] = {
    {"lab2", "missing_barrier", NULL, 16, "race", 51, 51},
    {"lab3", "missing_barrier", NULL, 16, "race", 14, 14},
    {"lab3", "barrier_in_if", NULL, 16, "barrier", 18, 15},
    {"lab5", "half_mask", "reduce_unroll_warps8", 64, "barrier", 125, 0},
    {"lab6", "missing_barrier_single_buffer", NULL, 16, "race", 18, 18},
    {"lab6", "loads_past_end", NULL, 16, "out_of_bounds", 14, 0},
    {"lab6", "stores_past_end", NULL, 16, "out_of_bounds", 25, 0},
    {"lab7", "uninitialized_tail", NULL, 16, "uninitialized", 25, 0},
    {"lab7", "missing_barrier_up", NULL, 16, "race", 22, 17},
    {"lab8", "naive_race", NULL, 16, "race", 17, 17},
    {"lab10", "missing_barrier_before_scan", NULL, 16, "out_of_bounds", 32, 0},
    // Without any of these, the answer is wrong: at the store to the first wrong element.
    {"lab6", "exclusive_instead", NULL, 16, "wrong_answer", 26, 0},
    {"lab6", "offset_of_own_block", NULL, 300, "wrong_answer", 34, 0},
    {"lab3", "missing_barrier", NULL, 16, "wrong_answer", 18, 0},
};

START_TEST(fault_is_at_its_step) {
    char folder[128];
    snprintf(folder, sizeof folder, "grader/course/%s/fixtures/%s", faulty[_i].lab, faulty[_i].fixture);
    cJSON *trace = trace_of(faulty[_i].lab, folder, faulty[_i].task, faulty[_i].n, 1);
    ck_assert_msg(has_error(trace, faulty[_i].kind, faulty[_i].line, faulty[_i].other),
                  "%s: no step at line %d shows the %s", folder, faulty[_i].line, faulty[_i].kind);
    cJSON_Delete(trace);
}
END_TEST

// Cells marked because their final value is wrong: "26: 1 2 3" are those of the store at
// line 26.
static const struct {
    const char *lab, *fixture;
    int n;
    const char *marked;
} wrong_cells[] = {
    {"lab6", "first_to_add_left_out", 8, "26: 1 2 3 4 5 6 7; "},
    {"lab6", "shifted_by_one", 3, "9: 0; 9: 1; "}, // the third element has the right sum
    {"lab6", "last_step_missing", 8, ""},          // of so few elements no step is missing
};

START_TEST(wrong_cells_are_marked) {
    char folder[128], found[512] = "";
    size_t used = 0;
    snprintf(folder, sizeof folder, "grader/course/%s/fixtures/%s", wrong_cells[_i].lab,
             wrong_cells[_i].fixture);
    cJSON *trace =
        trace_of(wrong_cells[_i].lab, folder, NULL, wrong_cells[_i].n, wrong_cells[_i].marked[0] != 0);
    const cJSON *launch, *event, *cell;
    cJSON_ArrayForEach(launch, get(trace, "launches")) cJSON_ArrayForEach(event, get(launch, "events")) {
        const cJSON *cells = cJSON_GetObjectItem(event, "y");
        if (!cells)
            continue;
        used += (size_t)snprintf(found + used, sizeof found - used,
                                 "%d:", cJSON_GetArrayItem(get(event, "l"), 1)->valueint);
        cJSON_ArrayForEach(cell, cells) used +=
            (size_t)snprintf(found + used, sizeof found - used, " %d", cell->valueint);
        used += (size_t)snprintf(found + used, sizeof found - used, "; ");
    }
    ck_assert_str_eq(found, wrong_cells[_i].marked);
    cJSON_Delete(trace);
}
END_TEST

// With a block as small as the input, steps and work are those of the textbook, plus one to load and one to
// store.
static const struct {
    const char *lab, *task;
    int n, block, steps, work;
} textbook[] = {
    {"lab2", NULL, 8, 8, 5, 16}, // stores are counted: 8, then 4 + 2 + 1, and the result
    {"lab3", NULL, 8, 8, 5, 16},
    {"lab4", "reduce_neighbored", 8, 8, 5, 16},
    {"lab4", "reduce_interleaved", 8, 8, 5, 16},
    {"lab6", NULL, 8, 8, 5, 17},   // log2 8 steps; 7 + 6 + 4 additions
    {"lab6", NULL, 16, 16, 6, 49}, // log2 16; 15 + 14 + 12 + 8
    {"lab6", NULL, 32, 32, 7, 129},
    {"lab7", NULL, 8, 4, 9, 14}, // 2 log2 8 steps, and the root's; 2 (8 - 1) additions
    {"lab7", NULL, 16, 8, 11, 30},
    {"lab7", NULL, 32, 16, 13, 62},
    {"lab8", "histogram_shared_atomics", 16, 4, 3, 24}, // 4 cleared, 16 counted, 4 brought to the grid
    {"lab9", "histogram_multi", 32, 64, 3, 224}, // two copies cleared, 32 counted, 64 brought to the grid
    {"lab10", NULL, 8, 8, 19,
     112}, // a count and 8 keys a pass; 16 cleared; a begin and an end a key; the result
};

START_TEST(small_block_is_the_textbook) {
    char folder[64];
    snprintf(folder, sizeof folder, "solutions/%s", textbook[_i].lab);
    cJSON *trace =
        trace_with_block(textbook[_i].lab, folder, textbook[_i].task, textbook[_i].n, textbook[_i].block, 0);
    const cJSON *launch = cJSON_GetArrayItem(get(trace, "launches"), 0);
    ck_assert_int_eq(cJSON_GetArrayItem(get(launch, "block"), 0)->valueint, textbook[_i].block);
    ck_assert_int_eq(number(launch, "steps"), textbook[_i].steps);
    ck_assert_int_eq(number(launch, "work"), textbook[_i].work);
    cJSON_Delete(trace);
}
END_TEST

// The block size for a trace if --block does not set it: as many threads as the case has numbers,
// or half as many if these are enough, if the result is the same. 0: as in the file.
static const struct {
    const char *lab, *submission, *task, *words;
    int block, option, refused, code;
} chosen[] = {
    {"lab3", "solutions/lab3", "reduce_shared", "--n 16", 16, 16, 0, 0},
    {"lab3", "solutions/lab3", "reduce_shared", "--n 5", 8, 8, 0, 0},
    {"lab3", "solutions/lab3", "reduce_shared", "--values 5,2,8,1", 4, 4, 0, 0},
    {"lab3", "solutions/lab3", "reduce_shared", "--n 100", 64, 64, 0, 0},
    {"lab3", "solutions/lab3", "reduce_shared", "--n 0", 2, 2, 0, 0},
    {"lab3", "solutions/lab3", "reduce_shared", "--block 32", 32, 0, 0, 0},
    {"lab3", "grader/course/lab3/fixtures/missing_barrier", "reduce_shared", "--n 8", 8, 8, 0, 1},
    {"lab3", "grader/course/lab3/fixtures/barrier_in_if", "reduce_shared", "--n 8", 256, 0, 0,
     1}, // no WL_BLOCK()
    {"lab7", "solutions/lab7", "scan_blelloch", "--n 16", 8, 8, 0, 0},
    {"lab5", "solutions/lab5", "reduce_unroll2", "--n 16", 8, 8, 0, 0},
    {"lab5", "solutions/lab5", "reduce_unroll_warps8", "--n 16", 64, 64, 0, 0},
    {"lab8", "solutions/lab8", "histogram_shared_atomics", "--n 16", 16, 16, 0, 0},
    {"lab8", "solutions/lab8", "histogram_shared_atomics", "--values 3,20,3", 32, 32, 0, 0},
    {"lab9", "solutions/lab9", "histogram_private", "--n 16", 4, 16, 0, 0},
    // Races that need a large block: between warps, and in the upper steps of the tree.
    {"lab3", "__syncwarp();", "reduce_shared", "--n 8", 256, 0, 8, 1},
    {"lab3", "if (stride <= 32) __syncthreads();", "reduce_shared", "--n 8", 256, 0, 8, 1},
};

// The fixture without a barrier, with this text in its place.
static void write_with(char path[PATH_MAX], const char *barrier) {
    char *text = read_all("grader/course/lab3/fixtures/missing_barrier/lab3.cu");
    char *at = strstr(text, "s[t] += s[t + stride];");
    ck_assert_ptr_nonnull(at);
    at = strchr(at, '\n');
    snprintf(path, PATH_MAX, "%s/lab3.cu", scratch);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "%.*s\n%s%s", (int)(at - text), text, barrier, at);
    ck_assert_int_eq(fclose(out), 0);
    free(text);
}

START_TEST(block_is_as_small_as_the_case) {
    char command[2 * PATH_MAX], path[PATH_MAX];
    snprintf(path, sizeof path, "%s", chosen[_i].submission);
    if (strchr(path, ';'))
        write_with(path, chosen[_i].submission);
    snprintf(command, sizeof command,
             "./grade %s --submission %s --task %s --trace %s/block.json %s >/dev/null 2>&1", chosen[_i].lab,
             path, chosen[_i].task, scratch, chosen[_i].words);
    ck_assert_int_eq(WEXITSTATUS(system(command)), chosen[_i].code);
    snprintf(path, sizeof path, "%s/block.json", scratch);
    char *json = read_all(path);
    cJSON *trace = cJSON_Parse(json);
    ck_assert_ptr_nonnull(trace);
    const cJSON *threads = cJSON_GetObjectItem(trace, "threads"),
                *launch = cJSON_GetArrayItem(get(trace, "launches"), 0);
    ck_assert_int_eq(cJSON_GetArrayItem(get(launch, "block"), 0)->valueint, chosen[_i].block);
    ck_assert_int_eq(chosen[_i].option ? number(threads, "chosen") : cJSON_HasObjectItem(threads, "chosen"),
                     chosen[_i].option);
    ck_assert_int_eq(chosen[_i].refused ? number(threads, "refused")
                                        : cJSON_HasObjectItem(threads, "refused"),
                     chosen[_i].refused);
    cJSON_Delete(trace);
    free(json);
}
END_TEST

static const struct {
    const char *words, *says;
    int code;
} odd[] = {
    {"lab3 --trace /nowhere/x.html", "cannot write the trace to /nowhere/x.html", 2},
    {"lab3 --trace - --submission solutions/lab3 --task reduce_global", "there is no such task", 1},
    {"lab3 --trace - --submission grader/course/lab3/fixtures/endless_loop", "did not come to its end", 1},
    {"lab3 --trace - --submission grader/course/lab3/fixtures/syntax_error", "there is nothing to trace", 1},
    {"lab3 --trace - --submission solutions/lab3 --n 0", "on 0 elements: 1 launch", 0},
    {"lab3 --trace - --n -1", "--n wants a number from 0 to 65536", 2},
    {"lab3 --trace - --submission solutions/lab3", "write s", 0},
    // Its place, for --launch and --step; and the report says how to show it.
    {"lab3 --trace - --submission grader/course/lab3/fixtures/missing_barrier", "    race: launch 1, step 8",
     1},
    {"lab6 --trace - --submission grader/course/lab6/fixtures/exclusive_instead --values 4,5",
     "    wrong answer: launch 1, step 63\n"
     "    n = 2 (4, 5): expected 4 in element 0, got 0: this is the exclusive scan",
     1},
    {"lab3 --trace - --submission solutions/lab3",
     "no bad access, race or barrier fault, and the right answer", 0},
    // Bins that a small block does not have are not compared; those that no thread clears are.
    {"lab8 --trace - --submission solutions/lab8 --block 8", "and the right answer", 0},
    {"lab8 --trace - --submission grader/course/lab8/fixtures/bins_not_cleared",
     "each wrong bin has what it held before", 1},
    // An operator that does not exist has no right answer.
    {"lab2 --trace - --submission solutions/lab2 --n 4 --option 9", "no bad access, race or barrier fault\n",
     0},
    {"lab3 --trace - --submission grader/course/lab3/fixtures/missing_barrier --n 8",
     "    in blocks of 8 threads (--block 8), so that all is seen; the file's have 256\n", 1},
    {"lab3 --backend cpu --submission grader/course/lab3/fixtures/missing_barrier",
     "step by step: ./grade lab3 --submission grader/course/lab3/fixtures/missing_barrier/lab3.cu --trace "
     "trace.html --n 4\n",
     1},
    {"lab3 --backend cpu --submission grader/course/lab3/fixtures/pads_with_the_first_element",
     "--trace trace.html --n 0\n", 1},
    {"lab6 --backend cpu --submission grader/course/lab6/fixtures/exclusive_instead",
     "      expected    1  3  6 10\n      yours       0  1  3  6\n", 1},
    {"lab2 --trace - --submission solutions/lab2 --n 4 --option 1", "=24\n", 0},
    {"lab3 --trace - --submission solutions/lab3 --n 8 --block 8", "1 block(s) of 8 threads", 0},
    {"lab3 --trace - --submission grader/course/lab3/fixtures/barrier_in_if --block 8",
     "does not have its size from", 1},
    {"lab7 --trace - --submission solutions/lab7 --n 8 --block 4",
     "where t=0..3, i=0..3, distance=1, right=1,3,5,7, before=0,3,10,21\n", 0},
    {"lab3 --trace - --submission grader/tests/hostile/million_errors",
     "nothing was traced, for the compiler was stopped: simtcc: ", 1},
    {"lab3 --trace - --submission solutions/lab3 --block 0", "--block wants a number from 1 to 1024", 2},
    {"lab3 --trace - --submission solutions/lab3 --values 5,2,8,1 --block 4", "write sums[0..3]=5 2 8 1", 0},
    {"lab3 --trace - --values 5,x", "up to 64 numbers", 2},
    {"lab3 --trace - --values 5,99999999999", "up to 64 numbers", 2},
    {"lab8 --trace - --submission solutions/lab8 --values 3,1,3,0",
     "atomic bins[3]=1 bins[1]=1 bins[3]=2 bins[0]=1", 0},
};

START_TEST(trace_answers_clearly) {
    char command[512], said[TEXT] = "";
    snprintf(command, sizeof command, "./grade %s 2>&1", odd[_i].words);
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    said[fread(said, 1, sizeof said - 1, out)] = '\0';
    const int status = pclose(out);
    ck_assert_msg(strstr(said, odd[_i].says) != NULL, "%.600s", said);
    ck_assert_int_eq(WEXITSTATUS(status), odd[_i].code);
}
END_TEST

// The way to open a page: with an installed program, or else a general hint.
static const struct {
    const char *environment, *says;
} openings[] = {
    {"-u WAYLAND_DISPLAY -u WSL_DISTRO_NAME DISPLAY=:0", "    open it: xdg-open '%s/o.html'\n"},
    {"-u DISPLAY -u WSL_DISTRO_NAME WAYLAND_DISPLAY=wayland-0", "    open it: xdg-open '%s/o.html'\n"},
    {"DISPLAY=:0 WSL_DISTRO_NAME=Debian", "    open it: explorer.exe '%s/o.html'\n"},
    {"-u DISPLAY -u WAYLAND_DISPLAY -u WSL_DISTRO_NAME", "    open it in a browser: file://%s/o.html\n"},
};

START_TEST(opening_is_said) {
    char command[512], said[TEXT] = "", wanted[256];
    snprintf(command, sizeof command,
             "env %s ./grade lab3 --submission solutions/lab3 --n 4 --trace %s/o.html",
             openings[_i].environment, scratch);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(wanted, sizeof wanted, openings[_i].says, scratch);
#pragma GCC diagnostic pop
    FILE *out = popen(command, "r");
    ck_assert_ptr_nonnull(out);
    said[fread(said, 1, sizeof said - 1, out)] = '\0';
    ck_assert_int_eq(pclose(out), 0);
    ck_assert_msg(strstr(said, wanted) != NULL, "%s", said);
}
END_TEST

START_TEST(unwritable_file_is_said) {
    char source[PATH_MAX], program[PATH_MAX], line[256] = "";
    build("shuffle", source, program);
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "SIMT_TRACE=/nowhere/x.html %s 2>&1", program);
    FILE *said = popen(command, "r");
    ck_assert_ptr_nonnull(said);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, said));
    ck_assert_int_eq(pclose(said), 0); // the program's own result is kept
    ck_assert_msg(strstr(line, "cannot write the trace to /nowhere/x.html") != NULL, "%s", line);
}
END_TEST

static void make_scratch(void) { ck_assert_ptr_nonnull(mkdtemp(scratch)); }
static void remove_scratch(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    ck_assert_int_eq(system(command), 0);
}

// WARPLAB_EVERY=6 tries every sixth submission only; the others do not count for anything.
static void add_sample(TCase *cases, const TTest *test, size_t count) {
    const char *every = getenv("WARPLAB_EVERY");
    const int stride = every && atoi(every) > 0 ? atoi(every) : 1;
    for (int i = 0; i < (int)count; i += stride)
        tcase_add_loop_test(cases, test, i, i + 1);
}

int main(void) {
    const int count = sizeof programs / sizeof programs[0];
    Suite *suite = suite_create("trace");
    TCase *traces = tcase_create("traces");
    tcase_add_unchecked_fixture(traces, make_scratch, remove_scratch);
    tcase_set_timeout(traces, 180);
    tcase_add_loop_test(traces, recording_holds_what_happened, 0, count);
    tcase_add_loop_test(traces, page_is_whole_and_small, 0, count);
    tcase_add_test(traces, unwritable_file_is_said);
    add_sample(traces, solution_is_traced, sizeof solutions / sizeof solutions[0]);
    add_sample(traces, small_block_is_the_textbook, sizeof textbook / sizeof textbook[0]);
    add_sample(traces, fault_is_at_its_step, sizeof faulty / sizeof faulty[0]);
    add_sample(traces, wrong_cells_are_marked, sizeof wrong_cells / sizeof wrong_cells[0]);
    add_sample(traces, block_is_as_small_as_the_case, sizeof chosen / sizeof chosen[0]);
    tcase_add_loop_test(traces, opening_is_said, 0, sizeof openings / sizeof openings[0]);
    tcase_add_loop_test(traces, trace_answers_clearly, 0, sizeof odd / sizeof odd[0]);
    suite_add_tcase(suite, traces);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
