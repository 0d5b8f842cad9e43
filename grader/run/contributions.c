// The elements of a large input that a wrong sum counts, and how often.
#include "run/smallest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "run.h"
#include "session.h"

// LARGEST: elements, for speed. TIMES: no mistake counts an element more often.
// PARTS: stretches of wrongly counted elements that are reported; BINS: likewise.
enum { LARGEST = 1 << 17, ASKED = 128, TIMES = 64, PARTS = 2, BINS = 4, BYTES = 256 };

struct probe {
    struct grading *grading;
    struct session session;
    struct session_setting setting;
    const struct plan_case *like;
    bool is_bins;        // of bytes; else one sum of ints
    uint32_t *wanted;    // the right answer to the last question
    unsigned char other; // value of the elements outside the question, of bytes
    int asked;
    bool failed; // no answer came: no conclusion
};

static uint32_t weight(int32_t i) {
    struct rng rng = rng_stream(1, (uint64_t)i);
    return (uint32_t)rng_next(&rng) | 1;
}

static void fill(const struct probe *p, int32_t n, int32_t from, int32_t to) {
    for (int32_t i = 0; i < n; i++) {
        const uint32_t number = i >= from && i < to ? weight(i) : 0;
        if (p->is_bins)
            p->session.input[i] = (unsigned char)(number ? 1 + number % (BYTES - 1) : p->other);
        else
            memcpy(p->session.input + (size_t)i * sizeof number, &number, sizeof number);
    }
}

// The answer for n elements, of which those from `from` to `to` have random numbers. NULL if there is
// none.
static const uint32_t *ask(struct probe *p, int32_t n, int32_t from, int32_t to) {
    struct plan_case c = *p->like;
    const struct spec_case spec = {.n = n, .option = p->like->spec->option, .data = ""};
    struct plan_data data;
    c.shape = (struct shape){.n = n};
    c.n = n;
    c.spec = &spec;
    fill(p, n, from, to);
    if (p->failed || ++p->asked > ASKED || stop_requested() || !plan_data_make(&data, &c, p->session.input)) {
        p->failed = true;
        return NULL;
    }
    memcpy(p->wanted, data.expected, data.output_bytes);
    struct error error = {""};
    cJSON *reply = run_once_in(&p->session, &p->setting, p->grading, &c, &data, JOB_RUN, &error);
    p->failed = !reply || p->session.reply.status != JOB_DONE;
    cJSON_Delete(reply);
    plan_data_free(&data);
    return p->failed ? NULL : (const uint32_t *)p->session.output;
}

// Bin 0 contains all elements outside the question.
static bool is_multiple(const struct probe *p, const uint32_t *answer, uint32_t times) {
    for (size_t i = p->is_bins ? 1 : 0; i < (p->is_bins ? BYTES : 1); i++)
        if (answer[i] != times * p->wanted[i])
            return false;
    return true;
}

static bool counts(struct probe *p, int32_t n, int32_t from, int32_t to, uint32_t times) {
    const uint32_t *answer = ask(p, n, from, to);
    return answer && is_multiple(p, answer, times);
}

// The number of times an element is counted; TIMES if unknown.
static uint32_t times_of(struct probe *p, int32_t n, int32_t element) {
    const uint32_t *answer = ask(p, n, element, element + 1);
    uint32_t times = 0;
    while (answer && times < TIMES && !is_multiple(p, answer, times))
        times++;
    return answer ? times : TIMES;
}

// @return the least n between the two whose answer is wrong, by bisection
static int32_t least_size(struct probe *p, int32_t right, int32_t wrong) {
    while (wrong - right > 1 && !p->failed) {
        const int32_t middle = right + (wrong - right) / 2;
        if (counts(p, middle, 0, middle, 1))
            right = middle;
        else
            wrong = middle;
    }
    return wrong;
}

