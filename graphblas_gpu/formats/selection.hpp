// A selection of rows, columns or positions of an object: the index arguments I and J of extract and assign, checked to be in
// range.
//
// Idea: an arithmetic progression is stored as three numbers, whatever its length; "all" is a progression too. Any other
// selection is stored as a list of 32-bit numbers. Kernels also use whether the positions ascend (ascends), a sorted selection
// and the order that sorts it (ascending), and for each distinct position the list elements that have it (grouped).
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/types.hpp>

namespace graphblas_gpu::formats {

class selection {
  public:
    /// An empty selection.
    selection() = default;

    /// The positions first, first + stride, ...: `count` positions. `stride` is not 0.
    static selection progression(index first, index stride, index count);
    /// The positions 0, 1, ..., size - 1.
    static selection whole(index size) { return progression(0, 1, size); }
    /// One position.
    static selection one(index at) { return progression(at, 1, 1); }
    /// The positions of a list, in its order. A list of consecutive positions is stored as a progression. O(size).
    static selection list(std::vector<column_index> positions);

    index size() const { return count_; }
    index operator[](index k) const { return is_list() ? index{list_[static_cast<std::size_t>(k)]} : first_ + k * stride_; }

    bool is_list() const { return !list_.empty(); }
    /// The positions, if is_list().
    std::span<const column_index> positions() const { return {list_.data(), list_.size()}; }
    /// The first position and the stride of a progression.
    index first() const { return first_; }
    index stride() const { return stride_; }

    /// Whether each position is greater than the one before it.
    bool ascends() const { return ascends_; }
    /// Whether these are all positions of an object with `size` positions, in order.
    bool is_whole(index size) const { return !is_list() && first_ == 0 && stride_ == 1 && count_ == size; }
    /// Whether a position is selected. The selection must ascend. O(1), for lists O(log size).
    bool contains(index position) const;

  private:
    index first_ = 0;
    index stride_ = 1;
    index count_ = 0;
    bool ascends_ = true;
    std::vector<column_index> list_;
};

/// The elements of a selection in ascending order, and the order that sorts them: sorted[k] is original[order[k]].
struct ordered_selection {
    selection sorted;
    selection order;

    /// Whether the original selection ascends already.
    bool in_order() const { return order.is_whole(sorted.size()); }
};

/// Sorts a selection of positions in an object with `size` positions. Throws invalid_value if a position is selected twice; the
/// message begins with `what`, such as "assign: row". O(1) for progressions, O(length) for lists, which are sorted in linear
/// time.
ordered_selection ascending(const selection& s, index size, const char* what);

/// The distinct positions of a list, ascending, and for each of them the numbers of the list elements that have it, ascending:
/// distinct[n] is element k of the list for each k in elements[starts[n] .. starts[n + 1]).
struct grouped_selection {
    std::vector<column_index> distinct;
    std::vector<column_index> starts;
    std::vector<column_index> elements;

    bool has_repeats() const { return distinct.size() < elements.size(); }
};

/// Groups a list of at most max_side positions. O(size), by radix sort.
grouped_selection grouped(const selection& list);

}  // namespace graphblas_gpu::formats
