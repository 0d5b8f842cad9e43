// Random numbers that the host asks for. A generator has 4096 sequences, which take turns: cuRAND's guide
// says so of XORWOW. A normal number comes with a second one of the same sequence.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "curand.h"
#include "engine/exec/exit.h"
#include "engine/memory/closed_memory.h"
#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/report/errors.h"
#include "engine/streams/capture.h"
#include "simt/random_numbers.h"

enum { SEQUENCES = 4096, XORWOW_WORDS = 5 };

/** One sequence. */
struct sequence {
    uint32_t words[XORWOW_WORDS], counter; /**< of XORWOW */
    uint32_t place[4], out[4];             /**< of Philox: its counter, and the numbers that it gave */
    unsigned used;                         /**< of those */
};

struct curandGenerator_st {
    struct curandGenerator_st *next; /**< of all generators */
    curandRngType_t type;            /**< as given */
    uint64_t seed, offset;           /**< as set */
    cudaStream_t stream;             /**< in which it works */
    bool on_host;                    /**< for memory of the host */
    bool started;                    /**< its sequences have begun */
    unsigned turn;                   /**< the sequence that is next */
    struct sequence *sequences;      /**< all of them */
};

static struct curandGenerator_st *generators;

static bool exists(curandGenerator_t generator) {
    const struct curandGenerator_st *g = generators;
    while (g && g != generator)
        g = g->next;
    return g != NULL;
}

static curandStatus_t refuse(curandStatus_t status, const char *why) {
    const struct simt_actor caller = {.pc = simt_api_now.at};
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &caller, NULL, "Program hit cuRAND's status %d: %s: %s",
                   (int)status, simt_api_now.function, why);
    return status;
}

static bool is_xorwow(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_PSEUDO_DEFAULT || g->type == CURAND_RNG_PSEUDO_XORWOW;
}

static void start_sequence(const struct curandGenerator_st *g, struct sequence *s, unsigned number,
                           uint64_t offset) {
    const uint32_t key[2] = {(uint32_t)g->seed, (uint32_t)(g->seed >> 32)};
    memset(s, 0, sizeof *s);
    if (is_xorwow(g)) {
        simt_xorwow_seed(g->seed, s->words, &s->counter);
        simt_xorwow_skip(s->words, number, 1);
        simt_xorwow_skip(s->words, offset, 0);
        s->counter += SIMT_XORWOW_STEP * (uint32_t)offset;
        return;
    }
    s->place[2] = number;
    s->used = offset % 4;
    simt_philox_add(s->place, 0, offset / 4);
    simt_philox(s->place, key, s->out);
}

/** Begins the sequences where the offset says: so many numbers are left out, one of each in turn. */
static void start(struct curandGenerator_st *g) {
    if (g->started)
        return;
    g->turn = (unsigned)(g->offset % SEQUENCES);
    for (unsigned i = 0; i < SEQUENCES; i++)
        start_sequence(g, &g->sequences[i], i, g->offset / SEQUENCES + (i < g->turn));
    g->started = true;
}

static uint32_t draw(const struct curandGenerator_st *g, struct sequence *s) {
    if (is_xorwow(g)) {
        const uint32_t next = simt_xorwow_word(s->words[0], s->words[XORWOW_WORDS - 1]);
        memmove(s->words, s->words + 1, (XORWOW_WORDS - 1) * sizeof *s->words);
        s->words[XORWOW_WORDS - 1] = next;
        s->counter += SIMT_XORWOW_STEP;
        return next + s->counter;
    }
    const uint32_t key[2] = {(uint32_t)g->seed, (uint32_t)(g->seed >> 32)}, result = s->out[s->used++];
    if (s->used == 4) {
        simt_philox_add(s->place, 0, 1);
        simt_philox(s->place, key, s->out);
        s->used = 0;
    }
    return result;
}

/** What is asked for. */
struct request {
    enum { BITS, BITS_64, UNIFORM, UNIFORM_64, NORMAL, NORMAL_64 } kind;
    bool log;               /**< of normal numbers: powers of e */
    double mean, deviation; /**< of normal numbers */
};

