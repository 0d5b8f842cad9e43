/**
 * @file races.h
 * @brief What is said of a race.
 */
#ifndef SIMT_RACES_H
#define SIMT_RACES_H

#include "engine/report/errors.h"

/** What an access does; an atomic reads and writes. */
enum simt_access_kind { SIMT_ACCESS_READ, SIMT_ACCESS_WRITE, SIMT_ACCESS_ATOMIC };

/** One race: two accesses that nothing orders. */
struct simt_race {
    struct simt_actor here;                      /**< who came second */
    struct simt_actor there;                     /**< and who first */
    enum simt_access_kind here_kind, there_kind; /**< what each did */
    enum simt_space space;                       /**< to which memory */
    const char *remedy;                          /**< what would have ordered them */
    bool not_acquired; /**< the second one saw a signal behind the first, and only its fence is missing */
};

/** Records it as an error. */
void simt_race_report(const struct simt_race *race);

#endif
