// Strongly connected components of a structure, compiled once.
#include <algorithms/strongly_connected_components.hpp>

namespace graphblas_gpu {

template strongly_connected_components_result strongly_connected_components(const context&, const matrix<void>&);

}  // namespace graphblas_gpu
