// The operations of a world, see parts.hpp. Each draws what it needs; if there are no objects of fitting shapes, it does
// nothing.
#pragma once

#include "products.hpp"
#include "world.hpp"

namespace spec::fuzz {

template <class T>
void world<T>::step(random& r) {
    const auto named = [&](const char* name) { current_ = name; };
    switch (r.below(20)) {
        case 0:
        case 1:
        case 2: return named("change"), change(r);
        case 3: return named("questions"), ask(r);
        case 4:
        case 5:
        case 6: return named("mxm"), product(r);
        case 7: return named("other products"), other_product(r);
        case 8: return named("plan"), plan(r);
        case 9: return named("vxm"), vector_product(r);
        case 10: return named("mxv"), product_of_matrix_and_vector(r);
        case 11: return named("ewise"), r.chance(0.6) ? elementwise(r, matrices_) : elementwise(r, vectors_);
        case 12: return named("apply"), r.chance(0.6) ? map(r, matrices_) : map(r, vectors_);
        case 13: return named("select"), r.chance(0.6) ? choose(r, matrices_) : choose(r, vectors_);
        case 14: return named("transpose"), transpose(r);
        case 15: return named("extract"), extract(r);
        case 16: return named("assign"), assign(r);
        case 17: return named("assign to vectors"), assign_vector(r);
        case 18: return named("reduce"), reduce(r);
        default: return named("rearrange"), rearrange(r);
    }
}

/// New values in place, whose structure stays.
template <class T>
void world<T>::change_values(random& r, matrix& h) {
    auto values = h.object.values();
    std::size_t p = 0;
    for (auto& cell : h.model.cells)
        if (cell) cell = values[p++] = value_of<T>(r);
}

/// Changes of one container.
template <class T>
void world<T>::change(random& r) {
    ++counts_.runs[current_];
    const auto change_one = [&](auto& list) {
        auto& h = any_of(r, list);
        using object = std::remove_reference_t<decltype(h.object)>;
        constexpr bool is_matrix = gb::is_matrix<object>;
        const bool is_empty = h.model.cells.empty();
        const index i = is_empty ? 0 : r.below(h.model.nrows), j = is_empty ? 0 : r.below(h.model.ncols);
        switch (const index kind = r.below(8)) {
            case 0:
            case 1:
                if (is_empty) return;
                words_ = "several set_element of " + h.name;
                for (index n = r.below(6); n >= 0; --n) set(h, r.below(h.model.nrows), r.below(h.model.ncols), value_of<T>(r));
                return;
            case 2:
                if (is_empty) return;
                words_ = "remove_element of " + h.name;
                if constexpr (is_matrix) h.object.remove_element(h.rows->far(i), h.columns->far(j));
                else h.object.remove_element(h.columns->far(j));
                h.model.at(i, j).reset();
                return;
            case 3:
                words_ = "values in place of " + h.name;
                if constexpr (is_matrix) change_values(r, h);
                else if (h.columns->is_near()) h.object.make_dense();
                return;
            case 4:
                words_ = "clear " + h.name;
                if (r.chance(0.5)) return fill(r, h);
                h.object.clear();
                h.model = {h.model.nrows, h.model.ncols};
                return;
            case 5: {
                auto& from = *any_of_shape(r, list, h.rows, h.columns);
                words_ = h.name + " = " + from.name;
                if (kind % 2 == 1 && &from != &h && r.chance(0.3)) {
                    std::swap(h.object, from.object);
                    std::swap(h.model, from.model);
                    return;
                }
                h.object = object(from.object);
                h.model = from.model;
                return;
            }
            case 6: {
                words_ = "resize " + h.name + " and back";
                const index nrows = is_empty ? 0 : r.below(h.model.nrows + 1),
                            ncols = is_empty ? 0 : r.below(h.model.ncols + 1);
                if constexpr (is_matrix) {
                    h.object.resize(h.rows->far(nrows), h.columns->far(ncols));
                    h.object.resize(h.rows->size, h.columns->size);
                    h.model = resized(resized(h.model, nrows, ncols), h.model.nrows, h.model.ncols);
                } else {
                    h.object.resize(h.columns->far(ncols));
                    h.object.resize(h.columns->size);
                    h.model = resized(resized(h.model, 1, ncols), 1, h.model.ncols);
                }
                return;
            }
            default: words_ = "new content of " + h.name; return fill(r, h);
        }
    };
    if (r.chance(0.65)) change_one(matrices_);
    else change_one(vectors_);
    if (r.chance(0.2)) fill(r, any_of(r, structures_));
}

/// What does not change anything but caches.
template <class T>
void world<T>::ask(random& r) {
    ++counts_.runs[current_];
    matrix& h = any_of(r, matrices_);
    if (h.rows == h.columns && r.chance(0.7)) {
        words_ = "is_symmetric of " + h.name;
        bool want = true;
        for (index i = 0; i < h.model.nrows; ++i) {
            for (index j = 0; j < i; ++j) {
                const auto &x = h.model.at(i, j), &y = h.model.at(j, i);
                want = want && x.has_value() == y.has_value() && (!x || gb::base::interchangeable(*x, *y));
            }
        }
        const bool got = r.chance(0.5) || !is_scalar ? h.object.is_symmetric() : h.object.is_symmetric(any_context(r));
        if (got != want) throw wrong(h.name + (want ? " is" : " is not") + " symmetric");
        return;
    }
    if (h.model.cells.empty()) return;
    words_ = "get_element of " + h.name;
    const index i = r.below(h.model.nrows), j = r.below(h.model.ncols);
    const auto got = h.object.get_element(h.rows->far(i), h.columns->far(j));
    const auto& want = h.model.at(i, j);
    if (got.has_value() != want.has_value() || (got && !same<T>(*got, *want))) throw wrong("get_element is wrong");
    vector& v = any_of(r, vectors_);
    const auto count = std::count_if(v.model.cells.begin(), v.model.cells.end(), [](const auto& x) { return x.has_value(); });
    if (v.object.nvals() != count) throw wrong("nvals of " + v.name + " is wrong");
}

/// ewise_add and ewise_mult, by the library's minus or by a function of the fuzzer's own.
template <class T>
template <class List>
void world<T>::elementwise(random& r, List& list) {
    auto& c = any_of(r, list);
    auto& a = *any_of_shape(r, list, c.rows, c.columns);
    auto& b = *any_of_shape(r, list, c.rows, c.columns);
    const auto by = [&](const char* name, const auto& op) {
        const bool is_add = r.chance(0.5);
        const auto t = is_add ? ewise_add<T>(op, a.model, b.model) : ewise_mult<T>(op, a.model, b.model);
        store(r, c, {}, std::string(is_add ? "ewise_add " : "ewise_mult ") + name + " " + a.name + " " + b.name, t,
              [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
                  if (is_add) gb::ewise_add(ctx, c.object, mask, accum, op, a.object, b.object, how);
                  else gb::ewise_mult(ctx, c.object, mask, accum, op, a.object, b.object, how);
              });
    };
    if constexpr (is_scalar) {
        if (r.chance(0.6)) return by("minus", gb::minus{});
    }
    by("own", own_pair<T>{});
}

/// apply, to the operand as it is or, if it is a matrix, transposed.
template <class T>
template <class List>
void world<T>::map(random& r, List& list) {
    auto& c = any_of(r, list);
    const auto by = [&](const char* name, const auto& f, const auto& meaning, const auto& a, bool ta, const dense<T>& model) {
        const auto t = apply<T>(meaning, model);
        store(r, c, {.transpose_a = ta}, std::string("apply ") + name + " " + a.name + (ta ? "'" : ""), t,
              [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
                  gb::apply(ctx, c.object, mask, accum, f, a.object, how);
              });
    };
    const auto with = [&](const auto& a, bool ta, const dense<T>& model) {
        if constexpr (is_scalar) {
            const T three = gb::cast<T>(3);
            if (r.chance(0.5))
                return by(
                    "3 - x", gb::bind_first(gb::minus{}, three),
                    [&](const T& x, index, index) { return gb::minus{}(three, x); }, a, ta, model);
        }
        const own_map<T> f{*c.rows, *c.columns};
        by(
            "own", f, [&](const T& x, index i, index j) { return f(x, c.rows->far(i), c.columns->far(j)); }, a, ta, model);
    };
    if constexpr (std::is_same_v<List, std::vector<matrix>>) {
        const operand a = any_operand(r, c.rows, c.columns);
        with(*a.of, a.transposed, a.model());
    } else {
        const auto& a = *any_of_shape(r, list, c.rows, c.columns);
        with(a, false, a.model);
    }
}

template <class T>
template <class List>
void world<T>::choose(random& r, List& list) {
    auto& c = any_of(r, list);
    auto& a = *any_of_shape(r, list, c.rows, c.columns);
    const auto by = [&](const std::string& name, const auto& f, const auto& meaning) {
        const auto t = select(meaning, a.model);
        store(r, c, {}, "select " + name + " " + a.name, t,
              [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
                  gb::select(ctx, c.object, mask, accum, f, a.object, how);
              });
    };
    if (std::is_same_v<List, std::vector<matrix>> && r.chance(0.4)) {
        const index k = r.below(5) - 2;
        // Positions of far sides say which diagonal.
        const auto meaning = [&](const T&, index i, index j) { return a.columns->far(j) - a.rows->far(i) <= k; };
        if constexpr (std::is_same_v<List, std::vector<matrix>>) return by("tril " + std::to_string(k), gb::tril{k}, meaning);
    }
    if constexpr (is_scalar) {
        if (r.chance(0.5)) return by("x > 0", gb::value_gt(T(0)), [](const T& x, index, index) { return x > T(0); });
    }
    const own_choice<T> f{*c.rows, *c.columns};
    by("own", f, [&](const T& x, index i, index j) { return f(x, c.rows->far(i), c.columns->far(j)); });
}

template <class T>
void world<T>::transpose(random& r) {
    matrix& c = any_of(r, matrices_);
    const operand a = any_operand(r, c.rows, c.columns);
    if (a.of == nullptr) return;
    const auto t = a.model();
    store(r, c, {.transpose_a = !a.transposed}, "transpose " + a.words() + "'", t,
          [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
              gb::transpose(ctx, c.object, mask, accum, a.of->object, how);
          });
}

/// Indices of a side, and the same as the library takes them.
struct picked {
    std::vector<index> meant;
    std::vector<index> far;
    std::optional<gb::range> range;
    bool all = false;

