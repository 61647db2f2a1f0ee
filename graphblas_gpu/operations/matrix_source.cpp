// The interface of matrices and vectors without types, compiled for the built-in types.
#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/operations/vector_source.hpp>

namespace graphblas_gpu::operations {

index count_tiles(const context& ctx, const stored_matrix& m) {
    if (ctx.is_cuda()) {
        const cuda::engine::use here(*ctx.cuda_engine(), "tiling");
        return m.device_tiles(ctx.cuda_engine(), false)->structure.nvals;
    }
    return m.cached_tiles(ctx.team()).structure.tiles.nvals();
}

formats::untyped_csr value_conversion::converted(host::team& team, formats::untyped_csr&& rows) const {
    if (convert != nullptr) rows.values = convert(team, {rows.view(), nullptr});
    else if (bytes == 0) rows.values = {};
    rows.value_bytes = bytes;
    return std::move(rows);
}

#define GB_INSTANTIATE(T)          \
    template class source_of<T>; \
    template class vector_source_of<T>;
GB_FOR_EACH_BUILT_IN_TYPE(GB_INSTANTIATE)
#undef GB_INSTANTIATE

}  // namespace graphblas_gpu::operations
