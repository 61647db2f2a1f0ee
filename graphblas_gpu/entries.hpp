// The entries of a matrix or vector, to be walked over one by one.
//
//     for (const auto [i, j, x] : a.entries()) ...     // a matrix; without x where there are no values
//     for (const auto [i, x] : v.entries()) ...        // a vector
//
// Idea: an iterator is a few pointers into the object and makes an entry when it is asked for one; nothing is allocated or
// copied. Ranges and iterators end with the next change of the object. For one entry after the other, in one thread: what
// many entries need is an operation.
#pragma once

#include <bit>
#include <cstddef>
#include <iterator>

#include <graphblas_gpu/formats/bits.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/dense_vector.hpp>

namespace graphblas_gpu {

/// Entry (row, column) of a matrix.
template <class T>
struct matrix_entry {
    index row;
    index column;
    T value;
    friend bool operator==(const matrix_entry&, const matrix_entry&) = default;
};
/// The same without a value.
template <>
struct matrix_entry<void> {
    index row;
    index column;
    friend bool operator==(const matrix_entry&, const matrix_entry&) = default;
};

/// Entry i of a vector. A vector without values has its indices for entries.
template <class T>
struct vector_entry {
    index position;
    T value;
    friend bool operator==(const vector_entry&, const vector_entry&) = default;
};

/// The entries row by row, columns ascending. Walking over all of them is O(nvals + nrows).
template <class T>
class matrix_entries {
  public:
    /// Stands at an entry; forward.
    class iterator {
      public:
        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;  // entries are made on the way, there is none to refer to
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
    /// Behind the last entry.
    iterator end() const { return {view_, view_.nrows, view_.nvals()}; }
    /// The number of entries.
    std::size_t size() const { return static_cast<std::size_t>(view_.nvals()); }
    /// Whether there is no entry.
    bool empty() const { return size() == 0; }

  private:
    csr_view<T> view_;
};

/// The entries of a vector in ascending order of index, in whichever form it is kept: O(nvals) as a list, O(nvals + size / 64)
/// laid out.
template <class T>
class vector_entries {
    struct source {
        const formats::word* bits = nullptr;  ///< null: a list
        const column_index* columns = nullptr;
        const formats::stored<T>* values = nullptr;
        index end = 0;  ///< entries of the list, or size of the vector
    };

  public:
    /// Stands at an entry; forward.
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
            const index position = of_.bits != nullptr ? at_ : static_cast<index>(of_.columns[at_]);
            if constexpr (std::is_void_v<T>) return position;
            else return {position, of_.values[at_]};
        }
        iterator& operator++() {
            ++at_;
            skip_places_without_entry();
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
        explicit iterator(const vector_entries& of, index at) : of_(of.from_), at_(at) { skip_places_without_entry(); }

        void skip_places_without_entry() {
            if (of_.bits == nullptr || at_ >= of_.end) return;
            index w = at_ / formats::word_bits;
            formats::word rest = of_.bits[w] >> (at_ % formats::word_bits);
            if (rest != 0) {
                at_ += std::countr_zero(rest);
                return;
            }
            const index words = formats::words_for(of_.end);
            while (++w < words && of_.bits[w] == 0) {}
            at_ = w < words ? w * formats::word_bits + std::countr_zero(of_.bits[w]) : of_.end;
        }

        source of_;
        index at_ = 0;  ///< the place in the list, or the position itself
    };

    /// Of a vector kept as a list, or laid out if `dense` is not null.
    vector_entries(const csr<T>& list, const dense_vector<T>* dense) {
        if (dense == nullptr) from_ = {nullptr, list.columns.data(), list.values.data(), list.nvals()};
        else from_ = {dense->bits.data(), nullptr, dense->values.data(), dense->size};
        size_ = dense == nullptr ? list.nvals() : dense->nvals;
    }
    /// The first entry.
    iterator begin() const { return iterator(*this, 0); }
    /// Behind the last entry.
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
