// Which rows, columns or positions of an object an operation speaks of, known to lie within it.
//
// Idea: an arithmetic progression is three numbers, whatever its length ("all" is one too); a list is kept as 32-bit numbers.
// What kernels need beside element k: whether positions ascend, an ascending order of them, and for each distinct position
// the places in the list where it stands.
#pragma once

#include <span>
#include <vector>

#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/types.hpp>

namespace graphblas_gpu::formats {

class selection {
  public:
    /// Nothing.
    selection() = default;

    /// first, first + stride, ..., `count` of them; stride is not 0.
    static selection progression(index first, index stride, index count);
    /// 0, 1, ..., size - 1.
    static selection whole(index size) { return progression(0, 1, size); }
    /// One position.
    static selection one(index at) { return progression(at, 1, 1); }
    /// In this order. A list of consecutive positions is kept as a progression. O(size).
    static selection list(std::vector<column_index> positions);

    index size() const { return count_; }
    index operator[](index k) const { return is_list() ? index{list_[static_cast<std::size_t>(k)]} : first_ + k * stride_; }

    bool is_list() const { return !list_.empty(); }
    /// The positions, if is_list().
    std::span<const column_index> positions() const { return list_; }
    /// Of a progression.
    index first() const { return first_; }
    index stride() const { return stride_; }

    /// Each position is greater than the one before it.
    bool ascends() const { return ascends_; }
    /// All of an object of that size, in order.
    bool is_whole(index size) const { return !is_list() && first_ == 0 && stride_ == 1 && count_ == size; }
    /// Whether `at` is selected. The selection must ascend. O(1), for lists O(log size).
    bool contains(index at) const;

  private:
    index first_ = 0;
    index stride_ = 1;
    index count_ = 0;
    bool ascends_ = true;
    std::vector<column_index> list_;
};

/// An ascending selection, and where its elements stood: sorted[k] is original[order[k]].
struct ordered_selection {
    selection sorted;
    selection order;

    /// The original ascends itself.
    bool in_order() const { return order.is_whole(sorted.size()); }
};

/// Of positions in an object of that size. Throws invalid_value if one is selected twice; `what` opens the message, such as
/// "assign: row". O(1) for progressions, O(length) for lists; those that do not ascend are sorted in linear time.
ordered_selection ascending(const selection& s, index size, const char* what);

/// The distinct positions of a list, ascending, each with the places where it stands, ascending: those of distinct[n] are
/// places[starts[n] .. starts[n + 1]).
struct grouped_selection {
    std::vector<column_index> distinct;
    std::vector<column_index> starts;
    std::vector<column_index> places;

    bool has_repeats() const { return distinct.size() < places.size(); }
};

/// Of a list of at most max_side positions. O(size), by radix sort.
grouped_selection grouped(const selection& list);

}  // namespace graphblas_gpu::formats
