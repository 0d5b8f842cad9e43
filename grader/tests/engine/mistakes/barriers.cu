// Barriers that do not fit together, and waits that never end, as students make them.
#include "mistakes.h"
#include <cooperative_groups.h>

enum { T = 64 };

static __device__ void meet() {
    __syncthreads(); // where the threads wait, in the cases that call it
}

// case two_branches: a barrier in each branch
MISTAKE(two_branches) {
    __shared__ int s[T];
    s[threadIdx.x] = in[threadIdx.x];
    if (FIXED) {
        __syncthreads();
    } else if (threadIdx.x < T / 2) {
        __syncthreads(); // expect: barrier
    } else {
        out[T + threadIdx.x] = 1;
        __syncthreads(); // expect: barrier
    }
    out[threadIdx.x] = s[T - 1 - threadIdx.x];
}

// case guarded_barrier: only threads with an element come to the first barrier
MISTAKE(guarded_barrier) {
    __shared__ int s[T];
    int t = threadIdx.x, size = 40;
    s[t] = 0;
    if (t < size) {
        s[t] = in[t];
        if (!FIXED)
            __syncthreads(); // expect: barrier
    }
    __syncthreads(); // expect: barrier
    out[t] = s[t];
}

// case guarded_to_the_end: the others go on, and end
MISTAKE(guarded_to_the_end) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    if (FIXED)
        __syncthreads();
    if (t < T / 2) {
        if (!FIXED)
            __syncthreads(); // expect: barrier
        out[t] = s[t] + t;
    }
    if (t >= T / 2)
        out[2 * T + t] = t;
}

// case loop_of_each: each thread makes as many rounds as it has elements
MISTAKE(loop_of_each) {
    __shared__ int s[T];
    int t = threadIdx.x, rounds = FIXED ? 4 : t / 32 + 1;
    s[t] = 0;
    for (int i = 0; i < rounds; i++) {
        s[t] += in[i * T + t];
        __syncthreads(); // expect: barrier
    }
    out[t] = s[t];
    __syncthreads(); // expect: barrier
    if (t == 0)
        out[T] = s[0];
}

// case tree_in_if: the barrier of a tree is inside its condition
MISTAKE(tree_in_if) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads(); // expect: barrier
    for (int stride = T / 2; stride > 0; stride /= 2) {
        if (t < stride) {
            s[t] += s[t + stride];
            if (!FIXED)
                __syncthreads(); // expect: barrier
        }
        if (FIXED)
            __syncthreads();
    }
    __syncthreads(); // expect: barrier
    if (t == 0)
        out[0] = s[0];
}

// case break_before: a thread that is done leaves the loop before its barrier
MISTAKE(break_before) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = 0;
    for (int i = 0; i < 4; i++) {
        if (!FIXED && t < 32 && i == 2)
            break;
        s[t] += in[t + i];
        __syncthreads(); // expect: barrier
    }
    __syncthreads(); // expect: barrier
    out[t] = s[T - 1 - t];
}

// case continue_before: a thread with nothing to do goes on to the next round
MISTAKE(continue_before) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = 0;
    for (int i = 0; i < 3; i++) {
        if (!FIXED && t % 2 == 0 && i == 1)
            continue;
        s[t] += in[t + i];
        __syncthreads(); // expect: barrier
    }
    __syncthreads(); // expect: barrier
    out[t] = s[T - 1 - t];
}

// case step_in_if: the barriers of a scan's step are in its condition
MISTAKE(step_in_if) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int offset = 1; offset < T; offset *= 2) {
        int left = 0;
        if (FIXED || t >= offset) {
            left = t >= offset ? s[t - offset] : 0;
            __syncthreads(); // expect: barrier
            s[t] += left;
            __syncthreads(); // expect: barrier
        }
    }
    out[t] = s[t];
}

