// All kernels of one semiring K behind product_kernels. Including this compiles them.
#pragma once

#include <cstring>

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/bitmap_tile/paper/values.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/instances/row_kernels.cuh>
#include <graphblas_gpu/cuda/masked/fold.cuh>
#include <graphblas_gpu/cuda/masked/masked_product.cuh>
#include <graphblas_gpu/cuda/product/gathered.cuh>

namespace graphblas_gpu::cuda {

template <class K, class Base = product_kernels>
class compiled_kernels : public row_kernels<K, Base> {
  public:
    using row_kernels<K, Base>::row_kernels;

    csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                       const masked_way& how) const override {
        return cuda::masked_product(e, k_, rows, b_transposed, how);
    }
    std::optional<formats::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                                                     const masked_way& how) const override {
        const auto sum = fold_masked(e, k_, rows, b_transposed, how);
        if (!sum) return std::nullopt;
        auto out = formats::scalar_value::uninitialised(k_.type());
        std::memcpy(out.data(), &*sum, sizeof(*sum));
        return out;
    }
    void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists,
                       void* values) const override {
        cuda::gather_values(e, k_, a, b, lists, static_cast<typename K::value*>(values));
    }
    void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                     void* values) const override {
        cuda::tile_values(e, k_, a, b, c, static_cast<typename K::value*>(values));
    }
    void listed_tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                            const tile_paper::tasks_ref& tasks, void* values) const override {
        tile_paper::tile_values(e, k_, a, b, c, tasks, static_cast<typename K::value*>(values));
    }

  protected:
    using row_kernels<K, Base>::k_;
};

/// Those of a semiring as it is.
template <semiring_like S>
std::shared_ptr<const product_kernels> compiled_directly(const S& semiring) {
    using known = direct<S>;
    return std::make_shared<const compiled_kernels<known>>(known{semiring});
}

/// The identity of an operator of the catalogue.
template <class T>
constexpr T identity_of(add_code add) {
    switch (add) {
        case add_code::min: return min::identity<T>();
        case add_code::max: return max::identity<T>();
        case add_code::land: return static_cast<T>(1);
        default: return T{};
    }
}

/// Those that look up the operators of a semiring whose values are stored as T.
template <class T>
std::shared_ptr<const product_kernels> compiled_for_codes(const semiring_code& code) {
    using known = interpreted<T>;
    const T identity = formats::with_code(code.type, [&](auto type) {
        return static_cast<T>(identity_of<typename decltype(type)::type>(code.add));
    });
    return std::make_shared<const compiled_kernels<known>>(known{code, identity});
}

}  // namespace graphblas_gpu::cuda
