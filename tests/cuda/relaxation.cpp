// A relaxation whose rounds may look at few edges: the bound is lowered while positions above it are in the frontier.
#include <graphblas_gpu/cuda/propagate/relaxation.hpp>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

constexpr int longest = 255;

/// Rows of 0 to 60 edges; every 50th row has 20 times as many.
gb::csr<std::int32_t> sample(gb::index n) {
    std::mt19937_64 random(3);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    std::vector<gb::column_index> columns;
    std::vector<std::int32_t> lengths;
    gb::csr<std::int32_t> a(n, n);
    for (gb::index i = 0; i < n; ++i) {
        std::vector<bool> row(static_cast<std::size_t>(n));
        for (std::uint64_t left = below(60) * (i % 50 == 0 ? 20 : 1); left > 0; --left) row[below(row.size())] = true;
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (!row[j]) continue;
            columns.push_back(static_cast<gb::column_index>(j));
            lengths.push_back(static_cast<std::int32_t>(1 + below(longest)));
        }
        a.offsets[static_cast<std::size_t>(i) + 1] = static_cast<gb::row_offset>(columns.size());
    }
    a.columns = gb::buffer<gb::column_index>(std::span<const gb::column_index>(columns));
    a.values = gb::buffer<std::int32_t>(std::span<const std::int32_t>(lengths));
    return a;
}

/// By Dijkstra's algorithm: the positions that are reached from 0, and their distances.
std::vector<std::pair<gb::column_index, std::int32_t>> distances_from_0(const gb::csr<std::int32_t>& a) {
    std::vector<std::int32_t> found(static_cast<std::size_t>(a.nrows), -1);
    using entry = std::pair<std::int32_t, gb::column_index>;
    std::priority_queue<entry, std::vector<entry>, std::greater<>> next;
    next.emplace(0, 0);
    while (!next.empty()) {
        const auto [distance, v] = next.top();
        next.pop();
        if (found[v] >= 0) continue;
        found[v] = distance;
        for (auto p = static_cast<std::size_t>(a.offsets[v]); p < static_cast<std::size_t>(a.offsets[v + std::size_t{1}]); ++p)
            next.emplace(distance + a.values[p], a.columns[p]);
    }
    std::vector<std::pair<gb::column_index, std::int32_t>> reached;
    for (std::size_t v = 0; v < found.size(); ++v)
        if (found[v] >= 0) reached.emplace_back(static_cast<gb::column_index>(v), found[v]);
    return reached;
}

}  // namespace

TEST_CASE("relaxation: the bound is lowered before rounds with many edges", "[cuda][relaxation]") {
    static const auto e = cu::engine::make(0, 0, nullptr, spec::device_memory());
    const cu::engine::use here(*e);
    const auto a = sample(3000);
    gb::csr<std::int32_t> source(1, a.nrows);
    source.columns = gb::buffer<gb::column_index>(1);
    source.values = gb::buffer<std::int32_t>(1);
    source.columns[0] = 0;
    source.values[0] = 0;
    source.offsets[1] = 1;
    const cu::csr rows = cu::uploaded(e, a), given = cu::uploaded(e, source);
    cu::relaxation_request request{rows.view(), given.view(), false, longest};
    const auto buckets = [&](std::int64_t max_edges) {
        request.max_edges_of_round = max_edges;
        const cu::propagated_rows found = cu::run_relaxation(e, request);
        const auto size = static_cast<std::size_t>(found.rows.nvals);
        const auto columns = cu::downloaded(*e, found.rows.columns.data(), size);
        const auto values = cu::downloaded(*e, static_cast<const std::int32_t*>(found.rows.values.data()), size);
        std::vector<std::pair<gb::column_index, std::int32_t>> reached;
        for (std::size_t k = 0; k < size; ++k) reached.emplace_back(columns[k], values[k]);
        CHECK(reached == distances_from_0(a));
        return found.raised;
    };
    CHECK(buckets(500) > buckets(a.structure().offsets[a.nrows]));
}
