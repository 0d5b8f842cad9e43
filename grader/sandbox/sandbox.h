/**
 * @file sandbox.h
 * @brief Runs an untrusted program within limits, and says how it ended.
 *
 * Theory of operation. Four processes form a chain:
 *
 *     grade  ->  supervisor  ->  [bwrap ->]  sandbox-exec  ->  the program
 *
 * - `grade` calls sandbox_start(). Of the processes to its right it only trusts the supervisor.
 * - The supervisor is a fork of `grade`, one per program, in a session of its own. It keeps the time, reads
 *   the program's output, and watches memory and processes. As a child subreaper it becomes the parent of
 *   every orphan of the box. It ends the box when the program ends, when a limit is passed, on
 *   sandbox_kill() and when `grade` dies. It ends only when no process of the box is left. It answers in
 *   memory that it shares with `grade` alone; a pidfd signals to `grade` that the answer is there.
 * - In tiers A and B, bwrap (bubblewrap) makes the box: its own user, process, network, IPC and host name
 *   namespaces, and a file system that holds only what sandbox_spawn names. Tier C has none of these: there
 *   Landlock closes the file system, and the system-call filter does the rest.
 *   A container of the machine's owner, in which none of these may work, can be the box on request: then
 *   only the filter, the limits and the supervisor are Warplab's, and files are as open as to the user.
 * - `sandbox-exec` (grader/sandbox/exec) is trusted and runs inside the box. It forks, sets the system-call
 *   filter and the resource limits in the child, and starts the program there. In tiers A and B it is
 *   process 1 of the box: the program cannot signal it, and the box ends with it. It reports the program's
 *   end to the supervisor through a pipe that the program does not have.
 * - In tier A the supervisor runs as root. It also makes a control group for the box and removes it.
 * - The program is not trusted. Its standard input is empty; its standard output and error are one pipe to
 *   the supervisor. It shares with `grade` only the descriptors in `pass_fds`.
 *
 * Two voices: SANDBOX_FAILED, and sandbox_start() returning NULL, mean that the sandbox could not do its
 * work; a message says why. Every other verdict is about the program.
 *
 * No threads are used. The caller must have only one thread when it calls sandbox_start().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;

/** How well a machine can isolate a program. */
enum sandbox_tier {
    SANDBOX_TIER_NONE = 0,  /**< none is safe enough; in sandbox_spawn: use the best one */
    SANDBOX_TIER_A = 'A',   /**< as B, and control groups, which limit memory and processes of the whole
                                 box; only for root */
    SANDBOX_TIER_B = 'B',   /**< bubblewrap: namespaces, system-call filter, resource limits */
    SANDBOX_TIER_C = 'C',   /**< no namespaces: Landlock, system-call filter, resource limits */
    SANDBOX_CONTAINER = 'D' /**< no tier of ours, and only on request: system-call filter and resource limits
                                 within a container that somebody else made */
};

/** The kind of program. */
enum sandbox_profile {
    SANDBOX_BUILD, /**< a compiler: starts other programs, sees /etc/alternatives, has a larger /tmp */
    SANDBOX_RUN    /**< a submission: may start threads, but no process */
};

/** How a program ended. */
enum sandbox_verdict {
    SANDBOX_EXITED,    /**< ended by itself, with `exit_code` */
    SANDBOX_SIGNALED,  /**< ended by `signal`, and by no known limit */
    SANDBOX_TIME,      /**< ran too long, by the clock or in processor time */
    SANDBOX_MEMORY,    /**< used too much memory, or failed because it could not have more */
    SANDBOX_PROCESSES, /**< had too many processes and threads; in SANDBOX_RUN: tried to start a process */
    SANDBOX_OUTPUT,    /**< printed too much */
    SANDBOX_FILES,     /**< wrote too large a file */
    SANDBOX_CANCELLED, /**< sandbox_kill() was called */
    SANDBOX_FAILED     /**< the sandbox failed, not the program; see `message` */
};

/** The limits of one program. Each must be more than 0. */
struct sandbox_limits {
    double wall_s; /**< seconds by the clock, from sandbox_start() on, without sandbox_waited() */
    double cpu_s;  /**< seconds of processor time, all threads and processes together */
    size_t
        memory_bytes; /**< of data in one process (RLIMIT_DATA), and of memory without files in all processes
                         together; memory shared with the caller counts as soon as it is touched */
    unsigned processes;  /**< processes and threads at one time */
    size_t output_bytes; /**< of standard output and error together */
    size_t file_bytes;   /**< size of one file */
};

/**
 * A file or directory the program may use. It has the same path inside the box as outside, since tier C
 * cannot change paths. sandbox_uid() must be able to reach it: not below a directory closed to that user.
 */
struct sandbox_mount {
    const char *path; /**< absolute */
    bool writable;    /**< else read-only */
};

enum { SANDBOX_MAX_PASS = 8 };

