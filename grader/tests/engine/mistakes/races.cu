// Races, as students write them: in reductions, scans, histograms, transposes, stencils, products and locks.
#include "mistakes.h"

enum { T = 128, TILE = 16 };

// case reduce_load: the tree begins before all have loaded
MISTAKE(reduce_load) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t]; // expect: race
    if (FIXED)
        __syncthreads();
    for (int stride = T / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // expect: race
        __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}

// case reduce_step: no barrier between the steps
MISTAKE(reduce_step) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int stride = T / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // expect: race
        if (FIXED)
            __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}

// case reduce_neighbours: interleaved pairs, the barrier forgotten
MISTAKE(reduce_neighbours) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int stride = 1; stride < T; stride *= 2) {
        if (t % (2 * stride) == 0)
            s[t] += s[t + stride]; // expect: race
        if (FIXED)
            __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}

// case reduce_last_warp: a warp is not in lockstep, volatile or not
MISTAKE(reduce_last_warp) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        for (int stride = 32; stride > 0; stride /= 2) {
            int sum = s[t] + s[t + stride]; // expect: race
            if (FIXED)
                __syncwarp();
            s[t] = sum; // expect: race
            if (FIXED)
                __syncwarp();
        }
        if (t == 0)
            out[0] = s[0];
    }
}

// case reduce_broadcast: all threads read the result before it is there
MISTAKE(reduce_broadcast) {
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0) {
        total = 0; // expect: race
        for (int i = 0; i < T; i++)
            total += in[i]; // expect: race
    }
    if (FIXED)
        __syncthreads();
    out[t] = in[t] - total / T; // expect: race
}

// case reduce_again: the second reduction overwrites what the first still reads
MISTAKE(reduce_again) {
    __shared__ int s[T];
    int t = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        s[t] = in[round * T + t]; // expect: race
        __syncthreads();
        for (int stride = T / 2; stride > 0; stride /= 2) {
            if (t < stride)
                s[t] += s[t + stride];
            __syncthreads();
        }
        out[round * T + t] = s[0]; // expect: race
        if (FIXED)
            __syncthreads();
    }
}

// case reduce_one_too_many: thread `stride` adds too, to what thread 0 is reading
MISTAKE(reduce_one_too_many) {
    __shared__ int s[T + 1];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t == 0)
        s[T] = 0;
    __syncthreads();
    for (int stride = T / 2; stride > 0; stride /= 2) {
        if (FIXED ? t < stride : t <= stride)
            s[t] += s[t + stride]; // expect: race
        __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}

// case reduce_across_blocks: a barrier of the block for data of all blocks
MISTAKE(reduce_across_blocks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, total = gridDim.x * blockDim.x;
    out[i] = i; // expect: race
    __syncthreads();
    if (FIXED ? threadIdx.x < blockDim.x / 2 : i < total / 2)
        out[i] += out[i + (FIXED ? blockDim.x / 2 : total / 2)]; // expect: race
}

// case reduce_partial: block 0 sums up before the others are done
MISTAKE(reduce_partial) {
    if (threadIdx.x == 0)
        out[blockIdx.x] = in[blockIdx.x]; // expect: race
    __syncthreads();
    if (!FIXED && blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        for (int b = 0; b < gridDim.x; b++)
            out[SPARE - 1] += out[b]; // expect: race
}

// case reduce_block_sums: each block adds its sum without an atomic
MISTAKE(reduce_block_sums) {
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (FIXED)
            atomicAdd(out, sum);
        else
            *out += sum; // expect: race
    }
}

// case maximum_global: compared and stored in two steps
MISTAKE(maximum_global) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (FIXED)
        atomicMax(out, in[i]);
    else if (in[i] > out[0])
        out[0] = in[i]; // expect: race
}

// case maximum_shared: the same in a block
MISTAKE(maximum_shared) {
    __shared__ int best;
    if (threadIdx.x == 0)
        best = in[0];
    __syncthreads();
    if (FIXED)
        atomicMax(&best, in[threadIdx.x]);
    else if (in[threadIdx.x] > best)
        best = in[threadIdx.x]; // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = best;
}

// case shuffle_sums: the warps' sums are read before they are written
MISTAKE(shuffle_sums) {
    __shared__ int sums[T / 32];
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v; // expect: race
    if (FIXED)
        __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sums[0] + sums[1] + sums[2] + sums[3]; // expect: race
}

