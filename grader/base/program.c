// Runs a trusted program without a shell.
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

int program_run(const char *const *words, char *const *environment, int said) {
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, said, 1);
    posix_spawn_file_actions_adddup2(&actions, said, 2);
    const int failed =
        said < 0 || posix_spawnp(&pid, words[0], &actions, NULL, (char *const *)words, environment) != 0;
    posix_spawn_file_actions_destroy(&actions);
    while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return !failed && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
