// The transpose of a matrix, and whether it is the matrix itself, on all threads.
//
// Idea: each thread counts the columns of its rows. After a scan over columns and threads, each thread knows where its entries
// of every column begin, and moves them in order, so that rows come out sorted and the same for any number of threads.
#pragma once

#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

namespace graphblas_gpu::host {

/// The number of entries from which more than one thread is used.
inline constexpr row_offset transposed_in_parallel_from = 1 << 16;

/// Like formats::is_symmetric.
bool is_symmetric(team& team, const structure_view& a, const void* values, const base::value_equality& equality);
template <class T>
bool is_symmetric(team& team, const csr_view<T>& a) {
    return is_symmetric(team, a, a.values, base::equality_of<T>());
}

/// Like formats::transposed.
formats::untyped_csr transposed(team& team, const formats::untyped_view& a);
template <class T>
csr<T> transposed(team& team, const csr_view<T>& a) {
    return formats::typed<T>(transposed(team, formats::untyped(a)));
}

}  // namespace graphblas_gpu::host
