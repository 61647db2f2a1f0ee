// The entries of a matrix or vector as a range.
//
//     for (const auto [i, j, x] : a.entries()) ...     // a matrix; without x where there are no values
//     for (const auto [i, x] : v.entries()) ...        // a vector
//
// Idea: an iterator is a few pointers into the object and makes an entry when it is dereferenced; nothing is allocated or
// copied. A change of the object invalidates its ranges and iterators. Entries are visited one after the other in one thread; a
// computation on many entries should be an operation.
#pragma once

#include <bit>
#include <cstddef>
#include <iterator>

#include <graphblas_gpu/base/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>

namespace graphblas_gpu {

/// The entry (row, column) of a matrix.
template <class T>
struct matrix_entry {
    index row;
    index column;
    T value;
    friend bool operator==(const matrix_entry&, const matrix_entry&) = default;
};
/// The entry of a matrix without values.
template <>
struct matrix_entry<void> {
    index row;
    index column;
    friend bool operator==(const matrix_entry&, const matrix_entry&) = default;
};

/// The entry of a vector at `position`. For a vector without values the range gives the indices alone.
template <class T>
struct vector_entry {
    index position;
    T value;
    friend bool operator==(const vector_entry&, const vector_entry&) = default;
};

/// The entries of a matrix, row by row, columns ascending. A loop over all of them is O(nvals + nrows).
template <class T>
class matrix_entries {
  public:
    /// A position in the range; it moves forward only.
    class iterator {
      public:
        using iterator_concept = std::forward_iterator_tag;
        // Entries are made when they are read, so that there is no object to refer to.
        using iterator_category = std::input_iterator_tag;
        using value_type = matrix_entry<T>;
        using difference_type = std::ptrdiff_t;
        using reference = value_type;
        using pointer = void;

        iterator() = default;
        value_type operator*() const {
            const auto column = static_cast<index>(view_.columns[at_]);
            if constexpr (std::is_void_v<T>) return {row_, column};
            else return {row_, column, view_.values[at_]};
        }
        iterator& operator++() {
            ++at_;
            leave_finished_rows();
            return *this;
        }
        iterator operator++(int) {
            iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator& x, const iterator& y) { return x.at_ == y.at_; }

      private:
        friend class matrix_entries;
        iterator(const csr_view<T>& view, index row, row_offset at) : view_(view), row_(row), at_(at) { leave_finished_rows(); }

        void leave_finished_rows() {
            while (row_ < view_.nrows && at_ == view_.end(row_)) ++row_;
        }

        csr_view<T> view_;
        index row_ = 0;
        row_offset at_ = 0;
    };

    explicit matrix_entries(const csr_view<T>& view) : view_(view) {}
    /// The first entry.
    iterator begin() const { return {view_, 0, 0}; }
    /// The position behind the last entry.
    iterator end() const { return {view_, view_.nrows, view_.nvals()}; }
    /// The number of entries.
    std::size_t size() const { return static_cast<std::size_t>(view_.nvals()); }
    /// Whether there is no entry.
    bool empty() const { return size() == 0; }

  private:
    csr_view<T> view_;
};

/// The entries of a vector in ascending order of index, whether it is a list or dense. A loop over all of them is O(nvals)
/// for a list, O(nvals + size / 64) for a dense vector.
template <class T>
class vector_entries {
    struct source {
        const base::word* bits = nullptr;  ///< null if the vector is a list
        const column_index* columns = nullptr;
        const formats::stored<T>* values = nullptr;
        index end = 0;  ///< entries of the list, or size of the vector
    };

  public:
    /// A position in the range; it moves forward only.
    class iterator {
      public:
        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = std::conditional_t<std::is_void_v<T>, index, vector_entry<formats::stored<T>>>;
        using difference_type = std::ptrdiff_t;
        using reference = value_type;
        using pointer = void;

        iterator() = default;
        value_type operator*() const {
            const index position = from_.bits != nullptr ? at_ : static_cast<index>(from_.columns[at_]);
            if constexpr (std::is_void_v<T>) return position;
            else return {position, from_.values[at_]};
        }
        iterator& operator++() {
            ++at_;
            skip_positions_without_entry();
            return *this;
        }
        iterator operator++(int) {
            iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator& x, const iterator& y) { return x.at_ == y.at_; }

      private:
        friend class vector_entries;
        explicit iterator(const vector_entries& entries, index at) : from_(entries.from_), at_(at) {
            skip_positions_without_entry();
        }

        void skip_positions_without_entry() {
            if (from_.bits == nullptr || at_ >= from_.end) return;
            index w = at_ / base::word_bits;
            base::word rest = from_.bits[w] >> (at_ % base::word_bits);
            if (rest != 0) {
                at_ += std::countr_zero(rest);
                return;
            }
            const index words = base::words_for(from_.end);
            while (++w < words && from_.bits[w] == 0) {
            }
            at_ = w < words ? w * base::word_bits + std::countr_zero(from_.bits[w]) : from_.end;
        }

        source from_;
        index at_ = 0;  ///< the position in the list, or in the vector if it is dense
    };

    /// The entries of a vector that is a list, or that is stored in `dense` if this has arrays.
    vector_entries(const csr_view<T>& list, const formats::dense_view<T>& dense) {
        if (dense.bits == nullptr) from_ = {nullptr, list.columns, list.values, list.nvals()};
        else from_ = {dense.bits, nullptr, dense.values, dense.size};
        size_ = dense.bits == nullptr ? list.nvals() : dense.nvals;
    }
    /// The first entry.
    iterator begin() const { return iterator(*this, 0); }
    /// The position behind the last entry.
    iterator end() const { return iterator(*this, from_.end); }
    /// The number of entries.
    std::size_t size() const { return static_cast<std::size_t>(size_); }
    /// Whether there is no entry.
    bool empty() const { return size_ == 0; }

  private:
    source from_;
    index size_ = 0;
};

}  // namespace graphblas_gpu
