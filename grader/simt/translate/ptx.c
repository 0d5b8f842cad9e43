// Inline PTX as C++: reads instruction by instruction and writes calls, as the table's rows say.
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = 12, LIST = 8, LENGTH = 96 };

/** An operand: a name or number, a list of them in braces, or a place in memory. */
struct operand {
    char form;                /**< 'x' a name or number, '{' a list, '[' memory */
    char parts[LIST][LENGTH]; /**< what the list has; of memory, its address and what is added */
    unsigned count;           /**< of `parts` */
    char predicate[LENGTH];   /**< behind `|`; "" if none */
};

struct instruction {
    char guard[LENGTH]; /**< the predicate behind `@`; "" if none */
    bool guard_not;     /**< `@!` */
    char opcode[LENGTH];
    struct operand operands[OPERANDS];
    unsigned count; /**< of `operands` */
};

struct reader {
    const char *at;
    const char *text;  /**< from its start */
    unsigned operands; /**< of the statement */
    FILE *out;
    char *unknown;
    size_t size;
};

static bool refuse(struct reader *r, const char *what) {
    snprintf(r->unknown, r->size, "%.*s", (int)strcspn(what, "\n"), what);
    return false;
}

static void skip_blanks(struct reader *r) {
    for (;;) {
        r->at += strspn(r->at, " \t\r\n\v\f");
        if (strncmp(r->at, "//", 2) == 0)
            r->at += strcspn(r->at, "\n");
        else if (strncmp(r->at, "/*", 2) == 0 && strstr(r->at, "*/"))
            r->at = strstr(r->at, "*/") + 2;
        else
            return;
    }
}

/* A word: a name, a number or an opcode. `%%` is how a statement with operands spells `%`. */
static bool read_word(struct reader *r, char *word) {
    size_t length = 0;
    skip_blanks(r);
    if (*r->at == '-' || *r->at == '!')
        word[length++] = *r->at++;
    for (; isalnum((unsigned char)*r->at) || (*r->at && strchr("_.$%:", *r->at)); r->at++) {
        if (r->at[0] == '%' && r->at[1] == '%')
            r->at++;
        if (length + 1 == LENGTH)
            return false;
        word[length++] = *r->at;
    }
    word[length] = '\0';
    return length > 0;
}

static bool take(struct reader *r, char mark) {
    skip_blanks(r);
    if (*r->at != mark)
        return false;
    r->at++;
    return true;
}

static bool read_list(struct reader *r, struct operand *o, char separator, char end) {
    do {
        if (o->count == LIST || !read_word(r, o->parts[o->count++]))
            return false;
    } while (take(r, separator));
    return take(r, end);
}

static bool read_operand(struct reader *r, struct operand *o) {
    *o = (struct operand){.form = 'x'};
    if (take(r, '{')) {
        o->form = '{';
        return read_list(r, o, ',', '}');
    }
    if (take(r, '[')) {
        o->form = '[';
        return read_list(r, o, '+', ']') && o->count <= 2;
    }
    o->count = 1;
    return read_word(r, o->parts[0]) && (!take(r, '|') || read_word(r, o->predicate));
}

static bool read_instruction(struct reader *r, struct instruction *in) {
    *in = (struct instruction){0};
    if (take(r, '@')) {
        in->guard_not = take(r, '!');
        if (!read_word(r, in->guard))
            return false;
    }
    if (!read_word(r, in->opcode))
        return false;
    skip_blanks(r);
    if (*r->at && *r->at != ';')
        do {
            if (in->count == OPERANDS || !read_operand(r, &in->operands[in->count++]))
                return false;
        } while (take(r, ','));
    skip_blanks(r);
    return !*r->at || take(r, ';');
}

/* A register's name as one of C++. */
static void write_register(FILE *out, const char *name) {
    fputs("simt_reg_", out);
    for (; *name; name++)
        fputc(isalnum((unsigned char)*name) ? *name : '_', out);
}

