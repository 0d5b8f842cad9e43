// The kernel of reduce.cu in OpenCL, statement by statement, for Oclgrind.
__kernel void reduce_interleaved(__global const int *in, __global int *out, uint n, __local int *s) {
    uint t = get_local_id(0);
    uint i = get_global_id(0);
    s[t] = i < n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = get_local_size(0) / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            s[t] += s[t + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = s[0];
}
