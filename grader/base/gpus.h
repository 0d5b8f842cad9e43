/**
 * @file gpus.h
 * @brief This machine's GPUs, and whose turn it is on them.
 *
 * Times mean nothing while somebody else computes on the same GPU, so graders take turns: each holds a lock
 * on one GPU while it uses it. The lock is on the GPU's own entry in the file system, so it is the same for
 * every user and checkout, leaves no file behind, and ends with its holder. To begin using a GPU takes long,
 * and is done beforehand, by a few graders a GPU: those that have a place, a lock on another of the GPU's
 * entries. Those who wait for a place stand in a line, a third lock: its first alone looks for one, so nobody
 * is passed by.
 */
#ifndef WARPLAB_GPUS_H
#define WARPLAB_GPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GPUS_MAX = 16, GPUS_PLACES = 4 };

/** One GPU, as far as a grader needs to know it. */
struct gpu {
    char uuid[64];                 /**< as CUDA_VISIBLE_DEVICES takes it */
    char device[32];               /**< its own device file: "/dev/nvidia0"; "" where that is not known */
    char lock[128];                /**< what a turn locks: an existing file or directory */
    char places[GPUS_PLACES][144]; /**< what those lock that come next, and begin to use the GPU before their
                                      turn; "" where there is no such file, and the turn itself is taken */
};

/** The GPUs of this machine that one build serves. */
struct gpus {
    size_t count;              /**< those of the first one's architecture; 0 if there is none */
    char line[128];            /**< what the first of those who wait locks; "" if nobody stands in line */
    struct gpu list[GPUS_MAX]; /**< the first `count` are filled */
    char name[128];            /**< the first one's, "" if there is none */
    char arch[16];             /**< the same in nvcc's words: "sm_90" */
};

/** The right to use a GPU: as one of the next, and then alone among graders. */
struct gpu_turn {
    const struct gpu *gpu; /**< NULL before and after */
    int place_fd;          /**< open while the place is held, else -1 */
    int lock_fd;           /**< open while the lock is held, else -1 */
};

/** Asks the driver's own tool, which is there wherever a driver is. */
void gpus_find(struct gpus *gpus);
/** Reads that tool's answer: lines of "compute capability, UUID, PCI bus id, name". */
void gpus_read(struct gpus *gpus, FILE *answer);
/** Reads what the driver tells of one GPU, and keeps which device file is its own. */
void gpu_read_device(struct gpu *gpu, FILE *information);

/** Waits until one of the GPUs has a place free, and takes that: of an idle one if there is any.
 * @return false if there is none, or after a signal that stops the program (stop.h) */
bool gpu_place_take(struct gpu_turn *turn, const struct gpus *gpus);
/** Waits until the GPU is free, takes it, and leaves the place to others. @return false after such a signal
 */
bool gpu_turn_take(struct gpu_turn *turn);
/** Lets the next one have it, and the place too. Nothing happens if none was taken. */
void gpu_turn_end(struct gpu_turn *turn);

#endif
