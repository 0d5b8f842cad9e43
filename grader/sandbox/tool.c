// A compiler or linker that runs in the sandbox on untrusted input.
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"

// Three times as long by the clock, since other programs may use the processor.
static struct sandbox_limits limits_for(double cpu_s) {
    return (struct sandbox_limits){.wall_s = 3 * cpu_s,
                                   .cpu_s = cpu_s,
                                   .memory_bytes = (size_t)3 << 30,
                                   .processes = 64,
                                   .output_bytes = (size_t)1 << 20,
                                   .file_bytes = (size_t)256 << 20};
}

void tool_start(struct tool *tool, const struct work_directory *stage, const char *extra, double cpu_s,
                const char *const *argv) {
    char temporary[PATH_MAX + 16], home[PATH_MAX + 16], path[PATH_MAX + 64], host_compiler[PATH_MAX + 16];
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", stage->box);
    snprintf(home, sizeof home, "HOME=%s", stage->box);
    snprintf(path, sizeof path, "PATH=/usr/bin:/bin%s%s%s", extra ? ":" : "", extra ? extra : "",
             extra ? "/bin" : "");
    // The compiler that nvcc uses where it does not accept this machine's g++.
    const char *host = getenv("NVCC_CCBIN");
    snprintf(host_compiler, sizeof host_compiler, "NVCC_CCBIN=%s", host ? host : "");
    const char *const env[] = {path, temporary, home, "LC_ALL=C", host ? host_compiler : NULL, NULL};
    const struct sandbox_mount mounts[] = {{stage->bundle, false}, {stage->box, true}, {extra, false}};
    const struct sandbox_spawn spawn = {.argv = argv,
                                        .env = env,
                                        .mounts = mounts,
                                        .mount_count = extra ? 3 : 2,
                                        .workdir = stage->box,
                                        .limits = limits_for(cpu_s),
                                        .profile = SANDBOX_BUILD};
    memset(tool, 0, sizeof *tool);
    tool->process = sandbox_start(&spawn, &tool->error);
}

void cost_add(struct tool_cost *cost, const struct sandbox_result *result) {
    cost->cpu_s += result->cpu_s;
    if (result->peak_bytes > cost->peak_bytes)
        cost->peak_bytes = result->peak_bytes;
}

void sandbox_await(struct sandbox_process *process, struct sandbox_result *result) {
    while (!sandbox_wait(process, result, 0.2))
        if (stop_requested())
            sandbox_kill(process);
}

bool tool_wait(struct tool *tool) {
    if (!tool->process)
        return false;
    sandbox_await(tool->process, &tool->result);
    return tool->result.verdict == SANDBOX_EXITED && tool->result.exit_code == 0;
}

bool tool_broken(const struct tool *tool) { return !tool->process || tool->result.verdict == SANDBOX_FAILED; }

bool tool_limited(const struct tool *tool) {
    switch (tool->result.verdict) {
    case SANDBOX_TIME:
    case SANDBOX_MEMORY:
    case SANDBOX_PROCESSES:
    case SANDBOX_OUTPUT:
    case SANDBOX_FILES:
        return tool->process != NULL;
    default:
        return false;
    }
}

void tool_free(struct tool *tool) {
    sandbox_free(tool->process);
    tool->process = NULL;
}
