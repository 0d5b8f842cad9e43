/**
 * @file ask.h
 * @brief One job for one fresh runner, and its answer.
 */
#ifndef WARPLAB_ASK_H
#define WARPLAB_ASK_H

#include <cjson/cJSON.h>

#include "runner/job.h"
#include "session.h"

/**
 * Starts a runner on an open session, sends one job, waits at most @p seconds and ends the runner.
 * @param ended tells the submission's failure from ours: there was a runner
 * @return the answer's JSON, which the caller deletes; its status is in the session's reply. NULL with a
 * sentence in @p problem
 */
cJSON *ask_runner(struct session *session, const struct session_setting *setting, struct job *job,
                  double seconds, bool *ended, char *problem, size_t size);

#endif
