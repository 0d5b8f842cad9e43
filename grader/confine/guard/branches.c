// The replacements of indirect branches and returns in code that `simtcc --confined` compiles.
//
// gcc's options -mindirect-branch=thunk-extern and -mfunction-return=thunk-extern are meant against side
// channels. Here the functions that they call check the target of the branch. Targets in the map pass at
// once; any other is checked in C. Registers keep their values, except those that a call may change; confined
// code is therefore compiled with -fno-ipa-ra.
#include "confine/guard/guard.h"

#include "engine/exec/confinement.h"
#include "engine/exec/machine.h"
#include "engine/exec/time_slice.h"

/** The end of the stack part of the confined function that the host has called. */
uintptr_t simt_guard_host_slot;

#ifdef __x86_64__

const bool simt_guard_knows_returns = true;

extern const char simt_guard_called[];
void simt_guard_check_return(uintptr_t target, uintptr_t slot);
void simt_guard_check_call(uintptr_t target, uintptr_t caller);

void simt_guard_check_return(uintptr_t target, uintptr_t slot) {
    const uintptr_t expected = simt_self() ? simt_time_slice.entry_slot : simt_guard_host_slot;
    if (simt_confinement && (target != (uintptr_t)simt_guard_called || slot != expected))
        simt_guard_tampered(simt_guard_caller(), "a function returns to where it was not called from");
}

void simt_guard_check_call(uintptr_t target, uintptr_t caller) {
    if (simt_confinement)
        simt_guard_check_call_of(target, caller);
}

/* uintptr_t simt_guard_call(function, slot, arguments, all). The callee's result stays in rax. Stack space
 * for the words is always reserved. */
__asm__(".text\n"
        ".globl simt_guard_call, simt_guard_called\n"
        ".type simt_guard_call, @function\n"
        "simt_guard_call:\n"
        "    push %rbx\n    push %rbp\n    push %r12\n    push %r13\n    push %r14\n    push %r15\n"
        "    sub $56, %rsp\n"
        "    lea -8(%rsp), %rax\n"
        "    mov %rax, (%rsi)\n"
        "    mov %rdi, %rax\n"
        "    mov %rdx, %r11\n"
        "    test %rcx, %rcx\n"
        "    je 1f\n"
        "    mov 48(%rcx), %r10\n    mov %r10, (%rsp)\n"
        "    mov 56(%rcx), %r10\n    mov %r10, 8(%rsp)\n"
        "    mov 64(%rcx), %r10\n    mov %r10, 16(%rsp)\n"
        "    mov 72(%rcx), %r10\n    mov %r10, 24(%rsp)\n"
        "    mov 80(%rcx), %r10\n    mov %r10, 32(%rsp)\n"
        "    mov 88(%rcx), %r10\n    mov %r10, 40(%rsp)\n"
        "    movsd 96(%rcx), %xmm0\n    movsd 104(%rcx), %xmm1\n"
        "    movsd 112(%rcx), %xmm2\n    movsd 120(%rcx), %xmm3\n"
        "    movsd 128(%rcx), %xmm4\n    movsd 136(%rcx), %xmm5\n"
        "    movsd 144(%rcx), %xmm6\n    movsd 152(%rcx), %xmm7\n"
        "    mov 40(%rcx), %r9\n"
        "1:\n"
        "    mov (%r11), %rdi\n    mov 8(%r11), %rsi\n    mov 16(%r11), %rdx\n"
        "    mov 24(%r11), %rcx\n    mov 32(%r11), %r8\n"
        "    call *%rax\n"
        "simt_guard_called:\n"
        "    add $56, %rsp\n"
        "    pop %r15\n    pop %r14\n    pop %r13\n    pop %r12\n    pop %rbp\n    pop %rbx\n"
        "    ret\n"
        ".size simt_guard_call, . - simt_guard_call\n");

