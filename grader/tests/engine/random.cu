// cuRAND: numbers of XORWOW and Philox against those that cuRAND 13 gives, their statistics, and mistakes. A
// wrong result is printed.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __managed__ int failures;

#define EXPECT(what, row, got, wanted)                                                                       \
    do {                                                                                                     \
        const double is = (double)(got), should_be = (double)(wanted);                                       \
        if (!(fabs(is - should_be) <= 3e-7 * fabs(should_be))) {                                             \
            printf("%s, row %d: %.17g, not %.17g\n", what, row, is, should_be);                              \
            failures++;                                                                                      \
        }                                                                                                    \
    } while (0)

struct known {
    u64 seed, sequence, offset;
    u32 bits[5];
    u32 skipped, next_sequence; /* after 5 numbers left out; after that, 3 sequences further */
    float uniform, normal[3];
    double uniform_64, normal_64[2];
};

static const known xorwow[] = {
    {0,
     0,
     0,
     {3179217846, 1883133293, 2220552389, 674260989, 306521119},
     583391598,
     1986458431,
     0.740219355f,
     {0.292536646f, -0.718359053f, 0.958011329f},
     0.43845084471842349,
     {1.0710216055754271, 0.70846867588123497}},
    {1234,
     1,
     0,
     {3522650202, 3978931785, 2198015705, 2308946676, 3475686971},
     1117996013,
     75263415,
     0.820180893f,
     {-0.280848563f, 0.563546598f, -0.270871788f},
     0.92641692020243771,
     {-0.091495399773608627, -0.38011893868395424}},
    {1234,
     5,
     3,
     {1633321130, 1363217923, 2702936549, 2956155405, 3351265907},
     3364101810,
     3629609298,
     0.3802872f,
     {1.26772416f, -0.571430326f, -0.890942335f},
     0.31739884843775218,
     {-1.4025059140362433, -0.57286068036393101}},
    {42,
     1000003,
     17,
     {1172736350, 2161334713, 3100699490, 638963539, 2165728924},
     2681028010,
     3396029439,
     0.273048967f,
     {-0.0326474942f, -1.61094463f, 0.649383366f},
     0.50322506348701856,
     {0.94276482513673365, 0.69615373140880099}},
    {0x123456789abcdef,
     7,
     4000000000,
     {2494654957, 4058016916, 3614119535, 3964327663, 3310579448},
     818253755,
     3591183498,
     0.580832124f,
     {-0.354141355f, 0.980393291f, -0.273234755f},
     0.94483042916846016,
     {-0.15667697479885295, 0.29824811954813241}},
};
static const known philox[] = {
    {0,
     0,
     0,
     {1713891541, 3781805453, 3159862348, 2600524760, 4175744164},
     4139676267,
     1555169499,
     0.399046481f,
     {-0.924662411f, 0.991137743f, -0.482068747f},
     0.39904647087678313,
     {-0.31039573600037634, -0.39766713631503542}},
    {1234,
     1,
     0,
     {3507855656, 1392278645, 3354607383, 253049307, 118660703},
     3776387729,
     1698527859,
     0.816736281f,
     {0.568455219f, -0.285896361f, 0.254342854f},
     0.81673629046417773,
     {0.54305485664662756, 1.3993199805606309}},
    {1234,
     5,
     3,
     {3180702920, 1549596404, 1069600344, 846674261, 1925342002},
     3038473800,
     648658203,
     0.740565121f,
     {0.594706118f, -0.496998966f, 1.57627559f},
     0.74056510836817324,
     {1.349841840076045, 0.46564701008655013}},
    {42,
     1000003,
     17,
     {1916084727, 2862881473, 1657555270, 2339248630, 1159862110},
     2402437561,
     3137961993,
     0.446123242f,
     {-1.0999366f, -0.635971308f, -0.382062227f},
     0.44612324051558971,
     {-0.24937361493415827, -0.86547310072756667}},
    {0x123456789abcdef,
     7,
     4000000000,
     {2764481746, 169111762, 3546927117, 708900558, 1731202811},
     1773894754,
     3024718539,
     0.643656075f,
     {0.229872629f, 0.910131872f, 0.532602251f},
     0.64365606452338398,
     {2.18970970967885, 1.2939994841227538}},
};

template <class State> __global__ void compare(const known *rows, int n, const char *) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const known &row = rows[i];
    State begin, state;
    curand_init(row.seed, row.sequence, row.offset, &begin);
    state = begin;
    for (int k = 0; k < 5; k++)
        EXPECT("bits", i, curand(&state), row.bits[k]);
    state = begin;
    EXPECT("uniform", i, curand_uniform(&state), row.uniform);
    state = begin;
    EXPECT("uniform of 64 bits", i, curand_uniform_double(&state), row.uniform_64);
    state = begin;
    for (int k = 0; k < 3; k++)
        EXPECT("normal", i, curand_normal(&state), row.normal[k]);
    state = begin;
    for (int k = 0; k < 2; k++)
        EXPECT("normal of 64 bits", i, curand_normal_double(&state), row.normal_64[k]);
    state = begin;
    skipahead(5ull, &state);
    EXPECT("skipped", i, curand(&state), row.next_sequence);
    skipahead_sequence(3ull, &state);
    EXPECT("another sequence", i, curand(&state), row.skipped);
}

