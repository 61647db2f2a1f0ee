// Breadth-first search of a structure, compiled once.
#include <algorithms/bfs.hpp>

namespace graphblas_gpu {

template bfs_result bfs(const context&, const matrix<void>&, index, const bfs_options&);
template multi_source_bfs_result bfs(const context&, const matrix<void>&, const integer_list<index>&, const bfs_options&);

}  // namespace graphblas_gpu
