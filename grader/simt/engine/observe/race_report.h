/**
 * @file race_report.h
 * @brief What is said of a race.
 */
#ifndef SIMT_RACE_REPORT_H
#define SIMT_RACE_REPORT_H

#include "engine/observe/order.h"
#include "engine/report/errors.h"

/** One race: two accesses that nothing orders. */
struct simt_race {
    struct simt_actor here;                      /**< who came second */
    struct simt_actor there;                     /**< and who first */
    enum simt_access_kind here_kind, there_kind; /**< what each did */
    enum simt_space space;                       /**< to which memory */
    const char *remedy;                          /**< what would have ordered them */
};

/** Records it as an error. */
void simt_race_report(const struct simt_race *race);

#endif