// case unrolled_load: two elements a thread, still no barrier
MISTAKE(unrolled_load) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t] + in[t + T]; // expect: race
    if (FIXED)
        __syncthreads();
    if (t < 64)
        out[t] = s[t] + s[t + 64]; // expect: race
}

// case mean_then_deviation: the mean is thread 0's alone
MISTAKE(mean_then_deviation) {
    __shared__ int s[T], mean;
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < T; i++)
            sum += s[i];
        mean = sum / T; // expect: race
    }
    if (FIXED)
        __syncthreads();
    out[t] = s[t] - mean; // expect: race
}

// case counter_read: an atomic counter read as if it were a plain one
MISTAKE(counter_read) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[threadIdx.x] % 2)
        atomicAdd(&count, 1); // expect: race
    if (FIXED)
        __syncthreads();
    out[threadIdx.x] = count; // expect: race
}

// case counter_reset: the counter is set while others count
MISTAKE(counter_reset) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0; // expect: race
    if (FIXED)
        __syncthreads();
    atomicAdd(&count, 1); // expect: race
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = count;
}

// case global_counter_reset: thread 0 of block 0 resets what all blocks count in
MISTAKE(global_counter_reset) {
    if (!FIXED && blockIdx.x == 0 && threadIdx.x == 0)
        out[0] = 0; // expect: race
    __syncthreads();
    atomicAdd(out, 1); // expect: race
}

// case scan_in_place: reads and writes of one step in one array
MISTAKE(scan_in_place) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        int before = t >= d ? s[t - d] : 0;
        if (FIXED)
            __syncthreads();
        s[t] += before; // expect: race
        __syncthreads();
    }
    out[t] = s[t];
}

// case scan_double_buffer: two buffers, but the swap needs a barrier as well
MISTAKE(scan_double_buffer) {
    __shared__ int s[2][T];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t]; // expect: race
        if (FIXED)
            __syncthreads();
        from = 1 - from;
    }
    out[t] = s[from][t];
}

// case scan_up_sweep: the levels of the tree run into each other
MISTAKE(scan_up_sweep) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        int i = (t + 1) * 2 * d - 1;
        if (i < T)
            s[i] += s[i - d]; // expect: race
        if (FIXED)
            __syncthreads();
    }
    if (t == 0)
        out[0] = s[T - 1];
}

// case scan_down_sweep: so do they on the way down
MISTAKE(scan_down_sweep) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = t == T - 1 ? 0 : in[t];
    __syncthreads();
    for (int d = T / 2; d > 0; d /= 2) {
        int i = (t + 1) * 2 * d - 1;
        if (i < T) {
            int left = s[i - d]; // expect: race
            s[i - d] = s[i];     // expect: race
            s[i] += left;        // expect: race
        }
        if (FIXED)
            __syncthreads();
    }
    __syncthreads();
    out[t] = s[t];
}

// case scan_clear_last: the last element is cleared while the sum is being built
MISTAKE(scan_clear_last) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < T / 2)
        s[2 * t + 1] += s[2 * t]; // expect: race
    if (FIXED)
        __syncthreads();
    if (t == 0)
        s[T - 1] = 0; // expect: race
    __syncthreads();
    out[t] = s[t];
}

// case scan_warp: within a warp, too, each step needs its barriers
MISTAKE(scan_warp) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int before = t >= d ? s[t - d] : 0;
        if (FIXED)
            __syncwarp();
        s[t] += before; // expect: race
        __syncwarp();
    }
    out[t] = s[t];
}

// case scan_offsets: a block reads the sum of the block before it in the same launch
MISTAKE(scan_offsets) {
    __shared__ int offset;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = in[blockIdx.x];                            // expect: race
        offset = blockIdx.x == 0 || FIXED ? 0 : out[blockIdx.x - 1]; // expect: race
    }
    __syncthreads();
    out[1024 + blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + offset;
}

// case scan_add_offset: the offset is loaded by one thread for all
MISTAKE(scan_add_offset) {
    __shared__ int offset;
    if (threadIdx.x == 0)
        offset = in[blockIdx.x]; // expect: race
    if (FIXED)
        __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + offset; // expect: race
}

// case scan_look_back: the flag overtakes the value
MISTAKE(scan_look_back) {
    volatile int *flag = out + 1024;
    if (threadIdx.x != 0)
        return;
    int before = 0;
    if (blockIdx.x > 0) {
        while (flag[blockIdx.x - 1] == 0)
            ;
        __threadfence();
        before = out[blockIdx.x - 1]; // expect: race
    }
    out[blockIdx.x] = before + in[blockIdx.x]; // expect: race
    if (FIXED)
        __threadfence();
    flag[blockIdx.x] = 1;
}

