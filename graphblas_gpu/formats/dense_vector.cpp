#include <graphblas_gpu/formats/dense_vector.hpp>

#include <graphblas_gpu/base/value_mover.hpp>

#include <algorithm>

namespace graphblas_gpu::formats {

void untyped_dense_vector::take_possession() {
    if (borrowed == nullptr) return;
    values = buffer<std::byte>(std::span(borrowed.get(), static_cast<std::size_t>(size) * value_bytes));
    borrowed = nullptr;
}

buffer<base::word> all_bits(index size) {
    buffer<base::word> bits(static_cast<std::size_t>(base::words_for(size)), ~base::word{0});
    if (size % base::word_bits != 0) bits[bits.size() - 1] = (base::word{1} << (size % base::word_bits)) - 1;
    return bits;
}

untyped_dense_vector to_dense(const untyped_view& rows) {
    const index size = rows.nrows * rows.ncols;
    untyped_dense_vector out{size, rows.nvals(),
                             buffer<base::word>(static_cast<std::size_t>(base::words_for(size)), base::word{0}),
                             buffer<std::byte>(static_cast<std::size_t>(size) * rows.value_bytes), rows.value_bytes};
    base::with_value_mover(rows.value_bytes, [&, to = out.values.data()](auto mover) {
        for (index i = 0; i < rows.nrows; ++i) {
            const auto before = static_cast<column_index>(i * rows.ncols);
            for (row_offset p = rows.begin(i); p < rows.end(i); ++p) {
                const column_index at = before + rows.columns[p];
                base::set_bit(out.bits.data(), at);
                mover.copy(to, at, rows.values, static_cast<std::size_t>(p));
            }
        }
    });
    return out;
}

untyped_csr collected(const untyped_dense_view& dense, std::size_t value_bytes, index nrows) {
    const index ncols = dense.size / std::max<index>(nrows, 1);
    untyped_csr out = untyped_csr::with_room(nrows, ncols, static_cast<std::size_t>(dense.nvals), value_bytes);
    std::size_t p = 0;
    base::with_value_mover(value_bytes, [&, to = out.values.data()](auto mover) {
        const index words = base::words_for(dense.size);
        for (index w = 0; w < words; ++w) {
            base::for_each_bit(dense.bits[w], static_cast<column_index>(w), [&](column_index j) {
                out.columns[p] = j;
                mover.copy(to, p, dense.values, j);
                ++p;
            });
        }
    });
    out.offsets[0] = 0;
    for (index i = 1; i < nrows; ++i) {
        column_index* const begin = out.columns.data() + out.offsets[static_cast<std::size_t>(i) - 1];
        column_index* const end = std::lower_bound(begin, out.columns.data() + p, static_cast<column_index>(i * ncols));
        for (column_index* j = begin; j < end; ++j) *j -= static_cast<column_index>((i - 1) * ncols);
        out.offsets[static_cast<std::size_t>(i)] = end - out.columns.data();
    }
    for (auto q = static_cast<std::size_t>(out.offsets[static_cast<std::size_t>(nrows) - 1]); q < p; ++q)
        out.columns[q] -= static_cast<column_index>((nrows - 1) * ncols);
    out.offsets[static_cast<std::size_t>(nrows)] = dense.nvals;
    return out;
}

untyped_csr collected_at(const untyped_dense_view& dense, std::size_t value_bytes, const structure_view& list) {
    untyped_csr out = untyped_csr::with_room(1, dense.size, static_cast<std::size_t>(list.nvals()), value_bytes);
    std::size_t n = 0;
    base::with_value_mover(value_bytes, [&, to = out.values.data()](auto mover) {
        for (row_offset p = 0; p < list.nvals(); ++p) {
            const column_index j = list.columns[p];
            if (!base::test_bit(dense.bits, j)) continue;
            out.columns[n] = j;
            mover.copy(to, n, dense.values, j);
            ++n;
        }
    });
    out.offsets[0] = 0;
    out.offsets[1] = static_cast<row_offset>(n);
    out.shrink();
    return out;
}

}  // namespace graphblas_gpu::formats
