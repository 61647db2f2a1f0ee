// Clustering coefficients of a structure, compiled once.
#include <algorithms/local_clustering_coefficient.hpp>

namespace graphblas_gpu {

template local_clustering_result local_clustering_coefficient(const context&, const matrix<void>&, const local_clustering_options&);

}  // namespace graphblas_gpu
