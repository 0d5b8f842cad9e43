// One word or two without a message: store and load buffering, IRIW, coherence, 2+2W, and read-modify-writes.
// Volatile and relaxed atomic accesses are no race between blocks, and yet order nothing.
#include "litmus.h"

__global__ void sb_plain(words *w) {
    if (THREAD(0, 0)) {
        w->x = 1;       // expect: race
        w->r[0] = w->y; // expect: race
    } else {
        w->y = 1;       // expect: race
        w->r[1] = w->x; // expect: race
    }
}

__global__ void sb_volatile(words *w) {
    if (THREAD(0, 0)) {
        VOLATILE(w->x) = 1;
        w->r[0] = VOLATILE(w->y);
    } else {
        VOLATILE(w->y) = 1;
        w->r[1] = VOLATILE(w->x);
    }
}

__global__ void sb_volatile_fences(words *w) {
    if (THREAD(0, 0)) {
        VOLATILE(w->x) = 1;
        __threadfence();
        w->r[0] = VOLATILE(w->y);
    } else {
        VOLATILE(w->y) = 1;
        __threadfence();
        w->r[1] = VOLATILE(w->x);
    }
}

__global__ void sb_plain_fences(words *w) {
    if (THREAD(0, 0)) {
        w->x = 1; // expect: race
        __threadfence();
        w->r[0] = w->y; // expect: race
    } else {
        w->y = 1; // expect: race
        __threadfence();
        w->r[1] = w->x; // expect: race
    }
}

__global__ void sb_relaxed(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_relaxed);
        w->r[0] = y.load(memory_order_relaxed);
    } else {
        y.store(1, memory_order_relaxed);
        w->r[1] = x.load(memory_order_relaxed);
    }
}

__global__ void sb_seq_cst(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_seq_cst);
        w->r[0] = y.load(memory_order_seq_cst);
    } else {
        y.store(1, memory_order_seq_cst);
        w->r[1] = x.load(memory_order_seq_cst);
    }
}

__global__ void sb_of_the_block(words *w) {
    block_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_seq_cst);       // expect: race
        w->r[0] = y.load(memory_order_seq_cst); // expect: race
    } else {
        y.store(1, memory_order_seq_cst);       // expect: race
        w->r[1] = x.load(memory_order_seq_cst); // expect: race
    }
}

__global__ void sb_shared_seq_cst(words *w) {
    __shared__ int sx, sy;
    block_atomic x(sx), y(sy);
    if (threadIdx.x == 0)
        sx = sy = 0;
    __syncthreads();
    if (THREAD(0, 0)) {
        x.store(1, memory_order_seq_cst);
        w->r[0] = y.load(memory_order_seq_cst);
    } else if (THREAD(0, 32)) {
        y.store(1, memory_order_seq_cst);
        w->r[1] = x.load(memory_order_seq_cst);
    }
}

__global__ void lb_plain(words *w) {
    if (THREAD(0, 0)) {
        w->r[0] = w->x; // expect: race
        w->y = 1;       // expect: race
    } else {
        w->r[1] = w->y; // expect: race
        w->x = 1;       // expect: race
    }
}

__global__ void lb_volatile(words *w) {
    if (THREAD(0, 0)) {
        w->r[0] = VOLATILE(w->x);
        VOLATILE(w->y) = 1;
    } else {
        w->r[1] = VOLATILE(w->y);
        VOLATILE(w->x) = 1;
    }
}

__global__ void lb_volatile_fences(words *w) {
    if (THREAD(0, 0)) {
        w->r[0] = VOLATILE(w->x);
        __threadfence();
        VOLATILE(w->y) = 1;
    } else {
        w->r[1] = VOLATILE(w->y);
        __threadfence();
        VOLATILE(w->x) = 1;
    }
}

__global__ void lb_relaxed(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        w->r[0] = x.load(memory_order_relaxed);
        y.store(1, memory_order_relaxed);
    } else {
        w->r[1] = y.load(memory_order_relaxed);
        x.store(1, memory_order_relaxed);
    }
}

__global__ void lb_acquire_release(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        w->r[0] = x.load(memory_order_acquire);
        y.store(1, memory_order_release);
    } else {
        w->r[1] = y.load(memory_order_acquire);
        x.store(1, memory_order_release);
    }
}

