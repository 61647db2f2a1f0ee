// The rows of a panel sorted into classes: count, then fill.
#include <graphblas_gpu/cuda/simt.cuh>

#include <graphblas_gpu/cuda/hash/row_facts.hpp>

namespace graphblas_gpu::cuda::hashing {

namespace {

using binning::most_classes;

constexpr unsigned threads_a_block = 256;
/// Longer rows of A are taken to meet all columns.
constexpr row_offset most_entries_looked_at = 1024;

/// What is known of the size of rows.
struct known_sizes {
    const row_offset* offsets = nullptr;  ///< of the product's rows, or null
    bool structure_known = false;
    row_offset* empty_to = nullptr;  ///< where rows without entries are given size 0
};

/// The columns low .. high - 1 that row i can have, found by a warp.
__device__ void column_range(const product_rows& in, index i, column_index& low, column_index& high) {
    const row_offset begin = in.a.offsets[i], end = in.a.offsets[i + 1];
    low = ~column_index{0};
    high = 0;
    for (row_offset p = begin + simt::lane_id(); p < end; p += simt::warp_size) {
        const column_index k = in.a.columns[p];
        const row_offset first = in.b.offsets[k], last = in.b.offsets[k + 1];
        if (first == last) continue;
        const column_index f = in.b.columns[first], l = in.b.columns[last - 1] + 1;
        if (f < low) low = f;
        if (l > high) high = l;
    }
    low = __reduce_min_sync(simt::full_warp, low);
    high = __reduce_max_sync(simt::full_warp, high);
}

template <class Rule>
__global__ void count_classes(product_rows in, Rule rule, known_sizes known, std::uint8_t* classes, column_span* spans,
                              unsigned* counts) {
    __shared__ unsigned of_block[most_classes];
    if (threadIdx.x < most_classes) of_block[threadIdx.x] = 0;
    __syncthreads();
    const index r = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    const index i = in.first_row + r;
    index flops = 0, entries = 0, size = 0;
    if (r < in.count()) {
        flops = entries = size = in.flops[i];
        if (known.offsets != nullptr) {
            entries = size = known.offsets[r + 1] - known.offsets[r];
            if (in.mask.forbids() && !known.structure_known && size > 0) {
                const index bound = size + in.mask.rows.offsets[i + 1] - in.mask.rows.offsets[i];
                entries = bound < flops ? bound : flops;
            }
        }
    }
    column_index low = 0, high = static_cast<column_index>(in.ncols());
    const bool asks =
        r < in.count() && rule.needs_range(flops, entries) && in.a.offsets[i + 1] - in.a.offsets[i] <= most_entries_looked_at;
    for (unsigned open = __ballot_sync(simt::full_warp, asks); open != 0; open &= open - 1) {
        const unsigned lane = __ffs(open) - 1;
        column_index from = 0, to = 0;
        column_range(in, i - simt::lane_id() + lane, from, to);
        if (simt::lane_id() == lane) {
            low = from;
            high = to;
        }
    }
    if (r < in.count()) {
        const int c = rule.class_of(flops, entries, size, static_cast<index>(high) - low);
        classes[r] = static_cast<std::uint8_t>(c);
        if (c >= Rule::windows_from) spans[r] = {low, high - low};
        if (c == binning::empty && known.empty_to != nullptr) known.empty_to[r] = 0;
        atomicAdd(&of_block[c], 1u);
    }
    __syncthreads();
    if (threadIdx.x < most_classes && of_block[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], of_block[threadIdx.x]);
}

/// Where each class begins among the rows.
struct class_starts {
    unsigned at[most_classes];
};

__global__ void fill_classes(index count, const std::uint8_t* classes, class_starts starts, unsigned* cursors,
                             std::uint32_t* rows) {
    __shared__ unsigned of_block[most_classes];
    if (threadIdx.x < most_classes) of_block[threadIdx.x] = 0;
    __syncthreads();
    const index r = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    const int c = r < count ? classes[r] : 0;
    const unsigned place = r < count ? atomicAdd(&of_block[c], 1u) : 0;
    __syncthreads();
    if (threadIdx.x < most_classes && of_block[threadIdx.x] > 0) {
        of_block[threadIdx.x] = starts.at[threadIdx.x] + atomicAdd(&cursors[threadIdx.x], of_block[threadIdx.x]);
    }
    __syncthreads();
    if (r < count) rows[of_block[c] + place] = static_cast<std::uint32_t>(r);
}

unsigned blocks_for(index threads) { return static_cast<unsigned>((threads + threads_a_block - 1) / threads_a_block); }

template <class Rule>
row_classes sorted_into_classes(const engine_ptr& e, const product_rows& in, const Rule& rule, const known_sizes& known) {
    row_classes out;
    const index count = in.count();
    if (count == 0) return out;
    array<std::uint8_t> classes(e, static_cast<std::size_t>(count));
    out.spans = array<column_span>(e, static_cast<std::size_t>(count));
    array<unsigned> counts(e, 2 * most_classes);  // and cursors
    e->set_bytes(counts.data(), 0, 2 * most_classes * sizeof(unsigned));
    simt::launch(e->stream(), blocks_for(count), threads_a_block, 0, count_classes<Rule>, in, rule, known, classes.data(),
                 out.spans.data(), counts.data());
    unsigned found[most_classes];
    e->peek(found, counts.data(), sizeof found);
    class_starts starts{};
    bool mixed = false;
    for (int c = 0; c < most_classes; ++c) {
        starts.at[c] = static_cast<unsigned>(out.starts[c]);
        out.starts[c + 1] = out.starts[c] + found[c];
        mixed = mixed || (found[c] > 0 && found[c] < count);
    }
    if (!mixed) return out;
    out.rows = array<std::uint32_t>(e, static_cast<std::size_t>(count));
    simt::launch(e->stream(), blocks_for(count), threads_a_block, 0, fill_classes, count, classes.data(), starts,
                 counts.data() + most_classes, out.rows.data());
    return out;
}

}  // namespace

row_classes classify(const engine_ptr& e, const product_rows& in, const binning::symbolic_rule& rule, row_offset* sizes) {
    return sorted_into_classes(e, in, rule, {nullptr, false, sizes});
}

row_classes classify(const engine_ptr& e, const product_rows& in, const binning::numeric_rule& rule,
                     const row_offset* offsets, bool structure_known) {
    return sorted_into_classes(e, in, rule, {offsets, structure_known, nullptr});
}

}  // namespace graphblas_gpu::cuda::hashing