static bool write_special(struct reader *r, const char *name) {
    static const char *const known[] = {
        "laneid",      "warpid",      "nwarpid",     "smid",           "nsmid",          "clock",
        "clock_hi",    "clock64",     "globaltimer", "globaltimer_lo", "globaltimer_hi", "lanemask_eq",
        "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge",    "gridid",         NULL};
    static const char *const indices[] = {"tid",   "threadIdx", "ntid",   "blockDim",
                                          "ctaid", "blockIdx",  "nctaid", "gridDim"};
    for (const char *const *word = known; *word; word++)
        if (strcmp(name, *word) == 0) {
            fprintf(r->out, "simt::ptx::%s()", name);
            return true;
        }
    const size_t length = strcspn(name, ".");
    if (name[length] == '.' && strchr("xyz", name[length + 1]) && name[length + 1] && !name[length + 2])
        for (size_t i = 0; i < sizeof indices / sizeof *indices; i += 2)
            if (strlen(indices[i]) == length && strncmp(name, indices[i], length) == 0) {
                fprintf(r->out, "%s.%c", indices[i + 1], name[length + 1]);
                return true;
            }
    return false;
}

static bool write_number(struct reader *r, const char *word) {
    char *end;
    if (word[0] == '0' && tolower((unsigned char)word[1]) == 'f' && strlen(word) == 10)
        fprintf(r->out, "simt::ptx::number<simt::ptx::f32>(0x%sull)", word + 2);
    else if (word[0] == '0' && tolower((unsigned char)word[1]) == 'd' && strlen(word) == 18)
        fprintf(r->out, "simt::ptx::number<simt::ptx::f64>(0x%sull)", word + 2);
    else if (strchr(word, '.') && (strtod(word, &end), !*end))
        fprintf(r->out, "%s", word);
    else {
        const long long value = (long long)strtoull(word, &end, 0);
        if (*end && strcmp(end, "U") != 0)
            return refuse(r, word);
        fprintf(r->out, "static_cast<long long>(%lluull)", (unsigned long long)value);
    }
    return true;
}

/* True if `.reg` declares the register, by itself or as one of many: `.reg .b32 %r<4>;` has %r2. */
static bool is_declared(const char *text, const char *name) {
    size_t stem = strlen(name);
    while (stem && isdigit((unsigned char)name[stem - 1]))
        stem--;
    for (const char *at = strstr(text, ".reg"); at; at = strstr(at + 1, ".reg")) {
        const char *found = memmem(at, strcspn(at, ";"), name, stem);
        if (found && (found[stem] == '<' || strncmp(found, name, strlen(name)) == 0))
            return true;
    }
    return false;
}

/* An operand's part as an expression. */
static bool write_part(struct reader *r, const char *word) {
    const bool negated = word[0] == '!';
    const char *name = word + negated;
    if (negated)
        fputc('!', r->out);
    if (strcmp(name, "WARP_SZ") == 0)
        return fputs("32", r->out) >= 0;
    if (isdigit((unsigned char)name[0]) || name[0] == '-')
        return write_number(r, name);
    if (name[0] == '%' && isdigit((unsigned char)name[1])) {
        if (strtoul(name + 1, NULL, 10) >= r->operands)
            return refuse(r, word);
        return fprintf(r->out, "simt_asm_%s", name + 1) > 0;
    }
    if (name[0] == '%' && write_special(r, name + 1))
        return true;
    if (name[0] == '%' && !is_declared(r->text, name))
        return refuse(r, word);
    write_register(r->out, name);
    return true;
}

/* ", simt::ptx::as<TYPE>(PART)", for an argument. */
static bool write_source(struct reader *r, const char *type, const char *part, bool first) {
    fprintf(r->out, "%ssimt::ptx::as<simt::ptx::%s>(", first ? "" : ", ", type);
    return write_part(r, part) && fputc(')', r->out) != EOF;
}

static bool write_list(struct reader *r, const char *type, const struct operand *o, bool first) {
    fprintf(r->out, "%ssimt::ptx::list<simt::ptx::%s, %u>{{", first ? "" : ", ", type, o->count);
    for (unsigned i = 0; i < o->count; i++)
        if (!write_source(r, type, o->parts[i], i == 0))
            return false;
    return fputs("}}", r->out) >= 0;
}

static bool write_place(struct reader *r, const char *opcode, const struct operand *o, bool first) {
    fprintf(r->out, "%ssimt::ptx::%s(", first ? "" : ", ",
            opcode && strstr(opcode, ".shared") ? "shared_place" : "place");
    if (!write_part(r, o->parts[0]))
        return false;
    if (o->count == 2)
        fputs(", ", r->out);
    return (o->count < 2 || write_part(r, o->parts[1])) && fputc(')', r->out) != EOF;
}

