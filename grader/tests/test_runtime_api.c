// The CUDA runtime API on the engine: what calls return, what they are blamed for, and what they leave
// behind.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory/device_range.h"
#include "engine/memory/heap.h"
#include "engine/model/host_calls.h"
#include "engine/model/profile.h"
#include "engine/report/errors.h"
#include "engine/report/status.h"
#include "simt/runtime_functions.h"
#include "simt/simt.h"

enum { SIZE = 64, LAUNCH_AT = 0x4242, NO_ERROR = -1 };

// What every test finds: live and freed device memory, pinned and managed memory, and some of the host's.
static char *device, *other, *freed, *pinned, *managed, *host;
static cudaEvent_t event, unrecorded;

static void set_up(void) {
    host = calloc(1, SIZE);
    ck_assert_int_eq(cudaMalloc((void **)&device, SIZE), cudaSuccess);
    ck_assert_int_eq(cudaMalloc((void **)&other, SIZE), cudaSuccess);
    ck_assert_int_eq(cudaMalloc((void **)&freed, SIZE), cudaSuccess);
    ck_assert_int_eq(cudaFree(freed), cudaSuccess);
    ck_assert_int_eq(simt_host_alloc((void **)&pinned, SIZE, 0), cudaSuccess);
    ck_assert_int_eq(simt_malloc_managed((void **)&managed, SIZE, cudaMemAttachGlobal), cudaSuccess);
    ck_assert_int_eq(cudaEventCreateWithFlags(&event, 0), cudaSuccess);
    ck_assert_int_eq(cudaEventCreateWithFlags(&unrecorded, 0), cudaSuccess);
    ck_assert_int_eq(simt_event_record(event, NULL), cudaSuccess);
}

static void tear_down(void) { free(host); }

