// Names of causes.
#include "cause.h"

#include <stddef.h>
#include <string.h>

static const char *const names[CAUSE_COUNT] = {
    [CAUSE_NONE] = "none",
    [CAUSE_COMPILE] = "compile",
    [CAUSE_INTERFACE] = "interface",
    [CAUSE_ENDLESS] = "endless",
    [CAUSE_LIMIT] = "limit",
    [CAUSE_UNSUPPORTED] = "unsupported",
    [CAUSE_LAUNCH] = "launch",
    [CAUSE_CRASH] = "crash",
    [CAUSE_NULL] = "null_pointer",
    [CAUSE_WRAPPED] = "wrapped_index",
    [CAUSE_NEGATIVE] = "negative_index",
    [CAUSE_SHARED_END] = "shared_end",
    [CAUSE_GLOBAL_END] = "global_end",
    [CAUSE_LOCAL_END] = "local_end",
    [CAUSE_MISALIGNED] = "misaligned",
    [CAUSE_FREED] = "freed",
    [CAUSE_HOST_MEMORY] = "host_memory",
    [CAUSE_CALL] = "call",
    [CAUSE_MASK] = "mask",
    [CAUSE_BARRIER] = "barrier",
    [CAUSE_DEADLOCK] = "deadlock",
    [CAUSE_RACE_OVERLAP] = "race_overlap",
    [CAUSE_RACE_UPDATE] = "race_update",
    [CAUSE_RACE_OF_WRITES] = "race_of_writes",
    [CAUSE_RACE_OF_STORES] = "race_of_stores",
    [CAUSE_RACE_IN_BLOCK] = "race_in_block",
    [CAUSE_RACE_OF_BLOCKS] = "race_of_blocks",
    [CAUSE_RACE_FENCE] = "race_fence",
    [CAUSE_UNWRITTEN_SHARED] = "unwritten_shared",
    [CAUSE_UNWRITTEN_GLOBAL] = "unwritten_global",
    [CAUSE_UNWRITTEN_LOCAL] = "unwritten_local",
    [CAUSE_UNSET_SHUFFLE] = "unset_shuffle",
    [CAUSE_FAR_AWAY] = "far_away",
    [CAUSE_ENDED] = "ended",
    [CAUSE_LEFT_OVER] = "left_over",
    [CAUSE_NOTHING_WRITTEN] = "nothing_written",
    [CAUSE_PARTLY_WRITTEN] = "partly_written",
    [CAUSE_WRITTEN_IN_PART] = "written_in_part",
    [CAUSE_INPUT_CHANGED] = "input_changed",
    [CAUSE_VALUES] = "values",
    [CAUSE_BLOCKS] = "blocks",
    [CAUSE_SIZE] = "size",
    [CAUSE_NUMBERS] = "numbers",
    [CAUSE_NOT_STARTED] = "not_started",
    [CAUSE_HOST_WORK] = "host_work",
    [CAUSE_OTHER_KERNEL] = "other_kernel",
    [CAUSE_TECHNIQUE] = "technique",
    [CAUSE_SLOW] = "slow",
    [CAUSE_SLOW_MEMORY] = "slow_memory",
    [CAUSE_SLOW_LATENCY] = "slow_latency",
    [CAUSE_SLOW_ISSUE] = "slow_issue",
    [CAUSE_SLOW_SHARED] = "slow_shared",
    [CAUSE_SLOW_ATOMICS] = "slow_atomics",
    [CAUSE_SLOW_BARRIERS] = "slow_barriers",
    [CAUSE_SLOW_LAUNCH] = "slow_launch",
    [CAUSE_SLOW_HOST] = "slow_host",
    [CAUSE_SLOW_CHAIN] = "slow_chain",
    [CAUSE_SLOW_IDLE] = "slow_idle",
    [CAUSE_LEAK] = "leak",
};

const char *cause_name(enum cause cause) { return names[cause]; }

enum cause cause_named(const char *name) {
    for (enum cause cause = CAUSE_NONE; cause < CAUSE_COUNT; cause++)
        if (strcmp(names[cause], name) == 0)
            return cause;
    return CAUSE_NONE;
}

enum cause cause_of_bound(const char *bound) {
    static const struct {
        const char *bound;
        enum cause cause;
    } bounds[] = {
        {"memory", CAUSE_SLOW_MEMORY},   {"L2", CAUSE_SLOW_MEMORY},         {"latency", CAUSE_SLOW_LATENCY},
        {"issue", CAUSE_SLOW_ISSUE},     {"arithmetic", CAUSE_SLOW_ISSUE},  {"shared", CAUSE_SLOW_SHARED},
        {"atomics", CAUSE_SLOW_ATOMICS}, {"barriers", CAUSE_SLOW_BARRIERS}, {"launch", CAUSE_SLOW_LAUNCH},
        {"blocks", CAUSE_SLOW_LAUNCH},   {"host", CAUSE_SLOW_HOST},         {"copies", CAUSE_SLOW_HOST},
        {"chain", CAUSE_SLOW_CHAIN},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (strcmp(bounds[i].bound, bound) == 0)
            return bounds[i].cause;
    return CAUSE_SLOW;
}
