// Minimum spanning forests over weights of type double, compiled once.
#include <algorithms/minimum_spanning_forest.hpp>

namespace graphblas_gpu {

template minimum_spanning_forest_result<double> minimum_spanning_forest(const context&, const matrix<double>&);

}  // namespace graphblas_gpu
