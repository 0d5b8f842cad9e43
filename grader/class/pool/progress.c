// The progress of a batch: a bar on a terminal, plain lines otherwise.
#include "class/pool/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/timestamp.h"
#include "base/utf8.h"

enum { BAR = 30 };

void progress_begin(struct batch_progress *progress, size_t total) {
    *progress =
        (struct batch_progress){.terminal = isatty(STDOUT_FILENO), .total = total, .begin = clock_now()};
}

void progress_duration(double seconds, char *text, size_t size) {
    const long whole = (long)(seconds + 0.5);
    if (whole < 100)
        snprintf(text, size, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%ld min", (whole + 30) / 60);
    else
        snprintf(text, size, "%ld h %02ld min", whole / 3600, whole % 3600 / 60);
}

static size_t finished(const struct batch_progress *progress) {
    return progress->before + progress->graded + progress->failed;
}

void progress_clear(const struct batch_progress *progress) {
    if (progress->terminal)
        fputs("\r\033[K", stdout);
}

static void draw(struct batch_progress *progress) {
    const double seconds = clock_now() - progress->begin;
    const size_t done = finished(progress), worked = progress->graded + progress->failed;
    const size_t filled = progress->total > 0 ? done * BAR / progress->total : BAR;
    char left[32] = "";
    printf("\r\033[K[%.*s%*s] %zu/%zu", (int)filled, "##############################", (int)(BAR - filled),
           "", done, progress->total);
    if (worked > 0) {
        progress_duration(seconds / (double)worked * (double)(progress->total - done), left, sizeof left);
        printf("  %.1f a minute, %s left", 60 * (double)worked / seconds, left);
    }
    if (progress->claimed_by_others > 0)
        printf("  (%zu with another ./grade)", progress->claimed_by_others);
    fflush(stdout);
}

void progress_draw(struct batch_progress *progress) {
    if (progress->terminal)
        draw(progress);
}

void progress_add(struct batch_progress *progress, const char *student, const char *lab, double score,
                  double max_score, double seconds, const char *error) {
    *(error ? &progress->failed : &progress->graded) += 1;
    progress_clear(progress);
    if (error)
        printf("%*zu/%zu  %s %s  not graded: %s\n", 4, finished(progress), progress->total,
               utf8_line(student).text, lab, utf8_line(error).text);
    else if (!progress->terminal)
        printf("%*zu/%zu  %s %s  %g / %g  (%.1f s)\n", 4, finished(progress), progress->total,
               utf8_line(student).text, lab, score, max_score, seconds);
    fflush(stdout);
    progress_draw(progress);
}
