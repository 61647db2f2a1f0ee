// Compaction of sums: blocks count the hits among their entries, a scan of these counts gives each block its first output.
// Where there are few entries, every block counts the hits before its own itself, and the host learns their number when C is
// made.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/dot/emit.hpp>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/warp_sums.cuh>
#include <graphblas_gpu/cuda/shared/assemble.hpp>

namespace graphblas_gpu::cuda::masked {

namespace {

constexpr unsigned warps = policy::emit_threads / 32;
constexpr row_offset emitted_per_block = policy::emit_threads * policy::emit_rounds;

/// sums_view in the form that kernels read.
struct source {
    const std::uint32_t* counts;
    const std::uint8_t* is_hit;
    const void* words;
    std::uint64_t term;    // for integers
    double real_term;      // for floating-point numbers
    int size;              // bytes of a value; 0: there are no values
    bool is_real;

    __device__ bool hit(row_offset p) const { return counts != nullptr ? counts[p] != 0 : is_hit[p] != 0; }

    /// The hits among the first n entries, a multiple of 16, that the calling thread of a block counts. Flags are 0 or 1.
    __device__ unsigned hits_before(row_offset n) const {
        const bool are_flags = counts == nullptr;
        const auto* const from = are_flags ? reinterpret_cast<const uint4*>(is_hit) : reinterpret_cast<const uint4*>(counts);
        const auto words = static_cast<unsigned>(are_flags ? n / 16 : n / 4);
        unsigned hits = 0;
#pragma unroll 8
        for (unsigned w = threadIdx.x; w < words; w += policy::emit_threads) {
            const uint4 x = from[w];
            hits += static_cast<unsigned>(are_flags ? __popc(x.x) + __popc(x.y) + __popc(x.z) + __popc(x.w)
                                                    : (x.x != 0) + (x.y != 0) + (x.z != 0) + (x.w != 0));
        }
        return hits;
    }

