/**
 * @file sandbox.h
 * @brief Runs a program nobody trusts, within limits, and says how it ended.
 *
 * Theory of operation. Four processes stand in a row:
 *
 *     grade  ->  supervisor  ->  [bwrap ->]  sandbox-exec  ->  the program
 *
 * - `grade` calls sandbox_start(). It trusts nothing to its right but the supervisor.
 * - The supervisor is a fork of `grade`, one a program, in a session of its own. It holds the clock, reads
 *   the program's output, watches memory and processes, and is a child subreaper, so that every orphan of
 *   the box comes to it. It ends the box when the program ends, when a limit is passed, on sandbox_kill()
 *   and when `grade` dies, and it ends only when no process of the box is left. It answers in a piece of
 *   memory it shares with `grade` and nobody else; `grade` learns from a pidfd that the answer is there.
 * - In tiers A and B, bwrap (bubblewrap) makes the box: its own user, process, network, IPC and host name
 *   namespaces and a file system that holds what sandbox_spawn names and no more. Tier C has none of
 *   these; there Landlock closes the file system, and the system-call filter does the rest.
 * - `sandbox-exec` (grader/sandbox/exec) is ours and runs inside the box. It forks, sets the resource limits
 * and the system-call filter in the child, and starts the program there. In tiers A and B it is process 1 of
 * the box: the program cannot signal it, and all ends with it. It tells the supervisor through a pipe how the
 *   program ended; the program does not have that pipe.
 * - In tier A the supervisor, which is root then, also makes a control group for the box and removes it.
 * - The program trusts nobody and is trusted by nobody. Its standard input is empty, its standard output and
 *   error are one pipe to the supervisor. All it shares with `grade` are the descriptors in `pass_fds`.
 *
 * Two voices: SANDBOX_FAILED, and sandbox_start() returning NULL, mean that *we* could not do our work, and
 * `message` says why; it is never the program's fault. Every other verdict is about the program.
 *
 * No threads are used, and the caller must have only one when it calls sandbox_start().
 */
#ifndef WARPLAB_SANDBOX_H
#define WARPLAB_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** How much a machine lets us isolate a program. */
enum sandbox_tier {
    SANDBOX_TIER_NONE = 0, /**< nothing safe enough; in sandbox_spawn: the best there is */
    SANDBOX_TIER_A = 'A',  /**< as B, and control groups: limits on memory and processes that hold for all
                                together; only for root */
    SANDBOX_TIER_B = 'B',  /**< bubblewrap: namespaces, system-call filter, resource limits */
    SANDBOX_TIER_C = 'C'   /**< no namespaces: Landlock, system-call filter, resource limits */
};

/** What the program is for. */
enum sandbox_profile {
    SANDBOX_BUILD, /**< a compiler: starts other programs, sees /etc/alternatives, has a larger /tmp */
    SANDBOX_RUN    /**< a submission: may start threads, but no process */
};

/** How a program ended. */
enum sandbox_verdict {
    SANDBOX_EXITED,    /**< ended by itself, with `exit_code` */
    SANDBOX_SIGNALED,  /**< ended by `signal`, and by no limit that we know of */
    SANDBOX_TIME,      /**< ran too long, by the clock or in processor time */
    SANDBOX_MEMORY,    /**< used too much memory, or failed because it could not have more */
    SANDBOX_PROCESSES, /**< had too many processes and threads; in SANDBOX_RUN: tried to start a process */
    SANDBOX_OUTPUT,    /**< printed too much */
    SANDBOX_FILES,     /**< wrote too large a file */
    SANDBOX_CANCELLED, /**< sandbox_kill() was called */
    SANDBOX_FAILED     /**< our fault, see `message` */
};

/** All of them must be set, to more than 0. */
struct sandbox_limits {
    double wall_s;       /**< seconds by the clock, from sandbox_start() on, less sandbox_waited() */
    double cpu_s;        /**< seconds of processor time, all threads and processes together */
    size_t memory_bytes; /**< data of one process (RLIMIT_DATA), and what all together hold in memory without
                            files; memory shared with the caller counts as soon as it is touched */
    unsigned processes;  /**< processes and threads at one time */
    size_t output_bytes; /**< of standard output and error together */
    size_t file_bytes;   /**< size of one file */
};

/**
 * A file or directory the program may use, at the same path inside the box as outside: tier C has no
 * other way, and so a command line means the same in both tiers. Must be absolute, and must be reachable for
 * sandbox_uid(): not below a directory closed to it.
 */
struct sandbox_mount {
    const char *path; /**< absolute */
    bool writable;    /**< else read-only */
};

enum { SANDBOX_MAX_PASS = 8 };

