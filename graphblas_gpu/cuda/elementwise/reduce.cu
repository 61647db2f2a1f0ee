// Sums of all values, and of the values of each row, on a device, with an order of terms that is the same in every run.
#include <graphblas_gpu/cuda/elementwise/reduce.hpp>

#include <graphblas_gpu/cuda/elementwise/function_calls.cuh>
#include <graphblas_gpu/cuda/primitives/entries.cuh>

namespace graphblas_gpu::cuda {

namespace {

constexpr unsigned warps = detail::tile_threads / simt::warp_size;

/// The sum of some consecutive terms; `any` is false if there are none.
template <class W>
struct partial {
    W sum{};
    bool any = false;
    /// for sums of rows: the terms contain the beginning of their row, or the row before has ended and no terms follow
    bool begins = false;

    __device__ void add(binary_code op, const W& x) {
        sum = any ? call<W>(op, sum, x) : x;
        any = true;
    }
    /// The sum of these terms and those of `later`, which follow them.
    __device__ partial then(binary_code op, const partial& later) const {
        if (later.begins) return later;
        partial both = *this;
        if (later.any) both.add(op, later.sum);
        return both;
    }
    __device__ partial from_above(unsigned distance) const {
        const int bits = __shfl_down_sync(simt::full_warp, any + 2 * begins, distance);
        return {shuffled_down(sum, distance), (bits & 1) != 0, (bits & 2) != 0};
    }
    __device__ partial from_below(unsigned distance) const {
        const int bits = __shfl_up_sync(simt::full_warp, any + 2 * begins, distance);
        return {shuffled_up(sum, distance), (bits & 1) != 0, (bits & 2) != 0};
    }
};

/// The sum of a warp's terms in order; the result is valid in lane 0.
template <class W>
__device__ partial<W> sum_of_warp(binary_code op, partial<W> own) {
    for (unsigned distance = 1; distance < simt::warp_size; distance *= 2) {
        const partial<W> above = own.from_above(distance);
        if (simt::lane_id() + distance < simt::warp_size) own = own.then(op, above);
    }
    return own;
}

/// Each block sums the values of a tile.
template <class W>
__global__ void sum_tiles(type_code from, const void* values, std::int64_t n, binary_code op, W* sums) {
    __shared__ W of_warp[warps];
    __shared__ bool any_in_warp[warps];
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * detail::tile_entries + threadIdx.x * detail::tile_steps;
    partial<W> own;
    for (std::int64_t p = first; p < first + detail::tile_steps && p < n; ++p) own.add(op, read_as<W>(from, values, p));
    own = sum_of_warp(op, own);
    if (simt::lane_id() == 0) {
        of_warp[simt::warp_id()] = own.sum;
        any_in_warp[simt::warp_id()] = own.any;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (unsigned w = 1; w < warps; ++w) {
        if (any_in_warp[w]) own.add(op, of_warp[w]);
    }
    sums[blockIdx.x] = own.sum;
}

template <class W>
base::scalar_value sum_of(const engine_ptr& e, type_code from, const void* values, std::int64_t n, binary_code op) {
    array<W> sums;
    do {
        const unsigned tiles = detail::tiles_of(n);
        array<W> next(e, tiles);
        simt::launch(e->stream(), tiles, detail::tile_threads, 0, sum_tiles<W>, from, values, n, op, next.data());
        sums = std::move(next);
        from = base::code_of<W>();
        values = sums.data();
        n = tiles;
    } while (n > 1);
    return base::scalar_value(read_element(*e, sums.data()));
}

/// The sums over the entries before a thread's own entries in its tile, and up to its last entry.
template <class W>
struct scanned {
    partial<W> before;
    partial<W> up_to_here;
};

/// Scans the partial sums of the threads of a block. All threads of the block call.
template <class W>
__device__ scanned<W> scan_of_block(binary_code op, const partial<W>& own) {
    __shared__ W sums[warps];
    __shared__ bool any[warps];
    __shared__ bool begins[warps];
    partial<W> inclusive = own;
    for (unsigned distance = 1; distance < simt::warp_size; distance *= 2) {
        const partial<W> below = inclusive.from_below(distance);
        if (simt::lane_id() >= distance) inclusive = below.then(op, inclusive);
    }
    partial<W> before = inclusive.from_below(1);
    if (simt::lane_id() == 0) before = {};
    if (simt::lane_id() == simt::warp_size - 1) {
        sums[simt::warp_id()] = inclusive.sum;
        any[simt::warp_id()] = inclusive.any;
        begins[simt::warp_id()] = inclusive.begins;
    }
    __syncthreads();
    partial<W> of_warps;
    for (unsigned w = 0; w < simt::warp_id(); ++w) of_warps = of_warps.then(op, {sums[w], any[w], begins[w]});
    return {of_warps.then(op, before), of_warps.then(op, inclusive)};
}

/// Sums the rows of a tile. For a row that begins in the tile, sums[row] receives the sum of its entries in the tile.
/// heads[tile] receives the sum of the entries of the row that began in an earlier tile.
template <class W>
__global__ void sum_rows_of_tiles(csr_ref a, binary_code op, W* sums, W* heads) {
    const row_offset begin = static_cast<row_offset>(blockIdx.x) * detail::tile_entries;
    const row_offset end = begin + detail::tile_entries < a.nvals ? begin + detail::tile_entries : a.nvals;
    const detail::row_finder row_of = detail::find_rows(a.offsets, a.nrows, begin, end);
    const row_offset first = begin + threadIdx.x * detail::tile_steps;
    const row_offset last = first + detail::tile_steps < end ? first + detail::tile_steps : end;
    const auto put = [&](index row, bool begins, const W& sum) {
        if (begins) sums[row] = sum;
        else heads[blockIdx.x] = sum;
    };

    // The row of the thread's first entry may end here (`head`). Rows in between begin and end here. The last row stays open
    // (`open`).
    partial<W> head, open;
    index head_row = -1, row = -1;
    if (first < last) {
        row = row_of(first);
        row_offset row_end = a.offsets[row + 1];
        open.begins = a.offsets[row] == first;
        for (row_offset p = first; p < last; ++p) {
            open.add(op, read_as<W>(a.type, a.values, p));
            if (p + 1 < row_end) continue;
            if (open.begins) {
                put(row, true, open.sum);
            } else {
                head = open;
                head_row = row;
            }
            open = {};
            open.begins = true;
            if (p + 1 == last) continue;
            row = row_of(p + 1);
            row_end = a.offsets[row + 1];
        }
    }
    const scanned<W> scan = scan_of_block(op, open);
    if (head_row >= 0) {
        const partial<W> whole = scan.before.then(op, head);
        put(head_row, scan.before.any && scan.before.begins, whole.sum);
    }
    if (first < last && last == end && scan.up_to_here.any) put(row, scan.up_to_here.begins, scan.up_to_here.sum);
}

/// A warp for each tile: if a row begins in the tile and continues in later tiles, adds the heads of these tiles to its sum.
template <class W>
__global__ void add_heads(csr_ref a, binary_code op, W* sums, const W* heads) {
    const row_offset begin = static_cast<row_offset>(blockIdx.x) * detail::tile_entries;
    const row_offset end = begin + detail::tile_entries;
    if (end >= a.nvals) return;
    const index row = row_of_entry(a.offsets, a.nrows, end - 1);
    const row_offset row_end = a.offsets[row + 1];
    if (a.offsets[row] < begin || row_end <= end) return;
    const row_offset last = (row_end - 1) / detail::tile_entries;
    partial<W> sum{sums[row], true, true};
    for (row_offset t = blockIdx.x + 1; t <= last; t += simt::warp_size) {
        partial<W> own;
        if (t + simt::lane_id() <= last) own.add(op, heads[t + simt::lane_id()]);
        sum = sum.then(op, sum_of_warp(op, own));
    }
    if (simt::lane_id() == 0) sums[row] = sum.sum;
}

struct has_entries {
    const row_offset* offsets;
    __device__ bool operator()(index, row_offset row) const { return offsets[row] < offsets[row + 1]; }
};

template <class Word>
struct move_sum {
    rank_ref rank;
    const Word* sums;
    column_index* columns;
    Word* values;
    __device__ void operator()(std::int64_t row) const {
        if (!rank.is_marked(row)) return;
        columns[rank(row)] = static_cast<column_index>(row);
        values[rank(row)] = sums[row];
    }
};

}  // namespace

base::scalar_value sum_of_values(const engine_ptr& e, type_code from, const void* values, std::int64_t n, binary_code op,
                                 type_code type) {
    if (base::is_struct(from)) base::refuse_struct_values();
    return base::with_code(type, [&](auto t) { return sum_of<typename decltype(t)::type>(e, from, values, n, op); });
}

csr sums_of_rows(const engine_ptr& e, const csr_ref& a, binary_code op, type_code type) {
    if (base::is_struct(a.type)) base::refuse_struct_values();
    const memory sums(e, static_cast<std::size_t>(a.nrows) * base::size_of(type));
    const unsigned tiles = detail::tiles_of(a.nvals);
    const memory heads(e, std::size_t{tiles} * base::size_of(type));
    base::with_code(type, [&](auto t) {
        using W = typename decltype(t)::type;
        W* const of_rows = static_cast<W*>(sums.data());
        W* const of_tiles = static_cast<W*>(heads.data());
        simt::launch(e->stream(), tiles, detail::tile_threads, 0, sum_rows_of_tiles<W>, a, op, of_rows, of_tiles);
        simt::launch(e->stream(), tiles, simt::warp_size, 0, add_heads<W>, a, op, of_rows, of_tiles);
    });
    return list_of_sums(e, a, sums, type);
}

csr list_of_sums(const engine_ptr& e, const csr_ref& a, const memory& sums, type_code type) {
    csr_ref rows;
    rows.nrows = 1;
    rows.nvals = a.nrows;
    marks filled_rows(e, a.nrows);
    const rank_ref rank = filled_rows.add(rows, has_entries{a.offsets});
    csr out = csr_with_room(e, 1, a.nrows, filled_rows.count(), type);
    const row_offset offsets[] = {0, out.nvals};
    e->write_small(out.offsets.data(), offsets, sizeof(offsets));
    base::with_size(type, [&](auto size) {
        using word = typename decltype(size)::type;
        for_each(e, a.nrows,
                 move_sum<word>{rank, static_cast<const word*>(sums.data()), out.columns.data(),
                                static_cast<word*>(out.values.data())});
    });
    return out;
}

}  // namespace graphblas_gpu::cuda
