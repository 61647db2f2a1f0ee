// The costs of each term of a method on host threads, fitted by scripts/planner-fit --host, and the times that they predict.
#include <graphblas_gpu/planner/host_costs.hpp>

#include <cmath>

namespace graphblas_gpu::planner {

// A namespace of its own: a unity build may compile this file together with device_costs.cpp, which has the same names.
namespace of_host {
namespace {

/// Milliseconds of one thread for a product as such, and for a million of what a term counts. Scattered terms count only where
/// rows of B are far from each other, and more the more memory they lie in.
struct costs {
    double fixed = 0;
    double rows = 0;
    double a_entries = 0;
    double flops = 0;
    double entries = 0;  ///< of A*B
    double scattered_entries = 0;
    double scattered_flops = 0;
    double scattered_rows = 0;  ///< entries of A whose row of B is far from those before
    double tile_pairs = 0;
    double tiles = 0;  ///< of A
    double scattered_pairs = 0;
    double forbidden = 0;  ///< entries of a complemented mask
};

constexpr costs dense_sums{.rows = 14.1, .a_entries = 6.63, .flops = 0.918, .entries = 0.795, .scattered_entries = 1.56,
    .scattered_rows = 31.3, .forbidden = 0.791};
constexpr costs masked_dense_sums{.fixed = 0.295, .rows = 8.35, .flops = 0.935, .scattered_flops = 0.246,
    .scattered_rows = 5.79};
constexpr costs hash_sums{.fixed = 0.362, .rows = 0.47, .flops = 1.05, .entries = 11.9, .scattered_flops = 5.75,
    .scattered_rows = 13.9};
constexpr costs masked_hash_sums{.fixed = 0.573, .rows = 13.5, .flops = 1.79, .scattered_flops = 0.483, .scattered_rows = 12.7};
constexpr costs merge_sums{.rows = 33.1, .flops = 5.36, .scattered_flops = 6.2};
constexpr costs masked_merge_sums{.rows = 25.4, .flops = 6.23, .scattered_flops = 4.43};
constexpr costs tiles_sums{.entries = 5.91, .scattered_entries = 0.0974, .scattered_rows = 119, .tile_pairs = 2.33,
    .tiles = 108};
constexpr costs masked_tiles_sums{.fixed = 0.296, .a_entries = 1.05, .flops = 0.31, .entries = 6.17, .scattered_rows = 51.2,
    .tile_pairs = 1.12, .tiles = 9.12};
constexpr costs dense_structure{.fixed = 0.213, .rows = 23.7, .a_entries = 9.69, .scattered_entries = 1,
    .scattered_rows = 6.02};
constexpr costs masked_dense_structure{.fixed = 0.287, .rows = 11.2, .flops = 0.856, .scattered_flops = 0.251,
    .scattered_rows = 5.31};
constexpr costs hash_structure{.fixed = 0.0545, .rows = 18.9, .a_entries = 8.21, .entries = 1.62, .scattered_entries = 2.08,
    .scattered_rows = 5.26, .forbidden = 1.12};
constexpr costs masked_hash_structure{.fixed = 0.601, .rows = 13.8, .flops = 1.57, .scattered_flops = 0.251,
    .scattered_rows = 7.21};
constexpr costs merge_structure{.fixed = 0.235, .rows = 22, .a_entries = 9.69, .scattered_entries = 0.949,
    .scattered_rows = 8.34, .forbidden = 0.048};
constexpr costs masked_merge_structure{.rows = 36.6, .flops = 5.39, .scattered_flops = 4.38};
constexpr costs tiles_structure{.scattered_entries = 1.61, .scattered_rows = 49.4, .tile_pairs = 0.485, .tiles = 87,
    .scattered_pairs = 0.0132, .forbidden = 0.66};
constexpr costs masked_tiles_structure{.fixed = 0.365, .a_entries = 2.38, .flops = 0.511, .entries = 3.43,
    .scattered_rows = 41.8, .tile_pairs = 1.25, .tiles = 6.85};

/// A multiplication by rows in cost_of_dots, and making tiles of an operand.
constexpr double milliseconds_a_million_of_dots = 0.75, tiling_a_million_entries = 2.0;

constexpr double millions(double x) { return x * 1e-6; }
constexpr double millions(std::int64_t x) { return static_cast<double>(x) * 1e-6; }

double time_of(const costs& c, const host_product_facts& f) {
    // An accumulator of so many columns, and a B of so many bytes, stay in the caches of a core.
    const double by_columns = f.scattered * std::log2(1 + static_cast<double>(f.ncols) / 4096);
    const double by_bytes = f.scattered * std::log2(1 + static_cast<double>(f.b_nvals) * 12 / 1e6);
    const double pairs = f.average_tile_pair > 0 ? static_cast<double>(f.flops) / f.average_tile_pair : 0;
    const double mask = f.forbids ? c.forbidden : 0;
    const double work = c.rows * millions(f.nrows) + (c.a_entries + c.scattered_rows * by_bytes) * millions(f.a_nvals) +
                        (c.flops + c.scattered_flops * by_columns) * millions(f.flops) +
                        (c.entries + c.scattered_entries * by_columns) * millions(f.nvals) +
                        (c.tile_pairs + c.scattered_pairs * by_columns) * millions(pairs) + c.tiles * millions(f.a_tiles) +
                        mask * millions(f.mask_nvals);
    return c.fixed + work / f.threads;
}

}  // namespace
}  // namespace of_host

method_estimates predict_host_times(const host_product_facts& f) {
    using namespace of_host;
    method_estimates out;
    const auto predict = [&](method m, const costs& structure, const costs& sums) {
        out[m].milliseconds = time_of(f.structure_only ? structure : sums, f);
    };
    if (f.admits) {
        predict(method::dense, masked_dense_structure, masked_dense_sums);
        predict(method::hash, masked_hash_structure, masked_hash_sums);
        predict(method::merge, masked_merge_structure, masked_merge_sums);
        if (f.cost_of_dots > 0) out[method::dot].milliseconds = milliseconds_a_million_of_dots * millions(f.cost_of_dots);
    } else {
        predict(method::dense, dense_structure, dense_sums);
        predict(method::hash, hash_structure, hash_sums);
        predict(method::merge, merge_structure, merge_sums);
    }
    if (f.a_tiles <= 0 || f.b_tiles <= 0) return out;
    if (f.admits) predict(method::bitmap_tile, masked_tiles_structure, masked_tiles_sums);
    else predict(method::bitmap_tile, tiles_structure, tiles_sums);
    out[method::bitmap_tile].milliseconds += tiling_a_million_entries * millions(f.entries_to_tile) / f.threads;
    return out;
}

}  // namespace graphblas_gpu::planner
