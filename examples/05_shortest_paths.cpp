// Lesson 5: shortest paths from several sources at once, and errors that say what is wrong.
//
// In the semiring min.plus, "multiply" makes a path longer by an edge and "add" keeps the shorter of two paths.
#include <algorithms/multi_source_shortest_path.hpp>

#include <cstdio>
#include <vector>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();

    // Roads between five towns with their lengths; the road from 3 back to 1 goes downhill and gives energy back.
    const std::vector<gb::index> from{0, 0, 1, 1, 2, 3, 3};
    const std::vector<gb::index> to{1, 2, 2, 3, 3, 4, 1};
    const std::vector<double> cost{4, 1, 1, 6, 3, 2.5, -1.5};
    auto a = gb::matrix<double>::from_edges(5, 5, from, to, cost);

    const std::vector<gb::index> sources{0, 2};
    const auto found = gb::multi_source_shortest_path(ctx, a, sources);
    for (std::size_t s = 0; s < sources.size(); ++s) {
        for (gb::index town = 0; town < 5; ++town) {
            const auto row = static_cast<gb::index>(s);
            const auto distance = found.distances.get_element(row, town);
            // Where there is no entry there is no way.
            if (distance) {
                std::printf("from %d to %d: %.1f, arriving from %d\n", static_cast<int>(sources[s]),
                            static_cast<int>(town), *distance, static_cast<int>(*found.parents.get_element(row, town)));
            } else {
                std::printf("from %d to %d: no way\n", static_cast<int>(sources[s]), static_cast<int>(town));
            }
        }
    }

    // 0 -> 2 -> 3 -> 1 beats the direct road of length 4.
    bool right = found.distances.get_element(0, 1) == 2.5 && found.parents.get_element(0, 1) == 3 &&
                 found.distances.get_element(0, 4) == 6.5 && !found.distances.has_element(1, 0);

    // With a road so steep that going round gains something, no path is the shortest. The call refuses, by name.
    a.set_element(3, 1, -9.0);
    try {
        gb::multi_source_shortest_path(ctx, a, sources);
        right = false;
    } catch (const gb::invalid_value& e) {
        std::printf("refused, as it should be: %s (%s)\n", e.what(), gb::grb_info_name(e.code()));
    }
    return right ? 0 : 1;
}