/* The return address is on top of the stack; results are in rax, rdx, xmm0 and xmm1. */
__asm__(".text\n"
        ".globl __x86_return_thunk\n"
        ".type __x86_return_thunk, @function\n"
        "__x86_return_thunk:\n"
        "    mov (%rsp), %rcx\n"
        "    mov %rcx, %rsi\n"
        "    sub simt_guard_text(%rip), %rsi\n"
        "    cmp simt_guard_text_size(%rip), %rsi\n"
        "    jae 1f\n"
        "    mov simt_guard_map(%rip), %rdi\n"
        "    testb $2, (%rdi, %rsi)\n"
        "    je 1f\n"
        "    ret\n"
        "1:  push %rax\n    push %rdx\n    sub $40, %rsp\n"
        "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n"
        "    mov %rcx, %rdi\n"
        "    lea 56(%rsp), %rsi\n"
        "    call simt_guard_check_return\n"
        "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n"
        "    add $40, %rsp\n    pop %rdx\n    pop %rax\n"
        "    ret\n"
        ".size __x86_return_thunk, . - __x86_return_thunk\n");

/* One entry per register: it pushes the target; simt_guard_branch ends in a ret, which goes there. */
// clang-format off
#define THUNK(register)                                                                                      \
    __asm__(".text\n"                                                                                        \
            ".globl __x86_indirect_thunk_" #register "\n"                                                    \
            ".type __x86_indirect_thunk_" #register ", @function\n"                                          \
            "__x86_indirect_thunk_" #register ":\n"                                                          \
            "    push %" #register "\n"                                                                      \
            "    jmp simt_guard_branch\n");
// clang-format on
THUNK(rax)
THUNK(rbx)
THUNK(rcx)
THUNK(rdx)
THUNK(rsi)
THUNK(rdi)
THUNK(rbp)
THUNK(r8)
THUNK(r9)
THUNK(r10)
THUNK(r11)
THUNK(r12)
THUNK(r13)
THUNK(r14)
THUNK(r15)

__asm__(
    ".text\n"
    "simt_guard_branch:\n"
    "    push %rax\n    push %rcx\n"
    "    mov 16(%rsp), %rax\n"
    "    sub simt_guard_text(%rip), %rax\n"
    "    cmp simt_guard_text_size(%rip), %rax\n"
    "    jae 1f\n"
    "    mov simt_guard_map(%rip), %rcx\n"
    "    testb $1, (%rcx, %rax)\n"
    "    je 1f\n"
    "    pop %rcx\n    pop %rax\n"
    "    ret\n"
    "1:  push %rdx\n    push %rsi\n    push %rdi\n    push %r8\n    push %r9\n    push %r10\n    push %r11\n"
    "    sub $136, %rsp\n"
    "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n"
    "    movups %xmm3, 48(%rsp)\n    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n"
    "    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
    "    mov 208(%rsp), %rdi\n"
    "    call simt_guard_check_call\n"
    "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n"
    "    movups 48(%rsp), %xmm3\n    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n"
    "    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n"
    "    add $136, %rsp\n"
    "    pop %r11\n    pop %r10\n    pop %r9\n    pop %r8\n    pop %rdi\n    pop %rsi\n    pop %rdx\n"
    "    pop %rcx\n    pop %rax\n"
    "    ret\n");

#else

const bool simt_guard_knows_returns = false;

uintptr_t simt_guard_call(void (*function)(void), uintptr_t *slot, const uintptr_t arguments[5],
                          const struct simt_guard_arguments *all) {
    typedef uintptr_t call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    typedef uintptr_t call_all(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                               uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, double, double, double,
                               double, double, double, double, double);
    uintptr_t result;
    *slot = (uintptr_t)__builtin_frame_address(0);
    if (all) {
        const uintptr_t *w = all->words;
        const double *d = all->numbers;
        result = ((call_all *)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10],
                                        w[11], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
    } else {
        result = ((call *)function)(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    }
    __asm__ volatile("" : "+r"(result)); // no tail call: the function would have this frame
    return result;
}

#endif
