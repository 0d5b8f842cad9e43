/**
 * @file box_report.h
 * @brief The record that sandbox-exec, inside the box, writes to the supervisor outside through a pipe: at
 * the program's end, or when the program could not be started.
 */
#pragma once

#include <stdint.h>

/** The descriptors of that pipe and of sandbox-exec's program file. The program's own descriptors have
 * smaller numbers. */
enum { BOX_REPORT_FD = 100, BOX_EXEC_FD = 101 };
/** Begins every record: "WLBX", lowest byte first. */
#define BOX_REPORT_MAGIC UINT32_C(0x58424c57)

/** What the record reports. */
enum box_report_kind {
    BOX_ENDED = 1,  /**< `status` is wait()'s */
    BOX_NOT_STARTED /**< `step` failed with `error` */
};

/** The record. */
struct box_report {
    uint32_t magic;      /**< BOX_REPORT_MAGIC */
    uint32_t kind;       /**< an enum box_report_kind */
    int32_t status;      /**< with BOX_ENDED: wait()'s */
    int32_t error;       /**< with BOX_NOT_STARTED: an errno */
    double cpu_s;        /**< seconds of processor time, of all processes of the box that were waited for */
    uint64_t peak_bytes; /**< of the largest process */
    char step[104];      /**< with BOX_NOT_STARTED: what failed, in words */
};
