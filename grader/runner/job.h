/**
 * @file job.h
 * @brief The job protocol between `grade` (trusted) and the runner (linked with a submission, untrusted).
 *
 * One struct job at a time travels to the runner on JOB_FD; one struct job_reply, followed by
 * `json_length` bytes of JSON, comes back on REPLY_FD. Bulk data goes through two shared mappings: the
 * input, which the runner can only read, and the output, which the parent poisons before every job. The
 * runner knows neither expected values nor points. A runner that ends, or writes anything that is not a
 * complete reply to the job it was given, has failed that job; the parent starts a new one for the next.
 *
 * A job uses a part of each mapping, so that several can be prepared in advance. The end of each is for
 * turns: the parent's clock beside the calls of a timed job (struct job_turn).
 *
 * Output layout, from the beginning of the job's part: the outputs of each repetition (a plain run has one),
 * and in a plain run then a copy of the inputs as the submission left them (`input_bytes`). Each is aligned
 * to 256 bytes. Where in them each buffer lies says call.h.
 */
#pragma once

#include <stdint.h>

#include "call.h"

/** The runner's descriptors. */
enum { JOB_FD = 3, REPLY_FD = 4, INPUT_FD = 5, OUTPUT_FD = 6 };
/** Limits of one job. */
enum { JOB_MAX_REPETITIONS = 64, JOB_TASK_NAME = 64, JOB_ORDER = 24 };
/** Microseconds that all calls of a timed launcher may take together. After this time it is not called again:
 * nothing worth points is nearly as slow, and other programs wait for the GPU. */
enum { JOB_TIME_ENOUGH_US = 4000000 };
/** The most bytes of JSON in a reply. A runner that has more to say replies with a sentence about that. */
enum { JOB_MAX_JSON = 16 << 20 };
/** Begins every job and reply: "WLPJ", lowest byte first. */
#define JOB_MAGIC UINT32_C(0x4a504c57)

/** A routine of the vendor's library that solves the same. */
enum vendor_routine {
    VENDOR_NONE,           /**< there is none */
    VENDOR_SUM,            /**< of ints */
    VENDOR_EXCLUSIVE_SCAN, /**< of ints */
    VENDOR_HISTOGRAM       /**< of bytes */
};

/** What is asked of the runner. */
enum job_kind {
    JOB_RUN = 1,   /**< one call; outputs and the engine's report (CPU) or errors (GPU) come back */
    JOB_TIME,      /**< GPU: timed repetitions, each on input varied as `variation` says, each output kept; at
                      least one, also after JOB_TIME_ENOUGH_US */
    JOB_CALIBRATE, /**< GPU: copy bandwidth and instruction issue rate of this device, now */
    JOB_RECORD,    /**< CPU: as JOB_RUN, recorded step by step; the report has the recording as "trace", and
                      as "outputs" where each output lies in device memory */
    JOB_RECORD_WHOLE, /**< CPU: likewise, of all warps of the first blocks, for who compares values inside */
    JOB_TIME_VENDOR,  /**< GPU: as JOB_TIME, of the vendor's library in place of the launcher */
    JOB_COUNT,        /**< GPU: as JOB_RUN, with what the hardware counted of its kernels as "counted" */
    JOB_REACH, /**< GPU: one call; what share of the device's limits its kernels reached, as "reached" */
    JOB_OPEN,  /**< GPU: begin to use it, which takes long, before the GPU's turn of this process;
                  the job's bytes of each kind are the maximum of all later jobs */
    JOB_MODEL, /**< CPU: one call whose launches are sampled; its time on the device, as "predicted" */
    JOB_QUIT
};

/**
 * Element i of an input of repetition r is (base[i] XOR s) * multiply + add, modulo the element's size. Here
 * s is i * scatter, or the highest bits of that for elements of less than four bytes. Because of the scatter
 * no answer follows from an earlier one: without it, a sum would follow from two elements and the sum of
 * another input. Whole numbers of 64 bits count as two of 32. Of a half, float or double only the sign
 * is changed, where the highest bit of the 32 of i * scatter is 1. Of vectors each component counts as an
 * element. Indices stay as they are: they would be out of bounds.
 */
