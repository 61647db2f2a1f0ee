// The tiles that C may have and their bitmaps, for products of slices in which most rows of C have few pairs for their width.
//
// Idea: a warp has a row of C. For each pair of the row it stores a key, of C's column and the pair's number, and the bits of
// both slices. It sorts the keys in registers, and counts the keys that begin a column. When the offsets of the rows are known,
// it does the same again, and ORs the products of the pairs of each column. Rows with more pairs than a warp can sort, or
// for which a bitmap costs less, are built as bitmaps (row_bits.cu).
#include <graphblas_gpu/cuda/bitmap_tile/row_bits.hpp>

#include <bit>
#include <type_traits>
#include <utility>

#include <graphblas_gpu/cuda/bitmap_tile/rules.hpp>
#include <graphblas_gpu/cuda/bitmap_tile/segment.cuh>
#include <graphblas_gpu/cuda/bitmap_tile/tile_products.cuh>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/primitives/class_lists.cuh>
#include <graphblas_gpu/cuda/primitives/sorting_networks.cuh>
#include <graphblas_gpu/cuda/shared/flops.hpp>

namespace graphblas_gpu::cuda::bitmap_tile {

namespace {

constexpr unsigned sorting_threads = policy::sorting_warps * simt::warp_size;
constexpr std::uint32_t no_key = ~std::uint32_t{0};

/// The classes of rows: rows that are sorted, by the number of keys a lane; rows that are built as bitmaps; rows without pairs.
/// @{
constexpr unsigned sorted_classes = 4;
constexpr unsigned bit_class = sorted_classes, empty_class = sorted_classes + 1;
constexpr unsigned classes = sorted_classes + 2;
constexpr unsigned keys_of(unsigned c) { return 4u << c; }
constexpr unsigned pairs_of(unsigned c) { return keys_of(c) * simt::warp_size; }
static_assert(pairs_of(sorted_classes - 1) == policy::max_sorted_pairs);

struct class_of_row {
    const std::int64_t* pairs;
    std::int64_t words_a_row;

    __device__ unsigned operator()(index row) const {
        if (pairs[row] == 0) return empty_class;
        if (is_row_as_bits(words_a_row, pairs[row])) return bit_class;
        unsigned c = 0;
        while (c < sorted_classes && pairs_of(c) < pairs[row]) ++c;
        return c;
    }
};
/// @}

using listed_rows = class_lists<classes>;

/// A warp's shared memory: the pairs of a row; later the tiles of C in this row.
template <unsigned keys>
struct pair_space {
    static constexpr unsigned room = keys * simt::warp_size;
    static constexpr unsigned number_bits = std::bit_width(room - 1);

    std::uint32_t low[room];   ///< used for keys first, then for columns, then for the lower halves of bitmaps
    std::uint32_t high[room];  ///< upper halves of bitmaps
    std::uint16_t bits[room];  ///< of a pair: the bits of A's column in the low byte, of B's row in the high byte
};

/// A range that does not narrow rows of B.
struct all_columns {
    __device__ void cut(const csr_ref&, row_offset&, row_offset&) const {}
};

/// The sorted keys of a row: lane l has those of ranks keys * l to keys * l + keys - 1. All lanes call.
template <unsigned keys>
__device__ void take_keys(const csr_ref& a, const csr_ref& b, const outer_products& product, index row, pair_space<keys>& space,
                          std::uint32_t (&key)[keys]) {
    unsigned found = 0;
    for_pairs(a, b, row, all_columns{}, 0, 1, whole_entries{}, [&](bool active, const pair_source& source) {
        const unsigned at = found + simt::lane_id();  // the active lanes are the lowest lanes
        if (active) {
            space.low[at] = b.columns[source.q] << pair_space<keys>::number_bits | at;
            space.bits[at] = static_cast<std::uint16_t>(product.a[source.p] | product.b[source.q] << 8);
        }
        found += static_cast<unsigned>(__popc(__ballot_sync(simt::full_warp, active)));
    });
    __syncwarp();
#pragma unroll
    for (unsigned r = 0; r < keys; ++r) {
        const unsigned at = r * simt::warp_size + simt::lane_id();
        key[r] = at < found ? space.low[at] : no_key;
    }
    sort_keys(key, simt::warp_size);
}

/// The sorted keys of a lane, and the key before them.
template <unsigned keys>
struct sorted_keys {
    static constexpr unsigned shift = pair_space<keys>::number_bits;
    const std::uint32_t (&key)[keys];
    std::uint32_t before;

