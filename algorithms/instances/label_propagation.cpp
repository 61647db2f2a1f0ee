// Label propagation on a structure, compiled once.
#include <algorithms/label_propagation.hpp>

namespace graphblas_gpu {

template label_propagation_result label_propagation(const context&, const matrix<void>&, const label_propagation_options&);

}  // namespace graphblas_gpu