// @return the end of the longest stretch from `from` on whose elements are all counted that often
static int32_t end_of(struct probe *p, int32_t n, int32_t from, uint32_t times) {
    int32_t good = from, bad = n + 1;
    while (bad - good > 1 && !p->failed) {
        const int32_t middle = good + (bad - good) / 2;
        if (counts(p, n, from, middle, times))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

static void add(char *words, size_t size, const char *more) {
    const size_t used = strlen(words);
    snprintf(words + used, size - used, "%s%s", used ? " " : "", more);
}

static void tell_stretches(struct probe *p, int32_t n, char *words, size_t size) {
    int32_t next = end_of(p, n, 0, 1);
    for (int part = 0; part < PARTS && next < n; part++) {
        char stretch[160];
        const uint32_t times = times_of(p, n, next);
        if (times == TIMES)
            return;
        const int32_t last = end_of(p, n, next, times) - 1;
        if (p->failed)
            return;
        if (last > next)
            snprintf(stretch, sizeof stretch, language_of("Elements %d to %d are counted %u times each."),
                     next, last, times);
        else
            snprintf(stretch, sizeof stretch, language_of("Element %d is counted %u times."), next, times);
        add(words, size, stretch);
        next = end_of(p, n, last + 1, 1);
    }
}

// Equal elements that are found in other bins than their own.
static bool tell_bins_of(struct probe *p, int32_t n, char *words, size_t size) {
    const uint32_t *answer = ask(p, n, 0, 0);
    char bins[BINS * 40] = "";
    int told = 0;
    if (!answer || answer[p->other] == (uint32_t)n)
        return false;
    for (int bin = 0; bin < BYTES && told < BINS; bin++)
        if (answer[bin] != 0) {
            const size_t used = strlen(bins);
            snprintf(bins + used, sizeof bins - used, language_of("%s%u in bin %d"), told++ ? ", " : "",
                     answer[bin], bin);
        }
    char sentence[256];
    snprintf(sentence, sizeof sentence, language_of("If all of them are %d, the bins have %s."), p->other,
             told ? bins : language_of("nothing"));
    add(words, size, sentence);
    return true;
}

static bool tell_bins(struct probe *p, int32_t n, char *words, size_t size) {
    static const unsigned char alike[] = {0, 1, 2, 254, 255};
    bool told = false;
    for (size_t i = 0; i < SPEC_COUNT(alike) && !told; i++) {
        p->other = alike[i];
        told = tell_bins_of(p, n, words, size);
    }
    p->other = 0;
    return told;
}

static void tell(struct probe *p, int32_t right, char *words, size_t size) {
    if (counts(p, p->like->n, 0, p->like->n, 1) || p->failed)
        return;
    const int32_t n = least_size(p, right, p->like->n);
    char what[400] = "";
    if (!p->is_bins || !tell_bins(p, n, what, sizeof what))
        tell_stretches(p, n, what, sizeof what);
    if (p->failed || !what[0])
        return;
    snprintf(words, size, language_of("n = %d is right, and %d is not."), n - 1, n);
    add(words, size, what);
}

static bool is_added_up(const struct plan_case *like) {
    const struct spec_task *task = like->task;
    const struct parameter *in = signature_numbers(task->parameters),
                           *out = signature_first(task->parameters, CALL_WRITTEN);
    if (task->pieces != PIECES_ADD || like->spec->option != task->bandwidth.option || !in || !out)
        return false;
    const bool is_sum = in->element == ELEMENT_INT32 && out->element == ELEMENT_INT32 && !out->bins;
    const bool is_bins = in->element == ELEMENT_UINT8 && out->element == ELEMENT_UINT32 && out->bins;
    const size_t words = spec_output_bytes(task, like->shape) / sizeof(uint32_t);
    return (is_sum && words == 1) || (is_bins && words == BYTES);
}

void contributions_find(struct grading *grading, const struct plan_case *like, int32_t right, char *words,
                        size_t size) {
    struct error error = {""};
    const double seconds = SESSION_ASK_S + ASKED * run_case_seconds(grading->lab, like->n);
    words[0] = '\0';
    if (like->n > LARGEST || like->n <= right || !is_added_up(like))
        return;
    const size_t input = spec_input_bytes(like->task, like->shape),
                 output = spec_output_bytes(like->task, like->shape);
    struct probe p = {.grading = grading,
                      .setting = run_setting(grading, &grading->cpu, seconds),
                      .like = like,
                      .is_bins = signature_has_bins(like->task->parameters),
                      .wanted = malloc(output)};
    if (p.wanted && session_open(&p.session, input, job_align(output) + job_align(input), &error)) {
        tell(&p, right, words, size);
        session_end(&p.session, &grading->cpu.cost);
    }
    session_close(&p.session);
    free(p.wanted);
}
