/**
 * @file request.h
 * @brief One memory instruction of one warp: the unit that is counted and checked.
 */
#ifndef SIMT_REQUEST_H
#define SIMT_REQUEST_H

#include "engine/exec/machine.h"
#include "engine/log/access_log.h"
#include "engine/log/sites.h"
#include "engine/observe/clocks.h"

/** The accesses of the lanes that are at one instruction together. */
struct simt_request {
    struct simt_site *site;     /**< the instruction */
    enum simt_log_kind kind;    /**< what it does */
    unsigned size;              /**< bytes a lane */
    bool loose;                 /**< an aggregate is copied */
    uint32_t lanes;             /**< who takes part */
    uint64_t offset[SIMT_WARP]; /**< window offset, by lane */
    uint64_t
        before[SIMT_WARP]; /**< by lane: what a store found there; when an atomic or volatile load came */
};

/** Adds the request to the launch's counters (traffic.c). @p shared tells the space. */
void simt_count_request(const struct simt_request *request, bool shared);
/** Bounds, alignment and initialisation; lanes with a bad address leave the request (check.c). */
void simt_check_request(struct simt_request *request, struct simt_checked_warp *warp, bool shared);
/** Compares with the accesses before it and records it in the shadow cells (race.c). */
void simt_race_request(const struct simt_request *request, struct simt_checked_warp *warp, bool shared);

#endif