static size_t bytes_of(const struct request *r) {
    return r->kind == BITS || r->kind == UNIFORM || r->kind == NORMAL ? 4 : 8;
}

static void put_normal(const struct request *r, char *out, double value) {
    double moved = r->mean + r->deviation * value;
    moved = r->log ? exp(moved) : moved;
    const float single = (float)moved;
    memcpy(out, r->kind == NORMAL ? (const void *)&single : (const void *)&moved, bytes_of(r));
}

static void put_pair(const struct curandGenerator_st *g, struct sequence *s, const struct request *r,
                     char *out) {
    uint32_t b[4];
    const bool single = r->kind == NORMAL;
    for (unsigned i = 0; i < (single ? 2 : 4); i++)
        b[i] = draw(g, s);
    const double of_length = single ? (double)simt_random_float(b[0]) : simt_random_double(b[0], b[1]),
                 of_angle = single ? (double)simt_random_float(b[1]) : simt_random_double(b[2], b[3]),
                 length = sqrt(-2 * log(of_length)), angle = 2 * 3.14159265358979323846 * of_angle;
    put_normal(r, out, sin(angle) * length);
    put_normal(r, out + bytes_of(r), cos(angle) * length);
}

static void put_number(const struct curandGenerator_st *g, struct sequence *s, const struct request *r,
                       char *out) {
    const uint32_t first = draw(g, s), second = bytes_of(r) == 8 ? draw(g, s) : 0;
    const uint64_t both = (uint64_t)second << 32 | first;
    const float single = simt_random_float(first);
    const double real = simt_random_double(first, second);
    const void *values[] = {&first, &both, &single, &real};
    memcpy(out, values[r->kind], bytes_of(r));
}

static void fill(struct curandGenerator_st *g, const struct request *r, char *out, size_t n) {
    const size_t step = r->kind >= NORMAL ? 2 : 1;
    start(g);
    for (size_t i = 0; i < n; i += step) {
        (step == 2 ? put_pair : put_number)(g, &g->sequences[g->turn], r, out + i * bytes_of(r));
        g->turn = (g->turn + 1) % SEQUENCES;
    }
}

/** Fills memory of the device, in the generator's stream. */
static void fill_on_device(struct curandGenerator_st *g, const struct request *r, char *out, size_t n) {
    const size_t bytes = n * bytes_of(r);
    simt_memory_open((uintptr_t)out, bytes);
    simt_api_operation_begin(SIMT_OPERATION_CALL, g->stream);
    simt_api_use_rows(SIMT_USE_WRITE, out, bytes, bytes, 1);
    fill(g, r, out, n);
    simt_mark_initialized((uintptr_t)out, bytes, true);
    simt_operation_end(false);
}

static curandStatus_t generate(curandGenerator_t g, const struct request *r, void *out, size_t n) {
    size_t bytes;
    if (!exists(g))
        return refuse(CURAND_STATUS_NOT_INITIALIZED, "there is no such generator");
    if (simt_is_captured(g->stream))
        simt_unsupported_at("a call of cuRAND while its stream is captured", simt_api_now.at);
    if (r->kind >= NORMAL && n % 2 != 0)
        return refuse(CURAND_STATUS_LENGTH_NOT_MULTIPLE, "normal numbers come in pairs");
    if (n == 0)
        return CURAND_STATUS_SUCCESS;
    if (__builtin_mul_overflow(n, bytes_of(r), &bytes))
        bytes = SIZE_MAX;
    const enum simt_pointee pointee = simt_pointee_of(out, bytes, "target");
    if (pointee == POINTEE_BAD || pointee == POINTEE_UNMAPPED)
        return pointee == POINTEE_BAD ? CURAND_STATUS_LAUNCH_FAILURE
                                      : refuse(CURAND_STATUS_LAUNCH_FAILURE, "the target is no memory");
    if (pointee != POINTEE_BOTH && (pointee == POINTEE_HOST) != g->on_host)
        return refuse(CURAND_STATUS_LAUNCH_FAILURE,
                      g->on_host ? "the target is device memory" : "the target is host memory");
    simt_api_target(out, bytes);
    if (pointee == POINTEE_HOST)
        fill(g, r, out, n);
    else
        fill_on_device(g, r, out, n);
    return CURAND_STATUS_SUCCESS;
}

