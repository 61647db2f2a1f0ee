// Needs: a matrix in host memory.
// Idea: how many tiles of 8x8 a matrix has entries in, which is what the method bitmap_tile works by.
#pragma once

#include <graphblas_gpu/matrix.hpp>

#include <vector>

namespace grb {

/// The tiles that have an entry. O(nvals + nrows + ncols).
template <class T>
graphblas_gpu::index tiles_of(const graphblas_gpu::matrix<T>& a) {
    using graphblas_gpu::index;
    constexpr index side = 8;
    std::vector<index> met(static_cast<std::size_t>((a.ncols() + side - 1) / side), -1);  // the row of tiles that last met it
    index count = 0;
    for (index i = 0; i < a.nrows(); ++i) {
        for (auto p = a.row_offsets()[static_cast<std::size_t>(i)]; p < a.row_offsets()[static_cast<std::size_t>(i) + 1]; ++p) {
            index& last = met[a.columns()[static_cast<std::size_t>(p)] / static_cast<std::size_t>(side)];
            count += last != i / side;
            last = i / side;
        }
    }
    return count;
}

}  // namespace grb
