// What a GPU counts of a task's kernels.
#include "measure.h"

#include "lab/plan.h"
#include "prefetch.h"
#include "reports.h"
#include "run.h"

// Why nothing can be counted, "" if it can be tried.
static struct error obstacle(const struct grading *grading, const struct backend_run *run) {
    struct error error = run->error;
    if (grading->paths.cupti[0] == '\0')
        error_set(&error, "CUPTI, a part of the CUDA Toolkit, is not installed");
    return error;
}

static struct session_setting setting_of(const struct grading *grading, const struct backend_run *run) {
    struct session_setting setting = run_setting(grading, run, SESSION_ASK_S + 5);
    setting.cupti = grading->paths.cupti;
    return setting;
}

void hardware_count(const struct grading *grading, struct backend_run *run, size_t task) {
    struct counted *counted = &run->counted[task];
    const size_t measured = grading_measured_case(grading, &grading->lab->tasks[task]);
    if (measured == grading->plan.count)
        return;
    counted->error = obstacle(grading, run);
    if (counted->error.text[0])
        return;
    const struct plan_case *c = &grading->plan.cases[measured];
    const struct session_setting setting = setting_of(grading, run);
    struct session session;
    struct plan_data data = {0};
    struct job job = run_job(c, JOB_COUNT);
    cJSON *reply = NULL;
    if (session_open(&session, case_input_room(c), case_output_room(c), &counted->error) &&
        plan_data_make(&data, c, session.input) && session_ask(&session, &setting, &job, &counted->error))
        reply = session_answer(&session, SESSION_ASK_S, NULL, &counted->error);
    if (reply)
        counted_by_gpu(counted, reports_driver(reply));
    cJSON_Delete(reply);
    plan_data_free(&data);
    session_close(&session);
}

void hardware_reach(const struct grading *grading, struct backend_run *run, size_t task) {
    const struct bandwidth *bandwidth = &run->bandwidths[task];
    const struct spec_task *spec = &grading->lab->tasks[task];
    struct reached *reached = &run->reached[task];
    if (!bandwidth->known)
        return;
    reached->error = obstacle(grading, run);
    if (reached->error.text[0])
        return;
    const struct shape shape = spec_timed_shape(spec, bandwidth->n);
    struct job job = spec_job(spec, JOB_REACH, shape, spec->bandwidth.option);
    const size_t input = job_align(job.input_bytes), output = job_align(job.output_bytes) + input;
    struct session_setting setting = setting_of(grading, run);
    setting.limits.memory_bytes += input + output;
    struct rng rng = rng_stream(grading->plan.seed, UINT64_C(1) << 32 | task);
    struct session session;
    cJSON *reply = NULL;
    if (session_open(&session, input, output, &reached->error)) {
        plan_fill(spec, shape, spec->bandwidth.fill, spec->bandwidth.divide, spec->bandwidth.option, &rng,
                  session.input);
        if (session_ask(&session, &setting, &job, &reached->error))
            reply = session_answer(&session, SESSION_ASK_S, NULL, &reached->error);
    }
    if (reply)
        reached_by_gpu(reached, reports_driver(reply));
    cJSON_Delete(reply);
    session_close(&session);
}
