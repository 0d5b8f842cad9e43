// What ./grade LAB --explain asks: every key equals one that is worked out here from what a small submission
// does at its marked lines, whatever the seed; and answers are marked, bound to their file and given points
// by a policy.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "judge/flow.h"
#include "judge/judge.h"
#include "lab/question.h"
#include "lab/spec.h"
#include "run/explain.h"

enum { TEXT = 1 << 18, SEEDS = 40, MOST = 8192, WARP = 32, PART = 128 };

static const struct submission_of {
    const char *name, *lab;
    int threads, rounds; // of a block; of its tree
} submissions[] = {{"halving", "lab3", 128, 7}, {"spreading", "lab3", 64, 6}, {"counting", "lab8", 96, 0}};
enum { HALVING, SPREADING, COUNTING, SUBMISSIONS };

/* ---- what the submissions do, worked out ---- */

// One launch: how many elements it has, and what they are.
struct work {
    const char *text; // of the submission
    int which, n, blocks;
    int64_t in[MOST];
};

static int line_of(const char *text, const char *mark) {
    char comment[32];
    snprintf(comment, sizeof comment, "// %s\n", mark);
    const char *end = strstr(text, comment);
    ck_assert_msg(end != NULL, "no %s", mark);
    int line = 1;
    for (const char *at = text; at < end; at++)
        line += *at == '\n';
    return line;
}

static bool is_line(const struct work *w, int line, const char *mark) {
    return line == line_of(w->text, mark);
}

static int within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

// Threads of a round's part of a block: halving has as many as the stride, spreading those below the block.
static int adders(const struct work *w, int round) {
    return w->which == HALVING ? PART / 2 >> round : submissions[SPREADING].threads / 2 >> round;
}

static int64_t cell_after(const struct work *w, int block, int cell, int rounds) {
    const int size = submissions[w->which].threads;
    int64_t s[PART] = {0};
    for (int t = 0; t < PART; t++)
        s[t % size] += block * PART + t < w->n ? w->in[block * PART + t] : 0;
    for (int round = 0; round < rounds; round++)
        for (int t = 0; t < adders(w, round); t++) {
            const int stride = w->which == HALVING ? PART / 2 >> round : 1 << round;
            const int at = w->which == HALVING ? t : 2 * stride * t;
            s[at] += s[at + stride];
        }
    return s[cell];
}

// Lanes of a warp at a line; -1: it does not come there.
static int lanes_at(const struct work *w, int line, int block, int warp, int barriers, int pass) {
    const int begin = block * PART + warp * WARP;
    if (w->which == COUNTING && is_line(w, line, "clear"))
        return WARP;
    if (w->which == COUNTING) { // the pass-th time around its loop
        const int first = block * 96 + warp * WARP + pass * 192, odd = is_line(w, line, "odd");
        return within((w->n + !odd) / 2 - first, 0, WARP);
    }
    if (is_line(w, line, "add"))
        return barriers > 0 ? within(adders(w, barriers - 1) - warp * WARP, 0, WARP) : -1;
    if (is_line(w, line, "leave"))
        return warp == 0;
    if (w->which == SPREADING && is_line(w, line, "second"))
        return within(w->n - begin - submissions[SPREADING].threads, 0, WARP);
    return w->which == HALVING && is_line(w, line, "fill") ? -1 : within(w->n - begin, 0, WARP);
}

// What one request of the tree's adding has in the bank that has most. A pass of -1 loads the other addend.
static int conflicts(const struct work *w, int round, bool other) {
    int banks[WARP] = {0}, most = 0;
    const int stride = w->which == HALVING ? PART / 2 >> round : 1 << round;
    for (int t = 0; t < adders(w, round) && t < WARP; t++) {
        const int at = (w->which == HALVING ? t : 2 * stride * t) + (other ? stride : 0);
        most = ++banks[at % WARP] > most ? banks[at % WARP] : most;
    }
    return most;
}

struct tally {
    int64_t requests, lanes, sectors, wavefronts;
};

static void count_request(struct tally *c, int lanes, int bytes, int wavefronts) {
    c->requests += lanes > 0;
    c->lanes += lanes;
    c->sectors += (lanes * bytes + 31) / 32;
    c->wavefronts += lanes > 0 ? wavefronts : 0;
}

