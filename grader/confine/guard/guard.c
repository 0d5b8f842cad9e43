// The rules for confined code on the host.
#include "confine/guard/guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/exec/confinement.h"
#include "engine/exec/exit.h"
#include "engine/exec/machine.h"
#include "engine/exec/time_slice.h"
#include "engine/hooks/hooks.h"
#include "engine/hooks/outside_access.h"
#include "engine/log/access_log.h"
#include "engine/memory/device_range.h"
#include "engine/report/errors.h"

/* A store there crashes by itself, and is an error rather than an attack. */
enum { NULL_PAGE = 4096 };

/* A part of the host's stack with suspended functions: they called the engine, which calls the program. */
struct waiting_part {
    uintptr_t from, to;
    const struct waiting_part *next;
};

static struct simt_guard_bounds own;
static const struct waiting_part *waiting_parts;
static uintptr_t called; /* the function that the host has called */

extern char __start_simt_device[], __stop_simt_device[], __start_simt_managed[], __stop_simt_managed[];
extern uintptr_t simt_guard_host_slot;

bool simt_guard_confine(const struct simt_guard_bounds *bounds) {
    own = *bounds;
    if (simt_guard_ready_streams)
        simt_guard_ready_streams();
    return simt_guard_map_functions(own.text_from, own.text_to);
}

/** The place to blame: code of the program itself, at worst the function that the host called. */
static uintptr_t in_program(uintptr_t pc) {
    if (pc - own.text_from < own.text_to - own.text_from)
        return pc;
    const uintptr_t last = simt_guard_caller();
    return last - own.text_from < own.text_to - own.text_from ? last : called + 1;
}

void simt_guard_tampered(uintptr_t pc, const char *what) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    simt_error_add(SIMT_TAMPERED, SIMT_SPACE_HOST, &actor, NULL, "%s", what);
    simt_exit_now(1);
}

void simt_guard_refuse(uintptr_t pc, const char *what, const char *instead) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    fflush(stdout);
    simt_error_add(SIMT_UNSUPPORTED, SIMT_SPACE_HOST, &actor, NULL, "%s is not for a lab: use %s", what,
                   instead);
    simt_exit_now(1);
}

void simt_guard_ended(uintptr_t pc, const char *call) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    fflush(stdout);
    simt_error_add(SIMT_API, SIMT_SPACE_HOST, &actor, NULL,
                   "%s ends the program before the grader has its answer", call);
    simt_exit_now(1);
}

static bool holds(uintptr_t from, uintptr_t to, uintptr_t address, size_t size) {
    return address >= from && address < to && size <= to - address;
}

static bool is_own_variable(uintptr_t address, size_t size) {
    for (size_t i = 0; i < sizeof own.variables / sizeof own.variables[0]; i++)
        if (holds(own.variables[i].from, own.variables[i].to, address, size))
            return true;
    return holds((uintptr_t)__start_simt_device, (uintptr_t)__stop_simt_device, address, size) ||
           holds((uintptr_t)__start_simt_managed, (uintptr_t)__stop_simt_managed, address, size);
}

extern char std_cout[] __asm__("_ZSt4cout") __attribute__((weak));
extern char std_cerr[] __asm__("_ZSt4cerr") __attribute__((weak));
extern char std_clog[] __asm__("_ZSt4clog") __attribute__((weak));

/* The part of a standard stream that manipulators store to. */
static bool is_stream_setting(uintptr_t address, size_t size) {
    const uintptr_t streams[] = {(uintptr_t)std_cout, (uintptr_t)std_cerr, (uintptr_t)std_clog};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        const uintptr_t settings = streams[i] + GUARD_STREAM_SETTINGS, fill = streams[i] + GUARD_STREAM_FILL;
        if (streams[i] &&
            (holds(settings, settings + offsetof(struct simt_guard_stream, flags) + sizeof(uint32_t), address,
                   size) ||
             holds(fill, fill + GUARD_STREAM_FILL_BYTES, address, size)))
            return true;
    }
    return false;
}

enum { WORDS_IN_REGISTERS = 6 };
static size_t words_on_stack; // of the first function's arguments

/* A function may change its arguments. Those on the stack are above the first function's return address,
 * which is the end of its part. */
static bool is_argument(uintptr_t address, size_t size) {
    uintptr_t slot = simt_guard_host_slot;
    for (const struct waiting_part *part = waiting_parts; part; part = part->next)
        slot = part->to;
    return simt_guard_knows_returns &&
           holds(slot + sizeof slot, slot + (1 + words_on_stack) * sizeof slot, address, size);
}

