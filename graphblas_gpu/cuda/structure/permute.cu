// Rows and columns in another order, on the device.
//
// Idea: the sizes of the new rows give the offsets. Every entry of the result finds its row, takes the corresponding entry of
// A's row, and joins its new row and column to one key. Sorting the keys sorts the rows; the positions in A are sorted along
// with them, and then the values are gathered by position.
#include <graphblas_gpu/cuda/elementwise/compaction.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/structure/arrange.hpp>

#include <limits>

namespace graphblas_gpu::cuda {

namespace {

formats::selection selection_of(std::span<const column_index> order, index size) {
    if (order.empty()) return formats::selection::whole(size);
    return formats::selection::list({order.begin(), order.end()});
}

/// Writes columns and values of `out`, whose offsets are set. If old_row is null, rows keep their order.
void put_entries(const engine_ptr& e, const csr_ref& a, const column_index* old_row, const column_index* new_column, csr& out) {
    const auto count = static_cast<std::size_t>(a.nvals);
    const index nrows = a.nrows;
    const row_offset* const offsets = out.offsets.data();
    const int column_bits = bits_below(a.ncols);
    const array<std::uint64_t> keys(e, count), sorted_keys(e, count);
    const array<std::uint32_t> positions(e, count), sorted_positions(e, count);
    std::uint64_t* const key = keys.data();
    std::uint32_t* const position = positions.data();
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t q) {
        const index r = row_of_entry(offsets, nrows, q);
        const row_offset p = a.offsets[old_row != nullptr ? index{old_row[r]} : r] + (q - offsets[r]);
        key[q] = static_cast<std::uint64_t>(r) << column_bits | new_column[a.columns[p]];
        position[q] = static_cast<std::uint32_t>(p);
    });
    sort_by_key(e, key, sorted_keys.data(), position, sorted_positions.data(), a.nvals, column_bits + bits_below(nrows));

    out.columns = array<column_index>(e, count);
    column_index* const columns = out.columns.data();
    const std::uint64_t* const sorted = sorted_keys.data();
    const std::uint64_t low = (std::uint64_t{1} << column_bits) - 1;
    for_each(e, a.nvals, GB_DEVICE_LAMBDA(std::int64_t q) { columns[q] = static_cast<column_index>(sorted[q] & low); });
    out.values = gathered(e, a.type, a.values, sorted_positions.data(), a.nvals);
}

}  // namespace

csr permuted(const engine_ptr& e, const csr_ref& a, std::span<const column_index> rows, std::span<const column_index> columns) {
    if (a.nvals == 0) return empty_csr(e, a.nrows, a.ncols, a.type);
    if (a.nvals > std::numeric_limits<std::uint32_t>::max()) {  // positions would need 64 bits
        return extracted(e, a, selection_of(rows, a.nrows), selection_of(columns, a.ncols));
    }
    const array<column_index> sent_columns = uploaded<column_index>(e, columns);
    const bool is_one = rows.data() == columns.data();
    array<column_index> sent_rows;
    if (!rows.empty() && !is_one) sent_rows = uploaded<column_index>(e, rows);
    const column_index* const old_column = sent_columns.data();
    const column_index* const old_row = is_one ? old_column : sent_rows.data();

    const array<column_index> inverse(e, columns.size());
    column_index* const new_column = inverse.data();
    for_each(e, a.ncols, GB_DEVICE_LAMBDA(std::int64_t l) { new_column[old_column[l]] = static_cast<column_index>(l); });

    csr out = shaped(a.nrows, a.ncols);
    out.type = a.type;
    out.nvals = a.nvals;
    out.offsets = counts_for(e, a.nrows);
    row_offset* const sizes = out.offsets.data();
    const index nrows = a.nrows;
    for_each(e, nrows + 1, GB_DEVICE_LAMBDA(std::int64_t k) {
        const index i = old_row != nullptr && k < nrows ? index{old_row[k]} : k;
        sizes[k] = k < nrows ? a.offsets[i + 1] - a.offsets[i] : 0;
    });
    exclusive_scan(e, sizes, sizes, nrows + 1);
    put_entries(e, a, old_row, new_column, out);
    return out;
}

}  // namespace graphblas_gpu::cuda
