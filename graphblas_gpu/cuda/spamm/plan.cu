// The lists of products of each tile of C, and the numbers about them that the host needs.
//
// Idea: a first kernel counts the products of each tile, a warp a tile. A second one writes the values of k of each list, a
// warp a list; a list belongs to one tile, or to a group of 2 x 2 tiles that are computed together. The sizes of the lists, the
// blocks of C and the error bounds are copied to the host together, so that it waits once.
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/primitives/sort.hpp>
#include <graphblas_gpu/cuda/spamm/product.hpp>
#include <graphblas_gpu/cuda/spamm/tile_products.cuh>

namespace graphblas_gpu::cuda::block_product {

namespace {

struct threshold_ref {
    const double* values;
    bool is_each;
    double value;
    __device__ double operator()(index tile) const { return values == nullptr ? value : values[is_each ? tile : 0]; }
};
threshold_ref ref(const thresholds& t) { return {t.values.data(), t.is_each, t.value}; }

/// Lengths of lists in classes of a quarter of an octave, longest first, so that the longest lists start first.
constexpr unsigned length_classes = 128;
__device__ unsigned class_of_length(std::int64_t length) {
    const auto n = static_cast<unsigned>(length);
    const unsigned octave = 31 - static_cast<unsigned>(__clz(static_cast<int>(n)));
    const unsigned quarter = octave < 2 ? 0 : n >> (octave - 2) & 3;
    return length_classes - 1 - (4 * octave + quarter);
}

/// The products of a level: those in [from, below), where `below` of the last level is infinite and includes infinity.
struct product_range {
    threshold_ref from, below;
    bool is_first, is_last;
    __device__ bool holds(double p, double low, double high) const { return p != 0 && p >= low && (is_last || p < high); }
};

/// Counts the products of each tile, and adds up what is left out and how sums are rounded. `products` is the sum over all
/// tiles.
__global__ void count_kernel(norms_ref norms, product_range range, formats::spamm_level level, unsigned* counts, double* error,
                             double* rounding, unsigned long long* products) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    const double low = range.from(tile), high = range.below(tile);
    double sum = 0, skipped = 0;
    unsigned own = 0;
    for_products(norms, tile, [&](double p) {
        if (range.holds(p, low, high))
            sum += p, ++own;
        else if (range.is_first && p < low)
            skipped += p;
    });
    sum = sum_over_lanes(sum);
    skipped = sum_over_lanes(skipped);
    const unsigned count = __reduce_add_sync(simt::full_warp, own);
    if (simt::lane_id() != 0) return;
    counts[tile] = count;
    if (count > 0) atomicAdd(products, static_cast<unsigned long long>(count));
    const double added = skipped + (level.rounding == 0 ? 0 : level.rounding * sum) + level.offset * static_cast<double>(count);
    const double in_sums = formats::sum_rounding(level, count, sum);
    error[tile] = range.is_first ? added : error[tile] + added;
    rounding[tile] = range.is_first ? in_sums : rounding[tile] + in_sums;
}

/// Which tiles of C have a list together: `side` x `side` neighbours, where `side` is 1 or 2.
struct tile_groups {
    index side, tile_rows, tile_columns;
    GB_HD index rows() const { return (tile_rows + side - 1) / side; }
    GB_HD index columns() const { return (tile_columns + side - 1) / side; }
    GB_HD index count() const { return rows() * columns(); }
};

/// The ks of a group, for all lanes of a warp: calls take(k, tiles, ballot), where bit n of `tiles` says whether tile n of the
/// group has a product at the lane's k, and the ballot which lanes have any.
template <class Take>
__device__ void for_ks_of_group(const norms_ref& norms, const product_range& range, const tile_groups& groups, index group,
                                const Take& take) {
    constexpr unsigned most = 4;
    const double* a[most];
    const double* b[most];
    double low[most], high[most];
#pragma unroll
    for (unsigned n = 0; n < most; ++n) {
        const index row = group / groups.columns() * groups.side + n / groups.side,
                    column = group % groups.columns() * groups.side + n % groups.side;
        const bool exists = n < groups.side * groups.side && row < groups.tile_rows && column < groups.tile_columns;
        const index tile = row * groups.tile_columns + column;
        a[n] = exists ? norms.a + row * norms.inner : nullptr;
        b[n] = norms.b + column * norms.inner;
        low[n] = exists ? range.from(tile) : 0;
        high[n] = exists ? range.below(tile) : 0;
    }
    for (index first = 0; first < norms.inner; first += simt::warp_size) {
        const index k = first + simt::lane_id();
        unsigned tiles = 0;
#pragma unroll
        for (unsigned n = 0; n < most; ++n) {
            if (k < norms.inner && a[n] != nullptr && range.holds(formats::norm_product(a[n][k], b[n][k]), low[n], high[n]))
                tiles |= 1u << n;
        }
        take(k, tiles, __ballot_sync(simt::full_warp, tiles != 0));
    }
}

/// The length of each list, and the number of lists of each class.
__global__ void length_kernel(norms_ref norms, product_range range, tile_groups groups, row_offset* lengths,
                              unsigned* of_class) {
    const index group = tile_of_warp();
    if (group >= groups.count()) return;
    row_offset length = 0;
    for_ks_of_group(norms, range, groups, group, [&](index, unsigned, unsigned ballot) { length += __popc(ballot); });
    if (simt::lane_id() != 0) return;
    lengths[group] = length;
    if (group == 0) lengths[groups.count()] = 0;  // the scan reads it
    if (length > 0) atomicAdd(&of_class[class_of_length(length)], 1u);
}

__global__ void list_kernel(norms_ref norms, product_range range, tile_groups groups, const row_offset* offsets,
                            column_index* ks) {
    const index group = tile_of_warp();
    if (group >= groups.count()) return;
    row_offset to = offsets[group];
    if (to == offsets[group + 1]) return;
    for_ks_of_group(norms, range, groups, group, [&](index k, unsigned tiles, unsigned ballot) {
        const unsigned bits = groups.side == 1 ? 0 : tiles << k_bits;
        if (tiles != 0) ks[to + simt::count_below(ballot)] = static_cast<column_index>(static_cast<unsigned>(k) | bits);
        to += __popc(ballot);
    });
}

/// Names lists in panels of 8 columns, so that tiles that are computed at the same time share rows of A and columns of B, and
/// the class of each, by which they are sorted.
struct name_list {
    index tile_rows, tile_columns;
    const row_offset* offsets;
    column_index* classes;
    std::uint32_t* lists;
    __device__ void operator()(std::int64_t n) const {
        constexpr index panel = 8;
        const index first = n / (tile_rows * panel) * panel, left = tile_columns - first, width = left < panel ? left : panel;
        const index within = n - first * tile_rows;
        const index tile = within / width * tile_columns + first + within % width;
        const row_offset length = offsets[tile + 1] - offsets[tile];
        classes[n] = static_cast<column_index>(length == 0 ? length_classes : class_of_length(length));
        lists[n] = static_cast<std::uint32_t>(tile);
    }
};

struct counts_of_levels {
    const unsigned* of[3];
    int levels;
    __device__ bool any(index tile) const {
        for (int l = 0; l < levels; ++l) {
            if (of[l][tile] != 0) return true;
        }
        return false;
    }
};
/// Whether C has a block: in every tile with a product.
struct flag_block {
    counts_of_levels counts;
    index rows, columns, side, tile_columns;
    row_offset* out;
    __device__ void operator()(std::int64_t n) const {
        out[n] = n < rows * columns && counts.any(n / columns / side * tile_columns + n % columns / side) ? 1 : 0;
    }
};
struct place_block {
    const row_offset* places;
    index rows, columns;
    int* at;
    column_index* block_columns;
    row_offset* offsets;
    __device__ void operator()(std::int64_t n) const {
        if (n % columns == 0) offsets[n / columns] = places[n];
        if (n + 1 == rows * columns) offsets[rows] = places[n + 1];
        const bool present = places[n + 1] != places[n];
        at[n] = present ? static_cast<int>(places[n]) : -1;
        if (present) block_columns[places[n]] = static_cast<column_index>(n % columns);
    }
};

/// Where the answer has what.
enum answers : unsigned {
    blocks_answer,
    products_answer,
    lists_answer = 4,
    entries_answer = 7,
    tau_answer = 10,
    error_answer,
    rounding_answer,
    factors_answer
};

struct lists_of_levels {
    int levels;
    const unsigned long long* products;  ///< of each level
    const row_offset* end[3];            ///< the last offset of its lists; null if it has none
    const unsigned* of_class;            ///< length_classes of each level
};

__device__ double root_of_squares(const double* numbers, index count) {
    double most = 0;
    for (index n = threadIdx.x; n < count; n += one_block) most = numbers[n] > most ? numbers[n] : most;
    __shared__ unsigned long long largest;
    if (threadIdx.x == 0) largest = 0;
    __syncthreads();
    atomicMax(&largest, static_cast<unsigned long long>(__double_as_longlong(most)));
    __syncthreads();
    most = __longlong_as_double(static_cast<long long>(largest));
    __syncthreads();
    if (most == 0 || most == infinite) return most;
    // A power of two, so that no square leaves the range of double.
    constexpr int most_doublings = 1000;
    const int doublings = -ilogb(most) < most_doublings ? -ilogb(most) : most_doublings;
    const double scale = scalbn(1.0, doublings);
    double own = 0;
    for (index n = threadIdx.x; n < count; n += one_block) own += numbers[n] * scale * (numbers[n] * scale);
    return sqrt(sum_of_block(own)) / scale;
}
/// One block: all that the host needs to know.
__global__ void answer_kernel(index tiles, lists_of_levels lists, const row_offset* places, index positions,
                              const double* error, const double* rounding, const double* tau, const double* factors,
                              std::int64_t* answer) {
    const double errors = root_of_squares(error, tiles), roundings = root_of_squares(rounding, tiles);
    __shared__ unsigned not_empty[3];
    if (threadIdx.x < 3) not_empty[threadIdx.x] = 0;
    __syncthreads();
    const auto levels = static_cast<unsigned>(lists.levels);
    for (unsigned n = threadIdx.x; n < levels * length_classes; n += one_block) {
        if (lists.of_class[n] != 0) atomicAdd(&not_empty[n / length_classes], lists.of_class[n]);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    answer[blocks_answer] = places[positions];
    for (int l = 0; l < lists.levels; ++l) {
        answer[products_answer + l] = static_cast<std::int64_t>(lists.products[l]);
        answer[lists_answer + l] = not_empty[l];
        answer[entries_answer + l] = lists.end[l] == nullptr ? 0 : *lists.end[l];
    }
    answer[tau_answer] = __double_as_longlong(tau == nullptr ? 0 : *tau);
    answer[error_answer] = __double_as_longlong(errors);
    answer[rounding_answer] = __double_as_longlong(roundings);
    answer[factors_answer] = __double_as_longlong(factors == nullptr ? 0 : *factors);
}

__global__ void row_products_kernel(norms_ref norms, threshold_ref from, unsigned long long* of_rows) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    const double low = from(tile);
    unsigned own = 0;
    for_products(norms, tile, [&](double p) { own += p != 0 && p >= low; });
    const unsigned all = __reduce_add_sync(simt::full_warp, own);
    if (simt::lane_id() == 0 && all != 0) atomicAdd(&of_rows[tile / norms.tile_columns], static_cast<unsigned long long>(all));
}

}  // namespace

