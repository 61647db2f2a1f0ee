// The products of a world, see operations.hpp.
#pragma once

#include "world.hpp"

namespace spec::fuzz {

/// One whose products do not depend on positions of far sides.
template <class T>
std::string any_semiring(random& r, const side& rows, const side& inner) {
    const auto names = names_of_semirings<T>(rows.is_near() && inner.is_near());
    return names[r.next() % names.size()];
}
inline gb::descriptor any_method(random& r, const std::vector<gb::method>& methods, bool ta, bool tb) {
    gb::descriptor d{.transpose_a = ta, .transpose_b = tb};
    if (r.chance(0.6)) d.method = methods[r.next() % methods.size()];
    return d;
}

template <class T>
void world<T>::product(random& r) {
    matrix& c = any_of(r, matrices_);
    const side* const k = any_side(r);
    const operand a = any_operand(r, c.rows, k), b = any_operand(r, k, c.columns);
    if (a.of == nullptr || b.of == nullptr) return;
    const std::string name = any_semiring<T>(r, *c.rows, *k);
    const gb::descriptor d = any_method(r, all_methods, a.transposed, b.transposed);
    const auto semiring = semiring_named<T>(name);
    store(r, c, d, "mxm " + name + " " + a.words() + " " + b.words(), product_of(name, a.model(), b.model()),
          [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
              gb::mxm(ctx, c.object, mask, accum, semiring, a.of->object, b.of->object, how);
          });
}

/// Structure, number of entries and sum of a product; a product with structure alone.
template <class T>
void world<T>::other_product(random& r) {
    const side *const rows = any_side_of_rows(r), *const k = any_side(r), *const columns = any_side(r);
    const operand a = any_operand(r, rows, k), b = any_operand(r, k, columns);
    if (a.of == nullptr || b.of == nullptr) return;
    const gb::context& ctx = any_context(r);
    gb::descriptor d = any_method(r, all_methods, a.transposed, b.transposed);
    const bool complement = r.chance(0.5);
    auto* const m = r.chance(0.6) ? any_of_shape(r, structures_, rows, columns) : nullptr;
    // Without an admitting mask the first two forms refuse it.
    if (d.method == gb::method::dot && (m == nullptr || complement)) d.method = gb::method::automatic;
    const auto ones = [](const dense<T>& x) { return apply<bool>([](const T&, index, index) { return true; }, x); };
    const auto admits = m == nullptr ? filled(rows->near, columns->near, true) : admitted(m->model, false, complement);
    const auto under_mask = [&](const auto& t) {
        return write_back(std::remove_cvref_t<decltype(t)>{t.nrows, t.ncols}, admits, gb::no_accum, t, true);
    };
    const auto structure = under_mask(mxm(gb::any_pair<bool>, ones(a.model()), ones(b.model())));
    const auto with_mask = [&](auto&& call) {
        if (m == nullptr) return call(gb::no_mask);
        const auto view = gb::structure(m->object);
        return call(complement ? !view : view);
    };
    const auto entries = std::count_if(structure.cells.begin(), structure.cells.end(), [](auto x) { return x.has_value(); });
    const std::string operands = " " + a.words() + " " + b.words() + ", " + gb::to_string(d.method) + ", mask " +
                                 (m == nullptr ? "none" : (complement ? "!" : "") + m->name);
    switch (r.below(4)) {
        case 0:
            words_ = "mxm_structure" + operands;
            attempt([&] {
                with_mask([&](const auto& mask) {
                    expect(gb::mxm_structure(ctx, mask, a.of->object, b.of->object, d), structure, *rows, *columns);
                });
            });
            return;
        case 1:
            words_ = "mxm_nvals" + operands;
            attempt([&] {
                with_mask([&](const auto& mask) {
                    if (gb::mxm_nvals(ctx, mask, a.of->object, b.of->object, d) != entries) throw wrong("is wrong");
                });
            });
            return;
        default: break;
    }
    if constexpr (is_scalar) {
        const std::string name = any_semiring<T>(r, *rows, *k);
        const gb::catalogued<T> semiring(name);
        auto* const s = any_of_shape(r, structures_, k, columns);
        if (s != nullptr && r.chance(0.5)) {
            words_ = "mxm " + name + " " + a.words() + " " + s->name;
            const auto how = any_method(r, all_methods, a.transposed, false);
            const auto values = apply<T>([](bool, index, index) { return gb::cast<T>(1); }, s->model);
            attempt([&] {
                expect(gb::mxm(ctx, semiring, a.of->object, s->object, how), product_of(name, a.model(), values), *rows,
                       *columns);
            });
            return;
        }
        words_ = "mxm_reduce " + name + operands;
        const T want = spec::reduce(gb::as_monoid<T>(gb::plus{}), under_mask(product_of(name, a.model(), b.model())));
        if (is_large<T>(want)) return;
        attempt([&] {
            with_mask([&](const auto& mask) {
                const T got = gb::mxm_reduce(ctx, gb::plus{}, mask, semiring, a.of->object, b.of->object, d);
                if (!same(got, want)) throw wrong("is " + text(got) + ", not " + text(want));
            });
        });
    }
}

/// A plan, executed before and after values of its operand change.
template <class T>
void world<T>::plan(random& r) {
    const side *const rows = any_side_of_rows(r), *const k = any_side(r), *const columns = any_side(r);
    const operand a = any_operand(r, rows, k), b = any_operand(r, k, columns);
    if (a.of == nullptr || b.of == nullptr) return;
    const gb::descriptor d = any_method(r, all_methods, a.transposed, b.transposed);
    words_ = "plan " + a.words() + " " + b.words() + ", " + gb::to_string(d.method);
    const auto by = [&](const auto& semiring) {
        attempt([&] {
            const auto made = gb::plan_mxm(any_context(r), semiring, a.of->object, b.of->object, d);
            for (int turn = 0; turn < 2; ++turn) {
                expect(made.execute(), mxm(semiring, a.model(), b.model()), *rows, *columns);
                change_values(r, *a.of);
            }
        });
    };
    if constexpr (!is_scalar) by(fragile_affine{});
    else if constexpr (std::is_same_v<T, bool>) by(gb::lxor_land<bool>);
    else by(gb::plus_times<T>);
}

template <class T>
void world<T>::vector_product(random& r) {
    vector& w = any_of(r, vectors_);
    const side* const k = any_side(r);
    const operand a = any_operand(r, k, w.columns);
    vector* const u = any_of_shape(r, vectors_, &one_, k);
    if (a.of == nullptr || u == nullptr) return;
    const std::string name = any_semiring<T>(r, one_, *k);
    const auto semiring = semiring_named<T>(name);
    store(r, w, any_method(r, vector_methods, false, a.transposed), "vxm " + name + " " + u->name + " " + a.words(),
          product_of(name, u->model, a.model()), [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
              gb::vxm(ctx, w.object, mask, accum, semiring, u->object, a.of->object, how);
          });
}

template <class T>
void world<T>::product_of_matrix_and_vector(random& r) {
    vector& w = any_of(r, vectors_);
    const side* const k = any_side(r);
    const operand a = any_operand(r, w.columns, k);
    vector* const u = any_of_shape(r, vectors_, &one_, k);
    if (a.of == nullptr || u == nullptr) return;
    const std::string name = any_semiring<T>(r, *w.columns, *k);
    const auto semiring = semiring_named<T>(name);
    store(r, w, any_method(r, vector_methods, a.transposed, false), "mxv " + name + " " + a.words() + " " + u->name,
          transposed(product_of(name, a.model(), transposed(u->model))),
          [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
              gb::mxv(ctx, w.object, mask, accum, semiring, a.of->object, u->object, how);
          });
}

}  // namespace spec::fuzz
