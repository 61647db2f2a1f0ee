#include <graphblas_gpu/operations/vector_write_back.hpp>

#include <atomic>

#include <graphblas_gpu/formats/value_mover.hpp>

namespace graphblas_gpu::host {

void accumulate_entries(team& team, const untyped_vector& w, formats::untyped_csr& t, const accumulator& accum) {
    const bool list_is_full = w.bits == nullptr && w.row.nvals() == w.row.ncols;
    for_ranges(team, t.nvals(), t.nvals(), [&](index first, index last, int) {
        pair_batch shared(accum.function);
        for (row_offset q = first; q < last; ++q) {
            const column_index j = t.columns[static_cast<std::size_t>(q)];
            row_offset p = j;
            if (w.bits != nullptr) p = formats::test_bit(w.bits, j) ? p : -1;
            else if (!list_is_full) p = formats::find(w.row, 0, j);
            shared.note(p, q, q);
            shared.keep(p >= 0);
            if (shared.is_full()) shared.combine(w.values, t.values.data(), t.values.data());
        }
        shared.combine(w.values, t.values.data(), t.values.data());
    });
}

index put_entries(team& team, formats::word* bits, void* values, const formats::untyped_csr& t) {
    // No two threads write the same word of bits: each range is moved to begin at an entry that starts a new word.
    const auto begins_word = [&](index q) {
        return q == 0 || q == t.nvals() || formats::word_of(t.columns[static_cast<std::size_t>(q) - 1]) !=
                                               formats::word_of(t.columns[static_cast<std::size_t>(q)]);
    };
    std::atomic<index> added{0};
    for_ranges(team, t.nvals(), t.nvals(), [&](index first, index last, int) {
        while (!begins_word(first)) ++first;
        while (!begins_word(last)) ++last;
        index added_here = 0;
        std::byte* const to = static_cast<std::byte*>(values);
        formats::with_value_mover(t.value_bytes, [&](auto moved) {
            for (auto q = static_cast<std::size_t>(first); q < static_cast<std::size_t>(last); ++q) {
                const column_index j = t.columns[q];
                formats::word& here = bits[formats::word_of(j)];
                added_here += (here & formats::bit_of(j)) == 0;
                here |= formats::bit_of(j);
                moved.copy(to, j, t.values.data(), q);
            }
        });
        added.fetch_add(added_here, std::memory_order_relaxed);
    });
    return added.load();
}

}  // namespace graphblas_gpu::host
