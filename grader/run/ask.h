/**
 * @file ask.h
 * @brief A job for a runner, and its answer.
 */
#ifndef WARPLAB_ASK_H
#define WARPLAB_ASK_H

#include <cjson/cJSON.h>

#include "grading.h"
#include "runner/job.h"
#include "session.h"

/**
 * Sends one job to an open session's runner, which is started if there is none, and waits at most @p seconds.
 * The runner stays for the next job, unless it gave no answer or told of a device that could not go on.
 * @param run keeps what an ended runner has printed and used; may be NULL
 * @param ended tells the submission's failure from ours: there was a runner
 * @return the answer's JSON, which the caller deletes; its status is in the session's reply. NULL with a
 * sentence in @p problem
 */
cJSON *ask_job(struct session *session, const struct session_setting *setting, struct backend_run *run,
               struct job *job, double seconds, bool *ended, char *problem, size_t size);
/** Ends the session's runner, if there is one; @p run as above. */
void ask_end(struct session *session, struct backend_run *run);
/** Both: one job for one fresh runner. */
cJSON *ask_runner(struct session *session, const struct session_setting *setting, struct job *job,
                  double seconds, bool *ended, char *problem, size_t size);

#endif