static struct tally count_line(const struct work *w, const char *what, int line, int blocks) {
    const bool shared = strstr(what, "shared"), loads = strstr(what, "loads"), tree = is_line(w, line, "add");
    struct tally c = {0};
    for (int block = 0; block < blocks; block++)
        for (int warp = 0; warp * WARP < submissions[w->which].threads; warp++) {
            for (int round = 0; tree && round < submissions[w->which].rounds; round++) {
                const int lanes = within(adders(w, round) - warp * WARP, 0, WARP);
                count_request(&c, lanes, 0, conflicts(w, round, false));
                count_request(&c, loads ? lanes : 0, 0, conflicts(w, round, true));
            }
            if (!tree && is_line(w, line, "fill"))
                count_request(&c, shared ? WARP : within(w->n - block * PART - warp * WARP, 0, WARP), 4, 1);
            else if (!tree)
                count_request(&c, lanes_at(w, line, block, warp, 0, 0), 4, 1);
        }
    return c;
}

static struct tally count_of_counting(const struct work *w, int line) {
    struct tally c = {0};
    if (is_line(w, line, "clear"))
        for (int warp = 0; warp < 8; warp++)
            count_request(&c, WARP, 4, 1);
    for (int pass = 0; !is_line(w, line, "clear") && pass < 4; pass++)
        for (int warp = 0; warp < 6; warp++) {
            const int lanes = lanes_at(w, line, warp / 3, warp % 3, 0, pass);
            // The bytes are two apart.
            const bool odd = is_line(w, line, "odd");
            count_request(&c, lanes, 0, 1);
            c.sectors += lanes == 0 ? 0 : (2 * lanes - !odd + 31) / 32;
        }
    return c;
}

static int64_t key_of_total(const struct work *w, const struct explain_question *q, const char *asked) {
    char what[64], scope[32], *to;
    int line = 0;
    const char *at = strstr(asked, q->kind == EXPLAIN_ATOMICS ? "are the " : "do the ");
    ck_assert(at && sscanf(at, q->kind == EXPLAIN_ATOMICS ? "are the %63[a-z ]%d" : "do the %63[a-z ]%d",
                           what, &line) == 2);
    ck_assert_ptr_nonnull(to = strrchr(asked, ','));
    ck_assert_int_eq(sscanf(to, ", in %31[a-z0-9 ]", scope), 1);
    ck_assert_int_eq(line, q->line);
    ck_assert(strcmp(scope, "the whole grid") == 0 || strcmp(scope, "block 0") == 0);
    const struct tally c = w->which == COUNTING ? count_of_counting(w, line)
                                                : count_line(w, what, line, scope[0] == 't' ? w->blocks : 1);
    return q->kind == EXPLAIN_REQUESTS     ? c.requests
           : q->kind == EXPLAIN_WAVEFRONTS ? c.wavefronts
           : q->kind == EXPLAIN_SECTORS    ? c.sectors
                                           : c.lanes;
}

static int64_t key_of_lanes(const struct work *w, const char *asked) {
    int warp, block, barriers, line, last = 0;
    const char *at = strstr(asked, "line ");
    ck_assert_int_eq(sscanf(asked, "warp %d of block %d, barriers passed: %d", &warp, &block, &barriers), 3);
    ck_assert(at && sscanf(at, "line %d", &line) == 1);
    for (int pass = 0; pass < 4; pass++) {
        const int lanes = lanes_at(w, line, block, warp, barriers, pass);
        last = lanes != 0 ? lanes : last;
    }
    return last;
}