    __device__ void write(row_offset p, void* values, row_offset to) const {
        if (counts != nullptr && is_real) {
            const double x = real_term * counts[p];
            if (size == 4) static_cast<float*>(values)[to] = static_cast<float>(x);
            else static_cast<double*>(values)[to] = x;
            return;
        }
        // Sums of integers wrap, so their low bytes are right for every integer type.
        const std::uint64_t bits = counts != nullptr ? term * counts[p]
                                   : size == 8       ? static_cast<const std::uint64_t*>(words)[p]
                                                     : static_cast<const std::uint32_t*>(words)[p];
        switch (size) {
            case 1: static_cast<std::uint8_t*>(values)[to] = static_cast<std::uint8_t>(bits); break;
            case 2: static_cast<std::uint16_t*>(values)[to] = static_cast<std::uint16_t>(bits); break;
            case 4: static_cast<std::uint32_t*>(values)[to] = static_cast<std::uint32_t>(bits); break;
            case 8: static_cast<std::uint64_t*>(values)[to] = bits; break;
            default: break;
        }
    }
};

source source_of(const sums_view& sums, type_code type) {
    source s{};
    s.counts = sums.counts;
    s.is_hit = sums.is_hit;
    s.words = sums.words;
    s.size = static_cast<int>(base::size_of(type));
    s.is_real = type == type_code::float32 || type == type_code::float64;
    if (sums.counts != nullptr && s.size > 0) {
        s.term = sums.term.as<std::uint64_t>();
        s.real_term = sums.term.as<double>();
    }
    return s;
}

__global__ void count_hits_kernel(source s, row_offset entries, row_offset* per_block) {
    const row_offset first = static_cast<row_offset>(blockIdx.x) * emitted_per_block;
    __shared__ unsigned sums[warps];
    unsigned mine = 0;
    for (unsigned r = 0; r < policy::emit_rounds; ++r) {
        const row_offset p = first + r * policy::emit_threads + threadIdx.x;
        mine += static_cast<unsigned>(__popc(__ballot_sync(simt::full_warp, p < entries && s.hit(p))));
    }
    if (simt::lane_id() == 0) sums[simt::warp_id()] = mine;
    __syncthreads();
    if (threadIdx.x != 0) return;
    unsigned total = 0;
    for (unsigned w = 0; w < warps; ++w) total += sums[w];
    per_block[blockIdx.x] = total;
}

/// The part's rows of the mask. If offsets and columns are null, it is one row with an entry in every column.
struct mask_rows {
    const row_offset* offsets;  // the offset of the part's first row
    const column_index* columns;
    index rows;
    row_offset base;
    row_offset entries;
};

/// `block_starts`: null for few entries, whose hits are counted, and their number written to `answer`.
__global__ void emit_kernel(source s, mask_rows m, const row_offset* block_starts, row_offset* offsets, column_index* columns,
                            void* values, std::int64_t* answer) {
    __shared__ unsigned before[emitted_per_block + 1];  // hits before each entry
    __shared__ unsigned group[policy::emit_rounds * warps];
    const row_offset first = static_cast<row_offset>(blockIdx.x) * emitted_per_block;
    unsigned counted = 0;
    if (block_starts == nullptr) (void)sum_up_to_thread(s.hits_before(first), group, counted);
    const row_offset start = block_starts == nullptr ? counted : block_starts[blockIdx.x];
    const unsigned lane = simt::lane_id(), warp = simt::warp_id();
    unsigned hits[policy::emit_rounds];
    for (unsigned r = 0; r < policy::emit_rounds; ++r) {
        const row_offset p = first + r * policy::emit_threads + threadIdx.x;
        hits[r] = __ballot_sync(simt::full_warp, p < m.entries && s.hit(p));
        if (lane == 0) group[r * warps + warp] = static_cast<unsigned>(__popc(hits[r]));
    }
    __syncthreads();
    if (warp == 0) {
        static_assert(policy::emit_rounds * warps == 32);
        const unsigned own = group[lane], sum = sum_up_to_lane(own);
        group[lane] = sum - own;
        if (lane == 31) before[emitted_per_block] = sum;
    }
    __syncthreads();
    for (unsigned r = 0; r < policy::emit_rounds; ++r) {
        const unsigned local = r * policy::emit_threads + threadIdx.x;
        const unsigned at = group[r * warps + warp] + simt::count_below(hits[r]);
        before[local] = at;
        if ((hits[r] >> lane & 1u) == 0) continue;
        columns[start + at] =
            m.columns == nullptr ? static_cast<column_index>(first + local) : m.columns[m.base + first + local];
        s.write(first + local, values, start + at);
    }
    __syncthreads();
    if (block_starts == nullptr && blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) *answer = start + before[emitted_per_block];
    if (m.offsets == nullptr) {
        if (blockIdx.x == 0 && threadIdx.x == 0) offsets[0] = 0;
        if (blockIdx.x + 1 == gridDim.x && threadIdx.x == 0) offsets[1] = start + before[emitted_per_block];
        return;
    }
    // A block writes the offsets of the rows that start among its entries. The last block also writes those of rows that start
    // at the end.
    const row_offset last = first + emitted_per_block;
    const index row = lower_bound(m.offsets, 0, m.rows + 1, m.base + first);
    const index last_row = last >= m.entries ? m.rows + 1 : lower_bound(m.offsets, 0, m.rows + 1, m.base + last);
    for (index r = row + threadIdx.x; r < last_row; r += policy::emit_threads)
        offsets[r] = start + before[m.offsets[r] - m.base - first];
}

unsigned blocks_for(row_offset entries) { return static_cast<unsigned>((entries + emitted_per_block - 1) / emitted_per_block); }

/// Writes the number of hits before each block of entries to `starts`; returns the number of all hits.
row_offset count_by_blocks(const engine_ptr& e, row_offset entries, const source& s, array<row_offset>& starts) {
    const unsigned blocks = blocks_for(entries);
    starts = array<row_offset>(e, std::size_t{blocks} + 1);
    simt::launch(e->stream(), blocks, policy::emit_threads, 0, count_hits_kernel, s, entries, starts.data());
    return sizes_to_offsets(e, starts.data(), blocks);
}

}  // namespace

csr emit(const engine_ptr& e, const part& p, const sums_view& sums, type_code type) {
    if (p.entries == 0) return empty_csr(e, p.last - p.first, p.mask.ncols, type);
    const source s = source_of(sums, type);
    const bool are_few = p.entries <= policy::few_entries;
    array<row_offset> starts;
    const row_offset room = are_few ? p.entries : count_by_blocks(e, p.entries, s, starts);
    csr out = csr_with_room(e, p.last - p.first, p.mask.ncols, room, type);
    const row_offset* const offsets = p.mask.offsets == nullptr ? nullptr : p.mask.offsets + p.first;
    const mask_rows m{offsets, p.mask.columns, out.nrows, p.base, p.entries};
    simt::launch(e->stream(), blocks_for(p.entries), policy::emit_threads, 0, emit_kernel, s, m, starts.data(),
                 out.offsets.data(), out.columns.data(), out.values.data(), e->answer());
    if (are_few) set_nvals(e, out, e->await_answer());
    return out;
}

row_offset count_hits(const engine_ptr& e, const part& p, const sums_view& sums) {
    if (p.entries == 0) return 0;
    array<row_offset> starts;
    return count_by_blocks(e, p.entries, source_of(sums, type_code::none), starts);
}

}  // namespace graphblas_gpu::cuda::masked
