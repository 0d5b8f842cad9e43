// This machine's GPUs, and whose turn it is on them.
#include "gpus.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

// Between two looks at GPUs that are all taken.
static const struct timespec pause_ns = {.tv_nsec = 20000000};

// An entry for each GPU, and for whatever else is on the bus.
static const char all_devices[] = "/sys/bus/pci/devices";

// The tool writes the bus's domain with eight digits, the kernel with four.
static void address_of(char *address, const char *bus_id) {
    const size_t length = strlen(bus_id);
    strcpy(address, length > 12 ? bus_id + length - 12 : bus_id);
    for (char *c = address; *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

// Where there is no entry for the one GPU (as in WSL) all share the driver's.
static void choose_lock(struct gpu *gpu, const char *address) {
    static const char *const drivers[] = {"/dev/nvidiactl", "/dev/dxg"};
    snprintf(gpu->lock, sizeof gpu->lock, "%s/%s", all_devices, address);
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

// The driver tells which device file is whose.
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
        choose_lock(gpu, address);
        find_device(gpu, address);
    }
}

void gpus_find(struct gpus *gpus) {
    memset(gpus, 0, sizeof *gpus);
    if (access("/dev/nvidiactl", F_OK) != 0 && access("/dev/dxg", F_OK) != 0)
        return;
    FILE *answer = popen(
        "nvidia-smi --query-gpu=compute_cap,uuid,pci.bus_id,name --format=csv,noheader 2>/dev/null", "re");
    if (!answer)
        return;
    gpus_read(gpus, answer);
    pclose(answer);
}

// A GPU whose entry cannot be opened is used without a turn: better than not at all.
static bool try_to_take(struct gpu_turn *turn, const struct gpu *gpu) {
    const int fd = open(gpu->lock, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return false;
    }
    *turn = (struct gpu_turn){.gpu = gpu, .lock_fd = fd};
    return true;
}

// Waits for those who came before: the kernel hands a lock to its waiters in the order they came in. A line
// that cannot be opened is none, and GPUs are got by luck. @return what holds the place, or -1
static int stand_in_line(const struct gpus *gpus) {
    const int fd = gpus->line[0] ? open(gpus->line, O_RDONLY | O_CLOEXEC) : -1;
    while (fd >= 0 && !stop_requested() && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    return fd;
}

static bool take_first_free(struct gpu_turn *turn, const struct gpus *gpus) {
    while (gpus->count > 0 && !stop_requested()) {
        for (size_t i = 0; i < gpus->count; i++)
            if (try_to_take(turn, &gpus->list[i]))
                return true;
        nanosleep(&pause_ns, NULL);
    }
    return false;
}

bool gpu_turn_take(struct gpu_turn *turn, const struct gpus *gpus) {
    *turn = (struct gpu_turn){.lock_fd = -1};
    const int place = gpus->count > 0 ? stand_in_line(gpus) : -1;
    const bool taken = take_first_free(turn, gpus);
    if (place >= 0)
        close(place);
    return taken;
}

void gpu_turn_end(struct gpu_turn *turn) {
    if (turn->gpu && turn->lock_fd >= 0)
        close(turn->lock_fd);
    *turn = (struct gpu_turn){.lock_fd = -1};
}