__global__ void iriw_plain(words *w) {
    if (THREAD(0, 0))
        w->x = 1; // expect: race
    if (THREAD(1, 0))
        w->y = 1; // expect: race
    if (THREAD(2, 0)) {
        w->r[0] = w->x; // expect: race
        w->r[1] = w->y; // expect: race
    }
    if (THREAD(3, 0)) {
        w->r[2] = w->y; // expect: race
        w->r[3] = w->x; // expect: race
    }
}

__global__ void iriw_volatile(words *w) {
    if (THREAD(0, 0))
        VOLATILE(w->x) = 1;
    if (THREAD(1, 0))
        VOLATILE(w->y) = 1;
    if (THREAD(2, 0)) {
        w->r[0] = VOLATILE(w->x);
        w->r[1] = VOLATILE(w->y);
    }
    if (THREAD(3, 0)) {
        w->r[2] = VOLATILE(w->y);
        w->r[3] = VOLATILE(w->x);
    }
}

__global__ void iriw_fences(words *w) {
    if (THREAD(0, 0))
        VOLATILE(w->x) = 1;
    if (THREAD(1, 0))
        VOLATILE(w->y) = 1;
    if (THREAD(2, 0)) {
        w->r[0] = VOLATILE(w->x);
        __threadfence();
        w->r[1] = VOLATILE(w->y);
    }
    if (THREAD(3, 0)) {
        w->r[2] = VOLATILE(w->y);
        __threadfence();
        w->r[3] = VOLATILE(w->x);
    }
}

__global__ void iriw_seq_cst(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0))
        x.store(1);
    if (THREAD(1, 0))
        y.store(1);
    if (THREAD(2, 0)) {
        w->r[0] = x.load();
        w->r[1] = y.load();
    }
    if (THREAD(3, 0)) {
        w->r[2] = y.load();
        w->r[3] = x.load();
    }
}

__global__ void corr_plain(words *w) {
    if (THREAD(0, 0)) {
        w->x = 1; // expect: race
    } else {
        w->r[0] = w->x; // expect: race
        w->r[1] = w->x; // expect: race
    }
}

__global__ void corr_volatile(words *w) {
    if (THREAD(0, 0)) {
        VOLATILE(w->x) = 1;
    } else {
        w->r[0] = VOLATILE(w->x);
        w->r[1] = VOLATILE(w->x);
    }
}

__global__ void corr_relaxed(words *w) {
    device_atomic x(w->x);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_relaxed);
    } else {
        w->r[0] = x.load(memory_order_relaxed);
        w->r[1] = x.load(memory_order_relaxed);
    }
}

__global__ void coww_one_thread(words *w) {
    if (THREAD(0, 0)) {
        VOLATILE(w->x) = 1;
        VOLATILE(w->x) = 2;
    } else {
        w->r[0] = VOLATILE(w->x);
        w->r[1] = VOLATILE(w->x);
    }
}

__global__ void coww_plain(words *w) {
    w->x = blockIdx.x + 1; // expect: race
}

__global__ void coww_same_value(words *w) { w->x = 1; }

__global__ void coww_lanes_one_leaves_it(words *w) {
    w->x = threadIdx.x; // expect: race
}

__global__ void coww_lanes_same_value(words *w) {
    w->x = 1;
    w->y = 0;
}

__global__ void coww_two_writers_volatile(words *w) {
    VOLATILE(w->x) = blockIdx.x + 1; // expect: race
}

__global__ void coww_exchange(words *w) { atomicExch(&w->x, blockIdx.x + 1); }

__global__ void coww_relaxed(words *w) { device_atomic(w->x).store(blockIdx.x + 1, memory_order_relaxed); }

__global__ void coww_plain_and_atomic(words *w) {
    if (THREAD(0, 0))
        w->x = 5; // expect: race
    else
        atomicExch(&w->x, 6); // expect: race
}

__global__ void corw_relaxed(words *w) {
    device_atomic x(w->x);
    if (THREAD(0, 0)) {
        w->r[0] = x.load(memory_order_relaxed);
        x.store(1, memory_order_relaxed);
    } else {
        x.store(2, memory_order_relaxed);
    }
}

