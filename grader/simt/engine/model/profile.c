// Device profiles as text: the keys with their units and the range that each value has to lie in. Then the
// device that the engine models, of this run.

#include "engine/model/profile.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "include/simt/simt.h"

// What a unit measures; a key takes units of its own kind only.
enum quantity { COUNT, BYTES, HERTZ, BYTE_RATE, RATE, SECONDS, CYCLES, PER_CYCLE, BYTES_PER_CYCLE };
enum storage { AS_uint32_t, AS_uint64_t, AS_double, AS_TEXT, AS_FLAG };

struct key {
    const char *name;
    enum quantity quantity;
    enum storage storage;
    double least, most;
    size_t offset, size;
};

#define FIELD(name) offsetof(struct simt_profile, name), sizeof(((struct simt_profile *)0)->name)
static const struct key keys[] = {
#define TEXT(name, size) {#name, COUNT, AS_TEXT, 0, 0, FIELD(name)},
#define FLAG(name) {#name, COUNT, AS_FLAG, 0, 0, FIELD(name)},
#define KEY(type, name, quantity, least, most) {#name, quantity, AS_##type, least, most, FIELD(name)},
#include "engine/model/profile_keys.h"
};
enum { KEYS = sizeof keys / sizeof *keys };

struct unit {
    const char *name;
    enum quantity quantity;
    long double factor; // so that 4.704 us is 4.704e-06 to the last digit
};

