// Thresholds and lists.
//
// Idea: a warp walks along k for a tile of C, 32 ks at a time: the products of norms are cheap, and are computed again by each
// kernel that needs them. A tau for a valid ratio comes from a radix selection over the bits of the products, 11 at a time;
// under an error bound each tile finds its threshold bit by bit (formats/spamm_rules.hpp). The sizes of the lists, the blocks
// of C and the bounds reach the host together, with one wait.
#include <graphblas_gpu/cuda/primitives/for_each.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/spamm/plan.hpp>
#include <graphblas_gpu/formats/spamm_rules.hpp>

#include <bit>
#include <limits>

namespace graphblas_gpu::cuda::block_product {

namespace {

constexpr unsigned threads_in_block = 256, warps_in_block = threads_in_block / simt::warp_size;
constexpr unsigned one_block = 1024;  // threads of kernels that are one block
constexpr double infinite = std::numeric_limits<double>::infinity();

__device__ double sum_of_lanes(double x) {
    for (unsigned step = simt::warp_size / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(simt::full_warp, x, static_cast<int>(step));
    return x;
}

/// The sum over the threads of a block of `one_block` threads, in all of them.
__device__ double sum_of_block(double x) {
    __shared__ double of_warp[one_block / simt::warp_size];
    x = sum_of_lanes(x);
    __syncthreads();
    if (simt::lane_id() == 0) of_warp[simt::warp_id()] = x;
    __syncthreads();
    return sum_of_lanes(of_warp[simt::lane_id()]);
}

struct norms_ref {
    const double* a;
    const double* b;
    index tile_columns, inner, tiles;

    __device__ double operator()(index tile, index k) const {
        return formats::norm_product(a[tile / tile_columns * inner + k], b[tile % tile_columns * inner + k]);
    }
};
norms_ref ref(const norm_maps& maps) { return {maps.a.data(), maps.b.data(), maps.tile_columns, maps.inner, maps.tiles()}; }

/// Calls take(p) for the products of a tile that the calling lane has.
template <class Take>
__device__ void for_products(const norms_ref& norms, index tile, const Take& take) {
    const double* const a = norms.a + tile / norms.tile_columns * norms.inner;
    const double* const b = norms.b + tile % norms.tile_columns * norms.inner;
    for (index k = simt::lane_id(); k < norms.inner; k += simt::warp_size) take(formats::norm_product(a[k], b[k]));
}

__device__ index tile_of_warp() { return static_cast<index>(blockIdx.x) * warps_in_block + simt::warp_id(); }
unsigned blocks_for_tiles(index tiles) { return static_cast<unsigned>((tiles + warps_in_block - 1) / warps_in_block); }

// ---- tau for a valid ratio ----

constexpr unsigned digit_bits = 11, digits = 1u << digit_bits, passes = 6;
/// The lowest bit of the digit of a pass; the last one has fewer bits.
__host__ __device__ constexpr unsigned shift_of(unsigned pass) { return pass + 1 == passes ? 0 : 64 - digit_bits * (pass + 1); }
__host__ __device__ constexpr unsigned bits_of(unsigned pass) {
    return pass + 1 == passes ? 64 - digit_bits * (passes - 1) : digit_bits;
}

/// How far a selection is: the bits that are known, and how many of the products with these bits are still wanted.
struct selection_state {
    std::uint64_t prefix;
    std::int64_t wanted;
    std::int64_t all_are_wanted;
};

__global__ void digits_kernel(norms_ref norms, unsigned pass, const selection_state* state, unsigned long long* counts) {
    __shared__ unsigned here[digits];
    for (unsigned n = threadIdx.x; n < digits; n += blockDim.x) here[n] = 0;
    __syncthreads();
    const unsigned shift = shift_of(pass), above = shift + bits_of(pass);
    const std::uint64_t prefix = pass == 0 ? 0 : state->prefix >> above;
    const index step = static_cast<index>(gridDim.x) * warps_in_block;
    for (index tile = tile_of_warp(); tile < norms.tiles; tile += step) {
        for_products(norms, tile, [&](double p) {
            const auto bits = static_cast<std::uint64_t>(__double_as_longlong(p));
            if (bits == 0 || (pass != 0 && bits >> above != prefix)) return;
            atomicAdd(&here[static_cast<unsigned>(bits >> shift) & ((1u << bits_of(pass)) - 1)], 1u);
        });
    }
    __syncthreads();
    for (unsigned n = threadIdx.x; n < digits; n += blockDim.x) {
        if (here[n] != 0) atomicAdd(&counts[n], static_cast<unsigned long long>(here[n]));
    }
}

/// One warp: the largest digit at which enough products are counted from above. Clears the counts.
__global__ void choose_digit_kernel(unsigned pass, selection_state* state, unsigned long long* counts, double* tau) {
    constexpr unsigned each = digits / simt::warp_size;
    const unsigned lane = simt::lane_id(), last = digits - 1 - lane * each;  // lane 0 has the largest digits
    std::int64_t own = 0;
    for (unsigned n = 0; n < each; ++n) own += static_cast<std::int64_t>(counts[last - n]);
    std::int64_t until_here = own;
    for (unsigned step = 1; step < simt::warp_size; step *= 2) {
        const std::int64_t other = __shfl_up_sync(simt::full_warp, until_here, step);
        if (lane >= step) until_here += other;
    }
    const std::int64_t wanted = state->wanted;
    const unsigned enough = __ballot_sync(simt::full_warp, until_here >= wanted);
    if (enough == 0) {  // only in the first pass: fewer products are not 0 than are wanted
        if (lane == 0) state->all_are_wanted = 1;
    } else if (lane == simt::lowest_bit(enough)) {
        std::int64_t left = wanted - (until_here - own);
        unsigned digit = last;
        for (; static_cast<std::int64_t>(counts[digit]) < left; --digit) left -= static_cast<std::int64_t>(counts[digit]);
        state->prefix |= static_cast<std::uint64_t>(digit) << shift_of(pass);
        state->wanted = left;
        *tau = state->all_are_wanted != 0 ? 0 : __longlong_as_double(static_cast<long long>(state->prefix));
    }
    __syncwarp(simt::full_warp);
    if (enough == 0 && lane == 0) *tau = 0;
    for (unsigned n = 0; n < each; ++n) counts[last - n] = 0;
}

__global__ void largest_product_kernel(norms_ref norms, unsigned long long* most) {
    double own = 0;
    const index step = static_cast<index>(gridDim.x) * warps_in_block;
    for (index tile = tile_of_warp(); tile < norms.tiles; tile += step) {
        for_products(norms, tile, [&](double p) { own = p > own && p < infinite ? p : own; });
    }
    // Numbers that are not negative have the order of their bits.
    if (own > 0) atomicMax(most, static_cast<unsigned long long>(__double_as_longlong(own)));
}
/// The bounds of the binary search of the paper, and how many products are not below its middle.
struct search_state {
    double low, high;
    unsigned long long count;
};
__global__ void count_above_kernel(norms_ref norms, search_state* state) {
    const double middle = state->low + (state->high - state->low) / 2;
    unsigned long long own = 0;
    const index step = static_cast<index>(gridDim.x) * warps_in_block;
    for (index tile = tile_of_warp(); tile < norms.tiles; tile += step) {
        for_products(norms, tile, [&](double p) { own += p >= middle && p > 0; });
    }
    if (own != 0) atomicAdd(&state->count, own);
}
__global__ void halve_kernel(search_state* state, std::int64_t wanted, double* tau) {
    const double middle = state->low + (state->high - state->low) / 2;
    (static_cast<std::int64_t>(state->count) >= wanted ? state->low : state->high) = middle;
    state->count = 0;
    *tau = state->low;
}

// ---- thresholds for an error bound ----

__global__ void tile_sums_kernel(norms_ref norms, double* sums) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    double sum = 0;
    for_products(norms, tile, [&](double p) { sum += p; });
    sum = sum_of_lanes(sum);
    if (simt::lane_id() == 0) sums[tile] = sum;
}

/// What the thresholds of all levels share, filled in by level_kernel.
struct bound_state {
    double rounding;   ///< of the factors of the last level
    double levels[3];  ///< of water, for each level
};

/// The sum of (min(weight * sum, most) / unit)^2 over all tiles; the threads of a block call it together.
struct squares_of_sums {
    const double* sums;
    index tiles;
    double weight, unit;
    __device__ double operator()(double most) const {
        double own = 0;
        for (index tile = threadIdx.x; tile < tiles; tile += one_block) {
            const double sum = sums[tile], part = sum == 0 ? 0 : (weight * sum < most ? weight * sum : most) / unit;
            own += part * part;
        }
        return sum_of_block(own);
    }
};
/// One block: the rounding of the last level, and the level of water of each.
__global__ void level_kernel(const double* sums, index tiles, formats::spamm_request request, bound_state* state) {
    const double last = request.level[static_cast<std::size_t>(request.levels - 1)].rounding;
    double rounding = 0;
    if (last != 0) rounding = sqrt(squares_of_sums{sums, tiles, last, request.value}(infinite)) * request.value;
    const double bound = request.value * (1 - formats::bound_slack) - rounding;
    const formats::error_shares shares = formats::shares_of(bound, request.levels);
    for (int l = 0; l < request.levels; ++l) {
        const double weight = l == 0 ? 1 : request.level[static_cast<std::size_t>(l - 1)].rounding;
        const double share = l == 0 ? shares.skipped : shares.level;
        const double level = formats::water_level(share, squares_of_sums{sums, tiles, weight, share});
        if (threadIdx.x == 0) state->levels[l] = level;
    }
    if (threadIdx.x == 0) state->rounding = rounding;
}

/// The sum of the products of a tile in [from, below); the lanes of a warp call it together.
struct sum_below {
    norms_ref norms;
    index tile;
    double from;
    __device__ double operator()(double below) const {
        double sum = 0;
        for_products(norms, tile, [&](double p) { sum += p >= from && p < below ? p : 0; });
        return sum_of_lanes(sum);
    }
};
__global__ void thresholds_kernel(norms_ref norms, double weight, const double* share, const double* from, double* to) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    const double threshold =
        formats::largest_threshold(weight, *share, sum_below{norms, tile, from == nullptr ? 0 : from[tile]});
    if (simt::lane_id() == 0) to[tile] = threshold;
}

// ---- lists ----

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

__global__ void count_kernel(norms_ref norms, product_range range, formats::spamm_level level, row_offset* lengths,
                             double* error, double* rounding, unsigned* of_class) {
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
    sum = sum_of_lanes(sum);
    skipped = sum_of_lanes(skipped);
    const row_offset length = __reduce_add_sync(simt::full_warp, own);
    if (simt::lane_id() != 0) return;
    lengths[tile] = length;
    if (tile == 0) lengths[norms.tiles] = 0;  // the scan reads it
    const double added =
        skipped + (level.rounding == 0 ? 0 : level.rounding * sum) + level.offset * static_cast<double>(length);
    const double in_sums = formats::sum_rounding(level, length, sum);
    error[tile] = range.is_first ? added : error[tile] + added;
    rounding[tile] = range.is_first ? in_sums : rounding[tile] + in_sums;
    if (length > 0) atomicAdd(&of_class[class_of_length(length)], 1u);
}

__global__ void list_kernel(norms_ref norms, product_range range, const row_offset* offsets, column_index* ks) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    row_offset to = offsets[tile];
    if (to == offsets[tile + 1]) return;
    const double low = range.from(tile), high = range.below(tile);
    for (index first = 0; first < norms.inner; first += simt::warp_size) {
        const index k = first + simt::lane_id();
        const bool valid = k < norms.inner && range.holds(norms(tile, k), low, high);
        const unsigned ballot = __ballot_sync(simt::full_warp, valid);
        if (valid) ks[to + simt::count_below(ballot)] = static_cast<column_index>(k);
        to += __popc(ballot);
    }
}

