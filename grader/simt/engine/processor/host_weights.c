// Estimates from x86-64's machine code. The block is decoded from the return of its coverage hook up to the
// next hook, jump or return. Calls of the memory hooks and moves between registers do not count; a call of an
// engine function counts as the one instruction that it replaces.
#include "engine/processor/host_weights.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __x86_64__

#include <capstone/capstone.h>

#include "simt/abi.h"

/* A block ends by itself: no compiler makes one that reaches this bound. */
enum { LONGEST_BLOCK = 1 << 28, LONGEST_GUARDED = 8, DIVISION_WEIGHT = 18, WIDE_DIVISION_WEIGHT = 60 };

void __tsan_read1(void *), __tsan_read2(void *), __tsan_read4(void *), __tsan_read8(void *),
    __tsan_read16(void *);
void __tsan_write1(void *), __tsan_write2(void *), __tsan_write4(void *), __tsan_write8(void *),
    __tsan_write16(void *);
void __tsan_func_entry(void *), __tsan_func_exit(void), __sanitizer_cov_trace_pc(void);

/** On a GPU the address of a shared variable is a constant. */
static bool is_address_of_shared(uint64_t target) {
    return target == (uint64_t)(uintptr_t)simt_shared_variable ||
           target == (uint64_t)(uintptr_t)simt_dynamic_shared;
}

static bool is_memory_hook(uint64_t target) {
    void (*const hooks[])(void *) = {__tsan_read1,  __tsan_read2,   __tsan_read4,     __tsan_read8,
                                     __tsan_read16, __tsan_write1,  __tsan_write2,    __tsan_write4,
                                     __tsan_write8, __tsan_write16, __tsan_func_entry};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if ((uint64_t)(uintptr_t)hooks[i] == target)
            return true;
    return target == (uint64_t)(uintptr_t)__tsan_func_exit;
}

/** True if the instruction both computes and loads or stores, other than on the stack. */
static bool works_on_memory(const cs_insn *insn) {
    const cs_x86 *x86 = &insn->detail->x86;
    switch (insn->id) {
    case X86_INS_MOV:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
    case X86_INS_MOVSS:
    case X86_INS_MOVSD:
    case X86_INS_MOVUPS:
    case X86_INS_MOVAPS:
    case X86_INS_MOVDQA:
    case X86_INS_MOVDQU:
    case X86_INS_LEA:
        return false;
    default:
        for (unsigned i = 0; i < x86->op_count; i++)
            if (x86->operands[i].type == X86_OP_MEM && x86->operands[i].mem.base != X86_REG_RSP &&
                x86->operands[i].mem.segment == X86_REG_INVALID)
                return true;
        return false;
    }
}

/** A GPU has no integer division: the compiler expands it. */
static uint32_t weight_of(const cs_insn *insn) {
    switch (insn->id) {
    case X86_INS_DIV:
    case X86_INS_IDIV:
        return insn->detail->x86.operands[0].size == 8 ? WIDE_DIVISION_WEIGHT : DIVISION_WEIGHT;
    case X86_INS_NOP:
    case X86_INS_PUSH:
    case X86_INS_POP:
    case X86_INS_CDQ:
    case X86_INS_CQO:
    case X86_INS_CDQE:
        return 0; /* the host's calling convention and register pairs */
    default:
        return works_on_memory(insn) ? 2 : 1; /* a GPU loads first, and then computes */
    }
}

/** Moves between registers are renames that a GPU's compiler does not emit; its constants are operands, or in
 * constant memory; and spills are caused by the hooks. */
static bool is_overhead(const cs_insn *insn) {
    const cs_x86_op *to = &insn->detail->x86.operands[0], *from = &insn->detail->x86.operands[1];
    switch (insn->id) {
    case X86_INS_LEA:
        return from->mem.base == X86_REG_RIP;
    case X86_INS_XOR:
        return from->type == X86_OP_REG && to->type == X86_OP_REG && from->reg == to->reg;
    case X86_INS_MOV:
    case X86_INS_MOVABS:
        if (to->type == X86_OP_REG && from->type != X86_OP_MEM)
            return true;
        return (to->type == X86_OP_MEM ? to : from)->mem.base == X86_REG_RSP;
    default:
        return false;
    }
}

/** True if the instruction computes an address that a GPU's load or store would encode as an offset. */
static bool is_offset(const cs_insn *insn) {
    return insn->id == X86_INS_LEA && insn->detail->x86.operands[1].mem.index == X86_REG_INVALID;
}

