#include <graphblas_gpu/cuda/structure/column_groups.cuh>
#include <graphblas_gpu/cuda/structure/compressed.hpp>

namespace graphblas_gpu::cuda {

array<row_offset> column_sets_before(const engine_ptr& e, const csr_ref& rows) {
    return column_groups<base::word>(e, rows).offsets();
}

compressed compress(const engine_ptr& e, const csr_ref& rows) {
    const column_groups<base::word> sets(e, rows);
    const auto count = static_cast<std::size_t>(sets.count());
    compressed packed{rows.nrows, rows.ncols, sets.offsets(), array<column_index>(e, count), array<base::word>(e, count)};
    sets.write(packed.sets.data(), packed.bits.data());
    return packed;
}

}  // namespace graphblas_gpu::cuda
