// The size classes of blocks of device memory of up to 64 MB: a freed block can serve the next request of about its size.
//
// Idea: four sizes an octave, so that at most a fifth of a block is unused. All sizes are multiples of 256 bytes.
#pragma once

#include <bit>
#include <cstddef>

namespace graphblas_gpu::cuda::size_classes {

inline constexpr std::size_t unit = 256;
/// 64 MB. Larger blocks are allocated from the driver one by one, and are not cached here.
inline constexpr std::size_t largest = std::size_t{1} << 26;

/// The smallest class whose blocks have at least `bytes` bytes, for 1 .. largest.
constexpr int class_of(std::size_t bytes) {
    const std::size_t units = (bytes + unit - 1) / unit;
    if (units <= 4) return static_cast<int>(units) - 1;
    const int octave = static_cast<int>(std::bit_width(units - 1)) - 3;
    return 4 * octave + static_cast<int>((units - 1) >> octave);
}

/// The bytes of a block of a class.
constexpr std::size_t size_of(int c) {
    if (c < 4) return static_cast<std::size_t>(c + 1) * unit;
    const int octave = c / 4 - 1;
    return (static_cast<std::size_t>(c % 4 + 5) << octave) * unit;
}

inline constexpr int classes = class_of(largest) + 1;

}  // namespace graphblas_gpu::cuda::size_classes
