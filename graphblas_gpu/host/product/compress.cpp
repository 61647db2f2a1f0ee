#include <graphblas_gpu/host/product/compress.hpp>

namespace graphblas_gpu::host {

buffer<row_offset> column_sets_before(team& team, structure_view rows) {
    buffer<row_offset> offsets(static_cast<std::size_t>(rows.nrows) + 1);
    for_ranges(team, rows.nrows, rows.nvals() + rows.nrows, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            offsets[static_cast<std::size_t>(k)] = formats::count_sets(rows.columns + rows.begin(k), rows.row_size(k));
        }
    });
    exclusive_scan({offsets.data(), offsets.size()});
    return offsets;
}

formats::compressed compress(team& team, structure_view rows, buffer<row_offset>&& offsets) {
    formats::compressed packed{rows.nrows, rows.ncols, std::move(offsets), {}, {}};
    const auto pairs = static_cast<std::size_t>(packed.offsets[static_cast<std::size_t>(rows.nrows)]);
    packed.sets = buffer<column_index>(pairs);
    packed.bits = buffer<base::word>(pairs);
    for_ranges(team, rows.nrows, rows.nvals() + rows.nrows, [&](index first, index last, int) {
        for (index k = first; k < last; ++k) {
            const auto at = packed.offsets[static_cast<std::size_t>(k)];
            formats::pack_row(rows.columns + rows.begin(k), rows.row_size(k), packed.sets.data() + at, packed.bits.data() + at);
        }
    });
    return packed;
}

}  // namespace graphblas_gpu::host
