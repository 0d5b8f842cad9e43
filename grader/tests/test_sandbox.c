// The sandbox against programs that misbehave: each must get the verdict that names its action, and leave
// nothing behind. Every test runs in each tier that this machine has.
#include "sandbox/sandbox.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/grading.h"
#include "sandbox/box.h"
#include "skip.h"

enum { MAX_ARGUMENTS = 8 };
static const enum sandbox_tier tiers[] = {SANDBOX_TIER_A, SANDBOX_TIER_B, SANDBOX_TIER_C, SANDBOX_CONTAINER};
enum { TIERS = 4 };

// A folder with the files of a test: the hostile program, a secret beside the box, a folder the program may
// write to.
static char base[PATH_MAX - 64], box[PATH_MAX - 32], writable[PATH_MAX], hostile[PATH_MAX], secret[PATH_MAX];

static void copy_hostile(void) {
    char self[PATH_MAX];
    struct stat status;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(length, 0);
    self[length] = '\0';
    snprintf(strrchr(self, '/'), 32, "/helpers/hostile");
    int from = open(self, O_RDONLY | O_CLOEXEC), to = open(hostile, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
    ck_assert_msg(from >= 0 && fstat(from, &status) == 0, "no %s", self);
    ck_assert_int_eq(sendfile(to, from, NULL, (size_t)status.st_size), status.st_size);
    close(from);
    close(to);
}

static void set_up(void) {
    const char *folder = getenv("TMPDIR");
    umask(022);
    snprintf(base, sizeof base, "%s/sandbox-test-XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(base));
    snprintf(box, sizeof box, "%s/box", base);
    snprintf(writable, sizeof writable, "%s/out", box);
    snprintf(hostile, sizeof hostile, "%s/hostile", box);
    snprintf(secret, sizeof secret, "%s/secret", base);
    ck_assert_int_eq(chmod(base, 0755) | mkdir(box, 0755) | mkdir(writable, 0755), 0);
    ck_assert_int_eq(chown(writable, sandbox_uid(), (gid_t)-1), 0);
    copy_hostile();
    int file = open(secret, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ck_assert_int_eq(write(file, "42\n", 3), 3);
    // So that the program may do with it what its user may.
    ck_assert_int_eq(fchown(file, sandbox_uid(), (gid_t)-1), 0);
    close(file);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    return remove(path);
}

static void tear_down(void) { nftw(base, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

// Processes whose command line names this folder: the program, and those between it and the test.
static unsigned count_processes(void) {
    unsigned count = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        char path[300], line[65536];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *file = isdigit((unsigned char)entry->d_name[0]) ? fopen(path, "re") : NULL;
        if (file == NULL)
            continue;
        size_t length = fread(line, 1, sizeof line, file);
        fclose(file);
        if (memmem(line, length, base, strlen(base)) != NULL)
            count++;
    }
    closedir(proc);
    return count;
}

// Ends a test of a tier that this machine lacks.
#define needs_tier(tier)                                                                                     \
    do {                                                                                                     \
        struct error missing;                                                                                \
        if (!sandbox_probe_tier(tier, &missing))                                                             \
            test_skip("%s", missing.text);                                                                   \
    } while (0)

struct request {
    struct sandbox_spawn spawn;
    struct sandbox_mount mounts[2];
    const char *argv[MAX_ARGUMENTS], *env[4];
};

static const struct sandbox_limits usual = {10, 1, 64 << 20, 8, 16384, 1 << 20};

// Everything points into the request itself, which must not move.
static void prepare(struct request *request, enum sandbox_tier tier, enum sandbox_profile profile) {
    *request = (struct request){
        .mounts = {{box, false}, {writable, true}},
        .argv = {hostile},
        .env = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL},
    };
    request->spawn = (struct sandbox_spawn){
        .argv = request->argv,
        .env = request->env,
        .mounts = request->mounts,
        .mount_count = 2,
        .workdir = writable,
        .limits = usual,
        .profile = profile,
        .tier = tier,
    };
}

static struct sandbox_process *start(const struct request *request) {
    struct error error;
    struct sandbox_process *process = sandbox_start(&request->spawn, &error);
    ck_assert_msg(process != NULL, "%s", error.text);
    return process;
}

// Nothing may be left: no process of the box, no child of the test.
static void finish(struct sandbox_process *process) {
    sandbox_free(process);
    ck_assert_uint_eq(count_processes(), 0);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

static const char *verdict_name(enum sandbox_verdict verdict) {
    static const char *const names[] = {
        [SANDBOX_EXITED] = "exited", [SANDBOX_SIGNALED] = "signaled",   [SANDBOX_TIME] = "time",
        [SANDBOX_MEMORY] = "memory", [SANDBOX_PROCESSES] = "processes", [SANDBOX_OUTPUT] = "output",
        [SANDBOX_FILES] = "files",   [SANDBOX_CANCELLED] = "cancelled", [SANDBOX_FAILED] = "failed"};
    return names[verdict];
}

#define ck_assert_verdict(result, expected)                                                                  \
    ck_assert_msg((result).verdict == (expected), "%s instead of %s: %s, output: %.300s",                    \
                  verdict_name((result).verdict), verdict_name(expected), (result).message, (result).output)

// The verdict on each way of misbehaving. A container's files are as open to the program as to its user.
// FILE, SECRET and PID in an argument are replaced by a path or a process id.
static const struct attack {
    const char *way, *argument;
    enum sandbox_profile profile;
    enum sandbox_verdict verdict;
    int exit_code;
    bool by_files; // and by a tier of the grader's own
} attacks[] = {
    {"exit", "0", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"exit", "7", SANDBOX_RUN, SANDBOX_EXITED, 7, false},
    {"exit", "137", SANDBOX_BUILD, SANDBOX_EXITED, 137, false},
    {"crash", "", SANDBOX_RUN, SANDBOX_SIGNALED, -1, false},
    {"crash", "", SANDBOX_BUILD, SANDBOX_SIGNALED, -1, false},
    {"one-thread", "", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"spin", "", SANDBOX_RUN, SANDBOX_TIME, -1, false},
    {"stubborn", "", SANDBOX_RUN, SANDBOX_TIME, -1, false},
    {"fork-bomb", "", SANDBOX_RUN, SANDBOX_PROCESSES, -1, false},
    {"fork-bomb", "", SANDBOX_BUILD, SANDBOX_PROCESSES, -1, false},
    {"thread-bomb", "", SANDBOX_RUN, SANDBOX_PROCESSES, -1, false},
    {"allocate", "", SANDBOX_RUN, SANDBOX_MEMORY, -1, false},
    {"allocate-shared", "", SANDBOX_RUN, SANDBOX_MEMORY, -1, false},
    {"allocate-in-many", "", SANDBOX_BUILD, SANDBOX_MEMORY, -1, false},
    {"flood", "", SANDBOX_RUN, SANDBOX_OUTPUT, -1, false},
    {"fill", "FILE", SANDBOX_RUN, SANDBOX_FILES, -1, false},
    {"daemon", "", SANDBOX_RUN, SANDBOX_PROCESSES, -1, false},
    {"daemon", "", SANDBOX_BUILD, SANDBOX_EXITED, 0, false},
    {"read", "/etc/shadow", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"read", "/etc/passwd", SANDBOX_BUILD, SANDBOX_EXITED, 0, true},
    {"read", "SECRET", SANDBOX_RUN, SANDBOX_EXITED, 0, true},
    {"read", "SECRET", SANDBOX_BUILD, SANDBOX_EXITED, 0, true},
    {"chmod", "SECRET", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"list", "HOME", SANDBOX_BUILD, SANDBOX_EXITED, 0, true},
    {"list", "/home", SANDBOX_RUN, SANDBOX_EXITED, 0, true},
    {"read", "/proc/PID/environ", SANDBOX_RUN, SANDBOX_EXITED, 0, true},
    {"read", "/proc/PID/cmdline", SANDBOX_RUN, SANDBOX_EXITED, 0, true},
    {"write", "/usr/new", SANDBOX_BUILD, SANDBOX_EXITED, 0, false},
    {"write", "/new", SANDBOX_BUILD, SANDBOX_EXITED, 0, false},
    {"write", "BOX/new", SANDBOX_BUILD, SANDBOX_EXITED, 0, true},
    {"write", "BOX/hostile", SANDBOX_RUN, SANDBOX_EXITED, 0, true},
    {"kill", "PID", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"kill-everyone", "", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"calls", "", SANDBOX_RUN, SANDBOX_EXITED, 0, false},
    {"calls", "", SANDBOX_BUILD, SANDBOX_EXITED, 0, false},
};
enum { ATTACKS = sizeof attacks / sizeof attacks[0] };

// A process of the same user as the program, outside of the box: it must survive.
static pid_t start_bystander(void) {
    pid_t bystander = fork();
    ck_assert_int_ge(bystander, 0);
    if (bystander != 0)
        return bystander;
    if (geteuid() == 0 && setuid(sandbox_uid()) != 0)
        _exit(1);
    execl("/bin/sleep", "sleep", "60", (char *)NULL);
    _exit(1);
}

static void end_bystander(pid_t bystander) {
    ck_assert_int_eq(waitpid(bystander, NULL, WNOHANG), 0);
    kill(bystander, SIGKILL);
    ck_assert_int_eq(waitpid(bystander, NULL, 0), bystander);
}

static void fill_in(char *text, size_t size, const char *argument, pid_t bystander) {
    const struct {
        const char *word, *value;
    } words[] = {{"FILE", writable}, {"SECRET", secret}, {"HOME", getenv("HOME")}, {"BOX", box}};
    const char *pid = strstr(argument, "PID");
    snprintf(text, size, "%s", argument);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(argument, words[i].word, length) != 0)
            continue;
        snprintf(text, size, "%s%s", words[i].value ? words[i].value : "/root",
                 i == 0 ? "/big" : argument + length);
    }
    if (pid != NULL)
        snprintf(text, size, "%.*s%d%s", (int)(pid - argument), argument, (int)bystander, pid + 3);
}

START_TEST(attack_ends_in_its_verdict) {
    const struct attack *attack = &attacks[_i % ATTACKS];
    enum sandbox_tier tier = tiers[_i / ATTACKS];
    struct request request;
    struct sandbox_result result;
    char argument[PATH_MAX + 16];
    needs_tier(tier);
    if (attack->by_files && tier == SANDBOX_CONTAINER)
        return;
    pid_t bystander = start_bystander();
    fill_in(argument, sizeof argument, attack->argument, bystander);
    prepare(&request, tier, attack->profile);
    request.argv[1] = attack->way;
    request.argv[2] = argument;
    request.spawn.limits.wall_s = strcmp(attack->way, "stubborn") == 0 ? 0.3 : 10;
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_msg(result.verdict == attack->verdict && result.exit_code == attack->exit_code,
                  "%s %s in tier %c: %s with exit code %d (%s) instead of %s with %d, output: %.300s",
                  attack->way, argument, tier, verdict_name(result.verdict), result.exit_code, result.message,
                  verdict_name(attack->verdict), attack->exit_code, result.output);
    ck_assert_uint_gt(strlen(result.message), 0);
    end_bystander(bystander);
    finish(process);
}
END_TEST

START_TEST(messages_go_both_ways_while_the_program_runs) {
    struct request request;
    struct sandbox_result result;
    int to[2], from[2];
    needs_tier(tiers[_i]);
    ck_assert_int_eq(pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC), 0);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "messages";
    request.spawn.pass_count = 2;
    request.spawn.pass_fds[0] = to[0], request.spawn.pass_targets[0] = 3;
    request.spawn.pass_fds[1] = from[1], request.spawn.pass_targets[1] = 4;
    struct sandbox_process *process = start(&request);
    close(to[0]);
    close(from[1]);
    for (int sent = 10, got = 0; sent < 20; sent++) {
        ck_assert_int_eq(write(to[1], &sent, sizeof sent), sizeof sent);
        ck_assert_int_eq(read(from[0], &got, sizeof got), sizeof got);
        ck_assert_int_eq(got, sent + 1);
    }
    ck_assert(!sandbox_wait(process, &result, 0));
    close(to[1]);
    // The program ends now, and with it the other pipe: no other process may hold it open.
    char byte;
    ck_assert_int_eq(read(from[0], &byte, 1), 0);
    close(from[0]);
    ck_assert(sandbox_wait(process, &result, 10));
    ck_assert_verdict(result, SANDBOX_EXITED);
    finish(process);
}
END_TEST

START_TEST(only_passed_descriptors_are_open) {
    struct request request;
    struct sandbox_result result;
    needs_tier(tiers[_i]);
    // Not marked to be closed, as a careless caller's would be.
    int leaky = open("/dev/null", O_RDONLY), kept = fcntl(leaky, F_DUPFD, 50);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "descriptors";
    request.spawn.pass_count = 2;
    request.spawn.pass_fds[0] = kept, request.spawn.pass_targets[0] = 5;
    request.spawn.pass_fds[1] = leaky, request.spawn.pass_targets[1] = 99;
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_str_eq(result.output, "0 1 2 5 99 ");
    close(leaky);
    close(kept);
    finish(process);
}
END_TEST

START_TEST(environment_is_what_was_asked_for) {
    struct request request;
    struct sandbox_result result;
    needs_tier(tiers[_i]);
    setenv("SECRET_OF_THE_GRADER", "1", 1);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "environment";
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_str_eq(result.output, "PATH=/usr/bin:/bin\nLC_ALL=C\n");
    finish(process);
}
END_TEST

START_TEST(output_up_to_the_limit_is_kept) {
    struct request request;
    struct sandbox_result result;
    needs_tier(tiers[_i]);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "print";
    request.argv[2] = "exactly so";
    request.spawn.limits.output_bytes = strlen("exactly so");
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_verdict(result, SANDBOX_EXITED);
    ck_assert_str_eq(result.output, "exactly so");
    ck_assert(!result.output_truncated);
    finish(process);
    request.spawn.limits.output_bytes--;
    process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_verdict(result, SANDBOX_OUTPUT);
    ck_assert_str_eq(result.output, "exactly s");
    ck_assert(result.output_truncated);
    finish(process);
}
END_TEST

START_TEST(cancelling_ends_the_program) {
    struct request request;
    struct sandbox_result result;
    needs_tier(tiers[_i]);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "stubborn";
    struct sandbox_process *process = start(&request), *other = start(&request);
    ck_assert(!sandbox_wait(process, &result, 0.05));
    ck_assert_uint_gt(count_processes(), 0);
    sandbox_kill(process);
    ck_assert(sandbox_wait(process, &result, 10));
    ck_assert_verdict(result, SANDBOX_CANCELLED);
    ck_assert(!sandbox_wait(other, &result, 0));
    sandbox_free(process);
    finish(other);
}
END_TEST

static void keep_processors_busy(pid_t *hogs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hogs[i] = fork();
        ck_assert_int_ge(hogs[i], 0);
        if (hogs[i] == 0)
            prctl(PR_SET_PDEATHSIG, SIGKILL); // whatever becomes of the test
        for (volatile bool forever = true; hogs[i] == 0 && forever;)
            continue;
    }
}

