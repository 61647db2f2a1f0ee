#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/propagate/relaxations.cuh>
#include <graphblas_gpu/cuda/propagate/relaxations.hpp>

#include <algorithm>
#include <bit>
#include <type_traits>

namespace graphblas_gpu::cuda {

namespace {

/// With fewer relaxations, one after the other is about as fast.
constexpr index fewest_relaxations = 4;

std::size_t most_parts(const csr_ref& rows) {
    return static_cast<std::size_t>(std::min(rows.nrows, rows.nvals) + rows.nvals / propagation::part_edges + 1);
}

// ---- from values next to each other to rows ----

constexpr unsigned warps_converting = 4;
constexpr index tile_positions = 256;  ///< the positions that a warp converts

/// The values of all positions, as the relaxations leave them. Values are compared by their bits.
template <class Word>
struct value_table {
    const Word* values;
    index n, stride, count;
    Word unreached;

    __device__ Word at(index v, index s) const { return v < n && s < count ? values[v * stride + s] : unreached; }
};

/// to[s * tiles + k]: the number of values that are reached in row s and tile k.
template <class Word>
__global__ void count_values(value_table<Word> from, index tiles, row_offset* to) {
    const index tile = static_cast<index>(blockIdx.x) * warps_converting + simt::warp_id();
    const unsigned lane = simt::lane_id();
    if (tile >= tiles) return;
    row_offset low = 0, high = 0;
#pragma unroll 8
    for (index v = tile * tile_positions; v < (tile + 1) * tile_positions; ++v) {
        low += from.at(v, lane) != from.unreached ? 1 : 0;
        high += from.at(v, lane + simt::warp_size) != from.unreached ? 1 : 0;
    }
    if (lane < from.count) to[lane * tiles + tile] = low;
    if (lane + simt::warp_size < from.count) to[(lane + simt::warp_size) * tiles + tile] = high;
}

/// Writes the rows; `starts` are the prefix sums of the counts. A warp transposes 32 positions of 32 relaxations in shared
/// memory, so that it reads and writes neighbouring elements.
template <class Word>
__global__ void write_values(value_table<Word> from, index tiles, const row_offset* starts, column_index* columns, Word* to) {
    constexpr unsigned full = simt::full_warp;
    __shared__ Word squares[warps_converting][simt::warp_size][simt::warp_size + 1];
    Word(&square)[simt::warp_size][simt::warp_size + 1] = squares[simt::warp_id()];
    const index tile = static_cast<index>(blockIdx.x) * warps_converting + simt::warp_id();
    const unsigned lane = simt::lane_id();
    if (tile >= tiles) return;
    for (index first_s = 0; first_s < from.count; first_s += simt::warp_size) {
        const unsigned rows =
            static_cast<unsigned>(from.count - first_s < simt::warp_size ? from.count - first_s : simt::warp_size);
        long long at = lane < rows ? starts[(first_s + lane) * tiles + tile] : 0;  // of the row with the number of the lane
        for (index first = tile * tile_positions; first < (tile + 1) * tile_positions && first < from.n;
             first += simt::warp_size) {
#pragma unroll 8
            for (unsigned k = 0; k < simt::warp_size; ++k) square[k][lane] = from.at(first + k, first_s + lane);
            __syncwarp();
            for (unsigned s = 0; s < rows; ++s) {
                const Word value = square[lane][s];
                const bool is_entry = value != from.unreached;
                const unsigned entries = __ballot_sync(full, is_entry);
                const long long here = __shfl_sync(full, at, static_cast<int>(s)) + simt::count_below(entries);
                if (lane == s) at += __popc(entries);
                if (!is_entry) continue;
                columns[here] = static_cast<column_index>(first + lane);
                to[here] = value;
            }
            __syncwarp();
        }
    }
}

template <class T>
csr rows_of_values(const engine_ptr& e, const array<T>& values, index n, index stride, index count, type_code type) {
    using word = std::conditional_t<sizeof(T) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    const value_table<word> from{reinterpret_cast<const word*>(values.data()), n, stride, count,
                                 std::bit_cast<word>(propagation::unreached<T>)};
    const index tiles = (n + tile_positions - 1) / tile_positions;
    const auto blocks = static_cast<unsigned>((tiles + warps_converting - 1) / warps_converting);
    const array<row_offset> starts(e, static_cast<std::size_t>(count * tiles) + 1);
    simt::launch(e->stream(), blocks, warps_converting * simt::warp_size, 0, count_values<word>, from, tiles, starts.data());
    csr out;
    out.nrows = count;
    out.ncols = n;
    out.type = type;
    out.nvals = sizes_to_offsets(e, starts.data(), count * tiles);
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(count) + 1);
    out.columns = array<column_index>(e, static_cast<std::size_t>(out.nvals));
    out.values = memory(e, static_cast<std::size_t>(out.nvals) * sizeof(T));
    row_offset* const offsets = out.offsets.data();
    const row_offset* const of_tiles = starts.data();
    for_each(
        e, count + 1, GB_DEVICE_LAMBDA(std::int64_t s) { offsets[s] = of_tiles[s * tiles]; });
    simt::launch(e->stream(), blocks, warps_converting * simt::warp_size, 0, write_values<word>, from, tiles, of_tiles,
                 out.columns.data(), static_cast<word*>(out.values.data()));
    return out;
}

// ---- the relaxations ----

/// The distance between the values of neighbouring positions: they begin at a sector of the memory.
index stride_of(index count, std::size_t value_bytes) {
    const auto values_of_sector = static_cast<index>(32 / value_bytes);
    return (count + values_of_sector - 1) / values_of_sector * values_of_sector;
}

/// Computes all values; the scratch memory is freed on return.
template <class T, class Plus>
array<T> relaxed_values(const engine_ptr& e, const relaxations_request& request, index stride, relaxations_answer& out) {
    using namespace propagation;
    const index n = request.rows.nrows;
    const auto size = static_cast<std::size_t>(n);
    array<T> values(e, size * static_cast<std::size_t>(stride));
    const array<relaxation_bits> bits(e, 2 * size);
    const array<column_index> lists(e, 3 * size);
    const array<row_part> parts(e, most_parts(request.rows));
    const array<relaxations_state<T>> state(e, 1);
    e->set_bytes(state.data(), 0, sizeof(relaxations_state<T>));
    const auto widths = bucket_widths<T>::of(request.rows, request.longest);
    relaxations_task<T> t;
    t.n = n;
    t.offsets = request.rows.offsets;
    t.columns = request.rows.columns;
    t.lengths = request.rows.values_as<T>();
    t.given_offsets = request.given.offsets + request.first;
    t.given = request.given.columns;
    t.given_values = request.given.values_as<T>();
    t.count = request.count;
    t.stride = stride;
    t.width = widths.first;
    t.widest = widths.widest;
    t.values = values.data();
    t.near = bits.data();
    t.far = bits.data() + size;
    t.frontier = lists.data();
    t.far_piles[0] = lists.data() + size;
    t.far_piles[1] = lists.data() + 2 * size;
    t.parts = parts.data();
    t.state = state.data();
    t.answer = e->answer();
    const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(e->facts().multiprocessors, most_blocks));
    simt::launch_concurrent(e->stream(), blocks, most_threads, shared_bytes_of_relaxations, relaxations_kernel<T, Plus>, t);
    out.rounds = static_cast<std::int32_t>(e->await_answer());
    out.raised = static_cast<std::int32_t>(e->answer()[1]);
    out.sums = e->answer()[2];
    out.edges = e->answer()[3];
    return values;
}

