/**
 * @file area.h
 * @brief Areas of memory that run parallel to the device address range: so many bytes for so many of it.
 */
#ifndef SIMT_AREA_H
#define SIMT_AREA_H

#include <stdbool.h>
#include <stdint.h>

/** Reserves @p size bytes of addresses, at @p hint if that is not NULL. Ends the program if it cannot. */
void *simt_area_reserve(void *hint, uint64_t size);
/** Backs by memory what the bytes [from, to) of the range need of an area with @p size bytes for each @p
 * per. @return false if the system refuses */
bool simt_area_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per);
/** Gives whole pages of the same back to the system; they read as zero from then on. */
void simt_area_give_back(void *area, uint64_t from, uint64_t to, uint64_t size, uint64_t per);

#endif
