// The keys of a device profile, in a profile's order: KEY(type of the field, name, what it measures, least,
// most), and what each is. profile.h makes the struct's fields of them and profile.c the parser's table, so a
// key is added here, in h200.txt, in grader/simt/profiles/measure and where it is read. The ranges hold what
// GPUs from 2015 on reach, with room for a hundred times as much.

TEXT(name, 32)    // short: "h200"
TEXT(like, 32)    // "h200": keys that the file leaves out have that built-in profile's values
TEXT(device, 128) // as `cudaDeviceProp::name` has it
FLAG(measured)    // the speeds were measured on this device, not read off a data sheet
TEXT(source, 128) // where the speeds come from

// Limits, as `cudaGetDeviceProperties` gives them

KEY(uint32_t, capability_major, COUNT, 1, 100)                   // of the compute capability
KEY(uint32_t, capability_minor, COUNT, 0, 100)                   // 9.0 has 0
KEY(uint32_t, multiprocessors, COUNT, 1, 65536)                  // how many there are
KEY(uint32_t, threads_per_multiprocessor, COUNT, 32, 65536)      // resident at a time
KEY(uint32_t, blocks_per_multiprocessor, COUNT, 1, 65536)        // resident at a time
KEY(uint32_t, registers_per_multiprocessor, COUNT, 1024, 0x1p24) // of 32 bits
KEY(uint64_t, shared_per_multiprocessor, BYTES, 1024, 0x1p30)    // shared memory, bytes
KEY(uint64_t, shared_per_block, BYTES, 1024, 0x1p30)             // bytes a block may have without opting in
KEY(uint64_t, shared_per_block_optin, BYTES, 1024, 0x1p30)       // bytes it may have if it asks
KEY(uint64_t, shared_reserved_per_block, BYTES, 0, 0x1p20)       // bytes the system takes for itself
KEY(uint64_t, memory_bytes, BYTES, 0x1p20, 0x1p50)               // device memory
KEY(uint64_t, l2_bytes, BYTES, 0x1p10, 0x1p40)                   // second-level cache
KEY(uint64_t, constant_bytes, BYTES, 1024, 0x1p30)               // constant memory
KEY(uint32_t, memory_bus_bits, COUNT, 1, 1048576)                // width of the bus to device memory
KEY(double, clock_hz, HERTZ, 1e8, 1e10)                          // of the multiprocessors
KEY(double, memory_clock_hz, HERTZ, 1e8, 1e11)                   // of device memory

// Clock

// cycles per second that a kernel of 50 ms on all multiprocessors counts
KEY(double, busy_clock_hz, HERTZ, 1e8, 1e10)

// Device memory: large arrays, all multiprocessors

// bytes per second, read and written together, of cudaMemcpy within the device
KEY(double, copy_bandwidth, BYTE_RATE, 1e9, 1e15)
// bytes per second, of a kernel that only reads, 16 bytes a load
KEY(double, read_bandwidth, BYTE_RATE, 1e9, 1e15)
KEY(double, write_bandwidth, BYTE_RATE, 1e9, 1e15) // the same, of one that only writes
KEY(double, mixed_bandwidth, BYTE_RATE, 1e9, 1e15) // bytes read and written together, of a kernel that copies
// cycles: the standard deviation of dram_latency, for lines that neighbouring warps load
KEY(double, dram_deviation, CYCLES, 0, 1e5)
// cycles that a load waits beyond dram_latency while 25 % of read_bandwidth is used, by loads alone
KEY(double, read_wait_25, CYCLES, 0, 1e5)
KEY(double, read_wait_50, CYCLES, 0, 1e5) // the same, 50 %
KEY(double, read_wait_75, CYCLES, 0, 1e5) // the same, 75 %
KEY(double, read_wait_90, CYCLES, 0, 1e5) // the same, 90 %
// the same as read_wait_25, with as many stores as loads, and a part of mixed_bandwidth
KEY(double, copy_wait_25, CYCLES, 0, 1e5)
KEY(double, copy_wait_50, CYCLES, 0, 1e5) // the same, 50 %
KEY(double, copy_wait_75, CYCLES, 0, 1e5) // the same, 75 %
KEY(double, copy_wait_90, CYCLES, 0, 1e5) // the same, 90 %

