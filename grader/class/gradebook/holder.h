/**
 * @file holder.h
 * @brief Who holds a claim: a process, named so that another program can tell whether it still lives.
 */
#ifndef WARPLAB_HOLDER_H
#define WARPLAB_HOLDER_H

/** What is known of a holder. */
enum holder_life {
    HOLDER_ALIVE,
    HOLDER_DEAD,
    HOLDER_UNKNOWN /**< it is not of this system, or of another process namespace */
};

/** This process: "BOOT NAMESPACE PID START"; the caller frees it. NULL if memory is used up. */
char *holder_self(void);
/** Whether the process that holds a claim still lives. */
enum holder_life holder_life(const char *holder);

#endif
