/**
 * @file gpus.h
 * @brief This machine's GPUs, and whose turn it is on them.
 *
 * Times mean nothing while somebody else computes on the same GPU, so graders take turns: each holds a lock
 * on one GPU while it uses it. The lock is on the GPU's own entry in the file system, so it is the same for
 * every user and checkout, leaves no file behind, and ends with its holder. Those who wait stand in a
 * line, another such lock: its first alone looks for a GPU, so nobody is passed by.
 */
#ifndef WARPLAB_GPUS_H
#define WARPLAB_GPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GPUS_MAX = 16 };

/** One GPU, as far as a grader needs to know it. */
struct gpu {
    char uuid[64];   /**< as CUDA_VISIBLE_DEVICES takes it */
    char device[32]; /**< its own device file: "/dev/nvidia0"; "" where that is not known */
    char lock[128];  /**< what a turn locks: an existing file or directory */
};

/** The GPUs of this machine that one build serves. */
struct gpus {
    size_t count;              /**< those of the first one's architecture; 0 if there is none */
    char line[128];            /**< what the first of those who wait locks; "" if nobody stands in line */
    struct gpu list[GPUS_MAX]; /**< the first `count` are filled */
    char name[128];            /**< the first one's, "" if there is none */
    char arch[16];             /**< the same in nvcc's words: "sm_90" */
};

/** The right to use a GPU, alone among graders. */
struct gpu_turn {
    const struct gpu *gpu; /**< NULL before and after */
    int lock_fd;           /**< open while the lock is held */
};

/** Asks the driver's own tool, which is there wherever a driver is. */
void gpus_find(struct gpus *gpus);
/** Reads that tool's answer: lines of "compute capability, UUID, PCI bus id, name". */
void gpus_read(struct gpus *gpus, FILE *answer);
/** Reads what the driver tells of one GPU, and keeps which device file is its own. */
void gpu_read_device(struct gpu *gpu, FILE *information);

/** Waits until one of the GPUs is free, and takes it. @return false if there is none, or after a signal that
 * stops the program (stop.h) */
bool gpu_turn_take(struct gpu_turn *turn, const struct gpus *gpus);
/** Lets the next one have it. Nothing happens if none was taken. */
void gpu_turn_end(struct gpu_turn *turn);

#endif
