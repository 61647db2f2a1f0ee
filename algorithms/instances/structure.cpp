// The undirected edges of a structure, compiled once.
#include <algorithms/structure.hpp>

namespace graphblas_gpu {

template matrix<void> undirected_structure(const context&, const matrix<void>&);

}  // namespace graphblas_gpu
