// On x86-64 the instruction is decoded (Intel's manual, volume 2, "DIV" and "IDIV"), and its result is put
// into the registers.
#include "engine/processor/refused_division.h"

#include <string.h>

#ifdef __x86_64__
#include <xmmintrin.h>

/* The registers in the order of their numbers in instructions. */
static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

enum {
    OPERAND_SIZE = 0x66,
    REX = 0x40,
    REX_W = 8,
    REX_R = 4,
    REX_X = 2,
    REX_B = 1,
    IN_REGISTER = 3,
    SIB = 4,
    NO_BASE = 5
};

static int64_t displacement(const uint8_t **at, unsigned size) {
    int8_t small;
    int32_t large;
    const uint8_t *from = *at;
    *at += size;
    memcpy(&small, from, sizeof small);
    memcpy(&large, from, sizeof large);
    return size == 0 ? 0 : size == 1 ? small : large;
}

/* The address of an operand in memory; `at` is after its ModRM byte, and is moved to its end. */
static uint64_t operand_address(const uint8_t **at, unsigned modrm, unsigned rex, const greg_t *registers) {
    const unsigned mode = modrm >> 6;
    unsigned base = modrm & 7;
    uint64_t address = 0;
    const bool relative = mode == 0 && base == NO_BASE;
    if (base == SIB) {
        const unsigned sib = *(*at)++, index = (sib >> 3 & 7) | (rex & REX_X ? 8 : 0);
        base = sib & 7;
        if (index != SIB)
            address = (uint64_t)registers[order[index]] << (sib >> 6);
    }
    const bool without_base = mode == 0 && base == NO_BASE;
    if (!without_base)
        address += (uint64_t)registers[order[base | (rex & REX_B ? 8 : 0)]];
    address += (uint64_t)displacement(at, mode == 1 ? 1 : mode == 2 || without_base ? 4 : 0);
    return relative ? address + (uint64_t)(uintptr_t)*at : address;
}

bool simt_refused_division_read(const ucontext_t *context, struct simt_refused_division *out) {
    const greg_t *registers = context->uc_mcontext.gregs;
    const uint8_t *begin = (const uint8_t *)registers[REG_RIP], *at = begin; // NOLINT: this program's code
    const bool narrow = *at == OPERAND_SIZE;
    at += narrow;
    const unsigned rex = (*at & 0xf0) == REX ? *at++ : 0;
    const unsigned opcode = *at++, modrm = *at++, operation = modrm >> 3 & 7;
    if ((opcode != 0xf6 && opcode != 0xf7) || (operation != 6 && operation != 7))
        return false;
    out->size = opcode == 0xf6 ? 1 : rex & REX_W ? 8 : narrow ? 2 : 4;
    out->divisor = 0;
    const unsigned number = (modrm & 7) | (rex & REX_B ? 8 : 0);
    const bool second_byte = out->size == 1 && !rex && number >= 4; /* of rax, rcx, rdx, rbx: ah to bh */
    uint64_t value = (uint64_t)registers[order[second_byte ? number - 4 : number]] >> (second_byte ? 8 : 0);
    const void *from = &value;
    if (modrm >> 6 != IN_REGISTER)
        from = (const void *)operand_address(&at, modrm, rex, registers);
    memcpy(&out->divisor, from, out->size);
    out->length = (unsigned)(at - begin);
    return true;
}

/* A 32-bit write to a register clears the upper half; narrower ones leave the rest. */
static void put(greg_t *reg, unsigned shift, unsigned size, uint64_t value) {
    const uint64_t part = (size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1) << shift;
    const uint64_t kept = size < 4 ? ~part : 0;
    *reg = (greg_t)(((uint64_t)*reg & kept) | (value << shift & part));
}

void simt_refused_division_resume(ucontext_t *context, const struct simt_refused_division *d,
                                  uint64_t quotient, uint64_t remainder) {
    greg_t *registers = context->uc_mcontext.gregs;
    put(&registers[REG_RAX], 0, d->size, quotient);
    if (d->size == 1)
        put(&registers[REG_RAX], 8, 1, remainder);
    else
        put(&registers[REG_RDX], 0, d->size, remainder);
    registers[REG_RIP] += d->length;
}

enum { FLOAT_MASKS = _MM_MASK_INVALID | _MM_MASK_DIV_ZERO | _MM_MASK_OVERFLOW };

unsigned simt_floats_refuse(void) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before & ~(unsigned)FLOAT_MASKS);
    return before;
}

void simt_floats_allow(unsigned before) { _mm_setcsr(before); }

void simt_floats_resume(ucontext_t *context) { context->uc_mcontext.fpregs->mxcsr |= FLOAT_MASKS; }

/* The C library's functions may be in the newer encoding, which begins with C4 or C5. */
bool simt_refused_float_is_new(const ucontext_t *context) {
    enum { SHORT_VEX = 0xc5, LONG_VEX = 0xc4, DOUBLE = 0xf2, ESCAPE = 0x0f, ROOT = 0x51, DIVISION = 0x5e };
    const uint8_t *at = (const uint8_t *)context->uc_mcontext.gregs[REG_RIP]; // NOLINT: this program's code
    if (*at == SHORT_VEX || *at == LONG_VEX)
        return at[*at == LONG_VEX ? 3 : 2] == DIVISION || at[*at == LONG_VEX ? 3 : 2] == ROOT;
    const bool wide = *at == DOUBLE || *at == OPERAND_SIZE;
    at += *at != ESCAPE && (*at & 0xf0) != REX;
    const unsigned rex = (*at & 0xf0) == REX ? *at++ : 0;
    const uint32_t *dividend =
        context->uc_mcontext.fpregs->_xmm[(at[2] >> 3 & 7) | (rex & REX_R ? 8 : 0)].element;
    const bool finite = wide ? ~dividend[1] & 0x7ff00000 : ~dividend[0] & 0x7f800000;
    return at[0] == ESCAPE && (at[1] == ROOT || (at[1] == DIVISION && finite));
}

#else

bool simt_refused_division_read(const ucontext_t *context, struct simt_refused_division *out) {
    (void)context, (void)out;
    return false;
}

void simt_refused_division_resume(ucontext_t *context, const struct simt_refused_division *division,
                                  uint64_t quotient, uint64_t remainder) {
    (void)context, (void)division, (void)quotient, (void)remainder;
}

unsigned simt_floats_refuse(void) { return 0; }
void simt_floats_allow(unsigned before) { (void)before; }
void simt_floats_resume(ucontext_t *context) { (void)context; }
bool simt_refused_float_is_new(const ucontext_t *context) { return !context; }
#endif
