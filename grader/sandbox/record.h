/**
 * @file record.h
 * @brief What the supervisor answers, in memory that it shares with `grade`.
 */
#ifndef WARPLAB_SANDBOX_RECORD_H
#define WARPLAB_SANDBOX_RECORD_H

#include "sandbox/sandbox.h"

/** The record. It is mapped shared and anonymous; the supervisor alone writes it. */
struct record {
    _Atomic double waited_s;      /**< so far: seconds that do not count, see sandbox_waited() */
    bool complete;                /**< set last; a supervisor that died early leaves it unset */
    struct sandbox_result result; /**< its `output` is not used */
    char output[];                /**< what the program printed, as long as the limit allows */
};

#endif