__global__ void cowr_relaxed(words *w) {
    device_atomic x(w->x);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_relaxed);
        w->r[0] = x.load(memory_order_relaxed);
    } else {
        x.store(2, memory_order_relaxed);
    }
}

__global__ void two_plus_two_w_plain(words *w) {
    if (THREAD(0, 0)) {
        w->x = 1; // expect: race
        w->y = 2; // expect: race
    } else {
        w->y = 1; // expect: race
        w->x = 2; // expect: race
    }
}

__global__ void two_plus_two_w_relaxed(words *w) {
    device_atomic x(w->x), y(w->y);
    if (THREAD(0, 0)) {
        x.store(1, memory_order_relaxed);
        y.store(2, memory_order_relaxed);
    } else {
        y.store(1, memory_order_relaxed);
        x.store(2, memory_order_relaxed);
    }
}

__global__ void two_plus_two_w_release(words *w) {
    if (THREAD(0, 0)) {
        atomicExch(&w->x, 1);
        __threadfence();
        atomicExch(&w->y, 2);
    } else {
        atomicExch(&w->y, 1);
        __threadfence();
        atomicExch(&w->x, 2);
    }
}

// Read-modify-writes.
__global__ void rmw_plain(words *w) {
    w->count++; // expect: race
}

__global__ void rmw_volatile(words *w) {
    VOLATILE(w->count) = VOLATILE(w->count) + 1; // expect: race
}

__global__ void rmw_volatile_fences(words *w) {
    __threadfence();
    VOLATILE(w->count) = VOLATILE(w->count) + 1; // expect: race
    __threadfence();
}

__global__ void rmw_volatile_in_a_block(words *w) {
    __shared__ volatile int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    count = count + 1; // expect: race
}

__global__ void rmw_atomic(words *w) { atomicAdd(&w->count, 1); }

__global__ void rmw_atomic_of_the_system(words *w) { atomicAdd_system(&w->count, 1); }

__global__ void rmw_atomic_of_the_block(words *w) {
    atomicAdd_block(&w->count, 1); // expect: race
}

__global__ void rmw_atomic_of_its_own_block(words *w) { atomicAdd_block(&w->data[blockIdx.x], 1); }

__global__ void rmw_shared_of_the_block(words *w) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd_block(&count, 1);
    __syncthreads();
    w->r[0] = count;
}

// The PTX manual's own litmus test of atomicity: one of the block, one of the device.
__global__ void rmw_mixed_scopes(words *w) {
    if (THREAD(0, 0))
        atomicInc_block((unsigned *)&w->count, 9); // expect: race
    else
        atomicInc((unsigned *)&w->count, 9); // expect: race
}

__global__ void rmw_mixed_scopes_in_a_block(words *w) {
    if (threadIdx.x == 0)
        atomicInc_block((unsigned *)&w->count, 9);
    else
        atomicInc((unsigned *)&w->count, 9);
}

__global__ void rmw_fetch_add(words *w) { device_atomic(w->count).fetch_add(1, memory_order_relaxed); }

__global__ void rmw_fetch_add_of_the_block(words *w) {
    block_atomic(w->count).fetch_add(1, memory_order_relaxed); // expect: race
}

__global__ void rmw_compare_exchange(words *w) {
    device_atomic count(w->count);
    int old = count.load(memory_order_relaxed);
    while (!count.compare_exchange_weak(old, old + 1, memory_order_relaxed))
        ;
}

__global__ void rmw_cas_loop(words *w) {
    int old = w->count, assumed;
    do {
        assumed = old;
        old = atomicCAS(&w->count, assumed, assumed + 1);
    } while (old != assumed);
}

__global__ void rmw_plain_read_beside_atomics(words *w) {
    atomicAdd(&w->count, 1);            // expect: race
    w->data[blockIdx.x] = w->count + 1; // expect: race
}

__global__ void rmw_load_beside_atomics(words *w) {
    atomicAdd(&w->count, 1);
    w->data[blockIdx.x] = device_atomic(w->count).load(memory_order_relaxed);
}

// A 64-bit atomic and a plain access of its half.
__global__ void rmw_half_of_it(words *w) {
    if (THREAD(0, 0))
        atomicAdd((unsigned long long *)&w->x, 1ull); // expect: race
    else
        w->y = 1; // expect: race
}

