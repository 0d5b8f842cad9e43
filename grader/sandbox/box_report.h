// What sandbox-exec, inside the box, tells the supervisor outside through a pipe: one record, written at
// the program's end, or as soon as the program could not be started.
#ifndef WARPLAB_BOX_REPORT_H
#define WARPLAB_BOX_REPORT_H

#include <stdint.h>

// The number the pipe has in the box, and where the supervisor leaves the program file of sandbox-exec. The
// program's own descriptors have smaller numbers.
enum { BOX_REPORT_FD = 100, BOX_EXEC_FD = 101 };
#define BOX_REPORT_MAGIC UINT32_C(0x58424c57)

enum box_report_kind {
    BOX_ENDED = 1,  // `status` is wait()'s
    BOX_NOT_STARTED // `step` failed with `error`
};

struct box_report {
    uint32_t magic, kind;
    int32_t status, error;
    double cpu_s;
    uint64_t peak_bytes; // of the largest process
    char step[104];
};

#endif
