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

// nvcc 13 rewrites these declarations for the host compiler, and two spellings come out wrong:
// * A template argument that is an object of a class becomes the name of a variable that is declared nowhere ("__T4 was not declared
//   in this scope"); decltype of the object itself does not, so that the type of the semiring is not spelled semiring_t<name<T>>.
// * A specialisation that the declarations are the first to name is called what they call it from then on, in all headers that
//   follow: csr<std::int64_t> became csr<kernels<..>::value>, without typename. So the types in their signatures are named before.
#ifdef __CUDACC__
#define GB_NAME(name, T) static_assert(sizeof(csr<T>) > 0 && sizeof(buffer<T>) > 0);
GB_FOR_EACH_any_type(GB_NAME, every)
#undef GB_NAME
#endif
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
