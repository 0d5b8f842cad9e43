// What the driver's management library, NVML, says of clocks and power. It is looked for when the program
// runs: where it is missing, as in some containers, there is nothing to be printed.
#include "bench/bench.h"

#include <dlfcn.h>
#include <string.h>

#include <cuda_runtime_api.h>

// NVML's names and numbers, as its manual gives them ("NVML API Reference Guide").
enum { NVML_SUCCESS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 };
typedef void *nvml_device;
typedef int nvml_init(void);
typedef int nvml_by_bus(const char *bus, nvml_device *device);
typedef int nvml_clock(nvml_device device, int which, unsigned int *mhz);
typedef int nvml_power(nvml_device device, unsigned int *milliwatts);

static struct {
    bool opened;
    nvml_device device; // NULL if it cannot be asked
    nvml_clock *clock;
    nvml_power *power;
} nvml;

// ISO C has no conversion from an object's address to a function's; POSIX promises that this works.
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void open_nvml(void) {
    char bus[32];
    nvml_init *init;
    nvml_by_bus *by_bus;
    nvml.opened = true;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library || !find(library, "nvmlInit_v2", &init) ||
        !find(library, "nvmlDeviceGetHandleByPciBusId_v2", &by_bus) ||
        !find(library, "nvmlDeviceGetClockInfo", &nvml.clock) ||
        !find(library, "nvmlDeviceGetPowerUsage", &nvml.power))
        return;
    if (init() != NVML_SUCCESS || cudaDeviceGetPCIBusId(bus, sizeof bus, 0) != cudaSuccess ||
        by_bus(bus, &nvml.device) != NVML_SUCCESS)
        nvml.device = NULL;
}

bool power_describe(FILE *out, const char *before) {
    unsigned int sm = 0, memory = 0, milliwatts = 0;
    if (!nvml.opened)
        open_nvml();
    if (!nvml.device || nvml.clock(nvml.device, NVML_CLOCK_SM, &sm) != NVML_SUCCESS ||
        nvml.clock(nvml.device, NVML_CLOCK_MEM, &memory) != NVML_SUCCESS)
        return false;
    fprintf(out, "%sclocks: multiprocessors %u MHz, memory %u MHz", before, sm, memory);
    if (nvml.power(nvml.device, &milliwatts) == NVML_SUCCESS)
        fprintf(out, "; power: %.0f W", milliwatts / 1e3);
    fprintf(out, "\n");
    return true;
}
