// A task's launcher counted by the hardware, on its measured case.
#include <stdio.h>

#include "ask.h"
#include "measure.h"
#include "reports.h"
#include "run.h"

enum { COUNT_SECONDS = 60 };

// The reason why nothing can be counted, NULL if it can.
static const char *no_counting(const struct grading *grading, const struct backend_run *run) {
    if (grading->places.cupti[0] == '\0')
        return "CUPTI, a part of the CUDA Toolkit, is not installed";
    return run->error.text[0] ? run->error.text : NULL;
}

void measure_counters(const struct grading *grading, struct backend_run *run, size_t task) {
    struct counted *counted = &run->counted[task];
    const size_t measured = grading_measured_case(grading, &grading->lab->tasks[task]);
    const char *why = no_counting(grading, run);
    struct session session;
    struct session_setting setting = run_setting(grading, run, COUNT_SECONDS + 5);
    struct plan_data data = {0};
    if (measured == grading->plan.count)
        return;
    if (why) {
        error_set(&counted->error, "%s", why);
        return;
    }
    setting.cupti = grading->places.cupti;
    struct job job = run_job(&grading->plan.cases[measured], JOB_COUNT);
    cJSON *reply = NULL;
    bool ended;
    if (session_open(&session, job.input_bytes, job_align(job.output_bytes) + job_align(job.input_bytes),
                     &counted->error) &&
        plan_data_make(&data, &grading->plan.cases[measured], session.input))
        reply = ask_runner(&session, &setting, &job, COUNT_SECONDS, &ended, &counted->error);
    if (reply)
        counted_by_gpu(counted, reports_driver(reply));
    cJSON_Delete(reply);
    plan_data_free(&data);
    session_close(&session);
}
