// A dense vector: a value for every position, and one bit that says whether there is an entry.
#pragma once

#include <memory>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

namespace graphblas_gpu {

template <class T>
struct dense_vector {
    index size = 0;
    index nvals = 0;
    buffer<base::word> bits;            ///< words_for(size)
    buffer<formats::stored<T>> values;  ///< the size of the vector; a value is valid where its bit is set; empty for T = void
};

namespace formats {

/// A view of a vector that may be stored densely. `bits` is null if it is not.
template <class T>
struct dense_view {
    index size = 0;
    index nvals = 0;
    const base::word* bits = nullptr;
    const stored<T>* values = nullptr;
};
/// The same with values as bytes.
struct untyped_dense_view {
    index size = 0;
    index nvals = 0;
    const base::word* bits = nullptr;
    const std::byte* values = nullptr;
};

/// The arrays of a dense vector that is written in place. The writer keeps bits, values and nvals consistent.
template <class T>
struct dense_writer {
    index size;
    index& nvals;
    base::word* bits;
    stored<T>* values;
};
/// The same with values as bytes.
struct untyped_dense_writer {
    index size;
    index& nvals;
    base::word* bits;
    std::byte* values;
};

/// A dense_vector<T> without its type. A value of T has value_bytes bytes; T is void if value_bytes is 0.
struct untyped_dense_vector {
    index size = 0;
    index nvals = 0;
    buffer<base::word> bits;
    buffer<std::byte> values;
    std::size_t value_bytes = 0;
    /// Values of somebody else, which are read in the place of `values`, and what keeps them alive; else null.
    std::shared_ptr<const std::byte> borrowed = nullptr;

    untyped_dense_view view() const { return {size, nvals, bits.data(), borrowed != nullptr ? borrowed.get() : values.data()}; }
    /// Copies borrowed values.
    void take_possession();
};

/// The bits of a vector of this size that has an entry at every position.
buffer<base::word> all_bits(index size);

/// Converts a dense vector to one whose values are bytes. Nothing is copied.
template <class T>
untyped_dense_vector untyped(dense_vector<T>&& v) {
    untyped_dense_vector out{v.size, v.nvals, std::move(v.bits), {}, bytes_of<T>};
    if constexpr (!std::is_void_v<T>) out.values = buffer<std::byte>::reinterpreted(std::move(v.values));
    return out;
}

/// Converts a dense vector whose values are bytes to dense_vector<T>. Nothing is copied.
template <class T>
dense_vector<T> typed(untyped_dense_vector&& v) {
    dense_vector<T> out{v.size, v.nvals, std::move(v.bits), {}};
    if constexpr (!std::is_void_v<T>) out.values = buffer<T>::reinterpreted(std::move(v.values));
    return out;
}

/// The rows of a matrix one after the other as a dense vector. O(size / 64 + nvals + nrows).
untyped_dense_vector to_dense(const untyped_view& rows);
/// The matrix of `nrows` rows of a dense vector. O(size / 64 + nvals + nrows log nvals).
untyped_csr collected(const untyped_dense_view& dense, std::size_t value_bytes, index nrows = 1);
/// Those of its entries that are at the positions of a sorted list, the only row of a matrix. O(length of the list).
untyped_csr collected_at(const untyped_dense_view& dense, std::size_t value_bytes, const structure_view& list);
template <class T>
csr<T> collected(const dense_view<T>& dense) {
    const auto* const values = reinterpret_cast<const std::byte*>(dense.values);
    return typed<T>(collected({dense.size, dense.nvals, dense.bits, values}, bytes_of<T>));
}

/// Whether a vector with `nvals` entries is stored densely: from 1/16 of the positions on. It becomes a list again below 1/64.
constexpr bool becomes_dense(index nvals, index size) { return nvals > size / 16; }
constexpr bool collect_from(index nvals, index size) { return nvals < size / 64; }

}  // namespace formats
}  // namespace graphblas_gpu