// case scan_shift: from inclusive to exclusive in place
MISTAKE(scan_shift) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int value = t > 0 ? s[t - 1] : 0; // expect: race
    if (FIXED)
        __syncthreads();
    s[t] = value; // expect: race
    __syncthreads();
    out[t] = s[t];
}

// case histogram_global: plain increments of shared bins
MISTAKE(histogram_global) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (FIXED)
        atomicAdd(&out[in[i] % 16], 1);
    else
        out[in[i] % 16]++; // expect: race
}

// case histogram_shared: the same in shared memory
MISTAKE(histogram_shared) {
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    if (FIXED)
        atomicAdd(&bins[in[threadIdx.x] % 16], 1);
    else
        bins[in[threadIdx.x] % 16]++; // expect: race
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// case histogram_merge: merged before all have counted
MISTAKE(histogram_merge) {
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], 1); // expect: race
    if (FIXED)
        __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]); // expect: race
}

// case histogram_clear: counted before all bins are cleared
MISTAKE(histogram_clear) {
    __shared__ int bins[T];
    bins[threadIdx.x] = 0; // expect: race
    if (FIXED)
        __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1); // expect: race
    __syncthreads();
    out[blockIdx.x * T + threadIdx.x] = bins[threadIdx.x];
}

// case histogram_flush: blocks add their bins to the result one by one, as if alone
MISTAKE(histogram_flush) {
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) {
        if (FIXED)
            atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
        else
            out[threadIdx.x] += bins[threadIdx.x]; // expect: race
    }
}

// case histogram_of_a_warp: bins of its own for each warp, but not for each lane
MISTAKE(histogram_of_a_warp) {
    __shared__ int bins[T / 32][16];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 16)
        bins[warp][lane] = 0;
    __syncwarp();
    if (FIXED)
        atomicAdd(&bins[warp][in[threadIdx.x] % 16], 1);
    else
        bins[warp][in[threadIdx.x] % 16] += 1; // expect: race
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] =
            bins[0][threadIdx.x] + bins[1][threadIdx.x] + bins[2][threadIdx.x] + bins[3][threadIdx.x];
}

// case histogram_chunks: bins are cleared for the next chunk while the last is being merged
MISTAKE(histogram_chunks) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    for (int chunk = 0; chunk < 2; chunk++) {
        if (t >= 64 && t < 80)
            bins[t - 64] = 0; // expect: race
        __syncthreads();
        atomicAdd(&bins[in[chunk * T + t] % 16], 1);
        __syncthreads();
        if (t < 16)
            atomicAdd(&out[t], bins[t]); // expect: race
        if (FIXED)
            __syncthreads();
    }
}

// case histogram_bytes: counters of a byte, four of them in a word, two threads for each
MISTAKE(histogram_bytes) {
    __shared__ unsigned char counts[T];
    int t = threadIdx.x, slot = FIXED ? t : t / 2;
    counts[t] = 0;
    __syncthreads();
    counts[slot] += (unsigned char)in[t]; // expect: race
    __syncthreads();
    out[t] = counts[t];
}

// case transpose_tile: the tile is read across before it is full
MISTAKE(transpose_tile) {
    __shared__ int tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * TILE + x]; // expect: race
    if (FIXED)
        __syncthreads();
    out[y * TILE + x] = tile[x][y]; // expect: race
}

// case transpose_in_place: both threads of a pair swap
MISTAKE(transpose_in_place) {
    int x = threadIdx.x, y = threadIdx.y;
    if (FIXED && x >= y)
        return;
    int a = out[y * TILE + x], b = out[x * TILE + y];
    out[y * TILE + x] = b + 1; // expect: race
    out[x * TILE + y] = a + 2; // expect: race
}

// case transpose_tiles: the next tile is loaded over the one being read
MISTAKE(transpose_tiles) {
    __shared__ int tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < 3; k++) {
        tile[y][x] = in[k * TILE * TILE + y * TILE + x]; // expect: race
        __syncthreads();
        out[k * TILE * TILE + y * TILE + x] = tile[x][y]; // expect: race
        if (FIXED)
            __syncthreads();
    }
}

// case stencil_halo: neighbours read each other's cells at once
MISTAKE(stencil_halo) {
    __shared__ int s[T + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1]; // expect: race
    if (t == 0) {
        s[0] = in[0];         // expect: race
        s[T + 1] = in[T + 1]; // expect: race
    }
    if (FIXED)
        __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2]; // expect: race
}

