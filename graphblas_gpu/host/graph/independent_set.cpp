#include <graphblas_gpu/base/graph/independent_set.hpp>
#include <graphblas_gpu/host/graph/graph.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

namespace graphblas_gpu::host {

csr<void> independent_set(team& team, const structure_view& a, std::uint64_t seed) {
    using base::standing;
    using base::verdict;
    const independent_set_order order(seed, a.nrows, a.nvals());
    std::vector<standing> states(static_cast<std::size_t>(a.nrows));
    const auto standing_of = [&](index v) { return std::atomic_ref<standing>(states[static_cast<std::size_t>(v)]); };
    const auto decide = [&](index v, standing decided) { standing_of(v).store(decided, std::memory_order_relaxed); };
    for_ranges(team, a.nrows, a.nrows, [&](index first, index last, int) {
        for (index v = first; v < last; ++v) states[static_cast<std::size_t>(v)] = order.rank(v, a.row_size(v));
    });
    std::vector<column_index> undecided(states.size());
    std::iota(undecided.begin(), undecided.end(), column_index{0});

    while (!undecided.empty()) {
        const auto left = static_cast<index>(undecided.size());
        for_ranges(team, left, left * (1 + a.nvals() / a.nrows), [&](index first, index last, int) {
            for (index n = first; n < last; ++n) {
                const column_index v = undecided[static_cast<std::size_t>(n)];
                const standing own = standing_of(v).load(std::memory_order_relaxed);
                if (!base::is_undecided(own)) continue;
                const verdict found =
                    base::look_at_neighbours(a.columns, a.begin(v), a.end(v), 1, v, own, order,
                                             [&](column_index u) { return standing_of(u).load(std::memory_order_relaxed); });
                if (found == verdict::loses) decide(v, base::left_out);
                if (found != verdict::wins) continue;
                decide(v, base::member);
                for (row_offset p = a.begin(v); p < a.end(v); ++p) {
                    if (a.columns[p] != v) decide(a.columns[p], base::left_out);
                }
            }
        });
        std::erase_if(undecided, [&](column_index v) { return !base::is_undecided(states[v]); });
    }
    csr<void> members(1, a.nrows);
    const auto count = std::count(states.begin(), states.end(), base::member);
    members.columns = buffer<column_index>(static_cast<std::size_t>(count));
    members.offsets[1] = count;
    std::size_t n = 0;
    for (std::size_t v = 0; v < states.size(); ++v) {
        if (states[v] == base::member) members.columns[n++] = static_cast<column_index>(v);
    }
    return members;
}

}  // namespace graphblas_gpu::host
