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

/** Seconds that a job may take which is no case of the plan. */
enum { ASK_SECONDS = 60 };

/** Sends one job to an open session's runner, which is started if there is none.
 * @return false with a sentence in @p error if *we* cannot */
bool ask_send(struct session *session, const struct session_setting *setting, struct job *job,
              struct error *error);
/**
 * Waits at most @p seconds for the answer. The runner stays for the next job, unless it gave no answer or
 * told of a device that could not go on.
 * @param run adds up what an ended runner has used; may be NULL
 * @return the answer's JSON, which the caller deletes; its status is in the session's reply. NULL with a
 * sentence in @p error
 */
cJSON *ask_wait(struct session *session, struct backend_run *run, double seconds, struct error *error);
/** Both. @param ended tells the submission's failure from ours: there was a runner */
cJSON *ask_job(struct session *session, const struct session_setting *setting, struct backend_run *run,
               struct job *job, double seconds, bool *ended, struct error *error);
/** Ends the session's runner, if there is one; @p run as above. */
void ask_end(struct session *session, struct backend_run *run);
/** All of it: one job for one fresh runner. */
cJSON *ask_runner(struct session *session, const struct session_setting *setting, struct job *job,
                  double seconds, bool *ended, struct error *error);

#endif
