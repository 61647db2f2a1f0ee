// A numbering without gaps of the indices that occur on one side of a matrix.
//
// Idea: a matrix with billions of rows or columns and few entries becomes small if the rows and columns without entries are
// left out. The numbers ascend with the indices, so that rows stay sorted and sums add their terms in the same order. Only an
// operator that reads indices could see a difference, and it gets the original indices through position_maps.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::formats {

/// Arrays as long as a side are always allowed for sides up to this length: they take half a gigabyte if an element has 8
/// bytes.
inline constexpr index max_ordinary_side = index{1} << 26;
/// For a longer side, arrays of its length are allowed if there is at least one entry for this many of its indices.
inline constexpr index max_indices_for_an_entry = 64;

/// Whether a side is hypersparse: arrays as long as it would be far larger than the entries; then only the indices that occur
/// are numbered.
constexpr bool is_hypersparse(index side, index nvals) {
    return side > max_ordinary_side && side / max_indices_for_an_entry > nvals;
}

/// A numbering of the indices of one side: either an ascending list of indices gets the numbers 0, 1, 2, ..., or every index is
/// its own number.
class numbering {
  public:
    /// The numbering in which every index of the side is its own number.
    static numbering identity(index side) { return {side, true, {}}; }
    /// The numbering of an ascending list of indices: the number of an index is its position in the list; other indices have no
    /// number.
    static numbering of(index side, std::vector<column_index> ascending) { return {side, false, std::move(ascending)}; }

    numbering() = default;

    bool is_identity() const { return is_identity_; }
    /// The length of the side in original indices.
    index side() const { return side_; }
    /// The number of indices that have a number.
    index size() const { return is_identity_ ? side_ : static_cast<index>(originals_.size()); }
    index original(index number) const { return is_identity_ ? number : index{originals_[static_cast<std::size_t>(number)]}; }
    std::span<const column_index> originals() const { return {originals_.data(), originals_.size()}; }
    /// The original index of each number, or null if every index is its own number.
    const column_index* map() const { return is_identity_ ? nullptr : originals_.data(); }

    /// Whether both give the same numbers to the same indices.
    friend bool operator==(const numbering& a, const numbering& b);

  private:
    numbering(index side, bool is_identity, std::vector<column_index> originals)
        : side_(side), is_identity_(is_identity), originals_(std::move(originals)) {}

    index side_ = 0;
    bool is_identity_ = true;
    std::vector<column_index> originals_;
};

/// The numbering of the rows that have entries. O(nrows) time, and memory for at most one number for each entry.
numbering numbered_rows(const structure_view& a);
/// The numbering of the columns that have entries. O(nvals).
numbering numbered_columns(const structure_view& a);

/// The entries whose row and column have numbers, at these numbers. O(entries in the numbered rows log(numbers), rows
/// numbered).
untyped_csr renumbered(const untyped_view& a, const numbering& rows, const numbering& columns);
template <class T>
csr<T> renumbered(const csr_view<T>& a, const numbering& rows, const numbering& columns) {
    return typed<T>(renumbered(untyped(a), rows, columns));
}

/// Replaces columns by their numbers; every column must have a number. O(nvals log(numbers)).
void renumber_columns(std::span<column_index> columns, const numbering& numbers);

/// Replaces the numbers of rows and columns of a matrix by the original indices. O(nvals, and the original rows if rows were
/// numbered).
void put_original_indices(untyped_csr& a, const numbering& rows, const numbering& columns);

/// The matrix with its original indices. O(nvals, and the original rows if rows were numbered).
template <class T>
csr<T> in_original_numbers(csr<T>&& a, const numbering& rows, const numbering& columns) {
    untyped_csr out = untyped(std::move(a));
    put_original_indices(out, rows, columns);
    return typed<T>(std::move(out));
}

}  // namespace graphblas_gpu::formats
