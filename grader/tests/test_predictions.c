// The questions of ./grade LAB --predict: every right answer equals one that is computed here, whatever is
// answered.
#include <check.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/language.h"
#include "base/paths.h"
#include "judge/judge.h"
#include "lab/question.h"
#include "lab/spec.h"
#include "run/predictions.h"

enum { TEXT = 1 << 18 };

static int log_2(int n) {
    int log = 0;
    while (n > 1 << log)
        log++;
    return log;
}

static int greater(int a, int b) { return a > b ? a : b; }
static int up(int n, int size) { return (n + size - 1) / size; }

// Over strides block / 2, block / 4, ... 1: groups of `size` neighbours in which some thread has work to
// do.
static int groups(int block, int size) {
    int sum = 0;
    for (int stride = block / 2; stride > 0; stride /= 2)
        sum += up(stride, size);
    return sum;
}

// Wavefronts of one warp: the most words in one bank.
static int most_in_a_bank(const int *words, int lanes) {
    int banks[32] = {0}, most = 0;
    for (int i = 0; i < lanes; i++)
        most = greater(most, ++banks[words[i] % 32]);
    return most;
}

// One load in each round of a sweep over n words by threads that are 2 * stride words apart.
static int sweep(int n, int padding) {
    int sum = 0;
    for (int stride = 1; stride < n; stride *= 2)
        for (int first = 0; first < n / (2 * stride); first += 32) {
            int words[32], lanes = 0;
            for (int t = first; t < first + 32 && t < n / (2 * stride); t++) {
                const int right = 2 * stride * (t + 1) - 1;
                words[lanes++] = right + right / 32 * padding;
            }
            sum += most_in_a_bank(words, lanes);
        }
    return sum;
}

// The same if every thread t of the block with t % (2 * stride) == 0 adds: rounds times warps.
static int spread_out(int block) {
    int sum = 0;
    for (int stride = 1; stride < block; stride *= 2)
        for (int warp = 0; warp < block; warp += 32)
            sum += warp % (2 * stride) == 0 || 2 * stride <= 32;
    return sum;
}

static int column(int width) {
    int words[32];
    for (int t = 0; t < 32; t++)
        words[t] = t * width;
    return most_in_a_bank(words, 32);
}

static int divergent(int n, int block, int width) {
    int count = 0;
    for (int warp = 0; warp < block; warp += 32) {
        int even = 0;
        for (int t = warp; t < warp + 32; t++)
            even += t / width % 2 == 0;
        count += even > 0 && even < 32;
    }
    return n / block * count;
}

enum scanned { LAUNCHES, BLOCKS, BARRIERS };
static int any_size(int n, int block, enum scanned what) {
    const int threads = n < block ? n : block, blocks = n / threads;
    const int here[] = {[LAUNCHES] = 1, [BLOCKS] = blocks, [BARRIERS] = blocks * 2 * log_2(threads)};
    const int add[] = {[LAUNCHES] = 1, [BLOCKS] = blocks, [BARRIERS] = 0};
    return here[what] + (blocks > 1 ? any_size(blocks, block, what) + add[what] : 0);
}

static int levels(int n, int block, enum scanned what) {
    int sum = 0;
    while (n > 1) {
        const int threads = n < block ? n : block, blocks = n / threads;
        sum += what == LAUNCHES ? 1 : blocks * log_2(threads);
        n = blocks;
    }
    return sum;
}

static int hillis_steele_adds(int n) {
    int sum = 0;
    for (int offset = 1; offset < n; offset *= 2)
        sum += n - offset;
    return sum;
}

static int hillis_steele_loads(int n) {
    int sum = n / 32;
    for (int offset = 1; offset < n; offset *= 2)
        sum += n / 32 + (n - offset + 31) / 32;
    return sum;
}

static int bitonic_rounds(int n) { return log_2(n) * (log_2(n) + 1) / 2; }