template <class State, size_t Count> static void table(const known (&rows)[Count]) {
    known *on_device;
    cudaMalloc(&on_device, sizeof rows);
    cudaMemcpy(on_device, rows, sizeof rows, cudaMemcpyHostToDevice);
    compare<State><<<1, 32>>>(on_device, (int)Count, "");
    cudaDeviceSynchronize();
    cudaFree(on_device);
}

// Four at a time are the same as one by one.
__global__ void four_at_a_time() {
    for (u32 offset = 0; offset < 4; offset++) {
        curandStatePhilox4_32_10_t one, four;
        curand_init(9, 2, offset, &one);
        four = one;
        const uint4 bits = curand4(&four);
        EXPECT("four", 0, bits.x, curand(&one));
        EXPECT("four", 1, bits.y, curand(&one));
        EXPECT("four", 2, bits.z, curand(&one));
        EXPECT("four", 3, bits.w, curand(&one));
        EXPECT("the next", 4, curand(&four), curand(&one));
    }
}

// As in courses: states in memory, set up by one kernel and used by another.
__global__ void set_up(curandState *states) { curand_init(2024, threadIdx.x, 0, &states[threadIdx.x]); }
__global__ void estimate_pi(curandState *states, int *inside) {
    curandState state = states[threadIdx.x];
    int count = 0;
    for (int i = 0; i < 500; i++) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        count += x * x + y * y <= 1;
    }
    states[threadIdx.x] = state;
    atomicAdd(inside, count);
}

static void pi() {
    curandState *states;
    int *inside, count;
    cudaMalloc(&states, 64 * sizeof *states);
    cudaMalloc(&inside, sizeof *inside);
    cudaMemset(inside, 0, sizeof *inside);
    set_up<<<1, 64>>>(states);
    estimate_pi<<<1, 64>>>(states, inside);
    cudaMemcpy(&count, inside, sizeof count, cudaMemcpyDeviceToHost);
    if (fabs(count * 4.0 / 32000 - 3.14159265) > 0.04)
        failures++, printf("pi is %g\n", count * 4.0 / 32000);
    cudaFree(states);
    cudaFree(inside);
}

// Of the host's call for XORWOW: number i is of sequence i modulo 4096.
static void on_the_host() {
    static u32 bits[4100];
    static float real[4100];
    const u32 wanted[] = {624778773, 3522650202, 2363946744, 1266286439, 3928747533, 3732235839};
    curandGenerator_t generator;
    curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandGenerate(generator, bits, 4100);
    for (int i = 0; i < 6; i++)
        EXPECT("the host's", i, bits[i], wanted[i]);
    EXPECT("the host's", 4096, bits[4096], 1867875844u);
    EXPECT("the host's", 4097, bits[4097], 3978931785u);
    curandGenerate(generator, bits, 3);
    EXPECT("the host's, going on", 0, bits[0], 2393305889u);
    curandSetGeneratorOffset(generator, 5);
    curandGenerate(generator, bits, 1);
    EXPECT("the host's, from an offset", 0, bits[0], 3732235839u);
    curandSetGeneratorOffset(generator, 0);
    curandGenerateNormal(generator, real, 4, 10, 2);
    EXPECT("the host's, normal", 0, real[0], 10 + 2 * 0.780973554);
    EXPECT("the host's, normal", 1, real[1], 10 - 2 * 1.80157816);
    EXPECT("the host's, normal", 2, real[2], 10 - 2 * 0.280848563);
    curandDestroyGenerator(generator);
}

static void on_the_device() {
    enum { COUNT = 10000 };
    static double normal[COUNT];
    double *on_device, sum = 0, squares = 0;
    curandGenerator_t generator;
    cudaMalloc(&on_device, sizeof normal);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32);
    curandSetPseudoRandomGeneratorSeed(generator, 7);
    curandGenerateNormalDouble(generator, on_device, COUNT, 3, 2);
    cudaMemcpy(normal, on_device, sizeof normal, cudaMemcpyDeviceToHost);
    for (double x : normal)
        sum += x, squares += (x - 3) * (x - 3);
    if (fabs(sum / COUNT - 3) > 0.1 || fabs(squares / COUNT - 4) > 0.3)
        failures++, printf("mean %g, variance %g\n", sum / COUNT, squares / COUNT);
    curandGenerateUniformDouble(generator, on_device, COUNT + 1); // expect: out_of_bounds
    curandGenerateUniformDouble(generator, normal, COUNT);        // expect: api
    curandGenerateNormalDouble(generator, on_device, 7, 0, 1);    // expect: api
    curandDestroyGenerator(generator);
    cudaFree(on_device);
}

__global__ void without_set_up(curandState *states, float *out) {
    out[threadIdx.x] = curand_uniform(&states[threadIdx.x]); // expect: uninitialized
}
__global__ void with_a_common_state(curandState *state, float *out) {
    out[threadIdx.x] = curand_uniform(state); // expect: race
}

static void mistakes() {
    curandState *states;
    float *out;
    cudaMalloc(&states, 32 * sizeof *states);
    cudaMalloc(&out, 32 * sizeof *out);
    without_set_up<<<1, 32>>>(states, out);
    set_up<<<1, 32>>>(states);
    with_a_common_state<<<1, 32>>>(states, out);
    cudaFree(states);
    cudaFree(out);
}

int main() {
    table<curandState>(xorwow);
    table<curandStatePhilox4_32_10_t>(philox);
    four_at_a_time<<<1, 1>>>();
    pi();
    on_the_host();
    on_the_device();
    mistakes();
    return failures;
}
