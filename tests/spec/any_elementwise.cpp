// Element-wise operations, sums and Kronecker products on types that are known at run time, against loops over maps.
#include "any_model.hpp"

#include <functional>

namespace spec::untyped {

TEST_CASE("any: ewise_add and ewise_mult, random types", "[any]") {
    random r(101);
    for (int n = 0; n < trials; ++n) {
        masked_trial t(r);
        const bool is_vector = r.chance(0.4), is_intersection = r.chance(0.5);
        const index nrows = 1 + r.below(9), ncols = 1 + r.below(150);
        const type_descriptor& type = any_type(r);
        t.choose_output(is_vector, nrows, ncols, type_like(r, type));
        t.desc.transpose_a = !is_vector && r.chance(0.3);
        t.desc.transpose_b = !is_vector && r.chance(0.3);
        const object a = random_operand(t, is_vector, nrows, ncols, type_like(r, type), t.desc.transpose_a);
        const object b = random_operand(t, is_vector, nrows, ncols, type_like(r, type), t.desc.transpose_b);
        const chosen_operator op = random_operator(r, type);
        const entry_map x = used(a, t.desc.transpose_a), y = used(b, t.desc.transpose_b);
        entry_map made;
        for (const auto& [p, value] : x) {
            const auto other = y.find(p);
            if (other != y.end()) made[p] = op(value, other->second);
            else if (!is_intersection) made[p] = cast_to(op.op.result_type(), value);
        }
        for (const auto& [p, value] : y)
            if (!is_intersection && !x.contains(p)) made[p] = cast_to(op.op.result_type(), value);
        t.check(is_intersection ? "ewise_mult" : "ewise_add", made, [&](const gb::context& ctx, object& out) {
            if (is_vector && is_intersection) gb::ewise_mult(ctx, out.v, t.mask, t.accumulator(), op.op, a.v, b.v, t.desc);
            else if (is_vector) gb::ewise_add(ctx, out.v, t.mask, t.accumulator(), op.op, a.v, b.v, t.desc);
            else if (is_intersection) gb::ewise_mult(ctx, out.m, t.mask, t.accumulator(), op.op, a.m, b.m, t.desc);
            else gb::ewise_add(ctx, out.m, t.mask, t.accumulator(), op.op, a.m, b.m, t.desc);
        });
    }
}

namespace {

/// A function of entries and its model: of the value and its position.
struct chosen_function {
    any_function f;
    std::function<number(number x, index i, index j)> model;
    bool is_own = false;
};

chosen_function random_function(random& r, const type_descriptor& type, bool selects) {
    const number k = r.below(12) - 3;
    if (is_wide(type)) {
        if (r.chance(0.5))
            return {any_function([](void* z, const void* x) { put(z, at(x) + 1); }, type, type),
                    [](number x, index, index) { return x + 1; }, true};
        return {any_function([](void* z, const void* x, std::uint64_t i, std::uint64_t j,
                                const void* y) { put(z, at(x) + static_cast<number>(i + 2 * j) + at(y)); },
                             type, type, scalar_of(type, 3)),
                [](number x, index i, index j) { return x + i + 2 * j + 3; }, true};
    }
    static const std::pair<const char*, bool (*)(index, index, number)> conditions[] = {
        {"tril", [](index i, index j, number s) { return j <= i + s; }},
        {"triu", [](index i, index j, number s) { return j >= i + s; }},
        {"diag", [](index i, index j, number s) { return j == i + s; }},
        {"offdiag", [](index i, index j, number s) { return j != i + s; }},
        {"rowle", [](index i, index, number s) { return i <= s; }},
        {"rowgt", [](index i, index, number s) { return i > s; }},
        {"colle", [](index, index j, number s) { return j <= s; }},
        {"colgt", [](index, index j, number s) { return j > s; }}};
    const index kind = r.below(5);
    if (kind == 0) {
        const auto& [name, holds] = conditions[r.below(8)];
        return {any_function(name, k), [k, holds](number, index i, index j) { return number{holds(i, j, k)}; }};
    }
    if (kind == 1 && !selects) return {any_function("rowindex", 4), [](number, index i, index) { return i + 4; }};
    if (kind == 2) {
        if (r.chance(0.5))
            return {any_function("identity", type), [&type](number x, index, index) { return cast_to(type, x); }};
        return {any_function("lnot", type), [&type](number x, index, index) { return number{cast_to(type, x) == 0}; }};
    }
    if (kind == 3)
        return {any_function(
                    [](void* z, const void* x, std::uint64_t i, std::uint64_t, const void* y) {
                        *static_cast<number*>(z) =
                            *static_cast<const number*>(x) + static_cast<number>(i) + *static_cast<const number*>(y);
                    },
                    type_of<number>(), type_of<number>(), any_scalar(number{2})),
                [](number x, index i, index) { return x + i + 2; }, true};
    const chosen_operator op = random_operator(r, type);
    const number bound = r.below(6);
    const any_scalar scalar = scalar_of(type_like(r, type), 0).type().code == gb::type_code::boolean
                                  ? scalar_of(type, bound)
                                  : scalar_of(type_of<float>(), bound);
    if (r.chance(0.5))
        return {any_function::bind_first(op.op, scalar), [op, bound](number x, index, index) { return op(bound, x); }};
    return {any_function::bind_second(op.op, scalar), [op, bound](number x, index, index) { return op(x, bound); }};
}

}  // namespace

TEST_CASE("any: apply and select, random types", "[any]") {
    random r(103);
    for (int n = 0; n < 2 * trials; ++n) {
        masked_trial t(r);
        const bool is_vector = r.chance(0.4), selects = r.chance(0.5);
        const index nrows = 1 + r.below(9), ncols = 1 + r.below(90);
        const type_descriptor& type = any_type(r);
        const chosen_function f = random_function(r, type, selects);
        const object a = [&] {
            t.desc.transpose_a = !is_vector && r.chance(0.3);
            return random_operand(t, is_vector, nrows, ncols, type_like(r, type), t.desc.transpose_a);
        }();
        t.needs_host = t.needs_host || f.is_own;
        const bool keeps_a = selects || is_wide(type);
        t.choose_output(is_vector, nrows, ncols, keeps_a ? type_like(r, a.type()) : type_like(r, f.f.result_type()));
        entry_map made;
        for (const auto& [p, x] : used(a, t.desc.transpose_a)) {
            const number y = is_vector ? f.model(x, p.second, 0) : f.model(x, p.first, p.second);
            const number z = cast_to(f.f.result_type(), y);
            if (!selects) made[p] = z;
            else if (z != 0) made[p] = x;
        }
        t.check(selects ? "select" : "apply", made, [&](const gb::context& ctx, object& out) {
            if (is_vector && selects) gb::select(ctx, out.v, t.mask, t.accumulator(), f.f, a.v, t.desc);
            else if (is_vector) gb::apply(ctx, out.v, t.mask, t.accumulator(), f.f, a.v, t.desc);
            else if (selects) gb::select(ctx, out.m, t.mask, t.accumulator(), f.f, a.m, t.desc);
            else gb::apply(ctx, out.m, t.mask, t.accumulator(), f.f, a.m, t.desc);
        });
    }
}

TEST_CASE("any: reduce to a vector and to a scalar, random types", "[any]") {
    random r(107);
    for (int n = 0; n < trials; ++n) {
        masked_trial t(r);
        const index nrows = 1 + r.below(40), ncols = 1 + r.below(12);
        const type_descriptor& type = any_type(r);
        chosen_operator op = random_operator(r, type, true);
        const bool is_named = !is_wide(type) && r.chance(0.7);
        // An operator with an identity, or a ready-made monoid.
        const number least = 0, greatest = 5;
        const bool is_min = op.model == &min_of;
        const any_monoid monoid = is_named ? any_monoid(op.model == &plus_of ? "plus"
                                                        : is_min             ? "min"
                                                                             : "max",
                                                        type)
                                           : any_monoid(op.op, scalar_of(type, cast_to(type, is_min ? greatest : least)));
        t.choose_output(true, 1, nrows, type_like(r, type));
        t.desc.transpose_a = r.chance(0.5);
        const object a = random_operand(t, false, nrows, ncols, type_like(r, type), t.desc.transpose_a);
        entry_map made;
        for (const auto& [p, x] : used(a, t.desc.transpose_a)) {
            const auto known = made.find({0, p.first});
            if (known == made.end()) made[{0, p.first}] = cast_to(type, x);
            else known->second = op(known->second, x);
        }
        t.check("reduce", made, [&](const gb::context& ctx, object& out) {
            gb::reduce(ctx, out.v, t.mask, t.accumulator(), monoid, a.m, t.desc);
        });
        if (a.entries.empty()) continue;
        std::optional<number> sum;
        for (const auto& [p, x] : a.entries) sum = sum ? op(*sum, x) : cast_to(type, x);
        if (*sum > 100) continue;
        for (const gb::context& ctx : contexts()) {
            if (on_cuda() && (is_wide(type) || is_wide(a.type()))) {
                CHECK_THROWS_AS(gb::reduce(ctx, monoid, a.m), gb::unsupported);
                continue;
            }
            CHECK(number_at(type, static_cast<const std::byte*>(gb::reduce(ctx, monoid, a.m).data())) == *sum);
            if (is_wide(type)) continue;
            any_scalar s(2.0f);
            gb::reduce(ctx, s, any_operator("plus", type_of<double>()), monoid, a.m);
            CHECK(s.type() == type_of<float>());
            CHECK(s.as<number>() == 2 + *sum);
            gb::reduce(ctx, s, {}, monoid, gb::extract(ctx, a.m, gb::all, gb::all));
            CHECK(s.as<number>() == *sum);
            CHECK(gb::reduce(ctx, monoid, any_vector(5, type)).as<number>() == monoid.identity().as<number>());
        }
    }
}

TEST_CASE("any: kronecker, random types", "[any]") {
    random r(109);
    for (int n = 0; n < trials; ++n) {
        masked_trial t(r);
        const index ma = 1 + r.below(5), na = 1 + r.below(5), mb = 1 + r.below(6), nb = 1 + r.below(30);
        const type_descriptor& type = any_type(r);
        t.choose_output(false, ma * mb, na * nb, type_like(r, type));
        t.desc.transpose_a = r.chance(0.3);
        t.desc.transpose_b = r.chance(0.3);
        const object a = random_operand(t, false, ma, na, type_like(r, type), t.desc.transpose_a);
        const object b = random_operand(t, false, mb, nb, type_like(r, type), t.desc.transpose_b);
        const chosen_operator op = random_operator(r, type);
        entry_map made;
        for (const auto& [p, x] : used(a, t.desc.transpose_a))
            for (const auto& [q, y] : used(b, t.desc.transpose_b))
                made[{p.first * mb + q.first, p.second * nb + q.second}] = op(x, y);
        t.check("kronecker", made, [&](const gb::context& ctx, object& out) {
            gb::kronecker(ctx, out.m, t.mask, t.accumulator(), op.op, a.m, b.m, t.desc);
        });
    }
}

TEST_CASE("any: an accumulator over another type casts once, and a failed call changes nothing", "[any]") {
    const auto whole = [](double x) {
        any_matrix m(1, 2, type_of<double>());
        m.set_element(0, 0, &x);
        m.set_element(0, 1, &x);
        return m;
    };
    for (const gb::context& ctx : contexts()) {
        any_matrix c(1, 2, type_of<std::int32_t>());
        const std::int32_t one = 1;
        c.set_element(0, 0, &one);
        // 1 + 2.75 is 3; an entry that C does not have is 2.
        gb::apply(ctx, c, {}, any_operator("plus", type_of<double>()), any_function("identity", type_of<double>()),
                  whole(2.75));
        CHECK(entries_of(c) == entry_map{{{0, 0}, 3}, {{0, 1}, 2}});
        // The sum of products is 1.5: 3 + 1.5 and 2 + 1.5, cut.
        any_matrix one_row(1, 1, type_of<double>());
        const double x = 0.5;
        one_row.set_element(0, 0, &x);
        gb::mxm(ctx, c, {}, any_operator("plus", type_of<double>()), gb::any_semiring("plus_times", type_of<double>()), one_row,
                whole(3));
        CHECK(entries_of(c) == entry_map{{{0, 0}, 4}, {{0, 1}, 3}});
        // An entry that one operand has is true although it is no whole number.
        any_matrix b(1, 2, type_of<bool>());
        gb::ewise_add(ctx, b, {}, {}, any_operator("eq", type_of<std::int32_t>()), whole(0.5),
                      any_matrix(1, 2, type_of<float>()));
        CHECK(entries_of(b) == entry_map{{{0, 0}, 1}, {{0, 1}, 1}});

        const any_matrix before = c;
        const any_matrix wides = random_object(*std::make_unique<random>(5), false, 1, 2, wide_type).m;
        const any_operator plus("plus", type_of<std::int32_t>());
        CHECK_THROWS_AS(gb::ewise_add(ctx, c, {}, {}, plus, wides, c), gb::domain_mismatch);
        CHECK_THROWS_AS(gb::assign(ctx, c, {}, {}, wides), gb::domain_mismatch);
        CHECK_THROWS_AS(gb::assign(ctx, c, {}, {}, any_scalar(type_of<float>()), gb::all, gb::all), gb::invalid_value);
        CHECK_THROWS_AS(gb::ewise_add(ctx, c, {}, {}, {}, c, c), gb::invalid_value);
        CHECK_THROWS_AS(gb::ewise_add(ctx, c, {}, {}, plus, c, any_matrix(2, 2, type_of<float>())), gb::dimension_mismatch);
        const any_vector over_vector(2, type_of<bool>());
        CHECK_THROWS_AS(gb::ewise_add(ctx, c, {.vector = &over_vector}, {}, plus, c, c), gb::invalid_value);
        CHECK_THROWS_AS(any_scalar(1.5).as<wide>(), gb::domain_mismatch);
        CHECK_THROWS_AS(any_scalar(type_of<float>()).as<float>(), gb::invalid_value);
        CHECK_THROWS_AS(any_monoid("minus", type_of<float>()), gb::invalid_value);
        CHECK_THROWS_AS(any_monoid("lor", type_of<float>()), gb::invalid_value);
        CHECK_THROWS_AS(any_function("plus", type_of<float>()), gb::invalid_value);
        CHECK_THROWS_AS(any_function("above", 3), gb::invalid_value);
        CHECK(entries_of(c) == entries_of(before));
    }
    CHECK(any_scalar(2.75).as<std::int8_t>() == 2);
    CHECK(any_scalar(true).cast_to(type_of<float>()).as<double>() == 1);
    // An operator and a monoid that are C++ objects.
    struct half_of_both {
        float operator()(float x, float y) const { return (x + y) / 2; }
    };
    any_matrix c(1, 2, type_of<float>());
    gb::ewise_mult(gb::context::host(), c, {}, {}, any_operator::of<float, float>(half_of_both{}), whole(1), whole(4));
    CHECK(gb::get_element(c, 0, 1).as<float>() == 2.5f);
}

}  // namespace spec::untyped
