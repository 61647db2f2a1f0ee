// The number of triangles of an undirected graph.
//
// Needs: a square matrix, symmetric in structure, without self loops; values are ignored (undirected_structure makes such a
// matrix from any square matrix).
// Idea: C = A*A counts paths of length two, and a mask that is the graph itself keeps the paths whose ends are joined. With L
// and U, the parts of A below and above the diagonal, each triangle is counted once instead of six times. The sum is formed
// while the product is computed; C is never stored. If each edge points to the endpoint of larger degree, the rows of hubs are
// short: no vertex has more than sqrt(2 * edges) neighbours of larger degree, whatever its own degree.
// Source: the variants: Burkhardt, "Graphing trillions of triangles", Information Visualization 16 (2017); Cohen, "Graph
// twiddling in a MapReduce world", Computing in Science & Engineering 11 (2009); Wolf, Deveci, Berry, Hammond, Rajamanickam,
// "Fast linear algebra-based triangle counting with KokkosKernels" (HPEC 2017), the last four. The degree order: Chiba,
// Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 14 (1985); Latapy, "Main-memory triangle
// computations for very large (sparse (power-law)) graphs", Theor. Comput. Sci. 407 (2008).
#pragma once

#include <algorithms/common.hpp>
#include <algorithms/structure.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/diag.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/mask.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/named_value.hpp>
#include <graphblas_gpu/planner/method.hpp>
#include <graphblas_gpu/select.hpp>
#include <graphblas_gpu/vector.hpp>
#include <semirings/index_operators.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graphblas_gpu {

/// How triangles are counted; in brackets, how many times the product counts each triangle.
enum class triangle_variant {
    automatic,   ///< sandia_uu, or sandia_ll without a product where rows are short
    burkhardt,   ///< `C<A> = A*A`, sum / 6 (6)
    cohen,       ///< `C<A> = L*U`, sum / 2 (2)
    sandia_ll,   ///< `C<L> = L*L` (1)
    sandia_uu,   ///< `C<U> = U*U` (1)
    sandia_lut,  ///< `C<L> = L*U^T` (1)
    sandia_ult,  ///< `C<U> = U*L^T` (1)
};

/// The name of the variant, as triangle_variant_from_string reads it.
constexpr const char* to_string(triangle_variant v) noexcept {
    switch (v) {
        case triangle_variant::automatic: return "automatic";
        case triangle_variant::burkhardt: return "burkhardt";
        case triangle_variant::cohen: return "cohen";
        case triangle_variant::sandia_ll: return "sandia_ll";
        case triangle_variant::sandia_uu: return "sandia_uu";
        case triangle_variant::sandia_lut: return "sandia_lut";
        case triangle_variant::sandia_ult: return "sandia_ult";
    }
    return "unknown";
}

/// The variant of that name. Throws invalid_value with a list of all names.
inline triangle_variant triangle_variant_from_string(std::string_view name) {
    using enum triangle_variant;
    return detail::value_named(name, "triangle_count: no variant",
                               std::array{automatic, burkhardt, cohen, sandia_ll, sandia_uu, sandia_lut, sandia_ult});
}

/// Which endpoint of an edge is taken as the smaller one.
enum class triangle_order {
    automatic,  ///< degree, or none where rows are short
    none,       ///< by number
    degree,     ///< by degree, then by number
};

/// The options of triangle_count.
struct triangle_count_options {
    triangle_variant variant = triangle_variant::automatic;
    triangle_order order = triangle_order::automatic;
    enum method method = method::automatic;  ///< of the product
    bool trusted = false;  ///< the caller guarantees that A is symmetric and without self loops: this is not checked
};

/// The number of triangles, and how it was computed.
struct triangle_count_result {
    std::int64_t triangles = 0;
    triangle_variant variant = triangle_variant::automatic;  ///< the variant that ran
    bool ordered = false;                                    ///< whether edges pointed to the endpoint of larger degree
    std::string reason;                                      ///< why this variant and this order
};

namespace triangles {

inline std::string position(index i, index j) {
    std::string text = std::to_string(i);
    text.insert(0, 1, '(');
    return text + ", " + std::to_string(j) + ")";
}

[[noreturn]] inline void throw_asymmetric(const matrix<void>& a) {
    for (index i = 0; i < a.nrows(); ++i) {
        for (auto p = a.row_offsets()[i]; p < a.row_offsets()[i + 1]; ++p) {
            const index j = a.columns()[p];
            if (a.has_element(j, i)) continue;
            throw invalid_value("triangle_count: A has an entry at " + position(i, j) + " but none at " + position(j, i) +
                                "; it must be symmetric (undirected_structure makes it so)");
        }
    }
    throw invalid_value("triangle_count: A must be symmetric");
}

/// Throws invalid_value unless the structure is symmetric; values may differ. O(nvals); only once for a matrix whose values are
/// symmetric too, because the matrix caches that.
template <class T>
void require_symmetric(const context& ctx, const matrix<T>& a) {
    if (a.is_symmetric(ctx)) return;
    const matrix<void> s = algorithm::structure_of(ctx, a);
    if (!s.is_symmetric(ctx)) throw_asymmetric(s);
}

template <class T>
[[noreturn]] void throw_loop(const context& ctx, const matrix<T>& a) {
    const vector<T> loops = vector_diag(ctx, a);
    const index i = loops.indices().front();
    throw invalid_value("triangle_count: A has a self loop at " + position(i, i) +
                        "; there must be none (undirected_structure drops them)");
}

/// Throws invalid_value unless a pass over A has found it symmetric and without self loops.
template <class T>
void require_graph(const context& ctx, const matrix<T>& a, bool is_symmetric, index self_loops) {
    if (!is_symmetric) throw_asymmetric(algorithm::structure_of(ctx, a));
    if (self_loops > 0) throw_loop(ctx, a);
}

/// The edges to the vertex of larger degree. Throws invalid_value, unless A is trusted, if A is not symmetric or has a self
/// loop; both are found in the pass that makes the edges.
template <class T>
matrix<void> checked_edges(const context& ctx, const matrix<T>& a, bool trusted) {
    oriented_graph found = orient_by_degree(ctx, a);
    if (!trusted) require_graph(ctx, a, found.is_symmetric, found.self_loops);
    return std::move(found.edges);
}

/// The entries that lead to a larger (or smaller) vertex, by number or by degree. No vertex is renumbered: a triangle has a
/// smallest, a middle and a largest vertex in any order, and no variant needs columns sorted by this order; renumbering would
/// cost more than the better locality saves.
template <class T>
matrix<void> oriented(const context& ctx, const matrix<T>& a, bool by_degree, bool to_larger) {
    if (by_degree) return to_larger ? triu_by_degree(ctx, a) : tril_by_degree(ctx, a);
    matrix<void> part(a.nrows(), a.ncols());
    if (to_larger)
        select(ctx, part, no_mask, no_accum, triu{1}, a);
    else
        select(ctx, part, no_mask, no_accum, tril{-1}, a);
    return part;
}

/// The sum of the entries of C<mask> = left * right, where each multiplication counts 1.
std::int64_t count_products(const context& ctx, const matrix<void>& mask, const matrix<void>& left, const matrix<void>& right,
                            const descriptor& desc);

}  // namespace triangles

