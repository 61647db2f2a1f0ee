// Core numbers of a structure, compiled once.
#include <algorithms/k_core.hpp>

namespace graphblas_gpu {

template k_core_result k_core(const context&, const matrix<void>&, const k_core_options&);

}  // namespace graphblas_gpu
