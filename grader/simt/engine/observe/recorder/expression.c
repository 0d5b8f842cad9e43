// A stack machine for DWARF expressions, as far as compilers use them for numbers and pointers. An unknown
// operation, a register that a call does not preserve, or an address outside the lane's own stack makes the
// value unknown: no value is better than a wrong one.
#include "engine/observe/recorder/scope.h"

#include <dwarf.h>
#include <string.h>
#include <unwind.h>

#include "engine/processor/registers.h"

enum { DEPTH = 32 };

/** An operand, extended to 64 bits according to its type. */
struct operand {
    uint64_t bits;
    unsigned size;  /**< bytes; of an address or a plain number, 8 */
    bool is_signed; /**< its type is */
};

struct machine {
    const struct trace_expression *expression, *base;
    const struct trace_frame *frame;
    struct trace_readable readable;
    struct operand stack[DEPTH];
    int depth;
    bool is_value; /**< the top of the stack is the value; else it is the address */
    bool failed;
};

static bool fail(struct machine *m) {
    m->failed = true;
    return false;
}

static struct operand fitted(uint64_t bits, unsigned size, bool is_signed) {
    const unsigned unused = 64 - 8 * size;
    bits = is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
    return (struct operand){bits, size, is_signed};
}

static void push(struct machine *m, uint64_t bits, unsigned size, bool is_signed) {
    if (m->depth == DEPTH)
        fail(m);
    else
        m->stack[m->depth++] = fitted(bits, size, is_signed);
}

static void push_plain(struct machine *m, uint64_t bits) { push(m, bits, 8, false); }

static struct operand pop(struct machine *m) {
    if (m->depth == 0)
        fail(m);
    return m->failed ? (struct operand){0, 8, false} : m->stack[--m->depth];
}

static uint64_t read_register(struct machine *m, uint64_t number) {
    if (number < FRAME_REGISTERS && m->frame->known[number])
        return m->frame->registers[number];
    fail(m);
    return 0;
}

static uint64_t read_memory(struct machine *m, uint64_t address, uint64_t size) {
    uint64_t bits = 0;
    if (size == 0 || size > 8 || address < m->readable.low || m->readable.high - size < address)
        fail(m);
    else
        memcpy(&bits, (const void *)(uintptr_t)address, size);
    return bits;
}

static void push_frame_base(struct machine *m, uint64_t offset) {
    const struct trace_expression *base = m->base;
    if (base->count != 1)
        fail(m);
    else if (base->operations[0].atom == DW_OP_call_frame_cfa)
        push_plain(m, m->frame->cfa + offset);
    else if (base->operations[0].atom >= DW_OP_reg0 && base->operations[0].atom <= DW_OP_reg31)
        push_plain(m, read_register(m, base->operations[0].atom - DW_OP_reg0) + offset);
    else
        fail(m);
}

/** The integer type that an operation names; 0 names none. */
static bool type_of(struct machine *m, const Dwarf_Op *op, uint64_t named, unsigned *size, bool *is_signed) {
    Dwarf_Die type;
    Dwarf_Attribute attribute;
    Dwarf_Word encoding, bytes;
    *size = 8;
    *is_signed = false;
    if (named == 0)
        return true;
    if (dwarf_getlocation_die((Dwarf_Attribute *)&m->expression->attribute, op, &type) != 0 ||
        dwarf_formudata(dwarf_attr(&type, DW_AT_encoding, &attribute), &encoding) != 0 ||
        dwarf_formudata(dwarf_attr(&type, DW_AT_byte_size, &attribute), &bytes) != 0 || bytes == 0 ||
        bytes > 8 || encoding == DW_ATE_float)
        return fail(m);
    *size = (unsigned)bytes;
    *is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char;
    return true;
}

/** Operations that push a value. */
static bool do_push(struct machine *m, const Dwarf_Op *op) {
    unsigned size;
    bool is_signed;
    if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
        return push_plain(m, op->atom - DW_OP_lit0), true;
    if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return push_plain(m, read_register(m, op->atom - DW_OP_breg0) + op->number), true;
    switch (op->atom) {
    case DW_OP_const1u:
    case DW_OP_const1s:
    case DW_OP_const2u:
    case DW_OP_const2s:
    case DW_OP_const4u:
    case DW_OP_const4s:
    case DW_OP_const8u:
    case DW_OP_const8s:
    case DW_OP_constu:
    case DW_OP_consts:
        return push_plain(m, op->number), true;
    case DW_OP_fbreg:
        return push_frame_base(m, op->number), true;
    case DW_OP_call_frame_cfa:
        return push_plain(m, m->frame->cfa), true;
    case DW_OP_bregx:
        return push_plain(m, read_register(m, op->number) + op->number2), true;
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type:
        if (type_of(m, op, op->number2, &size, &is_signed))
            push(m, read_register(m, op->number), size, is_signed);
        return true;
    default:
        return false;
    }
}