static cudaError_t call_malloc_nowhere(void) { return cudaMalloc(NULL, SIZE); }
static cudaError_t call_malloc_nothing(void) { return cudaMalloc((void **)&freed, 0); }
static cudaError_t call_malloc_too_much(void) { return cudaMalloc((void **)&freed, SIZE_MAX / 2); }
static cudaError_t call_managed_nothing(void) {
    return simt_malloc_managed((void **)&freed, 0, cudaMemAttachGlobal);
}
static cudaError_t call_free(void) { return cudaFree(device); }
static cudaError_t call_free_null(void) { return cudaFree(NULL); }
static cudaError_t call_free_twice(void) { return cudaFree(freed); }
static cudaError_t call_free_inside(void) { return cudaFree(device + 4); }
static cudaError_t call_free_host_memory(void) { return cudaFree(host); }
static cudaError_t call_free_pinned(void) { return cudaFree(pinned); }
static cudaError_t call_free_managed(void) { return cudaFree(managed); }
static cudaError_t call_free_host(void) { return cudaFreeHost(pinned); }
static cudaError_t call_free_host_device(void) { return cudaFreeHost(device); }
static cudaError_t call_to_device(void) { return cudaMemcpy(device, host, SIZE, cudaMemcpyHostToDevice); }
static cudaError_t call_to_host(void) { return cudaMemcpy(host, device, SIZE, cudaMemcpyDeviceToHost); }
static cudaError_t call_inside(void) { return cudaMemcpy(device, other, SIZE, cudaMemcpyDeviceToDevice); }
static cudaError_t call_default(void) { return cudaMemcpy(device, host, SIZE, cudaMemcpyDefault); }
static cudaError_t call_managed(void) { return cudaMemcpy(managed, pinned, SIZE, cudaMemcpyHostToDevice); }
static cudaError_t call_no_bytes(void) { return cudaMemcpy(NULL, host, 0, cudaMemcpyHostToDevice); }
static cudaError_t call_to_device_reversed(void) {
    return cudaMemcpy(host, device, SIZE, cudaMemcpyHostToDevice);
}
static cudaError_t call_to_host_reversed(void) {
    return cudaMemcpy(device, host, SIZE, cudaMemcpyDeviceToHost);
}
static cudaError_t call_inside_from_host(void) {
    return cudaMemcpy(device, host, SIZE, cudaMemcpyDeviceToDevice);
}
static cudaError_t call_bad_kind(void) { return cudaMemcpy(device, host, SIZE, (enum cudaMemcpyKind)7); }
static cudaError_t call_past_end(void) { return cudaMemcpy(device, host, SIZE + 1, cudaMemcpyHostToDevice); }
static cudaError_t call_past_end_later(void) {
    return cudaMemcpy(device + 4, host, SIZE, cudaMemcpyHostToDevice);
}
static cudaError_t call_read_past_end(void) {
    return cudaMemcpy(host, other + 1, SIZE, cudaMemcpyDeviceToHost);
}
static cudaError_t call_before_start(void) { return cudaMemcpy(device - 1, host, 1, cudaMemcpyHostToDevice); }
static cudaError_t call_freed(void) { return cudaMemcpy(host, freed, SIZE, cudaMemcpyDeviceToHost); }
static cudaError_t call_null_source(void) { return cudaMemcpy(device, NULL, SIZE, cudaMemcpyHostToDevice); }
static cudaError_t call_wild_source(void) {
    return cudaMemcpy(device, (void *)8, SIZE, cudaMemcpyHostToDevice);
}
static cudaError_t call_wide_rows(void) {
    return cudaMemcpy2D(device, 8, host, 16, 12, 2, cudaMemcpyHostToDevice);
}
static cudaError_t call_last_row_past_end(void) {
    return cudaMemcpy2D(device, 32, host, 8, 8, 3, cudaMemcpyHostToDevice);
}
static cudaError_t call_last_row_fits(void) {
    return cudaMemcpy2D(device, 28, host, 8, 8, 3, cudaMemcpyHostToDevice);
}
static cudaError_t call_memset(void) { return cudaMemset(device, 7, SIZE); }
static cudaError_t call_memset_host(void) { return cudaMemset(host, 7, SIZE); }
static cudaError_t call_memset_past_end(void) { return cudaMemset(device, 7, SIZE * sizeof(int)); }
static cudaError_t call_memset_freed(void) { return simt_memset_async(freed, 7, SIZE, NULL); }
static cudaError_t call_memset_null(void) { return cudaMemset(NULL, 7, SIZE); }
static cudaError_t call_set_device(void) { return cudaSetDevice(0); }
static cudaError_t call_set_other_device(void) { return cudaSetDevice(1); }
static cudaError_t call_unknown_event(void) { return cudaEventSynchronize((cudaEvent_t)(void *)host); }
static cudaError_t call_unknown_stream(void) { return cudaStreamSynchronize((cudaStream_t)(void *)event); }
static cudaError_t call_elapsed_unrecorded(void) {
    float ms;
    return cudaEventElapsedTime(&ms, event, unrecorded);
}
static cudaError_t call_symbol_of_host(void) {
    void *address;
    return simt_symbol_address(&address, host, SIZE, 0, SIZE);
}
static cudaError_t call_synchronize(void) { return cudaDeviceSynchronize(); }

