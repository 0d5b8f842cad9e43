// Divisions without a result. x86-64 refuses them: the instruction is read (Intel's manual, volume 2, "DIV"
// and "IDIV"), its result is put into the registers, and the program goes on behind it. On other processors
// the compiler's plugin has the engine divide.
#include "engine/exec/division.h"

#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "engine/exec/machine.h"
#include "engine/report/errors.h"
#include "simt/divide.h"

/* What a quotient and a remainder by zero are here. */
static const uint64_t UNSPECIFIED = 0xa5a5a5a5a5a5a5a5;

static void report_zero(uintptr_t pc) {
    const struct simt_actor actor = simt_lane_actor(simt_self(), pc + 1);
    simt_error_add(SIMT_API, SIMT_SPACE_LOCAL, &actor, NULL,
                   "Division by zero: an integer divided by 0 has an unspecified quotient and remainder");
}

/* The smallest integer by -1 wraps, also that of 64 bits. */
static int64_t divide(int64_t a, int64_t b, bool remainder) {
    if (b == -1)
        return remainder ? 0 : (int64_t)(0 - (uint64_t)a);
    return remainder ? a % b : a / b;
}

int64_t __simt_divide(int64_t a, int64_t b, int how);
int64_t __simt_divide(int64_t a, int64_t b, int how) {
    const bool remainder = how & SIMT_DIVIDE_REMAINDER;
    if (b == 0) {
        if (!simt_self())
            raise(SIGFPE); /* the host's own division */
        else
            report_zero((uintptr_t)__builtin_return_address(0) - 1);
        return (int64_t)UNSPECIFIED;
    }
    if (how & SIMT_DIVIDE_UNSIGNED)
        return (int64_t)(remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
    return divide(a, b, remainder);
}

#ifdef __x86_64__

/** One division, as its instruction says. */
struct division {
    unsigned size;    /**< bytes of divisor, quotient and remainder */
    uint64_t divisor; /**< its value */
    unsigned length;  /**< bytes of the instruction */
};

/* The registers in the order of their numbers in instructions. */
static const int order[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

enum {
    OPERAND_SIZE = 0x66,
    REX = 0x40,
    REX_W = 8,
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

/* The address of an operand in memory; `at` stands behind its ModRM byte, and is moved to its end. */
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

/* Reads the instruction; false if it is no division of integers. */
static bool read_division(const greg_t *registers, struct division *out) {
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

/* A register of 32 bits is written with zeros above; narrower parts leave what is above. */
static void put(greg_t *reg, unsigned shift, unsigned size, uint64_t value) {
    const uint64_t part = (size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1) << shift;
    const uint64_t kept = size < 4 ? ~part : 0;
    *reg = (greg_t)(((uint64_t)*reg & kept) | (value << shift & part));
}

static void put_results(greg_t *registers, const struct division *d, uint64_t quotient, uint64_t remainder) {
    put(&registers[REG_RAX], 0, d->size, quotient);
    if (d->size == 1)
        put(&registers[REG_RAX], 8, 1, remainder);
    else
        put(&registers[REG_RDX], 0, d->size, remainder);
}

bool simt_division_resume(const siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct division division;
    if (info->si_code != FPE_INTDIV || !simt_self() || !read_division(registers, &division))
        return false;
    const uint64_t smallest = UINT64_C(1) << (8 * division.size - 1);
    if (division.divisor == 0) {
        report_zero((uintptr_t)registers[REG_RIP]);
        put_results(registers, &division, UNSPECIFIED, UNSPECIFIED);
    } else {
        put_results(registers, &division, smallest, 0);
    }
    registers[REG_RIP] += division.length;
    return true;
}

#else

bool simt_division_resume(const siginfo_t *info, void *context) {
    (void)info, (void)context;
    return false;
}

#endif
