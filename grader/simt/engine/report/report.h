/**
 * @file report.h
 * @brief What a run found, as JSON for programs and as compiler-like messages for people.
 */
#ifndef SIMT_REPORT_H
#define SIMT_REPORT_H

#include <stdio.h>

/** Writes the JSON report (design: `{"simt":1,"errors":[…],"kernels":[…]}`) as one line. */
void simt_report_json(FILE *out);
/** Writes one message an error: `FILE:LINE: error: kind: message`, with a note for the other side. */
void simt_report_text(FILE *out);
/** Exit code of a program in which a checker found an error. */
#define SIMT_EXIT_ERRORS 86

#endif
