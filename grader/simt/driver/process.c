/* Runs a compiler as a child.

   simtcc writes the child's standard input and reads its standard output and error through three pipes. One
   poll() loop serves all, so that neither side waits for the other. The child gets only its ends of the
   pipes, and the default action of SIGPIPE. A signal that stops simtcc is passed on to the child;
   process_run() then returns and the caller cleans up. */
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "translate/lexer.h"

extern char **environ;

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t child;

static void on_signal(int number) {
    stop_signal = number;
    if (child > 0)
        kill(child, number);
}

void process_init(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int process_stopped_by(void) { return stop_signal; }

enum { INPUT, OUTPUT, ERRORS, PIPES };

/* The ends of the pipes here and in the child; -1 if there is none. */
struct pipes {
    int ours[PIPES], theirs[PIPES];
};

static void close_all(int fds[PIPES]) {
    for (int i = 0; i < PIPES; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

static bool open_pipes(const struct process *p, struct pipes *pipes) {
    const bool wanted[PIPES] = {p->input != NULL, p->output != NULL, p->errors != NULL};
    for (int i = 0; i < PIPES; i++)
        pipes->ours[i] = pipes->theirs[i] = -1;
    for (int i = 0; i < PIPES; i++) {
        int ends[2];
        if (!wanted[i])
            continue;
        if (pipe2(ends, O_CLOEXEC) != 0)
            return false;
        pipes->ours[i] = ends[i == INPUT];
        pipes->theirs[i] = ends[i != INPUT];
    }
    return true;
}

static int start(const struct process *p, const struct pipes *pipes, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t pipe_signal;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    for (int i = 0; i < PIPES; i++)
        if (pipes->theirs[i] >= 0)
            posix_spawn_file_actions_adddup2(&files, pipes->theirs[i], i);
        else if (i == INPUT)
            posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    char **argv = (char **)(uintptr_t)p->argv;
    int error = posix_spawnp(pid, argv[0], &files, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Returns false at the end of the stream. */
static bool read_some(int fd, struct captured *into) {
    enum { STEP = 1 << 16 };
    if (into->capacity - into->length < STEP + 1) {
        into->capacity = into->capacity * 2 + STEP + 1;
        into->text = memory_resize(into->text, into->capacity);
    }
    ssize_t got = read(fd, into->text + into->length, STEP);
    if (got > 0)
        into->length += (size_t)got;
    into->text[into->length] = '\0';
    return got > 0 || (got < 0 && errno == EINTR);
}

/* Returns false when all is written, or the child no longer reads. */
static bool write_some(int fd, const struct process *p, size_t *written) {
    ssize_t put = write(fd, p->input + *written, p->input_length - *written);
    if (put > 0)
        *written += (size_t)put;
    else if (errno != EINTR && errno != EAGAIN)
        return false;
    return *written < p->input_length;
}

static void serve(const struct process *p, struct pipes *pipes) {
    size_t written = 0;
    if (pipes->ours[INPUT] >= 0)
        fcntl(pipes->ours[INPUT], F_SETFL, O_NONBLOCK);
    while (pipes->ours[INPUT] >= 0 || pipes->ours[OUTPUT] >= 0 || pipes->ours[ERRORS] >= 0) {
        struct pollfd polled[PIPES];
        for (int i = 0; i < PIPES; i++)
            polled[i] = (struct pollfd){.fd = pipes->ours[i], .events = i == INPUT ? POLLOUT : POLLIN};
        if (poll(polled, PIPES, -1) < 0)
            continue;
        for (int i = 0; i < PIPES; i++) {
            if (pipes->ours[i] < 0 || !polled[i].revents)
                continue;
            bool more = i == INPUT ? write_some(pipes->ours[i], p, &written)
                                   : read_some(pipes->ours[i], i == OUTPUT ? p->output : p->errors);
            if (more)
                continue;
            close(pipes->ours[i]);
            pipes->ours[i] = -1;
        }
    }
}

static int wait_for(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_run(const struct process *p) {
    struct pipes pipes;
    pid_t pid = 0;
    int error = open_pipes(p, &pipes) ? 0 : errno;
    if (stop_signal)
        error = EINTR;
    if (!error)
        error = start(p, &pipes, &pid);
    close_all(pipes.theirs);
    if (error) {
        close_all(pipes.ours);
        if (!stop_signal)
            fprintf(stderr, "simtcc: error: cannot run %s: %s\n", p->argv[0], strerror(error));
        return -1;
    }
    child = pid;
    if (stop_signal)
        kill(pid, stop_signal);
    serve(p, &pipes);
    int code = wait_for(pid);
    child = 0;
    return code;
}

/* Temporary files, in one folder. */

static char folder[PATH_MAX];
static struct word_list files;

static bool make_folder(void) {
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/simtcc-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(folder))
        return true;
    fprintf(stderr, "simtcc: error: cannot make a folder for temporary files: %s: %s\n", folder,
            strerror(errno));
    folder[0] = '\0';
    return false;
}

const char *workspace_file(const char *suffix) {
    if (!folder[0] && !make_folder())
        return NULL;
    size_t size = strlen(folder) + strlen(suffix) + 32;
    char *path = memory_resize(NULL, size);
    snprintf(path, size, "%s/%zu%s", folder, files.count, suffix);
    word_list_add(&files, path);
    return path;
}

void workspace_remove(void) {
    for (size_t i = 0; i < files.count; i++) {
        unlink(files.items[i]);
        free((void *)(uintptr_t)files.items[i]);
    }
    word_list_free(&files);
    if (folder[0])
        rmdir(folder);
    folder[0] = '\0';
}
