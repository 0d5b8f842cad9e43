// Return addresses on the stack that are still to be used. A program may store to its own stack, but not to
// these: it could return into the middle of any of its functions, whose frame would then lie over the
// engine's. Where they are follows from the call frame information that the compiler wrote.
#include "confine/guard/guard.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

#include "engine/report/lines.h"

enum { WORD = sizeof(uintptr_t), STACK_POINTER = 7 /* as DWARF numbers the registers of x86-64 */ };

/** A part of the stack, and the bytes in it that are asked about. */
struct question {
    uintptr_t address, end;
    uintptr_t last; /**< where the part's last return address lies, which is the engine's */
};

static uintptr_t word_at(uintptr_t address) {
    return *(const uintptr_t *)address; // NOLINT: on the stack
}

static bool is_return_address(uintptr_t word) {
    return word - simt_guard_text < simt_guard_text_size &&
           simt_guard_map[word - simt_guard_text] & GUARD_RETURN;
}

/** Bytes from the stack pointer of the function that is called from before @p pc to its return address. */
static bool frame_of(uintptr_t pc, uintptr_t *bytes) {
    Dwarf *dwarf = simt_debug_info();
    Dwarf_CFI *frames = dwarf ? dwarf_getcfi_elf(dwarf_getelf(dwarf)) : NULL;
    Dwarf_Frame *frame = NULL;
    Dwarf_Op *place = NULL;
    size_t count = 0;
    if (!frames || dwarf_cfi_addrframe(frames, pc - 1 - simt_debug_bias(), &frame) != 0)
        return false;
    const bool found = dwarf_frame_cfa(frame, &place, &count) == 0 && count == 1 &&
                       place->atom == DW_OP_bregx && place->number == STACK_POINTER;
    if (found)
        *bytes = place->number2 - WORD;
    free(frame);
    return found;
}

/** Goes from caller to caller. @return true if it gets to the last one, by a return address that is among the
 * bytes */
static bool is_met(const struct question *q, uintptr_t pc, uintptr_t stack) {
    uintptr_t bytes;
    bool met = false;
    while (is_return_address(pc) && frame_of(pc, &bytes)) {
        const uintptr_t slot = stack + bytes;
        if (slot >= q->last)
            return met && slot == q->last;
        met |= slot < q->end && slot + WORD > q->address;
        pc = word_at(slot);
        stack = slot + WORD;
    }
    return false;
}

static bool may_hold_one(uintptr_t address, uintptr_t end) {
    for (uintptr_t word = address / WORD * WORD; word < end; word += WORD)
        if (is_return_address(word_at(word)))
            return true;
    return false;
}

bool simt_guard_holds_return(uintptr_t address, size_t size, uintptr_t pc, uintptr_t from, uintptr_t last) {
    const struct question q = {address, address + size, last};
    if (!simt_guard_knows_returns || !may_hold_one(q.address, q.end))
        return false;
    // The engine's frames may hold the same word elsewhere: a walk from there does not get to the last one.
    for (uintptr_t word = from / WORD * WORD; word < last; word += WORD)
        if (word_at(word) == pc && is_met(&q, pc, word + WORD))
            return true;
    return false;
}
