// Runs reduce.cl over N ints in groups of 512, as reduce.cu does with its kernel; meant to be run by
// Oclgrind.
//   oclgrind --data-races build/bench/reduce_opencl grader/tests/bench/reduce.cl 1048576
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUP_SIZE = 512, MAX_SOURCE = 1 << 16 };

static void require(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "reduce_opencl: %s: OpenCL error %d\n", what, (int)error);
        exit(2);
    }
}

static char *read_source(const char *path) {
    char *source = calloc(1, MAX_SOURCE);
    FILE *file = fopen(path, "r");
    if (!source || !file || fread(source, 1, MAX_SOURCE - 1, file) == 0) {
        fprintf(stderr, "reduce_opencl: cannot read %s\n", path);
        exit(2);
    }
    fclose(file);
    return source;
}

static cl_kernel build_kernel(cl_context context, cl_device_id device, const char *path) {
    cl_int error;
    char *source = read_source(path);
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    require(error, "clCreateProgramWithSource");
    free(source);
    require(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "reduce_interleaved", &error);
    require(error, "clCreateKernel");
    return kernel;
}

// Fills out with one partial sum a group.
static void reduce(const char *path, int *in, int *out, cl_uint n, size_t groups) {
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    require(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    require(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    require(error, "clCreateCommandQueue");
    cl_kernel kernel = build_kernel(context, device, path);

    cl_mem d_in =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(int), in, &error);
    require(error, "clCreateBuffer");
    cl_mem d_out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, groups * sizeof(int), NULL, &error);
    require(error, "clCreateBuffer");
    require(clSetKernelArg(kernel, 0, sizeof d_in, &d_in), "clSetKernelArg");
    require(clSetKernelArg(kernel, 1, sizeof d_out, &d_out), "clSetKernelArg");
    require(clSetKernelArg(kernel, 2, sizeof n, &n), "clSetKernelArg");
    require(clSetKernelArg(kernel, 3, GROUP_SIZE * sizeof(int), NULL), "clSetKernelArg");
    size_t global = groups * GROUP_SIZE, local = GROUP_SIZE;
    require(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
            "clEnqueueNDRangeKernel");
    require(clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, groups * sizeof(int), out, 0, NULL, NULL),
            "clEnqueueReadBuffer");
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: reduce_opencl KERNEL_FILE N\n");
        return 2;
    }
    cl_uint n = (cl_uint)strtoul(argv[2], NULL, 10);
    size_t groups = (n + GROUP_SIZE - 1) / GROUP_SIZE;
    int *in = malloc(n * sizeof *in), *out = malloc(groups * sizeof *out);
    if (!in || !out)
        return 2;
    int expected = 0;
    for (cl_uint i = 0; i < n; i++)
        expected += in[i] = (int)(i * 7919u % 1000u) - 400;
    reduce(argv[1], in, out, n, groups);
    int sum = 0;
    for (size_t g = 0; g < groups; g++)
        sum += out[g];
    printf("sum %d, expected %d\n", sum, expected);
    free(in);
    free(out);
    return sum == expected ? 0 : 1;
}
