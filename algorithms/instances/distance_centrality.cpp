// Sums over the distances from 64 vertices at a time, along edges of length 1 or of their own lengths.
#include <algorithms/bfs.hpp>
#include <algorithms/distance_centrality.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <semirings/index_operators.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>

namespace graphblas_gpu::distances {

namespace {

/// The distances from each of the vertices: a row for each.
template <class T>
matrix<double> rows_from(const context& ctx, const matrix<T>& a, std::span<const index> vertices) {
    if constexpr (std::is_void_v<T>) {
        const auto levels = bfs(ctx, a, vertices, {.parents = false}).levels;
        matrix<double> rows(levels.nrows(), levels.ncols());
        apply(ctx, rows, no_mask, no_accum, identity{}, levels);
        return rows;
    } else {
        return multi_source_shortest_path(ctx, a, vertices, {.parents = false}).distances;
    }
}

void append(std::vector<double>& to, const vector<double>& rows) {
    const std::size_t before = to.size();
    to.resize(before + static_cast<std::size_t>(rows.size()));
    for (const auto [row, x] : rows.entries()) to[before + static_cast<std::size_t>(row)] = x;
}

}  // namespace

template <class T>
sums from_each(const context& ctx, const char* operation, const matrix<T>& a, const index_list& vertices, bool backwards,
               progress_counters* progress) {
    if constexpr (!std::is_void_v<T>) {
        if (const auto range = range_of_values(ctx, a); a.nvals() > 0 && !(range.is_finite && range.smallest >= 0))
            throw invalid_value(std::string(operation) + ": lengths of edges must be finite and not negative");
    }
    const formats::selection chosen = vertices.within(a.nrows(), operation);
    std::vector<index> sources;
    for (index k = 0; k < chosen.size(); ++k) sources.push_back(chosen[k]);
    if (progress != nullptr) progress->total = sources.size();

    const bool turned = backwards && !a.is_symmetric(ctx);
    const matrix<T> reversed = turned ? transpose(ctx, a) : matrix<T>();
    const matrix<T>& edges = turned ? reversed : a;
    sums found;
    constexpr auto at_once = static_cast<std::size_t>(bit_rows::max_rows);
    for (std::size_t first = 0; first < sources.size(); first += at_once) {
        const auto batch = std::span<const index>(sources).subspan(first, std::min(at_once, sources.size() - first));
        const matrix<double> rows = rows_from(ctx, edges, batch);
        append(found.reached, reduce_rows(ctx, plus{}, apply(ctx, one{}, rows)));
        append(found.total, reduce_rows(ctx, plus{}, rows));
        append(found.largest, reduce_rows(ctx, max{}, rows));
        append(found.reciprocal, reduce_rows(ctx, plus{}, apply(ctx, minv{}, select(ctx, value_gt{0.0}, rows))));
        if (progress != nullptr) progress->done += batch.size();
    }
    return found;
}

vector<double> closeness(const sums& found, index n, bool wasserman_faust) {
    std::vector<double> result(found.total.size(), 0);
    for (std::size_t k = 0; k < result.size(); ++k) {
        if (found.total[k] == 0) continue;
        result[k] = (found.reached[k] - 1) / found.total[k];
        if (wasserman_faust) result[k] *= (found.reached[k] - 1) / static_cast<double>(n - 1);
    }
    return vector<double>::from_dense(result);
}

vector<double> eccentricity(const sums& found, index n) {
    std::vector<double> result = found.largest;
    for (std::size_t k = 0; k < result.size(); ++k)
        if (found.reached[k] < static_cast<double>(n)) result[k] = std::numeric_limits<double>::infinity();
    return vector<double>::from_dense(result);
}

double average(const sums& found, index n) {
    if (n < 2) return 0;
    const auto vertices = static_cast<double>(n);
    if (*std::min_element(found.reached.begin(), found.reached.end()) < vertices)
        return std::numeric_limits<double>::infinity();
    return std::accumulate(found.total.begin(), found.total.end(), 0.0) / (vertices * (vertices - 1));
}

template sums from_each(const context&, const char*, const matrix<void>&, const index_list&, bool, progress_counters*);
template sums from_each(const context&, const char*, const matrix<double>&, const index_list&, bool, progress_counters*);

}  // namespace graphblas_gpu::distances