/// The number of triangles of the undirected graph A.
///
/// Edges point to the endpoint of larger degree, unless options.order says otherwise: no vertex has more than sqrt(2 * edges)
/// neighbours of larger degree, and the pass that finds them finds out about symmetry and self loops as well
/// (orient_by_degree). Where rows are short and nothing is asked for, the triangles are counted in that pass, by number
/// (count_triangles_of_short_rows).
///
/// Throws dimension_mismatch if A is not square; invalid_value, which names the position, if A is not symmetric or has a self
/// loop, unless options.trusted (the count is then meaningless for such a matrix); unsupported for a method that the engine
/// lacks. Unless the order is by number and asked for, a matrix that is not symmetric passes with a chance of about 2^-63
/// (orient_by_degree). O(nvals + n) and the product.
template <class T>
triangle_count_result triangle_count(const context& ctx, const matrix<T>& a, const triangle_count_options& options = {}) {
    return base::library_call("triangle_count", [&] {
        const running_call whole(ctx);
        using enum triangle_variant;
        algorithm::require_square("triangle_count", a);

        triangle_count_result result;
        const bool is_free =
            options.variant == automatic && options.order == triangle_order::automatic && options.method == method::automatic;
        if (const auto counted = is_free ? count_triangles_of_short_rows(ctx, a) : std::nullopt) {
            if (!options.trusted) triangles::require_graph(ctx, a, counted->is_symmetric, counted->self_loops);
            result.triangles = counted->triangles;
            result.variant = sandia_ll;
            result.reason = "automatic: rows are short, and their triangles are counted in one pass; order by number";
            return result;
        }
        result.variant = options.variant == automatic ? sandia_uu : options.variant;
        result.reason =
            options.variant == automatic ? "automatic: one multiplication a wedge, no transpose" : "variant asked for";
        result.ordered = result.variant != burkhardt && options.order != triangle_order::none;

        matrix<void> to_larger;
        if (result.ordered) {
            to_larger = triangles::checked_edges(ctx, a, options.trusted);
        } else if (!options.trusted) {
            triangles::require_symmetric(ctx, a);
            if (vector_diag(ctx, a).nvals() > 0) triangles::throw_loop(ctx, a);
        }

        if (result.variant == burkhardt) {
            const matrix<void>& edges = algorithm::without_values(ctx, a);
            result.triangles = triangles::count_products(ctx, edges, edges, edges, {.method = options.method}) / 6;
            result.reason += "; its work is the same in every order";
            return result;
        }
        result.reason += !result.ordered                              ? "; order by number asked for"
                         : options.order == triangle_order::automatic ? "; edges to the vertex of larger degree"
                                                                      : "; order by degree asked for";

        // The part of A whose rows are read twice. By number it is L or U, as the name of the variant says. By degree it is
        // always the part with short rows: U of the ascending order, which is also L of the descending order.
        const bool reads_lower = !result.ordered && (result.variant == sandia_ll || result.variant == sandia_lut);
        const auto part = [&](bool twice) { return triangles::oriented(ctx, a, result.ordered, reads_lower != twice); };
        const matrix<void> read_twice = result.ordered ? std::move(to_larger) : part(true);

        const auto count = [&](const matrix<void>& mask, const matrix<void>& left, const matrix<void>& right,
                               bool transpose_right) {
            return triangles::count_products(ctx, mask, left, right,
                                             {.transpose_b = transpose_right, .method = options.method});
        };
        switch (result.variant) {
            case cohen: result.triangles = count(algorithm::without_values(ctx, a), part(false), read_twice, false) / 2; break;
            case sandia_lut:
            case sandia_ult: result.triangles = count(read_twice, read_twice, part(false), true); break;
            default: result.triangles = count(read_twice, read_twice, read_twice, false); break;
        }
        return result;
    });
}

/// @cond
// The library has compiled these (algorithms/instances).
extern template triangle_count_result triangle_count(const context&, const matrix<void>&, const triangle_count_options&);
/// @endcond

}  // namespace graphblas_gpu