/**
 * One program to run. Everything pointed to is only read, and only during sandbox_start().
 *
 * Visible inside without being named: /usr (with /bin, /lib ... as the system has them), ld.so.cache, a few
 * devices, in tiers A and B an empty private /tmp (in tier C no /tmp: set TMPDIR to a writable mount), and
 * with `gpu` what NVIDIA's driver needs. A CUDA Toolkit outside /usr is named as a mount.
 */
struct sandbox_spawn {
    const char *const *argv; /**< ends with NULL; argv[0] is an absolute path */
    const char *const
        *env; /**< ends with NULL; "NAME=value"; the whole environment (`gpu` may add LD_LIBRARY_PATH) */
    const struct sandbox_mount *mounts; /**< what it may use besides the system's own files */
    size_t mount_count;                 /**< of `mounts` */
    const char *workdir;                /**< a mounted directory, or NULL for "/" */
    int pass_fds[SANDBOX_MAX_PASS];     /**< descriptors of the caller ... */
    int pass_targets[SANDBOX_MAX_PASS]; /**< ... and the numbers, 3 to 99, they have inside; all others are
                                           closed */
    size_t pass_count;                  /**< of `pass_fds` and `pass_targets` */
    struct sandbox_limits limits;       /**< every one is needed */
    bool gpu;                           /**< let it use NVIDIA GPUs of this machine ... */
    const char *gpu_device;             /**< ... the one with this device file; NULL: all */
    enum sandbox_profile profile;       /**< a compiler or a submission */
    enum sandbox_tier tier;             /**< SANDBOX_TIER_NONE: the best tier of sandbox_probe() */
};

/** How a program ended, and what it used. */
struct sandbox_result {
    enum sandbox_verdict verdict; /**< what it comes down to */
    int exit_code; /**< with SANDBOX_EXITED; and where the program ended by itself with another verdict, else
                      -1 */
    int signal; /**< with SANDBOX_SIGNALED; and where the program died of one with another verdict, else 0 */
    char *output; /**< what it printed, up to the limit, and a '\0'; belongs to the process: sandbox_free()
                     frees it */
    size_t output_length;  /**< may contain '\0' itself */
    bool output_truncated; /**< it printed more than the limit, and the rest is lost */
    double wall_s;         /**< seconds by the clock */
    double cpu_s;          /**< seconds of processor time, all its processes together */
    size_t peak_bytes;     /**< most resident memory seen, all processes together */
    char message[256];     /**< one line for people: which limit, which signal, what failed; never empty */
};

struct sandbox_process;

/**
 * The best tier this machine has, found by running a harmless program in it; later calls only look it up.
 * @param why  gets why the machine has no better one and what an administrator can do about it, or "".
 */
enum sandbox_tier sandbox_probe(char *why, size_t size);

/** Whether this machine has just this tier; if not, `why` says the reason. */
bool sandbox_probe_tier(enum sandbox_tier tier, char *why, size_t size);

/** Removes the control groups whose supervisors were killed; the first sandbox of a process does so, too. */
void sandbox_tidy(void);

/** Whether a tier isolates as well as the one wanted, or better. */
bool sandbox_tier_suffices(enum sandbox_tier tier, enum sandbox_tier wanted);

/** A tier in a few words: "bubblewrap". */
const char *sandbox_tier_words(enum sandbox_tier tier);

/**
 * Who the program will be: ourselves, or, if we are root, a user that nobody else is, told by our process id
 * (65534 where there are not enough users to choose from). Give it what it must write.
 */
uid_t sandbox_uid(void);

/**
 * Starts a program. The caller keeps its descriptors in `pass_fds`; it closes those that only the program
 * should have, and then reads end-of-file from its pipes as soon as the program is gone.
 * @return NULL if we could not, with the reason in `message`. Else to be freed with sandbox_free().
 */
struct sandbox_process *sandbox_start(const struct sandbox_spawn *spawn, char *message, size_t size);

/** Becomes readable (poll, epoll) when the result is there. Belongs to the process: do not close or read it.
 */
int sandbox_poll_fd(const struct sandbox_process *process);

/**
 * Waits for the result, at most `timeout_s` seconds; 0 looks and returns, a negative number waits forever.
 * The limits hold in the meantime whether anybody waits or not.
 * @return false if the program still runs. Once true it stays true, with the same result.
 */
bool sandbox_wait(struct sandbox_process *process, struct sandbox_result *result, double timeout_s);

/** Seconds in which the program could have run, had others not used the processors: they count for no limit,
 * up to ten times the limit by the clock and a minute. */
double sandbox_waited(const struct sandbox_process *process);

/** Ends the program soon, with SANDBOX_CANCELLED. May be called from a signal handler; the result is still to
 * be waited for. */
void sandbox_kill(struct sandbox_process *process);

/** Kills the program if it still runs, waits until nothing of it is left, frees all. NULL is allowed. */
void sandbox_free(struct sandbox_process *process);

/** The verdict as a word: "exited", "time", ... */
const char *sandbox_verdict_name(enum sandbox_verdict verdict);

#endif