// case stencil_in_place: old and new values in one array
MISTAKE(stencil_in_place) {
    int i = threadIdx.x + 1;
    int sum = out[i - 1] + out[i] + out[i + 1] + i;
    if (FIXED)
        out[1024 + i] = sum;
    else
        out[i] = sum; // expect: race
}

// case stencil_rounds: two rounds in one launch, and no barrier reaches the next block
MISTAKE(stencil_rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    out[i] = in[i - 1] + in[i]; // expect: race
    __syncthreads();
    int left = FIXED ? threadIdx.x > 0 : 1;
    out[2048 + i] = left ? out[i - 1] + out[i] : out[i]; // expect: race
}

// case stencil_late_halo: the halo comes after the barrier that should have waited for it
MISTAKE(stencil_late_halo) {
    __shared__ int s[T + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1];
    if (FIXED && t < 2)
        s[t * (T + 1)] = in[t * (T + 1)];
    __syncthreads();
    if (!FIXED && t < 2)
        s[t * (T + 1)] = in[t * (T + 1)]; // expect: race
    out[t] = s[t] + s[t + 1] + s[t + 2];  // expect: race
}

// case life: cells die while their neighbours still count them
MISTAKE(life) {
    __shared__ int cell[T];
    int t = threadIdx.x;
    cell[t] = in[t] % 2;
    __syncthreads();
    int alive = cell[(t + T - 1) % T] + cell[(t + 1) % T] == 1;
    if (FIXED)
        __syncthreads();
    cell[t] = alive + 1; // expect: race
    __syncthreads();
    out[t] = cell[t];
}

// case product_load: tiles multiplied before they are loaded
MISTAKE(product_load) {
    __shared__ int a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int k = 0; k < 2; k++) {
        a[y][x] = in[y * 2 * TILE + k * TILE + x]; // expect: race
        b[y][x] = in[(k * TILE + y) * TILE + x];   // expect: race
        if (FIXED)
            __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a[y][i] * b[i][x]; // expect: race
        __syncthreads();
    }
    out[y * TILE + x] = sum;
}

// case product_next: the next tiles come over those in use
MISTAKE(product_next) {
    __shared__ int a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int k = 0; k < 2; k++) {
        a[y][x] = in[y * 2 * TILE + k * TILE + x]; // expect: race
        b[y][x] = in[(k * TILE + y) * TILE + x];   // expect: race
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a[y][i] * b[i][x]; // expect: race
        if (FIXED)
            __syncthreads();
    }
    out[y * TILE + x] = sum;
}

// case product_split: two blocks add to one element of the result
MISTAKE(product_split) {
    int sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += in[k] * in[blockIdx.x * TILE + k];
    if (FIXED)
        atomicAdd(&out[threadIdx.x], sum);
    else
        out[threadIdx.x] += sum; // expect: race
}

// case product_rows: all threads of a row add to its element
MISTAKE(product_rows) {
    int row = threadIdx.y, column = threadIdx.x;
    if (FIXED)
        atomicAdd(&out[row], in[row * TILE + column] * in[column]);
    else
        out[row] += in[row * TILE + column] * in[column]; // expect: race
}

// case lock_plain: the lock is checked and taken in two steps
MISTAKE(lock_plain) {
    int *lock = out + 1024;
    if (threadIdx.x != 0)
        return;
    if (FIXED) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
    } else {
        while (*(volatile int *)lock != 0) // expect: race
            ;
        *lock = 1 + blockIdx.x; // expect: race
    }
    __threadfence();
    out[0] += 1;
    __threadfence();
    atomicExch(lock, 0); // expect: race
}

// case lock_released_early: the last store comes after the lock is free again
MISTAKE(lock_released_early) {
    int *lock = out + 1024;
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    out[0] += 1;
    if (FIXED)
        out[1] += 2;
    __threadfence();
    atomicExch(lock, 0);
    if (!FIXED)
        out[1] += 2; // expect: race
}

// case lock_without_fence: nothing makes the store arrive before the lock is free
MISTAKE(lock_without_fence) {
    int *lock = out + 1024;
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    if (FIXED)
        __threadfence();
    out[0] += 1; // expect: race
    if (FIXED)
        __threadfence();
    atomicExch(lock, 0);
}

