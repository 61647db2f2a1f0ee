// Readers and writers of matrices with values of the built-in types, compiled once.
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>

namespace graphblas_gpu::io {

#define GB_INSTANTIATE(T)                                                                                                       \
    template matrix<T> matrix_of<T, duplicate_policy>(host::team&, const coordinates&, const duplicate_policy&, read_report*);    \
    template matrix<T> matrix_of<T, duplicate_policy>(const context&, const coordinates&, const duplicate_policy&, read_report*); \
    template matrix<T> read_matrix<T>(const context&, input&, read_options, read_report*);                                        \
    template void write_matrix_market<T>(host::team*, const std::string&, const matrix<T>&, const matrix_market_format&);         \
    template void write_edge_list<T>(host::team*, const std::string&, const matrix<T>&, const edge_list_format&);
GB_FOR_EACH_BUILT_IN_TYPE(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::io
