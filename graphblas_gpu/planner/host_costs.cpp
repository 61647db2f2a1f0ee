#include <graphblas_gpu/planner/host_costs.hpp>

#include <cmath>

namespace graphblas_gpu::planner {

namespace {

/// Milliseconds of one thread for a product as such, and for a million of what a term counts. Scattered terms count only where rows of B
/// are far from each other, and more the more memory they lie in.
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
    double admitted = 0;   ///< entries of a mask that admits only them
};

constexpr costs dense_sums{.fixed = 0.017, .rows = 19.6, .a_entries = 1.81, .flops = 0.933, .entries = 2.73, .scattered_entries = 0.319, .scattered_rows = 39.1, .forbidden = 0.469};
constexpr costs masked_dense_sums{.fixed = 0.198, .rows = 12.3, .flops = 0.98, .scattered_flops = 0.222, .scattered_rows = 5.83};
constexpr costs hash_sums{.fixed = 1.25, .rows = 11.5, .flops = 1.2, .entries = 9.6, .scattered_flops = 5.65, .scattered_rows = 17.5};
constexpr costs masked_hash_sums{.fixed = 0.604, .rows = 14.1, .flops = 1.8, .scattered_flops = 0.164, .scattered_rows = 14.3};
constexpr costs merge_sums{.rows = 40.5, .flops = 5.34, .scattered_flops = 6.2};
constexpr costs masked_merge_sums{.rows = 36.8, .flops = 6.34, .scattered_flops = 4.43};
constexpr costs tiles_sums{.flops = 0.0346, .entries = 5.38, .scattered_rows = 169, .tile_pairs = 2.07, .tiles = 113};
constexpr costs masked_tiles_sums{.fixed = 0.466, .a_entries = 0.812, .flops = 0.359, .entries = 5.2, .scattered_rows = 44.1, .tile_pairs = 1.06, .tiles = 24.3};
constexpr costs dense_structure{.fixed = 0.231, .rows = 23.8, .a_entries = 9.17, .entries = 0.225, .scattered_entries = 1.13, .scattered_rows = 6.74};
constexpr costs masked_dense_structure{.fixed = 0.297, .rows = 9.83, .flops = 0.885, .scattered_flops = 0.228, .scattered_rows = 5.24};
constexpr costs hash_structure{.fixed = 0.357, .rows = 27.5, .a_entries = 7.09, .entries = 1.36, .scattered_entries = 2.27, .scattered_rows = 4.31, .forbidden = 0.751};
constexpr costs masked_hash_structure{.fixed = 0.672, .rows = 13.7, .flops = 1.57, .scattered_flops = 0.259, .scattered_rows = 6.7};
constexpr costs merge_structure{.fixed = 0.235, .rows = 24.6, .a_entries = 8.76, .entries = 0.315, .scattered_entries = 1.02, .scattered_rows = 9.55};
constexpr costs masked_merge_structure{.rows = 40.9, .flops = 5.37, .scattered_flops = 4.2};
constexpr costs tiles_structure{.scattered_entries = 1.22, .scattered_rows = 56.3, .tile_pairs = 0.345, .tiles = 91.2, .scattered_pairs = 0.133, .forbidden = 0.587};
constexpr costs masked_tiles_structure{.fixed = 0.431, .a_entries = 3.74, .flops = 0.653, .entries = 2.13, .scattered_rows = 38.6, .tile_pairs = 1.21, .tiles = 13.9};

/// A multiplication by rows in cost_of_dots, and making tiles of an operand.
constexpr double milliseconds_a_million_of_dots = 0.75, tiling_a_million_entries = 2.0;

constexpr double millions(double x) { return x * 1e-6; }
constexpr double millions(std::int64_t x) { return static_cast<double>(x) * 1e-6; }

double time_of(const costs& c, const host_product_facts& f) {
    // An accumulator of so many columns, and a B of so many bytes, stay in the caches of a core.
    const double by_columns = f.scattered * std::log2(1 + static_cast<double>(f.ncols) / 4096);
    const double by_bytes = f.scattered * std::log2(1 + static_cast<double>(f.b_nvals) * 12 / 1e6);
    const double pairs = f.average_tile_pair > 0 ? static_cast<double>(f.flops) / f.average_tile_pair : 0;
    const double mask = f.admits ? c.admitted : f.forbids ? c.forbidden : 0;
    const double work = c.rows * millions(f.nrows) + (c.a_entries + c.scattered_rows * by_bytes) * millions(f.a_nvals) +
                        (c.flops + c.scattered_flops * by_columns) * millions(f.flops) +
                        (c.entries + c.scattered_entries * by_columns) * millions(f.nvals) +
                        (c.tile_pairs + c.scattered_pairs * by_columns) * millions(pairs) + c.tiles * millions(f.a_tiles) +
                        mask * millions(f.mask_nvals);
    return c.fixed + work / f.threads;
}

}  // namespace

method_estimates predict_host_times(const host_product_facts& f) {
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
