/**
 * @file code.h
 * @brief A GPU's instructions for the blocks of a function: shared by the parts that estimate them.
 *
 * The estimates model the code that nvcc 13 generates with `-O3 -arch=sm_90`. They follow rules on statements
 * (code_cost.cc), addresses (code_addresses.cc) and loops (code_loops.cc), not the host's instructions.
 */
#ifndef SIMT_LANGUAGE_CODE_H
#define SIMT_LANGUAGE_CODE_H

#include "middle.h"

#include "simt/code_info.h"
#include "simt/divide.h"

/** An integer addition or a move: the assembler assigns it to the less busy of two units. */
enum { UNIT_ALU_OR_FMA = SIMT_UNITS, COST_UNITS };

/** Instructions, by unit. A fraction is an iteration's part of an instruction of the unrolled
 * loop.
 */
struct cost {
    float unit[COST_UNITS] = {}; /**< the counts */
    cost() {}
    /** So many of one unit. */
    cost(int of, float count) { unit[of] = count; }
    /** Adds another cost. */
    cost &operator+=(const cost &other) {
        for (int u = 0; u < COST_UNITS; u++)
            unit[u] += other.unit[u];
        return *this;
    }
    /** The cost so many times. */
    cost operator*(float factor) const {
        cost product;
        for (int u = 0; u < COST_UNITS; u++)
            product.unit[u] = unit[u] * factor;
        return product;
    }
    /** Instructions of all units. */
    float total() const {
        float sum = 0;
        for (float count : unit)
            sum += count;
        return sum;
    }
};

/** A statement's part in the order of memory accesses. */
enum order {
    ORDER_NONE,     /**< nothing */
    ORDER_LOAD,     /**< a load: a segment ends at it */
    ORDER_STORE,    /**< a store or atomic: likewise */
    ORDER_TOGETHER, /**< lanes run it together: a loop that contains it is not unrolled at run time */
    ORDER_BARRIER   /**< likewise, and no load is moved past it */
};

/** A statement, or a part of an address computation, where a GPU's compiler would place it. */
struct item {
    gimple *statement = nullptr;   /**< its origin */
    enum order order = ORDER_NONE; /**< its part in the order of accesses */
    bool is_shared = false;        /**< of an access: to shared memory */
    bool is_local = false;         /**< of an access: to local memory */
    bool is_part = false;          /**< of an access: to a member of an object with a wider alignment */
    bool is_aligned = false;       /**< of an access: a compiler may know that its address is aligned */
    bool is_meeting = false;       /**< diverged lanes reconverge here */
    tree base = NULL_TREE;         /**< of an access: the base of its address */
    cost work;                     /**< its instructions */
    std::vector<tree> uses;        /**< values that it needs */
    tree value = NULL_TREE;        /**< its result */
    tree data = NULL_TREE;         /**< of a load: the loaded value */
};

/** A loop, as nvcc would compile it. */
struct loop_shape {
    unsigned unroll = 1; /**< iterations that are run as one */
    bool known = false;  /**< its trip count is a constant */
    bool flat = false;   /**< it is unrolled completely: its counter is a constant in each copy */
};

/** A function during the estimate. */
struct code {
    function *of;                         /**< the function */
    std::vector<std::vector<item>> items; /**< by number of the block */
    std::vector<loop_shape> shapes;       /**< by number of the loop */
    std::set<tree> loaded;                /**< values that come from loads */
    std::set<tree> constants;             /**< values that are constants once flat loops are unrolled */
    std::map<gimple *, tree> indexing;    /**< locals_indexed(), before loops are unrolled */
    std::set<tree> indexed;               /**< variables of the thread that are in local memory */
    std::map<std::vector<unsigned HOST_WIDE_INT>, std::vector<basic_block>> addresses; /**< known ones */
    std::map<std::pair<const_tree, const_tree>, std::vector<basic_block>>
        once;                                 /**< values read once: threadIdx.x, parameters */
    mutable std::map<gimple *, bool> strides; /**< whether a statement's number grows with a counter */
    mutable std::map<gimple *, bool> parts;   /**< whether a statement only computes part of addresses */
    std::map<tree, basic_block> moved;        /**< values that nvcc hoists out of their loop */
};

/** A term of an address. */
struct address_term {
    tree value;          /**< an SSA name */
    HOST_WIDE_INT scale; /**< bytes for each */
    bool wide;           /**< the value has 64 bits */
};
/** An address as base + terms + constant. */
struct address {
    tree base = NULL_TREE;           /**< a pointer, or a variable */
    std::vector<address_term> terms; /**< what is added to the base */
    bool is_shared = false;          /**< of shared memory */
    bool is_local = false;           /**< of the running lane's stack */
};

/** @name Parts
 * @{ */
