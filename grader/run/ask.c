// A job for a runner.
#include "ask.h"

#include <poll.h>
#include <stdio.h>

#include "base/interrupt.h"
#include "run.h"

bool ask_send(struct session *session, const struct session_setting *setting, struct job *job,
              struct error *error) {
    if (!session->process && !session_start(session, setting, error))
        return false;
    session_send(session, job); // a runner that is gone does not answer, either
    return true;
}

static enum session_event wait_for_reply(struct session *session, double seconds) {
    enum session_event event = SESSION_WAITING;
    const double deadline = run_clock() + seconds - sandbox_waited(session->process);
    while (event == SESSION_WAITING && run_clock() < deadline + sandbox_waited(session->process) &&
           !stop_requested()) {
        struct pollfd fd = {.fd = session->reply_fd, .events = POLLIN};
        if (poll(&fd, 1, 200) > 0)
            event = session_read(session);
    }
    return event;
}

cJSON *ask_wait(struct session *session, struct backend_run *run, double seconds, struct error *error) {
    const enum session_event event = wait_for_reply(session, seconds);
    cJSON *json = event == SESSION_REPLIED ? cJSON_ParseWithLength(session->json, session->json_got) : NULL;
    if (json && session->reply.status != JOB_DEVICE_ERROR)
        return json;
    struct sandbox_result result;
    // One that is gone has a reason of its own; the others are to go.
    const bool by_force = event == SESSION_WAITING || event == SESSION_NONSENSE;
    session_stop(session, by_force ? 0 : SESSION_PATIENCE_S, &result);
    if (run)
        cost_add(&run->cost, &result);
    if (!json)
        error_set(error, "%s",
                  event == SESSION_WAITING    ? "no answer in time"
                  : event == SESSION_NONSENSE ? "the program wrote to the grader's own pipe"
                                              : result.message);
    session_forget(session);
    return json;
}

cJSON *ask_job(struct session *session, const struct session_setting *setting, struct backend_run *run,
               struct job *job, double seconds, bool *ended, struct error *error) {
    *ended = ask_send(session, setting, job, error);
    return *ended ? ask_wait(session, run, seconds, error) : NULL;
}

void ask_end(struct session *session, struct backend_run *run) {
    struct sandbox_result result;
    if (!session->process)
        return;
    session_stop(session, SESSION_PATIENCE_S, &result);
    if (run)
        cost_add(&run->cost, &result);
    session_forget(session);
}

cJSON *ask_runner(struct session *session, const struct session_setting *setting, struct job *job,
                  double seconds, bool *ended, struct error *error) {
    cJSON *json = ask_job(session, setting, NULL, job, seconds, ended, error);
    ask_end(session, NULL);
    return json;
}