static int bitonic_loads(int n) {
    int sum = n / 32;
    for (int size = 2; size <= n; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2)
            for (int warp = 0; warp < n; warp += 32)
                sum += stride < 32 || (warp & stride) == 0 ? 2 : 0;
    return sum;
}

// Two loads in each round, and one of the sum.
static int shared_tree(int one_sweep) { return 2 * one_sweep + 1; }

// LAB, PROGRAM, the question, and the answer from the program's first, second and third number.
#define KEYS(K)                                                                                              \
    K(1, numbers, BLOCKS, up(a, b))                                                                          \
    K(1, numbers, WARPS, up(a, b) * up(b, 32))                                                               \
    K(1, numbers, STORE_REQUESTS, up(a, 32))                                                                 \
    K(1, partial_warps, WARPS, a *up(b, 32))                                                                 \
    K(1, picture, STORE_SECTORS, a *a / 32 * b)                                                              \
    K(1, copy_grid_stride, LOAD_SECTORS, a * 4 / 32)                                                         \
    K(1, copy_in_chunks, LOAD_SECTORS, a / 32 * (4 * c))                                                     \
    K(1, tree, STEPS, log_2(a))                                                                              \
    K(1, tree, ADDS, a - 1)                                                                                  \
    K(2, levels, LAUNCHES, levels(a, b, LAUNCHES))                                                           \
    K(2, levels, BARRIERS, levels(a, b, BARRIERS))                                                           \
    K(2, levels, ADDS, a - 1)                                                                                \
    K(2, levels, STEPS, log_2(a) + levels(a, b, LAUNCHES))                                                   \
    K(2, one_pass, LOAD_REQUESTS, a / b * 2 * groups(b, 32))                                                 \
    K(2, one_pass, LOAD_SECTORS, a / b * 2 * groups(b, 8))                                                   \
    K(2, one_pass, STORE_REQUESTS, a / b * groups(b, 32))                                                    \
    K(2, pairs, LOAD_SECTORS, a / (2 * c) / 32 * 2 * (8 * c))                                                \
    K(3, in_shared, LOAD_SECTORS, a / 8)                                                                     \
    K(3, in_shared, STORE_REQUESTS, a / b)                                                                   \
    K(3, in_shared, BARRIERS, a / b * (1 + log_2(b)))                                                        \
    K(3, in_shared, SHARED_LOADS, a / b * (2 * groups(b, 32) + 1))                                           \
    K(3, in_shared, SHARED_STORES, a / b * (b / 32 + groups(b, 32)))                                         \
    K(3, in_shared, STEPS, log_2(b) + 2)                                                                     \
    K(3, in_global, LOAD_SECTORS, a / b * (2 * groups(b, 8) + 1))                                            \
    K(4, neighbored, SHARED_LOADS, a / b * shared_tree(spread_out(b)))                                       \
    K(4, neighbored, BARRIERS, a / b * log_2(b))                                                             \
    K(4, neighbored_less, SHARED_LOADS, a / b * shared_tree(sweep(b, 0)))                                    \
    K(4, neighbored_less, SHARED_STORES, a / b * (b / 32 + sweep(b, 0)))                                     \
    K(4, interleaved, SHARED_LOADS, a / b * shared_tree(groups(b, 32)))                                      \
    K(4, branches, DIVERGENT_WARPS, divergent(a, b, c))                                                      \
    K(4, columns, SHARED_LOADS, a *column(b))                                                                \
    K(5, unrolled, BLOCKS, a / b / c)                                                                        \
    K(5, unrolled, LOAD_REQUESTS, a / 32)                                                                    \
    K(5, unrolled, BARRIERS, a / b / c * (1 + log_2(b)))                                                     \
    K(5, unrolled, ADDS, a - a / b / c)                                                                      \
    K(5, last_warp, BARRIERS, a / b * (1 + log_2(b / 32)))                                                   \
    K(5, last_warp, SHARED_LOADS, a / b * (2 * (groups(b, 32) - 5) + 1))                                     \
    K(5, last_warp, STEPS, 1 + log_2(b / 32) + 5 + 1)                                                        \
    K(5, last_warp, ADDS, a / b * (b - 32 + 5 * 32))                                                         \
    K(6, one_block, ADDS, hillis_steele_adds(a))                                                             \
    K(6, one_block, STEPS, log_2(a) + 2)                                                                     \
    K(6, one_block, BARRIERS, log_2(a) + 1)                                                                  \
    K(6, one_block, SHARED_LOADS, hillis_steele_loads(a))                                                    \
    K(6, any_size, LAUNCHES, any_size(a, b, LAUNCHES))                                                       \
    K(6, any_size, BLOCKS, any_size(a, b, BLOCKS))                                                           \
    K(6, any_size, BARRIERS, any_size(a, b, BARRIERS))                                                       \
    K(7, blelloch, ADDS, 2 * (a - 1))                                                                        \
    K(7, blelloch, STEPS, 2 * log_2(a) + 2)                                                                  \
    K(7, blelloch, BARRIERS, 2 * log_2(a) + 1)                                                               \
    K(7, blelloch, LOAD_SECTORS, a / 8)                                                                      \
    K(7, blelloch, SHARED_LOADS, 4 * sweep(a, 0) + a / 32)                                                   \
    K(7, up_sweep, SHARED_LOADS, 2 * sweep(a, b) + 1)                                                        \
    K(7, up_sweep, SHARED_STORES, sweep(a, b) + a / 32)                                                      \
    K(8, global_atomics, ATOMIC_REQUESTS, a / 32)                                                            \
    K(8, global_atomics, LOAD_SECTORS, a / 8)                                                                \
    K(8, bytes, LOAD_REQUESTS, a / 32)                                                                       \
    K(8, bytes, LOAD_SECTORS, a / 32)                                                                        \
    K(8, four_bytes, LOAD_REQUESTS, a / 128)                                                                 \
    K(8, shared_atomics, ATOMIC_REQUESTS, b * 256 / 32)                                                      \
    K(8, shared_atomics, BARRIERS, b * 2)                                                                    \
    K(8, shared_atomics, SHARED_ATOMICS, a / 32 * column(c))                                                 \
    K(9, thread_by_thread, SHARED_STORES, (b + c) * (a / 32) * column(b))                                    \
    K(9, thread_by_thread, STORE_SECTORS, b *(a / 32) * 32)                                                  \
    K(9, bin_by_bin, SHARED_STORES, (b + c) * (a / 32))                                                      \
    K(9, bin_by_bin, STORE_SECTORS, b *(a / 32) * 4)                                                         \
    K(9, copies, SHARED_ATOMICS, a / 32 * c)                                                                 \
    K(9, copies, ATOMIC_REQUESTS, a / b)                                                                     \
    K(9, copies, ADDS, a / b * 32 * (c - 1))                                                                 \
    K(10, bitonic, STEPS, bitonic_rounds(a) + 2)                                                             \
    K(10, bitonic, BARRIERS, bitonic_rounds(a) + 1)                                                          \
    K(10, bitonic, SHARED_LOADS, bitonic_loads(a))                                                           \
    K(10, heads, LOAD_SECTORS, a / 32 * 4 + (a / 32 * 5 - 1))                                                \
    K(10, heads, STORE_REQUESTS, a / greater(32, c))                                                         \
    K(10, scatter, STORE_SECTORS, a / 32 * c)                                                                \
    K(10, odd_even, LAUNCHES, a)                                                                             \
    K(10, odd_even, BLOCKS, a *up(a / 2, b))