/// Puts tiles in the order of their classes. Within a class they come in panels of 8 columns of tiles, so that tiles that are
/// computed at the same time share rows of A and columns of B.
__global__ void order_kernel(index tile_rows, index tile_columns, const row_offset* offsets, const unsigned* of_class,
                             unsigned* cursors, unsigned* order) {
    constexpr index panel = 8;
    __shared__ unsigned starts[length_classes];
    if (threadIdx.x < length_classes) {
        unsigned before = 0;
        for (unsigned n = 0; n < threadIdx.x; ++n) before += of_class[n];
        starts[threadIdx.x] = before;
    }
    __syncthreads();
    const index n = static_cast<index>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (n >= tile_rows * tile_columns) return;
    const index first = n / (tile_rows * panel) * panel, width = tile_columns - first < panel ? tile_columns - first : panel;
    const index within = n - first * tile_rows;
    const index tile = within / width * tile_columns + first + within % width;
    const row_offset length = offsets[tile + 1] - offsets[tile];
    if (length == 0) return;
    const unsigned c = class_of_length(length);
    order[starts[c] + atomicAdd(&cursors[c], 1u)] = static_cast<unsigned>(tile);
}

struct offsets_of_levels {
    const row_offset* of[3];
    int levels;
    __device__ bool any(index tile) const {
        for (int l = 0; l < levels; ++l) {
            if (of[l][tile] != of[l][tile + 1]) return true;
        }
        return false;
    }
};
/// Whether C has a block: in every tile with a product.
struct flag_block {
    offsets_of_levels offsets;
    index rows, columns, group, tile_columns;
    row_offset* out;
    __device__ void operator()(std::int64_t n) const {
        out[n] = n < rows * columns && offsets.any(n / columns / group * tile_columns + n % columns / group) ? 1 : 0;
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
    tiles_answer = 4,
    tau_answer = 7,
    error_answer,
    rounding_answer,
    factors_answer
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
    double own = 0;
    for (index n = threadIdx.x; n < count; n += one_block) own += numbers[n] / most * (numbers[n] / most);
    return most * sqrt(sum_of_block(own));
}
/// One block: all that the host needs to know.
__global__ void answer_kernel(index tiles, offsets_of_levels offsets, const row_offset* places, index positions,
                              const unsigned* of_class, const double* error, const double* rounding, const double* tau,
                              const double* factors, std::int64_t* answer) {
    const double errors = root_of_squares(error, tiles), roundings = root_of_squares(rounding, tiles);
    if (threadIdx.x != 0) return;
    answer[blocks_answer] = places[positions];
    for (int l = 0; l < offsets.levels; ++l) {
        answer[products_answer + l] = offsets.of[l][tiles];
        std::int64_t with_products = 0;
        for (unsigned c = 0; c < length_classes; ++c) with_products += of_class[static_cast<unsigned>(l) * length_classes + c];
        answer[tiles_answer + l] = with_products;
    }
    answer[tau_answer] = __double_as_longlong(tau == nullptr ? 0 : *tau);
    answer[error_answer] = __double_as_longlong(errors);
    answer[rounding_answer] = __double_as_longlong(roundings);
    answer[factors_answer] = __double_as_longlong(factors == nullptr ? 0 : *factors);
}

unsigned blocks_for_all_tiles(const engine_ptr& e, index tiles) {
    constexpr unsigned a_multiprocessor = 4;
    const auto most = static_cast<unsigned>(e->facts().multiprocessors) * a_multiprocessor;
    const unsigned blocks = blocks_for_tiles(tiles);
    return blocks < most ? blocks : most;
}

}  // namespace

