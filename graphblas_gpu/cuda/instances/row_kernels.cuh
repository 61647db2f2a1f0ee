// Kernels of one semiring K that go by rows, behind product_kernels: those that products without values have too. Including this
// compiles them.
#pragma once

#include <graphblas_gpu/cuda/device/simt.cuh>

#include <graphblas_gpu/cuda/dense/dense.cuh>
#include <graphblas_gpu/cuda/hash/numeric.cuh>
#include <graphblas_gpu/cuda/hash/paper/numeric.cuh>
#include <graphblas_gpu/cuda/product/kernel_semiring.cuh>
#include <graphblas_gpu/cuda/masked/vector_product.cuh>
#include <graphblas_gpu/cuda/product/kernels.hpp>
#include <graphblas_gpu/cuda/product/variant.hpp>

namespace graphblas_gpu::cuda {

template <class K, class Base = product_kernels>
class row_kernels : public Base {
  public:
    explicit row_kernels(const K& k) : k_(k) {}

    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        cuda::hash_rows(e, k_, rows, out);
    }
    void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        dense_product_rows(e, k_, rows, out);
    }
    void paper_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                    hash_variant variant) const override {
        paper::rows(e, k_, rows, out, paper_options(variant));
    }
    csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                       bool pull, index size, bool first_suffices) const override {
        return cuda::vector_product(e, k_, rows, u, from_left, mask, pull, size, first_suffices);
    }
    bool reads_positions() const override { return k_.reads_positions(); }

  protected:
    K k_;
};

}  // namespace graphblas_gpu::cuda