#define KEY_FUNCTION(lab, program, asks, key)                                                                \
    static int64_t key_##lab##_##program##_##asks(int a, int b, int c) {                                     \
        return (void)a, (void)b, (void)c, key;                                                               \
    }
#define KEY_ROW(lab, program, asks, key) {"lab" #lab, #program, ASK_##asks, key_##lab##_##program##_##asks},
KEYS(KEY_FUNCTION)
static const struct key {
    const char *lab, *program;
    enum question_asks asks;
    int64_t (*key)(int a, int b, int c);
} keys[] = {KEYS(KEY_ROW)};

static const uint64_t seeds[] = {1, 2};
static struct paths paths;

static const struct key *find_key(const char *lab, const char *program, enum question_asks asks) {
    for (size_t i = 0; i < SPEC_COUNT(keys); i++)
        if (strcmp(keys[i].lab, lab) == 0 && strcmp(keys[i].program, program) == 0 && keys[i].asks == asks)
            return &keys[i];
    return NULL;
}

static struct predictions *count(const char *lab, uint64_t seed) {
    struct predictions *predictions = calloc(1, sizeof *predictions);
    ck_assert_ptr_nonnull(predictions);
    predictions->lab = spec_find(lab);
    predictions->seed = seed;
    ck_assert_msg(predictions_count(predictions, &paths), "%s: %s", lab, predictions->error.text);
    return predictions;
}

