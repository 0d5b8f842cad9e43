// Device profiles as text: the keys with their units and the range that each value has to lie in.

#include "engine/model/profile.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a unit measures; a key takes units of its own kind only.
enum quantity {
    COUNT,
    BYTES,
    HERTZ,
    BYTE_RATE,
    RATE,
    SECONDS,
    CYCLES,
    PER_CYCLE,
    BYTES_PER_CYCLE,
    TEXT,
    FLAG
};
enum storage { AS_U32, AS_U64, AS_DOUBLE, AS_TEXT, AS_BOOL };

struct key {
    const char *name;
    enum quantity quantity;
    enum storage storage;
    double least, most;
    size_t offset, size;
};

#define KEY(name, quantity, storage, least, most)                                                            \
    {                                                                                                        \
#name, quantity, storage, least, most, offsetof(struct simt_profile, name),                          \
            sizeof(((struct simt_profile *)0)->name)                                                         \
    }
#define SPEED(name, quantity, least, most) KEY(name, quantity, AS_DOUBLE, least, most)

// The ranges hold what GPUs from 2015 on reach, with room for a hundred times as much.
static const struct key keys[] = {
    KEY(name, TEXT, AS_TEXT, 0, 0),
    KEY(device, TEXT, AS_TEXT, 0, 0),
    KEY(measured, FLAG, AS_BOOL, 0, 0),
    KEY(source, TEXT, AS_TEXT, 0, 0),
    KEY(capability_major, COUNT, AS_U32, 1, 100),
    KEY(capability_minor, COUNT, AS_U32, 0, 100),
    KEY(multiprocessors, COUNT, AS_U32, 1, 65536),
    KEY(threads_per_multiprocessor, COUNT, AS_U32, 32, 65536),
    KEY(blocks_per_multiprocessor, COUNT, AS_U32, 1, 65536),
    KEY(registers_per_multiprocessor, COUNT, AS_U32, 1024, 0x1p24),
    KEY(shared_per_multiprocessor, BYTES, AS_U64, 1024, 0x1p30),
    KEY(shared_per_block, BYTES, AS_U64, 1024, 0x1p30),
    KEY(shared_per_block_optin, BYTES, AS_U64, 1024, 0x1p30),
    KEY(shared_reserved_per_block, BYTES, AS_U64, 0, 0x1p20),
    KEY(memory_bytes, BYTES, AS_U64, 0x1p20, 0x1p50),
    KEY(l2_bytes, BYTES, AS_U64, 0x1p10, 0x1p40),
    KEY(constant_bytes, BYTES, AS_U64, 1024, 0x1p30),
    KEY(memory_bus_bits, COUNT, AS_U32, 1, 1048576),
    KEY(clock_hz, HERTZ, AS_DOUBLE, 1e8, 1e10),
    KEY(memory_clock_hz, HERTZ, AS_DOUBLE, 1e8, 1e11),
    SPEED(busy_clock_hz, HERTZ, 100000000, 10000000000),
    SPEED(copy_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(read_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(write_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(mixed_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(read_half_cost, COUNT, 0.5, 64),
    SPEED(read_quarter_cost, COUNT, 0.5, 64),
    SPEED(read_random_cost, COUNT, 0.5, 64),
    SPEED(write_half_cost, COUNT, 0.5, 64),
    SPEED(write_quarter_cost, COUNT, 0.5, 64),
    SPEED(write_random_cost, COUNT, 0.5, 64),
    SPEED(write_partial_cost, COUNT, 0.5, 64),
    SPEED(dram_deviation, CYCLES, 0, 100000),
    SPEED(read_wait_25, CYCLES, 0, 100000),
    SPEED(read_wait_50, CYCLES, 0, 100000),
    SPEED(read_wait_75, CYCLES, 0, 100000),
    SPEED(read_wait_90, CYCLES, 0, 100000),
    SPEED(copy_wait_25, CYCLES, 0, 100000),
    SPEED(copy_wait_50, CYCLES, 0, 100000),
    SPEED(copy_wait_75, CYCLES, 0, 100000),
    SPEED(copy_wait_90, CYCLES, 0, 100000),
    SPEED(l2_read_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(l2_read_sector_rate, RATE, 1e7, 1e15),
    SPEED(l2_write_bandwidth, BYTE_RATE, 1000000000, 1000000000000000),
    SPEED(l2_write_sector_rate, RATE, 1e7, 1e15),
    SPEED(l2_write_partial_rate, RATE, 1e7, 1e15),
    SPEED(l2_effective_bytes, BYTES, 131072, 4294967296),
    SPEED(l1_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024),
    SPEED(l2_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024),
    SPEED(dram_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024),
    SPEED(l1_effective_bytes, BYTES, 1024, 1048576),
    SPEED(l1_requests_per_cycle, PER_CYCLE, 0.01, 4),
    SPEED(l1_requests_per_cycle_8, PER_CYCLE, 0.01, 4),
    SPEED(l1_requests_per_cycle_16, PER_CYCLE, 0.01, 4),
    SPEED(l1_sectors_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(l1_lines_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(l1_spread_lines_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(l2_requests_per_cycle, PER_CYCLE, 0.005, 4),
    SPEED(l2_sectors_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(l2_lines_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(store_requests_per_cycle, PER_CYCLE, 0.005, 4),
    SPEED(store_sectors_per_cycle, PER_CYCLE, 0.01, 64),
    SPEED(store_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024),
    SPEED(most_requests_in_flight, COUNT, 1, 65536),
    SPEED(most_sectors_in_flight, COUNT, 1, 65536),
    SPEED(l1_latency, CYCLES, 1, 10000),
    SPEED(l2_latency, CYCLES, 1, 10000),
    SPEED(dram_latency, CYCLES, 1, 100000),
    SPEED(dram_random_latency, CYCLES, 1, 100000),
    SPEED(shared_load_latency, CYCLES, 1, 10000),
    SPEED(constant_latency, CYCLES, 1, 10000),
    SPEED(shared_atomic_latency, CYCLES, 1, 10000),
    SPEED(global_atomic_latency, CYCLES, 1, 100000),
    SPEED(mixed_issue_per_cycle, PER_CYCLE, 0.1, 16),
    SPEED(register_reads_per_cycle, PER_CYCLE, 0.1, 64),
    SPEED(iadd_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(iadd_latency, CYCLES, 0.5, 1000),
    SPEED(logic_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(logic_latency, CYCLES, 0.5, 1000),
    SPEED(select_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(select_latency, CYCLES, 0.5, 1000),
    SPEED(fma_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(fma_latency, CYCLES, 0.5, 1000),
    SPEED(imad_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(imad_latency, CYCLES, 0.5, 1000),
    SPEED(fp64_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(fp64_latency, CYCLES, 0.5, 1000),
    SPEED(special_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(special_latency, CYCLES, 0.5, 1000),
    SPEED(sine_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(sine_latency, CYCLES, 0.5, 1000),
    SPEED(to_integer_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(to_integer_latency, CYCLES, 0.5, 1000),
    SPEED(to_float_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(to_float_latency, CYCLES, 0.5, 1000),
    SPEED(to_double_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(to_double_latency, CYCLES, 0.5, 1000),
    SPEED(popc_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(popc_latency, CYCLES, 0.5, 1000),
    SPEED(shuffle_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(shuffle_latency, CYCLES, 0.5, 1000),
    SPEED(vote_per_cycle, PER_CYCLE, 0.001, 16),
    SPEED(vote_latency, CYCLES, 0.5, 1000),
    SPEED(branch_latency, CYCLES, 0, 1000),
    SPEED(syncwarp_latency, CYCLES, 0, 1000),
    SPEED(shared_wavefronts_per_cycle, PER_CYCLE, 0.01, 4),
    SPEED(shared_store_wavefronts_per_cycle, PER_CYCLE, 0.01, 4),
    SPEED(shared_conflict_cycles, CYCLES, 0, 100),
    SPEED(barrier_latency, CYCLES, 1, 10000),
    SPEED(barrier_arrival_cycles, CYCLES, 0, 1000),
    SPEED(barrier_path_cycles, CYCLES, 0, 1000),
    SPEED(tile_barrier_latency, CYCLES, 0, 100000),
    SPEED(tile_barrier_arrival_cycles, CYCLES, 0, 10000),
    SPEED(block_fence_cycles, CYCLES, 0, 1000),
    SPEED(shared_add_cycles, CYCLES, 0.1, 1000),
    SPEED(shared_add_conflict_cycles, CYCLES, 0, 1000),
    SPEED(shared_add_same_word_cycles, CYCLES, 0, 1000),
    SPEED(shared_increment_cycles, CYCLES, 0.1, 1000),
    SPEED(shared_increment_conflict_cycles, CYCLES, 0, 1000),
    SPEED(shared_increment_same_word_cycles, CYCLES, 0, 1000),
    SPEED(shared_cas_cycles, CYCLES, 0.1, 1000),
    SPEED(shared_cas_conflict_cycles, CYCLES, 0, 1000),
    SPEED(shared_cas_same_word_cycles, CYCLES, 0, 1000),
    SPEED(shared_float_add_cycles, CYCLES, 0.1, 10000),
    SPEED(shared_float_add_same_word_cycles, CYCLES, 0, 10000),
    SPEED(shared_float_add_latency, CYCLES, 1, 100000),
    SPEED(atomic_word_rate, RATE, 1000000, 1000000000000000),
    SPEED(atomic_sector_rate, RATE, 1000000, 1000000000000000),
    SPEED(atomic_slice_rate, RATE, 1000000, 1000000000000000),
    SPEED(atomic_slice_bytes, BYTES, 16, 1073741824),
    SPEED(atomic_request_rate, RATE, 1000000, 1000000000000000),
    SPEED(atomic_address_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_address_lane_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_result_word_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_result_sector_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_result_address_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_float_address_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_cas_address_rate, RATE, 100000, 1000000000000000),
    SPEED(atomic_load_cost, COUNT, 0.01, 4),
    SPEED(block_rate, RATE, 10000, 1000000000000),
    SPEED(wide_block_rate, RATE, 10000, 1000000000000),
    SPEED(block_start_cycles, CYCLES, 0, 100000),
    SPEED(flag_latency, SECONDS, 1e-09, 0.001),
    SPEED(launch_time, SECONDS, 1e-08, 0.1),
    SPEED(launch_period, SECONDS, 1e-08, 0.1),
    SPEED(launch_gap, SECONDS, 0, 0.1),
    SPEED(cooperative_launch_extra, SECONDS, 0, 0.1),
    SPEED(grid_sync_time, SECONDS, 1e-08, 0.1),
    SPEED(memset_time, SECONDS, 1e-08, 0.1),
    SPEED(device_copy_time, SECONDS, 1e-08, 0.1),
    SPEED(synchronize_time, SECONDS, 1e-08, 0.1),
    KEY(allocation_granularity, BYTES, AS_U64, 4096, 0x1p40),
    SPEED(allocate_time, SECONDS, 1e-08, 1),
    SPEED(free_time, SECONDS, 1e-08, 1),
    SPEED(allocate_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(free_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(small_allocate_time, SECONDS, 1e-08, 1),
    SPEED(small_free_time, SECONDS, 1e-08, 1),
    SPEED(pinned_allocate_time, SECONDS, 1e-08, 1),
    SPEED(pinned_free_time, SECONDS, 1e-08, 1),
    SPEED(pool_allocate_time, SECONDS, 1e-08, 1),
    SPEED(register_time, SECONDS, 1e-08, 1),
    SPEED(unregister_time, SECONDS, 1e-08, 1),
    SPEED(host_function_time, SECONDS, 1e-08, 1),
    SPEED(to_device_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(to_device_time, SECONDS, 1e-08, 0.1),
    SPEED(to_host_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(to_host_time, SECONDS, 1e-08, 0.1),
    SPEED(pinned_to_device_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(pinned_to_device_time, SECONDS, 1e-08, 0.1),
    SPEED(pinned_to_host_bandwidth, BYTE_RATE, 10000000, 100000000000000),
    SPEED(pinned_to_host_time, SECONDS, 1e-08, 0.1),
    SPEED(host_element_time, SECONDS, 1e-12, 1e-05),
};
enum { KEYS = sizeof keys / sizeof *keys };

struct unit {
    const char *name;
    enum quantity quantity;
    double factor;
};

// The first of a quantity is the one that messages use.
static const struct unit units[] = {
    {"", COUNT, 1},         {"KiB", BYTES, 0x1p10}, {"B", BYTES, 1},          {"MiB", BYTES, 0x1p20},
    {"GiB", BYTES, 0x1p30}, {"MHz", HERTZ, 1e6},    {"GHz", HERTZ, 1e9},      {"GB/s", BYTE_RATE, 1e9},
    {"G/s", RATE, 1e9},     {"M/s", RATE, 1e6},     {"/s", RATE, 1},          {"us", SECONDS, 1e-6},
    {"ns", SECONDS, 1e-9},  {"cycles", CYCLES, 1},  {"/cycle", PER_CYCLE, 1}, {"B/cycle", BYTES_PER_CYCLE, 1},
};
enum { UNITS = sizeof units / sizeof *units };

static const struct key *find_key(const char *name) {
    for (size_t i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    }
    return NULL;
}

// The unit of that name, or the first of the quantity for NULL.
static const struct unit *find_unit(const char *name, enum quantity quantity) {
    for (size_t i = 0; i < UNITS; i++) {
        if (units[i].quantity == quantity && (!name || strcmp(units[i].name, name) == 0))
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

static bool is_number(const struct key *key) { return key->storage != AS_TEXT && key->storage != AS_BOOL; }

static double number_of(const struct key *key, const struct simt_profile *profile) {
    const void *field = (const char *)profile + key->offset;
    if (key->storage == AS_U32)
        return *(const uint32_t *)field;
    return key->storage == AS_U64 ? (double)*(const uint64_t *)field : *(const double *)field;
}

static bool in_range(const struct key *key, double value) {
    return value >= key->least && value <= key->most;
}

static bool say(char *why, size_t size, const char *text) {
    snprintf(why, size, "%s", text);
    return false;
}

static bool say_range(const struct key *key, char *why, size_t size) {
    const struct unit *unit = find_unit(NULL, key->quantity);
    const char *space = *unit->name ? " " : "";
    snprintf(why, size, "%s must be from %.10g%s%s to %.10g%s%s", key->name, key->least / unit->factor, space,
             unit->name, key->most / unit->factor, space, unit->name);
    return false;
}

static bool store_number(const struct key *key, double value, void *field, char *why, size_t size) {
    if (key->storage != AS_DOUBLE && value != floor(value))
        return say(why, size, "the value must be a whole number");
    if (!in_range(key, value))
        return say_range(key, why, size);
    if (key->storage == AS_DOUBLE)
        *(double *)field = value;
    else if (key->storage == AS_U32)
        *(uint32_t *)field = (uint32_t)value;
    else
        *(uint64_t *)field = (uint64_t)value;
    return true;
}

static bool store_flag(const char *text, bool *field, char *why, size_t size) {
    *field = strcmp(text, "yes") == 0;
    return *field || strcmp(text, "no") == 0 || say(why, size, "the value must be yes or no");
}

// Stores `text` in the field, or says what is wrong with it.
static bool store(const struct key *key, char *text, struct simt_profile *out, char *why, size_t size) {
    void *field = (char *)out + key->offset;
    if (key->storage == AS_TEXT) {
        snprintf(field, key->size, "%s", text);
        return true;
    }
    if (key->storage == AS_BOOL)
        return store_flag(text, field, why, size);
    char *end;
    double value = strtod(text, &end);
    if (end == text || !(value >= 0) || isinf(value))
        return say(why, size, "the value must be a number, zero or more");
    const struct unit *unit = find_unit(trim(end), key->quantity);
    if (!unit)
        return say(why, size, "this key does not take that unit");
    return store_number(key, value * unit->factor, field, why, size);
}

static bool read_line(char *line, struct simt_profile *out, char *why, size_t size) {
    char *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    char *text = trim(line);
    if (!*text)
        return true;
    char *equals = strchr(text, '=');
    if (!equals)
        return say(why, size, "a line is `key = value unit`");
    *equals = '\0';
    const struct key *key = find_key(trim(text));
    return key ? store(key, trim(equals + 1), out, why, size) : say(why, size, "no such key");
}

// Whether each key has a value, and those that depend on each other fit.
static bool complete(const struct simt_profile *p, char *why, size_t size) {
    for (size_t i = 0; i < KEYS; i++) {
        if (is_number(&keys[i]) && !in_range(&keys[i], number_of(&keys[i], p))) {
            snprintf(why, size, "the key %s is missing", keys[i].name);
            return false;
        }
    }
    if (p->shared_per_multiprocessor < p->shared_per_block || p->shared_per_block_optin < p->shared_per_block)
        return say(why, size, "shared memory a block exceeds what a multiprocessor has");
    return true;
}

// Bytes of 0xff are a number that no range has: the largest of whole ones, and NaN of the others.
void simt_profile_clear(struct simt_profile *out) {
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < KEYS; i++) {
        if (is_number(&keys[i]))
            memset((char *)out + keys[i].offset, 0xff, keys[i].size);
    }
}

bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size) {
    char line[512], fault[192];
    for (int number = 1; fgets(line, sizeof line, in); number++) {
        if (!read_line(line, out, fault, sizeof fault)) {
            snprintf(why, why_size, "line %d: %s", number, fault);
            return false;
        }
    }
    return ferror(in) ? say(why, why_size, strerror(errno)) : complete(out, why, why_size);
}
