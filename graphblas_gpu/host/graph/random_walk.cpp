// A damped random walk on the threads of a team.
//
// Idea: a round is one pass over the vertices: each one sums up what its incoming edges bring, and writes what it will move
// along its own edges in the next round. Shares are summed in ascending order of the vertices they come from, as products of a
// matrix and a vector are.
// Source: base/graph/random_walk.hpp.
#include <graphblas_gpu/host/graph/graph.hpp>
#include <graphblas_gpu/host/threads/team.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace graphblas_gpu::host {

// Not an unnamed namespace: the types of the lambdas in random_walk, which other sources may see by name, have such sums.
namespace walks {

/// The sums of one thread, in a cache line of its own.
struct alignas(64) thread_sums {
    std::int64_t change = 0;
    std::int64_t dangling = 0;
};

/// Adds up the sums of all threads.
static thread_sums total_of(const std::vector<thread_sums>& of_threads) {
    thread_sums all;
    for (const thread_sums& one : of_threads) {
        all.change += one.change;
        all.dangling += one.dangling;
    }
    return all;
}

}  // namespace walks

template <class Share>
base::walk_end random_walk(team& team, const structure_view& outgoing, const structure_view& incoming,
                           const random_walk_options& walk, Share* shares) {
    const index n = outgoing.nrows;
    // Long arrays begin at the start of a page, and many processors let a load wait for an earlier store to the same place of
    // another page ("4K aliasing", Intel 64 and IA-32 Architectures Optimization Reference Manual): where vertex v + 1 reads
    // what v moved, after v has written what it moves next, that is every vertex. So these arrays begin at other places of a
    // page than the shares.
    constexpr std::size_t apart = 1344 / sizeof(Share);
    buffer<Share> memory(static_cast<std::size_t>(n) + apart), memory_next(static_cast<std::size_t>(n) + 2 * apart);
    Share *moved = memory.data() + apart, *moved_next = memory_next.data() + 2 * apart;
    std::vector<walks::thread_sums> of_threads(static_cast<std::size_t>(team.size()));
    const Share even = 1 / static_cast<Share>(n);

    for_ranges(team, n, n, [&](index first, index last, int member) {
        walks::thread_sums& sums = of_threads[static_cast<std::size_t>(member)];
        for (index v = first; v < last; ++v) {
            const auto at = static_cast<std::size_t>(v);
            shares[v] = even;
            moved[at] = even * base::moved_part<Share>(walk.damping, outgoing.row_size(v));
            if (outgoing.row_size(v) == 0) sums.dangling += base::share_as_integer(even);
        }
    });

    // An edge and a vertex are a unit of work each.
    const std::vector<index> cuts = cut_by_work(
        n, [&](index v) { return incoming.begin(v) + v; }, pieces_for(team, incoming.nvals() + n));
    base::walk_end end;
    while (end.rounds < walk.most_rounds) {
        const auto everywhere = static_cast<Share>(base::share_without_edges(walk, n, walks::total_of(of_threads).dangling));
        of_threads.assign(of_threads.size(), {});
        team.run(static_cast<index>(cuts.size()) - 1, [&](index chunk, int member) {
            walks::thread_sums sums;
            for (index v = cuts[static_cast<std::size_t>(chunk)]; v < cuts[static_cast<std::size_t>(chunk) + 1]; ++v) {
                const auto at = static_cast<std::size_t>(v);
                Share next = everywhere;
                if (incoming.row_size(v) > 0) {
                    Share sum = moved[incoming.columns[incoming.begin(v)]];
                    for (row_offset p = incoming.begin(v) + 1; p < incoming.end(v); ++p) sum += moved[incoming.columns[p]];
                    next += sum;
                }
                sums.change += base::share_as_integer(std::abs(next - shares[v]));
                if (outgoing.row_size(v) == 0) sums.dangling += base::share_as_integer(next);
                shares[v] = next;
                moved_next[at] = next * base::moved_part<Share>(walk.damping, outgoing.row_size(v));
            }
            walks::thread_sums& all = of_threads[static_cast<std::size_t>(member)];
            all.change += sums.change;
            all.dangling += sums.dangling;
        });
        std::swap(moved, moved_next);
        ++end.rounds;
        end.residual = base::share_of_integer(walks::total_of(of_threads).change);
        if (end.residual <= walk.tolerance) break;
    }
    return end;
}
template base::walk_end random_walk(team&, const structure_view&, const structure_view&, const random_walk_options&, float*);
template base::walk_end random_walk(team&, const structure_view&, const structure_view&, const random_walk_options&, double*);

}  // namespace graphblas_gpu::host