/* @p stack: the start of the program's part of it. */
static bool is_on_own_stack(uintptr_t address, size_t size, uintptr_t stack) {
    if (simt_self())
        return holds(stack, simt_time_slice.entry_slot, address, size);
    for (const struct waiting_part *part = waiting_parts; part; part = part->next)
        if (holds(part->from, part->to, address, size))
            return true;
    return holds(stack, simt_guard_host_slot, address, size) || is_argument(address, size);
}

/* Stores to the program's own stack must not overwrite a return address. */
static void check_returns(uintptr_t address, size_t size, uintptr_t pc) {
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0), slot = simt_guard_host_slot;
    bool held = false;
    if (simt_self())
        held = holds(here, simt_time_slice.entry_slot, address, size) &&
               simt_guard_holds_return(address, size, pc, here, simt_time_slice.entry_slot);
    else if (holds(here, slot, address, size))
        held = simt_guard_holds_return(address, size, pc, here, slot);
    for (const struct waiting_part *part = waiting_parts; part && !held && !simt_self(); part = part->next) {
        const uintptr_t left_at = part->from - sizeof part->from;
        held = holds(part->from, part->to, address, size) &&
               simt_guard_holds_return(address, size, *(const uintptr_t *)left_at, // NOLINT: on the stack
                                       left_at, part->to);
    }
    if (held)
        simt_guard_tampered(pc, "the program writes over a return address");
}

static bool is_own(uintptr_t address, size_t size, uintptr_t stack) {
    return size == 0 || is_on_own_stack(address, size, stack) || is_own_variable(address, size) ||
           simt_arena_holds(address, size) || (address == (uintptr_t)&errno && size <= sizeof errno) ||
           is_stream_setting(address, size);
}

static const char not_its_own[] = "the program writes to memory that is not its own";

/* Whether a store there would change anything: missing or read-only pages end the program in any case, like
 * any mistake. */
static bool is_writable(uintptr_t address) {
    char line[512], rights[8] = "";
    uintptr_t from = 0, to = 0;
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && !found && fgets(line, sizeof line, maps))
        found = sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s", &from, &to, rights) == 3 && address >= from &&
                address < to;
    if (maps)
        fclose(maps);
    return !maps || (found && rights[1] == 'w');
}

/* The error in a store that is no attack; NULL if it may be one. */
static const char *mistake_of_store(uintptr_t address, size_t size) {
    if (simt_arena_reserves(address, size))
        return "no memory of malloc or new is";
    return is_writable(address) || (size > 0 && is_writable(address + size - 1))
               ? NULL
               : "no memory that can be changed is";
}

static void refuse_store(uintptr_t address, size_t size, uintptr_t pc) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    const char *mistake = mistake_of_store(address, size);
    if (!mistake)
        simt_guard_tampered(pc, not_its_own);
    fflush(stdout);
    simt_error_add(SIMT_OUT_OF_BOUNDS, SIMT_SPACE_HOST, &actor, NULL,
                   "Invalid host write of size %zu bytes: %s at address 0x%llx", size, mistake,
                   (unsigned long long)address);
    simt_exit_now(1);
}

/* A call to an address without any code would crash in any case. */
static void refuse_call(uintptr_t target, uintptr_t pc) {
    const struct simt_actor actor = simt_self() ? simt_lane_actor(simt_self(), in_program(pc))
                                                : (struct simt_actor){.pc = in_program(pc)};
    Dl_info code;
    if (dladdr((const void *)target, &code)) // NOLINT: any address
        simt_guard_tampered(pc, "a call goes to where no function of the program begins");
    fflush(stdout);
    simt_error_add(SIMT_NULL_ACCESS, SIMT_SPACE_HOST, &actor, NULL,
                   "Invalid call: the pointer 0x%llx leads to no function%s", (unsigned long long)target,
                   target < NULL_PAGE ? " (a null pointer)" : "");
    simt_exit_now(1);
}

/* The program's own stores may go below its frame: the engine has nothing there while the program runs.
 */
void simt_guard_check_store(uintptr_t address, size_t size, uintptr_t pc) {
    const uintptr_t lowest = simt_self() ? simt_own_stack()->low : (uintptr_t)__builtin_frame_address(0);
    if (!is_own(address, size, lowest) && address >= NULL_PAGE &&
        !(simt_is_device_address(address) && size <= simt_device_range_span))
        refuse_store(address, size, pc);
    check_returns(address, size, pc);
}

/* On another stack than the running one, the engine has no frame that a lane could reach. */
static void check_frames(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc) {
    const uintptr_t lowest = simt_self() ? simt_own_stack()->low : (uintptr_t)__builtin_frame_address(0);
    if (size > 0 && address < stack && (address >= lowest || size > lowest - address))
        simt_guard_tampered(pc, not_its_own);
}