// case queue_tail: two threads take the same place in the queue
MISTAKE(queue_tail) {
    __shared__ int queue[T], tail;
    if (threadIdx.x == 0)
        tail = 0;
    __syncthreads();
    if (in[threadIdx.x] % 2) {
        int place = FIXED ? atomicAdd(&tail, 1) : tail++; // expect: race
        queue[place] = in[threadIdx.x] + threadIdx.x;
    }
    __syncthreads();
    if (threadIdx.x < tail)
        out[threadIdx.x] = queue[threadIdx.x];
}

// case list_head: elements pushed at once are lost
MISTAKE(list_head) {
    int *head = out + 2048, *next = out;
    int element = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (FIXED) {
        next[element] = atomicExch(head, element);
    } else {
        next[element] = *head; // expect: race
        *head = element;       // expect: race
    }
}

// case last_block: the last block reads what was never fenced
MISTAKE(last_block) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = in[blockIdx.x]; // expect: race
        if (FIXED)
            __threadfence();
        last = atomicAdd(&out[1024], 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (int b = 0; b < gridDim.x; b++)
            out[2048] += out[b]; // expect: race
}

// case compact: the places are counted by one thread, and used by all
MISTAKE(compact) {
    __shared__ int place[T];
    int t = threadIdx.x;
    place[t] = in[t] % 2;
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < T; i++)
            place[i] += place[i - 1]; // expect: race
    if (FIXED)
        __syncthreads();
    if (in[t] % 2)
        out[place[t] - 1] = in[t]; // expect: race
}

static const struct mistake all[] = {
    KERNEL(reduce_load, 1, T),
    KERNEL(reduce_step, 1, T),
    KERNEL(reduce_neighbours, 1, T),
    KERNEL(reduce_last_warp, 1, 64),
    KERNEL(reduce_broadcast, 1, T),
    KERNEL(reduce_again, 1, T),
    KERNEL(reduce_one_too_many, 1, T),
    KERNEL(reduce_across_blocks, 4, T),
    KERNEL(reduce_partial, 4, T),
    KERNEL(reduce_block_sums, 4, T),
    KERNEL(maximum_global, 4, T),
    KERNEL(maximum_shared, 1, T),
    KERNEL(shuffle_sums, 1, T),
    KERNEL(unrolled_load, 1, T),
    KERNEL(mean_then_deviation, 1, T),
    KERNEL(counter_read, 1, T),
    KERNEL(counter_reset, 1, T),
    KERNEL(global_counter_reset, 4, T),
    KERNEL(scan_in_place, 1, T),
    KERNEL(scan_double_buffer, 1, T),
    KERNEL(scan_up_sweep, 1, T),
    KERNEL(scan_down_sweep, 1, T),
    KERNEL(scan_clear_last, 1, T),
    KERNEL(scan_warp, 1, 32),
    KERNEL(scan_offsets, 4, T),
    KERNEL(scan_add_offset, 4, T),
    KERNEL(scan_look_back, 4, T),
    KERNEL(scan_shift, 1, T),
    KERNEL(histogram_global, 8, T),
    KERNEL(histogram_shared, 2, T),
    KERNEL(histogram_merge, 2, T),
    KERNEL(histogram_clear, 2, T),
    KERNEL(histogram_flush, 2, T),
    KERNEL(histogram_of_a_warp, 1, T),
    KERNEL(histogram_chunks, 1, T),
    KERNEL(histogram_bytes, 1, T),
    KERNEL(transpose_tile, 1, dim3(TILE, TILE)),
    KERNEL(transpose_in_place, 1, dim3(TILE, TILE)),
    KERNEL(transpose_tiles, 1, dim3(TILE, TILE)),
    KERNEL(stencil_halo, 1, T),
    KERNEL(stencil_in_place, 1, T),
    KERNEL(stencil_rounds, 4, T),
    KERNEL(stencil_late_halo, 1, T),
    KERNEL(life, 1, T),
    KERNEL(product_load, 1, dim3(TILE, TILE)),
    KERNEL(product_next, 1, dim3(TILE, TILE)),
    KERNEL(product_split, 2, T),
    KERNEL(product_rows, 1, dim3(TILE, TILE)),
    KERNEL(lock_plain, 4, 32),
    KERNEL(lock_released_early, 4, 32),
    KERNEL(lock_without_fence, 4, 32),
    KERNEL(queue_tail, 1, T),
    KERNEL(list_head, 2, T),
    KERNEL(last_block, 4, T),
    KERNEL(compact, 1, T),
};

int main(int argc, char **argv) { return run_mistakes(all, sizeof all / sizeof *all, argc, argv); }
