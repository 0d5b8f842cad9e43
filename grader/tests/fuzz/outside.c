/* What libFuzzer feeds to the parsers of everything that comes out of a box or from a student ("make fuzz"):
   a runner's reply, a compiler's messages, an object file, a submission's text. The first byte says which.
   Whatever the bytes are, they must come back, and what they return must hang together. */
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/utf8.h"
#include "class/export/export.h"
#include "fuzz.h"
#include "lab/counters.h"
#include "run/reports.h"
#include "run/session.h"
#include "submission/build.h"
#include "submission/submission.h"
#include "submission/symbols.h"

static char *as_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    fuzz_require(text != NULL, "memory is used up");
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* The pipe from a runner: what is read of it must be bounded by what it says. */
static void read_reply(const uint8_t *data, size_t size) {
    int ends[2];
    if (size > 32768 || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    struct session session = {.reply_fd = ends[0], .job_id = 1};
    fuzz_require(write(ends[1], data, size) == (ssize_t)size, "a pipe is full");
    close(ends[1]);
    enum session_event event = session_read(&session);
    if (event == SESSION_REPLIED) {
        fuzz_require(session.json_got == session.reply.json_length, "a reply is not whole");
        cJSON_Delete(cJSON_ParseWithLength(session.json, session.json_got));
    }
    free(session.json);
    close(ends[0]);
}

static void read_report(const char *text) {
    cJSON *reply = cJSON_Parse(text);
    struct counters sum;
    const bool counted = reports_counters(reply, &sum);
    fuzz_require(!counted || reports_is_engine(reply), "counters without a report");
    fuzz_require(reports_gpu_error(reports_driver(reply)) != NULL, "an error without words");
    cJSON_Delete(reply);
}

static void read_messages(const char *text) {
    cJSON *reply = reports_from_messages(text);
    struct diagnostic found;
    diagnostics_first(text, "lab3.cu", &found);
    char *excerpt = diagnostics_excerpt(text, "/tmp/box", 20);
    fuzz_require(!excerpt || utf8_valid_prefix(excerpt, strlen(excerpt)) == strlen(excerpt),
                 "an excerpt is not UTF-8");
    free(excerpt);
    cJSON_Delete(reply);
}

/* A file that is in memory only. */
static int make_file(const uint8_t *data, size_t size, char path[static 64]) {
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    fuzz_require(file >= 0 && write(file, data, size) == (ssize_t)size, "no file");
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

static void read_object(const uint8_t *data, size_t size) {
    static const char *const launchers[] = {"reduce_shared"};
    struct symbols found;
    struct error error;
    char path[64];
    const int file = make_file(data, size, path);
    symbols_check(path, SYMBOLS_SIMTCC, launchers, 1, NULL, &found, &error);
    close(file);
}

static void read_submission(const uint8_t *data, size_t size) {
    struct submission submission;
    struct error error;
    char path[64];
    const int file = make_file(data, size, path);
    if (submission_read(&submission, path, "lab3", &error))
        fuzz_require(submission.length <= size, "a submission has grown");
    submission_free(&submission);
    close(file);
}

/* A text without what only hides a copy: of the same length, and no more of it can be taken away. */
static void make_plain(char *text) {
    const size_t length = strlen(text);
    for (int bare = 0; bare < 2; bare++) {
        sources_make_plain(text, bare);
        fuzz_require(strlen(text) == length, "the text has another length");
    }
}

void fuzz_outside(const uint8_t *data, size_t size) {
    if (size < 1)
        return;
    char *text = as_text(data + 1, size - 1);
    switch (data[0] % 6) {
    case 0:
        read_reply(data + 1, size - 1);
        break;
    case 1:
        read_report(text);
        break;
    case 2:
        read_messages(text);
        break;
    case 3:
        read_object(data + 1, size - 1);
        break;
    case 4:
        read_submission(data + 1, size - 1);
        break;
    default:
        make_plain(text);
        break;
    }
    free(text);
}
