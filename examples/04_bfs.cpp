// Lesson 4: a search through a graph as products of a vector and a matrix.
//
// A 7 x 7 room with a wall; each free square is a vertex. The frontier of a breadth-first search is a vector; one
// product moves it a step, and the mask keeps it from going where it has been.
#include <algorithms/bfs.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <semirings/semirings.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();

    const std::vector<std::string> room{".......",  //
                                        ".####..",  //
                                        ".#.....",  //
                                        ".#.###.",  //
                                        ".#.#...",  //
                                        ".#.####",  //
                                        "......."};
    const gb::index side = 7;
    const auto free = [&](gb::index r, gb::index c) {
        return r >= 0 && r < side && c >= 0 && c < side &&
               room[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] == '.';
    };
    std::vector<gb::index> from, to;
    for (gb::index r = 0; r < side; ++r) {
        for (gb::index c = 0; c < side; ++c) {
            if (!free(r, c)) continue;
            for (const auto& [dr, dc] : {std::pair{0, 1}, std::pair{1, 0}, std::pair{0, -1}, std::pair{-1, 0}}) {
                if (!free(r + dr, c + dc)) continue;
                from.push_back(r * side + c);
                to.push_back((r + dr) * side + c + dc);
            }
        }
    }
    const auto a = gb::matrix<void>::from_edges(side * side, side * side, from, to);

    // By hand: the steps to each square from the upper left corner.
    gb::vector<std::int32_t> steps(side * side);
    steps.set_element(0, 0);
    gb::vector<void> frontier(side * side);
    frontier.set_element(0);
    for (std::int32_t step = 1; frontier.nvals() > 0; ++step) {
        gb::vxm(ctx, frontier, !gb::structure(steps), gb::no_accum, gb::any_pair<bool>, frontier, a, {.replace = true});
        gb::assign(ctx, steps, gb::structure(frontier), gb::no_accum, step);
    }

    // By the library, with the square before each on a shortest way.
    const gb::bfs_result found = gb::bfs(ctx, a, 0);

    for (gb::index r = 0; r < side; ++r) {
        for (gb::index c = 0; c < side; ++c) {
            const auto level = found.levels.get_element(r * side + c);
            if (level)
                std::printf("%3d", *level);
            else
                std::printf("  #");
        }
        std::printf("\n");
    }
    const gb::index goal = 4 * side + 4;
    std::printf("back from (4, 4):");
    gb::index length = 0;
    for (gb::index v = goal; v != 0; v = *found.parents.get_element(v), ++length) {
        std::printf(" (%d, %d)", static_cast<int>(v / side), static_cast<int>(v % side));
    }
    std::printf(" (0, 0)\n");

    const bool right = found.levels == steps && found.levels.get_element(goal) == 12 && length == 12 &&
                       !found.levels.has_element(1 * side + 1);
    return right ? 0 : 1;
}
