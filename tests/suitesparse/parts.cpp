// extract, assign and subassign of parts against SuiteSparse:GraphBLAS: all options, index lists and its own ranges.
#include "../spec/picks.hpp"
#include "peer.hpp"

namespace peer {

namespace {

using spec::pick;

/// A pick as SuiteSparse takes it: GrB_ALL, its ranges with an inclusive end, or the list. Assignments have
/// descending ranges spelled out: under a mask version 7.4.0 does for GxB_BACKWARDS something else than for the same list.
struct suitesparse_indices {
    suitesparse_indices(const pick& p, index size, bool backwards) : list(p.meant.begin(), p.meant.end()) {
        list.resize(std::max<std::size_t>(list.size(), 3));
        count = static_cast<GrB_Index>(p.size());
        if (p.how == pick::kind::all) {
            at = GrB_ALL;
            count = static_cast<GrB_Index>(size);
        } else if (p.how == pick::kind::range && !p.meant.empty() && (backwards || p.range.stride > 0)) {
            const index stride = p.range.stride;
            list[GxB_BEGIN] = static_cast<GrB_Index>(p.meant.front());
            list[GxB_END] = static_cast<GrB_Index>(p.meant.back());
            list[GxB_INC] = static_cast<GrB_Index>(stride > 0 ? stride : -stride);
            count = stride == 1 ? GxB_RANGE : stride > 0 ? GxB_STRIDE : GxB_BACKWARDS;
        }
        if (at == nullptr) at = list.data();
    }
    suitesparse_indices(const suitesparse_indices&) = delete;
    suitesparse_indices& operator=(const suitesparse_indices&) = delete;

    std::vector<GrB_Index> list;
    const GrB_Index* at = nullptr;
    GrB_Index count = 0;
};

constexpr index m = 23, n = 70;

/// f(rows, columns) for every way to pick one and some to pick the other.
template <class F>
void for_some_pairs(spec::random& r, index nrows, index ncols, bool repeats, F&& f) {
    const auto rows = spec::picks(r, nrows, repeats), columns = spec::picks(r, ncols, repeats);
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (std::size_t l = 0; l < columns.size(); ++l)
            if ((k + 2 * l) % 5 == 0) f(rows[k], columns[l]);
}

template <class T>
gb::matrix<T> random_matrix(spec::random& r, index nrows, index ncols, double density) {
    return spec::write<gb::matrix<T>>(spec::random_dense<T>(r, nrows, ncols, density));
}
template <class T>
gb::vector<T> random_vector(spec::random& r, index size, double density) {
    return spec::in_form(spec::write<gb::vector<T>>(spec::random_dense<T>(r, 1, size, density)), r.chance(0.5));
}

template <class TC, class TM, class TA>
void compare_extract(const std::string& type) {
    start();
    spec::random r(91);
    const auto u = random_vector<TA>(r, n, 0.4);
    const auto u_there = ss::to_suitesparse(u);
    for (const bool transpose : {false, true}) {
        const gb::descriptor d{.transpose_a = transpose}, other{.transpose_a = !transpose};
        const auto a = random_matrix<TA>(r, transpose ? n : m, transpose ? m : n, 0.3);
        const auto a_there = ss::to_suitesparse(a);
        for_some_pairs(r, m, n, true, [&](const pick& i, const pick& j) {
            const suitesparse_indices rows(i, m, true), columns(j, n, true);
            const std::string name = "extract " + type + ", rows: " + i.name + ", columns: " + j.name;
            compare(
                {name, d}, random_matrix<TC>(r, i.size(), j.size(), 0.3), random_matrix<TM>(r, i.size(), j.size(), 0.4),
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::extract(ctx, out, view, accum, a, i.list(), j.list(), desc);
                },
                theirs(GrB_Matrix_extract, "GrB_Matrix_extract", a_there, rows.at, rows.count, columns.at, columns.count));
        });
        for (const pick& j : spec::picks(r, n, true)) {
            const suitesparse_indices columns(j, n, true);
            const index i = r.below(m);
            const auto w = random_vector<TC>(r, j.size(), 0.3);
            const auto mask = random_vector<TM>(r, j.size(), 0.4);
            const auto column =
                theirs(GrB_Col_extract, "GrB_Col_extract", a_there, columns.at, columns.count, static_cast<GrB_Index>(i));
            compare(
                {"extract_column " + type + ": " + j.name, other}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::extract_column(ctx, out, view, accum, a, j.list(), i, desc);
                },
                column);
            compare(
                {"extract_row " + type + ": " + j.name, other}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, gb::descriptor desc) {
                    desc.transpose_a = !desc.transpose_a;
                    gb::extract_row(ctx, out, view, accum, a, i, j.list(), desc);
                },
                column);
            compare(
                {"extract a subvector " + type + ": " + j.name, {}}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    gb::extract(ctx, out, view, accum, u, j.list(), desc);
                },
                theirs(GrB_Vector_extract, "GrB_Vector_extract", u_there, columns.at, columns.count));
        }
    }
}

