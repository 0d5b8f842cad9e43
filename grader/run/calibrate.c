// A runner asked what its device can do.
#include "calibrate.h"

#include <math.h>
#include <stdio.h>

#include "predict.h"
#include "reports.h"

static bool is_rate(double value) { return value > 0 && isfinite(value); }

static void read_answer(struct calibration *calibration, const cJSON *driver) {
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(driver, "device");
    const char *name = reports_string(device, "name");
    *calibration = (struct calibration){.copy_gbps = reports_number(driver, "copy_gbps"),
                                        .multiprocessors = reports_number(device, "multiprocessors"),
                                        .clock_mhz = reports_number(driver, "clock_mhz"),
                                        .memory_bytes = reports_number(device, "memory_bytes"),
                                        .slowed = reports_number(driver, "slowed"),
                                        .short_us = reports_number(driver, "short_us")};
    calibration->known = is_rate(calibration->copy_gbps) && is_rate(calibration->multiprocessors) &&
                         is_rate(calibration->clock_mhz);
    snprintf(calibration->device, sizeof calibration->device, "%s", name ? name : "unknown");
}

static void take_answer(struct session *session, struct backend_run *run) {
    cJSON *reply = session_answer(session, SESSION_ASK_S, &run->cost, &run->error);
    read_answer(&run->calibration, reports_driver(reply));
    cJSON_Delete(reply);
}

void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run) {
    struct job job = {.kind = JOB_CALIBRATE};
    if (session_ask(session, setting, &job, &run->error))
        take_answer(session, run);
}

void calibrate_begin(struct calibrating *calibrating, const struct grading *grading,
                     struct backend_run *run) {
    const struct session_setting setting = predict_setting(grading, run);
    struct job job = {.kind = JOB_CALIBRATE};
    size_t input, output;
    predict_room(grading, &input, &output);
    if (!session_open(&calibrating->session, input, output, &run->error))
        return;
    calibrating->begun = session_ask(&calibrating->session, &setting, &job, &run->error);
    if (!calibrating->begun)
        session_close(&calibrating->session);
}

void calibrate_finish(struct calibrating *calibrating, const struct grading *grading,
                      struct backend_run *run) {
    if (!calibrating->begun)
        return;
    take_answer(&calibrating->session, run);
    predict_tasks(grading, run, &calibrating->session);
    session_end(&calibrating->session, &run->cost);
    session_close(&calibrating->session);
    calibrating->begun = false;
}
