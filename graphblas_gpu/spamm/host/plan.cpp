#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/spamm/formats/spamm_rules.hpp>
#include <graphblas_gpu/spamm/host/plan.hpp>

#include <algorithm>
#include <functional>

namespace graphblas_gpu::host {

namespace {

using formats::block_side;
using rule = formats::spamm_rule;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Norms of tiles, for a walk along k: of A by (row of tiles, k), of B by (column of tiles, k). The root of a sum of squares,
/// scaled by the largest so that no square leaves the range.
std::vector<double> tile_norms(const formats::dense_blocks& a, index group, bool by_columns) {
    const index rows = formats::blocks_for(a.nrows), columns = formats::blocks_for(a.ncols);
    const index tiles = ((by_columns ? columns : rows) + group - 1) / group, inner = by_columns ? rows : columns;
    std::vector<double> most(static_cast<std::size_t>(tiles * inner), 0), squares(most);
    for (int pass = 0; pass < 2; ++pass) {
        for (index row = 0; row < rows; ++row) {
            for (row_offset p = a.offsets[static_cast<std::size_t>(row)]; p < a.offsets[static_cast<std::size_t>(row) + 1];
                 ++p) {
                const index column = a.columns[static_cast<std::size_t>(p)];
                const auto at =
                    static_cast<std::size_t>(by_columns ? column / group * inner + row : row / group * inner + column);
                const double norm = a.norms[static_cast<std::size_t>(p)];
                if (pass == 0)
                    most[at] = std::max(most[at], norm);
                else if (most[at] < infinite)
                    squares[at] += norm / most[at] * (norm / most[at]);
            }
        }
    }
    for (std::size_t at = 0; at < most.size(); ++at) {
        if (most[at] != 0 && most[at] < infinite) most[at] *= std::sqrt(squares[at]);
    }
    return most;
}

/// The products of norms of a plan.
struct norm_products {
    std::vector<double> a, b;
    index rows, columns, inner;

