// Times commands: bench RUNS [-b BYTES] LABEL COMMAND [[-b BYTES] LABEL COMMAND]...
//
// Every command is run RUNS times by /bin/sh, in turns, so that a busy moment of the machine affects all
// of them. A row gives the median, least and greatest wall time, the median processor time (which a busy
// machine stretches less), the greatest memory seen and, from the second on, the factor by which the first
// command was slower. Memory is the larger of two figures: the kernel's largest resident set of one
// process, and the sum over all descendants of the command, with shared pages divided among
// them, sampled every 20 ms. -b is the number of bytes of device memory that the next command accesses: its
// row ends with the processor time and the memory for each of them, without the first 64 MiB of memory. The
// output of a command is shown if it fails.
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_RUNS = 99,
    MAX_COMMANDS = 64,
    FREE_BYTES = 64 << 20,
    MAX_PROCESSES = 65536,
    SAMPLE_NANOSECONDS = 20 * 1000 * 1000
};

struct command {
    const char *label, *text;
    double wall_s[MAX_RUNS], cpu_s[MAX_RUNS];
    double device_bytes; // 0 if not given
    long peak_kib;
};

struct process {
    pid_t pid, parent;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + 1e-6 * (double)time.tv_usec; }

static pid_t parent_of(const char *pid) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    // The name, in parentheses, may contain any character; after its last ')' comes "state parent ...".
    const char *end = strrchr(line, ')');
    return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

// Proportional set size of one process in KiB; 0 if it is gone or cannot be read.
static long pss_kib(pid_t pid) {
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %ld", &kib) == 1)
            break;
    fclose(file);
    return kib;
}

static size_t list_processes(struct process *all) {
    DIR *directory = opendir("/proc");
    size_t count = 0;
    if (!directory)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory)) && count < MAX_PROCESSES;)
        if (isdigit((unsigned char)entry->d_name[0])) {
            all[count].pid = (pid_t)strtol(entry->d_name, NULL, 10);
            all[count++].parent = parent_of(entry->d_name);
        }
    closedir(directory);
    return count;
}

static long tree_kib(pid_t pid, const struct process *all, size_t count) {
    long total = pss_kib(pid);
    for (size_t i = 0; i < count; i++)
        if (all[i].parent == pid)
            total += tree_kib(all[i].pid, all, count);
    return total;
}

static pid_t start(const char *text, int output) {
    pid_t pid = fork();
    if (pid == 0) {
        dup2(output, 1);
        dup2(output, 2);
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
        _exit(127);
    }
    return pid;
}

// Waits for the command, looking at its memory meanwhile; returns its wait status.
static int watch(struct command *command, pid_t pid, double *cpu_s) {
    static struct process all[MAX_PROCESSES];
    struct rusage usage;
    int status;
    for (;;) {
        pid_t ended = wait4(pid, &status, WNOHANG, &usage);
        if (ended == pid)
            break;
        if (ended < 0 && errno != EINTR)
            return -1;
        long kib = tree_kib(pid, all, list_processes(all));
        if (kib > command->peak_kib)
            command->peak_kib = kib;
        nanosleep(&(struct timespec){.tv_nsec = SAMPLE_NANOSECONDS}, NULL);
    }
    if (usage.ru_maxrss > command->peak_kib)
        command->peak_kib = usage.ru_maxrss;
    *cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    return status;
}

// False, with the command's output on standard error, if it failed.
static int run(struct command *command, int index) {
    FILE *output = tmpfile();
    if (!output)
        return 0;
    double begin = now();
    int status = watch(command, start(command->text, fileno(output)), &command->cpu_s[index]);
    command->wall_s[index] = now() - begin;
    int good = status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) {
        fprintf(stderr, "bench: failed: %s\n", command->text);
        rewind(output);
        for (int c; (c = getc(output)) != EOF;)
            putc(c, stderr);
    }
    fclose(output);
    return good;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static void print_per_byte(const struct command *command, double cpu_s) {
    double beyond = (double)command->peak_kib * 1024 - FREE_BYTES;
    printf("  %6.1f ns and %5.2f bytes a byte", cpu_s * 1e9 / command->device_bytes,
           beyond > 0 ? beyond / command->device_bytes : 0);
}

static void print_table(struct command *commands, int count, int runs) {
    printf("%-44s %9s %9s %9s %9s %11s\n", "", "median s", "least s", "most s", "cpu s", "memory MiB");
    double first = 0;
    for (int c = 0; c < count; c++) {
        double *wall = commands[c].wall_s;
        double wall_median = median(wall, runs), cpu_median = median(commands[c].cpu_s, runs);
        if (c == 0)
            first = wall_median;
        printf("%-44s %9.3f %9.3f %9.3f %9.3f %11.1f", commands[c].label, wall_median, wall[0],
               wall[runs - 1], cpu_median, (double)commands[c].peak_kib / 1024);
        if (commands[c].device_bytes > 0)
            print_per_byte(&commands[c], cpu_median);
        else if (c > 0)
            printf("  the first took %.2f times as long", first / wall_median);
        putchar('\n');
    }
}

// Reads the commands. @return their number; 0 if the words are invalid
static int read_commands(char **words, struct command *commands) {
    int count = 0;
    while (*words) {
        double bytes = 0;
        if (strcmp(*words, "-b") == 0 && words[1]) {
            bytes = strtod(words[1], NULL);
            words += 2;
        }
        if (!words[0] || !words[1] || count == MAX_COMMANDS)
            return 0;
        commands[count++] = (struct command){.label = words[0], .text = words[1], .device_bytes = bytes};
        words += 2;
    }
    return count;
}

int main(int argc, char **argv) {
    static struct command commands[MAX_COMMANDS];
    int runs = argc > 2 ? atoi(argv[1]) : 0, count = argc > 2 ? read_commands(argv + 2, commands) : 0;
    if (count == 0 || runs < 1 || runs > MAX_RUNS) {
        fprintf(stderr, "usage: bench RUNS [-b BYTES] LABEL COMMAND [[-b BYTES] LABEL COMMAND]...\n");
        return 2;
    }
    for (int r = 0; r < runs; r++)
        for (int c = 0; c < count; c++)
            if (!run(&commands[c], r))
                return 1;
    print_table(commands, count, runs);
    return 0;
}
