// One runner in its sandbox, and the job protocol's trusted end.
//
// Theory of operation. Three kernel objects are shared with the runner: a pipe of jobs to it, a pipe of
// replies from it, and two sealed parts of memory. The seals keep the runner from writing to the input by
// any way, and from shortening either while they are in use. Replies are untrusted: their size is bounded,
// they must answer the last job, and reading them never blocks.
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "sandbox/tool.h"

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

// Shared memory of a fixed size: sealed against changes.
static int make_memory(const char *name, size_t size, unsigned char **mapped) {
    const int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
        return -1;
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return -1;
    *mapped = bytes;
    return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0 ? fd : -1;
}

// The same memory without the right to write: the existing mapping keeps it, later ones do not get it.
static int read_only(int fd) {
    char path[64];
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) != 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const int again = open(path, O_RDONLY | O_CLOEXEC);
    close(fd);
    return again;
}

bool session_open(struct session *session, size_t input_size, size_t output_size, struct error *error) {
    *session = (struct session){.input_size = job_align(input_size) + JOB_TURN_BYTES,
                                .output_size = job_align(output_size) + JOB_TURN_BYTES,
                                .input_fd = -1,
                                .output_fd = -1,
                                .job_fd = -1,
                                .reply_fd = -1};
    const int writable = make_memory("input", session->input_size, &session->input);
    session->input_fd = writable >= 0 ? read_only(writable) : -1;
    session->output_fd = make_memory("output", session->output_size, &session->output);
    if (session->input_fd >= 0 && session->output_fd >= 0)
        return true;
    return error_set_system(error, "cannot make memory to share with the runner");
}

struct job_start *session_start_of(const struct session *session) {
    return (void *)(session->input + session->input_size - JOB_TURN_BYTES);
}

struct job_turn *session_turn_of(const struct session *session) {
    return (void *)(session->output + session->output_size - JOB_TURN_BYTES);
}

// Each process counts its turns from the beginning.
static void forget_turns(struct session *session) {
    session->turns = 0;
    *session_start_of(session) = (struct job_start){0};
    *session_turn_of(session) = (struct job_turn){0};
}

static void close_pipes(struct session *session) {
    if (session->job_fd >= 0)
        close(session->job_fd);
    if (session->reply_fd >= 0)
        close(session->reply_fd);
    session->job_fd = session->reply_fd = -1;
}

// The library, and the folder with its companions. @return true if the box needs access to that folder
static bool name_cupti(const struct session_setting *setting, char *variable, char *folder) {
    if (!setting->cupti)
        return false;
    snprintf(variable, PATH_MAX + 16, "WARPLAB_CUPTI=%s", setting->cupti);
    snprintf(folder, PATH_MAX, "%.*s", (int)(strrchr(setting->cupti, '/') - setting->cupti), setting->cupti);
    return strncmp(folder, "/usr/", 5) != 0;
}

static bool start_with(struct session *session, const struct session_setting *setting, int job_end,
                       int reply_end, struct error *error) {
    const char *const argv[] = {setting->program, NULL};
    char visible[96];
    snprintf(visible, sizeof visible, "CUDA_VISIBLE_DEVICES=%s", setting->gpu ? setting->gpu->uuid : "");
    char cupti[PATH_MAX + 16], folder[PATH_MAX];
    const bool mount = name_cupti(setting, cupti, folder);
    char device[PATH_MAX + 16]; // the engine's; CUPTI is for a GPU
    snprintf(device, sizeof device, "SIMT_DEVICE=%s", setting->profile ? setting->profile : "");
    // One queue to the GPU is enough for one stream, and takes half as long to create as many.
    const char *env[8] = {"PATH=/usr/bin:/bin", "LC_ALL=C", "CUDA_DEVICE_MAX_CONNECTIONS=1",
                          "CUDA_DEVICE_MAX_COPY_CONNECTIONS=1", visible};
    size_t words = 5;
    if (setting->cupti)
        env[words++] = cupti;
    if (setting->profile)
        env[words++] = device;
    struct sandbox_mount mounts[3] = {{setting->program, false}};
    size_t mounted = 1;
    if (mount || setting->profile)
        mounts[mounted++].path = setting->profile ? setting->profile : folder;
    if (setting->libraries)
        mounts[mounted++].path = setting->libraries;
    const struct sandbox_spawn spawn = {
        .argv = argv,
        .env = env,
        .mounts = mounts,
        .mount_count = mounted,
        .pass_fds = {job_end, reply_end, session->input_fd, session->output_fd},
        .pass_targets = {JOB_FD, REPLY_FD, INPUT_FD, OUTPUT_FD},
        .pass_count = 4,
        .limits = setting->limits,
        .gpu = setting->gpu != NULL,
        .gpu_device = setting->gpu && setting->gpu->device[0] ? setting->gpu->device : NULL,
        .profile = SANDBOX_RUN,
    };
    session->process = sandbox_start(&spawn, error);
    return session->process != NULL;
}

bool session_start(struct session *session, const struct session_setting *setting, struct error *error) {
    int jobs[2], replies[2];
    if (pipe2(jobs, O_CLOEXEC) != 0)
        return error_set_system(error, "cannot make a pipe");
    if (pipe2(replies, O_CLOEXEC) != 0) {
        error_set_system(error, "cannot make a pipe");
        close(jobs[0]), close(jobs[1]);
        return false;
    }
    forget_turns(session);
    session->job_fd = jobs[1];
    session->reply_fd = replies[0];
    fcntl(session->reply_fd, F_SETFL, O_NONBLOCK);
    const bool started = start_with(session, setting, jobs[0], replies[1], error);
    close(jobs[0]);
    close(replies[1]);
    if (!started)
        close_pipes(session);
    return started;
}

