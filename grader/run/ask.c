// A job for a runner.
#include "ask.h"

#include <poll.h>
#include <stdio.h>

#include "run.h"
#include "run_end.h"
#include "base/interrupt.h"

cJSON *ask_job(struct session *session, const struct session_setting *setting, struct backend_run *run,
               struct job *job, double seconds, bool *ended, char *problem, size_t size) {
    *ended = false;
    if (!session->process && !session_start(session, setting, problem, size))
        return NULL;
    enum session_event event = session_send(session, job) ? SESSION_WAITING : SESSION_ENDED;
    const double deadline = run_clock() + seconds;
    const double waited = sandbox_waited(session->process);
    while (event == SESSION_WAITING && run_clock() < deadline + sandbox_waited(session->process) - waited &&
           !stop_requested()) {
        struct pollfd fd = {.fd = session->reply_fd, .events = POLLIN};
        if (poll(&fd, 1, 200) > 0)
            event = session_read(session);
    }
    cJSON *json = event == SESSION_REPLIED ? cJSON_ParseWithLength(session->json, session->json_got) : NULL;
    *ended = true;
    if (json && session->reply.status != JOB_DEVICE_ERROR)
        return json;
    struct sandbox_result result;
    // One that is gone has a reason of its own; the others are to go.
    session_stop(session, event == SESSION_WAITING || event == SESSION_NONSENSE, &result);
    if (run)
        run_keep_printed(run, &result);
    if (!json)
        snprintf(problem, size, "%s",
                 event == SESSION_WAITING    ? "no answer in time"
                 : event == SESSION_NONSENSE ? "the program wrote to the grader's own pipe"
                                             : result.message);
    session_forget(session);
    return json;
}

void ask_end(struct session *session, struct backend_run *run) {
    struct sandbox_result result;
    if (!session->process)
        return;
    session_stop(session, false, &result);
    if (run)
        run_keep_printed(run, &result);
    session_forget(session);
}

cJSON *ask_runner(struct session *session, const struct session_setting *setting, struct job *job,
                  double seconds, bool *ended, char *problem, size_t size) {
    cJSON *json = ask_job(session, setting, NULL, job, seconds, ended, problem, size);
    ask_end(session, NULL);
    return json;
}