static int64_t key_of_element(const struct work *w, const struct explain_question *q, const char *asked) {
    char array[32];
    int block, line = 0, barrier = 0;
    long long cell;
    if (q->kind == EXPLAIN_VALUE) {
        ck_assert_int_eq(sscanf(asked, "what is in `%31[^[][%lld]` of block %d right after its barrier %d",
                                array, &cell, &block, &barrier),
                         4);
        return cell_after(w, block, (int)cell, barrier - 1);
    }
    if (q->kind == EXPLAIN_LOADER) {
        ck_assert_int_eq(sscanf(asked, "which thread of block %d loads `%31[^[][%lld]` in line %d", &block,
                                array, &cell, &line),
                         4);
        if (w->which == COUNTING)
            return cell / 2 % 192 - block * 96;
        // Once alone: halving in its first round, spreading where the element is odd.
        ck_assert(is_line(w, line, "add") && (w->which == HALVING ? cell >= PART / 2 : cell % 2 == 1));
        return w->which == HALVING ? cell - PART / 2 : cell / 2;
    }
    if (q->kind == EXPLAIN_LAST_LINE) {
        ck_assert_int_eq(sscanf(asked, "in which line do threads of block %d store to `%31[^[][%lld]`",
                                &block, array, &cell),
                         3);
        // A sum is added to where a thread of the tree has it.
        const bool added = w->which == HALVING ? cell < PART / 2 : cell % 2 == 0;
        return line_of(w->text, added ? "add" : "fill");
    }
    ck_assert_int_eq(sscanf(asked,
                            "which thread of block %d is the last of its threads to store to `%31[^[][%lld]`",
                            &block, array, &cell),
                     3);
    ck_assert(w->which == SPREADING && cell > 0);
    while (cell % 2 == 0)
        cell /= 2;
    return cell;
}

// A tree has most of its requests to shared memory where it adds. The marked lines of global memory are
// counted.
static int64_t key_of_busiest(const struct work *w, const char *asked) {
    static const char *const marks[] = {"first", "second", "leave"};
    int64_t most = 0, line = 0;
    ck_assert(w->which != COUNTING && strstr(asked, "in the whole grid"));
    if (strstr(asked, "shared memory"))
        return line_of(w->text, "add");
    for (int i = 0; i < 3; i++) {
        const char *mark = w->which == HALVING && i < 2 ? "fill" : marks[i];
        const int64_t requests = count_line(w, "global", line_of(w->text, mark), w->blocks).requests;
        line = requests > most ? line_of(w->text, mark) : line;
        most = requests > most ? requests : most;
    }
    return line;
}

static int64_t key_of(const struct work *w, const struct explain_question *q) {
    const char *asked = strstr(q->text, "threads): ");
    ck_assert_msg(asked != NULL, "%s", q->text);
    asked += strlen("threads): ");
    switch (q->kind) {
    case EXPLAIN_BLOCKS:
        return w->which == COUNTING ? 2 : w->blocks;
    case EXPLAIN_BARRIERS:
        return submissions[w->which].rounds + 1;
    case EXPLAIN_LANES:
        return key_of_lanes(w, asked);
    case EXPLAIN_LOADER:
    case EXPLAIN_WRITER:
    case EXPLAIN_VALUE:
    case EXPLAIN_LAST_LINE:
        return key_of_element(w, q, asked);
    case EXPLAIN_BUSIEST:
        return key_of_busiest(w, asked);
    case EXPLAIN_RACE: // either barrier keeps an addition apart from what comes before it
        ck_assert(is_line(w, q->line, "filled") || is_line(w, q->line, "added"));
        return line_of(w->text, "add");
    default:
        return key_of_total(w, q, asked);
    }
}

// The launch's own elements: of the second, the sums that the first has left.
static void take_launch(struct work *w, int launch) {
    for (int i = 0; i < w->n; i++)
        w->in[i] = i + 1;
    w->blocks = (w->n + PART - 1) / PART;
    for (int l = 1; l < launch && w->which != COUNTING; l++) {
        int64_t sums[MOST / PART];
        for (int block = 0; block < w->blocks; block++)
            sums[block] = cell_after(w, block, 0, submissions[w->which].rounds);
        w->n = w->blocks;
        memcpy(w->in, sums, sizeof sums);
        w->blocks = (w->n + PART - 1) / PART;
    }
}

/* ---- real runs ---- */

static struct grading *built(const char *lab, const char *path) {
    struct error error = {""};
    struct grading *grading = calloc(1, sizeof *grading);
    const struct flow_request request = {.lab = lab, .submission = path};
    ck_assert_ptr_nonnull(grading);
    ck_assert_msg(flow_build(grading, &request, &error), "%s", error.text);
    ck_assert_msg(grading->cpu.build.state == BUILD_DONE, "%s: %s", path,
                  grading->cpu.build.diagnostic.message);
    return grading;
}

