// PageRank of a structure, compiled once.
#include <algorithms/page_rank.hpp>

namespace graphblas_gpu {

template page_rank_result page_rank(const context&, const matrix<void>&, const page_rank_options&);

}  // namespace graphblas_gpu
