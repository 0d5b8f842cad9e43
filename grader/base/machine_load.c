// This machine's spare capacity, as the kernel reports it in /proc.
#include "machine_load.h"

#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

size_t machine_cores(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

// Threads that run or wait for a core, including this one; 0 if unknown.
static size_t running_threads(void) {
    FILE *file = fopen("/proc/loadavg", "re");
    size_t running = 0;
    if (file && fscanf(file, "%*f %*f %*f %zu/", &running) != 1)
        running = 0;
    if (file)
        fclose(file);
    return running;
}

size_t machine_idle_cores(void) {
    const size_t running = running_threads(), allowed = machine_cores();
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (running == 0 || online < 1)
        return allowed;
    const size_t others = running - 1, all = (size_t)online;
    const size_t idle = all > others ? all - others : 0;
    return idle < allowed ? idle : allowed;
}

size_t machine_free_bytes(void) {
    FILE *file = fopen("/proc/meminfo", "re");
    char line[128];
    size_t kilobytes = SIZE_MAX / 1024;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %zu kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes * 1024;
}