// case switch_of_roles: each role has barriers of its own
MISTAKE(switch_of_roles) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    if (FIXED)
        __syncthreads();
    switch (t / 32) {
    case 0:
        if (!FIXED)
            __syncthreads(); // expect: barrier
        out[t] = s[t + 32];
        break;
    default:
        if (!FIXED)
            __syncthreads(); // expect: barrier
        out[t] = 0;
    }
}

// case function_of_some: the barrier is in a function that some threads call
MISTAKE(function_of_some) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    if (FIXED || t < 32)
        meet();
    else
        __syncthreads(); // expect: barrier
    out[t] = s[T - 1 - t];
}

// case count_and_plain: a counting barrier meets a plain one
MISTAKE(count_and_plain) {
    int t = threadIdx.x, count = 0;
    if (FIXED || in[t] % 2)
        count = __syncthreads_count(t < 32); // expect: barrier
    else
        __syncthreads(); // expect: barrier
    out[t] = count;
}

// case early_barrier: the first warp waits once more than the others
MISTAKE(early_barrier) {
    __shared__ int s[T];
    int t = threadIdx.x;
    if (!FIXED && t < 32)
        __syncthreads(); // expect: barrier
    s[t] = in[t];
    __syncthreads(); // expect: barrier
    out[t] = s[T - 1 - t];
    __syncthreads(); // expect: barrier
    if (t == 0)
        out[T] = s[0];
}

// case warp_mask_of_all: half of the warp waits for all of it
MISTAKE(warp_mask_of_all) {
    __shared__ int s[T];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t % 32 < 16)
        __syncwarp(FIXED ? 0x0000ffffu : 0xffffffffu); // expect: deadlock
    __syncthreads();
    out[t] = s[t ^ 1];
}

// case warp_mask_without_self: the mask names the others only
MISTAKE(warp_mask_without_self) {
    int t = threadIdx.x;
    __syncwarp(FIXED ? 0xffffffffu : ~(1u << t % 32)); // expect: barrier
    out[t] = in[t];
}

// case shuffle_in_branch: lanes that are not there are asked to shuffle
MISTAKE(shuffle_in_branch) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16)
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(FIXED ? 0x0000ffffu : 0xffffffffu, v, d, 16); // expect: deadlock
    __syncthreads();
    out[t] = v;
}

// case shuffle_up_and_down: one half shuffles up, the other down
MISTAKE(shuffle_up_and_down) {
    int t = threadIdx.x, v = in[t];
    if (FIXED || t % 32 < 16)
        v += __shfl_down_sync(0xffffffffu, v, 1); // expect: deadlock
    else
        v += __shfl_up_sync(0xffffffffu, v, 1); // expect: deadlock
    out[t] = v;
}

// case shuffle_rounds: lanes leave the loop at different times
MISTAKE(shuffle_rounds) {
    int t = threadIdx.x, v = in[t], rounds = FIXED ? 4 : t % 4 + 1;
    for (int i = 0; i < rounds; i++)
        v += __shfl_xor_sync(0xffffffffu, v, 1); // expect: deadlock
    __syncthreads();
    out[t] = v;
}

// case broadcast_from_absent: the lane that has the value takes no part
MISTAKE(broadcast_from_absent) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 16)
        v = __shfl_sync(0x0000ffffu, v, FIXED ? 15 : 16); // expect: barrier
    out[t] = v;
}

// case vote_in_loop: some lanes have left the loop in which the others vote
MISTAKE(vote_in_loop) {
    int t = threadIdx.x, left = in[t] % 5 + 1, rounds = 0;
    if (FIXED) {
        while (__any_sync(0xffffffffu, left > 0)) {
            left--;
            rounds++;
        }
    } else {
        while (left > 0) {
            if (__any_sync(0xffffffffu, left == 1)) // expect: deadlock
                rounds++;
            left--;
        }
    }
    __syncthreads();
    out[t] = rounds;
}

