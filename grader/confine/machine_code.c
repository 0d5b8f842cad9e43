// The machine code of a confined submission, section by section, decoded from the first byte to the last.
#include "machine_code.h"

#include <capstone/capstone.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PC_ADDEND = -4 };

// One section with code, and what is known about each of its bytes.
struct section {
    size_t index;
    const uint8_t *bytes;
    size_t size;
    uint8_t *starts;    // 1 where an instruction begins
    int64_t *relocated; // for each byte: 1 + the index of the relocation at it, 0 if there is none
    Elf_Data *relocations;
};

struct scan {
    Elf *elf;
    struct section *sections;
    size_t section_count;
    Elf_Data *symbols;
    size_t symbol_count;
    csh disassembler;
    cs_insn *insn;
    struct code_finding *finding;
};

static bool found(struct scan *scan, const struct section *section, GElf_Addr offset, const char *what) {
    *scan->finding = (struct code_finding){what, section->index, offset};
    return false;
}

static bool is_code(const GElf_Shdr *header) {
    return header->sh_type == SHT_PROGBITS && (header->sh_flags & SHF_EXECINSTR) && header->sh_size > 0;
}

static struct section *section_numbered(struct scan *scan, size_t index) {
    for (size_t i = 0; i < scan->section_count; i++)
        if (scan->sections[i].index == index)
            return &scan->sections[i];
    return NULL;
}

static bool add_section(struct scan *scan, Elf_Scn *scn) {
    Elf_Data *data = elf_getdata(scn, NULL);
    if (!data || !data->d_buf)
        return false;
    struct section *grown = realloc(scan->sections, (scan->section_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    scan->sections = grown;
    struct section *section = &grown[scan->section_count++];
    *section = (struct section){.index = elf_ndxscn(scn), .bytes = data->d_buf, .size = data->d_size};
    section->starts = calloc(data->d_size + 1, 1);
    section->relocated = calloc(data->d_size + 1, sizeof *section->relocated);
    return section->starts && section->relocated;
}

static void read_relocations(struct scan *scan, Elf_Scn *scn, const GElf_Shdr *header) {
    struct section *section = section_numbered(scan, header->sh_info);
    if (!section || header->sh_entsize == 0)
        return;
    section->relocations = elf_getdata(scn, NULL);
    for (size_t i = 0; section->relocations && i < header->sh_size / header->sh_entsize; i++) {
        GElf_Rela relocation;
        if (gelf_getrela(section->relocations, (int)i, &relocation) && relocation.r_offset < section->size)
            section->relocated[relocation.r_offset] = (int64_t)i + 1;
    }
}

static bool read_object(struct scan *scan) {
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(scan->elf, scn));) {
        if (!gelf_getshdr(scn, &header))
            return false;
        if (is_code(&header) && !add_section(scan, scn))
            return false;
        if (header.sh_type == SHT_SYMTAB && header.sh_entsize > 0) {
            scan->symbols = elf_getdata(scn, NULL);
            scan->symbol_count = header.sh_size / header.sh_entsize;
        }
    }
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(scan->elf, scn));)
        if (gelf_getshdr(scn, &header) && header.sh_type == SHT_RELA)
            read_relocations(scan, scn, &header);
    return scan->symbols != NULL;
}

// Code could jump into data among it.
static bool has_data_in_code(struct scan *scan) {
    for (size_t i = 0; i < scan->symbol_count; i++) {
        GElf_Sym symbol;
        const struct section *section =
            gelf_getsym(scan->symbols, (int)i, &symbol) ? section_numbered(scan, symbol.st_shndx) : NULL;
        const unsigned char type = GELF_ST_TYPE(symbol.st_info);
        if (section && (type == STT_OBJECT || type == STT_TLS))
            return !found(scan, section, symbol.st_value, "put data among its code");
    }
    return false;
}

static bool is_system_instruction(const cs_insn *insn) {
    static const unsigned ids[] = {
        X86_INS_SYSCALL, X86_INS_SYSENTER,  X86_INS_SYSEXIT,  X86_INS_SYSRET, X86_INS_INT,
        X86_INS_INT1,    X86_INS_INTO,      X86_INS_IRET,     X86_INS_IRETD,  X86_INS_IRETQ,
        X86_INS_LCALL,   X86_INS_LJMP,      X86_INS_RETF,     X86_INS_RETFQ,  X86_INS_IN,
        X86_INS_OUT,     X86_INS_INSB,      X86_INS_OUTSB,    X86_INS_HLT,    X86_INS_CLI,
        X86_INS_STI,     X86_INS_WRFSBASE,  X86_INS_WRGSBASE, X86_INS_SWAPGS, X86_INS_XBEGIN,
        X86_INS_POPFQ,   X86_INS_POPF,      X86_INS_POPFD,    X86_INS_XRSTOR, X86_INS_XRSTOR64,
        X86_INS_FXRSTOR, X86_INS_FXRSTOR64, X86_INS_STD,      X86_INS_VMCALL, X86_INS_VMMCALL,
        X86_INS_WRMSR,   X86_INS_RDMSR,     X86_INS_CPUID};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (insn->id == ids[i])
            return true;
    // wrpkru, which older versions of the decoder do not know
    return insn->size >= 3 && memcmp(insn->bytes, "\x0f\x01\xef", 3) == 0;
}

static bool in_group(const cs_insn *insn, uint8_t group) {
    for (uint8_t i = 0; i < insn->detail->groups_count; i++)
        if (insn->detail->groups[i] == group)
            return true;
    return false;
}

static bool is_branch(const cs_insn *insn) { return in_group(insn, CS_GRP_JUMP) || insn->id == X86_INS_CALL; }