struct job_variation {
    uint32_t multiply; /**< odd, so that different elements stay different */
    uint32_t add;      /**< anything */
    uint32_t scatter;  /**< odd */
};

/** One job, as it goes through the pipe. */
struct job {
    uint32_t magic;           /**< JOB_MAGIC */
    uint32_t id;              /**< chosen by the parent; the reply has the same */
    uint32_t kind;            /**< an enum job_kind */
    uint32_t vendor;          /**< of JOB_TIME_VENDOR: an enum vendor_routine */
    char task[JOB_TASK_NAME]; /**< the launcher's name */
    char order[JOB_ORDER]; /**< in which the CPU engine runs threads, as SIMT_SCHEDULE says it; "": forward */
    uint32_t multiprocessors;   /**< of the CPU engine's device; 0: as many as it has */
    int32_t n;                  /**< elements of input: how large the job is */
    struct call call;           /**< the launcher's arguments */
    uint64_t input_offset;      /**< of the job's part of the input mapping, aligned by job_align() */
    uint64_t output_offset;     /**< of its part of the output mapping */
    uint64_t input_bytes;       /**< of the base inputs in the input mapping */
    uint64_t output_bytes;      /**< of one repetition's outputs */
    uint64_t scratch_bytes;     /**< of its scratch */
    uint64_t secret;            /**< of JOB_MODEL: draws the blocks that are sampled */
    uint64_t most_instructions; /**< of JOB_MODEL: after so many of all threads it ends; 0: never */
    uint32_t milliseconds; /**< of processor time, after which the CPU engine ends JOB_RUN or JOB_MODEL and
                              says where it is; 0: never */
    uint32_t repetitions;  /**< timed ones; 0 for JOB_RUN */
    uint32_t warmups; /**< untimed repetitions before them; they use variations and outputs like the others */
    struct job_variation variation[JOB_MAX_REPETITIONS]; /**< warm-ups first */
};

/** How a job ended. */
enum job_status {
    JOB_DONE = 1,    /**< the launcher returned */
    JOB_NOT_DEFINED, /**< the submission has no such launcher */
    JOB_DEVICE_ERROR /**< the device or engine failed; the JSON says how; the runner exits then */
};

/** The head of a reply, as it goes through the pipe. */
struct job_reply {
    uint32_t magic;       /**< JOB_MAGIC */
    uint32_t id;          /**< the job's */
    uint32_t status;      /**< an enum job_status */
    uint32_t json_length; /**< bytes of JSON that follow */
};

/** Bytes at the end of each mapping for what follows, and of the end of an answer. */
enum { JOB_TURN_BYTES = 256, JOB_PROOF_BYTES = 64 };

/** At the end of the input mapping, written by the parent: the turn that has begun. */
struct job_start {
    uint32_t started; /**< its number, from 1 on in each process */
};

/** In JOB_CALIBRATE: turns without a launcher, and behind them turns of a kernel that only stores. */
enum { JOB_EMPTY_TURNS = 33, JOB_STORING_TURNS = 17 };
/** From so many bytes of output on, a call is taken for one that stores. */
enum { JOB_STORES_BYTES = 1 << 20 };

/** At the end of the output mapping, written by the runner: a call of JOB_TIME, or one of JOB_CALIBRATE. */
struct job_turn {
    uint32_t ready;  /**< this turn may begin: its input is there, and the device has nothing to do */
    uint32_t done;   /**< the event behind the launcher's work has come */
    uint32_t proven; /**< nothing of the turn is left to do, and `proof` is there */
    unsigned char proof[JOB_PROOF_BYTES]; /**< the last bytes of its answer: job_proof_bytes() */
};

/** Rounds an offset in the output mapping up to the next part. */
static inline uint64_t job_align(uint64_t bytes) { return call_align(bytes); }

/** How many bytes of the end of an answer prove that it is there. */
static inline uint64_t job_proof_bytes(const struct job *job) {
    return job->output_bytes < JOB_PROOF_BYTES ? job->output_bytes : (uint64_t)JOB_PROOF_BYTES;
}
