// The small vectors of CUDA: dim3, uint2, float4 and their like, aligned as CUDA aligns them.
#pragma once

#define REHEARSAL_VECTORS(scalar, name, align2, align4)                                                  \
    struct __attribute__((aligned(align2))) name##2 { scalar x, y; };                                    \
    struct name##3 { scalar x, y, z; };                                                                  \
    struct __attribute__((aligned(align4))) name##4 { scalar x, y, z, w; };                              \
    constexpr name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                              \
    constexpr name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }                 \
    constexpr name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

REHEARSAL_VECTORS(signed char, char, 2, 4)
REHEARSAL_VECTORS(unsigned char, uchar, 2, 4)
REHEARSAL_VECTORS(short, short, 4, 8)
REHEARSAL_VECTORS(unsigned short, ushort, 4, 8)
REHEARSAL_VECTORS(int, int, 8, 16)
REHEARSAL_VECTORS(unsigned, uint, 8, 16)
REHEARSAL_VECTORS(long long, longlong, 16, 16)
REHEARSAL_VECTORS(unsigned long long, ulonglong, 16, 16)
REHEARSAL_VECTORS(float, float, 8, 16)
REHEARSAL_VECTORS(double, double, 16, 16)
#undef REHEARSAL_VECTORS

struct dim3 {
    unsigned x = 1, y = 1, z = 1;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
