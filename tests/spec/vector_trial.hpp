// Needs: Catch2, trial.hpp.
//
// Idea: both products of a matrix and a vector, with each vector in each of the two forms it can be kept in: the
// library has a path of its own for nearly every combination of forms.
#pragma once

#include "trial.hpp"

namespace spec {

struct vector_product_shape {
    index rows, inner;
    double density, fill;
};

inline constexpr std::array vector_product_shapes{
    vector_product_shape{0, 0, 0.5, 0.5},   vector_product_shape{3, 0, 0.5, 0.5},
    vector_product_shape{0, 3, 0.5, 0.5},   vector_product_shape{1, 1, 1.0, 1.0},
    vector_product_shape{6, 6, 0.4, 0.5},   vector_product_shape{5, 1, 0.8, 1.0},
    vector_product_shape{1, 65, 0.5, 0.5},  vector_product_shape{63, 2, 0.5, 1.0},
    vector_product_shape{64, 64, 0.1, 0.1}, vector_product_shape{65, 4, 0.6, 0.6},
    vector_product_shape{129, 5, 0.1, 0.4}};

/// f(w dense, mask dense, u dense).
template <class F>
void for_each_form(F&& f) {
    for (const bool w : {false, true})
        for (const bool mask : {false, true})
            for (const bool u : {false, true}) f(w, mask, u);
}

template <class TW, class TM, class TA, class TU, class S>
void check_mxv(const std::string& name, const S& semiring) {
    random r(20240202);
    for (const auto& shape : vector_product_shapes) {
        const auto a = random_dense<TA>(r, shape.rows, shape.inner, shape.density);
        const auto u = random_dense<TU>(r, 1, shape.inner, shape.fill);
        const auto t = transposed(mxm(semiring, a, transposed(u)));
        const auto w0 = write<gb::vector<TW>>(random_dense<TW>(r, 1, shape.rows, 0.5));
        const auto m0 = write<gb::vector<TM>>(random_dense<TM>(r, 1, shape.rows, 0.5));
        for (const bool ta : {false, true}) {
            const auto matrix = write<gb::matrix<TA>>(ta ? transposed(a) : a);
            for_each_form([&](bool dense_w, bool dense_m, bool dense_u) {
                const trial about{
                    name + " mxv " + shape_text({shape.rows, shape.inner}), {.transpose_a = ta}, vector_methods,
                    product_tolerance<S, TW>(shape.inner), !gb::is_catalogued<S>};
                check_outputs(about, in_form(w0, dense_w), in_form(m0, dense_m), matrix,
                              in_form(write<gb::vector<TU>>(u), dense_u), t,
                              [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x,
                                  const auto& y, const auto& d) { gb::mxv(ctx, w, m, accum, semiring, x, y, d); });
            });
        }
    }
}

template <class TW, class TM, class TU, class TA, class S>
void check_vxm(const std::string& name, const S& semiring) {
    random r(20240203);
    for (const auto& shape : vector_product_shapes) {
        const auto u = random_dense<TU>(r, 1, shape.inner, shape.fill);
        const auto a = random_dense<TA>(r, shape.inner, shape.rows, shape.density);
        const auto t = mxm(semiring, u, a);
        const auto w0 = write<gb::vector<TW>>(random_dense<TW>(r, 1, shape.rows, 0.5));
        const auto m0 = write<gb::vector<TM>>(random_dense<TM>(r, 1, shape.rows, 0.5));
        for (const bool tb : {false, true}) {
            const auto matrix = write<gb::matrix<TA>>(tb ? transposed(a) : a);
            for_each_form([&](bool dense_w, bool dense_m, bool dense_u) {
                const trial about{
                    name + " vxm " + shape_text({shape.inner, shape.rows}), {.transpose_b = tb}, vector_methods,
                    product_tolerance<S, TW>(shape.inner), !gb::is_catalogued<S>};
                check_outputs(about, in_form(w0, dense_w), in_form(m0, dense_m),
                              in_form(write<gb::vector<TU>>(u), dense_u), matrix, t,
                              [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x,
                                  const auto& y, const auto& d) { gb::vxm(ctx, w, m, accum, semiring, x, y, d); });
            });
        }
    }
}

}  // namespace spec