static bool write_argument(struct reader *r, const struct instruction *in, char letter, const char *type,
                           const struct operand *o, bool first) {
    char wide[16];
    switch (letter) {
    case 's':
    case 'b':
        return o->form == 'x' && write_source(r, letter == 'b' ? "pred" : type, o->parts[0], first);
    case 'u':
    case 'l':
        return o->form == 'x' && write_source(r, letter == 'u' ? "u32" : "u64", o->parts[0], first);
    case 'W':
        snprintf(wide, sizeof wide, "%c%ld", type[0], 2 * strtol(type + 1, NULL, 10));
        return o->form == 'x' && write_source(r, wide, o->parts[0], first);
    case 'S':
        return o->form == '{' && write_list(r, type, o, first);
    case 'm':
    case 'g':
        return o->form == '[' && write_place(r, letter == 'm' ? in->opcode : NULL, o, first);
    default:
        return false;
    }
}

static bool is_destination(char letter) { return letter == 'd' || letter == 'e' || letter == 'D'; }

/* The call of the row's function. */
static bool write_call(struct reader *r, const struct instruction *in, const struct ptx_row *row,
                       const char *type) {
    const bool gives = is_destination(row->operands[0]);
    bool first = true;
    fprintf(r->out, "simt::ptx::%s", row->function);
    if (type)
        fprintf(r->out, "<simt::ptx::%s", type);
    if (row->operands[0] == 'D')
        fprintf(r->out, ", %u", in->operands[0].count);
    fprintf(r->out, "%s(", type ? ">" : "");
    if (row->operands[0] == 'e') {
        fputs("simt_reg", r->out);
        first = false;
    }
    for (unsigned i = gives; i < in->count; i++) {
        if (!write_argument(r, in, row->operands[i], type, &in->operands[i], first))
            return false;
        first = false;
    }
    return fputc(')', r->out) != EOF;
}

static bool write_put(struct reader *r, const char *part) {
    fputs("simt::ptx::put(", r->out);
    return (isalpha((unsigned char)part[0]) || part[0] == '%' || part[0] == '_') && write_part(r, part) &&
           fputs(", ", r->out) >= 0;
}

/* What becomes of the call's result. */
static bool write_result(struct reader *r, const struct instruction *in, const struct ptx_row *row,
                         const char *type) {
    const struct operand *to = &in->operands[0];
    switch (row->operands[0]) {
    case 'd':
        return to->form == 'x' && !*to->predicate && write_put(r, to->parts[0]) &&
               write_call(r, in, row, type) && fputs("); ", r->out) >= 0;
    case 'e':
        fputs("{ bool simt_reg; ", r->out);
        if (to->form != 'x' || !write_put(r, to->parts[0]) || !write_call(r, in, row, type))
            return false;
        fputs("); ", r->out);
        if (*to->predicate && (!write_put(r, to->predicate) || fputs("simt_reg); ", r->out) < 0))
            return false;
        return fputs("} ", r->out) >= 0;
    case 'D':
        fputs("{ const auto simt_reg = ", r->out);
        if (to->form != '{' || !write_call(r, in, row, type))
            return false;
        fputs("; ", r->out);
        for (unsigned i = 0; i < to->count; i++)
            if (!write_put(r, to->parts[i]) || fprintf(r->out, "simt_reg.at[%u]); ", i) < 0)
                return false;
        return fputs("} ", r->out) >= 0;
    default:
        return write_call(r, in, row, type) && fputs("; ", r->out) >= 0;
    }
}

/* `mov` between a register and its parts. */
static bool write_parts(struct reader *r, const struct instruction *in, const char *type) {
    const struct operand *to = &in->operands[0], *from = &in->operands[1];
    if (to->form == 'x' && from->form == '{') {
        if (!write_put(r, to->parts[0]))
            return false;
        fprintf(r->out, "simt::ptx::packed<simt::ptx::%s>(", type);
        for (unsigned i = 0; i < from->count; i++)
            if ((i && fputs(", ", r->out) < 0) || !write_part(r, from->parts[i]))
                return false;
        return fputs(")); ", r->out) >= 0;
    }
    if (to->form != '{' || from->form != 'x')
        return false;
    fprintf(r->out, "{ const auto simt_reg = simt::ptx::parts<simt::ptx::%s, %u>(", type, to->count);
    if (!write_source(r, type, from->parts[0], true))
        return false;
    fputs("); ", r->out);
    for (unsigned i = 0; i < to->count; i++)
        if (strcmp(to->parts[i], "_") != 0 &&
            (!write_put(r, to->parts[i]) || fprintf(r->out, "simt_reg.at[%u]); ", i) < 0))
            return false;
    return fputs("} ", r->out) >= 0;
}