// Second-level cache, all multiprocessors

// bytes per second that hit: a quarter of the cache, read again and again past L1
KEY(double, l2_read_bandwidth, BYTE_RATE, 1e9, 1e15)
KEY(double, l2_read_sector_rate, RATE, 1e7, 1e15)     // sectors per second that hit, each of another line
KEY(double, l2_write_bandwidth, BYTE_RATE, 1e9, 1e15) // the same as l2_read_bandwidth, written
// sectors per second that are written whole, each of another line
KEY(double, l2_write_sector_rate, RATE, 1e7, 1e15)
KEY(double, l2_write_partial_rate, RATE, 1e7, 1e15) // the same, of which 4 bytes are written
// bytes of the array of which half hits, if all multiprocessors read it from its beginning to its end
// again and again
KEY(double, l2_effective_bytes, BYTES, 131072, 4294967296)

// One multiprocessor, from 32 warps of one block

// bytes per cycle, of loads of 16 bytes per lane that hit L2
KEY(double, l2_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024)
// bytes of the footprint, without shared memory, at which a load in random order takes half-way between L1
// and L2
KEY(double, l1_effective_bytes, BYTES, 1024, 1048576)
// per cycle: loads of 4 bytes per lane, neighbours side by side, that hit L1
KEY(double, l1_requests_per_cycle, PER_CYCLE, 0.01, 4)
// per cycle: lines of loads of one sector in each of 32 lines of 128 bytes, that hit L1
KEY(double, l1_lines_per_cycle, PER_CYCLE, 0.01, 64)
// the same where each of the 32 words is in another bank, as in shared memory
KEY(double, l1_spread_lines_per_cycle, PER_CYCLE, 0.01, 64)
// per cycle: sectors of stores of 4 bytes in each of 32 neighbouring sectors
KEY(double, store_sectors_per_cycle, PER_CYCLE, 0.01, 64)
// bytes per cycle, of stores of 16 bytes per lane
KEY(double, store_bytes_per_cycle, BYTES_PER_CYCLE, 1, 1024)

// Latency: from a load to the next one, whose address it gives, of one warp on an idle device

KEY(double, l1_latency, CYCLES, 1, 10000) // cycles of a load that hits L1
// cycles of one that hits L2: the mean of all of its slices, near and far
KEY(double, l2_latency, CYCLES, 1, 10000)
KEY(double, dram_latency, CYCLES, 1, 1e5)          // cycles of one from device memory, in a range of 16 MiB
KEY(double, shared_load_latency, CYCLES, 1, 10000) // cycles of a load from shared memory
// cycles of an addition in shared memory whose result is used
KEY(double, shared_atomic_latency, CYCLES, 1, 10000)
KEY(double, global_atomic_latency, CYCLES, 1, 1e5) // cycles: the same, in global memory

// Issue: warp instructions per cycle of one multiprocessor, from 32 warps, and cycles from one to the next
// that needs its result

// per cycle: integer instructions and multiply-adds in turn, which read one register each: what the
// schedulers start
KEY(double, mixed_issue_per_cycle, PER_CYCLE, 0.1, 16)
KEY(double, iadd_per_cycle, PER_CYCLE, 0.001, 16) // per cycle: integer addition of three operands
KEY(double, iadd_latency, CYCLES, 0.5, 1000)      // cycles of the same
// per cycle: multiply-add in single precision, of one register: of three, the ports limit it
KEY(double, fma_per_cycle, PER_CYCLE, 0.001, 16)
KEY(double, fma_latency, CYCLES, 0.5, 1000)       // cycles of the same
KEY(double, fp64_per_cycle, PER_CYCLE, 0.001, 16) // per cycle: multiply-add in double precision, likewise
KEY(double, fp64_latency, CYCLES, 0.5, 1000)      // cycles of the same
// per cycle: approximate reciprocal square root, as reciprocals, powers and logarithms are
KEY(double, special_per_cycle, PER_CYCLE, 0.001, 16)
KEY(double, special_latency, CYCLES, 0.5, 1000)      // cycles of the same
KEY(double, shuffle_per_cycle, PER_CYCLE, 0.001, 16) // per cycle: exchange between lanes
KEY(double, shuffle_latency, CYCLES, 0.5, 1000)      // cycles of the same
KEY(double, vote_latency, CYCLES, 0.5, 1000)         // cycles of a ballot, with the comparison that it is of
// cycles from the instruction before a taken branch to the first one behind it
KEY(double, branch_latency, CYCLES, 0, 1000)

