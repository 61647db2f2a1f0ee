// Stands before the header of this name of the CUDA Toolkit where nvcc compiles open_kernels.cu: what nvcc writes at the end of a
// source to register its kernels with the CUDA runtime registers them with open_kernels.cpp instead, because they are not whole.
//
// It is read twice in one source, as the toolkit's is, and so has no guard. The toolkit's header has had these names since CUDA 5;
// open_kernels.cpp checks the data that it gets, and the test `linked` looks for every kernel.
#include_next <crt/host_runtime.h>

// The toolkit's declaration of the function goes on under this name.
#define __cudaRegisterFunction graphblas_gpu_register_open_kernel

#undef ____cudaRegisterLinkedBinary
#define ____cudaRegisterLinkedBinary(describe) \
    graphblas_gpu_register_open_source((void (*)(void**))(describe), (const void*)&__FATIDNAME(__NV_MODULE_ID))
extern "C" void graphblas_gpu_register_open_source(void (*describe)(void**), const void* code);