/** A basic block, decoded. */
struct block {
    uint32_t weight;
    bool calls;      /**< it calls a function other than a memory hook */
    uint64_t branch; /**< the target of its conditional jump at the end; 0 if it does not end in one */
    uint64_t end;    /**< the address after its last instruction, or of the next block's hook call */
    bool falls;      /**< it ends because the next block begins */
};

/** The weight of a call. */
static void take_call(struct block *block, uint64_t to, bool offset) {
    /* A memory hook's call has no weight, because the access itself follows; its argument counts as the
     * address computation, if that is more than an offset. */
    if (is_memory_hook(to)) {
        block->weight -= offset && block->weight > 0;
    } else {
        block->weight += !is_address_of_shared(to);
        block->calls = true;
    }
}

static uint64_t immediate(const cs_insn *insn) {
    const cs_x86_op *target = &insn->detail->x86.operands[0];
    return target->type == X86_OP_IMM ? (uint64_t)target->imm : 0;
}

/** Adds one instruction. @return false if it ends the block */
static bool take(csh handle, const cs_insn *insn, struct block *block, bool *offset) {
    block->end = insn->address + insn->size;
    if (cs_insn_group(handle, insn, X86_GRP_CALL)) {
        block->falls = immediate(insn) == (uint64_t)(uintptr_t)__sanitizer_cov_trace_pc;
        if (block->falls)
            block->end = insn->address;
        else
            take_call(block, immediate(insn), *offset);
        *offset = false;
        return !block->falls;
    }
    *offset = is_offset(insn);
    if (!is_overhead(insn))
        block->weight += weight_of(insn);
    if (cs_insn_group(handle, insn, X86_GRP_JUMP) && insn->id != X86_INS_JMP)
        block->branch = immediate(insn);
    return !cs_insn_group(handle, insn, X86_GRP_JUMP) && !cs_insn_group(handle, insn, X86_GRP_RET);
}

/** Decodes the block whose hook returns to @p pc. */
static struct block decode(csh handle, uint64_t pc) {
    struct block block = {0};
    cs_insn *insn = cs_malloc(handle);
    const uint8_t *code = (const uint8_t *)(uintptr_t)pc;
    size_t left = LONGEST_BLOCK;
    bool offset = false; /* the last instruction was one */
    while (insn && cs_disasm_iter(handle, &code, &left, &pc, insn) && take(handle, insn, &block, &offset))
        ;
    if (insn)
        cs_free(insn, 1);
    return block;
}

/** The address after the hook call that begins the block at @p start; 0 if it does not begin with one. */
static uint64_t after_hook(csh handle, uint64_t start) {
    cs_insn *insn = cs_malloc(handle);
    const uint8_t *code = (const uint8_t *)(uintptr_t)start;
    size_t left = 16;
    uint64_t pc = start, after = 0;
    if (insn && cs_disasm_iter(handle, &code, &left, &pc, insn) &&
        cs_insn_group(handle, insn, X86_GRP_CALL) &&
        immediate(insn) == (uint64_t)(uintptr_t)__sanitizer_cov_trace_pc)
        after = pc;
    if (insn)
        cs_free(insn, 1);
    return after;
}

/* A GPU's compiler guards a short block by a predicate instead of a branch around it: its instructions are
 * issued for every warp that gets there, even if predicated off in all lanes. So such a block's
 * instructions are charged to the preceding block, and its own record only tells which lanes were active. */
static uint32_t guarded_weight(csh handle, const struct block *block, uint64_t *guarded) {
    *guarded = block->branch > block->end ? after_hook(handle, block->end) : 0;
    if (!*guarded)
        return 0;
    struct block body = decode(handle, *guarded);
    if (body.falls && body.end == block->branch && !body.calls && body.weight <= LONGEST_GUARDED)
        return body.weight;
    *guarded = 0;
    return 0;
}

static csh disassembler(void) {
    static csh handle;
    if (!handle) {
        if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK) {
            fprintf(stderr, "simt: the disassembler cannot start\n");
            exit(2);
        }
        cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    }
    return handle;
}

struct simt_weight simt_block_weight(uintptr_t pc) {
    csh handle = disassembler();
    struct block block = decode(handle, pc);
    uint64_t guarded;
    uint32_t with = guarded_weight(handle, &block, &guarded);
    if (guarded && block.weight > 0)
        block.weight--; /* its branch is the predicate */
    return (struct simt_weight){
        .own = block.weight, .issued = block.weight + with, .guards = (uintptr_t)guarded};
}

#else

struct simt_weight simt_block_weight(uintptr_t pc) {
    (void)pc;
    fprintf(stderr,
            "simt: compiled without the plugin of g++, without which this processor's code is not known\n");
    exit(2);
}

#endif