/* A kernel's store, in aligned pieces, as a GPU makes them. */
static void store_of_kernel(uintptr_t address, size_t size, uintptr_t pc) {
    while (size > 0) {
        const unsigned log2 = simt_piece_log2(address, size);
        if (!simt_log_access(address, LOG_STORE, log2, pc, KEY_LOOSE))
            simt_access_outside(address, (size_t)1 << log2, LOG_STORE, pc, KEY_LOOSE);
        address += (uintptr_t)1 << log2;
        size -= (size_t)1 << log2;
    }
}

static _Noreturn void end_by_null(size_t size, uintptr_t pc) {
    const struct simt_actor actor = {.pc = in_program(pc)};
    fflush(stdout);
    simt_error_add(SIMT_NULL_ACCESS, SIMT_SPACE_HOST, &actor, NULL,
                   "Invalid host write of size %zu bytes: the address is a null pointer", size);
    simt_exit_now(1);
}

void simt_guard_check_given(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc) {
    check_frames(address, size, stack, pc);
    if (simt_self())
        store_of_kernel(address, size, pc);
    else if (size > 0 && simt_is_device_address(address))
        simt_access_outside(address, size, LOG_STORE, pc, 0);
    else if (size > 0 && address < NULL_PAGE)
        end_by_null(size, pc);
    else if (!is_own(address, size, stack))
        refuse_store(address, size, pc);
    check_returns(address, size, pc);
}

/* Part of the host's stack: later the engine's frames may be where the program's are. */
static bool is_stack(uintptr_t address) {
    for (const struct waiting_part *part = waiting_parts; part; part = part->next)
        if (address - part->from < part->to - part->from)
            return true;
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return address - here < simt_guard_host_slot - here;
}

static void check_shared(uintptr_t address, size_t size, uintptr_t stack, uintptr_t pc) {
    simt_guard_check_given(address, size, stack, pc);
    if (is_stack(address))
        simt_guard_refuse(pc, "cudaHostRegister of a local variable",
                          "memory of malloc or new, or a static variable");
}

static bool is_own_function(uintptr_t target) {
    return target - simt_guard_text < simt_guard_text_size &&
           simt_guard_map[target - simt_guard_text] & GUARD_ENTRY;
}

void simt_guard_check_call_of(uintptr_t target, uintptr_t pc) {
    if (simt_confinement && !is_own_function(target) && !simt_guard_may_call(target))
        refuse_call(target, pc);
}

/* The engine would call a library function with unchecked arguments. */
static void check_callback(uintptr_t target, uintptr_t pc) {
    if (is_own_function(target))
        return;
    if (!simt_guard_may_call(target))
        refuse_call(target, pc);
    simt_guard_refuse(pc, "a function of a library as a callback", "a function of yours that calls it");
}

uintptr_t simt_guard_caller(void) { return simt_host_lane.entered_from; }

static void call_kernel(void (*body)(const void *), const void *closure, uintptr_t *stack_end) {
    simt_guard_call((void (*)(void))body, stack_end, (const uintptr_t[5]){(uintptr_t)closure}, NULL);
}

/* The engine's frames are between those of the suspended functions and those of the function called here. */
static uintptr_t call_function(void (*function)(void), const uintptr_t arguments[5], uintptr_t stack_from,
                               uintptr_t pc) {
    const uintptr_t slot = simt_guard_host_slot;
    const struct waiting_part part = {
        .from = stack_from ? stack_from : slot, .to = slot, .next = waiting_parts};
    check_callback((uintptr_t)function, pc);
    waiting_parts = &part;
    const uintptr_t result = simt_guard_call(function, &simt_guard_host_slot, arguments, NULL);
    waiting_parts = part.next;
    simt_guard_host_slot = slot;
    return result;
}

static void *allocate(size_t size) { return simt_arena_allocate(size, 16); }

static bool has_code_at(uintptr_t pc) { return pc - own.text_from < own.text_to - own.text_from; }

static const struct simt_confinement guard = {.check_store = simt_guard_check_store,
                                              .check_target = simt_guard_check_given,
                                              .check_frames = check_frames,
                                              .check_shared = check_shared,
                                              .check_callback = check_callback,
                                              .call_kernel = call_kernel,
                                              .call_function = call_function,
                                              .allocate = allocate,
                                              .release = simt_arena_free,
                                              .has_code_at = has_code_at};

void simt_guard_run(void (*function)(void), const struct simt_guard_arguments *arguments) {
    called = (uintptr_t)function;
    words_on_stack =
        arguments->word_count > WORDS_IN_REGISTERS ? arguments->word_count - WORDS_IN_REGISTERS : 0;
    simt_confinement = &guard;
    simt_guard_call(function, &simt_guard_host_slot, arguments->words, arguments);
    simt_confinement = NULL;
}