// A call, what it returns, and the kind of error it is blamed for.
static const struct {
    const char *name;
    cudaError_t (*call)(void);
    cudaError_t returns;
    int blamed;
} calls[] = {
    {"malloc without a place", call_malloc_nowhere, cudaErrorInvalidValue, SIMT_API},
    {"malloc of nothing", call_malloc_nothing, cudaSuccess, NO_ERROR},
    {"malloc of too much", call_malloc_too_much, cudaErrorMemoryAllocation, NO_ERROR},
    {"managed malloc of nothing", call_managed_nothing, cudaErrorInvalidValue, SIMT_API},
    {"free", call_free, cudaSuccess, NO_ERROR},
    {"free of null", call_free_null, cudaSuccess, NO_ERROR},
    {"double free", call_free_twice, cudaErrorInvalidValue, SIMT_API},
    {"free of an inner pointer", call_free_inside, cudaErrorInvalidValue, SIMT_API},
    {"free of host memory", call_free_host_memory, cudaErrorInvalidValue, SIMT_API},
    {"free of pinned memory", call_free_pinned, cudaErrorInvalidValue, SIMT_API},
    {"free of managed memory", call_free_managed, cudaSuccess, NO_ERROR},
    {"host free", call_free_host, cudaSuccess, NO_ERROR},
    {"host free of device memory", call_free_host_device, cudaErrorInvalidValue, SIMT_API},
    {"copy to the device", call_to_device, cudaSuccess, NO_ERROR},
    {"copy to the host", call_to_host, cudaSuccess, NO_ERROR},
    {"copy inside the device", call_inside, cudaSuccess, NO_ERROR},
    {"copy by default", call_default, cudaSuccess, NO_ERROR},
    {"copy of pinned to managed", call_managed, cudaSuccess, NO_ERROR},
    {"copy of no bytes", call_no_bytes, cudaSuccess, NO_ERROR},
    {"copy to the device reversed", call_to_device_reversed, cudaErrorInvalidValue, SIMT_API},
    {"copy to the host reversed", call_to_host_reversed, cudaErrorInvalidValue, SIMT_API},
    {"copy inside the device from the host", call_inside_from_host, cudaErrorInvalidValue, SIMT_API},
    {"copy of no kind", call_bad_kind, cudaErrorInvalidMemcpyDirection, SIMT_API},
    {"copy past the end", call_past_end, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"copy past the end from inside", call_past_end_later, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"copy from past the end", call_read_past_end, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"copy before the start", call_before_start, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"copy from freed memory", call_freed, cudaErrorInvalidValue, SIMT_USE_AFTER_FREE},
    {"copy from null", call_null_source, cudaErrorInvalidValue, SIMT_API},
    {"copy from nowhere", call_wild_source, cudaErrorInvalidValue, SIMT_API},
    {"rows wider than the pitch", call_wide_rows, cudaErrorInvalidPitchValue, SIMT_API},
    {"last row past the end", call_last_row_past_end, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"last row up to the end", call_last_row_fits, cudaSuccess, NO_ERROR},
    {"fill", call_memset, cudaSuccess, NO_ERROR},
    {"fill of host memory", call_memset_host, cudaErrorInvalidValue, SIMT_API},
    {"fill past the end", call_memset_past_end, cudaErrorInvalidValue, SIMT_OUT_OF_BOUNDS},
    {"fill of freed memory", call_memset_freed, cudaErrorInvalidValue, SIMT_USE_AFTER_FREE},
    {"fill of null", call_memset_null, cudaErrorInvalidValue, SIMT_API},
    {"device 0", call_set_device, cudaSuccess, NO_ERROR},
    {"device 1", call_set_other_device, cudaErrorInvalidDevice, SIMT_API},
    {"unknown event", call_unknown_event, cudaErrorInvalidResourceHandle, SIMT_API},
    {"unknown stream", call_unknown_stream, cudaErrorInvalidResourceHandle, SIMT_API},
    {"time to an unrecorded event", call_elapsed_unrecorded, cudaErrorInvalidResourceHandle, SIMT_API},
    {"host memory as a symbol", call_symbol_of_host, cudaErrorInvalidSymbol, SIMT_API},
    {"synchronize", call_synchronize, cudaSuccess, NO_ERROR},
};
enum { CALLS = sizeof calls / sizeof *calls };

