// The lists of products of each tile of C, and the numbers about them that the host needs.
//
// Idea: a list belongs to one tile, or to a group of 2 x 2 tiles that are computed together. A warp counts the products of
// these tiles, adds up the error, and writes the list to a place that has room for every k, so that no sizes are needed before.
// A second kernel has a thread block for each thing that is to be known about all tiles; the host waits once, for its answers.
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/spamm/cuda/product.hpp>
#include <graphblas_gpu/spamm/cuda/tile_products.cuh>

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
__device__ unsigned class_of_length(unsigned n) {
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

/// Which tiles of C have a list together: `side` x `side` neighbours, where `side` is 1 or 2.
struct tile_groups {
    index side, tile_rows, tile_columns;
    GB_HD index rows() const { return (tile_rows + side - 1) / side; }
    GB_HD index columns() const { return (tile_columns + side - 1) / side; }
    GB_HD index count() const { return rows() * columns(); }
};

/// What is found out of each tile, and of each list of a level.
struct tile_facts {
    unsigned* products;  ///< of a tile in this level
    bool* is_present;    ///< whether C has blocks in a tile; with `had_blocks` it may be set already
    double* error;
    double* rounding;
    unsigned* lengths;  ///< of lists
    column_index* ks;   ///< `room` places for each list; null: lists are not wanted
    index room;
    unsigned* longest;  ///< the length of the longest list; not null: nothing else is wanted
    bool had_blocks;
};

/// A warp a group: the products of its tiles, what is left out, how sums are rounded, and the list. Bit n of what is added to k
/// says whether tile n of the group has a product there.
__global__ void count_kernel(norms_ref norms, product_range range, formats::spamm_level level, tile_groups groups,
                             tile_facts out) {
    const index group = tile_of_warp();
    if (group >= groups.count()) return;
    constexpr unsigned most = 2;  // tiles in a row of a group
    const index row = group / groups.columns() * groups.side, column = group % groups.columns() * groups.side;
    double low[most][most], high[most][most], sum[most][most] = {}, skipped[most][most] = {};
    unsigned own[most][most] = {}, length = 0;
    const auto exists = [&](unsigned r, unsigned c) {
        return r < groups.side && c < groups.side && row + r < groups.tile_rows && column + c < groups.tile_columns;
    };
    const auto tile = [&](unsigned r, unsigned c) { return (row + r) * groups.tile_columns + column + c; };
    const auto for_tiles = [&](const auto& take) {
#pragma unroll
        for (unsigned r = 0; r < most; ++r) {
#pragma unroll
            for (unsigned c = 0; c < most; ++c) {
                if (exists(r, c)) take(r, c);
            }
        }
    };
    for_tiles([&](unsigned r, unsigned c) { low[r][c] = range.from(tile(r, c)), high[r][c] = range.below(tile(r, c)); });
    double a[most], b[most], next_a[most], next_b[most];
    const auto load_next = [&](index k) {  // before the list is written, because the compiler moves no load before a store
#pragma unroll
        for (unsigned n = 0; n < most; ++n) {
            next_a[n] = k < norms.inner && exists(n, 0) ? norms.a[(row + n) * norms.inner + k] : 0;
            next_b[n] = k < norms.inner && exists(0, n) ? norms.b[(column + n) * norms.inner + k] : 0;
        }
    };
    load_next(simt::lane_id());
#pragma unroll 2
    for (index first = 0; first < norms.inner; first += simt::warp_size) {
        const index k = first + simt::lane_id();
#pragma unroll
        for (unsigned n = 0; n < most; ++n) a[n] = next_a[n], b[n] = next_b[n];
        load_next(k + simt::warp_size);
        unsigned tiles = 0;
        for_tiles([&](unsigned r, unsigned c) {
            const double p = formats::norm_product(a[r], b[c]);
            if (range.holds(p, low[r][c], high[r][c]))
                sum[r][c] += p, ++own[r][c], tiles |= 1u << (r * most + c);
            else if (range.is_first && p < low[r][c])
                skipped[r][c] += p;
        });
        const unsigned lanes = __ballot_sync(simt::full_warp, tiles != 0);
        if (tiles != 0 && out.ks != nullptr) {
            const unsigned bits = groups.side == 1 ? 0 : tiles << k_bits;
            out.ks[group * out.room + length + simt::count_below(lanes)] =
                static_cast<column_index>(static_cast<unsigned>(k) | bits);
        }
        length += static_cast<unsigned>(__popc(lanes));
    }
    const bool writes = simt::lane_id() == 0;
    if (out.longest != nullptr) {
        if (writes && length != 0) atomicMax(out.longest, length);
        return;
    }
    if (writes) out.lengths[group] = length;
    for_tiles([&](unsigned r, unsigned c) {
        const double in_list = sum_over_lanes(sum[r][c]), left_out = sum_over_lanes(skipped[r][c]);
        const unsigned count = __reduce_add_sync(simt::full_warp, own[r][c]);
        if (!writes) return;
        const index n = tile(r, c);
        const double added =
            left_out + (level.rounding == 0 ? 0 : level.rounding * in_list) + level.offset * static_cast<double>(count);
        const double in_sums = formats::sum_rounding(level, count, in_list);
        out.products[n] = count;
        out.error[n] = range.is_first ? added : out.error[n] + added;
        out.rounding[n] = range.is_first ? in_sums : out.rounding[n] + in_sums;
        out.is_present[n] = count != 0 || (out.had_blocks && out.is_present[n]);
    });
}

/// The blocks of C: there are blocks in every tile with a product. Sides are counted in blocks.
struct block_layout {
    const bool* is_present;  ///< of tiles
    index rows, columns, side, tile_rows, tile_columns;
    row_offset* tile_row_begins;  ///< where the blocks of each row of tiles begin
    __device__ index width(index tile_column) const { return ::min(side, columns - tile_column * side); }
    __device__ index height(index tile_row) const { return ::min(side, rows - tile_row * side); }
};

/// Where the answer has what.
enum answers : unsigned {
    blocks_answer,
    products_answer,
    lists_answer = 4,
    tau_answer = 7,
    error_answer,
    rounding_answer,
    factors_answer,
    all_answers
};

/// What summary_kernel reads and writes, of all tiles and of the lists of each level.
struct summary {
    index tiles;
    const double* error;
    const double* rounding;
    const double* tau;
    const double* factors;
    block_layout layout;
    struct {
        tile_groups groups;
        const unsigned* products;
        const unsigned* lengths;
        unsigned* order;
    } level[3];
    std::int64_t* answer;
};

/// Where the blocks of each row of tiles begin, and how many blocks there are. A warp counts a row.
__device__ void find_blocks(const block_layout& layout, std::int64_t* answer) {
    for (index r = simt::warp_id(); r < layout.tile_rows; r += one_block / simt::warp_size) {
        index own = 0;
        for (index c = simt::lane_id(); c < layout.tile_columns; c += simt::warp_size) {
            if (layout.is_present[r * layout.tile_columns + c]) own += layout.width(c);
        }
        own = sum_over_lanes(own);
        if (simt::lane_id() == 0) layout.tile_row_begins[r] = own * layout.height(r);
    }
    __syncthreads();
    if (simt::warp_id() != 0) return;
    row_offset before = 0;
    for (index first = 0; first < layout.tile_rows; first += simt::warp_size) {
        const index r = first + simt::lane_id();
        const row_offset own = r < layout.tile_rows ? layout.tile_row_begins[r] : 0, until_here = sum_up_to_lane(own);
        if (r < layout.tile_rows) layout.tile_row_begins[r] = before + until_here - own;
        before += __shfl_sync(simt::full_warp, until_here, simt::warp_size - 1);
    }
    if (simt::lane_id() == 0) answer[blocks_answer] = layout.tile_row_begins[layout.tile_rows] = before;
}

/// Puts the longest lists first, those that are empty last. Lists of one class come in panels of 8 columns, so that tiles that
/// are computed at the same time share rows of A and columns of B. Each warp counts, and then places, the lists of a part of
/// this order.
__device__ void order_lists(const tile_groups& groups, const unsigned* lengths, unsigned* order, std::int64_t& not_empty) {
    constexpr unsigned warps = one_block / simt::warp_size, counters = (length_classes + 1) * warps;
    __shared__ unsigned starts[counters];  // where the lists of each class and warp begin in the order
    for (unsigned n = threadIdx.x; n < counters; n += one_block) starts[n] = 0;
    __syncthreads();
    const auto rows = static_cast<unsigned>(groups.rows()), columns = static_cast<unsigned>(groups.columns());
    const unsigned all = rows * columns, steps = (all + one_block - 1) / one_block;
    const auto for_lists = [&](const auto& take) {
        for (unsigned step = 0; step < steps; ++step) {
            constexpr unsigned panel = 8;
            const unsigned n = (simt::warp_id() * steps + step) * simt::warp_size + simt::lane_id();
            const unsigned first = n / (rows * panel) * panel, width = ::min(panel, columns - first);
            const unsigned within = n - first * rows;
            const unsigned list = n < all ? within / width * columns + first + within % width : 0;
            const unsigned length = n < all ? lengths[list] : 0;
            const unsigned own = n >= all ? length_classes + 1 : length == 0 ? length_classes : class_of_length(length);
            const unsigned same = __match_any_sync(simt::full_warp, own);
            if (n < all) take(list, starts[own * warps + simt::warp_id()], same);
            __syncwarp();
            if (n < all && simt::count_below(same) == 0)
                starts[own * warps + simt::warp_id()] += static_cast<unsigned>(__popc(same));
            __syncwarp();
        }
    };
    for_lists([](unsigned, unsigned, unsigned) {});
    __syncthreads();
    constexpr unsigned each = (counters + one_block - 1) / one_block;
    const unsigned first = ::min(threadIdx.x * each, counters), last = ::min(first + each, counters);
    unsigned own = 0, count = 0;
    for (unsigned n = first; n < last; ++n) own += starts[n];
    __shared__ unsigned scratch[warps];
    unsigned before = sum_up_to_thread(own, scratch, count) - own;
    for (unsigned n = first; n < last; ++n) {
        const unsigned here = starts[n];
        starts[n] = before;
        if (n == length_classes * warps) not_empty = before;
        before += here;
    }
    __syncthreads();
    for_lists([&](unsigned list, unsigned place, unsigned same) { order[place + simt::count_below(same)] = list; });
}

/// Thread blocks 0 to 2 say what there is to know of all tiles, the others of the lists of a level, which may not exist.
__global__ void summary_kernel(summary of) {
    std::int64_t* const answer = of.answer;
    if (blockIdx.x == 0) return find_blocks(of.layout, answer);
    if (blockIdx.x <= 2) {
        const double root = root_of_squares(blockIdx.x == 1 ? of.error : of.rounding, of.tiles);
        if (threadIdx.x != 0) return;
        answer[blockIdx.x == 1 ? error_answer : rounding_answer] = __double_as_longlong(root);
        if (blockIdx.x == 1) return;
        answer[tau_answer] = __double_as_longlong(of.tau == nullptr ? 0 : *of.tau);
        answer[factors_answer] = __double_as_longlong(of.factors == nullptr ? 0 : *of.factors);
        return;
    }
    const unsigned l = blockIdx.x - 3;
    const auto& level = of.level[l];
    double products = 0;  // at most 2^53: each is a tile of C and a k
    const index tiles = level.products == nullptr ? 0 : of.tiles;
#pragma unroll 8
    for (index n = threadIdx.x; n < tiles; n += one_block) products += level.products[n];
    products = sum_of_block(products);
    if (threadIdx.x == 0) answer[products_answer + l] = static_cast<std::int64_t>(products);
    if (level.order != nullptr) order_lists(level.groups, level.lengths, level.order, answer[lists_answer + l]);
    else if (threadIdx.x == 0) answer[lists_answer + l] = 0;
}

/// A warp a row of blocks: the index of C, and where its blocks are.
__global__ void position_kernel(block_layout layout, int* at, column_index* block_columns, row_offset* offsets) {
    const index i = tile_of_warp(), r = i / layout.side;
    if (i > layout.rows) return;
    if (i == layout.rows) {
        if (simt::lane_id() == 0) offsets[i] = layout.tile_row_begins[layout.tile_rows];
        return;
    }
    const row_offset of_tile_row = layout.tile_row_begins[r + 1] - layout.tile_row_begins[r];
    row_offset to = layout.tile_row_begins[r] + of_tile_row / layout.height(r) * (i % layout.side);
    if (simt::lane_id() == 0) offsets[i] = to;
    for (index first = 0; first < layout.columns; first += simt::warp_size) {
        const index j = first + simt::lane_id();
        const bool present = j < layout.columns && layout.is_present[r * layout.tile_columns + j / layout.side];
        const unsigned lanes = __ballot_sync(simt::full_warp, present);
        const row_offset place = to + simt::count_below(lanes);
        if (j < layout.columns) at[i * layout.columns + j] = present ? static_cast<int>(place) : -1;
        if (present) block_columns[place] = static_cast<column_index>(j);
        to += __popc(lanes);
    }
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

/// Where lists with every k had more entries together, here 1 GB of them, the longest list is found first, and each gets its
/// length.
constexpr index max_room_for_lists = index{1} << 28;

planned_block make_lists(const engine_ptr& e, const norm_maps& norms, const std::array<thresholds, 3>& from,
                         const formats::spamm_request& request, const std::array<index, 3>& group_sides, index nrows,
                         index ncols, block_type type, const std::optional<operand>& addend, const double* tau,
                         const double* rounding) {
    planned_block out;
    out.facts.all_products = norms.tiles() * norms.inner;
    const index tiles = norms.tiles(), rows = formats::blocks_for(nrows), columns = formats::blocks_for(ncols);
    const auto levels = static_cast<std::size_t>(request.levels);
    if (tiles == 0) {
        out.c = blocks_with_room(e, nrows, ncols, type, 0);
        e->set_bytes(out.c.offsets.data(), 0, out.c.offsets.size() * sizeof(row_offset));
        return out;
    }
    const auto of_tiles = static_cast<std::size_t>(tiles);
    const array<double> error(e, of_tiles), in_sums(e, of_tiles);
    const array<unsigned> products(e, levels * of_tiles);
    const array<bool> is_present(e, of_tiles);
    const array<row_offset> tile_row_begins(e, static_cast<std::size_t>(norms.tile_rows) + 1);
    const block_layout layout{
        is_present.data(),     rows, columns, request.tile / formats::block_side, norms.tile_rows, norms.tile_columns,
        tile_row_begins.data()};
    if (addend) find_tiles(e, *addend, layout.side, is_present);
    summary all{tiles, error.data(), in_sums.data(), tau, rounding, layout, {}, ask_early(*e, all_answers)};
    for (std::size_t l = 0; l < levels; ++l) {
        tile_lists& lists = out.lists[l];
        const bool has_lists = group_sides[l] != 0;
        const tile_groups groups{has_lists ? group_sides[l] : 1, norms.tile_rows, norms.tile_columns};
        const auto of_groups = static_cast<std::size_t>(groups.count());
        lists.lengths = array<unsigned>(e, of_groups);
        const product_range range{ref(from[l]), ref(l + 1 < levels ? from[l + 1] : from[l]), l == 0, l + 1 == levels};
        const auto count = [&](const tile_facts& facts) {
            simt::launch(e->stream(), blocks_for_tiles(groups.count()), threads_in_block, 0, count_kernel, ref(norms), range,
                         request.level[l], groups, facts);
        };
        if (has_lists) {
            lists.room = norms.inner;
            if (groups.count() * norms.inner > max_room_for_lists) {
                const auto longest = zeros<unsigned>(e, 1);
                count({.longest = longest.data()});
                unsigned most = 0;
                e->read_small(&most, longest.data(), sizeof most);
                lists.room = most;
            }
            lists.ks = array<column_index>(e, of_groups * static_cast<std::size_t>(lists.room));
            lists.order = array<unsigned>(e, of_groups);
        }
        all.level[l] = {groups, products.data() + l * of_tiles, lists.lengths.data(), lists.order.data()};
        count({products.data() + l * of_tiles, is_present.data(), error.data(), in_sums.data(), lists.lengths.data(),
               lists.ks.data(), lists.room, nullptr, l > 0 || addend.has_value()});
    }
    simt::launch(e->stream(), 3 + static_cast<unsigned>(std::size(all.level)), one_block, 0, summary_kernel, all);
    await_early(*e, all_answers);
    const std::int64_t* const answer = all.answer;
    const row_offset blocks_of_c = answer[blocks_answer];
    const auto as_double = [&](unsigned n) { return std::bit_cast<double>(answer[n]); };
    out.facts.tau = as_double(tau_answer);
    out.facts.error_bound = as_double(error_answer) * (1 + formats::bound_slack);
    out.facts.sum_rounding_bound = as_double(rounding_answer) * (1 + formats::bound_slack);
    for (std::size_t l = 0; l < levels; ++l) {
        out.facts.products[l] = answer[products_answer + l];
        out.lists[l].count = group_sides[l] == 0 ? 0 : answer[lists_answer + l];
    }
    if (const double of_factors = as_double(factors_answer);
        !(of_factors <= request.value * (1 - formats::bound_slack)) && rounding != nullptr) {
        formats::refuse_rounding(of_factors, request.value);
    }
    // Factors that are scaled below the range of their precision are in the bound alone.
    if (rounding != nullptr && !(out.facts.error_bound <= request.value)) {
        formats::refuse_rounding(out.facts.error_bound, request.value);
    }

    out.c = blocks_with_room(e, nrows, ncols, type, blocks_of_c);
    out.c_at = array<int>(e, static_cast<std::size_t>(rows * columns));
    simt::launch(e->stream(), blocks_for_tiles(rows + 1), threads_in_block, 0, position_kernel, layout, out.c_at.data(),
                 out.c.columns.data(), out.c.offsets.data());
    return out;
}

}  // namespace graphblas_gpu::cuda::block_product
