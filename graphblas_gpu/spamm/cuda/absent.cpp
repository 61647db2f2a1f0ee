// Approximate products in builds without a CUDA compiler: nothing here can be reached, because all of it needs an engine
// (cuda/absent.cpp).
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/spamm/cuda/library.hpp>
#include <graphblas_gpu/spamm/cuda/spamm.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>
#include <graphblas_gpu/spamm/cuda/whole_product.hpp>

namespace graphblas_gpu::cuda {

namespace {
[[noreturn]] void refuse() { throw unsupported("context: this build has no CUDA engine"); }
}  // namespace

blocks uploaded(const engine_ptr&, const formats::dense_blocks&) { refuse(); }
formats::dense_blocks downloaded(const blocks&) { refuse(); }
void compute_norms(const engine_ptr&, blocks&) { refuse(); }
bool has_library(const engine_ptr&) { return false; }
void library_product(const engine_ptr&, spamm_precision, index, index, index, double, const void*, const void*, double, void*) {
    refuse();
}
dense_form dense_of(const blocks&) { refuse(); }
blocks blocks_of(const dense_form&) { refuse(); }
double norm_of(const blocks&) { refuse(); }
double norm_of(const dense_form&) { refuse(); }
bool can_multiply_whole(const factor_facts&, const factor_facts&, const formats::spamm_request&) { refuse(); }
bool whole_product_is_profitable(const engine_ptr&, const factor_facts&, const factor_facts&, const formats::spamm_request&) {
    refuse();
}
formats::spamm_facts facts_of_whole(const factor_facts&, const factor_facts&, double, const formats::spamm_request&) {
    refuse();
}
dense_form multiply_whole(const dense_form&, const dense_form&, const blocks*, const formats::spamm_request&) { refuse(); }
spamm_answer spamm(const engine_ptr&, const blocks&, const blocks&, const blocks*, const formats::spamm_request&, bool) {
    refuse();
}
bool may_spread_spamm(const device_group&, index, index, index, const formats::spamm_request&) { refuse(); }
spamm_answer spread_spamm(device_group&, const std::shared_ptr<const blocks>&, const std::shared_ptr<const blocks>&,
                          const std::shared_ptr<const blocks>&, const formats::spamm_request&, int&, bool) {
    refuse();
}
blocks gathered(const engine_ptr&, const blocks&) { refuse(); }

}  // namespace graphblas_gpu::cuda