    gb::index_list list() const {
        if (all) return gb::all;
        if (range) return *range;
        return far;
    }
};
/// `count` of them; each once if `distinct`.
inline picked pick_from(random& r, const side& from, index count, bool distinct) {
    picked out;
    const bool fits = count > 0 && count <= from.near;
    if (from.is_near() && count == from.near && r.chance(0.4)) {
        out.all = true;
        for (index n = 0; n < count; ++n) out.meant.push_back(n);
    } else if (fits && r.chance(0.4)) {
        const index stride = count == 1 ? 1 : 1 + r.below((from.near - 1) / (count - 1));
        const index first = r.below(from.near - (count - 1) * stride), last = first + (count - 1) * stride;
        const bool falls = r.chance(0.5);
        for (index n = 0; n < count; ++n) out.meant.push_back(falls ? last - n * stride : first + n * stride);
        if (falls) out.range = gb::range{from.far(last), from.far(first) - 1, -stride * from.step};
        else out.range = gb::range{from.far(first), from.far(last) + 1, stride * from.step};
    } else if (distinct) {
        for (index n = 0; n < from.near; ++n) out.meant.push_back(n);
        for (index n = 0; n < count; ++n) std::swap(out.meant[n], out.meant[n + r.below(from.near - n)]);
        out.meant.resize(static_cast<std::size_t>(count));
        if (r.chance(0.4)) std::sort(out.meant.begin(), out.meant.end());
    } else {
        for (index n = 0; n < count; ++n) out.meant.push_back(r.below(from.near));
    }
    for (const index n : out.meant) out.far.push_back(from.far(n));
    return out;
}

template <class T>
void world<T>::extract(random& r) {
    if (r.chance(0.5)) {
        matrix* const c = any_that(r, matrices_, [](const matrix& m) { return m.rows->is_near() && m.columns->is_near(); });
        if (c == nullptr) return;
        const operand a = any_operand(r, any_side(r), any_side(r));
        if (a.of == nullptr) return;
        const side &from_rows = a.transposed ? *a.of->columns : *a.of->rows,
                   &from_columns = a.transposed ? *a.of->rows : *a.of->columns;
        if ((from_rows.near == 0 && c->rows->near > 0) || (from_columns.near == 0 && c->columns->near > 0)) return;
        const picked i = pick_from(r, from_rows, c->rows->near, false), j = pick_from(r, from_columns, c->columns->near, false);
        store(r, *c, {.transpose_a = a.transposed}, "extract " + a.words(), spec::extract(a.model(), i.meant, j.meant),
              [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
                  gb::extract(ctx, c->object, mask, accum, a.of->object, i.list(), j.list(), how);
              });
        return;
    }
    vector* const w = any_that(r, vectors_, [](const vector& v) { return v.columns->is_near(); });
    vector& u = any_of(r, vectors_);
    if (w == nullptr || (u.columns->near == 0 && w->columns->near > 0)) return;
    const picked i = pick_from(r, *u.columns, w->columns->near, false);
    store(r, *w, {}, "extract " + u.name, spec::extract(u.model, {0}, i.meant),
          [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
              gb::extract(ctx, w->object, mask, accum, u.object, i.list(), how);
          });
}

/// assign and subassign of a matrix or a value to a part of a matrix.
template <class T>
void world<T>::assign(random& r) {
    matrix& c = any_of(r, matrices_);
    matrix* const a = any_that(r, matrices_, [&](const matrix& m) {
        return m.rows->is_near() && m.columns->is_near() && m.rows->near <= c.rows->near && m.columns->near <= c.columns->near;
    });
    if (a == nullptr) return;
    const picked i = pick_from(r, *c.rows, a->rows->near, true), j = pick_from(r, *c.columns, a->columns->near, true);
    const bool is_part = r.chance(0.5), is_value = r.chance(0.4);
    const T x = value_of<T>(r);
    const auto source = is_value ? filled(a->rows->near, a->columns->near, x) : a->model;
    write_to(
        r, c, {}, std::string(is_part ? "subassign " : "assign ") + (is_value ? "a value" : a->name),
        [&](const auto& old, const auto& admits, const auto& accum, bool replace) {
            return is_part ? spec::subassign(old, admits, accum, source, replace, i.meant, j.meant)
                           : spec::assign(old, admits, accum, source, replace, i.meant, j.meant);
        },
        [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
            if (is_part && is_value) gb::subassign(ctx, c.object, mask, accum, x, i.list(), j.list(), how);
            else if (is_part) gb::subassign(ctx, c.object, mask, accum, a->object, i.list(), j.list(), how);
            else if (is_value) gb::assign(ctx, c.object, mask, accum, x, i.list(), j.list(), how);
            else gb::assign(ctx, c.object, mask, accum, a->object, i.list(), j.list(), how);
        },
        is_part ? std::pair{a->rows, a->columns} : std::pair{c.rows, c.columns});
}

template <class T>
void world<T>::assign_vector(random& r) {
    vector& w = any_of(r, vectors_);
    vector* const u =
        any_that(r, vectors_, [&](const vector& v) { return v.columns->is_near() && v.columns->near <= w.columns->near; });
    if (u == nullptr) return;
    const picked i = pick_from(r, *w.columns, u->columns->near, true);
    const bool is_part = r.chance(0.5), is_value = r.chance(0.4);
    const T x = value_of<T>(r);
    const auto source = is_value ? filled(1, u->columns->near, x) : u->model;
    write_to(
        r, w, {}, std::string(is_part ? "subassign " : "assign ") + (is_value ? "a value" : u->name),
        [&](const auto& old, const auto& admits, const auto& accum, bool replace) {
            return is_part ? spec::subassign(old, admits, accum, source, replace, {0}, i.meant)
                           : spec::assign(old, admits, accum, source, replace, {0}, i.meant);
        },
        [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
            if (is_part && is_value) gb::subassign(ctx, w.object, mask, accum, x, i.list(), how);
            else if (is_part) gb::subassign(ctx, w.object, mask, accum, u->object, i.list(), how);
            else if (is_value) gb::assign(ctx, w.object, mask, accum, x, i.list(), how);
            else gb::assign(ctx, w.object, mask, accum, u->object, i.list(), how);
        },
        std::pair{&one_, is_part ? u->columns : w.columns});
}

/// Of rows, of columns, of everything.
template <class T>
void world<T>::reduce(random& r) {
    const auto by = [&](const std::string& name, const auto& op, const auto& monoid) {
        if (r.chance(0.4)) {
            matrix& a = any_of(r, matrices_);
            words_ = "reduce by " + name + " " + a.name;
            const T want = spec::reduce(monoid, a.model);
            if (is_large<T>(want)) return;
            attempt([&] {
                const T got = gb::reduce(any_context(r), op, a.object);
                // Which of 0 and -0 is the smallest depends on how the entries are cut.
                if constexpr (is_scalar) {
                    if (got == want) return;
                }
                if (!same(got, want)) throw wrong("is " + text(got) + ", not " + text(want));
            });
            return;
        }
        vector& w = any_of(r, vectors_);
        const operand a = any_operand(r, w.columns, any_side(r));
        if (a.of == nullptr) return;
        const auto t = reduce_rows(monoid, a.model());
        store(r, w, {.transpose_a = a.transposed}, "rows of " + a.words() + " by " + name, t,
              [&](const auto& ctx, const auto& mask, const auto& accum, const auto& how) {
                  gb::reduce(ctx, w.object, mask, accum, op, a.of->object, how);
              });
    };
    if constexpr (is_scalar) {
        if (r.chance(0.5)) by("plus", gb::plus{}, gb::as_monoid<T>(gb::plus{}));
        else by("max", gb::max{}, gb::as_monoid<T>(gb::max{}));
    } else {
        by("least", least_affine::add, least_affine::add);
    }
}

/// Orders, diagonals and rows, as results of their own.
template <class T>
void world<T>::rearrange(random& r) {
    matrix* const a = any_that(r, matrices_, [](const matrix& m) { return m.rows->is_near() && m.rows == m.columns; });
    if (a == nullptr) return;
    const gb::context& ctx = any_context(r);
    const side& all = *a->rows;
    if (r.chance(0.3) && all.near > 0) {
        const index n = r.below(all.near);
        const bool is_row = r.chance(0.5);
        words_ = std::string(is_row ? "extract_row " : "extract_column ") + a->name + ", " + std::to_string(n);
        const picked of = pick_from(r, all, all.near, true);
        const auto want = is_row ? spec::extract(a->model, {n}, of.meant) : transposed(spec::extract(a->model, of.meant, {n}));
        attempt([&] {
            expect(is_row ? gb::extract_row(ctx, a->object, n, of.list()) : gb::extract_column(ctx, a->object, of.list(), n),
                   want, one_, all);
        });
        return;
    }
    if (r.chance(0.5)) {
        const picked order = pick_from(r, all, all.near, true);
        words_ = "permute " + a->name;
        attempt([&] {
            expect(gb::permute(ctx, a->object, order.meant), spec::extract(a->model, order.meant, order.meant), all, all);
        });
        return;
    }
    const index k = all.near == 0 ? 0 : r.below(2 * all.near - 1) - (all.near - 1);
    words_ = "vector_diag " + a->name + ", " + std::to_string(k);
    attempt([&] {
        const auto want = spec::vector_diag(a->model, k);
        expect(gb::vector_diag(ctx, a->object, k), want, one_, side{want.ncols, 0, 1, want.ncols});
    });
}

}  // namespace spec::fuzz
