// Betweenness centrality of a structure, compiled once.
#include <algorithms/betweenness_centrality.hpp>

namespace graphblas_gpu {

template vector<double> betweenness_centrality(const context&, const matrix<void>&, const integer_list<index>&, progress_counters*);

}  // namespace graphblas_gpu