std::vector<std::int64_t> products_of_tile_rows(const engine_ptr& e, const norm_maps& norms, const thresholds& from) {
    std::vector<std::int64_t> out(static_cast<std::size_t>(norms.tile_rows), 0);
    if (norms.tiles() == 0) return out;
    const auto counts = zeros<unsigned long long>(e, out.size());
    simt::launch(e->stream(), blocks_for_tiles(norms.tiles()), threads_in_block, 0, row_products_kernel, ref(norms), ref(from),
                 counts.data());
    e->read_small(out.data(), counts.data(), out.size() * sizeof(std::int64_t));
    return out;
}

planned_product make_lists(const engine_ptr& e, const norm_maps& norms, const std::array<thresholds, 3>& from,
                           const formats::spamm_request& request, const std::array<index, 3>& group_sides, index nrows,
                           index ncols, block_type type, const double* tau, const double* rounding) {
    planned_product out;
    out.c.nrows = nrows;
    out.c.ncols = ncols;
    out.c.type = type;
    out.facts.all_products = norms.tiles() * norms.inner;
    const index tiles = norms.tiles(), rows = formats::blocks_for(nrows), columns = formats::blocks_for(ncols);
    const auto levels = static_cast<std::size_t>(request.levels);
    if (tiles == 0) {
        out.c.offsets = zeros<row_offset>(e, static_cast<std::size_t>(rows) + 1);
        return out;
    }
    out.c.offsets = array<row_offset>(e, static_cast<std::size_t>(rows) + 1);
    const auto of_tiles = static_cast<std::size_t>(tiles);
    array<double> error(e, of_tiles), in_sums(e, of_tiles);
    array<unsigned> product_counts(e, levels * of_tiles);
    const auto classes = zeros<unsigned>(e, 3 * length_classes);  // the lists of each class, for each level
    const auto products = zeros<unsigned long long>(e, 3);
    counts_of_levels counts{{}, request.levels};
    lists_of_levels all{request.levels, products.data(), {}, classes.data()};
    std::array<product_range, 3> ranges{};
    std::array<tile_groups, 3> groups{};
    for (std::size_t l = 0; l < levels; ++l) {
        tile_lists& lists = out.lists[l];
        ranges[l] = {ref(from[l]), ref(l + 1 < levels ? from[l + 1] : from[l]), l == 0, l + 1 == levels};
        groups[l] = {group_sides[l], norms.tile_rows, norms.tile_columns};
        counts.of[l] = product_counts.data() + l * of_tiles;
        simt::launch(e->stream(), blocks_for_tiles(tiles), threads_in_block, 0, count_kernel, ref(norms), ranges[l],
                     request.level[l], product_counts.data() + l * of_tiles, error.data(), in_sums.data(), products.data() + l);
        if (group_sides[l] == 0) continue;
        const index lists_of_level = groups[l].count();
        lists.offsets = array<row_offset>(e, static_cast<std::size_t>(lists_of_level) + 1);
        simt::launch(e->stream(), blocks_for_tiles(lists_of_level), threads_in_block, 0, length_kernel, ref(norms), ranges[l],
                     groups[l], lists.offsets.data(), classes.data() + l * length_classes);
        exclusive_scan(e, lists.offsets.data(), lists.offsets.data(), lists_of_level + 1);
        all.end[l] = lists.offsets.data() + lists_of_level;
    }
    array<row_offset> places(e, static_cast<std::size_t>(rows * columns) + 1);
    for_each(e, rows * columns + 1,
             flag_block{counts, rows, columns, request.tile / formats::block_side, norms.tile_columns, places.data()});
    exclusive_scan(e, places.data(), places.data(), rows * columns + 1);
    simt::launch(e->stream(), 1, one_block, 0, answer_kernel, tiles, all, static_cast<const row_offset*>(places.data()),
                 rows * columns, static_cast<const double*>(error.data()), static_cast<const double*>(in_sums.data()), tau,
                 rounding, e->answer());
    out.c.count = e->await_answer();
    const std::int64_t* const answer = e->answer();
    const auto as_double = [&](unsigned n) { return std::bit_cast<double>(answer[n]); };
    out.facts.tau = as_double(tau_answer);
    out.facts.error_bound = as_double(error_answer) * (1 + formats::bound_slack);
    out.facts.sum_rounding_bound = as_double(rounding_answer) * (1 + formats::bound_slack);
    for (std::size_t l = 0; l < levels; ++l) {
        out.facts.products[l] = answer[products_answer + l];
        out.lists[l].count = answer[lists_answer + l];
        out.lists[l].entries = answer[entries_answer + l];
    }
    if (const double of_factors = as_double(factors_answer);
        !(of_factors <= request.value * (1 - formats::bound_slack)) && rounding != nullptr) {
        formats::refuse_rounding(of_factors, request.value);
    }
    // Factors that are scaled below the range of their precision are in the bound alone.
    if (rounding != nullptr && !(out.facts.error_bound <= request.value)) {
        formats::refuse_rounding(out.facts.error_bound, request.value);
    }

    for (std::size_t l = 0; l < levels; ++l) {
        tile_lists& lists = out.lists[l];
        if (lists.count == 0) continue;
        lists.ks = array<column_index>(e, static_cast<std::size_t>(lists.entries));
        lists.order = array<unsigned>(e, static_cast<std::size_t>(groups[l].count()));
        const index lists_of_level = groups[l].count();
        simt::launch(e->stream(), blocks_for_tiles(lists_of_level), threads_in_block, 0, list_kernel, ref(norms), ranges[l],
                     groups[l], static_cast<const row_offset*>(lists.offsets.data()), lists.ks.data());
        const auto all_lists = static_cast<std::size_t>(lists_of_level);
        const array<column_index> list_classes(e, all_lists), sorted_classes(e, all_lists);
        const array<std::uint32_t> unsorted(e, all_lists);
        for_each(e, lists_of_level,
                 name_list{groups[l].rows(), groups[l].columns(), lists.offsets.data(), list_classes.data(), unsorted.data()});
        sort_by_key(e, list_classes.data(), sorted_classes.data(), unsorted.data(), lists.order.data(), lists_of_level,
                    length_classes + 1);
    }
    out.c_at = array<int>(e, static_cast<std::size_t>(rows * columns));
    out.c.columns = array<column_index>(e, static_cast<std::size_t>(out.c.count));
    out.c.norms = array<double>(e, static_cast<std::size_t>(out.c.count));
    out.c.values = memory(e, static_cast<std::size_t>(out.c.count * formats::block_values) * formats::size_of(type));
    for_each(e, rows * columns,
             place_block{places.data(), rows, columns, out.c_at.data(), out.c.columns.data(), out.c.offsets.data()});
    return out;
}

}  // namespace graphblas_gpu::cuda::block_product
