#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/operations/vector_source.hpp>

namespace graphblas_gpu::operations {

#define GB_INSTANTIATE(T)          \
    template class source_of<T>; \
    template class vector_source_of<T>;
GB_FOR_EACH_BUILT_IN_TYPE(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::operations
