// Texture objects against the CUDA C++ Programming Guide, "Texture Fetching": coordinates, address modes,
// filters, read modes, arrays and copies to and from them; and mistakes. A wrong result is printed. (Built by
// nvcc with -DONLY_RIGHT, a GPU passes the same tables.)
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static int failures;

static void expect(const char *what, int row, double got, double wanted) {
    if (fabs(got - wanted) <= 1e-6 * fabs(wanted))
        return;
    printf("%s, row %d: %.9g, not %.9g\n", what, row, got, wanted);
    failures++;
}

struct at_1 {
    float x;
    double wanted;
};
struct at_2 {
    float x, y;
    double wanted;
};
struct at_3 {
    float x, y, z;
    double wanted;
};

__global__ void fetch(cudaTextureObject_t t, const at_1 *rows, int n, float *out) {
    if ((int)threadIdx.x < n)
        out[threadIdx.x] = tex1D<float>(t, rows[threadIdx.x].x);
}
__global__ void fetch(cudaTextureObject_t t, const at_2 *rows, int n, float *out) {
    if ((int)threadIdx.x < n)
        out[threadIdx.x] = tex2D<float>(t, rows[threadIdx.x].x, rows[threadIdx.x].y);
}
__global__ void fetch(cudaTextureObject_t t, const at_3 *rows, int n, float *out) {
    const at_3 row = rows[threadIdx.x];
    if ((int)threadIdx.x < n)
        out[threadIdx.x] = tex3D<float>(t, row.x, row.y, row.z);
}

static cudaTextureObject_t texture_of(const cudaResourceDesc &memory, cudaTextureAddressMode mode,
                                      cudaTextureFilterMode filter, bool normalized, int dimensions = 3,
                                      cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc how;
    cudaTextureObject_t texture = 0;
    memset(&how, 0, sizeof how);
    for (int d = 0; d < dimensions; d++)
        how.addressMode[d] = mode;
    how.filterMode = filter;
    how.readMode = read;
    how.normalizedCoords = normalized;
    expect("creation", 0, cudaCreateTextureObject(&texture, &memory, &how, nullptr), 0);
    return texture;
}

static cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc memory;
    memset(&memory, 0, sizeof memory);
    memory.resType = cudaResourceTypeArray;
    memory.res.array.array = array;
    return memory;
}

template <class Row, size_t Count>
static void table(const char *name, cudaTextureObject_t texture, const Row (&rows)[Count]) {
    Row *on_device;
    float *out, got[Count];
    cudaMalloc(&on_device, 64 * sizeof(Row));
    cudaMemset(on_device, 0, 64 * sizeof(Row));
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(on_device, rows, sizeof rows, cudaMemcpyHostToDevice);
    fetch<<<1, 64>>>(texture, on_device, (int)Count, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < Count; i++)
        expect(name, (int)i, got[i], rows[i].wanted);
    cudaFree(on_device);
    cudaFree(out);
    cudaDestroyTextureObject(texture);
}

