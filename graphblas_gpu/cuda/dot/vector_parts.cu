// Laying vectors and masks out, sequences of rows, and products with a vector that only count.
#include <graphblas_gpu/cuda/dot/vector_parts.hpp>

#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/dot/count_visitors.cuh>
#include <graphblas_gpu/cuda/dot/row_list.cuh>
#include <graphblas_gpu/cuda/dot/vector_walk.cuh>
#include <graphblas_gpu/cuda/primitives/scan.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

namespace graphblas_gpu::cuda::masked {

namespace {

/// Pushes: counts[output] += 1.
struct vector_push_counter : visitor_base {
    static constexpr bool positions = false;
    static constexpr look_ahead ahead{8, 4, 4};
    std::uint32_t* counts;

    template <class Table>
    __device__ void visit(batch&, const chunk& c, column_index j, const Table& table, std::uint32_t, std::uint32_t) {
        if (c.is_there && table.has(j)) atomicAdd(counts + j, 1u);
    }
};

template <class Length>
__global__ void lengths_of_few(unsigned n, Length length, few_sums to) {
    sum_few(length, n, to);
}

/// A sequence of n rows: its work is the prefix sum of the rows' lengths.
template <class Length>
row_sequence sequence(const engine_ptr& e, row_offset n, const column_index* rows, const Length& length) {
    row_sequence s;
    s.pairs = n;
    s.work = array<std::int64_t>(e, static_cast<std::size_t>(n) + 1);
    std::int64_t* const work = s.work.data();
    if (n <= few) {
        simt::launch(e->stream(), 1, few_threads, 0, lengths_of_few<Length>, static_cast<unsigned>(n), length,
                     few_sums{.out = work, .with_end = true});
    } else {
        for_each(e, n + 1, GB_DEVICE_LAMBDA(std::int64_t p) { work[p] = p < n ? length(p) : 0; });
        exclusive_scan(e, work, work, n + 1);
    }
    s.view.rows = rows;
    s.view.work = work;
    return s;
}

struct listed_length {
    const row_offset* offsets;
    const column_index* rows;
    __device__ std::int64_t operator()(std::int64_t p) const { return offsets[rows[p] + std::int64_t{1}] - offsets[rows[p]]; }
};

struct admitted_length {
    const row_offset* offsets;
    const std::uint32_t* forbidden;
    __device__ std::int64_t operator()(std::int64_t p) const {
        return (forbidden[p / 32] >> p % 32 & 1u) != 0 ? 0 : offsets[p + 1] - offsets[p];
    }
};

/// Writes word n of the bits of a sorted list.
struct write_bits {
    std::uint32_t* to;
    const column_index* columns;
    row_offset nvals;
    __device__ void operator()(std::int64_t n) const {
        std::uint32_t word = 0;
        for (row_offset p = lower_bound(columns, 0, nvals, static_cast<column_index>(n * 32));
             p < nvals && columns[p] / 32 == n; ++p) {
            word |= 1u << columns[p] % 32;
        }
        to[n] = word;
    }
};

/// The same for the first `words` numbers, and then each writes a value to its position.
template <class Word>
struct write_dense {
    write_bits bits;
    std::int64_t words;
    Word* to;
    const Word* from;
    __device__ void operator()(std::int64_t n) const {
        if (n < words) bits(n);
        else to[bits.columns[n - words]] = from[n - words];
    }
};

std::int64_t words_of(const csr_ref& u) { return (u.ncols + 31) / 32; }

/// The rows of each tile, one for each thread, that have entries.
__global__ void __launch_bounds__(policy::row_threads) rows_of_tiles(csr_ref rows, row_offset* to) {
    __shared__ unsigned scratch[policy::row_threads / simt::warp_size];
    const index row = static_cast<index>(blockIdx.x) * policy::row_threads + threadIdx.x;
    unsigned in_tile = 0;
    (void)count_below_thread(row < rows.nrows && rows.offsets[row] < rows.offsets[row + 1], scratch, in_tile);
    if (threadIdx.x == 0) to[blockIdx.x] = in_tile;
}

}  // namespace

array<std::uint32_t> dense_bits(const engine_ptr& e, const csr_ref& u) {
    array<std::uint32_t> bits(e, static_cast<std::size_t>(words_of(u)));
    for_each(e, words_of(u), write_bits{bits.data(), u.columns, u.nvals});
    return bits;
}

dense_operand dense_form(const engine_ptr& e, const csr_ref& u) {
    dense_operand dense{array<std::uint32_t>(e, static_cast<std::size_t>(words_of(u))),
                        memory(e, static_cast<std::size_t>(u.ncols) * base::size_of(u.type))};
    base::with_size(u.type, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, words_of(u) + u.nvals,
                 write_dense<word>{{dense.bits.data(), u.columns, u.nvals},
                                   words_of(u),
                                   static_cast<word*>(dense.values.data()),
                                   static_cast<const word*>(u.values)});
    });
    return dense;
}