// Whether the text contains the number, and not as a part of another one.
static bool has_number(const char *text, int64_t number) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%" PRId64, number);
    for (const char *at = text; (at = strstr(at, digits)); at++)
        if ((at == text || !strchr("0123456789", at[-1])) && !strchr("0123456789", at[length]))
            return true;
    return false;
}

static void check_explanation(const struct question_program *program, const struct question *question,
                              const struct question_counts *counts) {
    char text[512];
    ck_assert_msg(question_explain(program, question, counts, text, sizeof text), "%s", question->why);
    ck_assert_msg(has_number(text, question_key(question->asks, counts)), "%s", text);
}

START_TEST(keys_are_those_that_can_be_worked_out) {
    const struct spec *lab = spec_get((size_t)_i);
    size_t p;
    const struct question *question;
    for (size_t s = 0; question_count(lab) > 0 && s < SPEC_COUNT(seeds); s++) {
        struct predictions *predictions = count(lab->name, seeds[s]);
        ck_assert_uint_ge(question_count(lab), 6);
        ck_assert_uint_le(question_count(lab), QUESTION_ANSWERS);
        for (size_t i = 0; (question = question_at(lab, i, &p)); i++) {
            const struct question_program *program = &lab->programs[p];
            const struct key *key = find_key(lab->name, program->name, question->asks);
            const int32_t *v = predictions->counts[p].values;
            ck_assert_msg(key != NULL, "%s: %s: %s", lab->name, program->name,
                          question_concept(question->asks));
            const int64_t expected = key->key(v[0], v[1], v[2]);
            ck_assert_msg(predictions_key(predictions, i) == expected,
                          "%s: %s(%d, %d, %d): %s: %" PRId64 ", not %" PRId64, lab->name, program->name, v[0],
                          v[1], v[2], question_concept(question->asks), predictions_key(predictions, i),
                          expected);
            check_explanation(program, question, &predictions->counts[p]);
        }
        free(predictions);
    }
}
END_TEST

START_TEST(explanations_are_translated) {
    const struct spec *lab = spec_get((size_t)_i);
    size_t p;
    const struct question *question;
    unsetenv("LANGUAGE");
    setenv("LC_ALL", "zh_CN.UTF-8", 1);
    language_follow(paths.build);
    struct predictions *predictions = question_count(lab) > 0 ? count(lab->name, seeds[0]) : NULL;
    for (size_t i = 0; (question = question_at(lab, i, &p)); i++) {
        ck_assert_str_ne(question->why, language_of(question->why));
        ck_assert_str_ne(question_text(question->asks), language_of(question_text(question->asks)));
        ck_assert_str_ne(question_concept(question->asks), language_of(question_concept(question->asks)));
        check_explanation(&lab->programs[p], question, &predictions->counts[p]);
    }
    free(predictions);
}
END_TEST

START_TEST(there_are_sixty_questions) {
    size_t questions = 0;
    for (size_t i = 0; i < spec_count(); i++)
        questions += question_count(spec_get(i));
    ck_assert_uint_ge(questions, 60);
    ck_assert_uint_eq(questions, SPEC_COUNT(keys));
}
END_TEST

