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

// The type of the semiring is spelled with decltype, and not as semiring_t<name<T>>: nvcc 13 hands the host compiler a template
// argument that is an object of a class as the name of a variable that it declares nowhere ("__T4 was not declared in this scope"),
// while it resolves decltype itself. So sources that nvcc compiles call the library's kernels too.
#define GB_TYPE(name, T) std::remove_cvref_t<decltype(name<T>)>
#define GB_DECLARE(name, T)                                \
    extern template struct kernels<GB_TYPE(name, T)>;      \
    extern template struct tile_kernels<GB_TYPE(name, T)>; \
    extern template struct vector_kernels<GB_TYPE(name, T)>;
#define GB_SEMIRING(name, domain) GB_FOR_EACH_##domain(GB_DECLARE, name)
#include <semirings/catalogue.def>
#undef GB_DECLARE
#undef GB_TYPE

}  // namespace graphblas_gpu::host