thresholds tau_for(const engine_ptr& e, const norm_maps& norms, std::int64_t wanted, tau_search search) {
    thresholds out;
    if (wanted == 0 || norms.tiles() * norms.inner == 0) {
        out.value = wanted == 0 ? infinite : 0;
        return out;
    }
    out.values = array<double>(e, 1);
    const unsigned blocks = blocks_for_all_tiles(e, norms.tiles());
    if (search == tau_search::binary) {
        constexpr int steps = 20;
        array<search_state> state(e, 1);
        e->set_bytes(state.data(), 0, sizeof(search_state));
        simt::launch(e->stream(), blocks, threads_in_block, 0, largest_product_kernel, ref(norms),
                     reinterpret_cast<unsigned long long*>(&state.data()->high));
        for (int n = 0; n < steps; ++n) {
            simt::launch(e->stream(), blocks, threads_in_block, 0, count_above_kernel, ref(norms), state.data());
            simt::launch(e->stream(), 1, 1, 0, halve_kernel, state.data(), wanted, out.values.data());
        }
        return out;
    }
    array<selection_state> state(e, 1);
    array<unsigned long long> counts(e, digits);
    const selection_state start{0, wanted, 0};
    e->write_small(state.data(), &start, sizeof start);
    e->set_bytes(counts.data(), 0, digits * sizeof(unsigned long long));
    for (unsigned pass = 0; pass < passes; ++pass) {
        simt::launch(e->stream(), blocks, threads_in_block, 0, digits_kernel, ref(norms), pass,
                     static_cast<const selection_state*>(state.data()), counts.data());
        simt::launch(e->stream(), 1, simt::warp_size, 0, choose_digit_kernel, pass, state.data(), counts.data(),
                     out.values.data());
    }
    return out;
}