static const struct {
    const char *text;
    int64_t answer;
} answers[] = {
    {"12", 12},
    {"0\n", 0},
    {" 7 \r\n", 7},
    {"", QUESTION_NO_ANSWER},
    {" \n", QUESTION_NO_ANSWER},
    {"x", QUESTION_NO_NUMBER},
    {"-3", QUESTION_NO_NUMBER},
    {"+3", QUESTION_NO_NUMBER},
    {"1.5", QUESTION_NO_NUMBER},
    {"12 13", QUESTION_NO_NUMBER},
    {"0x10", QUESTION_NO_NUMBER},
    {"1000000000000000000", 1000000000000000000},
    {"1000000000000000001", 1000000000000000000},
    {"99999999999999999999999999", 1000000000000000000},
};

START_TEST(answers_are_whole_numbers) {
    ck_assert_int_eq(question_read(answers[_i].text), answers[_i].answer);
}
END_TEST

static const struct {
    const char *text;
    bool found;
    uint64_t seed;
    int64_t first, second;
} lines[] = {
    {"// predicted 00000000000000ff: 4 -\n", true, 255, 4, QUESTION_NO_ANSWER},
    {"int x;\n// predicted 0123456789abcdef: ? 5", true, 0x0123456789abcdef, QUESTION_NO_NUMBER, 5},
    {"// predicted 0000000000000001: 1 2\n// predicted 0000000000000002: 3 4\n", true, 2, 3, 4},
    {"// predicted 0000000000000001:\n7 8", true, 1, QUESTION_NO_ANSWER, QUESTION_NO_ANSWER},
    {"// predicted 0000000000000001: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\r\n", true, 1, 1, 1},
    {"// predicted 1: 4 5\n", false, 0, 0, 0},
    {"// predicted -000000000000001: 4 5\n", false, 0, 0, 0},
    {"  // predicted 0000000000000001: 4 5\n", false, 0, 0, 0},
    {"// predicted ", false, 0, 0, 0},
    {"", false, 0, 0, 0},
};

START_TEST(line_is_found) {
    uint64_t seed = 0;
    int64_t found[QUESTION_ANSWERS] = {0};
    ck_assert(question_find_line(lines[_i].text, &seed, found) == lines[_i].found);
    ck_assert_uint_eq(seed, lines[_i].seed);
    ck_assert_int_eq(found[0], lines[_i].first);
    ck_assert_int_eq(found[1], lines[_i].second);
}
END_TEST

START_TEST(line_says_what_was_answered) {
    char text[256] = "";
    uint64_t seed;
    int64_t given[QUESTION_ANSWERS] = {12, QUESTION_NO_ANSWER, QUESTION_NO_NUMBER, 0},
            found[QUESTION_ANSWERS];
    FILE *out = fmemopen(text, sizeof text, "w");
    question_print_line(out, spec_find("lab3"), 0xabcdef, given);
    fclose(out);
    ck_assert(question_find_line(text, &seed, found));
    ck_assert_uint_eq(seed, 0xabcdef);
    for (size_t i = 0; i < question_count(spec_find("lab3")); i++)
        ck_assert_int_eq(found[i], given[i]);
}
END_TEST

static const struct question broken[] = {
    {.asks = ASK_BLOCKS, .why = "{nobody}"}, {.asks = ASK_BLOCKS, .why = "{n"},
    {.asks = ASK_BLOCKS, .why = "{n / 0}"},  {.asks = ASK_BLOCKS, .why = "{n n}"},
    {.asks = ASK_BLOCKS, .why = "{}"},       {.asks = ASK_BLOCKS, .why = "{n +}"},
};

START_TEST(explanation_that_makes_no_sense_is_refused) {
    const struct question_program program = {.name = "p", .parameters = {{"n", {4}}}};
    const struct question_counts counts = {.values = {4}, .blocks = 3};
    const struct question good = {.asks = ASK_BLOCKS, .why = "{n} + {key}: {n - 1 * 2 + key / blocks}"};
    char text[64];
    ck_assert(!question_explain(&program, &broken[_i], &counts, text, sizeof text));
    ck_assert(question_explain(&program, &good, &counts, text, sizeof text));
    ck_assert_str_eq(text, "4 + 3: 3");
}
END_TEST

