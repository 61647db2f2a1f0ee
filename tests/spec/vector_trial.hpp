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

/// The trials of a product u' A: call(ctx, w, mask, accum, u, A, desc) is the operation `name`.
template <class TW, class TM, class TU, class TA, class S, class Call>
void check_products_from_left(std::uint64_t seed, const std::string& name, const S& semiring, const Call& call) {
    random r(seed);
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
                    name + " " + shape_text({shape.inner, shape.rows}), {.transpose_b = tb}, vector_methods,
                    product_tolerance<S, TW>(shape.inner), !gb::is_catalogued<S>};
                check_outputs(about, in_form(w0, dense_w), in_form(m0, dense_m),
                              in_form(write<gb::vector<TU>>(u), dense_u), matrix, t, call);
            });
        }
    }
}

template <class TW, class TM, class TU, class TA, class S>
void check_vxm(const std::string& name, const S& semiring) {
    check_products_from_left<TW, TM, TU, TA>(
        20240203, name + " vxm", semiring,
        [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto& y, const auto& d) {
            gb::vxm(ctx, w, m, accum, semiring, x, y, d);
        });
}

/// The entries of `after` that `before` lacks or has with another value.
template <class T>
dense<T> changes(const dense<T>& before, const dense<T>& after) {
    dense<T> out{after.nrows, after.ncols};
    for (std::size_t p = 0; p < after.cells.size(); ++p) {
        if (!after.cells[p]) continue;
        const bool is_same = before.cells[p] && (*before.cells[p] == *after.cells[p] ||
                                                 (*before.cells[p] != *before.cells[p] && *after.cells[p] != *after.cells[p]));
        if (!is_same) out.cells[p] = after.cells[p];
    }
    return out;
}

/// vxm_update, which has to report the changes of whatever it did to w; then w is the caller's to check.
template <class TC, class TW, class Mask, class Accum, class S, class TU, class TA>
void update_and_check_changes(const gb::context& ctx, gb::vector<TW>& w, const Mask& mask, const Accum& accum,
                              const S& semiring, const gb::vector<TU>& u, const gb::matrix<TA>& a, const gb::descriptor& d) {
    const auto before = read(w);
    gb::vector<TC> changed(w.size());
    gb::vxm_update(ctx, w, changed, mask, accum, semiring, u, a, d);
    const auto problem = difference(changed, changes(before, read(w)));
    if (!problem.empty()) throw std::runtime_error("changed: " + problem);
}

template <class TW, class TM, class TU, class TA, class TC, class S>
void check_update(const std::string& name, const S& semiring) {
    check_products_from_left<TW, TM, TU, TA>(
        20240505, name + " vxm_update", semiring,
        [&](const auto& ctx, auto& w, const auto& m, const auto& accum, const auto& x, const auto& y, const auto& d) {
            update_and_check_changes<TC>(ctx, w, m, accum, semiring, x, y, d);
        });
}

template <class T>
gb::matrix<T> random_graph(index n, index edges, std::uint64_t seed) {
    random r(seed);
    std::vector<index> rows, columns;
    std::vector<T> weights;
    for (index e = 0; e < edges; ++e) {
        // Some rows are long, many are empty.
        const index i = r.chance(0.5) ? r.below(n / 50 + 1) : r.below(n);
        if (i % 3 == 2) continue;
        rows.push_back(i);
        columns.push_back(r.below(n));
        weights.push_back(static_cast<T>(r.below(200)));
    }
    return gb::matrix<T>::from_edges(n, n, rows, columns, weights);
}

}  // namespace spec
