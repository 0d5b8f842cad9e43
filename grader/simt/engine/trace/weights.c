// How many instructions a GPU would issue for a basic block, estimated from the host's machine code.
//
// The block is decoded from the return of its coverage hook up to the next hook, jump or return. Calls of
// the memory hooks and the moves that set up their argument are instrumentation and do not count; a call of
// an engine function counts as the one instruction it stands for.
#include <capstone/capstone.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/trace/sites.h"

enum { LONGEST_BLOCK = 4096, DIVISION_WEIGHT = 18, WIDE_DIVISION_WEIGHT = 60 };

void __tsan_read1(void *), __tsan_read2(void *), __tsan_read4(void *), __tsan_read8(void *),
    __tsan_read16(void *);
void __tsan_write1(void *), __tsan_write2(void *), __tsan_write4(void *), __tsan_write8(void *),
    __tsan_write16(void *);
void __tsan_func_entry(void *), __tsan_func_exit(void), __sanitizer_cov_trace_pc(void);

static bool is_memory_hook(uint64_t target) {
    void (*const hooks[])(void *) = {__tsan_read1,  __tsan_read2,   __tsan_read4,     __tsan_read8,
                                     __tsan_read16, __tsan_write1,  __tsan_write2,    __tsan_write4,
                                     __tsan_write8, __tsan_write16, __tsan_func_entry};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if ((uint64_t)(uintptr_t)hooks[i] == target)
            return true;
    return target == (uint64_t)(uintptr_t)__tsan_func_exit;
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
        return 1;
    }
}

/** Moves between registers are renames that a GPU's compiler does not emit; spills are the hooks' doing. */
static bool is_overhead(const cs_insn *insn) {
    if (insn->id != X86_INS_MOV && insn->id != X86_INS_MOVABS)
        return false;
    const cs_x86_op *to = &insn->detail->x86.operands[0], *from = &insn->detail->x86.operands[1];
    if (to->type == X86_OP_REG && from->type == X86_OP_REG)
        return true;
    const cs_x86_op *memory = to->type == X86_OP_MEM ? to : from;
    return memory->type == X86_OP_MEM && (memory->mem.base == X86_REG_RSP || memory->mem.base == X86_REG_RBP);
}

static bool ends_block(csh handle, const cs_insn *insn) {
    return cs_insn_group(handle, insn, X86_GRP_JUMP) || cs_insn_group(handle, insn, X86_GRP_RET);
}

static uint32_t weigh(csh handle, uintptr_t pc) {
    cs_insn *insn = cs_malloc(handle);
    const uint8_t *code = (const uint8_t *)pc;
    size_t left = LONGEST_BLOCK;
    uint64_t address = pc;
    uint32_t weight = 0;
    while (insn && cs_disasm_iter(handle, &code, &left, &address, insn)) {
        if (cs_insn_group(handle, insn, X86_GRP_CALL)) {
            const cs_x86_op *target = &insn->detail->x86.operands[0];
            uint64_t to = target->type == X86_OP_IMM ? (uint64_t)target->imm : 0;
            if (to == (uint64_t)(uintptr_t)__sanitizer_cov_trace_pc)
                break;
            /* A memory hook's call and its argument stand for nothing; the access itself follows. */
            if (is_memory_hook(to))
                weight -= weight > 0;
            else
                weight++;
            continue;
        }
        if (!is_overhead(insn))
            weight += weight_of(insn);
        if (ends_block(handle, insn))
            break;
    }
    if (insn)
        cs_free(insn, 1);
    return weight;
}

uint32_t simt_block_weight(uintptr_t pc) {
    static csh handle;
    if (!handle) {
        if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle) != CS_ERR_OK) {
            fprintf(stderr, "simt: the disassembler cannot start\n");
            exit(2);
        }
        cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    }
    return weigh(handle, pc);
}