int main() {
    RUN(sb_plain, 2, 1);
    RUN(sb_volatile, 2, 1);
    FORBID(sb_volatile_fences, 2, 1, w.r[0] == 0 && w.r[1] == 0);
    RUN(sb_plain_fences, 2, 1);
    RUN(sb_relaxed, 2, 1);
    FORBID(sb_seq_cst, 2, 1, w.r[0] == 0 && w.r[1] == 0);
    RUN(sb_of_the_block, 2, 1);
    FORBID(sb_shared_seq_cst, 1, 64, w.r[0] == 0 && w.r[1] == 0);
    RUN(lb_plain, 2, 1);
    RUN(lb_volatile, 2, 1);
    FORBID(lb_volatile_fences, 2, 1, w.r[0] == 1 && w.r[1] == 1);
    RUN(lb_relaxed, 2, 1);
    FORBID(lb_acquire_release, 2, 1, w.r[0] == 1 && w.r[1] == 1);
    RUN(iriw_plain, 4, 1);
    RUN(iriw_volatile, 4, 1);
    FORBID(iriw_fences, 4, 1, w.r[0] == 1 && w.r[1] == 0 && w.r[2] == 1 && w.r[3] == 0);
    FORBID(iriw_seq_cst, 4, 1, w.r[0] == 1 && w.r[1] == 0 && w.r[2] == 1 && w.r[3] == 0);
    RUN(corr_plain, 2, 1);
    FORBID(corr_volatile, 2, 1, w.r[0] == 1 && w.r[1] == 0);
    FORBID(corr_relaxed, 2, 1, w.r[0] == 1 && w.r[1] == 0);
    FORBID(coww_one_thread, 2, 1, w.x != 2 || w.r[0] > w.r[1]);
    RUN(coww_plain, 2, 1);
    FORBID(coww_same_value, 2, 1, w.x != 1);
    RUN(coww_lanes_one_leaves_it, 1, 2);
    FORBID(coww_lanes_same_value, 1, 2, w.x != 1 || w.y != 0);
    RUN(coww_two_writers_volatile, 2, 1);
    FORBID(coww_exchange, 2, 1, w.x != 1 && w.x != 2);
    FORBID(coww_relaxed, 2, 1, w.x != 1 && w.x != 2);
    RUN(coww_plain_and_atomic, 2, 1);
    FORBID(corw_relaxed, 2, 1, w.r[0] == 1 || (w.r[0] == 2 && w.x == 2));
    FORBID(cowr_relaxed, 2, 1, w.r[0] == 0 || (w.r[0] == 2 && w.x == 1));
    RUN(two_plus_two_w_plain, 2, 1);
    FORBID(two_plus_two_w_relaxed, 2, 1, w.x == 0 || w.y == 0);
    FORBID(two_plus_two_w_release, 2, 1, w.x == 1 && w.y == 1);
    RUN(rmw_plain, 4, 1);
    RUN(rmw_volatile, 4, 1);
    RUN(rmw_volatile_fences, 4, 1);
    RUN(rmw_volatile_in_a_block, 1, 64);
    FORBID(rmw_atomic, 4, 64, w.count != 256);
    FORBID(rmw_atomic_of_the_system, 4, 64, w.count != 256);
    RUN(rmw_atomic_of_the_block, 4, 64);
    FORBID(rmw_atomic_of_its_own_block, 4, 64, w.data[3] != 64);
    FORBID(rmw_shared_of_the_block, 1, 64, w.r[0] != 64);
    RUN(rmw_mixed_scopes, 2, 1);
    FORBID(rmw_mixed_scopes_in_a_block, 1, 2, w.count != 2);
    FORBID(rmw_fetch_add, 4, 64, w.count != 256);
    RUN(rmw_fetch_add_of_the_block, 4, 64);
    FORBID(rmw_compare_exchange, 4, 64, w.count != 256);
    FORBID(rmw_cas_loop, 4, 64, w.count != 256);
    RUN(rmw_plain_read_beside_atomics, 4, 1);
    FORBID(rmw_load_beside_atomics, 4, 1, w.count != 4);
    RUN(rmw_half_of_it, 2, 1);
}
