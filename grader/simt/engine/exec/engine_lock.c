// The lock that lets one host thread at a time into the engine.
#include "engine/exec/engine_lock.h"

#include <pthread.h>

static pthread_mutex_t lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Recursive, since a callback of an API call may call the API. */
static void make_lock(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void simt_engine_lock(void) {
    pthread_once(&once, make_lock);
    pthread_mutex_lock(&lock);
}

void simt_engine_unlock(void) { pthread_mutex_unlock(&lock); }
