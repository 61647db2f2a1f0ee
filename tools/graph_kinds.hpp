// Idea: the graphs and matrices of io/generate.hpp by name, for `grb generate` and for the benchmarks.
#pragma once

#include <graphblas_gpu/io/generate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace grb {

namespace gb = graphblas_gpu;

/// A size as a whole number, or as any number where fractions are allowed.
struct graph_size {
    gb::index whole = 0;
    double real = 0;
};

struct graph_kind {
    static constexpr std::size_t max_sizes = 3;

    const char* name;
    const char* sizes;       ///< their names; AVERAGE and the DEGREE of uniform and strides may be fractions
    std::size_t count;       ///< of the sizes
    std::size_t fraction;    ///< the position of the size that may be a fraction; max_sizes: none
    bool is_random;          ///< whether another seed gives another graph
    gb::coordinates (*make)(const graph_size* n, std::uint64_t seed, int threads, const gb::graph_part& part);
};

/// A number that does not fit int is far larger than any generator allows, so the nearest int is refused in the same way.
inline int nearest_int(gb::index n) {
    constexpr gb::index least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(n, least, most));
}

/// A matrix that has a side, and nothing else.
template <gb::coordinates (*make)(gb::index, const gb::graph_part&)>
gb::coordinates of_side(const graph_size* n, std::uint64_t, int, const gb::graph_part& part) {
    return make(n[0].whole, part);
}

inline constexpr graph_kind graph_kinds[] = {
    {"rmat", "SCALE EDGEFACTOR", 2, 3, true,
     [](const graph_size* n, std::uint64_t seed, int threads, const gb::graph_part& part) {
         return gb::rmat(nearest_int(n[0].whole), n[1].whole, {.seed = seed, .threads = threads, .part = part});
     }},
    {"uniform", "N DEGREE", 2, 1, true,
     [](const graph_size* n, std::uint64_t seed, int threads, const gb::graph_part& part) {
         return gb::uniform(n[0].whole, n[1].real, seed, threads, part);
     }},
    {"strides", "N DEGREE STRIDE", 3, 1, true,
     [](const graph_size* n, std::uint64_t seed, int threads, const gb::graph_part& part) {
         return gb::strides(n[0].whole, n[1].real, n[2].whole, seed, threads, part);
     }},
    {"powerlaw", "N DEGREE", 2, 3, true,
     [](const graph_size* n, std::uint64_t seed, int threads, const gb::graph_part& part) {
         return gb::powerlaw(n[0].whole, n[1].whole, seed, threads, part);
     }},
    {"grid2d", "N", 1, 3, false, of_side<gb::grid2d>},
    {"stencil5", "N", 1, 3, false, of_side<gb::stencil5>},
    {"stencil9", "N", 1, 3, false, of_side<gb::stencil9>},
    {"stencil7", "N", 1, 3, false, of_side<gb::stencil7>},
    {"stencil27", "N", 1, 3, false, of_side<gb::stencil27>},
    {"band", "N HALFWIDTH", 2, 3, false,
     [](const graph_size* n, std::uint64_t, int, const gb::graph_part& part) {
         return gb::band(n[0].whole, n[1].whole, part);
     }},
    {"blocks", "NBLOCKS BLOCKSIZE AVERAGE", 3, 2, true,
     [](const graph_size* n, std::uint64_t seed, int, const gb::graph_part& part) {
         return gb::blocks(n[0].whole, n[1].whole, n[2].real, seed, part);
     }},
};

}  // namespace grb
