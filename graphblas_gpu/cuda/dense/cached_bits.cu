// Memory for the bits that the symbolic phase caches.
#include <graphblas_gpu/cuda/dense/cached_bits.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>

namespace graphblas_gpu::cuda::dense {

void cached_bits::make_room(const engine_ptr& e, const product_rows& in, const limits& numeric, index rows) {
    give_up();
    const bool is_of_use = numeric.panel == 0 ? in.ncols() > 0 : may_have_large_ranks(in.ncols(), numeric);
    if (!is_of_use || in.ncols() > policy::max_rank_columns || e->memory_limit() > 0) return;
    const index words = (in.ncols() + 127) / 128 * 4;
    const index most = e->facts().total_bytes / policy::bits_part / (words * static_cast<index>(sizeof(unsigned)));
    const index slots = std::min({rows, most, most_rows});
    if (slots == 0) return;
    try {
        words_ = array<unsigned>(e, static_cast<std::size_t>(slots * words));
        slots_ = array<std::uint32_t>(e, static_cast<std::size_t>(in.count()));
        used_ = zeros<unsigned>(e, 1);
    } catch (const out_of_memory&) {
        return give_up();
    }
    e->set_bytes(slots_.data(), 0xff, slots_.size() * sizeof(std::uint32_t));
    bits_ = {words_.data(), slots_.data(), used_.data(), static_cast<unsigned>(words), static_cast<unsigned>(slots)};
}

void cached_bits::give_up() {
    bits_ = {};
    words_ = {};
    slots_ = {};
    used_ = {};
}

}  // namespace graphblas_gpu::cuda::dense
