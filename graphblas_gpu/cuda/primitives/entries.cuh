// Visiting all entries of a matrix, a thread for each entry, and marking entries.
//
// Idea: a block takes a tile of consecutive entries, whatever rows they lie in, so that long and short rows cost the same. It
// looks up once which rows have entries in the tile, and each entry finds its row among these. A mark is one bit, and the
// number of marks before each word is stored, so that the index of a marked entry in a compacted array is one look-up and a
// population count.
#pragma once

#include <utility>

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>

namespace graphblas_gpu::cuda {

namespace detail {

inline constexpr unsigned tile_threads = 256;
inline constexpr unsigned tile_steps = 8;
inline constexpr row_offset tile_entries = tile_threads * tile_steps;
/// The most rows of a tile whose offsets are copied to shared memory. For a tile with more rows (most of them empty), the
/// search is in global memory.
inline constexpr index max_rows_in_shared = 2048;

inline unsigned tiles_of(row_offset nvals) { return static_cast<unsigned>((nvals + tile_entries - 1) / tile_entries); }

/// Finds the rows of the entries of one tile.
struct row_finder {
    const row_offset* offsets;
    row_offset begin;
    index first;
    index count;
    const std::int32_t* starts;  ///< the offsets of rows first, first + 1, ..., relative to begin; null: `offsets` is searched

    __device__ index operator()(row_offset p) const {
        if (starts == nullptr) return first + row_of_entry(offsets + first, count, p);
        const auto wanted = static_cast<std::int32_t>(p - begin);
        std::int32_t low = 0, high = static_cast<std::int32_t>(count);
        while (high - low > 1) {
            const std::int32_t middle = (low + high) / 2;
            if (starts[middle] <= wanted) low = middle;
            else high = middle;
        }
        return first + low;
    }
};

/// Makes a row_finder for the entries begin .. end - 1. All threads of the block call this once, with begin < end.
__device__ inline row_finder find_rows(const row_offset* offsets, index nrows, row_offset begin, row_offset end) {
    __shared__ index range[2];
    __shared__ std::int32_t starts[max_rows_in_shared];
    if (nrows == 1) return {offsets, begin, 0, 1, nullptr};
    if (threadIdx.x == 0) range[0] = row_of_entry(offsets, nrows, begin);
    if (threadIdx.x == simt::warp_size) range[1] = row_of_entry(offsets, nrows, end - 1);
    __syncthreads();
    const index first = range[0];
    const index count = range[1] - first + 1;
    const bool is_in_shared = count <= max_rows_in_shared;
    if (is_in_shared) {
        for (index k = threadIdx.x; k < count; k += blockDim.x) {
            starts[k] = k == 0 ? 0 : static_cast<std::int32_t>(offsets[first + k] - begin);
        }
    }
    __syncthreads();
    return {offsets, begin, first, count, is_in_shared ? starts : nullptr};
}

/// Calls f(row, p) for the entries of one tile. All threads of the block call.
template <class F>
__device__ void visit_tile(unsigned tile, const csr_ref& a, const F& f) {
    const row_offset begin = static_cast<row_offset>(tile) * tile_entries;
    const row_offset end = begin + tile_entries < a.nvals ? begin + tile_entries : a.nvals;
    const row_finder row_of = find_rows(a.offsets, a.nrows, begin, end);
    for (row_offset p = begin + threadIdx.x; p < end; p += tile_threads) f(row_of(p), p);
}

template <class F>
__global__ void entries_kernel(csr_ref a, F f) {
    visit_tile(blockIdx.x, a, f);
}

/// Where the marks of a matrix are written.
struct marks_of {
    std::uint32_t* words;
    row_offset* counts;
};

/// Writes the marks and the counts of marks of one tile. All threads of the block call.
template <class Keep>
__device__ void mark_tile(unsigned tile, const csr_ref& a, const Keep& keep, const marks_of& to) {
    const row_offset begin = static_cast<row_offset>(tile) * tile_entries;
    const row_offset end = begin + tile_entries < a.nvals ? begin + tile_entries : a.nvals;
    const row_finder row_of = find_rows(a.offsets, a.nrows, begin, end);
    for (row_offset first = begin + simt::warp_id() * simt::warp_size; first < end; first += tile_threads) {
        const row_offset p = first + simt::lane_id();
        const bool yes = p < end && keep(row_of(p), p);
        const unsigned word = __ballot_sync(simt::full_warp, yes);
        if (simt::lane_id() == 0) {
            to.words[first / 32] = word;
            to.counts[first / 32] = __popc(word);
        }
    }
}

template <class Keep>
__global__ void mark_kernel(csr_ref a, Keep keep, marks_of to) {
    mark_tile(blockIdx.x, a, keep, to);
}

template <class KeepA, class KeepB>
__global__ void mark_both_kernel(csr_ref a, KeepA keep_a, marks_of to_a, csr_ref b, KeepB keep_b, marks_of to_b,
                                 unsigned tiles_of_a) {
    if (blockIdx.x < tiles_of_a) mark_tile(blockIdx.x, a, keep_a, to_a);
    else mark_tile(blockIdx.x - tiles_of_a, b, keep_b, to_b);
}

}  // namespace detail

/// Calls f(row, p) for every entry p, in any order.
template <class F>
void for_each_entry(const engine_ptr& e, const csr_ref& a, const F& f) {
    simt::launch(e->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, detail::entries_kernel<F>, a, f);
}

/// The number of marked entries before an entry.
struct rank_ref {
    const std::uint32_t* words = nullptr;
    const row_offset* before = nullptr;