// Shared memory: one multiprocessor, 32 warps

KEY(double, shared_wavefronts_per_cycle, PER_CYCLE, 0.01, 4) // per cycle: of loads without bank conflicts
KEY(double, shared_store_wavefronts_per_cycle, PER_CYCLE, 0.01, 4) // per cycle: the same, of stores
// cycles of each further wavefront of a load with conflicts: of 32, the mean
KEY(double, shared_conflict_cycles, CYCLES, 0, 100)
// cycles of __syncthreads() in a block of one warp: from its arrival to the warp's next instruction
KEY(double, barrier_latency, CYCLES, 1, 10000)
// cycles: for which the barriers of a multiprocessor are busy with each warp that arrives
KEY(double, barrier_arrival_cycles, CYCLES, 0, 1000)
// cycles: for which each barrier of a block keeps the path to shared memory from requests
KEY(double, barrier_path_cycles, CYCLES, 0, 1000)

// Atomics in shared memory: cycles of one multiprocessor, 32 warps

KEY(double, shared_add_cycles, CYCLES, 0.1, 1000) // cycles of a request of an addition of integers, 32 banks
// cycles of each further lane with another word of the same bank
KEY(double, shared_add_conflict_cycles, CYCLES, 0, 1000)
KEY(double, shared_add_same_word_cycles, CYCLES, 0, 1000) // cycles of each further lane with the same word
KEY(double, shared_cas_cycles, CYCLES, 0.1, 1000) // cycles of a request of a compare-and-swap, 32 banks
// cycles of each further lane with another word of the same bank
KEY(double, shared_cas_conflict_cycles, CYCLES, 0, 1000)
KEY(double, shared_cas_same_word_cycles, CYCLES, 0, 1000) // cycles of each further lane with the same word
// cycles of a request of an addition of floats, which is a loop around a compare-and-swap, 32 banks
KEY(double, shared_float_add_cycles, CYCLES, 0.1, 10000)
// cycles of each further lane with the same word
KEY(double, shared_float_add_same_word_cycles, CYCLES, 0, 10000)

// Atomics in global memory, results unused, all multiprocessors. A sector of a request takes a turn of its
// slice, and lanes with the same word take one each. A launch takes the longest of what these rates say

// lanes per second, each with a sector of its own, random in 16 MiB
KEY(double, atomic_sector_rate, RATE, 1e6, 1e15)
// sectors per second of one slice of L2: of requests whose lanes lie side by side in one line
KEY(double, atomic_slice_rate, RATE, 1e6, 1e15)
// bytes after which another slice takes over: as many lie in one of so many slices as are at work
KEY(double, atomic_slice_bytes, BYTES, 16, 1073741824)
KEY(double, atomic_address_rate, RATE, 1e5, 1e15)       // requests per second on one word, of one lane each
KEY(double, atomic_float_address_rate, RATE, 1e5, 1e15) // as atomic_address_rate, of floats
// by how much longer a launch takes that is bound by loads from device memory, for atomics in four slices
// of L2: in times of what those take alone
KEY(double, atomic_load_cost, COUNT, 0.01, 4)

// Blocks

// blocks per second that the device starts, of one thread, which do nothing
KEY(double, block_rate, RATE, 10000, 1e12)
KEY(double, wide_block_rate, RATE, 10000, 1e12) // the same, of 1024 threads
// cycles from a block's last instruction to its successor's first one on a multiprocessor that holds one
KEY(double, block_start_cycles, CYCLES, 0, 1e5)
// seconds from a block's store, with a fence, to the load by which another one that waits has seen it, and
// stores
KEY(double, flag_latency, SECONDS, 1e-09, 0.001)

