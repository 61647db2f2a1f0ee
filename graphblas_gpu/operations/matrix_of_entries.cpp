#include <graphblas_gpu/operations/matrix_of_entries.hpp>

#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/host/rows_of_entries.hpp>

namespace graphblas_gpu::operations {
namespace {

void note_merged(const entries_to_build& what, index merged) {
    if (what.report != nullptr) what.report->duplicates_merged += merged;
}

}  // namespace

any_matrix built(host::team& team, const entries_to_build& what) {
    const coordinates& from = what.entries;
    from.check();
    return formats::within_memory("from_coordinates: the matrix", [&] {
        const value_array given = values_of(from);
        buffer<std::byte> converted;
        if (what.convert != nullptr) converted = what.convert(team, given.type, given.data, from.size());
        index merged = 0;
        const auto join = [&](void* earlier, const void* later, column_index i, column_index j) {
            what.duplicates.join(what.duplicates.rule, earlier, later, i, j);
        };
        const host::untyped_entries in{
            from.nrows,     from.ncols, from.rows, from.columns, what.convert != nullptr ? converted.data() : given.data,
            what.type.bytes};
        any_matrix made(host::rows_of_entries(team, in, join, merged), what.type);
        note_merged(what, merged);
        return made;
    });
}

any_matrix built(const context& ctx, const entries_to_build& what) {
    if (!ctx.is_cuda()) return built(ctx.team(), what);
    const coordinates& from = what.entries;
    from.check();
    const value_array given = values_of(from);
    index merged = 0;
    any_matrix made(
        what.duplicates.build_on_device(ctx.cuda_engine(), "from_coordinates", from.nrows, from.ncols,
                                        {from.rows, from.columns, given.type, given.data}, what.duplicates.rule, merged),
        what.type);
    note_merged(what, merged);
    return made;
}

}  // namespace graphblas_gpu::operations