/** Operations on the top of the stack. */
static bool do_unary(struct machine *m, const Dwarf_Op *op) {
    struct operand a;
    unsigned size;
    bool is_signed;
    switch (op->atom) {
    case DW_OP_dup:
        a = pop(m);
        push(m, a.bits, a.size, a.is_signed);
        return push(m, a.bits, a.size, a.is_signed), true;
    case DW_OP_drop:
        return pop(m), true;
    case DW_OP_deref:
        return push_plain(m, read_memory(m, pop(m).bits, 8)), true;
    case DW_OP_deref_size:
        return push_plain(m, read_memory(m, pop(m).bits, op->number)), true;
    case DW_OP_deref_type:
    case DW_OP_GNU_deref_type:
        if (type_of(m, op, op->number2, &size, &is_signed))
            push(m, read_memory(m, pop(m).bits, op->number), size, is_signed);
        return true;
    case DW_OP_convert:
    case DW_OP_GNU_convert:
    case DW_OP_reinterpret:
    case DW_OP_GNU_reinterpret:
        if (type_of(m, op, op->number, &size, &is_signed))
            push(m, pop(m).bits, size, is_signed);
        return true;
    case DW_OP_neg:
        a = pop(m);
        return push(m, 0 - a.bits, a.size, a.is_signed), true;
    case DW_OP_not:
        a = pop(m);
        return push(m, ~a.bits, a.size, a.is_signed), true;
    case DW_OP_plus_uconst:
        a = pop(m);
        return push(m, a.bits + op->number, a.size, a.is_signed), true;
    default:
        return false;
    }
}

static bool is_less(struct operand a, struct operand b) { return (int64_t)a.bits < (int64_t)b.bits; }

static uint64_t shifted_right(struct operand a, uint64_t by, bool arithmetic) {
    const uint64_t bits = fitted(a.bits, a.size, arithmetic).bits;
    if (by >= 64)
        return arithmetic && bits >> 63 ? UINT64_MAX : 0;
    return arithmetic ? (uint64_t)((int64_t)bits >> by) : bits >> by;
}

/** Operations on the top two. Comparisons are signed, unless the type is unsigned. */
static bool do_binary(struct machine *m, const Dwarf_Op *op) {
    static const unsigned char known[] = {
        DW_OP_and,  DW_OP_or, DW_OP_xor, DW_OP_plus, DW_OP_minus, DW_OP_mul, DW_OP_shl, DW_OP_shr,
        DW_OP_shra, DW_OP_eq, DW_OP_ne,  DW_OP_lt,   DW_OP_gt,    DW_OP_le,  DW_OP_ge,  DW_OP_swap};
    if (!memchr(known, op->atom, sizeof known))
        return false;
    const struct operand b = pop(m), a = pop(m);
    switch (op->atom) {
    case DW_OP_and:
        return push(m, a.bits & b.bits, a.size, a.is_signed), true;
    case DW_OP_or:
        return push(m, a.bits | b.bits, a.size, a.is_signed), true;
    case DW_OP_xor:
        return push(m, a.bits ^ b.bits, a.size, a.is_signed), true;
    case DW_OP_plus:
        return push(m, a.bits + b.bits, a.size, a.is_signed), true;
    case DW_OP_minus:
        return push(m, a.bits - b.bits, a.size, a.is_signed), true;
    case DW_OP_mul:
        return push(m, a.bits * b.bits, a.size, a.is_signed), true;
    case DW_OP_shl:
        return push(m, b.bits < 64 ? a.bits << b.bits : 0, a.size, a.is_signed), true;
    case DW_OP_shr:
        return push(m, shifted_right(a, b.bits, false), a.size, a.is_signed), true;
    case DW_OP_shra:
        return push(m, shifted_right(a, b.bits, true), a.size, a.is_signed), true;
    case DW_OP_eq:
        return push_plain(m, a.bits == b.bits), true;
    case DW_OP_ne:
        return push_plain(m, a.bits != b.bits), true;
    case DW_OP_lt:
        return push_plain(m, is_less(a, b)), true;
    case DW_OP_gt:
        return push_plain(m, is_less(b, a)), true;
    case DW_OP_le:
        return push_plain(m, !is_less(b, a)), true;
    case DW_OP_ge:
        return push_plain(m, !is_less(a, b)), true;
    default: // swap
        push(m, b.bits, b.size, b.is_signed);
        return push(m, a.bits, a.size, a.is_signed), true;
    }
}

