/**
 * @file table.h
 * @brief Both ends of the points for speed of all labs, for people (docs/results/model/speeds.md).
 */
#ifndef WARPLAB_REFERENCES_TABLE_H
#define WARPLAB_REFERENCES_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/** Prints the page. @return false with an error if a lab has no speed for one of the devices */
bool table_print(FILE *out, struct error *error);

#endif
