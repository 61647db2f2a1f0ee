// Semirings of your own on the CUDA engine: include this in a source that nvcc compiles, beside the headers of the operations.
//
// Idea: the library compiles the semirings of the catalogue; this header lets mxm, its relatives, plans, mxv and vxm compile
// the kernels of any other semiring where they are called. Its multiply and add must be callable on the device: constexpr
// functions with --expt-relaxed-constexpr, GB_HD members, or `__host__ __device__` lambdas with --extended-lambda. Values are
// of the built-in types. Every source that uses the semiring with a CUDA context includes this header; compile with
//
//     nvcc -std=c++20 --expt-relaxed-constexpr --extended-lambda -arch=native
#pragma once

#include <graphblas_gpu/cuda/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/dense/dense.cuh>
#include <graphblas_gpu/cuda/dot/fold.cuh>
#include <graphblas_gpu/cuda/dot/vector_product.cuh>
#include <graphblas_gpu/cuda/gather/gathered.cuh>
#include <graphblas_gpu/cuda/hash/numeric.cuh>
#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/merge/values.cuh>
#include <graphblas_gpu/cuda/primitives/sums.cuh>
#include <graphblas_gpu/cuda/published/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/shared/products_at.cuh>
#include <graphblas_gpu/operations/device/own_semiring.hpp>
#include <graphblas_gpu/own_semiring.hpp>

namespace graphblas_gpu {

namespace cuda {

/// Adds by the monoid of K; for reductions.
template <class K>
struct own_sum {
    K k;
    GB_HD typename K::value operator()(const typename K::value& x, const typename K::value& y) const { return k.sum(x, y); }
};

/// The sum of n > 0 values under the monoid of K. Waits.
template <class K>
base::scalar_value own_sum_of(const engine_ptr& e, const K& k, const void* values, std::int64_t n) {
    const auto* const terms = static_cast<const typename K::value*>(values);
    return base::scalar_value(reduce(e, terms + 1, n - 1, read_element(*e, terms), own_sum<K>{k}));
}

/// A semiring whose terms may be added in any order: all methods are compiled except the papers' variants, which serve for
/// comparison.
template <semiring_like S>
class own_compiled final : public compiled_kernels<direct<S>, own_product_kernels> {
  public:
    explicit own_compiled(const S& semiring) : compiled_kernels<direct<S>, own_product_kernels>(direct<S>{semiring}) {}

    base::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const override {
        return own_sum_of(e, this->k_, values, n);
    }
};

/// A semiring whose monoid keeps any term. The library finds the least k of each entry, so that only its product is left to be
/// computed.
template <semiring_like S>
class own_at_first_k final : public own_product_kernels {
  public:
    explicit own_at_first_k(const S& semiring) : k_{semiring} {}

    bool reads_positions() const override { return k_.reads_positions(); }
    base::scalar_value sum(const engine_ptr& e, const void* values, std::int64_t n) const override {
        return own_sum_of(e, k_, values, n);
    }
    void products_at(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const csr_ref& c, index first_row,
                     void* to) const override {
        compute_products_at(e, k_, a, b, c, first_row, static_cast<typename direct<S>::value*>(to));
    }

  private:
    direct<S> k_;
};

}  // namespace cuda

namespace device {

template <class S>
std::shared_ptr<const cuda::own_product_kernels> own_semiring<S>::kernels(const S& semiring) {
    if constexpr (is_of_built_in_types) {
        if constexpr (monoid_is_any<semiring_add_t<S>>) return std::make_shared<const cuda::own_at_first_k<S>>(semiring);
        else return std::make_shared<const cuda::own_compiled<S>>(semiring);
    } else {
        throw unsupported("product: on the CUDA engine a semiring of your own works on the built-in value types; with others "
                          "it runs on the host, with context::host()");
    }
}

template <class S>
cuda::product_recipe own_semiring<S>::recipe(const S& semiring) {
    const auto own = kernels(semiring);
    cuda::product_value_types types;
    if constexpr (is_of_built_in_types) {
        if (semiring_traits<S>::reads_left) types.left = base::code_of<semiring_left_t<S>>();
        if (semiring_traits<S>::reads_right) types.right = base::code_of<semiring_right_t<S>>();
        types.value = base::code_of<semiring_value_t<S>>();
    }
    if (monoid_is_any<semiring_add_t<S>>) return cuda::recipe_at_first_k(types, own);
    return {cuda::product_values::summed, types, own, own, {}};
}

}  // namespace device
}  // namespace graphblas_gpu
