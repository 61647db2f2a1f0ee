// This header is for a source that multiplies over a semiring which is not in the catalogue (semirings/catalogue.def): a
// semiring of its own, or a combination of ready-made operators that the library does not compile.
//
// Idea: the loops of products are templates, and this header includes all of them. The compiler makes the kernels of the
// semiring in the including source, and they are as fast as those of the catalogue. Without this header such a call does not
// compile, and the error message says so. The operations have headers of their own, such as mxm.hpp. These kernels are for host
// threads. On a CUDA device a semiring of one's own runs if it carries its source (device_source.hpp) or if nvcc compiles it
// (cuda.cuh).
#pragma once

#include <graphblas_gpu/catalogued.hpp>
#include <graphblas_gpu/host/bitmap_tile/tile_rows.hpp>
#include <graphblas_gpu/host/dense/dense_rows.hpp>
#include <graphblas_gpu/host/dot/dot_method.hpp>
#include <graphblas_gpu/host/hash/hash_rows.hpp>
#include <graphblas_gpu/host/instances/instances.hpp>
#include <graphblas_gpu/host/merge/merge_rows.hpp>
#include <graphblas_gpu/host/product/kernel_table.hpp>
#include <graphblas_gpu/host/vector/vector_method.hpp>

namespace graphblas_gpu::host {

template <class S>
struct kernels_can_be_compiled {};

}  // namespace graphblas_gpu::host