START_TEST(call_returns_and_is_blamed) {
    cudaError_t returned = calls[_i].call();
    ck_assert_msg(returned == calls[_i].returns, "%s returned %s", calls[_i].name,
                  cudaGetErrorName(returned));
    ck_assert_uint_eq(simt_error_count(), calls[_i].blamed != NO_ERROR);
    if (calls[_i].blamed != NO_ERROR) {
        ck_assert_msg((int)simt_error_get(0)->kind == calls[_i].blamed, "%s: %s", calls[_i].name,
                      simt_error_get(0)->message);
        ck_assert(!simt_error_get(0)->actor.on_device);
        ck_assert_uint_ne(simt_error_get(0)->actor.pc, 0);
    }
    ck_assert_int_eq(cudaPeekAtLastError(), calls[_i].returns);
    ck_assert_int_eq(cudaGetLastError(), calls[_i].returns);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
}
END_TEST

START_TEST(sticky_error_fails_every_call_until_reset) {
    simt_status_set(cudaErrorIllegalAddress, LAUNCH_AT);
    ck_assert(simt_status_sticky());
    ck_assert_int_eq(calls[_i].call(), cudaErrorIllegalAddress);
    ck_assert_uint_eq(simt_error_count(), 0);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorIllegalAddress);
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaSuccess);
}
END_TEST

// A launch that fails with the error, and how the program may then ask for it.
enum ask { ASK_NOT, ASK_LAST, ASK_PEEK, ASK_SYNCHRONIZE };
static const struct {
    cudaError_t error;
    enum ask ask;
    bool blamed;
} launches[] = {
    {cudaErrorInvalidConfiguration, ASK_NOT, true},         {cudaErrorInvalidConfiguration, ASK_LAST, false},
    {cudaErrorInvalidConfiguration, ASK_PEEK, false},       {cudaErrorInvalidValue, ASK_NOT, true},
    {cudaErrorInvalidConfiguration, ASK_SYNCHRONIZE, true}, {cudaErrorIllegalAddress, ASK_NOT, false},
};

START_TEST(failed_launch_must_be_asked_for) {
    simt_status_set((int)launches[_i].error, LAUNCH_AT);
    switch (launches[_i].ask) {
    case ASK_LAST:
        ck_assert_int_eq(cudaGetLastError(), launches[_i].error);
        break;
    case ASK_PEEK:
        ck_assert_int_eq(cudaPeekAtLastError(), launches[_i].error);
        break;
    case ASK_SYNCHRONIZE:
        ck_assert_int_eq(cudaDeviceSynchronize(), cudaSuccess);
        break;
    default:
        break;
    }
    simt_status_report_unchecked();
    simt_status_report_unchecked();
    ck_assert_uint_eq(simt_error_count(), launches[_i].blamed);
    if (launches[_i].blamed) {
        ck_assert_int_eq(simt_error_get(0)->kind, SIMT_API);
        ck_assert_uint_eq(simt_error_get(0)->actor.pc, LAUNCH_AT);
        ck_assert_uint_eq(simt_error_get(0)->count, 1);
    }
}
END_TEST

START_TEST(reset_tells_of_what_it_forgets) {
    device = other = pinned = managed = NULL; /* what a static variable points to is kept */
    simt_status_set(cudaErrorInvalidConfiguration, LAUNCH_AT);
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    ck_assert_uint_eq(simt_error_count(), 5); /* the launch, and four allocations never freed */
    ck_assert_int_eq(simt_error_get(0)->kind, SIMT_API);
    for (size_t i = 1; i < 5; i++)
        ck_assert_int_eq(simt_error_get(i)->kind, SIMT_LEAK);
}
END_TEST