static void ask_again(struct grading *grading, uint64_t seed) {
    grading->explained = (struct explained){.seed = seed};
    explained_make(&grading->explained, grading);
    ck_assert_msg(grading->explained.count >= EXPLAIN_LEAST, "seed %d: %zu questions: %s", (int)seed,
                  grading->explained.count, grading->explained.error.text);
}

START_TEST(keys_are_those_that_can_be_worked_out) {
    char path[128];
    bool seen[EXPLAIN_KINDS] = {false};
    static const unsigned wanted[] = {
        [HALVING] = 1u << EXPLAIN_LOADER | 1u << EXPLAIN_LANES | 1u << EXPLAIN_REQUESTS |
                    1u << EXPLAIN_WAVEFRONTS | 1u << EXPLAIN_BARRIERS | 1u << EXPLAIN_VALUE |
                    1u << EXPLAIN_RACE | 1u << EXPLAIN_LAST_LINE | 1u << EXPLAIN_BUSIEST,
        [SPREADING] = 1u << EXPLAIN_BLOCKS | 1u << EXPLAIN_WRITER | 1u << EXPLAIN_WAVEFRONTS |
                      1u << EXPLAIN_SECTORS | 1u << EXPLAIN_RACE,
        [COUNTING] =
            1u << EXPLAIN_ATOMICS | 1u << EXPLAIN_LANES | 1u << EXPLAIN_REQUESTS | 1u << EXPLAIN_SECTORS};
    snprintf(path, sizeof path, "grader/tests/explain/%s.cu", submissions[_i].name);
    struct grading *grading = built(submissions[_i].lab, path);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        ask_again(grading, seed);
        for (size_t i = 0; i < grading->explained.count; i++) {
            const struct explain_question *q = &grading->explained.questions[i];
            struct work w = {.text = grading->submission.text, .which = _i, .n = grading->explained.shape.n};
            take_launch(&w, q->launch);
            const int64_t key = key_of(&w, q);
            ck_assert_msg(q->key == key, "seed %d: %s\n%lld, not %lld. %s", (int)seed, q->text,
                          (long long)q->key, (long long)key, q->why);
            for (size_t k = 0; k < i; k++)
                ck_assert_int_ne(q->kind, grading->explained.questions[k].kind);
            seen[q->kind] = true;
        }
    }
    for (int kind = 0; kind < EXPLAIN_KINDS; kind++)
        ck_assert_msg(!(wanted[_i] >> kind & 1) || seen[kind], "%s: never asked: %s", path,
                      explain_concept((enum explain_kind)kind));
    grading_free(grading);
    free(grading);
}
END_TEST

START_TEST(other_seeds_ask_other_questions_and_the_same_seed_the_same) {
    struct grading *grading = built("lab3", "grader/tests/explain/halving.cu");
    static struct explained asked[3];
    for (int i = 0; i < 3; i++) {
        ask_again(grading, i == 2 ? 1 : (uint64_t)i + 1);
        asked[i] = grading->explained;
    }
    ck_assert_str_ne(asked[0].questions[0].text, asked[1].questions[0].text);
    ck_assert_uint_eq(asked[0].count, asked[2].count);
    for (size_t i = 0; i < asked[0].count; i++) {
        ck_assert_str_eq(asked[0].questions[i].text, asked[2].questions[i].text);
        ck_assert_int_eq(asked[0].questions[i].key, asked[2].questions[i].key);
    }
    grading_free(grading);
    free(grading);
}
END_TEST

/* ---- a barrier left out, indeed ---- */

static void output_of(const char *command, char *output) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, TEXT - 1, pipe)] = '\0';
    pclose(pipe);
}

static const struct {
    int which;
    const char *barrier;
} left_out[] = {{HALVING, "filled"}, {HALVING, "added"}, {SPREADING, "filled"}, {SPREADING, "added"}};

