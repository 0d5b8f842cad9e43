/**
 * @file frame.h
 * @brief What a function of the program held in registers when it called into the engine.
 *
 * By way of the compiler's unwinder: only what a call preserves can be known of it.
 */
#ifndef SIMT_RECORD_FRAME_H
#define SIMT_RECORD_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/** Up to the last of those for floating-point numbers that arm64 preserves. */
enum { FRAME_REGISTERS = 80 };

/** A function's frame at a call. Registers have the numbers that DWARF gives them. */
struct trace_frame {
    uint64_t registers[FRAME_REGISTERS]; /**< where they are `known` */
    bool known[FRAME_REGISTERS];         /**< those that the call preserves, and the stack pointer */
    uintptr_t cfa;                       /**< the canonical frame address: the caller's stack pointer */
};

/** Finds the frame, of the running stack, in which the call returns to @p pc. @return false if there is none
 */
bool simt_frame_find(uintptr_t pc, struct trace_frame *frame);

#endif
