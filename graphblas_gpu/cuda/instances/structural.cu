// The kernels of products without values.
//
// Idea: any_pair on Booleans, and only what has no kernels of its own for structure: products under a mask are counted or made
// by masked/structure.hpp, tiles by bitmap_tile/structure.hpp, and nobody asks for values.
#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/dense/dense.cuh>
#include <graphblas_gpu/cuda/hash/numeric.cuh>
#include <graphblas_gpu/cuda/hash/paper/numeric.cuh>
#include <graphblas_gpu/cuda/instances/instances.hpp>
#include <graphblas_gpu/cuda/masked/vector_product.cuh>
#include <graphblas_gpu/cuda/product/variant.hpp>

namespace graphblas_gpu::cuda {

namespace {

[[noreturn]] void refuse(const char* what) {
    throw error(error_code::panic, std::string(what) + ": asked of the kernels of structure, which have no values");
}

class structural final : public product_kernels {
  public:
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
    bool reads_positions() const override { return false; }

    csr masked_product(const engine_ptr&, const product_rows&, const csr_ref&, const masked_way&) const override {
        refuse("masked_product");
    }
    std::optional<formats::scalar_value> masked_fold(const engine_ptr&, const product_rows&, const csr_ref&,
                                                     const masked_way&) const override {
        refuse("masked_fold");
    }
    void gather_values(const engine_ptr&, const csr_ref&, const csr_ref&, const gather_lists&, void*) const override {
        refuse("gather_values");
    }
    void tile_values(const engine_ptr&, const tiles_ref&, const tiles_ref&, const tiles_ref&, void*) const override {
        refuse("tile_values");
    }
    void listed_tile_values(const engine_ptr&, const tiles_ref&, const tiles_ref&, const tiles_ref&,
                            const tile_paper::tasks_ref&, void*) const override {
        refuse("listed_tile_values");
    }

  private:
    direct<semiring<any, pair, bool>> k_{};
};

}  // namespace

std::shared_ptr<const product_kernels> structural_kernels() { return std::make_shared<const structural>(); }

}  // namespace graphblas_gpu::cuda
