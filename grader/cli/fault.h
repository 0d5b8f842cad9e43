/**
 * @file fault.h
 * @brief How `grade` says that it could not do what it was asked to: one line, and the exit code for its own
 * faults.
 */
#ifndef WARPLAB_FAULT_H
#define WARPLAB_FAULT_H

/** Says on standard error what went wrong. @return EXIT_OWN_FAULT */
int command_failed(const char *why);
/** The same for a command line: adds where to look it up. @return EXIT_OWN_FAULT */
int command_misused(const char *why);

#endif
