/**
 * @file packed.h
 * @brief The cells of a word's four bytes in the room of one.
 *
 * What the four have in common is kept once: the warp that wrote, the warp that read, the timestamps of both.
 * The lanes differ by byte, and so may the places in the code, as far as their numbers lie close to each
 * other.
 */
#ifndef SIMT_PACKED_H
#define SIMT_PACKED_H

#include "engine/memory/shadow.h"

/** Four packed cells. */
struct simt_packed {
    uint32_t write_warp;      /**< warp of the last plain writes */
    uint32_t write_timestamp; /**< their timestamp */
    uint32_t warp;            /**< of the readers, as in simt_party */
    uint32_t timestamp;       /**< of the readers */
    uint32_t other;           /**< of the readers */
    uint32_t other_timestamp; /**< of the readers */
    uint16_t write_site;      /**< the least of the writers' places */
    uint16_t site;            /**< the least of the readers' places */
    uint16_t other_site;      /**< of the readers */
    uint16_t flags; /**< a bit for each byte: it has a writer; it has another access; then two: its atomics */
    uint8_t writer[4];     /**< the lane, and by how much its place's number exceeds write_site */
    uint8_t site_delta[4]; /**< the same for the readers */
    uint32_t mask[4];      /**< the readers' lanes; of whole cells, their numbers in the pools */
};

/** Flags of no packed word: its two bits for the first byte's atomics say what none of them is. Then the
 * cells are in the pools, and @c mask is for the owner's use. */
enum { SIMT_PACKED_WHOLE = 3 << 8 };

/**
 * Packs the cells of a word.
 * @param[out] beside receives the summary that is to be kept beside the word, or NULL if there is none
 * @return false if they have too little in common
 */
bool simt_pack(const struct simt_bytes *in, struct simt_packed *out,
               const struct simt_access_summary **beside);
/** Takes the cell of byte @p i out, all but its epoch; @p cell must be empty. */
void simt_unpack(const struct simt_packed *p, unsigned i, struct simt_cell *cell);

#endif
