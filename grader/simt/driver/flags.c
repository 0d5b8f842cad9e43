// The host compiler's options for a CUDA source, in each of its runs.
#include "compile.h"

#include <stdio.h>

/* The hooks that the engine needs, and flags that keep the structure of the source: one instruction for each
   access and one block for each branch that the user wrote, in the order written. */
static const char *const kernel_flags[] = {
    "-O1",
    "-g",
    "-pipe",
    "-fsanitize=thread",
    "--param=tsan-distinguish-volatile=1",
    "--param=logical-op-non-short-circuit=0", /* an access that the left side of && rules out is not made */
    "-fno-tree-sra",                          /* a vector type is copied by one access */
    "-fno-tree-loop-im",                      /* no access is moved out of its loop */
    "-fno-tree-loop-distribute-patterns",
    "-fno-tree-vectorize",
    "-fno-if-conversion", /* a branch stays a branch */
    "-fno-if-conversion2",
    "-fno-reorder-blocks",
    "-fno-reorder-blocks-and-partition",
    "-fno-math-errno",
    "-fwrapv",                         /* integers wrap as in the hardware */
    "-fno-delete-null-pointer-checks", /* an access through a null constant is kept, too */
    "-ffp-contract=off",
    "-fsigned-char",               /* as in CUDA C, on every processor */
    "-fstack-reuse=none",          /* variables do not share stack slots (local_memory.h) */
    "-fno-stack-protector",        /* lanes have stacks of their own */
    "-fno-stack-clash-protection", /* it would fault before the hook that reports a full stack */
#ifdef __x86_64__
    "-fcf-protection=none",
#endif
    "-fno-show-column", /* columns are the translated text's */
    "-Wno-attributes",
    "-Wno-unknown-pragmas",
};

/* For a g++ without the plugin that reports basic blocks (language/code_pass.cc). */
static const char blocks_flag[] = "-fsanitize-coverage=trace-pc";

/* For code that is not watched: nothing but the source calls the engine. */
static const char *const unchecked_flags[] = {
    "-O2",
    "-g",
    "-pipe",
    "-fno-math-errno",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",
    "-ffp-contract=off",
    "-fsigned-char",
    "-fno-stack-protector",
    "-fno-stack-clash-protection",
#ifdef __x86_64__
    "-fcf-protection=none",
#endif
    "-fno-show-column",
    "-Wno-attributes",
    "-Wno-unknown-pragmas",
};

/* For untrusted code (confine/guard/guard.h). Branches and returns go through functions of the
   engine; operations that the compiler would expand inline, past the hooks, stay calls. */
static const char *const confined_flags[] = {
    "-fno-gnu-unique", /* objcopy cannot make such a name local to the submission */
#ifdef __x86_64__
    "-mindirect-branch=thunk-extern",
    "-mfunction-return=thunk-extern",
    "-fno-ipa-ra",
    "-fno-jump-tables",
    "-maccumulate-outgoing-args", /* the stack pointer only moves at a function's start and end */
    "-fstack-clash-protection",   /* and never past the guard page at the end of a stack */
#endif
    "-fsanitize=unreachable,return", /* a function cannot run on into the next one */
    "-fsanitize-undefined-trap-on-error",
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-strcpy",
    "-fno-builtin-strncpy",
    "-fno-builtin-strcat",
    "-fno-builtin-strncat",
    "-fno-builtin-sprintf",
    "-fno-builtin-snprintf",
};
static const char *const confined_defines[] = {
    "-D_GLIBCXX_ASSERTIONS", /* because then std::string is compiled here, with hooks */
    "-DSIMT_CONFINED=1",           "-D__builtin_memcpy=memcpy",
    "-D__builtin_memmove=memmove", "-D__builtin_memset=memset",
};

void flags_add_standard(struct word_list *command, const struct options *options, char standard[static 32]) {
    snprintf(standard, 32, "-std=%s", options->standard);
    word_list_add(command, standard);
}

void flags_add_all(struct word_list *command, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        word_list_add(command, words[i]);
}
#define ADD_ALL(command, words) flags_add_all(command, words, sizeof(words) / sizeof *(words))

void flags_add_macros(struct word_list *command, const struct options *options, char arch[static 2][40]) {
    static const char *const macros[] = {"-U_FORTIFY_SOURCE", /* a kernel calls memcpy itself */
                                         "-D__CUDACC__=1", "-D__NVCC__=1", "-D__SIMT__=1",
                                         "-DCCCL_DISABLE_NVTX"};
    snprintf(arch[0], sizeof arch[0], "-D__CUDA_ARCH__=%u", options->architecture);
    snprintf(arch[1], sizeof arch[1], "-D__CUDA_ARCH_LIST__=%u", options->architecture);
    ADD_ALL(command, macros);
    word_list_add(command, arch[0]);
    word_list_add(command, arch[1]);
    if (options->relaxed_constexpr)
        word_list_add(command, "-D__CUDACC_RELAXED_CONSTEXPR__=1");
    if (options->extended_lambda)
        word_list_add(command, "-D__CUDACC_EXTENDED_LAMBDA__=1");
    if (options->unchecked)
        word_list_add(command, "-DSIMT_UNCHECKED");
    if (options->debug_device)
        word_list_add(command, "-D__CUDACC_DEBUG__=1");
    if (options->confined)
        ADD_ALL(command, confined_defines);
}

void flags_add_code(struct word_list *command, const struct options *options, const struct toolchain *tools) {
    word_list_add_all(command, &options->compile);
    if (tools->language)
        word_list_add(command, tools->language);
    if (tools->language && options->relaxed_constexpr)
        word_list_add(command, "-fplugin-arg-simt_language-relaxed_constexpr");
    if (tools->language && options->extended_lambda)
        word_list_add(command, "-fplugin-arg-simt_language-extended_lambda");
    if (tools->language && !options->confined)
        word_list_add(command, "-fplugin-arg-simt_language-trusted_host");
#ifndef __x86_64__
    if (tools->language)
        word_list_add(command, "-fplugin-arg-simt_language-watch_divisions");
#endif
    if (options->unchecked) {
        ADD_ALL(command, unchecked_flags);
        return;
    }
    ADD_ALL(command, kernel_flags);
    if (!tools->language)
        word_list_add(command, blocks_flag);
    if (tools->plugin)
        word_list_add(command, tools->plugin);
    if (tools->plugin && options->confined)
        word_list_add(command, "-fplugin-arg-simt_stores-confined");
    if (options->confined)
        ADD_ALL(command, confined_flags);
}