START_TEST(copies_carry_bytes) {
    char back[SIZE];
    for (int i = 0; i < SIZE; i++)
        host[i] = (char)(i + 1);
    ck_assert_int_eq(cudaMemcpy(device, host, SIZE, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(other, device, SIZE, cudaMemcpyDeviceToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, other, SIZE, cudaMemcpyDefault), cudaSuccess);
    ck_assert_mem_eq(back, host, SIZE);
    ck_assert_int_eq(cudaMemcpy2D(back, 4, device, 16, 4, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int i = 0; i < 16; i++)
        ck_assert_int_eq(back[i], host[i / 4 * 16 + i % 4]);
    ck_assert_int_eq(cudaMemset2D(device, 16, 9, 4, 4), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, device, SIZE, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int i = 0; i < SIZE; i++)
        ck_assert_int_eq(back[i], i % 16 < 4 ? 9 : host[i]);
}
END_TEST

// What of 64 bytes counts as written after a copy inside the device of [from, from + size) to @c to, when the
// source's bytes [8, 24) and 40 were written.
static const struct {
    size_t to, from, size;
} ranges[] = {{0, 0, 64}, {3, 5, 40},  {8, 8, 16},  {1, 0, 63},
              {0, 1, 63}, {5, 24, 16}, {40, 8, 24}, {0, 23, 2}};

static bool written_in_source(size_t i) { return (i >= 8 && i < 24) || i == 40; }

START_TEST(copies_carry_the_state_of_being_written) {
    size_t to = ranges[_i].to, from = ranges[_i].from, size = ranges[_i].size;
    ck_assert_int_eq(cudaMemset(device + 8, 1, 16), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(device + 40, host, 1, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMemset(other, 1, SIZE), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(other + to, device + from, size, cudaMemcpyDeviceToDevice), cudaSuccess);
    for (size_t i = 0; i < SIZE; i++) {
        bool copied = i >= to && i < to + size;
        bool expected = !copied || written_in_source(i - to + from);
        ck_assert_msg((simt_first_uninitialized((uintptr_t)other + i, 1) == 0) == expected, "byte %zu", i);
    }
    ck_assert_uint_eq(simt_error_count(), 0);
}
END_TEST

static float elapsed_us(cudaEvent_t from, cudaEvent_t to) {
    float milliseconds = -1;
    ck_assert_int_eq(cudaEventElapsedTime(&milliseconds, from, to), cudaSuccess);
    return 1e3f * milliseconds;
}

START_TEST(events_measure_modelled_time) {
    const struct simt_profile *p = simt_profile();
    ck_assert_int_eq(simt_event_record(event, NULL), cudaSuccess);
    ck_assert_int_eq(simt_event_record(unrecorded, NULL), cudaSuccess);
    ck_assert_float_eq(elapsed_us(event, unrecorded), 0);
    ck_assert_int_eq(cudaMemcpy(host, device, SIZE, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert_int_eq(simt_event_record(unrecorded, NULL), cudaSuccess);
    ck_assert_float_ge(elapsed_us(event, unrecorded), (float)(1e6 * p->to_host_time) - 0.01f);
    ck_assert_int_eq(cudaMemcpy(pinned, device, SIZE, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert_int_eq(simt_event_record(event, NULL), cudaSuccess);
    ck_assert_float_eq_tol(elapsed_us(unrecorded, event),
                           (float)(1e6 * (p->pinned_to_host_time + SIZE / p->pinned_to_host_bandwidth)),
                           0.01f);
}
END_TEST

/* What the host did before simt_reset() is no time of what comes behind it. */
START_TEST(time_begins_anew_with_each_program) {
    simt_host_calls_clear();
    simt_host_bytes = 4000;
    ck_assert_int_eq(simt_event_record(event, NULL), cudaSuccess);
    simt_host_bytes = 1000;
    ck_assert_int_eq(simt_event_record(unrecorded, NULL), cudaSuccess);
    ck_assert_float_lt(elapsed_us(event, unrecorded), 1);
}
END_TEST

START_TEST(handles_end_with_destroy) {
    cudaStream_t stream;
    ck_assert_int_eq(cudaStreamCreate(&stream), cudaSuccess);
    ck_assert_int_eq(simt_event_record(event, stream), cudaSuccess);
    ck_assert_int_eq(cudaStreamDestroy(stream), cudaSuccess);
    ck_assert_int_eq(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventDestroy(event), cudaSuccess);
    ck_assert_int_eq(simt_event_record(event, NULL), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(pointers_say_what_they_are) {
    const struct {
        void *pointer;
        enum cudaMemoryType type;
    } pointers[] = {{device, cudaMemoryTypeDevice},
                    {device + SIZE - 1, cudaMemoryTypeDevice},
                    {device + SIZE, cudaMemoryTypeUnregistered},
                    {managed, cudaMemoryTypeManaged},
                    {pinned, cudaMemoryTypeHost},
                    {host, cudaMemoryTypeUnregistered},
                    {freed, cudaMemoryTypeUnregistered}};
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        struct cudaPointerAttributes attributes;
        ck_assert_int_eq(cudaPointerGetAttributes(&attributes, pointers[i].pointer), cudaSuccess);
        ck_assert_int_eq(attributes.type, pointers[i].type);
    }
}
END_TEST

START_TEST(device_is_the_profiles) {
    struct cudaDeviceProp properties;
    int count = 0, value = 0;
    ck_assert_int_eq(cudaGetDeviceCount(&count), cudaSuccess);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    ck_assert_int_eq(properties.multiProcessorCount, (int)simt_profile()->multiprocessors);
    ck_assert_int_eq(properties.warpSize, 32);
    ck_assert_int_eq(properties.maxThreadsPerBlock, 1024);
    ck_assert_str_eq(properties.name, simt_profile()->device);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimZ, 0), cudaSuccess);
    ck_assert_int_eq(value, 64);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
    ck_assert_int_eq(value, (int)simt_profile()->shared_per_block_optin);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0), cudaErrorInvalidValue);
}
END_TEST

// Blocks a multiprocessor of the built-in device holds at once: 2048 threads, 32 blocks, 228 KiB shared
// memory.
static const struct {
    int threads;
    size_t shared;
    int blocks;
} occupancies[] = {{1024, 0, 2}, {256, 0, 8},        {33, 0, 32},       {100, 0, 16},
                   {32, 0, 32},  {64, 113 << 10, 2}, {64, 114 << 10, 1}};

START_TEST(occupancy_is_what_fits) {
    int blocks = 0;
    ck_assert_int_eq(simt_occupancy_blocks(&blocks, occupancies[_i].threads, occupancies[_i].shared),
                     cudaSuccess);
    ck_assert_int_eq(blocks, occupancies[_i].blocks);
}
END_TEST

START_TEST(every_error_has_name_and_meaning) {
    ck_assert_str_eq(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
    ck_assert_str_eq(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
    ck_assert_str_eq(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
}
END_TEST

static Suite *api_suite(void) {
    Suite *suite = suite_create("runtime api");
    TCase *api = tcase_create("api");
    tcase_add_checked_fixture(api, set_up, tear_down);
    tcase_add_loop_test(api, call_returns_and_is_blamed, 0, CALLS);
    tcase_add_loop_test(api, sticky_error_fails_every_call_until_reset, 0, CALLS);
    tcase_add_loop_test(api, failed_launch_must_be_asked_for, 0, sizeof launches / sizeof *launches);
    tcase_add_test(api, reset_tells_of_what_it_forgets);
    tcase_add_test(api, copies_carry_bytes);
    tcase_add_loop_test(api, copies_carry_the_state_of_being_written, 0, sizeof ranges / sizeof *ranges);
    tcase_add_test(api, events_measure_modelled_time);
    tcase_add_test(api, time_begins_anew_with_each_program);
    tcase_add_test(api, handles_end_with_destroy);
    tcase_add_test(api, pointers_say_what_they_are);
    tcase_add_test(api, device_is_the_profiles);
    tcase_add_loop_test(api, occupancy_is_what_fits, 0, sizeof occupancies / sizeof *occupancies);
    tcase_add_test(api, every_error_has_name_and_meaning);
    suite_add_tcase(suite, api);
    return suite;
}

int main(void) {
    simt_embed();
    unsetenv("SIMT_DEVICE");
    SRunner *runner = srunner_create(api_suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