std::array<thresholds, 3> thresholds_for_bound(const engine_ptr& e, const norm_maps& norms,
                                               const formats::spamm_request& request, double* rounding) {
    std::array<thresholds, 3> out;
    const index tiles = norms.tiles();
    if (tiles == 0) return out;
    array<double> sums(e, static_cast<std::size_t>(tiles));
    array<bound_state> state(e, 1);
    const unsigned blocks = blocks_for_tiles(tiles);
    simt::launch(e->stream(), blocks, threads_in_block, 0, tile_sums_kernel, ref(norms), sums.data());
    simt::launch(e->stream(), 1, one_block, 0, level_kernel, static_cast<const double*>(sums.data()), tiles, request,
                 state.data());
    for (int l = 0; l < request.levels; ++l) {
        auto& here = out[static_cast<std::size_t>(l)];
        here.values = array<double>(e, static_cast<std::size_t>(tiles));
        here.is_each = true;
        const double weight = l == 0 ? 1 : request.level[static_cast<std::size_t>(l - 1)].rounding;
        const double* const from = l == 0 ? nullptr : out[static_cast<std::size_t>(l - 1)].values.data();
        simt::launch(e->stream(), blocks, threads_in_block, 0, thresholds_kernel, ref(norms), weight,
                     static_cast<const double*>(&state.data()->levels[l]), from, here.values.data());
    }
    e->copy(rounding, &state.data()->rounding, sizeof(double));
    return out;
}

