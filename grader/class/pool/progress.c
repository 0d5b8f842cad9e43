// How far a batch has come: a bar on a terminal, plain lines elsewhere.
#include "class/pool/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

enum { BAR = 30 };

void board_begin(struct board *board, size_t total) {
    *board = (struct board){.terminal = isatty(STDOUT_FILENO), .total = total, .begin = clock_now()};
}

void board_duration(double seconds, char *text, size_t size) {
    const long whole = (long)(seconds + 0.5);
    if (whole < 100)
        snprintf(text, size, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%ld min", (whole + 30) / 60);
    else
        snprintf(text, size, "%ld h %02ld min", whole / 3600, whole % 3600 / 60);
}

static size_t finished(const struct board *board) { return board->before + board->graded + board->troubled; }

void board_clear(const struct board *board) {
    if (board->terminal)
        fputs("\r\033[K", stdout);
}

static void draw(struct board *board) {
    const double seconds = clock_now() - board->begin;
    const size_t done = finished(board), worked = board->graded + board->troubled;
    const size_t filled = board->total > 0 ? done * BAR / board->total : BAR;
    char left[32] = "";
    printf("\r\033[K[%.*s%*s] %zu/%zu", (int)filled, "##############################", (int)(BAR - filled),
           "", done, board->total);
    if (worked > 0) {
        board_duration(seconds / (double)worked * (double)(board->total - done), left, sizeof left);
        printf("  %.1f a minute, %s left", 60 * (double)worked / seconds, left);
    }
    if (board->elsewhere > 0)
        printf("  (%zu with another ./grade)", board->elsewhere);
    fflush(stdout);
    board->drawn = clock_now();
}

void board_tick(struct board *board) {
    if (board->terminal)
        draw(board);
}

void board_add(struct board *board, const char *student, const char *lab, double score, double max_score,
               double seconds, const char *trouble) {
    *(trouble ? &board->troubled : &board->graded) += 1;
    board_clear(board);
    if (trouble)
        printf("%*zu/%zu  %s %s  not graded: %s\n", 4, finished(board), board->total, student, lab, trouble);
    else if (!board->terminal)
        printf("%*zu/%zu  %s %s  %g / %g  (%.1f s)\n", 4, finished(board), board->total, student, lab, score,
               max_score, seconds);
    fflush(stdout);
    board_tick(board);
}