// The key to the question is the line that the race checker reports once the barrier is gone.
START_TEST(left_out_barrier_races_where_the_key_says) {
    static char output[TEXT], text[TEXT];
    char folder[] = "/tmp/test_explainXXXXXX", path[96], command[512];
    const char *name = submissions[left_out[_i].which].name;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "cat grader/tests/explain/%s.cu", name);
    output_of(command, text);
    const int line = line_of(text, left_out[_i].barrier);
    snprintf(command, sizeof command, "sed '%ds/__syncthreads();//' grader/tests/explain/%s.cu >%s/out.cu",
             line, name, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(path, sizeof path, "%s/out.cu", folder);
    FILE *file = fopen(path, "a");
    ck_assert_ptr_nonnull(file);
    fputs("int main() { int *p; cudaMalloc(&p, 9000); cudaMemset(p, 0, 9000);"
          " reduce_shared(p, p + 600, p + 700, 500); cudaFree(p); return cudaDeviceSynchronize(); }\n",
          file);
    fclose(file);
    snprintf(command, sizeof command,
             "cd %s && $OLDPWD/build/bin/simtcc -I $OLDPWD/labs/lab3 -I $OLDPWD/labs/include out.cu -o out "
             "2>&1 && "
             "SIMT_CHECK=race ./out 2>&1",
             folder);
    output_of(command, output);
    int lowest = 0, found;
    for (const char *at = output; (at = strstr(at, "out.cu:")); at++)
        if (sscanf(at, "out.cu:%d", &found) == 1 && found > lowest)
            lowest = found;
    ck_assert_msg(strstr(output, "race") != NULL, "%s", output);
    ck_assert_msg(lowest == line_of(text, "add"), "%s", output);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* ---- answers ---- */

static const struct {
    const char *text;
    bool same; // as "a\nb\n"
} texts[] = {
    {"a\nb", true},
    {"a\nb\n\n \n", true},
    {"a\nb\n// explained 0000000000000005 0123456789abcdef: 1 2 3\n", true},
    {"a\nb\n\n// explained 0000000000000005 0123456789abcdef: 1 2 3\n// predicted 0000000000000005: 7\n",
     true},
    {"// explained 0000000000000005 0123456789abcdef: 1 2 3\na\nb\n",
     false}, // other lines have other numbers
    {"a\nb // explained\n", false},
    {"a\n\nb\n", false},
    {"a\nb\nc\n", false},
    {"a\n b\n", false},
    {"", false},
};

START_TEST(answers_are_bound_to_the_text) {
    char text[256];
    struct explained explained = {.seed = 0};
    ck_assert_msg((explained_hash(texts[_i].text) == explained_hash("a\nb\n")) == texts[_i].same, "%s",
                  texts[_i].text);
    snprintf(text, sizeof text, "%s\n// explained 00000000000000ff %016llx: 4 - x\n", texts[_i].text,
             (unsigned long long)explained_hash("a\nb\n"));
    explained_find(&explained, text);
    ck_assert(explained.handed_in && explained.seed == 255 && explained.changed == !texts[_i].same);
    ck_assert_int_eq(explained.answers[0], 4);
    ck_assert_int_eq(explained.answers[1], QUESTION_NO_ANSWER);
    ck_assert_int_eq(explained.answers[2], QUESTION_NO_NUMBER);
}
END_TEST

static const struct {
    int64_t answer;
    bool handed_in, changed;
    enum check_status status;
    const char *says;
} marked[] = {
    {7, true, false, CHECK_PASSED, "all right"},
    {8, true, false, CHECK_FAILED, "Q? Answered 8, recorded 7. Because."},
    {QUESTION_NO_ANSWER, true, false, CHECK_SKIPPED, "not answered"},
    {QUESTION_NO_NUMBER, true, false, CHECK_FAILED, "no number; it is 7"},
    {7, true, true, CHECK_FAILED, "the file has changed"},
    {7, false, false, CHECK_OPEN, NULL}, // no check at all
};

START_TEST(answers_are_marked) {
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grading->lab = spec_find("lab3");
    grading->explained = (struct explained){.handed_in = marked[_i].handed_in,
                                            .changed = marked[_i].changed,
                                            .count = 1,
                                            .answers = {marked[_i].answer}};
    grading->explained.questions[0] =
        (struct explain_question){.kind = EXPLAIN_RACE, .key = 7, .text = "Q?", .why = "Because."};
    judge_explained(grading);
    ck_assert_uint_eq(grading->check_count, marked[_i].says != NULL);
    if (marked[_i].says) {
        ck_assert_int_eq(grading->checks[0].status, marked[_i].status);
        ck_assert_int_eq(grading->checks[0].max_points, 0);
        ck_assert_msg(strstr(grading->checks[0].message, marked[_i].says) != NULL, "%s",
                      grading->checks[0].message);
    }
    ck_assert_int_eq(explained_right(&grading->explained), marked[_i].answer == 7 && !marked[_i].changed);
    free(grading);
}
END_TEST

// Asked through a pipe, handed in, and asked again of a file that was changed.
START_TEST(grade_asks_marks_and_asks_the_file_again) {
    static char output[TEXT], line[256];
    char folder[] = "/tmp/test_explainXXXXXX", command[768];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "cp grader/tests/explain/halving.cu %s/lab3.cu", folder);
    ck_assert_int_eq(system(command), 0);
    struct grading *grading = built("lab3", "grader/tests/explain/halving.cu");
    ask_again(grading, 5);
    snprintf(command, sizeof command,
             "printf '%lld\\n1\\n' | LC_ALL=C ./grade lab3 --submission %s --explain --seed 5 --backend cpu",
             (long long)grading->explained.questions[0].key, folder);
    output_of(command, output);
    snprintf(command, sizeof command, "1 of %zu right", grading->explained.count);
    ck_assert_msg(strstr(output, command) != NULL, "%s", output);
    ck_assert_ptr_nonnull(strstr(output, "Score: 100 / 100"));
    ck_assert_int_eq(sscanf(strstr(output, "// explained "), "%255[^\n]", line), 1);
    snprintf(command, sizeof command, "echo '%s' >>%s/lab3.cu", line, folder);
    ck_assert_int_eq(system(command), 0);
    for (int changed = 0; changed < 2; changed++) {
        snprintf(command, sizeof command,
                 "LC_ALL=C ./grade lab3 --submission %s --full --backend cpu --json %s/report.json", folder,
                 folder);
        output_of(command, output);
        ck_assert_msg((strstr(output, "Answered 1,") != NULL) == !changed, "%s", output);
        ck_assert_int_eq(strstr(output, "the file has changed") != NULL, changed);
        snprintf(command, sizeof command, "sed -i '1s/sum/Sum/' %s/lab3.cu", folder);
        ck_assert_int_eq(system(command), 0);
    }
    snprintf(command, sizeof command, "! grep -q '\"explain\":' %s/report.json && rm -r %s", folder, folder);
    ck_assert_int_eq(system(command), 0);
    grading_free(grading);
    free(grading);
}
END_TEST