static void one_dimension() {
    const float texels[] = {1, 2, 4, 8};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 4);
    cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice);
    const cudaResourceDesc memory = resource_of(array);
    const at_1 point_clamp[] = {{0, 1}, {0.99f, 1}, {1, 2}, {3.5f, 8}, {4, 8}, {100, 8}, {-0.1f, 1}, {-7, 1}};
    const at_1 point_border[] = {{0, 1}, {3.9f, 8}, {4, 0}, {-0.1f, 0}, {-7, 0}, {1e9f, 0}};
    const at_1 linear_clamp[] = {{0.5f, 1}, {1, 1.5}, {1.25f, 1.75}, {2, 3}, {0, 1}, {3.75f, 8}, {-3, 1}};
    const at_1 linear_border[] = {{0, 0.5}, {4, 4}, {-0.25f, 0.25}, {2, 3}, {4.5f, 0}};
    const at_1 half_in_border[] = {{0, 0.25}, {4, 2}, {-0.25f, 0.125}, {2, 1.5}, {4.5f, 0}};
    const at_1 point_wrap[] = {{0, 1}, {0.25f, 2}, {0.99f, 8}, {1, 1}, {1.5f, 4}, {-0.1f, 8}, {-1.75f, 2}};
    const at_1 point_mirror[] = {{0.1f, 1},  {1.1f, 8},  {1.3f, 4}, {1.9f, 1},
                                 {-0.1f, 1}, {-0.3f, 2}, {2.3f, 2}};
    const at_1 linear_wrap[] = {{0, 4.5}, {1, 4.5}, {0.25f, 1.5}, {-0.125f, 8}, {0.875f, 8}};
    /* The share of the second texel is a multiple of 1/256. */
    const at_1 in_parts[] = {
        {0.5f + 1.0f / 1024, 1}, {0.5f + 3.0f / 1024, 1 + 1.0 / 256}, {0.6f, 1 + 26.0 / 256}};
    table("point, clamp", texture_of(memory, cudaAddressModeClamp, cudaFilterModePoint, false), point_clamp);
    table("point, border", texture_of(memory, cudaAddressModeBorder, cudaFilterModePoint, false),
          point_border);
    table("linear, clamp", texture_of(memory, cudaAddressModeClamp, cudaFilterModeLinear, false),
          linear_clamp);
    table("linear, border along x", texture_of(memory, cudaAddressModeBorder, cudaFilterModeLinear, false, 1),
          linear_border);
    table("linear, border everywhere", texture_of(memory, cudaAddressModeBorder, cudaFilterModeLinear, false),
          half_in_border);
    table("wrap without normalized coordinates is clamp",
          texture_of(memory, cudaAddressModeWrap, cudaFilterModePoint, false), point_clamp);
    table("point, wrap", texture_of(memory, cudaAddressModeWrap, cudaFilterModePoint, true), point_wrap);
    table("point, mirror", texture_of(memory, cudaAddressModeMirror, cudaFilterModePoint, true),
          point_mirror);
    table("linear, wrap", texture_of(memory, cudaAddressModeWrap, cudaFilterModeLinear, true), linear_wrap);
    table("linear, in parts", texture_of(memory, cudaAddressModeClamp, cudaFilterModeLinear, false),
          in_parts);
    cudaFreeArray(array);
}

