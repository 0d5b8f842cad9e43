/**
 * @file tolerated.h
 * @brief What g++ refuses and nvcc takes, with a warning at most.
 */
#ifndef SIMT_LANGUAGE_TOLERATED_H
#define SIMT_LANGUAGE_TOLERATED_H

/** From now on the compiler only warns of such things. */
void tolerated_begin();

#endif