/** Begins a function of the library. */
#define BEGIN()                                                                                              \
    SIMT_API_ENTER(__func__);                                                                                \
    if (simt_api_begin() != cudaSuccess)                                                                     \
    return CURAND_STATUS_PREEXISTING_FAILURE

/** The same for one that sets something of a generator. */
#define BEGIN_WITH(generator)                                                                                \
    BEGIN();                                                                                                 \
    if (!exists(generator))                                                                                  \
    return refuse(CURAND_STATUS_NOT_INITIALIZED, "there is no such generator")

static curandStatus_t create(curandGenerator_t *out, curandRngType_t type, bool on_host) {
    static const curandRngType_t types[] = {CURAND_RNG_PSEUDO_DEFAULT,  CURAND_RNG_PSEUDO_XORWOW,
                                            CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
                                            CURAND_RNG_PSEUDO_MT19937,  CURAND_RNG_PSEUDO_PHILOX4_32_10};
    bool known = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        known |= type == types[i];
    if (!known || !out)
        return refuse(CURAND_STATUS_TYPE_ERROR,
                      "a generator that the engine lacks (quasirandom ones, say), or no place for it");
    struct curandGenerator_st *g = calloc(1, sizeof *g);
    struct sequence *sequences = calloc(SEQUENCES, sizeof *sequences);
    if (!g || !sequences) {
        free(g);
        free(sequences);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    *g = (struct curandGenerator_st){
        .next = generators, .type = type, .on_host = on_host, .sequences = sequences};
    generators = g;
    SIMT_API_STORE(out, g);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    BEGIN();
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    BEGIN();
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    BEGIN_WITH(generator);
    struct curandGenerator_st **link = &generators;
    while (*link != generator)
        link = &(*link)->next;
    *link = generator->next;
    free(generator->sequences);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    BEGIN_WITH(generator);
    generator->seed = seed;
    generator->started = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    BEGIN_WITH(generator);
    generator->offset = offset;
    generator->started = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    BEGIN_WITH(generator);
    (void)order; /* it is always the legacy one */
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    BEGIN_WITH(generator);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    BEGIN_WITH(generator);
    start(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    BEGIN();
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    SIMT_API_STORE(version, CURAND_VERSION);
    return CURAND_STATUS_SUCCESS;
}

#define GENERATES(name, type, number_kind)                                                                   \
    curandStatus_t name(curandGenerator_t generator, type *out, size_t n) {                                  \
        BEGIN();                                                                                             \
        const struct request r = {.kind = number_kind};                                                      \
        return generate(generator, &r, out, n);                                                              \
    }
GENERATES(curandGenerate, unsigned int, BITS)
GENERATES(curandGenerateLongLong, unsigned long long, BITS_64)
GENERATES(curandGenerateUniform, float, UNIFORM)
GENERATES(curandGenerateUniformDouble, double, UNIFORM_64)

#define GENERATES_NORMAL(name, type, number_kind, is_log)                                                    \
    curandStatus_t name(curandGenerator_t generator, type *out, size_t n, type mean, type deviation) {       \
        BEGIN();                                                                                             \
        const struct request r = {                                                                           \
            .kind = number_kind, .log = is_log, .mean = (double)mean, .deviation = (double)deviation};       \
        return generate(generator, &r, out, n);                                                              \
    }
GENERATES_NORMAL(curandGenerateNormal, float, NORMAL, false)
GENERATES_NORMAL(curandGenerateNormalDouble, double, NORMAL_64, false)
GENERATES_NORMAL(curandGenerateLogNormal, float, NORMAL, true)
GENERATES_NORMAL(curandGenerateLogNormalDouble, double, NORMAL_64, true)
