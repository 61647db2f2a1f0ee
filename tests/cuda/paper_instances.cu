#include "tests/cuda/paper_instances.hpp"
#include <graphblas_gpu/cuda/published/methods.hpp>
#include <semirings/catalogue.hpp>
#include <tests/cuda/on_words.hpp>

namespace cuda_tests {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::cuda;

namespace {

/// As instances/instances.cu chooses.
template <class S>
auto kernel_semiring(const S& s) {
    using T = gb::semiring_value_t<S>;
    if constexpr (std::is_same_v<S, gb::semiring_t<gb::plus_times<float>>>) {
        return direct<S>{s};
    } else {
        return on_words(interpreted<T>{code_of<S>(), gb::semiring_add_t<S>::identity()});
    }
}

}  // namespace

template <class S>
void paper_rows(const engine_ptr& e, const S& s, const product_rows& p, const product_output& out,
                const paper::options& wanted, paper::phase_report& report) {
    paper::rows(e, kernel_semiring(s), p, out, wanted, &report);
}

#define GB_PAPER_ROWS(S)                                                                                              \
    template void paper_rows(const engine_ptr&, const gb::semiring_t<S>&, const product_rows&, const product_output&, \
                             const paper::options&, paper::phase_report&);
GB_PAPER_ROWS(gb::plus_times<float>)
GB_PAPER_ROWS(gb::plus_pair<std::int64_t>)
GB_PAPER_ROWS(gb::min_plus<double>)
GB_PAPER_ROWS(gb::max_plus<std::int16_t>)
GB_PAPER_ROWS(gb::min_secondi<std::int64_t>)
GB_PAPER_ROWS(gb::lor_land<bool>)

}  // namespace cuda_tests
