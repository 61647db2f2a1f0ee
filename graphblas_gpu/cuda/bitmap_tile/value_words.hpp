// Values that are copied but not computed with, as words of the same size.
#pragma once

#include <cstdint>

#include <graphblas_gpu/formats/type_code.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

/// Calls f with a word of the size of a value.
template <class F>
void with_word(type_code type, const F& f) {
    switch (formats::size_of(type)) {
        case 1: return f(std::uint8_t{});
        case 2: return f(std::uint16_t{});
        case 8: return f(std::uint64_t{});
        default: return f(std::uint32_t{});  // also if there are no values
    }
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
