#include <graphblas_gpu/host/arrange/kronecker_rows.hpp>

#include <graphblas_gpu/host/rows/intersect.hpp>
#include <graphblas_gpu/host/rows/rows.hpp>

#include <algorithm>

namespace graphblas_gpu::host {

using formats::untyped_csr;

namespace {

untyped_csr all_entries(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                        const factors& both) {
    const index nrows = a.nrows * b.nrows;
    buffer<row_offset> offsets(static_cast<std::size_t>(nrows) + 1);
    row_offset before = 0;
    std::size_t row = 0;
    for (index i = 0; i < a.nrows; ++i) {
        for (index k = 0; k < b.nrows; ++k) {
            offsets[row++] = before;
            before += a.row_size(i) * b.row_size(k);
        }
    }
    offsets[row] = before;
    const auto writer = [&](int) -> row_writer {
        return [&](index first, index last, column_index* columns, void* values, row_offset start, row_offset* ends) {
            row_offset size = 0;
            pair_batch batch(both.function);
            const bool by_pairs = both.rows == nullptr && both.function.combine != nullptr;
            for (index r = first; r < last; ++r) {
                const index i = r / b.nrows, k = r % b.nrows;
                for (row_offset p = a.begin(i); p < a.end(i); ++p) {
                    const index block = a.columns[p] * b.ncols;
                    column_index* const to = columns + size;
                    const column_index* const from = b.columns + b.begin(k);
                    const index count = b.row_size(k);
                    for (index n = 0; n < count; ++n) to[n] = static_cast<column_index>(block + from[n]);
                    for (index n = 0; by_pairs && n < count; ++n) {
                        batch.note(p, b.begin(k) + n, size + n);
                        batch.keep(true);
                        if (batch.is_full()) batch.combine(both.a, both.b, values);
                    }
                    size += count;
                }
                ends[r + 1] = start + size;
            }
            batch.combine(both.a, both.b, values);
            if (both.rows == nullptr) return size;
            auto* to = static_cast<std::byte*>(values);
            for (index r = first; r < last;) {
                const index i = r / b.nrows, k = r % b.nrows, rows = std::min(b.nrows - k, last - r);
                both.rows(both.function.op, both.a, a.begin(i), a.end(i), both.b, b.offsets + k, rows, to);
                to += static_cast<std::size_t>(a.row_size(i) * (b.begin(k + rows) - b.begin(k))) * value_bytes;
                r += rows;
            }
            return size;
        };
    };
    return written_rows(
        team, {nrows, a.ncols * b.ncols, value_bytes, offsets},
        [&](index r) { return offsets[static_cast<std::size_t>(r)] + r; }, writer);
}

untyped_csr entries_of_mask(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                            const factors& both, const structure_view& mask) {
    const std::span<const row_offset> bound(mask.offsets, static_cast<std::size_t>(mask.nrows) + 1);
    const auto writer = [&](int) -> row_writer {
        return [&](index first, index last, column_index* columns, void* values, row_offset start, row_offset* ends) {
            row_offset size = 0;
            pair_batch batch(both.function);
            for (index r = first; r < last; ++r) {
                const index i = r / b.nrows, k = r % b.nrows;
                row_offset p = a.begin(i), q = b.begin(k);
                index block = 0;
                for (row_offset m = mask.begin(r); m < mask.end(r); ++m) {
                    const index j = mask.columns[m] / b.ncols, l = mask.columns[m] % b.ncols;
                    if (j != block) q = b.begin(k);
                    block = j;
                    p = gallop(a.columns, p, a.end(i), static_cast<column_index>(j));
                    if (p == a.end(i)) break;
                    if (a.columns[p] != j) continue;
                    q = gallop(b.columns, q, b.end(k), static_cast<column_index>(l));
                    if (q == b.end(k) || b.columns[q] != l) continue;
                    columns[size] = mask.columns[m];
                    batch.note(p, q, size++);
                    batch.keep(true);
                    if (batch.is_full()) batch.combine(both.a, both.b, values);
                }
                ends[r + 1] = start + size;
            }
            batch.combine(both.a, both.b, values);
            return size;
        };
    };
    return written_rows(
        team, {mask.nrows, mask.ncols, value_bytes, bound}, [&](index r) { return bound[static_cast<std::size_t>(r)] + r; },
        writer);
}

}  // namespace

untyped_csr kronecker(team& team, const structure_view& a, const structure_view& b, std::size_t value_bytes,
                      const factors& both, const mask_rows& mask) {
    if (mask.admits_only() && mask.rows.nvals() < a.nvals() * b.nvals())
        return entries_of_mask(team, a, b, value_bytes, both, mask.rows);
    return all_entries(team, a, b, value_bytes, both);
}

}  // namespace graphblas_gpu::host
