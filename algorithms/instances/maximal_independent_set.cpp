// Maximal independent sets of a structure, compiled once.
#include <algorithms/maximal_independent_set.hpp>

namespace graphblas_gpu {

template maximal_independent_set_result maximal_independent_set(const context&, const matrix<void>&,
                                                                const maximal_independent_set_options&);

}  // namespace graphblas_gpu
