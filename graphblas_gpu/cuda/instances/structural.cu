// The kernels of products without values.
//
// Idea: any_pair on Booleans, and only what has no kernels of its own for structure: products under a mask are counted or made
// by masked/structure.hpp, tiles by bitmap_tile/structure.hpp, and nobody asks for values.
#include <graphblas_gpu/cuda/instances/instances.hpp>
#include <graphblas_gpu/cuda/instances/row_kernels.cuh>

namespace graphblas_gpu::cuda {

namespace {

[[noreturn]] void refuse(const char* what) {
    throw error(error_code::panic, std::string(what) + ": asked of the kernels of structure, which have no values");
}

using any_pair_rows = row_kernels<direct<semiring<any, pair, bool>>>;

class structural final : public any_pair_rows {
  public:
    structural() : any_pair_rows({}) {}

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
};

}  // namespace

std::shared_ptr<const product_kernels> structural_kernels() { return std::make_shared<const structural>(); }

}  // namespace graphblas_gpu::cuda
