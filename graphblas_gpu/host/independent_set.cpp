#include <graphblas_gpu/host/independent_set.hpp>

#include <graphblas_gpu/formats/independent_set.hpp>
#include <graphblas_gpu/host/team.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

namespace graphblas_gpu::host {

csr<void> independent_set(team& team, const structure_view& a, std::uint64_t seed) {
    using formats::membership;
    std::vector<membership> status(static_cast<std::size_t>(a.nrows), membership::undecided);
    const auto status_of = [&](index v) { return std::atomic_ref<membership>(status[static_cast<std::size_t>(v)]); };
    std::vector<column_index> undecided(status.size());
    std::iota(undecided.begin(), undecided.end(), column_index{0});

    while (!undecided.empty()) {
        const auto left = static_cast<index>(undecided.size());
        for_ranges(team, left, left * (1 + a.nvals() / a.nrows), [&](index first, index last, int) {
            for (index n = first; n < last; ++n) {
                const column_index v = undecided[static_cast<std::size_t>(n)];
                const auto seen = formats::look_at_neighbours(a.columns, a.begin(v), a.end(v), 1, v, seed, [&](column_index u) {
                    return status_of(u).load(std::memory_order_relaxed);
                });
                if (seen.has_member) status_of(v).store(membership::none, std::memory_order_relaxed);
                else if (!seen.has_to_wait) status_of(v).store(membership::member, std::memory_order_relaxed);
            }
        });
        std::erase_if(undecided, [&](column_index v) { return status[v] != membership::undecided; });
    }
    csr<void> members(1, a.nrows);
    const auto count = std::count(status.begin(), status.end(), membership::member);
    members.columns = buffer<column_index>(static_cast<std::size_t>(count));
    members.offsets[1] = count;
    std::size_t n = 0;
    for (std::size_t v = 0; v < status.size(); ++v) {
        if (status[v] == membership::member) members.columns[n++] = static_cast<column_index>(v);
    }
    return members;
}

}  // namespace graphblas_gpu::host