/* ---- ./grade ---- */

// @return its exit status, as wait() gives it
static int output_of(const char *command, char *output) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, TEXT - 1, pipe)] = '\0';
    return pclose(pipe);
}

static const char *status_of(const cJSON *report, enum question_asks asks) {
    const cJSON *check;
    cJSON_ArrayForEach(check, cJSON_GetObjectItemCaseSensitive(report, "checks")) {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(check, "id"));
        const char *task = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(check, "task"));
        if (strcmp(id, "predict") == 0 && strcmp(task, question_concept(asks)) == 0)
            return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(check, "status"));
    }
    return "none";
}

// No terminal: answers come from a pipe, whose end leaves the rest unanswered. The line that is
// then printed is found in a submission.
START_TEST(grade_asks_and_marks) {
    static char output[TEXT];
    char folder[] = "/tmp/test_predictionsXXXXXX", command[1024];
    struct predictions *right = count("lab3", 5);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command,
             "printf '%%s\\n' %" PRId64
             " 1 x | LC_ALL=C ./grade lab3 --predict --seed 5 --backend cpu --json - "
             "2>%s/said",
             predictions_key(right, 0), folder);
    ck_assert_int_eq(WEXITSTATUS(output_of(command, output)), 1);
    cJSON *report = cJSON_Parse(output);
    ck_assert_str_eq(status_of(report, ASK_LOAD_SECTORS), "failed"); // its second question has no answer
    ck_assert_str_eq(status_of(report, ASK_STORE_REQUESTS), "failed");
    ck_assert_str_eq(status_of(report, ASK_BARRIERS), "failed");
    ck_assert_str_eq(status_of(report, ASK_SHARED_LOADS), "skipped");
    cJSON_Delete(report);
    snprintf(command, sizeof command, "cat %s/said", folder);
    output_of(command, output);
    ck_assert_ptr_nonnull(strstr(output, "Each of n / block blocks adds up"));
    ck_assert_ptr_nonnull(strstr(output, "1 of 7 right"));
    ck_assert_ptr_nonnull(strstr(output, "// predicted 0000000000000005: "));
    FILE *file;
    snprintf(command, sizeof command, "cp labs/lab3/lab3.cu %s/lab3.cu", folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/lab3.cu", folder);
    ck_assert_ptr_nonnull(file = fopen(command, "a"));
    for (size_t i = 0; i < QUESTION_ANSWERS; i++)
        right->answers[i] = i < question_count(right->lab) ? predictions_key(right, i) : QUESTION_NO_ANSWER;
    question_print_line(file, right->lab, right->seed, right->answers);
    fclose(file);
    snprintf(command, sizeof command, "./grade lab3 --submission %s --backend cpu --json - 2>/dev/null",
             folder);
    output_of(command, output);
    report = cJSON_Parse(output);
    ck_assert_str_eq(status_of(report, ASK_LOAD_SECTORS), "passed");
    ck_assert_str_eq(status_of(report, ASK_STEPS), "passed");
    cJSON_Delete(report);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    free(right);
}
END_TEST

START_TEST(lab_without_questions_says_so) {
    static char output[TEXT];
    ck_assert_int_eq(
        WEXITSTATUS(output_of("LC_ALL=C ./grade lab11 --predict --backend cpu </dev/null", output)), 1);
    ck_assert_ptr_nonnull(strstr(output, "lab11 has no numbers to predict."));
    ck_assert_ptr_nonnull(strstr(output, "Score: "));
    ck_assert_int_eq(WEXITSTATUS(output_of("./grade lab1 --predict --watch 2>&1", output)), 2);
}
END_TEST

/* ---- points ---- */

