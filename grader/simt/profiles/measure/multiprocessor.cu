// What one multiprocessor reads and writes: one block of up to 32 warps, nothing else on the device.
#include "access.cuh"

enum { BLOCK = 1024, WARPS = BLOCK / WARP };

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

void measure_multiprocessor(const bench &b) {
    const size_t size = 32 * KIB;
    std::printf("\n# One multiprocessor\n");
    print("l2_bytes_per_cycle", 512 * hits<uint4, 512, false>(b, {16, 0, MIB}), "B/cycle");
    print("l1_effective_bytes", l1_effective_bytes(b) / KIB, "KiB");
    print("l1_requests_per_cycle", hits<unsigned, 128, true, 16>(b, {4, 0, size}), "/cycle");
    print("l1_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {128, 0, size}), "/cycle");
    print("l1_spread_lines_per_cycle", WARP * hits<unsigned, 128, true>(b, {132, 0, size}), "/cycle");
    print("store_sectors_per_cycle", WARP * stores<unsigned, 1024>(b, {32, 0, MIB}), "/cycle");
    print("store_bytes_per_cycle", 512 * stores<uint4, 512>(b, {16, 0, MIB}), "B/cycle");
}
