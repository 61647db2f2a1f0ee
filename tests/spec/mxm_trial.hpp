// Idea: a semiring with its types is tried on shapes that are odd on purpose: empty ones, single rows and columns,
// inner dimension 0, more than one or two words of columns and just below and above. The operands are given as they are
// and as the transpose of their transpose, so that T is the same for all transpositions.
#pragma once

#include "trial.hpp"
#include <graphblas_gpu/mxm.hpp>

namespace spec {

struct product_shape {
    index nrows, inner, ncols;
    double density;
};

inline constexpr std::array product_shapes{
    product_shape{0, 0, 0, 0.5},  product_shape{0, 3, 2, 0.5},  product_shape{3, 0, 2, 0.5},
    product_shape{3, 2, 0, 0.5},  product_shape{1, 1, 1, 1.0},  product_shape{5, 4, 1, 0.6},
    product_shape{1, 4, 5, 0.6},  product_shape{4, 1, 4, 0.7},  product_shape{5, 5, 5, 0.3},
    product_shape{6, 4, 7, 0.5},  product_shape{8, 8, 8, 0.15}, product_shape{2, 3, 63, 0.7},
    product_shape{2, 3, 64, 0.7}, product_shape{2, 3, 65, 0.7}, product_shape{4, 3, 129, 0.2},
    product_shape{70, 2, 3, 0.4}, product_shape{3, 130, 4, 0.1}};

template <class TC, class TM, class TA, class TB, class S>
void check_mxm(const std::string& name, const S& semiring) {
    random r(20240101);
    for (const product_shape& shape : product_shapes) {
        const auto a = random_dense<TA>(r, shape.nrows, shape.inner, shape.density);
        const auto b = random_dense<TB>(r, shape.inner, shape.ncols, shape.density);
        const auto t = mxm(semiring, a, b);
        const auto c = write<gb::matrix<TC>>(random_dense<TC>(r, shape.nrows, shape.ncols, 0.5));
        const auto mask = write<gb::matrix<TM>>(random_dense<TM>(r, shape.nrows, shape.ncols, 0.5));
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                const trial about{name + " " + shape_text({shape.nrows, shape.inner, shape.ncols}),
                                  {.transpose_a = ta, .transpose_b = tb},
                                  all_methods,
                                  product_tolerance<S, TC>(shape.inner),
                                  !gb::is_catalogued<S>};
                check_outputs(about, c, mask, write<gb::matrix<TA>>(ta ? transposed(a) : a),
                              write<gb::matrix<TB>>(tb ? transposed(b) : b), t,
                              [&](const auto& ctx, auto& out, const auto& m, const auto& accum, const auto& x,
                                  const auto& y, const auto& d) { gb::mxm(ctx, out, m, accum, semiring, x, y, d); });
            }
        }
    }
}

/// T under the mask, into an empty output.
template <class T>
dense<T> masked(const dense<T>& t, const dense<bool>& mask) {
    return write_back(dense<T>{t.nrows, t.ncols}, mask, gb::no_accum, t, true);
}

template <class T>
index count(const dense<T>& a) {
    index n = 0;
    for (const auto& x : a.cells) n += x.has_value();
    return n;
}

/// f(words, logical a, logical b, stored a, stored b, mask, its dense form, options, descriptor) in all combinations.
template <class TA, class TB, class TM, class F>
void for_each_product(F&& f) {
    random r(20240707);
    for (const product_shape& shape : product_shapes) {
        const auto a = random_dense<TA>(r, shape.nrows, shape.inner, shape.density);
        const auto b = random_dense<TB>(r, shape.inner, shape.ncols, shape.density);
        const auto m = random_dense<TM>(r, shape.nrows, shape.ncols, 0.5);
        const auto mask = write<gb::matrix<TM>>(m);
        for (const bool ta : {false, true}) {
            for (const bool tb : {false, true}) {
                const auto stored_a = write<gb::matrix<TA>>(ta ? transposed(a) : a);
                const auto stored_b = write<gb::matrix<TB>>(tb ? transposed(b) : b);
                for (const options& o : all_options()) {
                    if (o.replace || o.accum != accumulation::none) continue;
                    const auto admits =
                        o.masked ? admitted(m, o.by_value, o.complement) : filled(shape.nrows, shape.ncols, true);
                    for (const gb::method method : all_methods) {
                        if (!is_tried_where_slow()) continue;
                        const gb::descriptor d{.transpose_a = ta, .transpose_b = tb, .method = method};
                        const auto words = [&] {
                            return shape_text({shape.nrows, shape.inner, shape.ncols}) + ": " + describe(o, d, alias::none, 0);
                        };
                        f(words, a, b, stored_a, stored_b, mask, admits, o, d);
                    }
                }
            }
        }
    }
}

/// mxm_reduce of every product by `monoid`, which may be that of the semiring or not.
template <class TA, class TB, class S, class Op, class Agrees>
void check_mxm_reduce(const S& semiring, const Op& op, Agrees&& agrees) {
    std::size_t next = 0;
    for_each_product<TA, TB, std::int8_t>([&](const auto& words, const auto& a, const auto& b, const auto& x, const auto& y,
                                              const auto& mask, const auto& admits, const options& o, const gb::descriptor& d) {
        const auto t = masked(mxm(semiring, a, b), admits);
        const auto want = reduce(gb::as_monoid<gb::semiring_value_t<S>>(op), t);
        const gb::context& ctx = contexts()[next++ % 3];
        with_mask_and_accumulator(o, mask, [&](const auto& view, const auto&) {
            const auto got = gb::mxm_reduce(ctx, op, view, semiring, x, y, d);
            if (!agrees(got, want, t, a.ncols)) FAIL(words() << ": " << text(got) << ", not " << text(want));
        });
    });
    SUCCEED();
}

inline constexpr auto equal = [](const auto& got, const auto& want, const auto&, index) { return same(got, want); };

}  // namespace spec
