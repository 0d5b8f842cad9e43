// The processes below this one, read from /proc: what they use together, and how to end them all.
#include "supervise.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_DESCENDANTS = 8192, SAMPLED = 64 };

struct tree {
    size_t count;
    pid_t pids[MAX_DESCENDANTS];
};

// What a file of /proc says, as a string that the next call replaces; "" if the process is gone. Whoever
// measures often must not cost much, so nothing is allocated, and few calls are made.
static const char *read_proc(const char *path) {
    static char text[16 * MAX_DESCENDANTS];
    size_t length = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? 1 : 0;
    while (got > 0 && length < sizeof text - 1) {
        got = read(file, text + length, sizeof text - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return text;
}

static const char *read_of(pid_t pid, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    return read_proc(path);
}

// Appends the children of one thread; any thread of a process may have some.
static void add_children(struct tree *tree, pid_t pid, const char *thread) {
    char name[64];
    snprintf(name, sizeof name, "task/%.16s/children", thread);
    const char *next = read_of(pid, name);
    for (char *end; tree->count < MAX_DESCENDANTS; next = end) {
        const long child = strtol(next, &end, 10);
        if (end == next)
            return;
        tree->pids[tree->count++] = (pid_t)child;
    }
}

// Returns the number of threads.
static unsigned add_children_of_process(struct tree *tree, pid_t pid) {
    char path[32];
    unsigned threads = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    if (tasks == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        threads++;
        add_children(tree, pid, entry->d_name);
    }
    closedir(tasks);
    return threads;
}

// A line of /proc/PID/status in bytes. The first line is the process's name, in which it may put what it
// likes but no end of line.
static size_t status_bytes(const char *status, const char *name) {
    const char *line = strstr(status, name);
    return line != NULL ? strtoul(line + strlen(name), NULL, 10) * 1024 : 0;
}

static void add_memory(struct tree_usage *usage, pid_t pid, size_t data_limit) {
    static const char *const resident[] = {"\nRssAnon:", "\nRssShmem:", "\nVmPTE:", "\nVmSwap:"};
    const char *status = read_of(pid, "status");
    for (size_t i = 0; i < sizeof resident / sizeof resident[0]; i++)
        usage->resident_bytes += status_bytes(status, resident[i]);
    const size_t data = status_bytes(status, "\nVmData:");
    if (data <= data_limit && data > usage->data_bytes)
        usage->data_bytes = data;
}

// The times are fields 14 to 17 of the line; the second, the name, may hold spaces and parentheses.
static void add_time(struct tree_usage *usage, pid_t pid) {
    unsigned long user = 0, kernel = 0;
    long children_user = 0, children_kernel = 0;
    const char *rest = strrchr(read_of(pid, "stat"), ')');
    if (rest == NULL || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &user,
                               &kernel, &children_user, &children_kernel) != 4) {
        return;
    }
    double ticks = (double)user + (double)kernel + (double)children_user + (double)children_kernel;
    usage->cpu_s += ticks / (double)sysconf(_SC_CLK_TCK);
}

// How long a process waited for a processor so far: the second number.
static double waited_of(pid_t pid) {
    unsigned long long ran = 0, waited = 0;
    const bool known = sscanf(read_of(pid, "schedstat"), "%llu %llu", &ran, &waited) == 2;
    return known ? 1e-9 * (double)waited : 0;
}

// The most that a process of the tree has waited since the last call; a new one, since it began.
static double add_waiting(const struct tree *tree) {
    static struct {
        pid_t pid;
        double waited;
    } before[SAMPLED];
    static size_t count;
    double most = 0, now[SAMPLED];
    const size_t looked_at = tree->count < SAMPLED ? tree->count : SAMPLED;
    for (size_t i = 0; i < looked_at; i++) {
        double since = now[i] = waited_of(tree->pids[i]);
        for (size_t j = 0; j < count; j++)
            if (before[j].pid == tree->pids[i])
                since = now[i] - before[j].waited;
        most = since > most ? since : most;
    }
    for (count = 0; count < looked_at; count++) {
        before[count].pid = tree->pids[count];
        before[count].waited = now[count];
    }
    return most;
}

struct tree_usage tree_measure(pid_t box, size_t data_limit) {
    static struct tree tree;
    struct tree_usage usage = {0};
    tree.count = 0;
    add_children_of_process(&tree, getpid());
    for (size_t i = 0; i < tree.count; i++) {
        usage.processes++;
        usage.tasks += add_children_of_process(&tree, tree.pids[i]);
        if (tree.pids[i] != box)
            add_memory(&usage, tree.pids[i], data_limit);
        add_time(&usage, tree.pids[i]);
    }
    usage.waited_s = add_waiting(&tree);
    return usage;
}

static size_t signal_all(int signal_number) {
    static struct tree tree;
    tree.count = 0;
    add_children_of_process(&tree, getpid());
    for (size_t i = 0; i < tree.count; i++)
        add_children_of_process(&tree, tree.pids[i]);
    for (size_t i = 0; i < tree.count; i++)
        kill(tree.pids[i], signal_number);
    return tree.count;
}

// A stopped process starts no others: repeat until a round finds no more than the last one.
static void stop_all(void) {
    size_t before = 0;
    for (int round = 0; round < 20; round++) {
        size_t now = signal_all(SIGSTOP);
        if (now == before)
            return;
        before = now;
    }
}

// True when there are no children left.
static bool reap_all(void (*seen)(void *, pid_t, int), void *context) {
    for (;;) {
        int status = 0;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return true;
        if (pid <= 0)
            return false;
        seen(context, pid, status);
    }
}

bool tree_kill(double patience_s, void (*seen)(void *, pid_t, int), void *context) {
    static const struct timespec pause = {.tv_nsec = 2 * 1000 * 1000};
    int rounds = (int)(patience_s / 0.002);
    stop_all();
    for (int round = 0; round < rounds; round++) {
        signal_all(SIGKILL);
        if (reap_all(seen, context))
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

unsigned long tree_tasks_of_user(uid_t user) {
    unsigned long tasks = 0;
    struct stat status;
    char path[300];
    DIR *proc = opendir("/proc");
    if (proc == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        // The link count of a folder is 2 and one more for each folder in it.
        if (stat(path, &status) == 0 && status.st_uid == user)
            tasks += (unsigned long)status.st_nlink - 2;
    }
    closedir(proc);
    return tasks;
}