START_TEST(starter_is_not_asked) {
    static char output[TEXT];
    output_of("LC_ALL=C ./grade lab3 --submission labs/lab3 --explain --backend cpu --json - 2>&1 </dev/null",
              output);
    ck_assert_ptr_nonnull(strstr(output, "--explain asks once 70 of 100 points are reached."));
    ck_assert_ptr_nonnull(strstr(output, "\"questions\":\t[]"));
}
END_TEST

int main(void) {
    char why[256];
    struct paths paths;
    if (!paths_find(&paths, why, sizeof why))
        return EXIT_FAILURE;
    Suite *suite = suite_create("explain");
    TCase *cases = tcase_create("questions");
    tcase_set_timeout(cases, 240);
    tcase_add_loop_test(cases, keys_are_those_that_can_be_worked_out, 0, SUBMISSIONS);
    tcase_add_loop_test(cases, left_out_barrier_races_where_the_key_says, 0, (int)SPEC_COUNT(left_out));
    tcase_add_loop_test(cases, answers_are_bound_to_the_text, 0, (int)SPEC_COUNT(texts));
    tcase_add_loop_test(cases, answers_are_marked, 0, (int)SPEC_COUNT(marked));
    tcase_add_test(cases, grade_asks_marks_and_asks_the_file_again);
    tcase_add_test(cases, starter_is_not_asked);
    tcase_add_test(cases, other_seeds_ask_other_questions_and_the_same_seed_the_same);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
