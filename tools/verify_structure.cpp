// Verifies the results of info and tc: questions about structure, with whole numbers as answers.
//
// Needs: SuiteSparse:GraphBLAS.
// Idea: the textbook form of each: GrB_build and a comparison with the transpose; one masked product of the lower triangle.
// Source: GraphBLAS C API 2.1; the triangle count is LAGraph's Sandia LUT method.
#include "verify_common.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace grb {
namespace {

namespace ss = gb::suitesparse;

/// The name of the operator that joins duplicates.
std::string joining(gb::duplicate_policy policy) {
    using enum gb::duplicate_policy;
    if (policy == sum) return "plus";
    return policy == last || policy == refuse ? "second" : gb::to_string(policy);
}

GrB_Info build(GrB_Matrix a, const std::vector<GrB_Index>& i, const std::vector<GrB_Index>& j, const auto& values,
               const std::string& join) {
    using values_type = std::remove_cvref_t<decltype(values)>;
    if constexpr (std::is_same_v<values_type, std::vector<std::int64_t>>) {
        return GrB_Matrix_build_INT64(a, i.data(), j.data(), values.data(), i.size(), ss::binary_operator<std::int64_t>(join));
    } else if constexpr (std::is_same_v<values_type, std::vector<double>>) {
        return GrB_Matrix_build_FP64(a, i.data(), j.data(), values.data(), i.size(), ss::binary_operator<double>(join));
    } else if constexpr (std::is_same_v<values_type, std::vector<std::uint64_t>>) {
        // The matrix stores their bits as int64: later it only matters whether values are equal.
        return GrB_Matrix_build_UINT64(a, i.data(), j.data(), values.data(), i.size(),
                                       ss::binary_operator<std::uint64_t>(join));
    } else {
        return build(a, i, j, std::vector<std::int64_t>(i.size(), 1), "second");
    }
}

/// A matrix of the shape of the entries, empty, whose type keeps their values.
ss::matrix_handle new_like(const gb::coordinates& entries) {
    return entries.is_real() ? ss::new_matrix<double>(entries.nrows, entries.ncols)
                             : ss::new_matrix<std::int64_t>(entries.nrows, entries.ncols);
}

ss::matrix_handle built(const gb::coordinates& entries, gb::duplicate_policy duplicates) {
    const std::vector<GrB_Index> i(entries.rows.begin(), entries.rows.end());
    const std::vector<GrB_Index> j(entries.columns.begin(), entries.columns.end());
    ss::matrix_handle a = new_like(entries);
    if (i.empty()) return a;  // GrB_Matrix_build refuses the null pointers of empty lists
    std::visit(
        [&](const auto& values) {
            ss::check(build(a, i, j, values, joining(duplicates)), "GrB_Matrix_build", static_cast<GrB_Matrix>(a));
        },
        entries.values);
    return a;
}

GrB_Index count(const ss::matrix_handle& a) {
    GrB_Index n = 0;
    ss::check(GrB_Matrix_nvals(&n, a), "GrB_Matrix_nvals");
    return n;
}

/// What an entry and its mirror image have to be: equal, and zeros of the same sign.
struct same_with_sign {
    bool operator()(double x, double y) const { return x == y && std::signbit(x) == std::signbit(y); }
};

bool is_symmetric(const ss::matrix_handle& a, const gb::coordinates& entries) {
    if (entries.nrows != entries.ncols) return false;
    // An entry of the diagonal is its own image, a NaN too.
    const ss::matrix_handle mirrored = new_like(entries), same = ss::new_matrix<bool>(entries.nrows, entries.ncols);
    ss::check(GrB_Matrix_select_INT64(mirrored, nullptr, nullptr, GrB_OFFDIAG, a, 0, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(mirrored));
    const suitesparse_operator same_real = new_operator<same_with_sign, bool, double>();
    ss::check(GrB_Matrix_eWiseMult_BinaryOp(same, nullptr, nullptr, entries.is_real() ? same_real : GrB_EQ_INT64, mirrored,
                                            mirrored, GrB_DESC_T1),
              "GrB_eWiseMult", static_cast<GrB_Matrix>(same));
    bool all = true;
    ss::check(GrB_Matrix_reduce_BOOL(&all, nullptr, GrB_LAND_MONOID_BOOL, same, nullptr), "GrB_reduce");
    return all && count(same) == count(mirrored);
}

}  // namespace

verdict verify_info(const gb::coordinates& entries, const file_facts& found, gb::duplicate_policy duplicates) {
    verdict result{{suitesparse_name()}, {}};
    const ss::matrix_handle a = built(entries, duplicates);
    const ss::matrix_handle loops = new_like(entries);
    ss::check(GrB_Matrix_select_INT64(loops, nullptr, nullptr, GrB_DIAG, a, 0, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(loops));
    const bool symmetric = is_symmetric(a, entries);
    if (count(a) != static_cast<GrB_Index>(found.nvals))
        result.difference = fmt::format("nvals is {}, {} has {}", found.nvals, result.against[0], count(a));
    else if (count(loops) != static_cast<GrB_Index>(found.self_loops))
        result.difference = fmt::format("self_loops is {}, {} has {}", found.self_loops, result.against[0], count(loops));
    else if (symmetric != found.symmetric)
        result.difference = fmt::format("symmetric is {}, {} has {}", found.symmetric, result.against[0], symmetric);
    return result;
}

verdict verify_triangles(const gb::matrix<void>& a, std::int64_t triangles) {
    verdict result{{suitesparse_name()}, {}};
    const ss::matrix_handle all = ss::to_suitesparse(a);
    const ss::matrix_handle lower = ss::new_matrix<bool>(a.nrows(), a.ncols());
    ss::check(GrB_Matrix_select_INT64(lower, nullptr, nullptr, GrB_TRIL, all, -1, nullptr), "GrB_select",
              static_cast<GrB_Matrix>(lower));
    const ss::matrix_handle wedges = ss::new_matrix<std::int64_t>(a.nrows(), a.ncols());
    ss::check(GrB_mxm(wedges, lower, nullptr, ss::make_semiring<std::int64_t>("plus", "pair"), lower, lower, GrB_DESC_ST1),
              "GrB_mxm", static_cast<GrB_Matrix>(wedges));
    std::int64_t expected = 0;
    ss::check(GrB_Matrix_reduce_INT64(&expected, nullptr, GrB_PLUS_MONOID_INT64, wedges, nullptr), "GrB_reduce");
    if (expected != triangles)
        result.difference = fmt::format("{} triangles, {} has {}", triangles, result.against[0], expected);
    return result;
}

}  // namespace grb
