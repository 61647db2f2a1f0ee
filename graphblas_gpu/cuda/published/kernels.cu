// The methods as papers published them, for the semirings that they are compiled for.
#include <graphblas_gpu/cuda/published/kernels.hpp>

#include <graphblas_gpu/cuda/kernels/compiled.cuh>
#include <graphblas_gpu/cuda/published/bitmap_tile/values.cuh>
#include <graphblas_gpu/cuda/published/hash/numeric.cuh>
#include <graphblas_gpu/cuda/published/merge/rows.cuh>
#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda::published {

namespace {

template <class K>
class compiled final : public kernels {
  public:
    explicit compiled(const K& k) : k_(k) {}

    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                   hash_variant variant) const override {
        paper::rows(e, k_, rows, out, {.variant = variant});
    }
    csr merged_rows(const engine_ptr& e, const product_rows& rows, type_code type,
                    merge_paper::memory_use& use) const override {
        return merge_paper::rows(e, k_, rows, type, use);
    }
    void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                     const tile_paper::tasks_ref& tasks, void* values) const override {
        tile_paper::tile_values(e, k_, a, b, c, tasks, static_cast<typename K::value*>(values));
    }

  private:
    K k_;
};

class structural final : public kernels {
  public:
    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out,
                   hash_variant variant) const override {
        paper::rows(e, structural_semiring{}, rows, out, {.variant = variant});
    }
    csr merged_rows(const engine_ptr& e, const product_rows& rows, type_code, merge_paper::memory_use& use) const override {
        // Its kernels always compute values, and these are the cheapest.
        const interpreted<std::uint8_t> any_pair{{add_code::lor, multiply_code::pair, type_code::boolean}, 0};
        return merge_paper::rows(e, any_pair, rows, type_code::none, use);
    }
    void tile_values(const engine_ptr&, const tiles_ref&, const tiles_ref&, const tiles_ref&, const tile_paper::tasks_ref&,
                     void*) const override {
        throw error(error_code::panic, "tile_values: asked of a product without values");
    }
};

}  // namespace

template <class K>
std::shared_ptr<const kernels> kernels_of(const K& k) {
    return std::make_shared<const compiled<K>>(k);
}

std::shared_ptr<const kernels> structural_kernels() { return std::make_shared<const structural>(); }

}  // namespace graphblas_gpu::cuda::published

namespace graphblas_gpu::cuda {

#define GB_HASH(...)                                                                                             \
    template void paper::rows(const engine_ptr&, const __VA_ARGS__&, const product_rows&, const product_output&, \
                              const paper::options&, paper::phase_report*);
#define GB_COMPILE(...)                                                                                              \
    GB_HASH(__VA_ARGS__)                                                                                             \
    template csr merge_paper::rows(const engine_ptr&, const __VA_ARGS__&, const product_rows&, type_code,            \
                                   merge_paper::memory_use&);                                                        \
    template void tile_paper::tile_values(const engine_ptr&, const __VA_ARGS__&, const tiles_ref&, const tiles_ref&, \
                                          const tiles_ref&, const tile_paper::tasks_ref&, __VA_ARGS__::value*);      \
    template std::shared_ptr<const published::kernels> published::kernels_of(const __VA_ARGS__&);
GB_HASH(structural_semiring)
GB_COMPILE(direct<std::remove_cvref_t<decltype(plus_times<float>)>>)
GB_COMPILE(direct<std::remove_cvref_t<decltype(plus_times<double>)>>)
#define GB_INTERPRETED
#include <graphblas_gpu/cuda/kernels/each_semiring.def>

}  // namespace graphblas_gpu::cuda