    index tiles() const { return rows * columns; }
    double operator()(index tile, index k) const {
        return formats::norm_product(a[static_cast<std::size_t>(tile / columns * inner + k)],
                                     b[static_cast<std::size_t>(tile % columns * inner + k)]);
    }
    /// The sum of the products of a tile that are in [from, below), and their number.
    double sum(index tile, double from, double below) const {
        double out = 0;
        for (index k = 0; k < inner; ++k) {
            const double p = (*this)(tile, k);
            if (p >= from && p < below) out += p;
        }
        return out;
    }
    /// The sum of all products of a tile, infinite ones among them.
    double sum(index tile) const {
        double out = 0;
        for (index k = 0; k < inner; ++k) out += (*this)(tile, k);
        return out;
    }
};

void for_tiles(team& team, const norm_products& products, base::function_ref<void(index)> body) {
    for_ranges(team, products.tiles(), products.tiles() * products.inner, [&](index first, index last, int) {
        for (index tile = first; tile < last; ++tile) body(tile);
    });
}

/// The product of norms of which `wanted` are not smaller; more if several are equal to it.
double tau_for(const norm_products& products, std::int64_t wanted) {
    if (wanted == 0) return infinite;
    std::vector<double> all;
    for (index tile = 0; tile < products.tiles(); ++tile) {
        for (index k = 0; k < products.inner; ++k) {
            if (const double p = products(tile, k); p > 0) all.push_back(p);
        }
    }
    if (wanted >= static_cast<std::int64_t>(all.size())) return 0;
    std::nth_element(all.begin(), all.begin() + (wanted - 1), all.end(), std::greater<>());
    return all[static_cast<std::size_t>(wanted - 1)];
}

/// The paper's search: 20 halvings of 0 .. the largest product.
double searched_tau(const norm_products& products, std::int64_t wanted) {
    if (wanted == 0) return infinite;
    double low = 0, high = 0;
    for (index tile = 0; tile < products.tiles(); ++tile) {
        for (index k = 0; k < products.inner; ++k) {
            if (const double p = products(tile, k); p < infinite) high = std::max(high, p);
        }
    }
    constexpr int steps = 20;
    for (int n = 0; n < steps; ++n) {
        const double middle = low + (high - low) / 2;
        std::int64_t count = 0;
        for (index tile = 0; tile < products.tiles(); ++tile) {
            for (index k = 0; k < products.inner; ++k) count += products(tile, k) >= middle && products(tile, k) > 0;
        }
        (count >= wanted ? low : high) = middle;
    }
    return low;
}

/// Thresholds of tiles: of level l those in [l][tile] .. [l + 1][tile]; the last ones are infinite, and infinity itself belongs
/// to the last level.
using thresholds = std::vector<std::vector<double>>;

thresholds thresholds_for_bound(team& team, const norm_products& products, const formats::spamm_request& request) {
    const auto tiles = static_cast<std::size_t>(products.tiles());
    std::vector<double> sums(tiles);
    for_tiles(team, products, [&](index tile) { sums[static_cast<std::size_t>(tile)] = products.sum(tile); });
    const auto squares = [&](double weight, double most, double unit) {
        double out = 0;
        for (const double sum : sums) {
            const double part = sum == 0 ? 0 : std::min(weight * sum, most) / unit;
            out += part * part;
        }
        return out;
    };
    const double last = request.level[static_cast<std::size_t>(request.levels - 1)].rounding;
    const double rounding = last == 0 ? 0 : std::sqrt(squares(last, infinite, request.value)) * request.value;
    const double bound = request.value * (1 - formats::bound_slack) - rounding;
    if (!(bound >= 0)) {
        formats::refuse_rounding(rounding, request.value);
    }
    const formats::error_shares shares = formats::shares_of(bound, request.levels);
    thresholds out(static_cast<std::size_t>(request.levels), std::vector<double>(tiles));
    for (int l = 0; l < request.levels; ++l) {
        const double weight = l == 0 ? 1 : request.level[static_cast<std::size_t>(l - 1)].rounding;
        const double share = l == 0 ? shares.skipped : shares.level;
        const double level = formats::water_level(share, [&](double height) { return squares(weight, height, share); });
        for_tiles(team, products, [&](index tile) {
            const double from = l == 0 ? 0 : out[static_cast<std::size_t>(l - 1)][static_cast<std::size_t>(tile)];
            out[static_cast<std::size_t>(l)][static_cast<std::size_t>(tile)] =
                formats::largest_threshold(weight, level, [&](double below) { return products.sum(tile, from, below); });
        });
    }
    return out;
}

double scale_of(const formats::dense_blocks& a, spamm_precision precision) {
    return formats::factor_scale(a.type, precision, formats::largest_finite_norm(a.norms.data(), a.count()));
}

}  // namespace

double root_of_squares(const std::vector<double>& numbers) {
    const double most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    if (most == 0 || most == infinite) return most;
    double sum = 0;
    for (const double x : numbers) sum += x / most * (x / most);
    return most * std::sqrt(sum);
}

spamm_plan plan_spamm(team& team, const formats::dense_blocks& a, const formats::dense_blocks& b,
                      const formats::spamm_request& request) {
    const index group = request.tile / block_side;
    norm_products products{tile_norms(a, group, false), tile_norms(b, group, true), 0, 0, formats::blocks_for(a.ncols)};
    products.rows = (formats::blocks_for(a.nrows) + group - 1) / group;
    products.columns = (formats::blocks_for(b.ncols) + group - 1) / group;
    spamm_plan plan;
    plan.tile_rows = products.rows;
    plan.tile_columns = products.columns;
    plan.inner = products.inner;
    plan.facts.all_products = products.tiles() * products.inner;

    const auto tiles = static_cast<std::size_t>(products.tiles());
    thresholds from;
    if (request.rule == rule::error) {
        from = thresholds_for_bound(team, products, request);
    } else {
        double tau = request.value;
        if (request.rule == rule::valid_ratio) {
            const std::int64_t wanted = formats::products_for_ratio(request.value, plan.facts.all_products);
            tau = request.search == tau_search::binary ? searched_tau(products, wanted) : tau_for(products, wanted);
        }
        plan.facts.tau = tau;
        from.assign(1, std::vector<double>(tiles, tau));
    }

    std::vector<double> error(tiles, 0), rounding(tiles, 0);
    for (int l = 0; l < request.levels; ++l) {
        formats::spamm_level level = request.level[static_cast<std::size_t>(l)];
        level.offset = formats::level_offset(a.type, level.precision, scale_of(a, level.precision),
                                             scale_of(b, level.precision), request.tile);
        spamm_lists& lists = plan.lists[static_cast<std::size_t>(l)];
        lists.offsets.assign(tiles + 1, 0);
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const bool last = l + 1 == request.levels;
            const double first = from[static_cast<std::size_t>(l)][tile],
                         end = last ? infinite : from[static_cast<std::size_t>(l) + 1][tile];
            double sum = 0, skipped = 0;
            for (index k = 0; k < products.inner; ++k) {
                const double p = products(static_cast<index>(tile), k);
                if (p == 0) continue;
                if (l == 0 && p < first) skipped += p;
                if (p < first || (!last && p >= end)) continue;
                lists.ks.push_back(static_cast<column_index>(k));
                sum += p;
            }
            lists.offsets[tile + 1] = static_cast<row_offset>(lists.ks.size());
            const row_offset length = lists.offsets[tile + 1] - lists.offsets[tile];
            error[tile] +=
                skipped + (level.rounding == 0 ? 0 : level.rounding * sum) + level.offset * static_cast<double>(length);
            rounding[tile] += formats::sum_rounding(level, length, sum);
        }
        plan.facts.products[static_cast<std::size_t>(l)] = static_cast<std::int64_t>(lists.ks.size());
    }
    plan.facts.error_bound = root_of_squares(error) * (1 + formats::bound_slack);
    // Factors that are scaled below the range of their precision are in the bound alone.
    if (request.rule == rule::error && !(plan.facts.error_bound <= request.value)) {
        formats::refuse_rounding(plan.facts.error_bound, request.value);
    }
    plan.facts.sum_rounding_bound = root_of_squares(rounding) * (1 + formats::bound_slack);
    return plan;
}

}  // namespace graphblas_gpu::host
