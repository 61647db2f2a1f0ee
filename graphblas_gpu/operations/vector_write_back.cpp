#include <graphblas_gpu/operations/vector_write_back.hpp>

#include <graphblas_gpu/formats/value_mover.hpp>

namespace graphblas_gpu::host {

void accumulate_entries(const untyped_vector& w, formats::untyped_csr& t, const accumulator& accum) {
    pair_batch shared(accum.function);
    for (row_offset q = 0; q < t.nvals(); ++q) {
        const column_index j = t.columns[static_cast<std::size_t>(q)];
        row_offset p = j;
        if (w.bits == nullptr) p = formats::find(w.row, 0, j);
        else if (!formats::test_bit(w.bits, j)) p = -1;
        shared.note(p, q, q);
        shared.keep(p >= 0);
        if (shared.is_full()) shared.combine(w.values, t.values.data(), t.values.data());
    }
    shared.combine(w.values, t.values.data(), t.values.data());
}

index put_entries(formats::word* bits, void* values, const formats::untyped_csr& t) {
    index added = 0;
    std::byte* const to = static_cast<std::byte*>(values);
    formats::with_value_mover(t.value_bytes, [&](auto moved) {
        for (std::size_t q = 0; q < t.columns.size(); ++q) {
            const column_index j = t.columns[q];
            formats::word& here = bits[formats::word_of(j)];
            added += (here & formats::bit_of(j)) == 0;
            here |= formats::bit_of(j);
            moved.copy(to, j, t.values.data(), q);
        }
    });
    return added;
}

}  // namespace graphblas_gpu::host
