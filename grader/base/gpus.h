/**
 * @file gpus.h
 * @brief This machine's GPUs, and leases on them.
 *
 * Times mean nothing while somebody else computes on the same GPU, so a grader uses a GPU under a lease: a
 * lock on the GPU's own entry in the file system. It is the same lock for every user and checkout, leaves no
 * file behind, and ends with its holder. To begin using a GPU takes long, so a few graders for each GPU do
 * that before their lease, while they hold a lock on another of its entries: a place in its queue. Those who
 * wait for such a place wait for one more lock, and only its holder looks for a place: first come, first
 * served.
 */
#ifndef WARPLAB_GPUS_H
#define WARPLAB_GPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GPUS_MAX = 16, GPUS_QUEUED = 4 };

/** One GPU, as far as a grader needs to know it. */
struct gpu {
    char uuid[64];                /**< as CUDA_VISIBLE_DEVICES takes it */
    char device[32];              /**< its own device file: "/dev/nvidia0"; "" where that is not known */
    char lock[128];               /**< what a lease locks: an existing file or directory */
    char queue[GPUS_QUEUED][144]; /**< what those lock who come next, and begin to use the GPU before their
                                     lease; "" where there is no such file, and one lock is all there is */
};

/** The GPUs of this machine that one build serves. */
struct gpus {
    size_t count;              /**< those of the first one's architecture; 0 if there is none */
    char line[128];            /**< what the first of those locks who wait for a queue; "" if none does */
    struct gpu list[GPUS_MAX]; /**< the first `count` are filled */
    char name[128];            /**< the first one's, "" if there is none */
    char arch[16];             /**< the same in nvcc's words: "sm_90" */
};

/** The right to use a GPU: as one of the next, and then alone among graders. */
struct gpu_lease {
    const struct gpu *gpu; /**< NULL before and after */
    int queue_fd;          /**< open while it has a place in the queue, else -1 */
    int lock_fd;           /**< open while the lock is held, else -1 */
};

/** This machine's: the driver's own tool is asked once, by this process or the one that forked it. */
const struct gpus *gpus_here(void);
/** Reads that tool's answer: lines of "compute capability, UUID, PCI bus id, name". */
void gpus_read(struct gpus *gpus, FILE *answer);
/** Reads what the driver tells of one GPU, and keeps which device file is its own. */
void gpu_read_device(struct gpu *gpu, FILE *information);

/** Waits for a place in the queue of one of the GPUs, an idle one if there is any, and takes it.
 * @return false if there is no GPU, or after a signal that stops the program (interrupt.h) */
bool gpu_lease_queue(struct gpu_lease *lease, const struct gpus *gpus);
/** Waits until the GPU is free, takes it, and leaves the place in the queue to others. @return false after
 * such a signal */
bool gpu_lease_take(struct gpu_lease *lease);
/** Gives the GPU back, and the place in the queue. Nothing happens if neither was taken. */
void gpu_lease_end(struct gpu_lease *lease);

#endif