// Three columns and two rows: 1 2 4, 10 20 40.
static void two_dimensions() {
    const float texels[] = {1, 2, 4, 10, 20, 40};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    const at_2 point[] = {{0.5f, 0.5f, 1}, {2.5f, 1.5f, 40}, {1, 1, 20}, {9, -9, 4}, {-1, 5, 10}};
    const at_2 linear[] = {{1, 0.5f, 1.5}, {0.5f, 1, 5.5}, {1, 1, 8.25}, {2, 1, 16.5}, {0, 0, 1}};
    const at_2 border[] = {{0, 0, 0.25}, {0, 0.5f, 0.5}, {1, 0, 0.75}, {3, 0.5f, 2},
                           {0.5f, 2, 5}, {1, 1, 8.25},   {4, 4, 0},    {-0.25f, 1, 1.375}};
    const at_2 normalized[] = {{0.5f, 0.75f, 20}, {1.0f / 6, 0.5f, 5.5}, {0.5f, 0.5f, 11}};
    cudaArray_t array;
    float *rows, back[6];
    size_t pitch;
    cudaMallocArray(&array, &format, 3, 2);
    cudaMemcpyToArray(array, 0, 0, texels, sizeof texels, cudaMemcpyHostToDevice);
    const cudaResourceDesc memory = resource_of(array);
    table("2D point", texture_of(memory, cudaAddressModeClamp, cudaFilterModePoint, false), point);
    table("2D linear", texture_of(memory, cudaAddressModeClamp, cudaFilterModeLinear, false), linear);
    table("2D border", texture_of(memory, cudaAddressModeBorder, cudaFilterModeLinear, false), border);
    table("2D normalized", texture_of(memory, cudaAddressModeClamp, cudaFilterModeLinear, true), normalized);
    cudaMemcpy2DFromArray(back, 3 * sizeof(float), array, 0, 0, 3 * sizeof(float), 2, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        expect("back from the array", i, back[i], texels[i]);
    cudaFreeArray(array);

    cudaMallocPitch(&rows, &pitch, 3 * sizeof(float), 2);
    cudaMemcpy2D(rows, pitch, texels, 3 * sizeof(float), 3 * sizeof(float), 2, cudaMemcpyHostToDevice);
    cudaResourceDesc pitched;
    memset(&pitched, 0, sizeof pitched);
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = rows;
    pitched.res.pitch2D.desc = format;
    pitched.res.pitch2D.width = 3;
    pitched.res.pitch2D.height = 2;
    pitched.res.pitch2D.pitchInBytes = pitch;
    table("pitched", texture_of(pitched, cudaAddressModeClamp, cudaFilterModeLinear, false), linear);
    cudaFree(rows);
}

// Two by two by two: the number of each texel.
static void three_dimensions() {
    float texels[8];
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const cudaExtent extent = make_cudaExtent(2, 2, 2);
    const at_3 point[] = {{0.5f, 0.5f, 0.5f, 0}, {1.5f, 0.5f, 1.5f, 5}, {9, 9, 9, 7}};
    const at_3 linear[] = {{1, 1, 1, 3.5}, {0.5f, 1, 1.5f, 5}, {1, 0.5f, 0.75f, 1.5}};
    cudaArray_t array;
    for (int i = 0; i < 8; i++)
        texels[i] = (float)i;
    cudaMalloc3DArray(&array, &format, extent);
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(texels, 2 * sizeof(float), 2, 2);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    expect("a copy of a volume", 0, cudaMemcpy3D(&copy), 0);
    const cudaResourceDesc memory = resource_of(array);
    table("3D point", texture_of(memory, cudaAddressModeClamp, cudaFilterModePoint, false), point);
    table("3D linear", texture_of(memory, cudaAddressModeClamp, cudaFilterModeLinear, false), linear);
    cudaFreeArray(array);
}

static cudaResourceDesc linear_memory(void *memory, cudaChannelFormatDesc format, size_t bytes) {
    cudaResourceDesc linear;
    memset(&linear, 0, sizeof linear);
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = memory;
    linear.res.linear.desc = format;
    linear.res.linear.sizeInBytes = bytes;
    return linear;
}

__global__ void by_index(cudaTextureObject_t ints, cudaTextureObject_t vectors, cudaTextureObject_t bytes,
                         float *out) {
    int last;
    tex1Dfetch(&last, ints, 7);
    const float4 v = tex1Dfetch<float4>(vectors, 1);
    out[0] = (float)last;
    out[1] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
    out[2] = tex1Dfetch<float>(bytes, 1);
    out[3] = (float)tex1Dfetch<int>(ints, 8);  /* outside: 0 */
    out[4] = (float)tex1Dfetch<int>(ints, -1); /* likewise */
}

static void linear() {
    const int ints[] = {1, 2, 3, 4, 5, 6, 7, -80};
    const float4 vectors[] = {{0, 0, 0, 0}, {1, 2, 3, 4}};
    const unsigned char bytes[] = {0, 51};
    int *on_device;
    float4 *vectors_there;
    unsigned char *bytes_there;
    float *out, got[5];
    cudaMalloc(&on_device, sizeof ints);
    cudaMalloc(&vectors_there, sizeof vectors);
    cudaMalloc(&bytes_there, sizeof bytes);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(on_device, ints, sizeof ints, cudaMemcpyHostToDevice);
    cudaMemcpy(vectors_there, vectors, sizeof vectors, cudaMemcpyHostToDevice);
    cudaMemcpy(bytes_there, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    const cudaTextureObject_t t[] = {
        texture_of(linear_memory(on_device, cudaCreateChannelDesc<int>(), sizeof ints), cudaAddressModeClamp,
                   cudaFilterModePoint, false),
        texture_of(linear_memory(vectors_there, cudaCreateChannelDesc<float4>(), sizeof vectors),
                   cudaAddressModeClamp, cudaFilterModePoint, false),
        texture_of(linear_memory(bytes_there, cudaCreateChannelDesc<unsigned char>(), sizeof bytes),
                   cudaAddressModeClamp, cudaFilterModePoint, false, 3, cudaReadModeNormalizedFloat)};
    by_index<<<1, 1>>>(t[0], t[1], t[2], out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    const double wanted[] = {-80, 4321, 0.2, 0, 0};
    for (int i = 0; i < 5; i++)
        expect("by index", i, got[i], wanted[i]);
    for (cudaTextureObject_t texture : t)
        cudaDestroyTextureObject(texture);
    cudaFree(on_device);
    cudaFree(vectors_there);
    cudaFree(bytes_there);
    cudaFree(out);
}

__global__ void by_bytes(cudaTextureObject_t t, cudaTextureObject_t signs, int *out, float *real) {
    const uchar4 c = tex2D<uchar4>(t, 1.5f, 0.5f);
    out[0] = c.x + 10 * c.y + 100 * c.z + 1000 * c.w;
    out[1] = tex2D<uchar4>(t, 0.5f, 0.5f).w;
    real[0] = tex2D<float>(signs, 0.5f, 0.5f);
    real[1] = tex2D<float>(signs, 1.5f, 0.5f);
}

// Elements of bytes: as they are, and as parts of 1.
static void bytes() {
    const uchar4 colors[] = {{9, 9, 9, 255}, {1, 2, 3, 4}};
    const signed char numbers[] = {-128, 127};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>(),
                                signs = cudaCreateChannelDesc<signed char>();
    cudaArray_t array, array_of_signs;
    int *out, got[2];
    float *real, got_real[2];
    cudaMallocArray(&array, &format, 2, 1);
    cudaMallocArray(&array_of_signs, &signs, 2, 1);
    cudaMemcpy2DToArray(array, 0, 0, colors, sizeof colors, sizeof colors, 1, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(array_of_signs, 0, 0, numbers, 2, 2, 1, cudaMemcpyHostToDevice);
    cudaMalloc(&out, sizeof got);
    cudaMalloc(&real, sizeof got_real);
    const cudaTextureObject_t t = texture_of(resource_of(array), cudaAddressModeClamp, cudaFilterModePoint,
                                             false),
                              s = texture_of(resource_of(array_of_signs), cudaAddressModeClamp,
                                             cudaFilterModePoint, false, 3, cudaReadModeNormalizedFloat);
    by_bytes<<<1, 1>>>(t, s, out, real);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(got_real, real, sizeof got_real, cudaMemcpyDeviceToHost);
    expect("a color", 0, got[0], 4321);
    expect("a color", 1, got[1], 255);
    expect("signed parts", 0, got_real[0], -1);
    expect("signed parts", 1, got_real[1], 1);
    cudaDestroyTextureObject(t);
    cudaDestroyTextureObject(s);
    cudaFreeArray(array);
    cudaFreeArray(array_of_signs);
    cudaFree(out);
    cudaFree(real);
}

#ifndef ONLY_RIGHT
__global__ void sums(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex1Dfetch<float>(t, (int)threadIdx.x); // expect: uninitialized
}
__global__ void changes_what_it_fetches(cudaTextureObject_t t, float *p) {
    p[threadIdx.x] = 1;
    p[32 + threadIdx.x] = tex1Dfetch<float>(t, 31 - (int)threadIdx.x); // expect: race
}
__global__ void fetches_freed(cudaTextureObject_t t, float *out) {
    *out = tex2D<float>(t, 0, 0); // expect: use_after_free
}
__global__ void fetches_destroyed(cudaTextureObject_t t, float *out) {
    *out = tex2D<float>(t, 0, 0); // expect: api
}

static void mistakes() {
    float *p, *out;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMalloc(&p, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(p, 0, 32 * sizeof(float));
    cudaTextureObject_t t = texture_of(linear_memory(p, format, 64 * sizeof(float)), cudaAddressModeClamp,
                                       cudaFilterModePoint, false);
    sums<<<1, 64>>>(t, out);
    changes_what_it_fetches<<<1, 32>>>(t, p);
    cudaDestroyTextureObject(t);
    cudaMallocArray(&array, &format, 4, 4);
    t = texture_of(resource_of(array), cudaAddressModeClamp, cudaFilterModePoint, false);
    cudaMemcpy2DToArray(array, 8, 0, out, 16, 16, 1, cudaMemcpyDeviceToDevice); // expect: api
    cudaGetLastError();
    cudaFreeArray(array);
    fetches_freed<<<1, 1>>>(t, out);
    cudaDestroyTextureObject(t);
    cudaFree(p);
    cudaResourceDesc beside = linear_memory((char *)out + 4, format, 16);
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    cudaCreateTextureObject(&t, &beside, &how, nullptr); // expect: api
    cudaGetLastError();
    cudaMallocArray(&array, &format, 4, 4);
    t = texture_of(resource_of(array), cudaAddressModeClamp, cudaFilterModePoint, false);
    cudaDestroyTextureObject(t);
    cudaFree(out);
    cudaMallocManaged(&out, 4);
    fetches_destroyed<<<1, 1>>>(t, out); // last, since it ends the kernel
    cudaDeviceSynchronize();
}
#endif

int main() {
    one_dimension();
    two_dimensions();
    three_dimensions();
    linear();
    bytes();
#ifndef ONLY_RIGHT
    mistakes();
#endif
    return failures;
}
