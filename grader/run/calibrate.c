// A runner asked what its device can do.
#include "calibrate.h"

#include <stdio.h>

#include "reports.h"
#include "run.h"
#include "timing.h"

// The rates in an answer, none of which need be there.
static void read_answer(struct calibration *calibration, enum backend backend, const cJSON *driver) {
    const char *name = reports_string(cJSON_GetObjectItemCaseSensitive(driver, "device"), "name");
    calibration->copy_gbps = reports_number(driver, "copy_gbps");
    calibration->slowed = reports_number(driver, "slowed");
    calibration->short_us = reports_number(driver, "short_us");
    calibration->known = calibration->copy_gbps > 0;
    for (size_t limit = 0; limit < LIMIT_COUNT; limit++) {
        calibration->rates[limit] = reports_number(driver, timing_rate_names[limit]);
        if (backend == BACKEND_GPU || limit == LIMIT_TREES)
            calibration->known = calibration->known && calibration->rates[limit] > 0;
    }
    snprintf(calibration->device, sizeof calibration->device, "%s", name ? name : "unknown");
}

static void take_answer(struct session *session, struct backend_run *run) {
    cJSON *reply = session_answer(session, SESSION_ASK_S, &run->cost, &run->error);
    read_answer(&run->calibration, run->backend, reports_driver(reply));
    cJSON_Delete(reply);
}

void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run) {
    struct job job = {.kind = JOB_CALIBRATE};
    if (session_ask(session, setting, &job, &run->error))
        take_answer(session, run);
}

void calibrate_begin(struct calibrating *calibrating, const struct grading *grading,
                     struct backend_run *run) {
    const struct session_setting setting = run_setting(grading, run, SESSION_ASK_S + 5);
    struct job job = {.kind = JOB_CALIBRATE};
    if (!session_open(&calibrating->session, 0, 0, &run->error))
        return;
    calibrating->begun = session_ask(&calibrating->session, &setting, &job, &run->error);
    if (!calibrating->begun)
        session_close(&calibrating->session);
}

void calibrate_finish(struct calibrating *calibrating, struct backend_run *run) {
    if (!calibrating->begun)
        return;
    take_answer(&calibrating->session, run);
    session_end(&calibrating->session, &run->cost);
    session_close(&calibrating->session);
    calibrating->begun = false;
}
