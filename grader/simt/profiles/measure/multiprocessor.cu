// What one multiprocessor reads and writes: one block of up to 32 warps, nothing else on the device.
#include "access.cuh"

// MANY: loads of 4 bytes that a thread has under way where the most is to be found.
enum { BLOCK = 1024, WARPS = BLOCK / WARP, MANY = 32 };

// Requests a cycle that hit a cache: `rounds` of them are enough to forget the first.
template <class T, int REQUEST, bool L1, int count = 8> static double hits(const bench &b, const pattern &p) {
    const int rounds = 256;
    double cycles = median_cycles(b, [&] {
        load_kernel<T, count, REQUEST, L1, false>
            <<<1, BLOCK>>>(b.from, p, (size_t)WARPS * count * REQUEST % p.size, rounds, b.sink, b.cycles);
    });
    return (double)rounds * WARPS * count / cycles;
}

template <class T, int REQUEST> static double stores(const bench &b, const pattern &p) {
    const int rounds = 256, count = 8;
    double cycles = median_cycles(b, [&] {
        store_kernel<T, count, REQUEST>
            <<<1, BLOCK>>>(b.to, p, (size_t)WARPS * count * REQUEST % p.size, rounds, b.cycles);
    });
    return (double)rounds * WARPS * count / cycles;
}

// Requests a cycle from device memory: each run reads what none has read before.
template <class T, int COUNT, int REQUEST>
static double misses(const bench &b, const pattern &p, unsigned warps) {
    const size_t step = (size_t)warps * COUNT * REQUEST, part = BYTES / (RUNS + 1);
    const int rounds = (int)std::min<size_t>(256, part / step);
    double cycles = median_cycles(
        b,
        [&](int run) {
            load_kernel<T, COUNT, REQUEST, false, true>
                <<<1, warps * WARP>>>(b.from + run * part, p, step, rounds, b.sink, b.cycles);
        },
        [&](int) { flush(b); });
    return (double)rounds * warps * COUNT / cycles;
}

static double sectors_by(const bench &b, unsigned warps, int count) {
    const pattern p = {16, 0, BYTES};
    return 16 * (count == 1   ? misses<uint4, 1, 512>(b, p, warps)
                 : count == 2 ? misses<uint4, 2, 512>(b, p, warps)
                 : count == 4 ? misses<uint4, 4, 512>(b, p, warps)
                              : misses<uint4, 8, 512>(b, p, warps));
}

// Bytes a cycle; a line for each number of warps.
static void note_in_flight(const bench &b) {
    for (unsigned warps = 1; warps <= WARPS; warps *= 2)
        note("device memory, %u warps with 1, 2, 4, 8 loads of 16 bytes under way: %.1f %.1f %.1f %.1f "
             "B/cycle",
             warps, SECTOR * sectors_by(b, warps, 1), SECTOR * sectors_by(b, warps, 2),
             SECTOR * sectors_by(b, warps, 4), SECTOR * sectors_by(b, warps, 8));
}

// Half-way between L1 and L2, in steps of 8 KiB.
static double l1_effective_bytes(const bench &b) {
    const double middle = (l1_latency(b, 4 * KIB) + l2_latency(b)) / 2;
    double last = 0;
    for (size_t footprint = 8 * KIB; footprint <= 512 * KIB; footprint += 8 * KIB) {
        double latency = l1_latency(b, footprint);
        if (footprint % (32 * KIB) == 0)
            note("%zu KiB in random order: %.0f cycles a load", footprint / KIB, latency);
        if (latency >= middle)
            return (double)footprint - 8 * KIB * (latency - middle) / (latency - last);
        last = latency;
    }
    return 512 * KIB;
}

static void measure_l1(const bench &b) {
    const size_t size = 32 * KIB;
    print("l1_effective_bytes", l1_effective_bytes(b) / KIB, "KiB");
    print("l1_requests_per_cycle", hits<unsigned, 128, true, 16>(b, {4, 0, size}), "/cycle");
    print("l1_requests_per_cycle_8", hits<uint2, 256, true>(b, {8, 0, size}), "/cycle");
    print("l1_requests_per_cycle_16", hits<uint4, 512, true>(b, {16, 0, size}), "/cycle");
    print("l1_sectors_per_cycle", WARP * hits<unsigned, 1024, true>(b, {32, 0, size}), "/cycle");
    print("l1_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {128, 0, size}), "/cycle");
    print("l1_spread_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {132, 0, size}), "/cycle");
}

static void measure_l2(const bench &b) {
    print("l2_requests_per_cycle", hits<unsigned, 128, false, MANY>(b, {0, 0, MIB}), "/cycle");
    print("l2_sectors_per_cycle", WARP * hits<unsigned, 1024, false>(b, {32, 0, MIB}), "/cycle");
    print("l2_lines_per_cycle", WARP * hits<unsigned, 4096, false>(b, {128, 0, MIB}), "/cycle");
    print("store_requests_per_cycle", stores<unsigned, 128>(b, {4, 0, MIB}), "/cycle");
    print("store_sectors_per_cycle", WARP * stores<unsigned, 1024>(b, {32, 0, MIB}), "/cycle");
    print("store_bytes_per_cycle", 512 * stores<uint4, 512>(b, {16, 0, MIB}), "B/cycle");
}

void measure_multiprocessor(const bench &b) {
    const double sectors = sectors_by(b, WARPS, 8), latency = dram_latency(b, 16 * MIB);
    const double single = misses<unsigned, MANY, 128>(b, {0, 0, BYTES}, WARPS);
    const double lines = misses<unsigned, 8, 4096>(b, {128, 0, BYTES}, WARPS);
    std::printf("\n# One multiprocessor\n");
    print("l1_bytes_per_cycle", 512 * hits<uint4, 512, true>(b, {16, 0, 32 * KIB}), "B/cycle");
    print("l2_bytes_per_cycle", 512 * hits<uint4, 512, false>(b, {16, 0, MIB}), "B/cycle");
    print("dram_bytes_per_cycle", SECTOR * sectors, "B/cycle");
    measure_l1(b);
    measure_l2(b);
    note_in_flight(b);
    note("device memory, loads of one sector: %.3f sectors a cycle, of 4 neighbouring ones: %.2f, of one in "
         "each of 32 lines: %.2f",
         single, 4 * misses<unsigned, MANY, 128>(b, {4, 0, BYTES}, WARPS), WARP * lines);
    print("most_requests_in_flight", single * latency, "");
    print("most_sectors_in_flight", sectors * latency, "");
}
