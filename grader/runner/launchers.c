// The submission's launchers: found by name, called by their signature.
#include <string.h>

#include "runner/driver.h"

void (*driver_find(const char *task))(void) {
    for (const struct driver_task *t = driver_tasks; t->name; t++)
        if (strcmp(t->name, task) == 0)
            return t->launcher;
    return NULL;
}

typedef void int_to_int(const int *d_in, int *d_out, int *d_scratch, int n);
typedef void int_to_int_option(const int *d_in, int *d_out, int *d_scratch, int n, int option);
typedef void byte_histogram(const unsigned char *d_in, unsigned int *d_bins, unsigned int *d_scratch, int n);

void driver_call(void (*launcher)(void), const struct job *job, const struct driver_buffers *buffers) {
    if (job->signature == JOB_INT_TO_INT || job->signature == JOB_INT_SCAN)
        ((int_to_int *)launcher)(buffers->input, buffers->output, buffers->scratch, job->n);
    else if (job->signature == JOB_INT_TO_INT_OPTION || job->signature == JOB_INT_SCAN_OPTION)
        ((int_to_int_option *)launcher)(buffers->input, buffers->output, buffers->scratch, job->n,
                                        job->option);
    else
        ((byte_histogram *)launcher)(buffers->input, buffers->output, buffers->scratch, job->n);
}
