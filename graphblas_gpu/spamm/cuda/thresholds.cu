// Thresholds of products of norms: tau for a valid ratio, and one for each tile of C under an error bound.
//
// Idea: tau comes from a radix selection over the bits of the products, 11 at a time, or from the paper's search; under an
// error bound each tile finds its threshold bit by bit (spamm/formats/spamm_rules.hpp).
#include <graphblas_gpu/spamm/cuda/tile_products.cuh>
#include <graphblas_gpu/spamm/formats/spamm_rules.hpp>

namespace graphblas_gpu::cuda::block_product {

namespace {

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
    const std::int64_t until_here = sum_up_to_lane(own);
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
    sum = sum_over_lanes(sum);
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
        return sum_over_lanes(sum);
    }
};
__global__ void thresholds_kernel(norms_ref norms, double weight, const double* share, const double* from, double* to) {
    const index tile = tile_of_warp();
    if (tile >= norms.tiles) return;
    const double threshold =
        formats::largest_threshold(weight, *share, sum_below{norms, tile, from == nullptr ? 0 : from[tile]});
    if (simt::lane_id() == 0) to[tile] = threshold;
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
        auto state = zeros<search_state>(e, 1);
        simt::launch(e->stream(), blocks, threads_in_block, 0, largest_product_kernel, ref(norms),
                     reinterpret_cast<unsigned long long*>(&state.data()->high));
        for (int n = 0; n < steps; ++n) {
            simt::launch(e->stream(), blocks, threads_in_block, 0, count_above_kernel, ref(norms), state.data());
            simt::launch(e->stream(), 1, 1, 0, halve_kernel, state.data(), wanted, out.values.data());
        }
        return out;
    }
    array<selection_state> state(e, 1);
    const auto counts = zeros<unsigned long long>(e, digits);
    const selection_state start{0, wanted, 0};
    e->write_small(state.data(), &start, sizeof start);
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

}  // namespace graphblas_gpu::cuda::block_product
