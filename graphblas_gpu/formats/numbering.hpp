// The indices that occur on one side of a matrix, numbered without gaps.
//
// Idea: a matrix with a side of billions and few entries becomes a small one when the rows and columns that hold no entry are
// left out. The numbers ascend with the indices, so that rows stay sorted and sums take their terms in the same order; only
// an operator that looks at indices can tell the difference, and position_maps gives it the original ones.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::formats {

/// Arrays as long as a side of up to this size are always allowed: half a gigabyte, where an element has 8 bytes.
inline constexpr index most_ordinary_side = index{1} << 26;
/// A longer side is allowed arrays of its length if there is an entry for at least so many of its indices.
inline constexpr index most_indices_for_an_entry = 64;

/// Whether arrays as long as a side would be out of proportion to the entries: then only the indices that occur are numbered.
constexpr bool is_far_beyond(index side, index nvals) {
    return side > most_ordinary_side && side / most_indices_for_an_entry > nvals;
}

/// New numbers for the indices of one side: 0, 1, 2, ... for a list of indices, ascending, or every index as it is.
class numbering {
  public:
    /// Every index of the side keeps its number.
    static numbering identity(index side) { return {side, true, {}}; }
    /// Those in the list, which ascends, get the numbers of their places in it; others have none.
    static numbering of(index side, std::vector<column_index> ascending) { return {side, false, std::move(ascending)}; }

    numbering() = default;

    bool is_identity() const { return is_identity_; }
    /// The size of the side as it was.
    index side() const { return side_; }
    /// The number of numbers.
    index size() const { return is_identity_ ? side_ : static_cast<index>(originals_.size()); }
    index original(index number) const { return is_identity_ ? number : index{originals_[static_cast<std::size_t>(number)]}; }
    std::span<const column_index> originals() const { return originals_; }
    /// The original index of each number, or null if every index is as it was.
    const column_index* map() const { return is_identity_ ? nullptr : originals_.data(); }

    /// Both give the same numbers to the same indices.
    friend bool operator==(const numbering&, const numbering&) = default;

  private:
    numbering(index side, bool is_identity, std::vector<column_index> originals)
        : side_(side), is_identity_(is_identity), originals_(std::move(originals)) {}

    index side_ = 0;
    bool is_identity_ = true;
    std::vector<column_index> originals_;
};

/// The rows that hold entries. O(nrows) time, and memory for as many rows as there are entries.
numbering numbered_rows(const structure_view& a);
/// The columns that hold entries. O(nvals).
numbering numbered_columns(const structure_view& a);

/// The entries whose row and column have numbers, in these. O(entries in the numbered rows log(numbers), rows numbered).
untyped_csr renumbered(const untyped_view& a, const numbering& rows, const numbering& columns);
template <class T>
csr<T> renumbered(const csr_view<T>& a, const numbering& rows, const numbering& columns) {
    return typed<T>(renumbered(untyped(a), rows, columns));
}

/// Gives columns the numbers they have; all have one. O(nvals log(numbers)).
void renumber_columns(std::span<column_index> columns, const numbering& numbers);

/// Gives a matrix its original indices. O(nvals, and the original rows where they were numbered).
void put_original_indices(untyped_csr& a, const numbering& rows, const numbering& columns);

/// The matrix in its original numbers. O(nvals, and the original rows where they were numbered).
template <class T>
csr<T> in_original_numbers(csr<T>&& a, const numbering& rows, const numbering& columns) {
    untyped_csr out = untyped(std::move(a));
    put_original_indices(out, rows, columns);
    return typed<T>(std::move(out));
}

}  // namespace graphblas_gpu::formats
