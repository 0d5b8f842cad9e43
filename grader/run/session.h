/**
 * @file session.h
 * @brief One runner in its sandbox, and the job protocol's trusted end.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/gpus.h"
#include "runner/job.h"
#include "sandbox/sandbox.h"
#include "sandbox/tool.h"

/** The settings to start runners. */
struct session_setting {
    const char *program;          /**< the linked runner */
    const struct gpu *gpu;        /**< the one it may use, NULL for none */
    const char *profile;          /**< of the CPU engine's device, as a file; NULL: its own */
    const char *libraries;        /**< the folder of libraries beyond the system's; NULL: none */
    const char *cupti;            /**< the library for the GPU's counters, NULL for none */
    struct sandbox_limits limits; /**< on this process */
};

/** The result of session_read(). */
enum session_event {
    SESSION_WAITING,  /**< nothing complete yet */
    SESSION_REPLIED,  /**< @c reply and @c json hold the answer to the last job */
    SESSION_NONSENSE, /**< it sent something other than a reply to its job */
    SESSION_ENDED     /**< the runner is gone */
};

/** The shared memory lives as long as the session; the process may be restarted. */
struct session {
    unsigned char *input;            /**< mapped here; the runner can only read it */
    unsigned char *output;           /**< mapped here; the runner writes it */
    size_t input_size;               /**< bytes */
    size_t output_size;              /**< bytes */
    int input_fd;                    /**< for the runner; read-only */
    int output_fd;                   /**< for the runner */
    struct sandbox_process *process; /**< NULL before the start and after session_forget() */
    int job_fd;                      /**< the grader's end of the pipe for jobs */
    int reply_fd;                    /**< the grader's end of the pipe for replies */
    struct job_reply reply;          /**< with SESSION_REPLIED: its header */
    size_t reply_got;                /**< bytes of `reply` that have come */
    char *json;                      /**< with SESSION_REPLIED: what followed it, '\0' at the end */
    size_t json_got;                 /**< bytes of `json` that have come */
    uint32_t job_id;                 /**< of the last job */
    bool broken;                     /**< the sandbox failed, not the runner: of the last one that ended */
    bool starved;                    /**< likewise: it used up the memory it was given */
    uint32_t turns;                  /**< taken by the runner: see outside_clock.h */
};

/** The start signal of its turns, in the grader's mapping of the input. */
struct job_start *session_start_of(const struct session *session);
/** Its turn counters, in the grader's mapping of the output. */
struct job_turn *session_turn_of(const struct session *session);

/** Makes the shared memory. @return false with a sentence in @p error */
bool session_open(struct session *session, size_t input_size, size_t output_size, struct error *error);
/** Starts a runner. @return false with a sentence in @p error if the grader cannot */
bool session_start(struct session *session, const struct session_setting *setting, struct error *error);
/** Sends a job; fills in its magic and id. @return false if the runner is gone */
bool session_send(struct session *session, struct job *job);
/** Reads available bytes; to be called when reply_fd is readable. Never blocks. */
enum session_event session_read(struct session *session);
/** Seconds in which a runner without further jobs ends. It ends at once, unless the submission hangs. */
#define SESSION_PATIENCE_S 2.0
/** Closes the pipes, so that the runner ends after its last job. */
void session_finish(struct session *session);
/** The same; then waits for the runner's end, kills it after @p patience_s seconds, and says how it ended.
 * @p result's strings live until session_forget(). */
void session_stop(struct session *session, double patience_s, struct sandbox_result *result);
/** Frees the process of a stopped runner. */
void session_forget(struct session *session);
/** Ends the runner and frees all. */
void session_close(struct session *session);

/** Seconds for a job that is no case of the plan. */
enum { SESSION_ASK_S = 60 };
/** Sends one job to an open session's runner, which is started if there is none.
 * @return false with an error if the grader cannot */
bool session_ask(struct session *session, const struct session_setting *setting, struct job *job,
                 struct error *error);
/**
 * Waits at most @p seconds for the answer. The runner stays for the next job, unless it gave no answer or
 * named a device that could not go on.
 * @param cost adds up the usage of an ended runner; may be NULL
 * @return the answer's JSON, which the caller deletes; its status is in @c reply. NULL with an error
 */
cJSON *session_answer(struct session *session, double seconds, struct tool_cost *cost, struct error *error);
/** The engine's own message, ": ..." , if it ended the program for lack of memory or time; "" if it has none.
 */
struct error session_engine_words(const struct sandbox_result *result);
/** Ends the session's runner, if there is one; @p cost as above. */
void session_end(struct session *session, struct tool_cost *cost);