/** Determines how loops are compiled, and which values are constants then (code_loops.cc). */
void loops_find(struct code &code);
/** The block to which nvcc hoists a computation that needs these values: out of loops in which they do not
 * change. */
basic_block loops_place(const struct code &code, const std::vector<tree> &uses, basic_block block);
/** The edge by which the loop is left. If there are several, each for a bound of its counter, nvcc leaves
 * at the lowest bound: the last of them. NULL if there are other edges. */
edge loops_exit(class loop *loop);
/** The loop's shape. */
const loop_shape &loops_shape(const struct code &code, const class loop *loop);
/** The cost of starting an unrolled loop of unknown length: how many iterations are left over. */
cost loops_start(const struct code &code, const class loop *loop);
/** If the value begins an iteration and steps by a constant in each: the value after the step. NULL_TREE
 * otherwise. */
tree loops_step(tree name);
/** True if the value is the same in all iterations, judged by its operands up to some steps away: values read
 * once, and values computed from such, do not change in a loop wherever they are written. */
bool loops_leave(class loop *loop, tree value, unsigned depth = 0);
/** The same for a condition. */
bool loops_leave(class loop *loop, gcond *condition);

/** The statement that computes the value; NULL if it is no SSA name (code_addresses.cc). */
gimple *definition_of(tree value);
/** The function's variable that contains the place; NULL_TREE for any other place. */
tree variable_of(tree place);
/** Splits an address into its terms. */
struct address address_of(const struct code &code, tree pointer);
/** Whether a compiler may know that the address is a multiple of so many bytes. */
bool address_is_aligned(const struct code &code, const struct address &address, unsigned HOST_WIDE_INT bytes);
/** Adds the computation of an access's address, where nvcc would place it. */
void address_add(struct code &code, tree pointer, basic_block block, item &access);
/** True if the statement only computes part of addresses: address_add() counts it. */
bool address_has(const struct code &code, gimple *statement);

/** True if the statement's number grows with a counter that is a constant in each copy of the body
 * (code_addresses.cc). */
bool strides_has(const struct code &code, gimple *statement);
/** Its cost then: an addition at the end of a chain of such. */
cost strides_cost(const struct code &code, gimple *statement);

/** False if the load and the store never alias: in other memory, in other variables, or through a pointer
 * that is declared `__restrict__` (code_alias.cc). */
bool may_be_one_place(const item &load, const item &store);
/** True if both accesses have the same address, if their blocks run with the same values (code_alias.cc). */
bool are_one_place(const item &one, const item &other);
/** False if no later iteration of the loop loads what this one stores. */
bool may_meet_later(class loop *loop, const item &load, const item &store);

/** A branch on which lanes may diverge, the block that names their point of reconvergence, and that point. */
struct branch_meeting {
    basic_block branch;  /**< it ends in the branch */
    basic_block named;   /**< its reconvergence point is named there */
    basic_block meeting; /**< the reconvergence point */
};
/** All such branches (code_blocks.cc). */
std::vector<branch_meeting> branches_find(const struct code &code);

/** The cost of a statement; including calls of engine functions (code_cost.cc, code_calls.cc). */
cost cost_of(struct code &code, gimple *statement, basic_block block);
/** True if the statement reads a constant of the kernel: threadIdx and the like, and parameters. */
bool is_read_once(gimple *statement);
/** True if that value differs among the threads of a block. */
bool is_of_thread(gimple *statement);
/** True for a place in constant memory: its accesses are not logged. */
bool is_in_constant_memory(const struct address &address);
/** The hooks of accesses to the thread's variables with an index that is no constant, with the variables, as
 * far as loops are known to be unrolled (code_hooks.cc). */
std::map<gimple *, tree> locals_indexed(const struct code &code);
/** Finds the variables that are in local memory, once the unrolling of loops is known. */
void locals_find(struct code &code);
/** True for a place in one of them. */
bool is_in_local_memory(const struct code &code, const struct address &address);
/** The cost of an access to constant memory or the thread's own registers, which is not logged. */
cost cost_of_unlogged(const struct address &address);
/** The cost of a call; @p order is its part in the order of accesses. */
cost cost_of_call(gcall *call, enum order *order);
/** The inlined function of the engine's headers that replaces a few instructions, NULL_TREE if none; its
 * instructions in @p work. */
tree cost_of_inlined(gimple *statement, cost *work);
/** True if the function is a kernel's body (simt/translated.h). */
bool is_kernel(const struct code &code);
/** True for values of 64 bits. */
bool is_wide(const_tree type);

