/**
 * @file json_values.h
 * @brief Numbers of a recording as JSON.
 */
#pragma once

#include <cjson/cJSON.h>
#include <stdint.h>

#include "engine/observe/recorder/recording.h"

/** A number; one that JavaScript would round becomes a string. */
cJSON *simt_json_integer(int64_t value);
/** Likewise. */
cJSON *simt_json_unsigned(uint64_t value);
/** The bytes of a value, as its type has it. */
cJSON *simt_json_value(const unsigned char *bytes, const struct trace_type *type);
/**
 * The variables of an event's lanes, by their number in the recording: for each its value, if all lanes have
 * the same, or an array of one a lane; null where none is known. Values that go up by the same from lane to
 * lane are
 * {"from", "by"}. A parameter that still is what the kernel was given is left out, and so is a pointer to the
 * beginning of the array that has its name.
 */
cJSON *simt_json_locals(const struct trace_event *event, const struct trace_launch *launch);
/** All variables: [name, type] each. */
cJSON *simt_json_variables(void);
