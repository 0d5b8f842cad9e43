/**
 * @file host_fault.h
 * @brief What happens when host code touches device memory where no hook sees it: the page is closed
 * (memory/closed_memory.h), and the signal becomes an error with its line.
 */
#ifndef SIMT_HOST_FAULT_H
#define SIMT_HOST_FAULT_H

#include <signal.h>
#include <stdbool.h>

/** For the handler of SIGSEGV, with its arguments: reports the access as an error of the program, if host
 * code touched closed memory. @return false if it was anything else */
bool simt_host_fault_report(const siginfo_t *info, const void *context);

#endif
