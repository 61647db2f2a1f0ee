// The sizes of small blocks of device memory.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/device/size_classes.hpp>

namespace {

namespace sizes = graphblas_gpu::cuda::size_classes;

}  // namespace

TEST_CASE("size classes: a block holds what was asked for, and the next smaller one would not", "[unit][cuda]") {
    // All small sizes, and every 255th of the others, which is next to a multiple of the unit in every way.
    for (std::size_t bytes = 1; bytes <= sizes::largest; bytes += bytes < (std::size_t{1} << 22) ? 1 : 255) {
        const int c = sizes::class_of(bytes);
        const bool exists = c >= 0 && c < sizes::classes;
        const bool fits = exists && sizes::size_of(c) >= bytes && (c == 0 || sizes::size_of(c - 1) < bytes);
        if (!fits) FAIL(bytes << " bytes in class " << c);
    }
    CHECK(sizes::class_of(sizes::largest) == sizes::classes - 1);
}

TEST_CASE("size classes: whole units, at most a fifth of a larger block is left over", "[unit][cuda]") {
    for (int c = 0; c < sizes::classes; ++c) {
        CHECK(sizes::size_of(c) % sizes::unit == 0);
        CHECK(sizes::class_of(sizes::size_of(c)) == c);
        if (c < 4) continue;
        CHECK(sizes::size_of(c) - (sizes::size_of(c - 1) + 1) < sizes::size_of(c) / 5 + 1);
    }
    CHECK(sizes::size_of(sizes::classes - 1) == sizes::largest);
}
