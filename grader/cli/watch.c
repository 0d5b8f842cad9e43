// grade LAB --watch: grades again whenever the file is saved.
//
// Theory of operation. This process waits for saves, and runs nothing of the submission. Each grading is a
// separate process: first of the small cases, then of all. A save during a grading sends SIGTERM to it, after
// which it cleans up as on Ctrl-C; the next one starts when it has ended. Its descriptor signals its end.
#include "cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/language.h"
#include "base/utf8.h"
#include "class/commands/commands.h"

// An editor's save may cause several events: all of them within this time belong to it. A signal is noticed
// after the other time at the latest.
enum { SETTLE_MS = 50, WAKE_MS = 500 };

struct watched {
    char path[PATH_MAX]; // without links; its folder and, after the last slash, its name
    const char *name;
    int events;  // inotify's
    pid_t child; // the grading that runs, 0 if none
    int ended;   // its descriptor, which signals its end; -1 if none runs
};

// A save may replace the file by another one of the same name, so the folder is watched.
static bool open_watch(struct watched *watched, const struct cli *cli, const struct paths *paths,
                       struct error *error) {
    char own[PATH_MAX], name[80];
    struct submission submission;
    snprintf(name, sizeof name, "labs/%s/%s.cu", cli->request.lab, cli->request.lab);
    const char *where = cli->request.submission ? cli->request.submission : path_join(own, paths->top, name);
    if (!submission_read(&submission, where, cli->request.lab, error))
        return false;
    const bool found = realpath(submission.path, watched->path) != NULL;
    submission_free(&submission);
    if (!found)
        return error_set_system(error, "cannot watch %s", where);
    char *slash = strrchr(watched->path, '/');
    *slash = '\0';
    watched->name = slash + 1;
    watched->events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watched->events < 0 ||
        inotify_add_watch(watched->events, watched->path[0] ? watched->path : "/",
                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR) < 0)
        return error_set_system(error, "cannot watch the folder %s", watched->path);
    return true;
}

enum seen { SEEN_NOTHING, SEEN_SAVE, SEEN_GONE };

static enum seen read_events(const struct watched *watched) {
    _Alignas(struct inotify_event) char bytes[4096];
    enum seen seen = SEEN_NOTHING;
    ssize_t got;
    while ((got = read(watched->events, bytes, sizeof bytes)) > 0)
        for (const char *at = bytes; at < bytes + got;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            if (event->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED))
                return SEEN_GONE;
            // After an overflow of the queue, its contents are unknown.
            if (event->mask & IN_Q_OVERFLOW || (event->len > 0 && strcmp(event->name, watched->name) == 0))
                seen = SEEN_SAVE;
            at += sizeof *event + event->len;
        }
    return seen;
}

static enum seen wait_until_settled(const struct watched *watched, enum seen seen) {
    struct pollfd fd = {.fd = watched->events, .events = POLLIN};
    while (seen == SEEN_SAVE && poll(&fd, 1, SETTLE_MS) > 0)
        if (read_events(watched) == SEEN_GONE)
            seen = SEEN_GONE;
    return seen;
}

// "[12:34:56] lab3: WORDS": an editor recognises the start and the end of a grading by it.
static void print_stage(const struct cli *cli, const char *words) {
    const time_t now = time(NULL);
    struct tm parts;
    char clock[16] = "";
    if (localtime_r(&now, &parts))
        strftime(clock, sizeof clock, "%H:%M:%S", &parts);
    printf("[%s] %s: %s\n", clock, cli->request.lab, language_of(words));
    fflush(stdout);
}

static void grade_saved(struct cli cli, const struct paths *paths) {
    run_take_last_seed(&cli, paths);
    if (!cli.request.seeded)
        cli.request.seeded = plan_draw_seed(&cli.request.seed); // the same for both
    print_stage(&cli, "small cases ...");
    const int small = run_small(&cli);
    if (stop_requested())
        return;
    print_stage(&cli, "small cases done");
    if (small == EXIT_OWN_FAULT)
        return;
    print_stage(&cli, "all cases ...");
    run_once(&cli);
    if (!stop_requested())
        print_stage(&cli, "all cases done");
}

static void wait_for_child(struct watched *watched) {
    while (waitpid(watched->child, NULL, 0) < 0 && errno == EINTR) {
    }
    close(watched->ended);
    watched->child = 0;
    watched->ended = -1;
}

static void stop_child(struct watched *watched) {
    if (watched->child == 0)
        return;
    kill(watched->child, SIGTERM);
    wait_for_child(watched);
}

static bool start_child(struct watched *watched, const struct cli *cli, const struct paths *paths) {
    const pid_t parent = getpid();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() == parent)
            grade_saved(*cli, paths);
        fflush(stdout);
        _exit(0);
    }
    watched->child = child > 0 ? child : 0;
    watched->ended = child > 0 ? (int)syscall(SYS_pidfd_open, child, 0) : -1;
    return watched->ended >= 0;
}

static int watch_saves(struct watched *watched, const struct cli *cli, const struct paths *paths) {
    enum seen seen = SEEN_SAVE;
    while (!stop_requested()) {
        if (seen == SEEN_GONE)
            return command_failed("the folder that was watched is gone");
        if (seen == SEEN_SAVE) {
            stop_child(watched);
            if (!start_child(watched, cli, paths))
                return command_failed("no process for a grading could be started");
        }
        struct pollfd fds[] = {{.fd = watched->events, .events = POLLIN},
                               {.fd = watched->ended, .events = POLLIN}};
        const int ready = poll(fds, 2, WAKE_MS);
        seen = ready > 0 && fds[0].revents ? wait_until_settled(watched, read_events(watched)) : SEEN_NOTHING;
        if (ready > 0 && fds[1].revents && seen == SEEN_NOTHING)
            wait_for_child(watched);
    }
    return EXIT_SUCCESS;
}

int watch(const struct cli *cli, const struct paths *paths) {
    struct watched watched = {.events = -1, .ended = -1};
    struct error error = {""};
    int code = EXIT_OWN_FAULT;
    if (open_watch(&watched, cli, paths, &error)) {
        printf(language_of("Watching %s/%s; Ctrl-C ends this."), utf8_line(watched.path).text, watched.name);
        fputc('\n', stdout);
        code = watch_saves(&watched, cli, paths);
    } else {
        command_failed(error.text);
    }
    stop_child(&watched);
    if (watched.events >= 0)
        close(watched.events);
    return code;
}