planned_product make_lists(const engine_ptr& e, const norm_maps& norms, const std::array<thresholds, 3>& from,
                           const formats::spamm_request& request, index nrows, index ncols, block_type type, const double* tau,
                           const double* rounding) {
    planned_product out;
    out.c.nrows = nrows;
    out.c.ncols = ncols;
    out.c.type = type;
    out.facts.all_products = norms.tiles() * norms.inner;
    const index tiles = norms.tiles(), rows = formats::blocks_for(nrows), columns = formats::blocks_for(ncols);
    const auto levels = static_cast<std::size_t>(request.levels);
    out.c.offsets = array<row_offset>(e, static_cast<std::size_t>(rows) + 1);
    if (tiles == 0) {
        e->set_bytes(out.c.offsets.data(), 0, out.c.offsets.size() * sizeof(row_offset));
        return out;
    }
    const unsigned blocks = blocks_for_tiles(tiles);
    array<double> error(e, static_cast<std::size_t>(tiles)), in_sums(e, static_cast<std::size_t>(tiles));
    array<unsigned> classes(e, 2 * 3 * length_classes);  // counts of each level, and then cursors
    e->set_bytes(classes.data(), 0, classes.size() * sizeof(unsigned));
    offsets_of_levels offsets{{}, request.levels};
    std::array<product_range, 3> ranges{};
    for (std::size_t l = 0; l < levels; ++l) {
        tile_lists& lists = out.lists[l];
        ranges[l] = {ref(from[l]), ref(l + 1 < levels ? from[l + 1] : from[l]), l == 0, l + 1 == levels};
        lists.offsets = array<row_offset>(e, static_cast<std::size_t>(tiles) + 1);
        simt::launch(e->stream(), blocks, threads_in_block, 0, count_kernel, ref(norms), ranges[l], request.level[l],
                     lists.offsets.data(), error.data(), in_sums.data(), classes.data() + l * length_classes);
        exclusive_scan(e, lists.offsets.data(), lists.offsets.data(), tiles + 1);
        offsets.of[l] = lists.offsets.data();
    }
    array<row_offset> places(e, static_cast<std::size_t>(rows * columns) + 1);
    for_each(e, rows * columns + 1,
             flag_block{offsets, rows, columns, request.tile / formats::block_side, norms.tile_columns, places.data()});
    exclusive_scan(e, places.data(), places.data(), rows * columns + 1);
    simt::launch(e->stream(), 1, one_block, 0, answer_kernel, tiles, offsets, static_cast<const row_offset*>(places.data()),
                 rows * columns, static_cast<const unsigned*>(classes.data()), static_cast<const double*>(error.data()),
                 static_cast<const double*>(in_sums.data()), tau, rounding, e->answer());
    out.c.count = e->await_answer();
    const std::int64_t* const answer = e->answer();
    const auto as_double = [&](unsigned n) { return std::bit_cast<double>(answer[n]); };
    out.facts.tau = as_double(tau_answer);
    out.facts.error_bound = as_double(error_answer) * (1 + formats::bound_slack);
    out.facts.sum_rounding_bound = as_double(rounding_answer) * (1 + formats::bound_slack);
    for (std::size_t l = 0; l < levels; ++l) {
        out.facts.products[l] = out.lists[l].products = answer[products_answer + l];
        out.lists[l].tiles = answer[tiles_answer + l];
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
        if (lists.products == 0) continue;
        lists.ks = array<column_index>(e, static_cast<std::size_t>(lists.products));
        lists.order = array<unsigned>(e, static_cast<std::size_t>(lists.tiles));
        simt::launch(e->stream(), blocks, threads_in_block, 0, list_kernel, ref(norms), ranges[l],
                     static_cast<const row_offset*>(lists.offsets.data()), lists.ks.data());
        simt::launch(e->stream(), static_cast<unsigned>((tiles + threads_in_block - 1) / threads_in_block), threads_in_block, 0,
                     order_kernel, norms.tile_rows, norms.tile_columns, static_cast<const row_offset*>(lists.offsets.data()),
                     static_cast<const unsigned*>(classes.data() + l * length_classes),
                     classes.data() + (3 + l) * length_classes, lists.order.data());
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
