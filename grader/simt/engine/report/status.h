/**
 * @file status.h
 * @brief The CUDA error state: the last error, and the sticky error after which nothing works any more.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/** Notes that the launch at code address @p at failed with @p cuda_error. Errors of a running kernel (an
 * illegal address, a failed assertion, …) are sticky. */
void simt_status_set(int cuda_error, uintptr_t at);
/** Keeps an explanation of why the next failed launch fails; printf's format. */
void simt_status_explain(const char *format, va_list arguments);
/** The reason for the first launch that never began, and its address. "" if there was none. */
const char *simt_status_reason(uintptr_t *at);
/** True after a sticky error: every launch and API call fails until cudaDeviceReset(). */
bool simt_status_sticky(void);
/** The sticky error, or 0. */
int simt_status_sticky_error(void);
/** Notes the error an API call returns, 0 for success. @return @p cuda_error */
int simt_status_note(int cuda_error);
/** The last error; with @p clear it is forgotten, unless it is sticky. Launch errors count as checked now. */
int simt_status_fetch(bool clear);
/** Adds a SIMT_API error for each failed launch whose error the program never asked for. */
void simt_status_report_unchecked(void);
/** Forgets every error. */
void simt_status_clear(void);
