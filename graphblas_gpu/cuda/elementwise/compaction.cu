#include <graphblas_gpu/cuda/elementwise/compaction.cuh>

namespace graphblas_gpu::cuda {

namespace {

template <class Word>
struct move_entry {
    csr_ref a;
    rank_ref rank;
    column_index* columns;
    Word* values;
    __device__ void operator()(std::int64_t p) const {
        if (!rank.is_marked(p)) return;
        const row_offset to = rank(p);
        columns[to] = a.columns[p];
        if (values != nullptr) values[to] = static_cast<const Word*>(a.values)[p];
    }
};

/// Writes the offset of row i of the result; rows beyond those of a are empty.
struct write_offsets {
    csr_ref a;
    rank_ref rank;
    row_offset* offsets;
    __device__ void operator()(std::int64_t i) const { offsets[i] = rank(a.offsets[i < a.nrows ? i : a.nrows]); }
};

}  // namespace

csr marked_entries(const engine_ptr& e, const csr_ref& a, const rank_ref& rank, row_offset nvals, index nrows, index ncols) {
    csr out = csr_with_room(e, nrows, ncols, nvals, a.type);
    for_each(e, nrows + 1, write_offsets{a, rank, out.offsets.data()});
    base::with_size(a.type, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, a.nvals, move_entry<word>{a, rank, out.columns.data(), static_cast<word*>(out.values.data())});
    });
    return out;
}

array<std::uint32_t> rows_of_entries(const engine_ptr& e, const csr_ref& a) {
    array<std::uint32_t> out(e, static_cast<std::size_t>(a.nvals));
    std::uint32_t* const rows = out.data();
    for_each_entry(e, a, GB_DEVICE_LAMBDA(index row, row_offset p) { rows[p] = static_cast<std::uint32_t>(row); });
    return out;
}

csr with_values_of(const engine_ptr& e, const csr_ref& a, origin&& from) {
    from.result.type = a.type;
    from.result.values = gathered(e, a.type, a.values, from.positions.data(), from.result.nvals);
    return std::move(from.result);
}

}  // namespace graphblas_gpu::cuda