// Launches and other calls

KEY(double, launch_time, SECONDS, 1e-08, 0.1) // seconds: what events show for an empty kernel
// seconds from launch to launch of empty kernels, one after the other
KEY(double, launch_period, SECONDS, 1e-08, 0.1)
// seconds between a kernel's end and the next one's start, if the host is ahead
KEY(double, launch_gap, SECONDS, 0, 0.1)
KEY(double, memset_time, SECONDS, 1e-08, 0.1) // seconds from one cudaMemsetAsync of 4 KiB to the next
// seconds from one cudaMemcpyAsync of 4 KiB within the device to the next
KEY(double, device_copy_time, SECONDS, 1e-08, 0.1)
// seconds of the host: an empty launch and cudaDeviceSynchronize()
KEY(double, synchronize_time, SECONDS, 1e-08, 0.1)
// bytes: device memory is mapped in pieces of so many, which smaller allocations share
KEY(uint64_t, allocation_granularity, BYTES, 4096, 0x1p40)
KEY(double, allocate_time, SECONDS, 1e-08, 1) // seconds of the host: cudaMalloc of one such piece
KEY(double, free_time, SECONDS, 1e-08, 1)     // seconds of the host: its cudaFree
// bytes per second by which cudaMalloc of 1 GiB takes longer
KEY(double, allocate_bandwidth, BYTE_RATE, 1e7, 1e14)
KEY(double, free_bandwidth, BYTE_RATE, 1e7, 1e14) // bytes per second by which its cudaFree takes longer
// seconds of the host: cudaMalloc of 4 KiB where a piece has room
KEY(double, small_allocate_time, SECONDS, 1e-08, 1)
// seconds of the host: its cudaFree, which leaves the piece mapped
KEY(double, small_free_time, SECONDS, 1e-08, 1)
KEY(double, pinned_allocate_time, SECONDS, 1e-08, 1) // seconds of the host: cudaMallocHost of 4 KiB
KEY(double, pinned_free_time, SECONDS, 1e-08, 1)     // seconds of the host: its cudaFreeHost
// seconds of the host: the first cudaMallocAsync behind a synchronization
KEY(double, pool_allocate_time, SECONDS, 1e-08, 1)
KEY(double, register_time, SECONDS, 1e-08, 1)   // seconds of the host: cudaHostRegister of 8 KiB
KEY(double, unregister_time, SECONDS, 1e-08, 1) // seconds of the host: its cudaHostUnregister
// seconds between a kernel's end and the next one's start, with a function of the host between them:
// behind a kernel of 5 us
KEY(double, host_function_time, SECONDS, 1e-08, 1)

// Copies between host and device: cudaMemcpy, of 64 MiB, and of 4 bytes

KEY(double, to_device_bandwidth, BYTE_RATE, 1e7, 1e14) // bytes per second to the device, pageable memory
KEY(double, to_device_time, SECONDS, 1e-08, 0.1)       // seconds of a copy of 4 bytes, likewise
KEY(double, to_host_bandwidth, BYTE_RATE, 1e7, 1e14)   // bytes per second to the host, pageable memory
KEY(double, to_host_time, SECONDS, 1e-08, 0.1)         // seconds of a copy of 4 bytes, likewise
KEY(double, pinned_to_device_bandwidth, BYTE_RATE, 1e7, 1e14) // bytes per second to the device, pinned memory
KEY(double, pinned_to_device_time, SECONDS, 1e-08, 0.1)       // seconds of a copy of 4 bytes, likewise
KEY(double, pinned_to_host_bandwidth, BYTE_RATE, 1e7, 1e14)   // bytes per second to the host, pinned memory
KEY(double, pinned_to_host_time, SECONDS, 1e-08, 0.1)         // seconds of a copy of 4 bytes, likewise

// The host of the measured device

// seconds: an int that a plain serial loop adds up, 256 MiB of them
KEY(double, host_element_time, SECONDS, 1e-12, 1e-05)
