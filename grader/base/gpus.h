/**
 * @file gpus.h
 * @brief This machine's GPUs, and leases on them.
 *
 * Times mean nothing while another process computes on the same GPU, so a grader uses a GPU under a lease: a
 * lock on the GPU's own entry in the file system. The lock is the same for every user and checkout, leaves no
 * file, and ends with its holder. It takes long to start using a GPU, so a few graders for each GPU do
 * that before their lease, while they hold a lock on another of its entries: a place in its queue. Graders
 * that wait for such a place wait for one more lock, and only its holder looks for a place: first come, first
 * served.
 */
#ifndef WARPLAB_GPUS_H
#define WARPLAB_GPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GPUS_MAX = 16, GPUS_QUEUED = 4 };

/** One GPU, with the properties that a grader needs. */
struct gpu {
    char uuid[64];                /**< as CUDA_VISIBLE_DEVICES takes it */
    char device[32];              /**< its own device file: "/dev/nvidia0"; "" if unknown */
    char lock[128];               /**< the lock of a lease: an existing file or directory */
    char queue[GPUS_QUEUED][144]; /**< the locks of the next graders, which start using the GPU before their
                                     lease; "" if there is no such file: then there is only one lock */
};

/** The GPUs of this machine that one build serves. */
struct gpus {
    size_t count;              /**< those of the first one's architecture; 0 if there is none */
    char line[128];            /**< the lock of the first grader that waits for a queue; "" if none does */
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

/** This machine's: the driver's own tool is called once, by this process or the one that forked it. */
const struct gpus *gpus_here(void);
/** Reads that tool's output: lines of "compute capability, UUID, PCI bus id, name". */
void gpus_read(struct gpus *gpus, FILE *answer);
/** Reads the driver's information about one GPU, and keeps its device file. */
void gpu_read_device(struct gpu *gpu, FILE *information);

/** Waits for a place in the queue of one of the GPUs, an idle one if there is any, and takes it.
 * @return false if there is no GPU, or after a signal that stops the program (interrupt.h) */
bool gpu_lease_queue(struct gpu_lease *lease, const struct gpus *gpus);
/** Waits until the GPU is free, takes it, and frees the place in the queue. @return false after
 * such a signal */
bool gpu_lease_take(struct gpu_lease *lease);
/** Gives back the GPU and the place in the queue. Does nothing if neither was taken. */
void gpu_lease_end(struct gpu_lease *lease);

#endif