template <class TC, class TM, class TA>
void compare_assign_matrices(const std::string& type) {
    start();
    spec::random r(92);
    const auto c = random_matrix<TC>(r, m, n, 0.3);
    for (const bool sub : {false, true}) {
        for (const bool transpose : {false, true}) {
            for_some_pairs(r, m, n, false, [&](const pick& i, const pick& j) {
                const suitesparse_indices rows(i, m, false), columns(j, n, false);
                const auto a = random_matrix<TA>(r, transpose ? j.size() : i.size(), transpose ? i.size() : j.size(), 0.4);
                const auto a_there = ss::to_suitesparse(a);
                const std::string name =
                    (sub ? "subassign " : "assign ") + type + ", rows: " + i.name + ", columns: " + j.name;
                compare(
                    {name, {.transpose_a = transpose}}, c, random_matrix<TM>(r, sub ? i.size() : m, sub ? j.size() : n, 0.4),
                    [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                        if (sub) gb::subassign(ctx, out, view, accum, a, i.list(), j.list(), desc);
                        else gb::assign(ctx, out, view, accum, a, i.list(), j.list(), desc);
                    },
                    theirs(sub ? GxB_Matrix_subassign : GrB_Matrix_assign, "GrB_Matrix_assign", a_there, rows.at, rows.count,
                           columns.at, columns.count));
            });
        }
    }
}

template <class TC, class TM, class TA>
void compare_assign_vectors(const std::string& type) {
    start();
    spec::random r(93);
    const auto c = random_matrix<TC>(r, m, n, 0.3);
    const auto w = random_vector<TC>(r, n, 0.4);
    for (const bool sub : {false, true}) {
        const auto named = [&](const std::string& what, const pick& p) {
            return (sub ? "subassign " : "assign ") + what + " " + type + ": " + p.name;
        };
        for (const pick& j : spec::picks(r, n, false)) {
            const suitesparse_indices columns(j, n, false);
            const auto u = random_vector<TA>(r, j.size(), r.chance(0.5) ? 0.5 : 1.0);
            const auto u_there = ss::to_suitesparse(u);
            const auto mask = random_vector<TM>(r, sub ? j.size() : n, 0.5);
            const index i = r.below(m);
            compare(
                {named("a vector", j), {}}, w, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    if (sub) gb::subassign(ctx, out, view, accum, u, j.list(), desc);
                    else gb::assign(ctx, out, view, accum, u, j.list(), desc);
                },
                theirs(sub ? GxB_Vector_subassign : GrB_Vector_assign, "GrB_Vector_assign", u_there, columns.at,
                       columns.count));
            compare(
                {named("a row", j), {}}, c, mask,
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    if (sub) gb::subassign_row(ctx, out, view, accum, u, i, j.list(), desc);
                    else gb::assign_row(ctx, out, view, accum, u, i, j.list(), desc);
                },
                theirs(sub ? GxB_Row_subassign : GrB_Row_assign, "GrB_Row_assign", u_there, static_cast<GrB_Index>(i),
                       columns.at, columns.count));
        }
        for (const pick& i : spec::picks(r, m, false)) {
            const suitesparse_indices rows(i, m, false);
            const auto u = random_vector<TA>(r, i.size(), 0.5);
            const auto u_there = ss::to_suitesparse(u);
            const index j = r.below(n);
            compare(
                {named("a column", i), {}}, c, random_vector<TM>(r, sub ? i.size() : m, 0.5),
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    if (sub) gb::subassign_column(ctx, out, view, accum, u, i.list(), j, desc);
                    else gb::assign_column(ctx, out, view, accum, u, i.list(), j, desc);
                },
                theirs(sub ? GxB_Col_subassign : GrB_Col_assign, "GrB_Col_assign", u_there, rows.at, rows.count,
                       static_cast<GrB_Index>(j)));
        }
    }
}

}  // namespace

