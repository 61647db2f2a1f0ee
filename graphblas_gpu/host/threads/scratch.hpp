// Working memory that outlives an operation, so that no row loop and no iteration of an algorithm allocates.
//
// Idea: a few named slots that only grow. The slots of kind `clean` are all zero whenever no kernel runs: a kernel clears the
// elements that it has set, which costs less than clearing the whole array.
#pragma once

#include <array>
#include <cstddef>

#include <graphblas_gpu/base/buffer.hpp>

namespace graphblas_gpu::host {

class scratch {
  public:
    /// Slots with arbitrary contents.
    enum class raw {
        values, keys, links, slot_values, list, packed, row_columns, row_values, operand_values,
        staged, positions, unions, wide_numbers, merged, merging, merged_runs, count
    };
    /// Slots that hold zeroes between kernels.
    enum class clean {
        bits, summary, summary_of_summary, forbidden, marks, heads, slot_marks, mask_bits, operand_bits, row_bits, count
    };

    /// At least `size` elements of T, contents arbitrary.
    template <class T>
    T* get(raw slot, std::size_t size) {
        return static_cast<T*>(bytes(slot, size * sizeof(T)));
    }

    /// At least `size` elements of T, all zero; the caller leaves them zero.
    template <class T>
    T* get(clean slot, std::size_t size) {
        return static_cast<T*>(bytes(slot, size * sizeof(T)));
    }

    /// Frees all slots. It is called after a failure, when a clean slot may have elements that are not zero.
    void discard() noexcept;

  private:
    void* bytes(raw slot, std::size_t size);
    void* bytes(clean slot, std::size_t size);

    std::array<buffer<std::byte>, static_cast<std::size_t>(raw::count)> raw_;
    std::array<buffer<std::byte>, static_cast<std::size_t>(clean::count)> clean_;
};

}  // namespace graphblas_gpu::host
