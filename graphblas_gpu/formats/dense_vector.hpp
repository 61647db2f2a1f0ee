// A dense vector: a value for every position, and one bit that says whether there is an entry.
#pragma once

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>

namespace graphblas_gpu {

template <class T>
struct dense_vector {
    index size = 0;
    index nvals = 0;
    buffer<formats::word> bits;         ///< words_for(size)
    buffer<formats::stored<T>> values;  ///< the size of the vector; a value is valid where its bit is set; empty for T = void
};

namespace formats {

/// The dense form of a matrix of one row. O(size / 64 + nvals).
template <class T>
dense_vector<T> to_dense(const csr<T>& row) {
    dense_vector<T> out;
    out.size = row.ncols;
    out.nvals = row.nvals();
    out.bits = buffer<word>(static_cast<std::size_t>(words_for(row.ncols)), word{0});
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(static_cast<std::size_t>(row.ncols));
    for (std::size_t p = 0; p < row.columns.size(); ++p) {
        set_bit(out.bits.data(), row.columns[p]);
        if constexpr (!std::is_void_v<T>) out.values[row.columns[p]] = row.values[p];
    }
    return out;
}

/// The matrix of one row of a dense vector. O(size / 64 + nvals).
template <class T>
csr<T> collected(const dense_vector<T>& dense) {
    csr<T> out(1, dense.size);
    out.columns = buffer<column_index>(static_cast<std::size_t>(dense.nvals));
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>(static_cast<std::size_t>(dense.nvals));
    std::size_t p = 0;
    for (std::size_t w = 0; w < dense.bits.size(); ++w) {
        for_each_bit(dense.bits[w], static_cast<column_index>(w), [&](column_index j) {
            out.columns[p] = j;
            if constexpr (!std::is_void_v<T>) out.values[p] = dense.values[j];
            ++p;
        });
    }
    out.offsets[1] = dense.nvals;
    return out;
}

/// Whether a vector with `nvals` entries is stored densely: from 1/16 of the positions on. It becomes a list again below 1/64.
constexpr bool becomes_dense(index nvals, index size) { return nvals > size / 16; }
constexpr bool collect_from(index nvals, index size) { return nvals < size / 64; }

}  // namespace formats
}  // namespace graphblas_gpu