/** Operations that end an expression: the value itself, where there is no address. */
static bool do_value(struct machine *m, const Dwarf_Op *op) {
    Dwarf_Block block;
    uint64_t bits = 0;
    m->is_value = true;
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        return push_plain(m, read_register(m, op->atom - DW_OP_reg0)), true;
    switch (op->atom) {
    case DW_OP_regx:
        return push_plain(m, read_register(m, op->number)), true;
    case DW_OP_stack_value:
        return true;
    case DW_OP_implicit_value:
        if (dwarf_getlocation_implicit_value((Dwarf_Attribute *)&m->expression->attribute, op, &block) != 0)
            return fail(m);
        memcpy(&bits, block.data, block.length < 8 ? block.length : 8);
        return push_plain(m, bits), true;
    default:
        return false;
    }
}

bool simt_expression_value(const struct trace_expression *expression, const struct trace_expression *base,
                           const struct trace_frame *frame, struct trace_readable readable, unsigned size,
                           uint64_t *value) {
    struct machine m = {.expression = expression, .base = base, .frame = frame, .readable = readable};
    for (size_t i = 0; i < expression->count && !m.failed; i++) {
        const Dwarf_Op *op = &expression->operations[i];
        if (m.is_value || !(do_push(&m, op) || do_unary(&m, op) || do_binary(&m, op) || do_value(&m, op)))
            fail(&m);
    }
    const struct operand top = pop(&m);
    *value = m.is_value ? fitted(top.bits, size, false).bits : read_memory(&m, top.bits, size);
    return !m.failed;
}

void simt_expression_find(Dwarf_Die *die, unsigned name, Dwarf_Addr address,
                          struct trace_expression *expression) {
    *expression = (struct trace_expression){.count = 0};
    if (!dwarf_attr_integrate(die, name, &expression->attribute) ||
        dwarf_getlocation_addr(&expression->attribute, address, &expression->operations, &expression->count,
                               1) != 1)
        expression->count = 0;
}

/* The caller's frame, from the unwinder of the compiler's library. */

enum { DEEPEST = 16 };

struct search {
    uintptr_t pc;
    struct trace_frame *frame;
    int depth;
    bool found, whole;
};

static void take_register(struct trace_frame *frame, int number, uint64_t value) {
    frame->registers[number] = value;
    frame->known[number] = true;
}

static void take_registers(struct _Unwind_Context *context, struct trace_frame *frame) {
    memset(frame->known, 0, sizeof frame->known);
    for (unsigned i = 0; i < simt_preserved_count; i++)
        take_register(frame, simt_preserved[i], _Unwind_GetGR(context, simt_preserved[i]));
    for (unsigned i = 0; i < simt_preserved_floats_count; i++)
        take_register(frame, simt_preserved_floats[i], _Unwind_GetGR(context, simt_preserved_floats[i]));
    if (simt_stack_pointer >= 0)
        take_register(frame, simt_stack_pointer, _Unwind_GetCFA(context));
}

/* The address that the unwinder gives for a frame is the stack pointer at its call: the canonical frame
 * address of the called function. So a frame's own address comes with the next frame. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *data) {
    struct search *search = data;
    if (search->found) {
        search->frame->cfa = _Unwind_GetCFA(context);
        search->whole = true;
        return _URC_END_OF_STACK;
    }
    if (_Unwind_GetIP(context) == search->pc) {
        take_registers(context, search->frame);
        search->found = true;
    }
    return ++search->depth < DEEPEST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool simt_frame_find(uintptr_t pc, struct trace_frame *frame) {
    struct search search = {.pc = pc, .frame = frame};
    _Unwind_Backtrace(visit, &search);
    return search.whole;
}
