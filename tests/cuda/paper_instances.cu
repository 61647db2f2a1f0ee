#include "tests/cuda/paper_instances.hpp"
#include <graphblas_gpu/cuda/hash/paper/numeric.cuh>
#include <semirings/catalogue.hpp>

namespace cuda_tests {

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::cuda;

namespace {

constexpr bool is_direct(const semiring_code& c) {
    using enum gb::type_code;
    return c == semiring_code{add_code::plus, multiply_code::times, float32} ||
           c == semiring_code{add_code::plus, multiply_code::pair, int64} ||
           c == semiring_code{add_code::min, multiply_code::plus, float64};
}

template <class S>
auto kernel_semiring(const S& s) {
    using T = gb::semiring_value_t<S>;
    if constexpr (is_direct(code_of<S>()))
        return direct<S>{s};
    else
        return interpreted<T>{code_of<S>(), gb::semiring_add_t<S>::identity()};
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
