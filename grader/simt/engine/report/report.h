/**
 * @file report.h
 * @brief The findings of a run, as JSON for programs and as compiler-like messages for people.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "engine/model/kernels.h"

/** Writes the JSON report (design: `{"simt":1,"errors":[…],"kernels":[…]}`) as one line. */
void simt_report_json(FILE *out);
/** Writes one message for each error: `FILE:LINE: error: kind: message`, with a note for the other side. */
void simt_report_text(FILE *out);
/** Exit code of a program in which a checker found an error. */
#define SIMT_EXIT_ERRORS 86

/* Launches of the same kind, added up: a program may make any number of them. */

/** The most groups; launches of further kinds are added to the last. */
enum { LAUNCH_GROUPS = 1000 };

/** Launches of one kernel with the same grid and block. */
struct launch_group {
    size_t first;             /**< the number of the first of them */
    uint64_t launches;        /**< number of launches */
    struct simt_counters sum; /**< the sum of their counters */
};

/**
 * Groups the launches from number @p from on, in the order of their first ones.
 * @param groups room for LAUNCH_GROUPS
 * @return the number of groups
 */
size_t launches_group(struct launch_group *groups, size_t from);

/* A kernel's display name, derived from the compiler's. */

/**
 * From `void lab::scan(const T*, int) [with T = int]` to `lab::scan [with T = int]`: without return type and
 * parameters, with the template's arguments. Text of another form is copied as it is.
 * @param pretty what `__PRETTY_FUNCTION__` gives
 */
void simt_kernel_name(const char *pretty, char *out, size_t size);