template <class T, class Plus>
relaxations_answer relaxed_rows(const engine_ptr& e, const relaxations_request& request) {
    relaxations_answer out;
    const index stride = stride_of(request.count, sizeof(T));
    const array<T> values = relaxed_values<T, Plus>(e, request, stride, out);
    out.values = rows_of_values(e, values, request.rows.nrows, stride, request.count, request.given.type);
    return out;
}

}  // namespace

index relaxations_that_fit(const engine_ptr& e, const csr_ref& rows, index count, type_code type) {
    constexpr index most_in_queue = index{1} << 31;
    if (count < fewest_relaxations || rows.nrows + rows.nvals / propagation::part_edges >= most_in_queue) return 0;
    const auto value_bytes = static_cast<double>(formats::size_of(type));
    const auto n = static_cast<double>(rows.nrows);
    const double scratch = n * (2 * sizeof(propagation::relaxation_bits) + 3 * sizeof(column_index)) +
                           static_cast<double>(most_parts(rows)) * sizeof(propagation::row_part);
    // The results of several calls are put together at the end. Even all values of one call need less memory than a second copy
    // of its results.
    const bool is_one_call = count <= most_relaxations;
    const double results = (is_one_call ? 1 : 2) * n * static_cast<double>(count) * (value_bytes + sizeof(column_index));
    const double left = static_cast<double>(e->free_bytes()) - scratch - results;
    const double fit = std::min(left / (n * value_bytes), static_cast<double>(most_relaxations));
    const auto without_padding = fit < 0 ? index{0} : static_cast<index>(fit) / 8 * 8;
    if (is_one_call) return stride_of(count, formats::size_of(type)) <= without_padding ? count : 0;
    return without_padding;
}

relaxations_answer run_relaxations(const engine_ptr& e, const relaxations_request& request) {
    switch (request.given.type) {
        case type_code::int32:
            return request.saturates ? relaxed_rows<std::int32_t, saturating_plus>(e, request)
                                     : relaxed_rows<std::int32_t, plus>(e, request);
        case type_code::int64:
            return request.saturates ? relaxed_rows<std::int64_t, saturating_plus>(e, request)
                                     : relaxed_rows<std::int64_t, plus>(e, request);
        case type_code::float32:
            return relaxed_rows<float, plus>(e, request);
        default:
            return relaxed_rows<double, plus>(e, request);
    }
}

}  // namespace graphblas_gpu::cuda
