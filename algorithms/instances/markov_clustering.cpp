// Markov clustering of a structure and of similarities, compiled once.
#include <algorithms/markov_clustering.hpp>

namespace graphblas_gpu {

template markov_clustering_result markov_clustering(const context&, const matrix<void>&, const markov_clustering_options&);
template markov_clustering_result markov_clustering(const context&, const matrix<double>&, const markov_clustering_options&);

}  // namespace graphblas_gpu
