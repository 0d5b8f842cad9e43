// The device the engine stands in for: built-in profiles, and profiles read from text.

#include "engine/model/profile.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "include/simt/simt.h"

enum { WARP = 32 };

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)

// The same as grader/simt/profiles/h200.txt, which says where each figure comes from.
static const struct simt_profile builtin[] = {{
    .name = "h200",
    .device = "NVIDIA H200 (CPU engine)",
    .measured = true,
    .source = "one NVIDIA H200, CUDA 13.0, 2026-11-20",
    .capability_major = 9,
    .capability_minor = 0,
    .multiprocessors = 132,
    .threads_per_multiprocessor = 2048,
    .blocks_per_multiprocessor = 32,
    .registers_per_multiprocessor = 65536,
    .shared_per_multiprocessor = 228 * KIB,
    .shared_per_block = 48 * KIB,
    .shared_per_block_optin = 227 * KIB,
    .shared_reserved_per_block = 1 * KIB,
    .memory_bytes = UINT64_C(150109880320),
    .l2_bytes = 60 * MIB,
    .constant_bytes = 64 * KIB,
    .memory_bus_bits = 6016,
    .clock_hz = 1.98e9,
    .memory_clock_hz = 3.201e9,
    .copy_bandwidth = 4252e9,
    .read_bandwidth = 4493e9,
    .bytes_per_cycle = 64,
    .issue_per_cycle = 4,
    .issue_efficiency = 0.68,
    .instruction_latency = 5,
    .memory_latency = 365e-9,
    .shared_latency = 30,
    .barrier_latency = 30,
    .requests_in_flight = 1,
    .block_rate = 1.66e9,
    .atomic_rate = 90e9,
    .same_address_rate = 1.4e9,
    .atomic_contention = 24,
    .shared_atomic_cycles = 1.1,
}};

// What a unit measures; a key takes units of its own kind only.
enum quantity { COUNT, BYTES, HERTZ, BYTE_RATE, RATE, SECONDS, CYCLES, TEXT, FLAG };
enum storage { AS_U32, AS_U64, AS_DOUBLE, AS_TEXT, AS_BOOL };

struct key {
    const char *name;
    enum quantity quantity;
    enum storage storage;
    size_t offset, size;
};

#define KEY(name, quantity, storage)                                                                         \
    {                                                                                                        \
#name, quantity, storage, offsetof(struct simt_profile, name),                                       \
            sizeof(((struct simt_profile *)0)->name)                                                         \
    }

static const struct key keys[] = {
    KEY(name, TEXT, AS_TEXT),
    KEY(device, TEXT, AS_TEXT),
    KEY(measured, FLAG, AS_BOOL),
    KEY(source, TEXT, AS_TEXT),
    KEY(capability_major, COUNT, AS_U32),
    KEY(capability_minor, COUNT, AS_U32),
    KEY(multiprocessors, COUNT, AS_U32),
    KEY(threads_per_multiprocessor, COUNT, AS_U32),
    KEY(blocks_per_multiprocessor, COUNT, AS_U32),
    KEY(registers_per_multiprocessor, COUNT, AS_U32),
    KEY(shared_per_multiprocessor, BYTES, AS_U64),
    KEY(shared_per_block, BYTES, AS_U64),
    KEY(shared_per_block_optin, BYTES, AS_U64),
    KEY(shared_reserved_per_block, BYTES, AS_U64),
    KEY(memory_bytes, BYTES, AS_U64),
    KEY(l2_bytes, BYTES, AS_U64),
    KEY(constant_bytes, BYTES, AS_U64),
    KEY(memory_bus_bits, COUNT, AS_U32),
    KEY(clock_hz, HERTZ, AS_DOUBLE),
    KEY(memory_clock_hz, HERTZ, AS_DOUBLE),
    KEY(copy_bandwidth, BYTE_RATE, AS_DOUBLE),
    KEY(read_bandwidth, BYTE_RATE, AS_DOUBLE),
    KEY(bytes_per_cycle, COUNT, AS_DOUBLE),
    KEY(issue_per_cycle, COUNT, AS_DOUBLE),
    KEY(issue_efficiency, COUNT, AS_DOUBLE),
    KEY(instruction_latency, CYCLES, AS_DOUBLE),
    KEY(memory_latency, SECONDS, AS_DOUBLE),
    KEY(shared_latency, CYCLES, AS_DOUBLE),
    KEY(barrier_latency, CYCLES, AS_DOUBLE),
    KEY(requests_in_flight, COUNT, AS_DOUBLE),
    KEY(block_rate, RATE, AS_DOUBLE),
    KEY(atomic_rate, RATE, AS_DOUBLE),
    KEY(same_address_rate, RATE, AS_DOUBLE),
    KEY(atomic_contention, COUNT, AS_DOUBLE),
    KEY(shared_atomic_cycles, CYCLES, AS_DOUBLE),
};

struct unit {
    const char *name;
    enum quantity quantity;
    double factor;
};

static const struct unit units[] = {
    {"", COUNT, 1},         {"B", BYTES, 1},       {"KiB", BYTES, 0x1p10}, {"MiB", BYTES, 0x1p20},
    {"GiB", BYTES, 0x1p30}, {"MHz", HERTZ, 1e6},   {"GHz", HERTZ, 1e9},    {"GB/s", BYTE_RATE, 1e9},
    {"/s", RATE, 1},        {"M/s", RATE, 1e6},    {"G/s", RATE, 1e9},     {"ns", SECONDS, 1e-9},
    {"us", SECONDS, 1e-6},  {"cycles", CYCLES, 1},
};