/** The access, and its address, for which the block has a hook (code_hooks.cc). */
enum order order_of_hook(gcall *call, tree *address);
/** True if the call is a hook of the race detector, of any kind. */
bool is_any_hook(gcall *call);
/** True if it is the detector's hook of an aligned non-volatile access, of 1, 2, 4, 8 or 16 bytes. */
bool is_hook_of_number(gcall *call);
/** True if it is the call at the start of a block. */
bool is_hook_of_block(gcall *call);
/** Whether a hook is for a class, which may take several accesses. */
bool is_hook_of_class(gcall *call);
/** The bytes of a hook's access. */
tree size_of_hook(gcall *call);
/** True if the statement loads and stores: it copies a class. */
bool is_copy(gimple *statement);
/** Puts the hook of a copy's load before that of its store. The detector has the opposite order. */
void hooks_order(basic_block block);
/** Reports loads to the engine whose value is only stored again, from one of the function's variables to
 * another (simt_local_read_to_copy in engine/exec/local_memory.h): uninitialised values may be copied. */
void hooks_mark_copies(function *of, basic_block block);
/** Reports accesses to local memory to the engine, which the detector's hooks omit (code_hooks.cc). */
void hooks_log_local(const struct code &code, basic_block block);
/** Replaces integer divisions whose divisor may be zero by engine calls (simt_divide in simt/divide.h). */
void divisions_replace(function *of);
/** Declares a function of the engine that the plugin calls: it does not throw, and calls nothing back. */
tree hooks_declare(const char *name, tree type);
/** The same for a function whose arguments are an address and a size. */
tree hooks_declare_of_bytes(const char *name);
/** Declares a variable of the engine, once. @param of_thread each thread has its own */
tree hooks_variable(const char *name, tree type, bool of_thread);
/** The assembler's name of the function that a statement calls; empty for anything else. */
const char *name_of_call(const gimple *statement);

/** The values that are alive at the end of each block. */
std::vector<std::set<tree>> live_at_ends(function *of);
/** Live values in each block, in 32-bit registers (code_registers.cc). */
std::vector<unsigned> registers_of(const struct code &code);
/** The facts about a block beside its items. */
struct block_shape {
    bool is_guarded = false;       /**< see struct simt_code_info */
    bool guards_any = false;       /**< one of its predicates guards other blocks */
    bool guards_accesses = false;  /**< some of those have accesses */
    bool has_no_branch = false;    /**< the following blocks are guarded instead */
    cost guards;                   /**< the instructions of its guarded blocks without accesses */
    cost skipped;                  /**< likewise, of those with accesses: see struct simt_code_info */
    unsigned guarded_accesses = 0; /**< see struct simt_code_info */
    unsigned guarded_loads = 0;    /**< see struct simt_code_info */
    unsigned registers = 0;        /**< likewise */
    unsigned ahead = 0;            /**< likewise */
    struct simt_code_loop loops[SIMT_CODE_LOOPS] = {}; /**< likewise */
    location_t place = UNKNOWN_LOCATION;               /**< of its first statement */
};
/** Finds the blocks that a branch at the block's end guards; later blocks are done (code_guards.cc). */
void guards_find(const struct code &code, std::vector<block_shape> &shapes, basic_block block);

/** Finds the loops of which several iterations are run as one, and the positions of their blocks in them; the
 * blocks are in an order in which dominators come first (code_iterations.cc). */
void iterations_find(const struct code &code, const std::vector<basic_block> &blocks,
                     std::vector<block_shape> &shapes);

/** The place of the block's call: before its first statement, but after the detector's calls for the
 * function (code_blocks.cc). */
gimple_stmt_iterator start_of(basic_block block);
/** True if it has one: it has a statement. */
bool has_hook(basic_block block);
/** The block whose record includes this one. */
basic_block with_hook(basic_block block);
/** The block itself, or its only successor if it is empty. */
basic_block target_of(basic_block block);
/** True if no block follows it. */
bool ends_function(basic_block block);
/** The condition at its end; NULL if there is none. */
gcond *condition_of(basic_block block);
/** True if its last statement is a condition. */
bool ends_in_branch(basic_block block);

/** True for a memory access that is logged (code_record.cc). */
bool is_access(const item &part);
/** True for a call that nvcc keeps: through a pointer, or of a function that is not to be inlined. */
bool is_called(gcall *call);
/** True for the return of a function that nvcc calls. */
bool returns_to_caller(const struct code &code, gimple *statement);
/** True for a sequence with a branch around its rare cases, such as a division or a root: nothing after
 * it begins before it is done. */
bool has_branches(const item &part);
/** The number of its accesses. */
unsigned accesses_of(const struct code &code, basic_block block);
/** Its loads, if its instructions wait for some of them; otherwise 0. */
unsigned awaited_loads_of(const struct code &code, basic_block block);
/** True if its loads may come before the stores of an earlier iteration. */
bool loads_run_ahead(const struct code &code, basic_block block);
/** The cost of the block without its accesses. */
cost work_of(const struct code &code, basic_block block);
/** A variable that holds the block's record. */
tree record_of(const struct code &code, basic_block block, const struct block_shape &shape);
/** @} */

#endif
