// Ctrl-C: remembered, so that every loop that waits can end and clean up.
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_signal;

static void remember(int number) { stop_signal = number; }

void stop_catch_signals(void) {
    struct sigaction action = {.sa_handler = remember};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    // A runner that is gone is noticed by the failing write.
    signal(SIGPIPE, SIG_IGN);
}

bool stop_requested(void) { return stop_signal != 0; }

int stop_exit_code(void) { return 128 + stop_signal; }
