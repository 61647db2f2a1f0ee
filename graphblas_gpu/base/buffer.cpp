#include <graphblas_gpu/base/buffer.hpp>

#include <algorithm>

namespace graphblas_gpu::base {

buffer<bool> unpacked(const std::vector<bool>& packed) {
    buffer<bool> out(packed.size());
    std::copy(packed.begin(), packed.end(), out.begin());
    return out;
}

}  // namespace graphblas_gpu::base