    __device__ bool is_marked(row_offset p) const { return (words[p / 32] >> (p % 32) & 1) != 0; }
    /// p may be up to the number of entries.
    __device__ row_offset operator()(row_offset p) const {
        const row_offset whole = before[p / 32];
        const auto rest = static_cast<unsigned>(p % 32);
        return rest == 0 ? whole : whole + __popc(words[p / 32] & ((1u << rest) - 1));
    }
};

/// Marks on the entries of one matrix, or of several matrices. The ranks of a matrix continue those of the matrix before it.
class marks {
  public:
    /// For up to `nvals` entries in up to `parts` matrices.
    marks(const engine_ptr& e, row_offset nvals, index parts = 1)
        : engine_(e), words_(e, words_for(nvals) + parts), before_(e, words_for(nvals) + parts + 1) {}

    /// Marks the entries for which keep(row, p) holds.
    template <class Keep>
    rank_ref add(const csr_ref& a, const Keep& keep) {
        const detail::marks_of part = part_for(a);
        simt::launch(engine_->stream(), detail::tiles_of(a.nvals), detail::tile_threads, 0, detail::mark_kernel<Keep>, a, keep,
                     part);
        return {part.words, part.counts};
    }
    /// The same for two matrices in one launch.
    template <class KeepA, class KeepB>
    std::pair<rank_ref, rank_ref> add(const csr_ref& a, const KeepA& keep_a, const csr_ref& b, const KeepB& keep_b) {
        const detail::marks_of of_a = part_for(a), of_b = part_for(b);
        const unsigned tiles = detail::tiles_of(a.nvals);
        simt::launch(engine_->stream(), tiles + detail::tiles_of(b.nvals), detail::tile_threads, 0,
                     detail::mark_both_kernel<KeepA, KeepB>, a, keep_a, of_a, b, keep_b, of_b, tiles);
        return {{of_a.words, of_a.counts}, {of_b.words, of_b.counts}};
    }
    /// Computes the ranks, and returns the number of marks. Waits.
    row_offset count() { return sizes_to_offsets(engine_, before_.data(), static_cast<std::int64_t>(used_)); }

  private:
    detail::marks_of part_for(const csr_ref& a) {
        const detail::marks_of part{words_.data() + used_, before_.data() + used_};
        used_ += words_for(a.nvals);
        return part;
    }
    static std::size_t words_for(row_offset nvals) { return (static_cast<std::size_t>(nvals) + 31) / 32; }

    engine_ptr engine_;
    array<std::uint32_t> words_;
    array<row_offset> before_;
    std::size_t used_ = 0;
};

}  // namespace graphblas_gpu::cuda
