// Trusses of a structure, compiled once.
#include <algorithms/k_truss.hpp>

namespace graphblas_gpu {

template k_truss_result k_truss(const context&, const matrix<void>&, std::int64_t, const k_truss_options&);
template k_truss_result largest_truss(const context&, const matrix<void>&, const k_truss_options&);

}  // namespace graphblas_gpu
