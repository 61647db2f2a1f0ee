// A selection of rows or columns, as kernels see it.
//
// Idea: formats/selection.hpp on the device; an arithmetic progression is three numbers, a list is an array.
#pragma once

#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/formats/selection.hpp>

namespace graphblas_gpu::cuda {

/// A selection, not owned. rank() and contains() need an ascending one.
struct selection_ref {
    index first = 0;
    index stride = 1;
    index count = 0;
    const column_index* list = nullptr;  ///< in device memory; null: a progression

    GB_HD index operator[](index k) const { return list != nullptr ? index{list[k]} : first + k * stride; }

    /// The number of selected positions below `at`. O(1); O(log count) for a list.
    GB_HD index rank(index at) const {
        if (list == nullptr) {
            if (at <= first) return 0;
            const index before = (at - first + stride - 1) / stride;
            return before < count ? before : count;
        }
        return first_not_before(index{0}, count, [&](index k) { return index{list[k]} < at; });
    }
    /// The k of a selected position, or -1.
    GB_HD index find(index at) const {
        const index k = rank(at);
        return k < count && (*this)[k] == at ? k : -1;
    }
    GB_HD bool contains(index at) const { return find(at) >= 0; }
};

/// A selection with its list on the device.
class held_selection {
  public:
    held_selection(const std::shared_ptr<engine>& e, const formats::selection& s) {
        view_.first = s.first();
        view_.stride = s.stride();
        view_.count = s.size();
        if (!s.is_list()) return;
        list_ = uploaded<column_index>(e, s.positions());
        view_.list = list_.data();
    }
    const selection_ref& view() const { return view_; }

  private:
    selection_ref view_;
    array<column_index> list_;
};

}  // namespace graphblas_gpu::cuda
