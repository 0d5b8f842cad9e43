/**
 * @file code.h
 * @brief What a GPU would issue for the blocks of a function: shared by the parts that estimate it.
 *
 * The estimates stand for the code that nvcc 13 makes with `-O3 -arch=sm_90`. They follow rules on statements
 * (code_cost.cc), addresses (code_addresses.cc) and loops (code_loops.cc), not the host's instructions.
 */
#ifndef SIMT_LANGUAGE_CODE_H
#define SIMT_LANGUAGE_CODE_H

#include "middle.h"

#include "simt/code_info.h"
#include "simt/divide.h"

/** An integer addition or a move: the assembler gives it to whichever of two units has less to do. */
enum { UNIT_ALU_OR_FMA = SIMT_UNITS, COST_UNITS };

/** Instructions, by unit. A part of one is what a loop's iteration has of an instruction of the unrolled
 * loop.
 */
struct cost {
    float unit[COST_UNITS] = {}; /**< how many, by unit */
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

/** What a statement is to the order of memory accesses. */
enum order {
    ORDER_NONE,     /**< nothing */
    ORDER_LOAD,     /**< a load: a segment ends at it */
    ORDER_STORE,    /**< a store or atomic: likewise */
    ORDER_TOGETHER, /**< lanes run it together: a loop that has it is not unrolled at run time */
    ORDER_BARRIER   /**< so they do, and no load is moved past it */
};

/** A statement, or a part of the work on an address, where a GPU's compiler would have it. */
struct item {
    gimple *statement = nullptr;   /**< where it comes from */
    enum order order = ORDER_NONE; /**< what it is to the order of accesses */
    bool is_shared = false;        /**< of an access: to shared memory */
    bool is_local = false;         /**< of an access: to local memory */
    bool is_part = false;          /**< of an access: to a member of what is aligned to more than its size */
    bool is_aligned = false;       /**< of an access: a compiler may know its address to be so */
    bool is_meeting = false;       /**< lanes that went different ways go on together from here */
    tree base = NULL_TREE;         /**< of an access: what its address begins with */
    cost work;                     /**< its instructions */
    std::vector<tree> uses;        /**< values that it needs */
    tree value = NULL_TREE;        /**< what it makes */
    tree data = NULL_TREE;         /**< of a load: what it loads */
};

/** A loop, as nvcc would run it. */
struct loop_shape {
    unsigned unroll = 1; /**< iterations that are run as one */
    bool known = false;  /**< how often it runs is a constant */
    bool flat = false;   /**< it is unrolled entirely: its counter is a constant in each copy */
};

/** A function while it is estimated. */
struct code {
    function *of;                         /**< which */
    std::vector<std::vector<item>> items; /**< by number of the block */
    std::vector<loop_shape> shapes;       /**< by number of the loop */
    std::set<tree> loaded;                /**< values that loads make */
    std::set<tree> constants;             /**< values that are constants once flat loops are unrolled */
    std::map<gimple *, tree> indexing;    /**< locals_indexed(), before loops are unrolled */
    std::set<tree> indexed;               /**< variables of the thread that are in local memory */
    std::map<std::vector<unsigned HOST_WIDE_INT>, std::vector<basic_block>> addresses; /**< known ones */
    std::map<std::pair<const_tree, const_tree>, std::vector<basic_block>>
        once;                                 /**< what is read once: threadIdx.x, parameters */
    mutable std::map<gimple *, bool> strides; /**< whether a statement makes a number that grows so */
    mutable std::map<gimple *, bool> parts;   /**< whether a statement only makes part of addresses */
    std::map<tree, basic_block> moved; /**< values that nvcc makes outside the loop they are written in */
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
    std::vector<address_term> terms; /**< what is added */
    bool is_shared = false;          /**< of shared memory */
    bool is_local = false;           /**< of the running lane's stack */
};

/** @name Parts
 * @{ */
/** Finds how loops are run, and which values are constants then (code_loops.cc). */
void loops_find(struct code &code);
/** The block that nvcc moves a computation to which needs these values: out of loops in which they do not
 * change. */
basic_block loops_place(const struct code &code, const std::vector<tree> &uses, basic_block block);
/** The edge by which the loop is left. Where there are several, each for a bound of its counter, nvcc leaves
 * at the lowest bound: the last of them. NULL if there are others. */
edge loops_exit(class loop *loop);
/** The loop's shape. */
const loop_shape &loops_shape(const struct code &code, const class loop *loop);
/** What it takes to begin a loop of unknown length that is unrolled: how many are left over. */
cost loops_start(const struct code &code, const class loop *loop);
/** If the value begins an iteration and steps by a constant in each: the value after the step. NULL_TREE
 * otherwise. */
tree loops_step(tree name);
/** True if the value is the same in all iterations, by what makes it up to some steps away: what is read
 * once, and what is made of such, does not change in a loop wherever it is written. */
bool loops_leave(class loop *loop, tree value, unsigned depth = 0);
/** The same for a condition. */
bool loops_leave(class loop *loop, gcond *condition);

/** The statement that makes the value; NULL for what is no SSA name (code_addresses.cc). */
gimple *definition_of(tree value);
/** The variable of the function that the place is in; NULL_TREE for any other place. */
tree variable_of(tree place);
/** Takes an address apart. */
struct address address_of(const struct code &code, tree pointer);
/** Whether a compiler may know that the address is a multiple of so many bytes. */
bool address_is_aligned(const struct code &code, const struct address &address, unsigned HOST_WIDE_INT bytes);
/** The work on an access's address, put where nvcc would have it. */
void address_add(struct code &code, tree pointer, basic_block block, item &access);
/** True if the statement only makes part of addresses: address_add() stands for it. */
bool address_has(const struct code &code, gimple *statement);

/** True if the statement makes a number that grows with a counter that is a constant in each copy of the body
 * (code_addresses.cc). */
bool strides_has(const struct code &code, gimple *statement);
/** What it takes then: an addition at the end of a chain of such. */
cost strides_cost(const struct code &code, gimple *statement);

/** False if the load and the store are never of one place: in other memory, in other variables, or by way of
 * a pointer that is declared `__restrict__` (code_alias.cc). */
bool may_be_one_place(const item &load, const item &store);
/** True if both accesses are of one place, wherever their blocks run with the same values (code_alias.cc). */
bool are_one_place(const item &one, const item &other);
/** False if no later iteration of the loop loads what this one stores. */
bool may_meet_later(class loop *loop, const item &load, const item &store);

/** A branch on which lanes may part, where the place is named at which they meet, and this place. */
struct branch_meeting {
    basic_block branch;  /**< it ends in the branch */
    basic_block named;   /**< the place is named there */
    basic_block meeting; /**< the place */
};
/** All of them (code_blocks.cc). */
std::vector<branch_meeting> branches_find(const struct code &code);

/** What a statement takes; calls of engine functions included (code_cost.cc, code_calls.cc). */
cost cost_of(struct code &code, gimple *statement, basic_block block);
/** True if the statement reads what does not change in a kernel: threadIdx and the like, and parameters. */
bool is_read_once(gimple *statement);
/** True if that differs among the threads of a block. */
bool is_of_thread(gimple *statement);
/** True for a place in constant memory: its accesses are not logged. */
bool is_in_constant_memory(const struct address &address);
/** The hooks of accesses of the thread's variables at an index that is no constant, with the variables, as
 * far as loops are known to be unrolled (code_hooks.cc). */
std::map<gimple *, tree> locals_indexed(const struct code &code);
/** Finds the variables that are in local memory, once it is known how loops are unrolled. */
void locals_find(struct code &code);
/** True for a place in one of them. */
bool is_in_local_memory(const struct code &code, const struct address &address);
/** An access of constant memory or of the thread's own registers, which is not logged. */
cost cost_of_unlogged(const struct address &address);
/** What a call takes; @p order says what it does to the order of accesses. */
cost cost_of_call(gcall *call, enum order *order);
/** The inlined function of the engine's headers that stands for few instructions, NULL_TREE if none; its
 * instructions in @p work. */
tree cost_of_inlined(gimple *statement, cost *work);
/** True if the function is a kernel's body (simt/translated.h). */
bool is_kernel(const struct code &code);
/** True for values of 64 bits. */
bool is_wide(const_tree type);

/** What the block's hooks see: an access, and of what (code_hooks.cc). */
enum order order_of_hook(gcall *call, tree *address);
/** True if the call is a hook of the race detector, of whatever kind. */
bool is_any_hook(gcall *call);
/** True if it is the detector's hook of an aligned access that is not volatile, of 1, 2, 4, 8 or 16 bytes. */
bool is_hook_of_number(gcall *call);
/** True if it is the call at the start of a block. */
bool is_hook_of_block(gcall *call);
/** Whether a hook is about a class, which may come in several accesses. */
bool is_hook_of_class(gcall *call);
/** The bytes that a hook is about. */
tree size_of_hook(gcall *call);
/** True if the statement loads and stores: it copies a class. */
bool is_copy(gimple *statement);
/** Puts the hook of a copy's load before that of its store. The detector has them the other way round. */
void hooks_order(basic_block block);
/** Tells the engine of loads whose value is only stored again, from one of the function's variables to
 * another (simt_local_read_to_copy in engine/exec/local_memory.h): what has no value may be copied. */
void hooks_mark_copies(function *of, basic_block block);
/** Tells the engine of accesses in local memory, which the detector's hooks leave out (code_hooks.cc). */
void hooks_log_local(const struct code &code, basic_block block);
/** Has the engine divide integers by what may be zero (simt_divide in simt/divide.h). */
void divisions_replace(function *of);
/** Declares a function of the engine that the plugin calls: it throws nothing, and calls back nothing. */
tree hooks_declare(const char *name, tree type);
/** The same for a function that is told of so many bytes at an address. */
tree hooks_declare_of_bytes(const char *name);

/** Values alive in each block, in registers of 32 bits (code_registers.cc). */
std::vector<unsigned> registers_of(const struct code &code);
/** What is known of a block beside its items. */
struct block_shape {
    bool is_guarded = false;      /**< see struct simt_code_info */
    bool guards_any = false;      /**< a predicate of its guards other blocks */
    bool guards_accesses = false; /**< of those some have accesses */
    bool has_no_branch = false;   /**< what follows is guarded instead */
    cost guards;                  /**< what the blocks have that this one guards, of those without accesses */
    cost skipped;                 /**< likewise, of those with accesses: see struct simt_code_info */
    unsigned guarded_accesses = 0;                     /**< see struct simt_code_info */
    unsigned guarded_loads = 0;                        /**< see struct simt_code_info */
    unsigned registers = 0;                            /**< likewise */
    unsigned ahead = 0;                                /**< likewise */
    struct simt_code_loop loops[SIMT_CODE_LOOPS] = {}; /**< likewise */
    location_t place = UNKNOWN_LOCATION;               /**< of its first statement */
};
/** Finds what a branch at the block's end guards; the blocks after it are done (code_guards.cc). */
void guards_find(const struct code &code, std::vector<block_shape> &shapes, basic_block block);

/** Finds the loops of which several iterations are run as one, and where in them their blocks stand; the
 * blocks are in an order in which they come after those that dominate them (code_iterations.cc). */
void iterations_find(const struct code &code, const std::vector<basic_block> &blocks,
                     std::vector<block_shape> &shapes);

/** Where the block's call goes: before its first statement, but behind what the detector calls for the
 * function (code_blocks.cc). */
gimple_stmt_iterator start_of(basic_block block);
/** True if it has one: it has a statement. */
bool has_hook(basic_block block);
/** The block whose record has what is done in this one. */
basic_block with_hook(basic_block block);
/** The block itself, or the one that it only leads to. */
basic_block target_of(basic_block block);
/** True if nothing comes after it. */
bool ends_function(basic_block block);
/** The condition that it ends in; NULL if it ends in none. */
gcond *condition_of(basic_block block);
/** True if its last statement is a condition. */
bool ends_in_branch(basic_block block);

/** True for an access of memory that is logged (code_record.cc). */
bool is_access(const item &part);
/** True for a call that nvcc makes: through a pointer, or of a function that is not to be inlined. */
bool is_called(gcall *call);
/** True for the way back of a function that nvcc calls. */
bool returns_to_caller(const struct code &code, gimple *statement);
/** True for a sequence with a branch around its rare cases, as that of a division or a root: nothing behind
 * it begins before it is through. */
bool has_branches(const item &part);
/** How many accesses it has. */
unsigned accesses_of(const struct code &code, basic_block block);
/** Its loads, if its instructions wait for some of them; otherwise 0. */
unsigned awaited_loads_of(const struct code &code, basic_block block);
/** True if its loads may come before what an earlier iteration stores. */
bool loads_run_ahead(const struct code &code, basic_block block);
/** What it takes beside them. */
cost work_of(const struct code &code, basic_block block);
/** A variable that has the block's record. */
tree record_of(const struct code &code, basic_block block, const struct block_shape &shape);
/** @} */

#endif