// Other programs with higher priority take nearly all processor time: a limit by the
// clock does not count that against the program.
START_TEST(a_busy_machine_is_not_the_programs_fault) {
    struct request request;
    struct sandbox_result result;
    const size_t count = 2 * (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    pid_t hogs[count];
    needs_tier(tiers[_i]);
    keep_processors_busy(hogs, count);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[1] = "work";
    request.spawn.limits.wall_s = 0.5;
    errno = 0;
    ck_assert_int_ne(nice(5) == -1 ? errno : 0, EPERM);
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    for (size_t i = 0; i < count; i++)
        kill(hogs[i], SIGKILL);
    for (size_t i = 0; i < count; i++)
        waitpid(hogs[i], NULL, 0);
    ck_assert_verdict(result, SANDBOX_EXITED);
    ck_assert_double_gt(sandbox_waited(process), 0);
    finish(process);
}
END_TEST

// However many boxes run at a time: each one has its own full limit of processes and threads.
START_TEST(neighbours_do_not_count) {
    enum { NEIGHBOURS = 6 };
    struct request requests[NEIGHBOURS];
    struct sandbox_process *processes[NEIGHBOURS];
    struct sandbox_result result;
    needs_tier(tiers[_i]);
    for (int i = 0; i < NEIGHBOURS; i++) {
        prepare(&requests[i], tiers[_i], SANDBOX_RUN);
        requests[i].argv[1] = "team";
        processes[i] = start(&requests[i]);
    }
    for (int i = 0; i < NEIGHBOURS; i++) {
        ck_assert(sandbox_wait(processes[i], &result, -1));
        ck_assert_verdict(result, SANDBOX_EXITED);
        ck_assert_int_eq(result.exit_code, 0);
    }
    for (int i = 0; i < NEIGHBOURS; i++)
        sandbox_free(processes[i]);
    ck_assert_uint_eq(count_processes(), 0);
}
END_TEST

START_TEST(nothing_outlives_the_grader) {
    struct request request;
    int ready[2];
    char byte;
    needs_tier(tiers[_i]);
    prepare(&request, tiers[_i], SANDBOX_BUILD);
    request.argv[1] = "stubborn";
    ck_assert_int_eq(pipe2(ready, O_CLOEXEC), 0);
    pid_t grader = fork();
    if (grader == 0) {
        struct sandbox_result result;
        sandbox_wait(start(&request), &result, 0.05);
        _exit(write(ready[1], "x", 1) == 1 && pause() ? 0 : 1);
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    ck_assert_uint_gt(count_processes(), 0);
    kill(grader, SIGKILL);
    ck_assert_int_eq(waitpid(grader, NULL, 0), grader);
    for (int i = 0; i < 1000 && count_processes() > 0; i++)
        usleep(10 * 1000);
    ck_assert_uint_eq(count_processes(), 0);
    close(ready[0]);
    close(ready[1]);
}
END_TEST

// These must be distinguished from a program's own failure.
START_TEST(our_own_failures_are_ours) {
    struct request request;
    struct sandbox_result result;
    struct error error;
    needs_tier(tiers[_i]);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.argv[0] = "/usr/bin/no-such-program";
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    ck_assert_verdict(result, SANDBOX_FAILED);
    ck_assert_ptr_nonnull(strstr(result.message, "/usr/bin/no-such-program"));
    finish(process);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.mounts[0].path = "/no/such/folder";
    process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    if (tiers[_i] != SANDBOX_CONTAINER) {
        ck_assert_verdict(result, SANDBOX_FAILED);
        ck_assert_ptr_nonnull(strstr(result.message, "/no/such/folder"));
    }
    finish(process);
    prepare(&request, tiers[_i], SANDBOX_RUN);
    request.spawn.limits.memory_bytes = 0;
    ck_assert_ptr_null(sandbox_start(&request.spawn, &error));
    ck_assert_str_eq(error.text, "a limit is not set");
}
END_TEST

// A probe is made once per process, and each test is one: here it is the first.
START_TEST(without_bubblewrap_there_is_a_reason) {
    struct error error;
    setenv("PATH", "/no/such/folder", 1);
    ck_assert(!sandbox_tier_suffices(sandbox_probe(&error), SANDBOX_TIER_B));
    ck_assert_msg(strstr(error.text, "package bubblewrap") != NULL, "%s", error.text);
    // A report has room for all of it.
    ck_assert_msg(strlen(error.text) < sizeof error.text - 1, "%s", error.text);
}
END_TEST

// The output of `bwrap --version` and `bwrap --help`, and the box that follows from it.
static const struct {
    const char *printed, *words, *missing;
} bubblewraps[] = {
    {"bubblewrap 0.8.0\n  --disable-userns  x\n  --perms OCTAL  x\n  --size BYTES  x\n", "bubblewrap", ""},
    {"bubblewrap 0.7.0\n    --perms OCTAL  x\n    --size BYTES  x\n",
     "bubblewrap 0.7.0, which lacks --disable-userns", ""},
    {"bubblewrap 0.6.1\n    --perms OCTAL  x\n    --sizes BYTES  x\n",
     "bubblewrap 0.6.1, which lacks --disable-userns and --size: a box has no /tmp", ""},
    {"bubblewrap 0.4.0\n    --tmpfs DEST  x\n",
     "bubblewrap 0.4.0, which lacks --disable-userns and --size: a box has no /tmp",
     "bubblewrap 0.4.0 lacks the option --perms, which 0.5 and newer have"},
};

START_TEST(bubblewrap_says_what_it_lacks) {
    struct bubblewrap found;
    struct error missing = {""};
    char words[128];
    bubblewrap_read(&found, bubblewraps[_i].printed);
    bubblewrap_words(&found, words, sizeof words);
    ck_assert_str_eq(words, bubblewraps[_i].words);
    ck_assert_int_eq(bubblewrap_suffices(&found, &missing), bubblewraps[_i].missing[0] == '\0');
    ck_assert_str_eq(missing.text, bubblewraps[_i].missing);
}
END_TEST

// A container is used only on request; then it is the sandbox whatever else works, and is no tier.
START_TEST(a_container_is_used_on_request_alone) {
    struct error why;
    ck_assert_int_ne(sandbox_probe(&why), SANDBOX_CONTAINER);
    ck_assert_msg(sandbox_use_container(&why), "%s", why.text);
    ck_assert_int_eq(sandbox_probe(&why), SANDBOX_CONTAINER);
    ck_assert(!sandbox_tier_suffices(SANDBOX_CONTAINER, SANDBOX_TIER_C));
    ck_assert(sandbox_tier_suffices(SANDBOX_CONTAINER, SANDBOX_TIER_NONE));
    ck_assert_str_eq(sandbox_tier_name(SANDBOX_CONTAINER), "container");
    ck_assert_str_eq(sandbox_tier_name(SANDBOX_TIER_B), "B");
    // Programs of the same user cannot open this process's memory.
    ck_assert_int_eq(prctl(PR_GET_DUMPABLE), 0);
}
END_TEST

// Source files that turn a compiler against its user.
static const struct source {
    const char *text;
    bool builds;
    bool by_files; // and is blocked by a tier of the grader's own
} sources[] = {
    {"int main(void) { return 0; }", true, false}, {"#include \"/dev/zero\"\n", false, false},
    {"#include \"/etc/passwd\"\n", false, true},   {"__asm__(\".incbin \\\"/etc/passwd\\\"\");", false, true},
    {"char large[1 << 29] = {1};", false, false},
};
enum { SOURCES = sizeof sources / sizeof sources[0] };

START_TEST(compiler_is_kept_in_bounds) {
    const struct source *source = &sources[_i % SOURCES];
    enum sandbox_tier tier = tiers[_i / SOURCES];
    struct request request;
    struct sandbox_result result;
    char path[PATH_MAX], folder[PATH_MAX + 16];
    needs_tier(tier);
    if (source->by_files && tier == SANDBOX_CONTAINER)
        return;
    snprintf(path, sizeof path, "%s/program.c", box);
    snprintf(folder, sizeof folder, "TMPDIR=%s", writable);
    FILE *file = fopen(path, "we");
    ck_assert_int_ge(fputs(source->text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    prepare(&request, tier, SANDBOX_BUILD);
    static const char *const compile[] = {"/usr/bin/gcc", "-x", "c", "-c", "-o", "program.o"};
    memcpy(request.argv, compile, sizeof compile);
    request.argv[6] = path;
    request.env[2] = folder;
    request.spawn.limits = (struct sandbox_limits){20, 3, 256 << 20, 32, 65536, 16 << 20};
    struct sandbox_process *process = start(&request);
    ck_assert(sandbox_wait(process, &result, -1));
    if (source->builds) {
        ck_assert_verdict(result, SANDBOX_EXITED);
        ck_assert_msg(result.exit_code == 0, "%s", result.output);
    } else {
        ck_assert_msg(result.verdict != SANDBOX_FAILED, "%s", result.message);
        ck_assert_int_ne(result.exit_code, 0);
    }
    ck_assert_ptr_null(strstr(result.output, "root:"));
    finish(process);
}
END_TEST

struct seen {
    const char *own;
    unsigned own_seen, others;
};

static void see(void *context, enum view_kind kind, const char *path) {
    struct seen *seen = context;
    if (strcmp(path, seen->own) == 0 && kind == VIEW_DEVICE)
        seen->own_seen++;
    else if (strncmp(path, "/dev/nvidia", 11) == 0 && isdigit((unsigned char)path[11]))
        seen->others++;
}

// /dev/null plays the GPU of this turn.
START_TEST(of_the_gpus_a_program_sees_its_own_alone) {
    struct sandbox_spawn spawn = {.gpu = true, .gpu_device = "/dev/null"};
    struct seen seen = {.own = spawn.gpu_device};
    view_system(&spawn, see, &seen);
    ck_assert_uint_eq(seen.own_seen, 1);
    ck_assert_uint_eq(seen.others, 0);
    spawn.gpu = false;
    view_system(&spawn, see, &seen);
    ck_assert_uint_eq(seen.own_seen, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sandbox");
    TCase *cases = tcase_create("sandbox");
    // In the parent of all tests, so that the folder goes away whatever becomes of a test.
    tcase_add_unchecked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 40);
    tcase_add_loop_test(cases, attack_ends_in_its_verdict, 0, ATTACKS * TIERS);
    tcase_add_loop_test(cases, messages_go_both_ways_while_the_program_runs, 0, TIERS);
    tcase_add_loop_test(cases, only_passed_descriptors_are_open, 0, TIERS);
    tcase_add_loop_test(cases, environment_is_what_was_asked_for, 0, TIERS);
    tcase_add_loop_test(cases, output_up_to_the_limit_is_kept, 0, TIERS);
    tcase_add_loop_test(cases, cancelling_ends_the_program, 0, TIERS);
    tcase_add_loop_test(cases, a_busy_machine_is_not_the_programs_fault, 0, TIERS);
    tcase_add_loop_test(cases, neighbours_do_not_count, 0, TIERS);
    tcase_add_loop_test(cases, nothing_outlives_the_grader, 0, TIERS);
    tcase_add_loop_test(cases, our_own_failures_are_ours, 0, TIERS);
    tcase_add_test(cases, without_bubblewrap_there_is_a_reason);
    tcase_add_loop_test(cases, bubblewrap_says_what_it_lacks, 0, sizeof bubblewraps / sizeof bubblewraps[0]);
    tcase_add_test(cases, a_container_is_used_on_request_alone);
    tcase_add_test(cases, of_the_gpus_a_program_sees_its_own_alone);
    tcase_add_loop_test(cases, compiler_is_kept_in_bounds, 0, SOURCES * TIERS);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
