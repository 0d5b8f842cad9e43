// This machine's GPUs, and leases on them.
#include "gpus.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

// The pause between two checks while all GPUs are taken.
static const struct timespec pause_ns = {.tv_nsec = 20000000};

// An entry for each GPU, and for all other devices on the bus.
static const char all_devices[] = "/sys/bus/pci/devices";

// The tool writes the bus's domain with eight digits, the kernel with four.
static void address_of(char *address, const char *bus_id) {
    const size_t length = strlen(bus_id);
    strcpy(address, length > 12 ? bus_id + length - 12 : bus_id);
    for (char *c = address; *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

// If the only GPU has no entry (as in WSL), all graders share the driver's.
static void choose_locks(struct gpu *gpu, const char *address) {
    static const char *const drivers[] = {"/dev/nvidiactl", "/dev/dxg"};
    snprintf(gpu->lock, sizeof gpu->lock, "%s/%s", all_devices, address);
    static const char *const entries[GPUS_QUEUED] = {"vendor", "device", "class", "revision"};
    for (size_t i = 0; i < GPUS_QUEUED; i++) {
        snprintf(gpu->queue[i], sizeof gpu->queue[i], "%s/%s/%s", all_devices, address, entries[i]);
        if (access(gpu->queue[i], R_OK) != 0)
            gpu->queue[i][0] = '\0';
    }
    for (size_t i = 0; access(gpu->lock, R_OK) != 0 && i < sizeof drivers / sizeof drivers[0]; i++)
        strcpy(gpu->lock, drivers[i]);
}

void gpu_read_device(struct gpu *gpu, FILE *information) {
    char line[128];
    unsigned minor;
    gpu->device[0] = '\0';
    while (fgets(line, sizeof line, information))
        if (sscanf(line, "Device Minor: %u", &minor) == 1)
            snprintf(gpu->device, sizeof gpu->device, "/dev/nvidia%u", minor);
}

// The driver says which device file belongs to which GPU.
static void find_device(struct gpu *gpu, const char *address) {
    char path[80];
    snprintf(path, sizeof path, "/proc/driver/nvidia/gpus/%s/information", address);
    FILE *information = fopen(path, "re");
    if (!information)
        return;
    gpu_read_device(gpu, information);
    fclose(information);
    if (access(gpu->device, F_OK) != 0)
        gpu->device[0] = '\0';
}

void gpus_read(struct gpus *gpus, FILE *answer) {
    memset(gpus, 0, sizeof *gpus);
    strcpy(gpus->line, access(all_devices, R_OK) == 0 ? all_devices : "");
    int major, minor;
    char uuid[sizeof gpus->list[0].uuid], bus_id[32], address[32], name[sizeof gpus->name],
        arch[sizeof gpus->arch];
    while (gpus->count < GPUS_MAX &&
           fscanf(answer, "%d.%d, %63[^,], %31[^,], %127[^\n]", &major, &minor, uuid, bus_id, name) == 5) {
        if (major <= 0 || major >= 100 || minor < 0 || minor >= 10)
            continue;
        snprintf(arch, sizeof arch, "sm_%d%d", major, minor);
        if (gpus->count == 0) {
            strcpy(gpus->arch, arch);
            strcpy(gpus->name, name);
        } else if (strcmp(arch, gpus->arch) != 0) {
            continue; // a submission is built for one of them
        }
        struct gpu *gpu = &gpus->list[gpus->count++];
        strcpy(gpu->uuid, uuid);
        address_of(address, bus_id);
        choose_locks(gpu, address);
        find_device(gpu, address);
    }
}

// The tool comes with every driver.
static void find(struct gpus *gpus) {
    if (access("/dev/nvidiactl", F_OK) != 0 && access("/dev/dxg", F_OK) != 0)
        return;
    FILE *answer = popen(
        "nvidia-smi --query-gpu=compute_cap,uuid,pci.bus_id,name --format=csv,noheader 2>/dev/null", "re");
    if (!answer)
        return;
    gpus_read(gpus, answer);
    pclose(answer);
}

const struct gpus *gpus_here(void) {
    static struct gpus here;
    static bool known;
    if (!known)
        find(&here);
    known = true;
    return &here;
}

// Takes a lock without waiting. @return false if another process has it. A file that cannot be opened counts
// as free, and *fd is -1
static bool try_lock(const char *path, int *fd) {
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    if (*fd < 0 || flock(*fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    close(*fd);
    *fd = -1;
    return false;
}

// Waits for a lock: the kernel gives it to the process that has waited longest. A file that cannot be opened
// counts as free. @return the descriptor that holds the lock, or -1
static int wait_for_lock(const char *path) {
    const int fd = path[0] ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    while (fd >= 0 && !stop_requested() && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    return fd;
}

static void let_go(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool is_idle(const struct gpu *gpu) {
    int fd;
    const bool idle = try_lock(gpu->lock, &fd);
    let_go(&fd);
    return idle;
}

static bool has_queue(const struct gpu *gpu) { return gpu->queue[0][0] != '\0'; }

// A GPU whose entry cannot be opened is used without a lease: better than not at all.
static bool try_to_take(struct gpu_lease *lease, const struct gpu *gpu, const char *entry) {
    const bool taken = entry[0] ? try_lock(entry, &lease->queue_fd) : try_lock(gpu->lock, &lease->lock_fd);
    if (taken)
        lease->gpu = gpu;
    return taken;
}

// Tries the first place in every queue before the second in any.
static bool try_to_take_any(struct gpu_lease *lease, const struct gpus *gpus, bool only_idle) {
    for (size_t p = 0; p < GPUS_QUEUED; p++)
        for (size_t i = 0; i < gpus->count; i++) {
            const struct gpu *gpu = &gpus->list[i];
            if (p > 0 && gpu->queue[p][0] == '\0')
                continue;
            if ((!only_idle || !has_queue(gpu) || is_idle(gpu)) && try_to_take(lease, gpu, gpu->queue[p]))
                return true;
        }
    return false;
}

static bool take_first_free(struct gpu_lease *lease, const struct gpus *gpus) {
    while (gpus->count > 0 && !stop_requested()) {
        if (try_to_take_any(lease, gpus, true) || try_to_take_any(lease, gpus, false))
            return true;
        nanosleep(&pause_ns, NULL);
    }
    return false;
}

bool gpu_lease_queue(struct gpu_lease *lease, const struct gpus *gpus) {
    *lease = (struct gpu_lease){.queue_fd = -1, .lock_fd = -1};
    int line = gpus->count > 0 ? wait_for_lock(gpus->line) : -1;
    const bool taken = take_first_free(lease, gpus);
    let_go(&line);
    return taken;
}

bool gpu_lease_take(struct gpu_lease *lease) {
    if (lease->gpu && has_queue(lease->gpu))
        lease->lock_fd = wait_for_lock(lease->gpu->lock);
    let_go(&lease->queue_fd);
    return lease->gpu && !stop_requested();
}

void gpu_lease_end(struct gpu_lease *lease) {
    if (lease->gpu) {
        let_go(&lease->lock_fd);
        let_go(&lease->queue_fd);
    }
    *lease = (struct gpu_lease){.queue_fd = -1, .lock_fd = -1};
}
