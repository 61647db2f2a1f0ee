// Connected components of a structure, compiled once.
#include <algorithms/connected_components.hpp>

namespace graphblas_gpu {

template connected_components_result connected_components(const context&, const matrix<void>&);

}  // namespace graphblas_gpu