bool session_send(struct session *session, struct job *job) {
    job->magic = JOB_MAGIC;
    job->id = ++session->job_id;
    session->reply_got = session->json_got = 0;
    free(session->json);
    session->json = NULL;
    // A job is smaller than a pipe's atomic size, and the pipe is empty: this never blocks.
    return write(session->job_fd, job, sizeof *job) == (ssize_t)sizeof *job;
}

static ssize_t take(struct session *session, void *to, size_t size) {
    ssize_t got;
    do
        got = read(session->reply_fd, to, size);
    while (got < 0 && errno == EINTR);
    return got;
}

enum session_event session_read(struct session *session) {
    struct job_reply *reply = &session->reply;
    while (session->reply_got < sizeof *reply) {
        const ssize_t got =
            take(session, (char *)reply + session->reply_got, sizeof *reply - session->reply_got);
        if (got <= 0)
            return got < 0 && errno == EAGAIN ? SESSION_WAITING : SESSION_ENDED;
        session->reply_got += (size_t)got;
    }
    if (reply->magic != JOB_MAGIC || reply->id != session->job_id || reply->json_length > JOB_MAX_JSON)
        return SESSION_NONSENSE;
    if (!session->json && !(session->json = calloc(1, reply->json_length + 1)))
        return SESSION_ENDED;
    while (session->json_got < reply->json_length) {
        const ssize_t got =
            take(session, session->json + session->json_got, reply->json_length - session->json_got);
        if (got <= 0)
            return got < 0 && errno == EAGAIN ? SESSION_WAITING : SESSION_ENDED;
        session->json_got += (size_t)got;
    }
    return SESSION_REPLIED;
}

void session_finish(struct session *session) { close_pipes(session); }

void session_stop(struct session *session, double patience_s, struct sandbox_result *result) {
    close_pipes(session);
    if (!sandbox_wait(session->process, result, patience_s))
        sandbox_kill(session->process);
    sandbox_await(session->process, result);
}

void session_forget(struct session *session) {
    close_pipes(session);
    sandbox_free(session->process);
    session->process = NULL;
}

void session_close(struct session *session) {
    session_forget(session);
    free(session->json);
    if (session->input)
        munmap(session->input, session->input_size);
    if (session->output)
        munmap(session->output, session->output_size);
    if (session->input_fd >= 0)
        close(session->input_fd);
    if (session->output_fd >= 0)
        close(session->output_fd);
    *session = (struct session){.input_fd = -1, .output_fd = -1, .job_fd = -1, .reply_fd = -1};
}

bool session_ask(struct session *session, const struct session_setting *setting, struct job *job,
                 struct error *error) {
    if (!session->process && !session_start(session, setting, error))
        return false;
    session_send(session, job); // a runner that is gone does not answer, either
    return true;
}

static enum session_event wait_for_reply(struct session *session, double seconds) {
    enum session_event event = SESSION_WAITING;
    const double deadline = clock_now() + seconds - sandbox_waited(session->process);
    while (event == SESSION_WAITING && clock_now() < deadline + sandbox_waited(session->process) &&
           !stop_requested()) {
        struct pollfd fd = {.fd = session->reply_fd, .events = POLLIN};
        if (poll(&fd, 1, 200) > 0)
            event = session_read(session);
    }
    return event;
}

struct error session_engine_words(const struct sandbox_result *result) {
    struct error words = {""};
    const char *text = result->output ? result->output : "", *at = strstr(text, "simt: ");
    if (!at || (at > text && at[-1] != '\n'))
        at = strstr(text, "Time is up");
    if (at)
        error_set(&words, ": %.*s", (int)strcspn(at, "\n"), at);
    utf8_escape(words.text, sizeof words.text);
    return words;
}

cJSON *session_answer(struct session *session, double seconds, struct tool_cost *cost, struct error *error) {
    const enum session_event event = wait_for_reply(session, seconds);
    cJSON *json = event == SESSION_REPLIED ? cJSON_ParseWithLength(session->json, session->json_got) : NULL;
    if (json && session->reply.status != JOB_DEVICE_ERROR)
        return json;
    struct sandbox_result result;
    // A runner that is gone has its own reason; the others are killed.
    const bool by_force = event == SESSION_WAITING || event == SESSION_NONSENSE;
    session_stop(session, by_force ? 0 : SESSION_PATIENCE_S, &result);
    session->broken = result.verdict == SANDBOX_FAILED;
    session->starved = result.verdict == SANDBOX_MEMORY;
    if (cost)
        cost_add(cost, &result);
    if (!json)
        error_set(error, "%s%s",
                  event == SESSION_WAITING    ? "no answer in time"
                  : event == SESSION_NONSENSE ? "the program wrote to the grader's own pipe"
                                              : result.message,
                  session_engine_words(&result).text);
    session_forget(session);
    return json;
}

void session_end(struct session *session, struct tool_cost *cost) {
    struct sandbox_result result;
    if (!session->process)
        return;
    session_stop(session, SESSION_PATIENCE_S, &result);
    if (cost)
        cost_add(cost, &result);
    session_forget(session);
}
