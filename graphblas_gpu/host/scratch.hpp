// Working memory that outlives an operation, so that no row loop and no iteration of an algorithm allocates.
//
// Idea: a few named slots that only grow. The slots of class `clean` hold zeroes whenever no kernel is at work: a kernel
// takes out what it put in, which costs what it touched instead of the length of the array.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <graphblas_gpu/formats/buffer.hpp>

namespace graphblas_gpu::host {

class scratch {
  public:
    /// Slots with arbitrary contents.
    enum class raw {
        values, keys, links, slot_values, list, packed, row_columns, row_values, operand_values,
        staged, positions, unions, hubs, count
    };
    /// Slots that hold zeroes between kernels.
    enum class clean { bits, summary, summary_of_summary, forbidden, marks, heads, slot_marks, mask_bits, operand_bits, row_bits, count };

    /// At least `size` elements of T, contents arbitrary.
    template <class T>
    T* get(raw slot, std::size_t size) {
        buffer<std::byte>& memory = raw_[static_cast<std::size_t>(slot)];
        if (memory.size() < size * sizeof(T)) {
            memory = buffer<std::byte>();
            memory = buffer<std::byte>(grown(size * sizeof(T)));
        }
        return reinterpret_cast<T*>(memory.data());
    }

    /// At least `size` elements of T, all zero; the caller leaves them zero.
    template <class T>
    T* get(clean slot, std::size_t size) {
        buffer<std::byte>& memory = clean_[static_cast<std::size_t>(slot)];
        if (memory.size() < size * sizeof(T)) {
            memory = buffer<std::byte>();
            memory = buffer<std::byte>(grown(size * sizeof(T)), std::byte{0});
        }
        return reinterpret_cast<T*>(memory.data());
    }

    /// Gives everything back; after a failure, when the clean slots may be dirty.
    void discard() noexcept {
        for (auto& memory : raw_) memory = {};
        for (auto& memory : clean_) memory = {};
    }

  private:
    static std::size_t grown(std::size_t bytes) { return bytes + bytes / 4 + 64; }

    std::array<buffer<std::byte>, static_cast<std::size_t>(raw::count)> raw_;
    std::array<buffer<std::byte>, static_cast<std::size_t>(clean::count)> clean_;
};

}  // namespace graphblas_gpu::host
