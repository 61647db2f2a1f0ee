#include <graphblas_gpu/base/process_seed.hpp>

#include <random>

namespace graphblas_gpu::base {

const std::array<std::uint64_t, 2>& process_seed() {
    static const std::array<std::uint64_t, 2> drawn = [] {
        std::random_device source;
        const auto bits = [&source] { return std::uint64_t{source()} << 32 | source(); };
        return std::array{bits(), bits()};
    }();
    return drawn;
}

}  // namespace graphblas_gpu::base