    /// All lanes call.
    __device__ explicit sorted_keys(const std::uint32_t (&sorted)[keys])
        : key(sorted), before(__shfl_up_sync(simt::full_warp, sorted[keys - 1], 1)) {
        if (simt::lane_id() == 0) before = ~key[0];
    }
    __device__ column_index column(unsigned r) const { return key[r] >> shift; }
    /// Whether key r is the first of its column.
    __device__ bool is_first(unsigned r) const {
        return key[r] != no_key && column(r) != (r == 0 ? before : key[r == 0 ? 0 : r - 1]) >> shift;
    }
    __device__ unsigned columns() const {
        unsigned count = 0;
#pragma unroll
        for (unsigned r = 0; r < keys; ++r) count += is_first(r);
        return count;
    }
};

template <unsigned keys>
__global__ void __launch_bounds__(sorting_threads)
    count_sorted(csr_ref a, csr_ref b, outer_products product, const std::uint32_t* rows, unsigned count, row_offset* sizes) {
    const unsigned number = blockIdx.x * policy::sorting_warps + simt::warp_id();
    if (number >= count) return;
    const index row = rows[number];
    std::uint32_t key[keys];
    take_keys(a, b, product, row, simt::dynamic_shared<pair_space<keys>>()[simt::warp_id()], key);
    const unsigned size = __reduce_add_sync(simt::full_warp, sorted_keys<keys>(key).columns());
    if (simt::lane_id() == 0) sizes[row] = size;
}

template <unsigned keys>
__global__ void __launch_bounds__(sorting_threads)
    or_sorted_pairs(csr_ref a, csr_ref b, outer_products product, const std::uint32_t* rows, unsigned count,
                    const row_offset* offsets, column_index* columns, tile_bits* bitmaps) {
    const unsigned number = blockIdx.x * policy::sorting_warps + simt::warp_id(), lane = simt::lane_id();
    if (number >= count) return;
    const index row = rows[number];
    pair_space<keys>& space = simt::dynamic_shared<pair_space<keys>>()[simt::warp_id()];
    std::uint32_t key[keys];
    take_keys(a, b, product, row, space, key);
    const sorted_keys<keys> sorted(key);
    const unsigned own = sorted.columns(), up_to = sum_up_to_lane(own);
    const unsigned size = __shfl_sync(simt::full_warp, up_to, simt::warp_size - 1);
    // The keys are in registers now. Results are written through shared memory, so that neighbouring lanes write neighbouring
    // words.
    __syncwarp();
    unsigned tile = up_to - own;
#pragma unroll
    for (unsigned r = 0; r < keys; ++r) {
        if (sorted.is_first(r)) space.low[tile++] = sorted.column(r);
    }
    __syncwarp();
    for (unsigned t = lane; t < size; t += simt::warp_size) {
        columns[offsets[row] + t] = space.low[t];
        space.low[t] = space.high[t] = 0;
    }
    __syncwarp();
    tile = up_to - own - 1;  // the tile of the key before the first one of this lane
#pragma unroll
    for (unsigned r = 0; r < keys; ++r) {
        tile += sorted.is_first(r);
        if (key[r] == no_key) continue;
        const unsigned bits = space.bits[key[r] & (pair_space<keys>::room - 1)];
        or_bits(space.low, space.high, tile, tile_column_of(bits & 0xff) * (bits >> 8));
    }
    __syncwarp();
    for (unsigned t = lane; t < size; t += simt::warp_size) {
        bitmaps[offsets[row] + t] = tile_bits{space.high[t]} << 32 | space.low[t];
    }
}

/// Calls use(c) for the classes that are sorted, beginning with the most pairs.
template <class Use>
void for_sorted_classes(const Use& use) {
    [&]<unsigned... n>(std::integer_sequence<unsigned, n...>) {
        (use(std::integral_constant<unsigned, sorted_classes - 1 - n>{}), ...);
    }(std::make_integer_sequence<unsigned, sorted_classes>{});
}

template <unsigned c, class... Parameters>
void launch_sorted(concurrent_streams& streams, const listed_rows& lists, const csr_ref& a, const csr_ref& b,
                   const outer_products& product,
                   void (*kernel)(csr_ref, csr_ref, outer_products, const std::uint32_t*, unsigned, Parameters...),
                   std::type_identity_t<Parameters>... arguments) {
    const auto count = static_cast<unsigned>(lists.count(c));
    if (count == 0) return;
    simt::launch(streams.next(), (count + policy::sorting_warps - 1) / policy::sorting_warps, sorting_threads,
                 policy::sorting_warps * sizeof(pair_space<keys_of(c)>), kernel, a, b, product, lists.items_of(c), count,
                 arguments...);
}

}  // namespace

std::optional<tile_bitmaps> sort_pairs(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const outer_products& product) {
    const std::int64_t words = words_for(b.ncols);
    if (a.nvals == 0) return std::nullopt;
    // An estimate as if all rows of B had the same length. If it is already too large, the pairs need not be counted.
    const double guess = static_cast<double>(a.nvals) * static_cast<double>(b.nvals) / static_cast<double>(b.nrows);
    if (!sorts_pairs(a.nrows, b.ncols, words, static_cast<std::int64_t>(guess), 0)) return std::nullopt;
    const array<std::int64_t> pairs(e, static_cast<std::size_t>(a.nrows + room_for_flops));
    const sum_and_most work = count_multiplications(e, a, b, pairs.data());
    if (!sorts_pairs(a.nrows, b.ncols, words, work.sum, work.most)) return std::nullopt;
    const listed_rows lists = listed_by_class<classes>(e, a.nrows, class_of_row{pairs.data(), words});
    const some_rows as_bits{lists.items_of(bit_class), static_cast<unsigned>(lists.count(bit_class))};

    tile_bitmaps out(e, a, b);
    row_offset* const offsets = out.structure.offsets.data();
    e->set_bytes(offsets, 0, static_cast<std::size_t>(a.nrows) * sizeof(row_offset));
    {
        concurrent_streams streams(*e);
        if (as_bits.count > 0) count_rows_with_many(streams.next(), a, b, as_bits, offsets);
        for_sorted_classes(
            [&](auto c) { launch_sorted<c()>(streams, lists, a, b, product, count_sorted<keys_of(c())>, offsets); });
    }
    out.allocate(e);
    concurrent_streams streams(*e);
    if (as_bits.count > 0) or_rows_with_many(streams.next(), a, b, product, as_bits, out);
    for_sorted_classes([&](auto c) {
        launch_sorted<c()>(streams, lists, a, b, product, or_sorted_pairs<keys_of(c())>, offsets, out.structure.columns.data(),
                           out.bitmaps.data());
    });
    return out;
}

}  // namespace graphblas_gpu::cuda::bitmap_tile
