// A runner asked what its device can do.
#include "calibrate.h"

#include <math.h>
#include <stdio.h>

#include "base/utf8.h"
#include "modelled.h"
#include "outside_clock.h"
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
    utf8_escape(calibration->device, sizeof calibration->device);
}

// A GPU's runner has turns of its own before it has run any code of the submission.
static void read_clock(struct backend_run *run, const struct outside_clock *clock, const cJSON *driver) {
    struct calibration *calibration = &run->calibration;
    if (run->backend != BACKEND_GPU)
        return;
    calibration->known = calibration->known &&
                         outside_clock_learn(clock, 0, JOB_EMPTY_TURNS, reports_number(driver, "turn_us"),
                                             &calibration->turn) &&
                         outside_clock_learn(clock, JOB_EMPTY_TURNS, JOB_STORING_TURNS,
                                             reports_number(driver, "store_us"), &calibration->store);
}

// @return false with a sentence in @p error if there is no answer
static bool take_answer(struct session *session, struct backend_run *run, struct error *error) {
    struct outside_clock clock = {.count = 0};
    if (run->backend == BACKEND_GPU)
        outside_clock_watch(&clock, session, SESSION_ASK_S);
    cJSON *reply = session_answer(session, SESSION_ASK_S, &run->cost, error);
    const bool answered = reply != NULL;
    read_answer(&run->calibration, reports_driver(reply));
    read_clock(run, &clock, reports_driver(reply));
    cJSON_Delete(reply);
    return answered;
}

void calibrate(struct session *session, const struct session_setting *setting, struct backend_run *run) {
    struct job job = {.kind = JOB_CALIBRATE};
    if (session_ask(session, setting, &job, &run->error))
        take_answer(session, run, &run->error);
}

void calibrate_begin(struct calibrating *calibrating, const struct grading *grading,
                     struct backend_run *run) {
    const struct session_setting setting = modelled_setting(grading, run);
    struct job job = {.kind = JOB_CALIBRATE};
    size_t input, output;
    modelled_room(grading, &input, &output);
    if (!session_open(&calibrating->session, input, output, &run->error))
        return;
    calibrating->begun = session_ask(&calibrating->session, &setting, &job, &run->error);
    if (!calibrating->begun)
        session_close(&calibrating->session);
}

// The engine answers from a table. Where it does not, the submission is in its way, such as with variables
// that leave it no memory: then its tasks have no time. But the sandbox may fail, or the profile that was
// asked for.
static void blame(const struct grading *grading, struct backend_run *run, const struct session *session,
                  const struct error *why) {
    if (session->broken || grading->profile) {
        run->error = *why;
        return;
    }
    for (size_t t = 0; t < grading->lab->task_count; t++) {
        run->bandwidths[t] = (struct bandwidth){.task = &grading->lab->tasks[t]};
        error_set(&run->bandwidths[t].error, "the program ends before anything is asked of it: %.300s",
                  why->text);
    }
}

void calibrate_finish(struct calibrating *calibrating, const struct grading *grading,
                      struct backend_run *run) {
    if (!calibrating->begun)
        return;
    struct error why = {""};
    if (take_answer(&calibrating->session, run, &why))
        modelled_tasks(grading, run, &calibrating->session);
    else
        blame(grading, run, &calibrating->session, &why);
    session_end(&calibrating->session, &run->cost);
    session_close(&calibrating->session);
    calibrating->begun = false;
}