laid_filter filter_for(const engine_ptr& e, const mask_ref& mask, std::int64_t questions) {
    laid_filter f;
    if (!mask.present) return f;
    f.view.complement = mask.complement;
    if (questions * policy::search_cost < mask.rows.nvals) {
        f.view.list = mask.rows;
    } else {
        f.bits = dense_bits(e, mask.rows);
        f.view.bits = f.bits.data();
    }
    return f;
}

row_sequence rows_to_pull(const engine_ptr& e, const csr_ref& rows, const mask_ref& mask) {
    if (mask.admits_only()) {
        return sequence(e, mask.rows.nvals, mask.rows.columns, listed_length{rows.offsets, mask.rows.columns});
    }
    if (mask.forbids()) {
        const array<std::uint32_t> forbidden = dense_bits(e, mask.rows);
        return sequence(e, rows.nrows, nullptr, admitted_length{rows.offsets, forbidden.data()});
    }
    row_sequence all;
    all.pairs = rows.nrows;
    all.view.work = rows.offsets;
    return all;
}

row_sequence rows_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u) {
    return sequence(e, u.nvals, u.columns, listed_length{rows.offsets, u.columns});
}

std::int64_t look_ups_to_push(const engine_ptr& e, const csr_ref& rows, const csr_ref& u) {
    if (u.nvals > few) return read_element(*e, rows_to_push(e, rows, u).work.data() + u.nvals);
    simt::launch(e->stream(), 1, few_threads, 0, lengths_of_few<listed_length>, static_cast<unsigned>(u.nvals),
                 listed_length{rows.offsets, u.columns}, few_sums{.answer = e->answer()});
    return e->await_answer();
}

rows_listed list_of_rows(const engine_ptr& e, const csr_ref& rows, type_code type, unsigned least) {
    rows_listed w;
    const bool are_few = rows.nrows <= policy::few_rows;
    const unsigned rows_a_tile = are_few ? least : policy::row_threads;
    w.tiles = (rows.nrows + rows_a_tile - 1) / rows_a_tile;
    row_offset room = rows.nrows;
    if (!are_few) {
        w.starts = array<row_offset>(e, static_cast<std::size_t>(w.tiles) + 1);
        simt::launch(e->stream(), static_cast<unsigned>(w.tiles), policy::row_threads, 0, rows_of_tiles, rows, w.starts.data());
        room = sizes_to_offsets(e, w.starts.data(), w.tiles);
    }
    w.list = csr_with_room(e, 1, rows.nrows, room, type);
    w.writer = {w.starts.data(), rows_a_tile, w.list.offsets.data(), w.list.columns.data(),
                are_few ? ask_early(*e, 1) : e->answer()};
    return w;
}

csr finish_rows(const engine_ptr& e, rows_listed&& listed) {
    if (listed.starts.empty()) {
        await_early(*e, 1);
        set_nvals(e, listed.list, *listed.writer.answer);
    }
    return std::move(listed.list);
}

part outputs_of(const mask_ref& mask, bool pull, index size) {
    part p;
    p.last = 1;
    if (pull && mask.admits_only()) {
        p.mask = mask.rows;
        p.entries = mask.rows.nvals;
    } else {
        p.mask.nrows = 1;
        p.mask.ncols = size;
        p.entries = size;
    }
    return p;
}

array<std::uint32_t> count_vector_products(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, const mask_ref& mask,
                                           bool pull, index size) {
    auto counts = zeros<std::uint32_t>(e, static_cast<std::size_t>(outputs_of(mask, pull, size).entries));
    if (pull) {
        const array<std::uint32_t> bits = dense_bits(e, u);
        run_sequence(e, rows_to_pull(e, rows, mask), rows, vector_table{bits.data()}, {}, dot_counter{{}, counts.data()});
    } else {
        const index average = rows.nrows == 0 ? 0 : rows.nvals / rows.nrows + 1;
        const laid_filter filter = filter_for(e, mask, u.nvals * average);
        run_sequence(e, rows_to_push(e, rows, u), rows, output_table{filter.view}, {}, vector_push_counter{{}, counts.data()});
    }
    return counts;
}

}  // namespace graphblas_gpu::cuda::masked
