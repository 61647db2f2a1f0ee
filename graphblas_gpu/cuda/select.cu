#include <graphblas_gpu/cuda/select.hpp>

#include <graphblas_gpu/cuda/entries.cuh>
#include <graphblas_gpu/cuda/function_calls.cuh>

namespace graphblas_gpu::cuda {

namespace {

template <class W>
struct value_holds {
    csr_ref a;
    value_function<W> f;
    __device__ bool operator()(index, row_offset p) const { return cast<bool>(f(read_as<W>(a.type, a.values, p))); }
};

struct position_holds {
    csr_ref a;
    position_function f;
    __device__ bool operator()(index row, row_offset p) const { return f(row, a.columns[p]) != 0; }
};

struct lies_within {
    csr_ref a;
    index nrows;
    index ncols;
    __device__ bool operator()(index row, row_offset p) const { return row < nrows && a.columns[p] < ncols; }
};

/// Moves the marked entries to their places.
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

/// Rows beyond those of a start at its end.
struct write_offsets {
    csr_ref a;
    rank_ref rank;
    row_offset* offsets;
    __device__ void operator()(std::int64_t i) const { offsets[i] = rank(a.offsets[i < a.nrows ? i : a.nrows]); }
};

template <class Keep>
csr kept(const engine_ptr& e, const csr_ref& a, index nrows, index ncols, const Keep& keep) {
    marks staying(e, a.nvals);
    const rank_ref rank = staying.add(a, keep);
    csr out;
    out.nrows = nrows;
    out.ncols = ncols;
    out.nvals = staying.count();
    out.type = a.type;
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(nrows) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(out.nvals));
    out.values = memory(e, static_cast<std::size_t>(out.nvals) * formats::size_of(a.type));
    for_each(e, nrows + 1, write_offsets{a, rank, out.offsets.data()});
    formats::with_size(a.type, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, a.nvals, move_entry<word>{a, rank, out.columns.data(), static_cast<word*>(out.values.data())});
    });
    return out;
}

}  // namespace

csr selected(const engine_ptr& e, const csr_ref& a, const entry_function& f) {
    if (f.is_of_position()) return kept(e, a, a.nrows, a.ncols, position_holds{a, position_function(f)});
    return formats::with_code(f.type, [&](auto type) {
        using W = typename decltype(type)::type;
        return kept(e, a, a.nrows, a.ncols, value_holds<W>{a, value_function<W>(f)});
    });
}

csr true_structure(const engine_ptr& e, const csr_ref& a) {
    entry_function is_true;
    is_true.type = type_code::boolean;
    return kept(e, a.structure(), a.nrows, a.ncols, value_holds<bool>{a, value_function<bool>(is_true)});
}

csr resized(const engine_ptr& e, const csr_ref& a, index nrows, index ncols) {
    return kept(e, a, nrows, ncols, lies_within{a, nrows, ncols});
}

}  // namespace graphblas_gpu::cuda