// The first of a quantity is the one that messages use.
static const struct unit units[] = {
    {"", COUNT, 1},         {"KiB", BYTES, 0x1p10}, {"B", BYTES, 1},          {"MiB", BYTES, 0x1p20},
    {"GiB", BYTES, 0x1p30}, {"MHz", HERTZ, 1e6},    {"GHz", HERTZ, 1e9},      {"GB/s", BYTE_RATE, 1e9},
    {"G/s", RATE, 1e9},     {"M/s", RATE, 1e6},     {"/s", RATE, 1},          {"us", SECONDS, 1e-6L},
    {"ns", SECONDS, 1e-9L}, {"cycles", CYCLES, 1},  {"/cycle", PER_CYCLE, 1}, {"B/cycle", BYTES_PER_CYCLE, 1},
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

static bool say(char *why, size_t size, const char *text) {
    snprintf(why, size, "%s", text);
    return false;
}

static bool say_range(const struct key *key, char *why, size_t size) {
    const struct unit *unit = find_unit(NULL, key->quantity);
    const char *space = *unit->name ? " " : "";
    snprintf(why, size, "%s must be from %.10Lg%s%s to %.10Lg%s%s", key->name, key->least / unit->factor,
             space, unit->name, key->most / unit->factor, space, unit->name);
    return false;
}

static bool store_number(const struct key *key, double value, void *field, char *why, size_t size) {
    if (key->storage != AS_double && value != floor(value))
        return say(why, size, "the value must be a whole number");
    if (value < key->least || value > key->most)
        return say_range(key, why, size);
    if (key->storage == AS_double)
        *(double *)field = value;
    else if (key->storage == AS_uint32_t)
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
    if (key->storage == AS_FLAG)
        return store_flag(text, field, why, size);
    char *end;
    long double value = strtold(text, &end);
    if (end == text || !(value >= 0) || isinf(value))
        return say(why, size, "the value must be a number, zero or more");
    const struct unit *unit = find_unit(trim(end), key->quantity);
    if (!unit)
        return say(why, size, "this key does not take that unit");
    return store_number(key, (double)(value * unit->factor), field, why, size);
}

static bool read_line(char *line, struct simt_profile *out, bool given[KEYS], char *why, size_t size) {
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
    if (!key) {
        snprintf(why, size, "no key %.64s: remove the lines with keys that h200.txt does not have",
                 trim(text));
        return false;
    }
    given[key - keys] = true;
    return store(key, trim(equals + 1), out, why, size);
}

// Gives each key that the file left out the value of the profile it is like.
static bool complete(struct simt_profile *p, const bool given[KEYS], char *why, size_t size) {
    const struct simt_profile *like = *p->like ? simt_profile_builtin(p->like) : NULL;
    if (*p->like && !like)
        return say(why, size, "like = h200 is all that a profile can be like");
    for (size_t i = 0; i < KEYS; i++) {
        if (given[i] || keys[i].storage == AS_TEXT || keys[i].storage == AS_FLAG)
            continue;
        if (!like) {
            snprintf(why, size,
                     "the key %s is missing: measure the device again, or add the line `like = h200`",
                     keys[i].name);
            return false;
        }
        memcpy((char *)p + keys[i].offset, (const char *)like + keys[i].offset, keys[i].size);
    }
    if (p->shared_per_multiprocessor < p->shared_per_block || p->shared_per_block_optin < p->shared_per_block)
        return say(why, size, "shared memory a block exceeds what a multiprocessor has");
    return true;
}

bool simt_profile_read(FILE *in, struct simt_profile *out, char *why, size_t why_size) {
    char line[512], fault[192];
    bool given[KEYS] = {false};
    memset(out, 0, sizeof *out);
    for (int number = 1; fgets(line, sizeof line, in); number++) {
        if (!read_line(line, out, given, fault, sizeof fault)) {
            snprintf(why, why_size, "line %d: %s", number, fault);
            return false;
        }
    }
    return ferror(in) ? say(why, why_size, strerror(errno)) : complete(out, given, why, why_size);
}

static void read_or_exit(FILE *in, const char *device, struct simt_profile *out) {
    char why[256];
    if (!in || !simt_profile_read(in, out, why, sizeof why)) {
        fprintf(stderr, "simt: cannot use the device profile SIMT_DEVICE=%s: %s\n", device,
                in ? why : strerror(errno));
        exit(EXIT_FAILURE);
    }
    fclose(in);
}

// The build makes them of grader/simt/profiles/h200.txt.
extern const char h200_begin[] __asm__("_binary_h200_txt_start");
extern const char h200_end[] __asm__("_binary_h200_txt_end");

static struct simt_profile h200;

static void read_h200(void) {
    const size_t size = (size_t)(h200_end - h200_begin);
    read_or_exit(fmemopen((char *)(uintptr_t)h200_begin, size, "r"), "h200", &h200);
}

const struct simt_profile *simt_profile_builtin(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (strcmp(name, "h200") != 0)
        return NULL;
    pthread_once(&once, read_h200);
    return &h200;
}

static const struct simt_profile *whole_device(void) {
    static struct simt_profile from_file;
    static const struct simt_profile *chosen;
    if (chosen)
        return chosen;
    const char *device = getenv("SIMT_DEVICE");
    chosen = simt_profile_builtin(device && *device ? device : "h200");
    if (!chosen) {
        read_or_exit(fopen(device, "r"), device, &from_file);
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

enum { WARP = 32, REGISTERS_PER_UNIT = 256, SCHEDULERS = 4 };

/** Warps of a multiprocessor that have room for their registers. */
static double warps_by_registers(const struct simt_profile *p, double registers) {
    const double of_warp = ceil(registers * WARP / REGISTERS_PER_UNIT) * REGISTERS_PER_UNIT;
    const double of_scheduler = (double)p->registers_per_multiprocessor / SCHEDULERS;
    return SCHEDULERS * floor(of_scheduler / of_warp);
}

double simt_occupancy(const struct simt_profile *p, double threads, double shared, double registers) {
    const double warps = ceil(threads / WARP);
    const double bytes = shared + (double)p->shared_reserved_per_block;
    double fit = floor(p->threads_per_multiprocessor / (WARP * warps));
    fit = fmin(fit, p->blocks_per_multiprocessor);
    if (bytes > 0)
        fit = fmin(fit, floor((double)p->shared_per_multiprocessor / bytes));
    if (registers > 0)
        fit = fmin(fit, floor(warps_by_registers(p, registers) / warps));
    return fit;
}

uint32_t simt_blocks_per_multiprocessor(uint64_t threads, uint64_t shared) {
    return (uint32_t)simt_occupancy(simt_profile(), (double)threads, (double)shared, 0);
}

uint32_t simt_multiprocessors_for(bool cooperative) {
    return is_part && !cooperative ? part.multiprocessors : whole_device()->multiprocessors;
}
