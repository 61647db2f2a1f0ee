// Triangle counting of a structure, compiled once.
#include <algorithms/triangle_count.hpp>

namespace graphblas_gpu {

template matrix<void> undirected_structure(const context&, const matrix<void>&);
template triangle_count_result triangle_count(const context&, const matrix<void>&, const triangle_count_options&);

}  // namespace graphblas_gpu