/**
 * One program to run. sandbox_start() reads what the pointers name, and nothing later does.
 *
 * Visible inside without being named: /usr (with /bin, /lib ... as the system has them), ld.so.cache, a few
 * devices, in tiers A and B an empty private /tmp (in tier C no /tmp: set TMPDIR to a writable mount), and
 * with `gpu` what NVIDIA's driver needs. A CUDA Toolkit outside /usr needs a mount.
 */
struct sandbox_spawn {
    const char *const *argv; /**< ends with NULL; argv[0] is an absolute path */
    const char *const
        *env; /**< ends with NULL; "NAME=value"; the whole environment (`gpu` may add LD_LIBRARY_PATH) */
    const struct sandbox_mount *mounts; /**< what it may use besides the system's files */
    size_t mount_count;                 /**< of `mounts` */
    const char *workdir;                /**< a mounted directory, or NULL for "/" */
    int pass_fds[SANDBOX_MAX_PASS];     /**< descriptors of the caller ... */
    int pass_targets[SANDBOX_MAX_PASS]; /**< ... and the numbers, 3 to 99, they have inside; all others are
                                           closed */
    size_t pass_count;                  /**< of `pass_fds` and `pass_targets` */
    struct sandbox_limits limits;       /**< all are required */
    bool gpu;                           /**< it may use the NVIDIA GPUs of this machine ... */
    const char *gpu_device;             /**< ... the one with this device file; NULL: all */
    enum sandbox_profile profile;       /**< a compiler or a submission */
    enum sandbox_tier tier;             /**< SANDBOX_TIER_NONE: the best tier of sandbox_probe() */
};

/** How a program ended, and what it used. */
struct sandbox_result {
    enum sandbox_verdict verdict; /**< how it ended */
    int exit_code; /**< with SANDBOX_EXITED; and where the program ended by itself with another verdict, else
                      -1 */
    int signal; /**< with SANDBOX_SIGNALED; and where the program died of one with another verdict, else 0 */
    char *output; /**< what it printed, up to the limit, and a '\0'; belongs to the process: sandbox_free()
                     frees it */
    size_t output_length;  /**< may contain '\0' itself */
    bool output_truncated; /**< it printed more than the limit, and the rest is lost */
    double wall_s;         /**< seconds by the clock */
    double cpu_s;          /**< seconds of processor time, all its processes together */
    size_t peak_bytes;     /**< peak of the resident memory of all its processes together */
    char message[256];     /**< one sentence: which limit, which signal, what failed; never empty */
};

struct sandbox_process;

/** What to say where sandbox_probe() finds no tier; its reasons follow. */
#define SANDBOX_NONE_WORKS                                                                                   \
    "no sandbox works on this machine (in a container made for it, --sandbox container grades without one)"

/**
 * The best tier of this machine. The first call runs a harmless program in each tier; later calls look the
 * answer up.
 * @param error gets why there is no better tier and what an administrator can do, or ""
 */
enum sandbox_tier sandbox_probe(struct error *error);

/**
 * From now on sandbox_probe() answers SANDBOX_CONTAINER, in this process and its children: somebody asked for
 * it. @return false with an error if even that does not work here
 */
bool sandbox_use_container(struct error *error);

/** Whether this machine has just this tier. */
bool sandbox_probe_tier(enum sandbox_tier tier, struct error *error);

/** Removes the control groups whose supervisors were killed. The first sandbox of a process does so, too. */
void sandbox_tidy(void);

/** Whether a tier isolates as well as the one wanted, or better. */
bool sandbox_tier_suffices(enum sandbox_tier tier, enum sandbox_tier wanted);

/** A tier in a few words: "bubblewrap". */
const char *sandbox_tier_words(enum sandbox_tier tier);

/** A tier's name for programs: "A", "B", "C" or "container". */
const char *sandbox_tier_name(enum sandbox_tier tier);

/**
 * The user that the program runs as: the caller's own. For root it is a user id of its own, derived from the
 * process id (65534 where a container has too few ids). What the program must write has to belong to it.
 */
uid_t sandbox_uid(void);

/**
 * Starts a program. The descriptors in `pass_fds` stay the caller's. It should close those that only the
 * program needs; then it reads end-of-file from its pipes as soon as the program is gone.
 * @return to be freed with sandbox_free(); NULL with an error
 */
struct sandbox_process *sandbox_start(const struct sandbox_spawn *spawn, struct error *error);

/**
 * Waits for the result, at most `timeout_s` seconds; 0 looks and returns, a negative number waits forever.
 * The limits hold also while no caller waits.
 * @return false if the program still runs. Once true it stays true, with the same result.
 */
bool sandbox_wait(struct sandbox_process *process, struct sandbox_result *result, double timeout_s);

/** Seconds in which the program was ready to run but other programs used the processors. They do not count
 * for the limit by the clock, up to nine times that limit and a minute. */
double sandbox_waited(const struct sandbox_process *process);

/** Ends the program soon, with SANDBOX_CANCELLED. May be called from a signal handler; the caller must still
 * wait for the result. */
void sandbox_kill(struct sandbox_process *process);

/** Kills the program if it still runs, waits until nothing of it is left, frees all. NULL is allowed. */
void sandbox_free(struct sandbox_process *process);