static bool writes_thread_segment(const cs_x86 *x86) {
    for (uint8_t i = 0; i < x86->op_count; i++) {
        const cs_x86_op *op = &x86->operands[i];
        if (op->type == X86_OP_MEM && (op->access & CS_AC_WRITE) &&
            (op->mem.segment == X86_REG_FS || op->mem.segment == X86_REG_GS))
            return true;
        if (op->type == X86_OP_REG && (op->access & CS_AC_WRITE) &&
            (op->reg == X86_REG_FS || op->reg == X86_REG_GS))
            return true;
    }
    return false;
}

static bool is_stack_pointer(x86_reg reg) {
    return reg == X86_REG_RSP || reg == X86_REG_ESP || reg == X86_REG_SP;
}

// It may be moved by a constant, and by calls and pushes.
static bool moves_stack_freely(const cs_insn *insn, const cs_x86 *x86) {
    if (insn->id == X86_INS_LEAVE || insn->id == X86_INS_ENTER)
        return true;
    if (insn->id == X86_INS_POP && x86->operands[0].type == X86_OP_REG)
        return is_stack_pointer(x86->operands[0].reg);
    for (uint8_t i = 0; i < x86->op_count; i++) {
        const cs_x86_op *op = &x86->operands[i];
        if (op->type != X86_OP_REG || !is_stack_pointer(op->reg) || !(op->access & CS_AC_WRITE))
            continue;
        const bool constant = (insn->id == X86_INS_ADD || insn->id == X86_INS_SUB) && x86->op_count == 2 &&
                              x86->operands[1].type == X86_OP_IMM;
        const bool shifted = insn->id == X86_INS_LEA && x86->operands[1].mem.base == X86_REG_RSP &&
                             x86->operands[1].mem.index == X86_REG_INVALID;
        if (!constant && !shifted)
            return true;
    }
    return false;
}

static bool decode_section(struct scan *scan, struct section *section) {
    const uint8_t *code = section->bytes;
    size_t left = section->size;
    uint64_t at = 0;
    while (left > 0) {
        const uint64_t begin = at;
        if (!cs_disasm_iter(scan->disassembler, &code, &left, &at, scan->insn))
            return found(scan, section, begin, "contain machine code that cannot be decoded");
        const cs_insn *insn = scan->insn;
        const cs_x86 *x86 = &insn->detail->x86;
        section->starts[begin] = 1;
        if (is_system_instruction(insn))
            return found(scan, section, begin, "use instructions of the system");
        if (insn->id == X86_INS_RET || (is_branch(insn) && x86->operands[0].type != X86_OP_IMM))
            return found(scan, section, begin, "branch past the engine's checks");
        if (writes_thread_segment(x86))
            return found(scan, section, begin, "write to thread_local variables");
        if (moves_stack_freely(insn, x86))
            return found(
                scan, section, begin,
                "use arrays of variable length, alloca, or local variables aligned to more than 16 bytes");
    }
    return true;
}

// Whether a branch with a relocation goes to the beginning of an external function, or to an instruction of
// this object.
static bool relocated_target_is_good(struct scan *scan, const struct section *from, size_t at) {
    GElf_Rela relocation;
    GElf_Sym symbol;
    if (!gelf_getrela(from->relocations, (int)(from->relocated[at] - 1), &relocation) ||
        !gelf_getsym(scan->symbols, (int)GELF_R_SYM(relocation.r_info), &symbol))
        return false;
    if (symbol.st_shndx == SHN_UNDEF)
        return relocation.r_addend == PC_ADDEND;
    const struct section *to = section_numbered(scan, symbol.st_shndx);
    const GElf_Addr target = symbol.st_value + (GElf_Addr)relocation.r_addend - (GElf_Addr)PC_ADDEND;
    return to && target < to->size && to->starts[target];
}

static bool branches_are_good(struct scan *scan, struct section *section) {
    const uint8_t *code = section->bytes;
    size_t left = section->size;
    uint64_t at = 0;
    while (left > 0 && cs_disasm_iter(scan->disassembler, &code, &left, &at, scan->insn)) {
        const cs_insn *insn = scan->insn;
        if (!is_branch(insn))
            continue;
        const size_t field = insn->address + insn->detail->x86.encoding.imm_offset;
        const uint64_t target = (uint64_t)insn->detail->x86.operands[0].imm;
        const bool good = field < section->size && section->relocated[field]
                              ? relocated_target_is_good(scan, section, field)
                              : target < section->size && section->starts[target];
        if (!good)
            return found(scan, section, insn->address, "jump to where no instruction begins");
    }
    return true;
}

static bool check(struct scan *scan) {
    if (!read_object(scan) || has_data_in_code(scan))
        return false;
    for (size_t i = 0; i < scan->section_count; i++)
        if (!decode_section(scan, &scan->sections[i]))
            return false;
    for (size_t i = 0; i < scan->section_count; i++)
        if (!branches_are_good(scan, &scan->sections[i]))
            return false;
    return true;
}

bool code_is_confined(Elf *elf, struct code_finding *finding) {
    GElf_Ehdr header;
    struct scan scan = {.elf = elf, .finding = finding};
    *finding = (struct code_finding){.what = "have code that cannot be read"};
    if (gelf_getehdr(elf, &header) && header.e_machine != EM_X86_64)
        return true;
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &scan.disassembler) != CS_ERR_OK)
        return false;
    cs_option(scan.disassembler, CS_OPT_DETAIL, CS_OPT_ON);
    scan.insn = cs_malloc(scan.disassembler);
    const bool good = scan.insn && check(&scan);
    for (size_t i = 0; i < scan.section_count; i++) {
        free(scan.sections[i].starts);
        free(scan.sections[i].relocated);
    }
    free(scan.sections);
    if (scan.insn)
        cs_free(scan.insn, 1);
    cs_close(&scan.disassembler);
    return good;
}
