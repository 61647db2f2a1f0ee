// Triangles by SuiteSparse:GraphBLAS.
//
// Idea: the methods of the literature, each on the graph as it is numbered and renumbered by degree. Renumbering and
// the parts above and below the diagonal are made anew for every count, as nothing but degrees is kept with a graph.
// Source: Wolf, Deveci, Berry, Hammond, Rajamanickam, "Fast linear algebra-based triangle counting with KokkosKernels"
// (HPEC 2017); Davis, "Graph algorithms via SuiteSparse:GraphBLAS: triangle counting and k-truss" (HPEC 2018).
#include "suitesparse_rival.hpp"

#include <algorithm>
#include <numeric>

namespace bench {
namespace {

/// Vertices by degree; equal ones by number. O(n + largest degree).
std::vector<GrB_Index> by_degree(GrB_Vector degrees, bool ascending) {
    GrB_Index n = 0;
    ss::check(GrB_Vector_size(&n, degrees), "GrB_Vector_size");
    std::vector<std::int64_t> degree(n);
    GrB_Index count = n;
    ss::check(GrB_Vector_extractTuples_INT64(nullptr, degree.data(), &count, degrees), "GrB_Vector_extractTuples");
    const std::int64_t largest = n == 0 ? 0 : *std::max_element(degree.begin(), degree.end());
    std::vector<GrB_Index> next(static_cast<std::size_t>(largest) + 2);
    const auto bin = [&](std::int64_t d) { return static_cast<std::size_t>(ascending ? d : largest - d); };
    for (const std::int64_t d : degree) ++next[bin(d) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<GrB_Index> order(n);
    for (GrB_Index v = 0; v < n; ++v) order[next[bin(degree[v])]++] = v;
    return order;
}

ss::matrix_handle part_of(GrB_Matrix a, GrB_Index n, bool lower) {
    ss::matrix_handle part;
    ss::check(GrB_Matrix_new(part.out(), GrB_BOOL, n, n), "GrB_Matrix_new");
    ss::check(GrB_Matrix_select_INT64(part, nullptr, nullptr, lower ? GrB_TRIL : GrB_TRIU, a, lower ? -1 : 1, nullptr),
              "GrB_select", static_cast<GrB_Matrix>(part));
    return part;
}

}  // namespace

std::string triangle_way::name() const {
    static constexpr const char* products[] = {"Sandia LUT, dot", "Sandia ULT, dot", "Sandia LL",
                                               "Sandia UU",       "Burkhardt, dot",  "Cohen"};
    const char* const orders[] = {", descending degrees", "", ", ascending degrees"};
    return std::string(products[product]) + orders[order + 1];
}

std::vector<triangle_way> triangle_ways() {
    using enum_type = decltype(triangle_way::product);
    std::vector<triangle_way> ways;
    for (const int order : {1, -1, 0})
        for (const enum_type product :
             {triangle_way::lut_dot, triangle_way::ult_dot, triangle_way::ll_saxpy, triangle_way::uu_saxpy})
            ways.push_back({product, order});
    // These two look at all neighbours of a vertex in any order, so that renumbering is no help to them.
    ways.push_back({triangle_way::burkhardt_dot, 0});
    ways.push_back({triangle_way::cohen_saxpy, 0});
    return ways;
}

std::int64_t count_triangles(suitesparse_graph& g, const triangle_way& way) {
    const auto n = static_cast<GrB_Index>(g.size());
    GrB_Matrix a = g.adjacency();
    ss::matrix_handle renumbered;
    if (way.order != 0) {
        const std::vector<GrB_Index> order = by_degree(g.degrees(), way.order > 0);
        ss::check(GrB_Matrix_new(renumbered.out(), GrB_BOOL, n, n), "GrB_Matrix_new");
        ss::check(GrB_Matrix_extract(renumbered, nullptr, nullptr, a, order.data(), n, order.data(), n, nullptr),
                  "GrB_extract", static_cast<GrB_Matrix>(renumbered));
        a = renumbered;
    }
    ss::matrix_handle wedges;
    ss::check(GrB_Matrix_new(wedges.out(), GrB_INT64, n, n), "GrB_Matrix_new");
    const auto multiply = [&](GrB_Matrix mask, GrB_Matrix left, GrB_Matrix right, bool dot) {
        ss::check(GrB_mxm(wedges, mask, nullptr, GxB_PLUS_PAIR_INT64, left, right, dot ? GrB_DESC_ST1 : GrB_DESC_S),
                  "GrB_mxm", static_cast<GrB_Matrix>(wedges));
    };
    ss::matrix_handle l, u;
    const auto lower = [&]() -> GrB_Matrix { return l = part_of(a, n, true); };
    const auto upper = [&]() -> GrB_Matrix { return u = part_of(a, n, false); };
    std::int64_t met = 1;
    switch (way.product) {
        case triangle_way::lut_dot: {
            const GrB_Matrix left = lower();
            multiply(left, left, upper(), true);
            break;
        }
        case triangle_way::ult_dot: {
            const GrB_Matrix left = upper();
            multiply(left, left, lower(), true);
            break;
        }
        case triangle_way::ll_saxpy: {
            const GrB_Matrix both = lower();
            multiply(both, both, both, false);
            break;
        }
        case triangle_way::uu_saxpy: {
            const GrB_Matrix both = upper();
            multiply(both, both, both, false);
            break;
        }
        case triangle_way::burkhardt_dot:
            multiply(a, a, a, true);
            met = 6;
            break;
        case triangle_way::cohen_saxpy: {
            const GrB_Matrix left = lower();
            multiply(a, left, upper(), false);
            met = 2;
            break;
        }
    }
    std::int64_t sum = 0;
    ss::check(GrB_Matrix_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, wedges, nullptr), "GrB_reduce");
    return sum / met;
}

}  // namespace bench
