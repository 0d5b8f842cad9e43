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

enum { FRAME_REGISTERS = 32 };

/** A function's frame at a call. Registers have the numbers that DWARF gives them. */
struct trace_frame {
    uint64_t registers[FRAME_REGISTERS]; /**< where `known` has their bit */
    uint32_t known;                      /**< those that the call preserves, and the stack pointer */
    uintptr_t cfa;                       /**< the canonical frame address: the caller's stack pointer */
};

/** Finds the frame, of the running stack, in which the call returns to @p pc. @return false if there is none
 */
bool simt_frame_find(uintptr_t pc, struct trace_frame *frame);

#endif
