// Jaccard similarities over a structure, compiled once.
#include <algorithms/jaccard_similarity.hpp>

namespace graphblas_gpu {

template matrix<double> jaccard_similarity(const context&, const matrix<void>&, const jaccard_similarity_options&);

}  // namespace graphblas_gpu