// A lab of one program and three questions about nothing, whose right answers are 0.
static const struct question three[] = {{.asks = ASK_BLOCKS, .why = "{key}", .points = 3},
                                        {.asks = ASK_BLOCKS, .why = "{key}", .points = 2},
                                        {.asks = ASK_WARPS, .why = "{key}", .points = 4}};
static const struct question_program one_program = {
    .name = "p", .parameters = {{"n", {4}}}, .questions = three, .question_count = SPEC_COUNT(three)};
static const struct spec three_questions = {.name = "labx", .programs = &one_program, .program_count = 1};

static const struct {
    bool handed_in, counted;
    int64_t answers[3];
    enum check_status blocks, warps;
    int points;
} marked[] = {
    {true, true, {0, 0, 0}, CHECK_PASSED, CHECK_PASSED, 9},
    {true, true, {0, 7, 0}, CHECK_FAILED, CHECK_PASSED, 7},
    {true, true, {0, QUESTION_NO_ANSWER, QUESTION_NO_ANSWER}, CHECK_FAILED, CHECK_SKIPPED, 3},
    {true, true, {QUESTION_NO_NUMBER, 1, 1000000000000000000}, CHECK_FAILED, CHECK_FAILED, 0},
    {true, false, {0, 0, 0}, CHECK_OPEN, CHECK_OPEN, 0},
    {false, false, {0, 0, 0}, CHECK_SKIPPED, CHECK_SKIPPED, 0},
};

START_TEST(points_follow_the_right_answers) {
    struct grading *grading = calloc(1, sizeof *grading);
    ck_assert_ptr_nonnull(grading);
    grading->lab = &three_questions;
    grading->predictions.lab = marked[_i].handed_in ? &three_questions : NULL;
    grading->predictions.counted = marked[_i].counted;
    memcpy(grading->predictions.answers, marked[_i].answers, sizeof marked[_i].answers);
    ck_assert_int_eq(spec_total_points(&three_questions), 9);
    judge_predictions(grading);
    ck_assert_uint_eq(grading->check_count, 2);
    ck_assert_int_eq(grading->checks[0].status, marked[_i].blocks);
    ck_assert_int_eq(grading->checks[1].status, marked[_i].warps);
    ck_assert_int_eq(grading->checks[0].max_points, 5);
    ck_assert_int_eq(grading->checks[0].points + grading->checks[1].points, marked[_i].points);
    free(grading);
}
END_TEST

START_TEST(nothing_is_judged_where_nobody_predicted_and_no_points_are_lost) {
    struct grading *grading = calloc(1, sizeof *grading);
    grading->lab = spec_find("lab3");
    judge_predictions(grading);
    ck_assert_uint_eq(grading->check_count, 0);
    ck_assert_int_eq(question_points(grading->lab), 0);
    free(grading);
}
END_TEST

int main(void) {
    char why[256];
    if (!paths_find(&paths, why, sizeof why))
        return EXIT_FAILURE;
    Suite *suite = suite_create("predictions");
    TCase *cases = tcase_create("questions");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, keys_are_those_that_can_be_worked_out, 0, (int)spec_count());
    tcase_add_loop_test(cases, explanations_are_translated, 0, (int)spec_count());
    tcase_add_test(cases, there_are_sixty_questions);
    tcase_add_loop_test(cases, answers_are_whole_numbers, 0, (int)SPEC_COUNT(answers));
    tcase_add_loop_test(cases, line_is_found, 0, (int)SPEC_COUNT(lines));
    tcase_add_test(cases, line_says_what_was_answered);
    tcase_add_loop_test(cases, explanation_that_makes_no_sense_is_refused, 0, (int)SPEC_COUNT(broken));
    tcase_add_test(cases, grade_asks_and_marks);
    tcase_add_test(cases, lab_without_questions_says_so);
    tcase_add_loop_test(cases, points_follow_the_right_answers, 0, (int)SPEC_COUNT(marked));
    tcase_add_test(cases, nothing_is_judged_where_nobody_predicted_and_no_points_are_lost);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
