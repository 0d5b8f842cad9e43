// sandbox-exec's command line, as both tiers use it.
#include "sandbox/exec_words.h"
#include "sandbox/view.h"

#include <limits.h>
#include <math.h>

void exec_words_request(struct words *words, const struct sandbox_spawn *spawn, unsigned long processes) {
    const struct sandbox_limits *limits = &spawn->limits;
    if (spawn->profile == SANDBOX_BUILD)
        words_add(words, "--build", NULL);
    if (spawn->gpu)
        words_add(words, "--gpu", NULL);
    words_format(words, "--cpu=%.0f", ceil(limits->cpu_s));
    words_format(words, "--data=%zu", limits->memory_bytes);
    words_format(words, "--processes=%lu", processes);
    words_format(words, "--file=%zu", limits->file_bytes);
}

void exec_words_program(struct words *words, const struct sandbox_spawn *spawn) {
    char folders[PATH_MAX];
    if (spawn->workdir != NULL)
        words_add(words, "--workdir", spawn->workdir, NULL);
    for (size_t i = 0; spawn->env[i] != NULL; i++)
        words_add(words, "--env", spawn->env[i], NULL);
    if (spawn->gpu) {
        view_driver_folders(folders, sizeof folders);
        if (folders[0] != '\0')
            words_format(words, "--env=LD_LIBRARY_PATH=%s", folders);
    }
    words_add(words, "--", NULL);
    for (size_t i = 0; spawn->argv[i] != NULL; i++)
        words_add(words, spawn->argv[i], NULL);
}
