// The host's kernels of the semirings of sources.hpp are compiled in sourced_kernels.cpp, so that a changed product compiles
// none of them again.
#pragma once

#include <graphblas_gpu/catalogued.hpp>
#include <tests/cuda/sources.hpp>

#define GB_FOR_EACH_SOURCED_SEMIRING(do)                                                                                                                                                          \
    do                                                                                                                                                                                            \
    (sources::sum_of_products) do(sources::widest_path) do(sources::most_reliable) do(sources::bounded_counter) do(sources::modular) do(sources::min_label) do(sources::short_differences) do(    \
        sources::                                                                                                                                                                                 \
            any_close) do(sources::                                                                                                                                                               \
                              any_difference) do(sources::                                                                                                                                        \
                                                     named_in_report) do(sources::                                                                                                                \
                                                                             uses_outside) do(sources::                                                                                           \
                                                                                                  arrivals) do(sources::                                                                          \
                                                                                                                   complex_products) do(sources::                                                 \
                                                                                                                                            fractions) do(sources::                               \
                                                                                                                                                              long_complex_products) do(sources:: \
                                                                                                                                                                                            placed_products)

namespace graphblas_gpu::host {

#define GB_COMPILED_ELSEWHERE(S)                        \
    template <>                                         \
    inline constexpr bool has_compiled_kernels<S> = true; \
    extern template struct kernels<S>;
GB_FOR_EACH_SOURCED_SEMIRING(GB_COMPILED_ELSEWHERE)
#undef GB_COMPILED_ELSEWHERE

}  // namespace graphblas_gpu::host