static const struct key *find_key(const char *name) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    }
    return NULL;
}

static const struct unit *find_unit(const char *name, enum quantity quantity) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (units[i].quantity == quantity && strcmp(units[i].name, name) == 0)
            return &units[i];
    }
    return NULL;
}

// Cuts the white space off both ends, in place.
static char *trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static bool store_number(const struct key *key, double value, void *field) {
    if (key->storage == AS_DOUBLE)
        *(double *)field = value;
    else if (value != floor(value) || value > (key->storage == AS_U32 ? 0x1p32 - 1 : 0x1p53))
        return false;
    else if (key->storage == AS_U32)
        *(uint32_t *)field = (uint32_t)value;
    else
        *(uint64_t *)field = (uint64_t)value;
    return true;
}

// Stores `text` in the field; returns what is wrong with it, or NULL.
static const char *store(const struct key *key, char *text, struct simt_profile *out) {
    void *field = (char *)out + key->offset;
    if (key->storage == AS_TEXT) {
        snprintf(field, key->size, "%s", text);
        return NULL;
    }
    if (key->storage == AS_BOOL) {
        *(bool *)field = strcmp(text, "yes") == 0;
        return *(bool *)field || strcmp(text, "no") == 0 ? NULL : "the value must be yes or no";
    }
    char *end;
    double value = strtod(text, &end);
    if (end == text || !(value >= 0) || isinf(value))
        return "the value must be a number, zero or more";
    const struct unit *unit = find_unit(trim(end), key->quantity);
    if (!unit)
        return "this key does not take that unit";
    return store_number(key, value * unit->factor, field) ? NULL
                                                          : "the value must be a whole number in range";
}

static const char *read_line(char *line, struct simt_profile *out) {
    char *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    char *text = trim(line);
    if (!*text)
        return NULL;
    char *equals = strchr(text, '=');
    if (!equals)
        return "a line is `key = value unit`";
    *equals = '\0';
    const struct key *key = find_key(trim(text));
    return key ? store(key, trim(equals + 1), out) : "no such key";
}

// The figures that the model divides by, and limits without which nothing runs.
static const char *missing(const struct simt_profile *p) {
    if (!p->multiprocessors || p->threads_per_multiprocessor < 32 || !p->blocks_per_multiprocessor)
        return "a device has multiprocessors, and each runs threads and blocks";
    if (p->shared_per_multiprocessor < p->shared_per_block || p->shared_per_block_optin < p->shared_per_block)
        return "shared memory a block exceeds what a multiprocessor has";
    if (!(p->clock_hz > 0 && p->copy_bandwidth > 0 && p->read_bandwidth > 0 && p->bytes_per_cycle > 0 &&
          p->issue_per_cycle > 0 && p->issue_efficiency > 0 && p->instruction_latency > 0 &&
          p->requests_in_flight > 0 && p->block_rate > 0 && p->atomic_rate > 0 && p->same_address_rate > 0))
        return "a clock, bandwidth or rate is zero or not given";
    return NULL;
}

bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size) {
    char line[512];
    const char *fault = NULL;
    int number = 0;
    while (!fault && fgets(line, sizeof line, in)) {
        number++;
        fault = read_line(line, out);
    }
    if (fault) {
        snprintf(why, why_size, "line %d: %s", number, fault);
        return false;
    }
    fault = ferror(in) ? strerror(errno) : missing(out);
    if (fault)
        snprintf(why, why_size, "%s", fault);
    return !fault;
}

const struct simt_profile *simt_profile_builtin(const char *name) {
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++) {
        if (strcmp(builtin[i].name, name) == 0)
            return &builtin[i];
    }
    return NULL;
}

static void read_file(const char *path, struct simt_profile *out) {
    char why[256];
    FILE *in = fopen(path, "r");
    bool good = in && simt_profile_read(in, out, why, sizeof why);
    if (!good) {
        fprintf(stderr, "simt: cannot use the device profile SIMT_DEVICE=%s: %s\n", path,
                in ? why : strerror(errno));
        exit(EXIT_FAILURE);
    }
    fclose(in);
}

static const struct simt_profile *whole_device(void) {
    static struct simt_profile from_file;
    static const struct simt_profile *chosen;
    if (chosen)
        return chosen;
    const char *device = getenv("SIMT_DEVICE");
    chosen = simt_profile_builtin(device && *device ? device : "h200");
    if (!chosen) {
        read_file(device, &from_file);
        chosen = &from_file;
    }
    return chosen;
}

static struct simt_profile part;
static bool is_part; /* of the device's multiprocessors */

void simt_set_multiprocessors(unsigned count) {
    is_part = count > 0;
    part = *whole_device();
    if (is_part && count < part.multiprocessors)
        part.multiprocessors = count;
}

const struct simt_profile *simt_profile(void) { return is_part ? &part : whole_device(); }

uint32_t simt_blocks_per_multiprocessor(uint64_t threads, uint64_t shared) {
    const struct simt_profile *p = simt_profile();
    const uint64_t rounded = (threads + WARP - 1) / WARP * WARP;
    uint64_t blocks = p->threads_per_multiprocessor / rounded;
    if (blocks > p->shared_per_multiprocessor / (shared + p->shared_reserved_per_block))
        blocks = p->shared_per_multiprocessor / (shared + p->shared_reserved_per_block);
    return (uint32_t)(blocks < p->blocks_per_multiprocessor ? blocks : p->blocks_per_multiprocessor);
}

uint32_t simt_multiprocessors_for(bool cooperative) {
    return is_part && !cooperative ? part.multiprocessors : whole_device()->multiprocessors;
}
