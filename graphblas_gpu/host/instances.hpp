// The kernels that the library compiles in: one per line of semirings/catalogue.def and type of its domain. Including this
// keeps a caller's compiler from instantiating them again; semirings outside the list are compiled in the caller's source.
#pragma once

#include <graphblas_gpu/host/bitmap_tile/tile_product.hpp>
#include <graphblas_gpu/host/product.hpp>
#include <graphblas_gpu/host/vector_product.hpp>
#include <semirings/catalogue.hpp>

namespace graphblas_gpu::host {

/// What structure-only products run on when they need a semiring at all.
using structural_semiring = std::remove_cvref_t<decltype(any_pair<bool>)>;

// nvcc does not hand these declarations to the host compiler unharmed; what its sources call is compiled again.
#ifndef __CUDACC__
#define GB_DECLARE(name, T)                                   \
    extern template struct kernels<semiring_t<name<T>>>;      \
    extern template struct tile_kernels<semiring_t<name<T>>>; \
    extern template struct vector_kernels<semiring_t<name<T>>>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_DECLARE, name)
#include <semirings/catalogue.def>
#undef GB_DECLARE
#endif

}  // namespace graphblas_gpu::host
