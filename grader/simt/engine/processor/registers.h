// The registers of a function that called others, by DWARF's numbers, as unwinding gives them.
#ifndef ENGINE_PROCESSOR_REGISTERS_H
#define ENGINE_PROCESSOR_REGISTERS_H

/** Those of integers that a called function leaves as they were; on a processor that is not known none. */
extern const int simt_preserved[];
extern const unsigned simt_preserved_count;

/** And those of floating-point numbers. */
extern const int simt_preserved_floats[];
extern const unsigned simt_preserved_floats_count;

/** The stack pointer; -1: not known. */
extern const int simt_stack_pointer;

#endif