TEST_CASE("SuiteSparse: extract", "[suitesparse][parts]") {
    compare_extract<std::int32_t, std::int32_t, std::int32_t>("int32");
    compare_extract<double, void, float>("float into double");
    compare_extract<bool, bool, void>("structure into bool");
}

TEST_CASE("SuiteSparse: assign and subassign matrices", "[suitesparse][parts]") {
    compare_assign_matrices<std::int32_t, std::int32_t, std::int32_t>("int32");
    compare_assign_matrices<double, void, float>("float into double");
    compare_assign_matrices<bool, bool, void>("structure into bool");
}

TEST_CASE("SuiteSparse: assign and subassign vectors, rows and columns", "[suitesparse][parts]") {
    compare_assign_vectors<std::int32_t, std::int32_t, std::int32_t>("int32");
    compare_assign_vectors<double, void, float>("float into double");
    compare_assign_vectors<bool, bool, void>("structure into bool");
}

TEST_CASE("SuiteSparse: assign and subassign values", "[suitesparse][parts]") {
    using T = std::int32_t;
    start();
    spec::random r(94);
    const auto c = random_matrix<T>(r, m, n, 0.3);
    const auto w = random_vector<T>(r, n, 0.4);
    for (const bool sub : {false, true}) {
        for_some_pairs(r, m, n, false, [&](const pick& i, const pick& j) {
            const suitesparse_indices rows(i, m, false), columns(j, n, false);
            const std::string name = (sub ? "subassign" : "assign") + std::string(" a value, rows: ") + i.name +
                                     ", columns: " + j.name;
            compare(
                {name, {}}, c, random_matrix<T>(r, sub ? i.size() : m, sub ? j.size() : n, 0.4),
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    if (sub) gb::subassign(ctx, out, view, accum, 7, i.list(), j.list(), desc);
                    else gb::assign(ctx, out, view, accum, 7, i.list(), j.list(), desc);
                },
                theirs(sub ? GxB_Matrix_subassign_INT32 : GrB_Matrix_assign_INT32, "GrB_Matrix_assign", 7, rows.at, rows.count,
                       columns.at, columns.count));
        });
        for (const pick& j : spec::picks(r, n, false)) {
            const suitesparse_indices columns(j, n, false);
            compare(
                {(sub ? "subassign" : "assign") + std::string(" a value to a vector: ") + j.name, {}}, w,
                random_vector<T>(r, sub ? j.size() : n, 0.5),
                [&](const auto& ctx, auto& out, const auto& view, const auto& accum, const auto& desc) {
                    if (sub) gb::subassign(ctx, out, view, accum, 7, j.list(), desc);
                    else gb::assign(ctx, out, view, accum, 7, j.list(), desc);
                },
                theirs(sub ? GxB_Vector_subassign_INT32 : GrB_Vector_assign_INT32, "GrB_Vector_assign", 7, columns.at,
                       columns.count));
        }
    }
}

}  // namespace peer
