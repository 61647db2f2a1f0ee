#include <graphblas_gpu/formats/dense_vector.hpp>

#include <graphblas_gpu/formats/value_mover.hpp>

namespace graphblas_gpu::formats {

void untyped_dense_vector::take_possession() {
    if (borrowed == nullptr) return;
    values = buffer<std::byte>(std::span(borrowed.get(), static_cast<std::size_t>(size) * value_bytes));
    borrowed = nullptr;
}

buffer<word> all_bits(index size) {
    buffer<word> bits(static_cast<std::size_t>(words_for(size)), ~word{0});
    if (size % word_bits != 0) bits[bits.size() - 1] = (word{1} << (size % word_bits)) - 1;
    return bits;
}

untyped_dense_vector to_dense(const untyped_view& row) {
    const auto size = static_cast<std::size_t>(row.ncols);
    untyped_dense_vector out{row.ncols, row.nvals(), buffer<word>(static_cast<std::size_t>(words_for(row.ncols)), word{0}),
                             buffer<std::byte>(size * row.value_bytes), row.value_bytes};
    with_value_mover(row.value_bytes, [&, to = out.values.data()](auto mover) {
        for (row_offset p = 0; p < out.nvals; ++p) {
            set_bit(out.bits.data(), row.columns[p]);
            mover.copy(to, row.columns[p], row.values, static_cast<std::size_t>(p));
        }
    });
    return out;
}

untyped_csr collected(const untyped_dense_view& dense, std::size_t value_bytes) {
    untyped_csr out = untyped_csr::with_room(1, dense.size, static_cast<std::size_t>(dense.nvals), value_bytes);
    std::size_t p = 0;
    with_value_mover(value_bytes, [&, to = out.values.data()](auto mover) {
        const index words = words_for(dense.size);
        for (index w = 0; w < words; ++w) {
            for_each_bit(dense.bits[w], static_cast<column_index>(w), [&](column_index j) {
                out.columns[p] = j;
                mover.copy(to, p, dense.values, j);
                ++p;
            });
        }
    });
    out.offsets[0] = 0;
    out.offsets[1] = dense.nvals;
    return out;
}

untyped_csr collected_at(const untyped_dense_view& dense, std::size_t value_bytes, const structure_view& list) {
    untyped_csr out = untyped_csr::with_room(1, dense.size, static_cast<std::size_t>(list.nvals()), value_bytes);
    std::size_t n = 0;
    with_value_mover(value_bytes, [&, to = out.values.data()](auto mover) {
        for (row_offset p = 0; p < list.nvals(); ++p) {
            const column_index j = list.columns[p];
            if (!test_bit(dense.bits, j)) continue;
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
