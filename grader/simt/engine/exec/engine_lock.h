/**
 * @file engine_lock.h
 * @brief One host thread at a time is in the engine: launches and API calls of the others wait.
 */
#ifndef SIMT_ENGINE_LOCK_H
#define SIMT_ENGINE_LOCK_H

/** Waits until no other host thread is in the engine; may be nested. */
void simt_engine_lock(void);
/** Lets the next one in, when called as often as simt_engine_lock() was. */
void simt_engine_unlock(void);

#endif
