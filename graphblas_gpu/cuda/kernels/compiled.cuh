// The methods with one semiring K behind product_kernels. Including this compiles no kernel: see method.hpp in the folders of
// methods.
#pragma once

#include <cstring>
#include <string>

#include <graphblas_gpu/cuda/bitmap_tile/method.hpp>
#include <graphblas_gpu/cuda/dense/method.hpp>
#include <graphblas_gpu/cuda/dot/method.hpp>
#include <graphblas_gpu/cuda/gather/gather.hpp>
#include <graphblas_gpu/cuda/hash/method.hpp>
#include <graphblas_gpu/cuda/kernels/kernels.hpp>
#include <graphblas_gpu/cuda/merge/merge.hpp>
#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/small/small_product.hpp>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

/// The kernels of methods by rows and of products with vectors. Products without values have these too.
template <class K, class Base = product_kernels>
class row_kernels : public Base {
  public:
    explicit row_kernels(const K& k) : k_(k) {}

    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        cuda::hash_rows(e, k_, rows, out);
    }
    void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        cuda::dense_rows(e, k_, rows, out, nullptr, rows.count());
    }
    csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                       bool pull, index size, bool first_suffices) const override {
        return cuda::vector_product(e, k_, rows, u, from_left, mask, pull, size, first_suffices);
    }
    bool reads_positions() const override { return k_.reads_positions(); }

  protected:
    K k_;
};

template <class K, class Base = product_kernels>
class compiled_kernels : public row_kernels<K, Base> {
  public:
    using row_kernels<K, Base>::row_kernels;

    csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                       method& strategy) const override {
        return cuda::masked_product(e, k_, rows, b_transposed, strategy);
    }
    std::optional<base::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                                                  method& strategy) const override {
        const auto sum = fold_masked(e, k_, rows, b_transposed, strategy);
        if (!sum) return std::nullopt;
        auto out = base::scalar_value::uninitialised(k_.type());
        std::memcpy(out.data(), &*sum, sizeof(*sum));
        return out;
    }
    void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists, row_offset,
                       void* values) const override {
        cuda::gather_values(e, k_, a, b, lists, static_cast<typename K::value*>(values));
    }
    void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                       void* values) const override {
        cuda::merged_values(e, k_, a, b, rows, static_cast<typename K::value*>(values));
    }
    void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                     void* values) const override {
        cuda::tile_values(e, k_, a, b, c, static_cast<typename K::value*>(values));
    }

  protected:
    using row_kernels<K, Base>::k_;
};

/// The semiring of products without values; the library compiles only its row_kernels.
using structural_semiring = direct<semiring<any, pair, bool>>;

}  // namespace graphblas_gpu::cuda
