// The possible questions before a run, and everything about them except running programs.
#include "question.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "spec.h"

enum { METRICS = 3 };

static const struct {
    const char *concept, *text;
    const char *metrics[METRICS];
} asked[ASK_COUNT] = {
    [ASK_LAUNCHES] = {"kernel launches", "How many kernels are launched?", {"launches"}},
    [ASK_BLOCKS] = {"blocks", "How many blocks are launched, in all grids together?", {"launch__grid_size"}},
    [ASK_WARPS] = {"warps",
                   "How many warps are launched, in all blocks together? One that is not full counts, too.",
                   {"smsp__warps_launched.sum"}},
    [ASK_BARRIERS] = {"barriers",
                      "How many barriers are passed? Each __syncthreads() counts once for each block that "
                      "comes to it."},
    [ASK_STEPS] = {"steps",
                   "How many steps does it take? A step is an interval between barriers in which some thread "
                   "stores, or a shuffle; blocks take theirs side by side, launches one after the other."},
    [ASK_ADDS] = {"additions", "How many additions are done by wl_add(), by all threads together?"},
    [ASK_LOAD_REQUESTS] = {"requests of global loads",
                           "How many requests do its loads from global memory make? A request is one load of "
                           "one warp, however many of its lanes take part.",
                           {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
    [ASK_LOAD_SECTORS] = {"sectors of global loads",
                          "How many sectors of 32 bytes do its loads from global memory move, all requests "
                          "together?",
                          {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
    [ASK_STORE_REQUESTS] = {"requests of global stores",
                            "How many requests do its stores to global memory make? A request is one store "
                            "of one warp, however many of its lanes take part.",
                            {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
    [ASK_STORE_SECTORS] = {"sectors of global stores",
                           "How many sectors of 32 bytes do its stores to global memory touch, all requests "
                           "together?",
                           {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
    [ASK_ATOMIC_REQUESTS] = {"requests of global atomics",
                             "How many requests do its atomics on global memory make? A request is one "
                             "atomic of one warp, however many of its lanes take part.",
                             {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                              "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"}},
    [ASK_SHARED_LOADS] = {"wavefronts of shared loads",
                          "How many wavefronts do its loads from shared memory take? A request without a "
                          "bank conflict takes one.",
                          {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
    [ASK_SHARED_STORES] = {"wavefronts of shared stores",
                           "How many wavefronts do its stores to shared memory take? A request without a "
                           "bank conflict takes one.",
                           {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}},
    [ASK_SHARED_ATOMICS] =
        {"wavefronts of shared atomics",
         "How many wavefronts do its atomics on shared memory take? Lanes on one word share a "
         "wavefront, different words of one bank do not.",
         {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}},
    [ASK_DIVERGENT_WARPS] = {"divergent warps",
                             "In how many warps do some threads take the one branch, and some the other?",
                             {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "smsp__warps_launched.sum"}},
};

const char *question_concept(enum question_asks asks) { return asked[asks].concept; }
const char *question_text(enum question_asks asks) { return asked[asks].text; }
const char *question_metric(enum question_asks asks, size_t i) {
    return i < METRICS ? asked[asks].metrics[i] : NULL;
}

int64_t question_key(enum question_asks asks, const struct question_counts *counts) {
    const struct counters *c = &counts->counters;
    const double values[ASK_COUNT] = {
        [ASK_LAUNCHES] = c->launches,
        [ASK_BLOCKS] = counts->blocks,
        [ASK_WARPS] = counts->warps,
        [ASK_BARRIERS] = c->barriers,
        [ASK_STEPS] = c->steps,
        [ASK_ADDS] = c->work,
        [ASK_LOAD_REQUESTS] = c->requests[GLOBAL_LOAD],
        [ASK_LOAD_SECTORS] = c->transactions[GLOBAL_LOAD],
        [ASK_STORE_REQUESTS] = c->requests[GLOBAL_STORE],
        [ASK_STORE_SECTORS] = c->transactions[GLOBAL_STORE],
        [ASK_ATOMIC_REQUESTS] = c->requests[GLOBAL_ATOMIC],
        [ASK_SHARED_LOADS] = c->transactions[SHARED_LOAD],
        [ASK_SHARED_STORES] = c->transactions[SHARED_STORE],
        [ASK_SHARED_ATOMICS] = c->transactions[SHARED_ATOMIC],
        // A warp that takes both branches stores twice.
        [ASK_DIVERGENT_WARPS] = c->requests[GLOBAL_STORE] - counts->warps,
    };
    return (int64_t)values[asks];
}

size_t question_count(const struct spec *lab) {
    size_t count = 0, program;
    while (question_at(lab, count, &program))
        count++;
    return count;
}

int question_points(const struct spec *lab) {
    const struct question *question;
    int points = 0;
    size_t program;
    for (size_t i = 0; (question = question_at(lab, i, &program)); i++)
        points += question->points;
    return points;
}

const struct question *question_at(const struct spec *lab, size_t i, size_t *program) {
    for (*program = 0; *program < lab->program_count; ++*program) {
        const struct question_program *its = &lab->programs[*program];
        if (i < its->question_count)
            return &its->questions[i];
        i -= its->question_count;
    }
    return NULL;
}

void question_draw(const struct question_program *program, uint64_t seed, int32_t *values) {
    // A separate stream for each program, so that other programs do not matter.
    uint64_t index = 0;
    for (const char *at = program->name; *at; at++)
        index = index * 31 + (unsigned char)*at;
    struct rng rng = rng_stream(seed, index);
    for (size_t i = 0; i < QUESTION_PARAMETERS; i++) {
        const int32_t *choices = program->parameters[i].values;
        int32_t count = 0;
        while (count < QUESTION_CHOICES && choices[count] != 0)
            count++;
        values[i] = count > 0 ? choices[rng_between(&rng, 0, count - 1)] : 0;
    }
}

void question_values(const struct question_program *program, const int32_t *values, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < QUESTION_PARAMETERS && program->parameters[i].name && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s = %d", i > 0 ? ", " : "",
                                   program->parameters[i].name, values[i]);
}

/* ---- explanations ---- */

struct reader {
    const struct question_program *program;
    const struct question_counts *counts;
    int64_t key;
    const char *at;
};

static bool read_name(struct reader *reader, size_t length, int64_t *value) {
    const struct {
        const char *name;
        int64_t value;
    } counted[] = {{"key", reader->key},
                   {"launches", (int64_t)reader->counts->counters.launches},
                   {"blocks", (int64_t)reader->counts->blocks},
                   {"warps", (int64_t)reader->counts->warps}};
    for (size_t i = 0; i < QUESTION_PARAMETERS && reader->program->parameters[i].name; i++) {
        const char *name = reader->program->parameters[i].name;
        if (strlen(name) == length && strncmp(name, reader->at, length) == 0) {
            *value = reader->counts->values[i];
            return true;
        }
    }
    for (size_t i = 0; i < SPEC_COUNT(counted); i++)
        if (strlen(counted[i].name) == length && strncmp(counted[i].name, reader->at, length) == 0) {
            *value = counted[i].value;
            return true;
        }
    return false;
}

static bool read_operand(struct reader *reader, int64_t *value) {
    char *end;
    reader->at += strspn(reader->at, " ");
    const size_t length = strspn(reader->at, "abcdefghijklmnopqrstuvwxyz_");
    bool good;
    if (length > 0) {
        good = read_name(reader, length, value);
        reader->at += length;
    } else {
        *value = strtoll(reader->at, &end, 10);
        good = end != reader->at;
        reader->at = end;
    }
    reader->at += strspn(reader->at, " ");
    return good;
}

// Evaluates from left to right, up to the closing brace.
static bool read_value(struct reader *reader, int64_t *value) {
    bool good = read_operand(reader, value);
    while (good && *reader->at != '}') {
        const char sign = *reader->at;
        int64_t operand = 0;
        reader->at += sign != '\0';
        good = strchr("+-*/", sign) && sign != '\0' && read_operand(reader, &operand) &&
               !(sign == '/' && operand == 0);
        if (good)
            *value = sign == '+'   ? *value + operand
                     : sign == '-' ? *value - operand
                     : sign == '*' ? *value * operand
                                   : *value / operand;
    }
    return good;
}

bool question_explain(const struct question_program *program, const struct question *question,
                      const struct question_counts *counts, char *text, size_t size) {
    struct reader reader = {.program = program,
                            .counts = counts,
                            .key = question_key(question->asks, counts),
                            .at = language_of(question->why)};
    FILE *out = fmemopen(text, size, "w");
    bool good = out != NULL;
    text[0] = '\0';
    while (good && *reader.at) {
        int64_t value = 0;
        if (*reader.at != '{') {
            fputc(*reader.at++, out);
            continue;
        }
        reader.at++;
        good = read_value(&reader, &value);
        reader.at += good;
        if (good)
            fprintf(out, "%" PRId64, value);
    }
    if (out)
        fclose(out);
    return good;
}

/* ---- answers ---- */

static const int64_t most = 1000000000000000000;

int64_t question_read(const char *text) {
    text += strspn(text, " \t\r\n");
    if (*text == '\0')
        return QUESTION_NO_ANSWER;
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits + strspn(text + digits, " \t\r\n")] != '\0')
        return QUESTION_NO_NUMBER;
    const unsigned long long value = strtoull(text, NULL, 10); // the maximum, if it is too large
    return value > (unsigned long long)most ? most : (int64_t)value;
}

static const char predicted[] = "// predicted ", explained[] = "// explained ";

static void print_answers(FILE *out, const int64_t *answers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (answers[i] >= 0)
            fprintf(out, " %" PRId64, answers[i]);
        else
            fputs(answers[i] == QUESTION_NO_ANSWER ? " -" : " ?", out);
    }
    fputc('\n', out);
}

void question_print_line(FILE *out, const struct spec *lab, uint64_t seed, const int64_t *answers) {
    fprintf(out, "%s%016" PRIx64 ":", predicted, seed);
    print_answers(out, answers, question_count(lab));
}

void question_print_explained(FILE *out, uint64_t seed, uint64_t file, const int64_t *answers, size_t count) {
    fprintf(out, "%s%016" PRIx64 " %016" PRIx64 ":", explained, seed, file);
    print_answers(out, answers, count);
}

bool question_is_line(const char *line) {
    return strncmp(line, predicted, sizeof predicted - 1) == 0 ||
           strncmp(line, explained, sizeof explained - 1) == 0;
}

static void read_answers(const char *at, const char *end, int64_t *answers) {
    for (size_t i = 0; i < QUESTION_ANSWERS; i++)
        answers[i] = QUESTION_NO_ANSWER;
    for (size_t i = 0; i < QUESTION_ANSWERS && at < end; i++) {
        char word[32];
        at += strspn(at, " \t");
        const size_t length = strcspn(at, " \t\r\n");
        if (length == 0 || at >= end)
            return;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        answers[i] = strcmp(word, "-") == 0 ? QUESTION_NO_ANSWER : question_read(word);
        at += length;
    }
}

// Sixteen hexadecimal digits.
static bool read_digits(const char **at, uint64_t *value) {
    char *rest;
    const bool good = strspn(*at, "0123456789abcdef") == 16;
    *value = strtoull(*at, &rest, 16);
    *at = rest;
    return good;
}

// @param file NULL if the line does not have it
static bool find_line(const char *text, const char *begin, uint64_t *seed, uint64_t *file, int64_t *answers) {
    bool found = false;
    for (const char *line = text; line && (line = strstr(line, begin));) {
        const char *at = line + strlen(begin);
        uint64_t first, second = 0;
        const bool begins = line == text || line[-1] == '\n';
        const bool good =
            read_digits(&at, &first) && (!file || (*at++ == ' ' && read_digits(&at, &second))) && *at == ':';
        line += strlen(begin);
        if (!begins || !good)
            continue;
        *seed = first;
        if (file)
            *file = second;
        read_answers(at + 1, strchrnul(at, '\n'), answers);
        found = true;
    }
    return found;
}

bool question_find_line(const char *text, uint64_t *seed, int64_t *answers) {
    return find_line(text, predicted, seed, NULL, answers);
}

bool question_find_explained(const char *text, uint64_t *seed, uint64_t *file, int64_t *answers) {
    return find_line(text, explained, seed, file, answers);
}
