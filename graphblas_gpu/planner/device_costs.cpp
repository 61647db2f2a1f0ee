// The costs of each term of a method on a device, fitted by scripts/planner-fit, and the times that they predict.
#include <graphblas_gpu/planner/device_costs.hpp>

namespace graphblas_gpu::planner {

// A namespace of its own: a unity build may compile this file together with host_costs.cpp, which has the same names.
namespace of_device {
namespace {

/// Milliseconds of one H200 for a product as such, and for a million of what a term counts.
struct costs {
    double fixed = 0;
    double rows = 0;
    double a_entries = 0;
    double flops = 0;
    double flops_above_32 = 0;
    double flops_above_4096 = 0;
    double longest_row = 0;  ///< multiplications of the row with most of them, which few threads share
    double entries = 0;      ///< of A*B
    double admitted = 0;     ///< entries of a mask that admits only them
    double forbidden = 0;    ///< entries of a complemented mask
    double tile_pairs = 0;
};

constexpr costs hash_sums{.fixed = 0.125, .a_entries = 0.0223, .flops_above_32 = 0.00266, .longest_row = 3.65,
    .entries = 0.0251, .forbidden = 0.0848};
constexpr costs hash_structure{.fixed = 0.116, .a_entries = 0.0312, .flops_above_32 = 0.00107, .longest_row = 2.49,
    .entries = 0.0107, .forbidden = 0.0328};
constexpr costs dense_sums{.fixed = 0.182, .rows = 1.82, .a_entries = 0.159, .flops = 0.000622, .longest_row = 2.49,
    .entries = 0.0258, .forbidden = 0.0356};
constexpr costs dense_structure{.fixed = 0.185, .rows = 2.04, .a_entries = 0.14, .flops = 0.000301, .longest_row = 1.25,
    .entries = 0.00851, .forbidden = 0.0122};
constexpr costs merge_sums{.fixed = 0.157, .a_entries = 0.157, .flops_above_32 = 0.0365, .flops_above_4096 = 0.0546,
    .entries = 0.0156, .admitted = 0.0558, .forbidden = 0.0365};
constexpr costs merge_structure{.fixed = 0.153, .a_entries = 0.134, .flops_above_32 = 0.0291, .flops_above_4096 = 0.0527,
    .entries = 0.015, .admitted = 0.0507, .forbidden = 0.05};
constexpr costs tiles_sums{.fixed = 0.162, .rows = 2.46, .entries = 0.0116, .forbidden = 0.0102, .tile_pairs = 0.088};
constexpr costs tiles_structure{.fixed = 0.128, .rows = 2.29, .entries = 0.00534, .forbidden = 0.0206};
/// Sums that tensor cores do not compute.
constexpr costs plain_tiles_sums{.fixed = 0.162, .rows = 2.46, .entries = 0.0116, .forbidden = 0.0102, .tile_pairs = 0.7};
constexpr costs push_sums{.fixed = 0.134, .rows = 0.395, .a_entries = 0.0789, .flops = 0.00242, .longest_row = 0.479,
    .admitted = 0.0491};
constexpr costs push_structure{.fixed = 0.128, .rows = 0.455, .a_entries = 0.0559, .flops = 0.00192, .longest_row = 0.285,
    .admitted = 0.0423};
constexpr costs dot_sums{.fixed = 0.166, .rows = 0.644, .a_entries = 0.0945, .flops = 0.00239, .admitted = 0.035};
constexpr costs dot_structure{.fixed = 0.159, .rows = 0.617, .a_entries = 0.0719, .flops = 0.00159, .admitted = 0.0312};
constexpr costs masked_tiles_sums{.fixed = 0.22, .rows = 0.797, .tile_pairs = 0.132};
constexpr costs masked_plain_tiles_sums{.fixed = 0.22, .rows = 0.797, .tile_pairs = 0.6};
constexpr costs masked_tiles_structure{.fixed = 0.225, .rows = 0.0971, .tile_pairs = 0.00889};

/// Where rows are about equally long, and tiles nearly empty.
constexpr costs masked_regular_tiles_sums{.fixed = 0.185, .flops = 0.000434, .admitted = 0.0453, .tile_pairs = 0.026};
constexpr costs masked_regular_tiles_structure{.fixed = 0.143, .rows = 0.029, .flops = 0.000106, .admitted = 0.0477,
    .tile_pairs = 0.0101};

/// Estimated from some sixty products on an H100, not fitted.
constexpr costs small_sums{.fixed = 0.04, .rows = 4, .flops = 0.015, .longest_row = 1.5, .entries = 0.006, .forbidden = 0.01};
constexpr costs small_structure{.fixed = 0.04, .rows = 4, .flops = 0.01, .longest_row = 0.8, .entries = 0.003,
    .forbidden = 0.01};

/// Making the transpose of B, and making tiles of an operand.
constexpr double transpose_fixed = 0.093, transpose_a_million = 0.08;
constexpr double tiling_fixed = 0.08, tiling_a_million_tiles = 0.9;

/// Counting the pairs of dot products, and the part of a push that this and the transpose may take where the push is faster.
constexpr double counting_pairs_fixed = 0.05, counting_a_million_pairs = 0.018;
constexpr double part_for_weighing = 1.0 / 3;

constexpr double millions(double x) { return x * 1e-6; }
constexpr double millions(std::int64_t x) { return static_cast<double>(x) * 1e-6; }

double transposing(std::int64_t entries) { return entries > 0 ? transpose_fixed + transpose_a_million * millions(entries) : 0; }

double time_of(const costs& c, const device_product_facts& f) {
    const double pairs = f.products_a_pair() > 0 ? static_cast<double>(f.flops) / f.products_a_pair() : 0;
    const double mask = f.admits ? c.admitted : f.forbids ? c.forbidden : 0;
    const double moved = c.a_entries * millions(f.a_nvals) + c.entries * millions(f.nvals) + mask * millions(f.mask_nvals);
    const double work = c.rows * millions(f.nrows) + c.flops * millions(f.flops) +
                        c.flops_above_32 * millions(f.flops_above_32) + c.flops_above_4096 * millions(f.flops_above_4096) +
                        c.longest_row * millions(f.max_flops) + c.tile_pairs * millions(pairs);
    return c.fixed + transposing(f.entries_to_transpose) + moved * bandwidth_of_an_h200 / f.memory_bandwidth +
           work * multiprocessors_of_an_h200 / f.multiprocessors;
}

double time_of_tiles(const costs& c, const device_product_facts& f) {
    // What is made once is cached, and expected to be used as often again as B was used before.
    const double making = f.tiles_to_make > 0 ? tiling_fixed + tiling_a_million_tiles * millions(f.tiles_to_make) : 0;
    return time_of(c, f) + making / static_cast<double>(f.uses);
}

double time_of_push(const device_product_facts& f) { return time_of(f.structure_only ? push_structure : push_sums, f); }

/// Making the transpose of B, by its share in the products that will use it.
double time_to_transpose_b(const device_product_facts& f) {
    return f.has_transpose_of_b ? 0 : transposing(f.b_nvals) / static_cast<double>(f.uses);
}

}  // namespace
}  // namespace of_device

bool weighing_dots_is_profitable(const device_product_facts& f) {
    using namespace of_device;
    const double counting = counting_pairs_fixed + counting_a_million_pairs * millions(f.mask_nvals);
    return time_to_transpose_b(f) + counting <= part_for_weighing * time_of_push(f);
}

method_estimates predict_device_times(const device_product_facts& f) {
    using namespace of_device;
    method_estimates out;
    const bool s = f.structure_only;
    out[method::merge].milliseconds = time_of(s ? merge_structure : merge_sums, f);
    const double least = f.tiles_on_tensor_cores || s ? predicted_products_a_pair : predicted_products_of_others;
    const bool tiles_are_known = f.products_a_pair() >= least;
    if (f.admits) {
        out[method::hash].milliseconds = time_of_push(f);
        out[method::dense].milliseconds = out[method::hash].milliseconds;
        out[method::dot].milliseconds = time_of(s ? dot_structure : dot_sums, f) + time_to_transpose_b(f);
        if (tiles_are_known) {
            out[method::bitmap_tile].milliseconds = time_of_tiles(
                s ? masked_tiles_structure : f.tiles_on_tensor_cores ? masked_tiles_sums : masked_plain_tiles_sums, f);
        } else if (rows_are_regular(f) && (s || f.tiles_on_tensor_cores) &&
                   f.products_a_pair() >= predicted_products_of_regular_rows) {
            out[method::bitmap_tile].milliseconds =
                time_of_tiles(s ? masked_regular_tiles_structure : masked_regular_tiles_sums, f);
        }
        return out;
    }
    out[method::hash].milliseconds = time_of(s ? hash_structure : hash_sums, f);
    if (f.by_one_kernel) {
        out[method::dense].milliseconds = time_of(s ? small_structure : small_sums, f);
    } else if (static_cast<double>(f.flops) >= predicted_fill * static_cast<double>(f.nrows) * static_cast<double>(f.ncols)) {
        out[method::dense].milliseconds = time_of(s ? dense_structure : dense_sums, f);
    }
    if (tiles_are_known) out[method::bitmap_tile].milliseconds = time_of_tiles(
            s ? tiles_structure : f.tiles_on_tensor_cores ? tiles_sums : plain_tiles_sums, f);
    return out;
}

}  // namespace graphblas_gpu::planner