/* `cvt` has two types, and how it rounds. */
static bool write_conversion(struct reader *r, const struct instruction *in) {
    static const char types[] = " u8 s8 u16 s16 u32 s32 u64 s64 f32 f64 ",
                      roundings[] = " rn rz rm rp rni rzi rmi rpi ";
    char words[LENGTH], to[8] = "", from[8] = "", rounding[8] = "rn", padded[16], *rest = words, *word;
    snprintf(words, sizeof words, "%.*s", LENGTH - 1, in->opcode + strlen("cvt."));
    while ((word = strsep(&rest, "."))) {
        snprintf(padded, sizeof padded, " %.8s ", word);
        if (strstr(types, padded))
            snprintf(*to ? from : to, sizeof to, "%.4s", word);
        else if (strstr(roundings, padded))
            snprintf(rounding, sizeof rounding, "%.4s", word);
        else if (strcmp(word, "ftz") != 0)
            return false;
    }
    if (!*from || in->count != 2 || in->operands[0].form != 'x' || in->operands[1].form != 'x' ||
        !write_put(r, in->operands[0].parts[0]))
        return false;
    fprintf(r->out, "simt::ptx::convert_%s<simt::ptx::%s>(", rounding, to);
    return write_source(r, from, in->operands[1].parts[0], true) && fputs(")); ", r->out) >= 0;
}

static bool write_operation(struct reader *r, const struct instruction *in) {
    const char *type;
    if (strncmp(in->opcode, "cvt.", 4) == 0)
        return write_conversion(r, in);
    const struct ptx_row *row = ptx_find(in->opcode, in->count, &type);
    if (!row)
        return false;
    if (strcmp(row->name, "mov") == 0 && (in->operands[0].form == '{' || in->operands[1].form == '{'))
        return write_parts(r, in, type);
    return write_result(r, in, row, type);
}

static bool write_instruction(struct reader *r, const struct instruction *in) {
    if (*in->guard) {
        fprintf(r->out, "if (%s", in->guard_not ? "!" : "");
        if (!write_part(r, in->guard))
            return false;
        fputs(") { ", r->out);
    }
    if (!write_operation(r, in))
        return *r->unknown ? false : refuse(r, in->opcode);
    if (*in->guard)
        fputs("} ", r->out);
    return true;
}

/* `.reg .u32 a, b, r<4>;` */
static bool write_registers(struct reader *r) {
    char type[LENGTH], name[LENGTH];
    static const char types[] = " pred b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 f32 f64 ";
    char padded[LENGTH + 2];
    if (!read_word(r, type) || type[0] != '.')
        return refuse(r, ".reg");
    snprintf(padded, sizeof padded, " %.90s ", type + 1);
    if (!strstr(types, padded))
        return refuse(r, type);
    do {
        unsigned long many = 0;
        if (!read_word(r, name))
            return refuse(r, ".reg");
        if (take(r, '<')) {
            char *end;
            many = strtoul(r->at, &end, 10);
            r->at = end;
            if (many == 0 || many > 64 || !take(r, '>'))
                return refuse(r, ".reg");
        }
        for (unsigned long i = 0; i < (many ? many : 1); i++) {
            fprintf(r->out, "simt::ptx::%s ", type + 1);
            write_register(r->out, name);
            if (many)
                fprintf(r->out, "%lu", i);
            fputs("; ", r->out);
        }
    } while (take(r, ','));
    return take(r, ';') || refuse(r, ".reg");
}

bool ptx_translate(const char *text, unsigned operands, FILE *out, char *unknown, size_t size) {
    struct reader r = {
        .at = text, .text = text, .operands = operands, .out = out, .unknown = unknown, .size = size};
    struct instruction in;
    *unknown = '\0';
    for (;;) {
        skip_blanks(&r);
        if (*r.at == '{' || *r.at == '}' || *r.at == ';') {
            if (*r.at != ';')
                fprintf(out, "%c ", *r.at);
            r.at++;
        } else if (!*r.at) {
            return true;
        } else if (strncmp(r.at, ".reg", 4) == 0) {
            r.at += 4;
            if (!write_registers(&r))
                return false;
        } else {
            const char *start = r.at;
            if (!read_instruction(&r, &in))
                return refuse(&r, start);
            if (!write_instruction(&r, &in))
                return false;
        }
    }
}
