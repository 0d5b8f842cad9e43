/**
 * @file host_fault.h
 * @brief What happens when closed memory is touched (memory/closed_memory.h): a launch goes on with it open,
 * and host code, where no hook sees it, gets an error with its line.
 */
#ifndef SIMT_HOST_FAULT_H
#define SIMT_HOST_FAULT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/** For the handler of SIGSEGV, with its arguments: opens closed memory that a launch touched.
 * @return true if the instruction is to be tried once more */
bool simt_host_fault_resume(const siginfo_t *info, const void *context);
/** The same: reports the access as an error of the program, if host
 * code touched closed memory. @return false if it was anything else */
bool simt_host_fault_report(const siginfo_t *info, const void *context);
/** Whom to blame for what host code did at @p pc, an instruction on the stack of calls: the nearest of it and
 * its callers that is in the program's own source. */
uintptr_t simt_host_blame(uintptr_t pc);

#endif