// case ballot_of_others: the mask comes from another condition than the branch
MISTAKE(ballot_of_others) {
    int t = threadIdx.x, v = in[t];
    unsigned mask = __ballot_sync(0xffffffffu, FIXED ? v % 2 == 1 : v % 2 == 1 || v % 3 == 0);
    if (v % 2 == 1)
        v = __popc(__ballot_sync(mask, v > 50)); // expect: deadlock
    __syncthreads();
    out[t] = v;
}

// case sum_in_branch: a sum of the warp, asked for by half of it
MISTAKE(sum_in_branch) {
    int t = threadIdx.x, v = in[t];
    if (FIXED || v % 2)
        v = __reduce_add_sync(0xffffffffu, v); // expect: deadlock
    __syncthreads();
    out[t] = v;
}

// case match_in_branch: so is a comparison of all lanes
MISTAKE(match_in_branch) {
    int t = threadIdx.x, v = in[t] % 4;
    unsigned same = 0;
    if (FIXED || v != 0)
        same = __match_any_sync(0xffffffffu, v); // expect: deadlock
    __syncthreads();
    out[t] = __popc(same);
}

// case tile_in_branch: half of a tile waits for all of it
MISTAKE(tile_in_branch) {
    namespace cg = cooperative_groups;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int t = threadIdx.x, v = in[t];
    if (FIXED || tile.thread_rank() < 8)
        tile.sync(); // expect: deadlock
    __syncthreads();
    out[t] = v;
}

// case flag_behind_barrier: the flag is raised by a thread that waits for the one watching it
MISTAKE(flag_behind_barrier) {
    volatile int *flag = out + 1024;
    if (FIXED && threadIdx.x == 32) {
        __threadfence();
        *flag = 1;
    }
    if (threadIdx.x == 0)
        while (*flag == 0) // expect: deadlock
            ;
    __syncthreads();
    if (!FIXED && threadIdx.x == 32)
        *flag = 1;
    out[threadIdx.x] = in[threadIdx.x];
}

// case lock_kept: the lock is never given back
MISTAKE(lock_kept) {
    int *lock = out + 1024;
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) // expect: deadlock
            ;
        __threadfence();
        out[0] += in[blockIdx.x];
        __threadfence();
        if (FIXED)
            atomicExch(lock, 0);
    }
}

// case count_of_blocks: the blocks wait for one more block than there are
MISTAKE(count_of_blocks) {
    __shared__ int s[T];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&out[1024], 1);
        while (atomicAdd(&out[1024], 0) < gridDim.x + !FIXED) // expect: deadlock
            ;
    }
    __syncthreads();
    out[blockIdx.x * T + threadIdx.x] = s[T - 1 - threadIdx.x];
}

static const struct mistake all[] = {
    KERNEL(two_branches, 1, T),       KERNEL(guarded_barrier, 1, T),
    KERNEL(guarded_to_the_end, 1, T), KERNEL(loop_of_each, 1, T),
    KERNEL(tree_in_if, 1, T),         KERNEL(break_before, 1, T),
    KERNEL(continue_before, 1, T),    KERNEL(step_in_if, 1, T),
    KERNEL(switch_of_roles, 1, T),    KERNEL(function_of_some, 1, T),
    KERNEL(count_and_plain, 1, T),    KERNEL(early_barrier, 1, T),
    KERNEL(warp_mask_of_all, 1, T),   KERNEL(warp_mask_without_self, 1, T),
    KERNEL(shuffle_in_branch, 1, T),  KERNEL(shuffle_up_and_down, 1, T),
    KERNEL(shuffle_rounds, 1, T),     KERNEL(broadcast_from_absent, 1, T),
    KERNEL(vote_in_loop, 1, T),       KERNEL(ballot_of_others, 1, T),
    KERNEL(sum_in_branch, 1, T),      KERNEL(match_in_branch, 1, T),
    KERNEL(tile_in_branch, 1, T),     KERNEL(flag_behind_barrier, 1, T),
    KERNEL(lock_kept, 4, T),          KERNEL(count_of_blocks, 4, T),
};

int main(int argc, char **argv) { return run_mistakes(all, sizeof all / sizeof *all, argc, argv); }
