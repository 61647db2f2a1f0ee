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

/// A product that counts: C<mask> = left * right, or left * right' by dot products, which meets every triangle `met` times.
enum class part { whole, lower, upper };
struct triangle_product {
    const char* name;
    part mask, left, right;
    bool dot;
    std::int64_t met;
};
/// In the order of triangle_way::product.
constexpr triangle_product products[] = {{"Sandia LUT, dot", part::lower, part::lower, part::upper, true, 1},
                                         {"Sandia ULT, dot", part::upper, part::upper, part::lower, true, 1},
                                         {"Sandia LL", part::lower, part::lower, part::lower, false, 1},
                                         {"Sandia UU", part::upper, part::upper, part::upper, false, 1},
                                         {"Burkhardt, dot", part::whole, part::whole, part::whole, true, 6},
                                         {"Cohen", part::whole, part::lower, part::upper, false, 2}};

}  // namespace

std::string triangle_way::name() const {
    const char* const orders[] = {", descending degrees", "", ", ascending degrees"};
    return std::string(products[product].name) + orders[order + 1];
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
    ss::matrix_handle l, u;
    const auto part_named = [&](part which) -> GrB_Matrix {
        if (which == part::whole) return a;
        ss::matrix_handle& made = which == part::lower ? l : u;
        if (static_cast<GrB_Matrix>(made) == nullptr) made = part_of(a, n, which == part::lower);
        return made;
    };
    const triangle_product& product = products[way.product];
    const GrB_Matrix left = part_named(product.left);
    ss::check(GrB_mxm(wedges, part_named(product.mask), nullptr, GxB_PLUS_PAIR_INT64, left, part_named(product.right),
                      product.dot ? GrB_DESC_ST1 : GrB_DESC_S),
              "GrB_mxm", static_cast<GrB_Matrix>(wedges));
    std::int64_t sum = 0;
    ss::check(GrB_Matrix_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, wedges, nullptr), "GrB_reduce");
    return sum / product.met;
}

}  // namespace bench
