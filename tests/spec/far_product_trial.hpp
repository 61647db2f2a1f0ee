// Idea: all shapes of products with a side far beyond its entries, and every form in which a product can be asked for.
#pragma once

#include "far.hpp"
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

namespace spec {

struct far_shape {
    const char* name;
    side rows, inner, columns;
    bool transpose_a, transpose_b;
};

/// Long sides are stored as columns: rows cost 8 bytes each.
inline std::vector<far_shape> far_shapes(random& r) {
    std::vector<far_shape> out;
    out.push_back({"A B', long inner side", near_side(5), far_side(r, longest_side, 40), near_side(6), false, true});
    out.push_back({"A B, long output side", near_side(5), near_side(4), far_side(r, longest_side, 70), false, false});
    out.push_back({"A' B, long output side", near_side(3), near_side(7), far_side(r, longest_side, 9), true, false});
    out.push_back({"A B', inner side of 2^27", near_side(9), far_side(r, long_side, 9), near_side(3), false, true});
    out.push_back({"A B, output side of 2^27", near_side(4), near_side(6), far_side(r, long_side, 12), false, false});
    return out;
}

inline constexpr int few_options = 5;

template <class TC, class TM, class TA, class TB, class S>
void check_far_mxm(const std::string& name, const S& semiring, const far_shape& shape, bool all) {
    random r(20261123);
    const side &rows = shape.rows, &inner = shape.inner, &columns = shape.columns;
    const auto near_a = random_dense<TA>(r, rows.near(), inner.near(), 0.4);
    const auto near_b = random_dense<TB>(r, inner.near(), columns.near(), 0.4);
    const auto near_c = random_dense<TC>(r, rows.near(), columns.near(), 0.4);
    const auto near_mask = random_dense<TM>(r, rows.near(), columns.near(), 0.4);
    const auto a = shape.transpose_a ? far_matrix<TA>(transposed(near_a), inner, rows) : far_matrix<TA>(near_a, rows, inner);
    const auto b =
        shape.transpose_b ? far_matrix<TB>(transposed(near_b), columns, inner) : far_matrix<TB>(near_b, inner, columns);
    const auto c = far_matrix<TC>(near_c, rows, columns);
    const auto mask = far_matrix<TM>(near_mask, rows, columns);
    const far_semiring<S> near_semiring{semiring, &rows, &inner, &columns};
    const auto t = mxm(near_semiring, near_a, near_b);

    int tried = 0;
    for (const options& o : all_options()) {
        if (!all && tried++ % few_options != 0) continue;
        const auto admits =
            o.masked ? admitted(near_mask, o.by_value, o.complement) : filled(rows.near(), columns.near(), true);
        const auto want = o.accum == accumulation::none ? write_back(near_c, admits, gb::no_accum, t, o.replace)
                                                        : write_back(near_c, admits, chosen_accumulator{o.accum}, t, o.replace);
        for (const gb::method method : all_methods) {
            if (!is_tried_here()) continue;
            const gb::descriptor d{
                .transpose_a = shape.transpose_a, .transpose_b = shape.transpose_b, .replace = o.replace, .method = method};
            INFO(name << ": " << shape.name << ": " << describe(o, d, alias::none, 0));
            gb::matrix<TC> out = c;
            with_little_memory([&](const gb::context& ctx) {
                with_mask_and_accumulator(
                    o, mask, [&](const auto& m, const auto& accum) { gb::mxm(ctx, out, m, accum, semiring, a, b, d); });
            });
            const double tolerance = product_tolerance<S, TC>(inner.near());
            expect_none(far_difference(out, want, rows, columns, tolerance), [] { return std::string("mxm"); });
        }
    }
    SUCCEED();
}

/// Everything but mxm under a mask with an accumulator. `fits`: the result may be stored.
template <class TM, class TA, class TB, class S>
void check_far_forms(const std::string& name, const S& semiring, const far_shape& shape, bool fits, bool masked) {
    using value = gb::semiring_value_t<S>;
    random r(20261124);
    const side &rows = shape.rows, &inner = shape.inner, &columns = shape.columns;
    const auto near_a = random_dense<TA>(r, rows.near(), inner.near(), 0.4);
    const auto near_b = random_dense<TB>(r, inner.near(), columns.near(), 0.4);
    const auto near_mask = random_dense<TM>(r, rows.near(), columns.near(), 0.4);
    const auto a = shape.transpose_a ? far_matrix<TA>(transposed(near_a), inner, rows) : far_matrix<TA>(near_a, rows, inner);
    const auto b =
        shape.transpose_b ? far_matrix<TB>(transposed(near_b), columns, inner) : far_matrix<TB>(near_b, inner, columns);
    const far_semiring<S> near_semiring{semiring, &rows, &inner, &columns};
    const auto t = mxm(near_semiring, near_a, near_b);
    const auto sum_of = gb::as_monoid<value>(gb::plus{});
    const auto count_of = [](const auto& x) {
        return std::count_if(x.cells.begin(), x.cells.end(), [](const auto& cell) { return cell.has_value(); });
    };

    for (const gb::method method : all_methods) {
        const gb::descriptor d{.transpose_a = shape.transpose_a, .transpose_b = shape.transpose_b, .method = method};
        INFO(name << ": " << shape.name << ", method " << gb::to_string(method));
        const bool lists_positions = method != gb::method::dot;
        with_little_memory([&](const gb::context& ctx) {
            CHECK(gb::mxm_reduce(ctx, gb::plus{}, gb::no_mask, semiring, a, b, d) == reduce(sum_of, t));
            if (lists_positions) CHECK(gb::mxm_nvals(ctx, a, b, d) == count_of(t));
            CHECK(gb::mxm_flops(ctx, a, b, d) == multiplications(near_a, near_b));
        });
        if (fits) {
            std::optional<gb::matrix<value>> made;
            std::optional<gb::matrix<void>> structure;
            with_little_memory([&](const gb::context& ctx) { made = gb::mxm(ctx, semiring, a, b, d); });
            expect_none(far_difference(*made, t, rows, columns), [] { return std::string("shorthand"); });
            made.reset();
            if (lists_positions) {
                with_little_memory([&](const gb::context& ctx) { structure = gb::mxm_structure(ctx, a, b, d); });
                expect_none(far_difference(*structure, t, rows, columns), [] { return std::string("structure"); });
                structure.reset();
            }
        }
        if (!masked) continue;
        const auto mask = far_matrix<TM>(near_mask, rows, columns);
        for (const bool complement : {false, true}) {
            const auto m = complement ? !gb::values(mask) : gb::values(mask);
            const auto want =
                write_back(dense<value>{t.nrows, t.ncols}, admitted(near_mask, true, complement), gb::no_accum, t, false);
            with_little_memory([&](const gb::context& ctx) {
                CHECK(gb::mxm_reduce(ctx, gb::plus{}, m, semiring, a, b, d) == reduce(sum_of, want));
                if (lists_positions || !complement) {
                    CHECK(gb::mxm_nvals(ctx, m, a, b, d) == count_of(want));
                    expect_none(far_difference(gb::mxm_structure(ctx, m, a, b, d), want, rows, columns),
                                [] { return std::string("structure under a mask"); });
                }
                const auto plan = gb::plan_mxm(ctx, m, semiring, a, b, d);
                expect_none(far_difference(plan.execute(), want, rows, columns), [] { return std::string("plan"); });
                gb::matrix<value> again(rows.size, columns.size);
                plan.execute(again);
                expect_none(far_difference(again, want, rows, columns), [] { return std::string("plan, again"); });
                CHECK(plan.nvals() == count_of(want));
            });
        }
    }
}

/// A shape whose product has too many rows to be stored.
inline far_shape all_rows_and_columns(random& r) {
    return {
        "A' B, all rows and columns", far_side(r, longest_side, 30), near_side(4), far_side(r, longest_side, 20), true, false};
}

}  // namespace spec
