// Own semirings over structs and numbers, on both engines, against the specification: under all kinds of masks, with
// accumulators that carry their source, by all methods.
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/own_semiring.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/propagate.hpp>
#include <graphblas_gpu/transpose.hpp>
#include <graphblas_gpu/vxm_update.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/sourced_trial.hpp>

#include <tuple>

namespace gb = graphblas_gpu;
using namespace device_samples;

namespace {

/// C<M, replace> = accum(C, A B) on both engines.
template <bool extent, class S, class Accum>
void check_against_specification(const S& s, const Accum& accum) {
    using value = gb::semiring_value_t<S>;
    using left = gb::semiring_left_t<S>;
    using right = gb::semiring_right_t<S>;
    constexpr gb::index n = 22;
    const auto a = some_matrix<left>(n, n, 1);
    const auto b = some_matrix<right>(n, n, 2);
    const auto c = some_matrix<value>(n, n, 3, 0.3);
    const auto m = some_matrix<int>(n, n, 4, 0.4);
    const auto spec_c = spec::read(c);
    const auto t = spec::mxm(s, spec::read(a), spec::read(b));
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        INFO((ctx == &on_host() ? "host" : "device"));
        const auto multiply = [&](mask_kind kind, bool replace, const auto& mask, const auto& by) {
            INFO("mask " << static_cast<int>(kind) << " replace " << replace);
            const auto wanted = spec::write_back(spec_c, admitted(spec::read(m), kind), by, t, replace);
            for (const gb::method how : gb::all_methods) {
                if (how == gb::method::dot && !admits_only(kind)) continue;
                if (how == gb::method::merge && kind != mask_kind::none) continue;
                INFO(gb::to_string(how));
                auto out = c;
                gb::mxm(*ctx, out, mask, by, s, a, b, {.replace = replace, .method = how});
                check_equal(wanted, spec::read(out));
            }
            INFO("transposed operands");
            auto out = c;
            gb::mxm(*ctx, out, mask, by, s, gb::transpose(on_host(), a), gb::transpose(on_host(), b),
                    {.transpose_a = true, .transpose_b = true, .replace = replace});
            check_equal(wanted, spec::read(out));
        };
        for (const bool replace : {false, true}) {
            multiply(mask_kind::none, replace, gb::no_mask, gb::no_accum);
            if constexpr (extent == in_full) multiply(mask_kind::none, replace, gb::no_mask, accum);
            for (const mask_kind kind : mask_kinds) {
                const auto mask = mask_of(m, kind);
                multiply(kind, replace, mask, accum);
                if constexpr (extent == in_full) multiply(kind, replace, mask, gb::no_accum);
            }
        }
        using monoid = gb::semiring_add_t<S>;
        if constexpr (!gb::monoid_is_any<monoid>) {
            const bool is_same =
                gb::mxm_reduce(*ctx, gb::semiring_add(s), gb::structure(m), s, a, b) ==
                spec::reduce(gb::semiring_add(s),
                             spec::write_back(spec::dense<value>{n, n}, admitted(spec::read(m), mask_kind::structure),
                                              gb::no_accum, t, true));
            CHECK(is_same);
        }
        check_equal(spec::write_back(spec::dense<value>{n, n}, admitted(spec::read(m), mask_kind::values_complement),
                                     gb::no_accum, t, true),
                    spec::read(gb::plan_mxm(*ctx, !gb::values(m), s, a, b).execute()));
    }
}

}  // namespace

TEST_CASE("products of matrices over own semirings are the specification's") {
    for_each_sourced_semiring([](auto extent, const auto& semiring, const auto& accum) {
        check_against_specification<extent.value>(semiring, accum);
    });
}

TEST_CASE("method merge adds up long rows of 16 bytes") {
    const gb::descriptor by_merge{.method = gb::method::merge};
    // Entries of 70 and of 2500 terms, of which those end within a chunk of multiplications, and these cover several.
    const auto check = [&](gb::index rows, gb::index inner, double density) {
        const auto a = some_matrix<sources::long_complex>(rows, inner, 1, density);
        const auto b = some_matrix<sources::long_complex>(inner, rows, 2, density);
        const auto m = some_matrix<int>(rows, rows, 3, 0.4);
        const auto wanted = gb::mxm(on_host(), sources::long_complex_products{}, a, b);
        for (const gb::method how : {gb::method::automatic, gb::method::merge, gb::method::hash}) {
            const bool is_same = wanted == gb::mxm(on_device(), sources::long_complex_products{}, a, b, {.method = how});
            CHECK(is_same);
        }
        auto out = wanted, out_too = wanted;
        gb::mxm(on_host(), out, !gb::structure(m), sources::long_complex_sum{}, sources::long_complex_products{}, a, b);
        gb::mxm(on_device(), out_too, !gb::structure(m), sources::long_complex_sum{}, sources::long_complex_products{}, a, b,
                by_merge);
        const bool is_same_outside = out == out_too;
        CHECK(is_same_outside);
        const bool is_same_by_plan =
            wanted == gb::plan_mxm(on_device(), sources::long_complex_products{}, a, b, by_merge).execute();
        CHECK(is_same_by_plan);
        const auto x = some_matrix<float>(rows, inner, 4, density);
        const auto y = some_matrix<std::int8_t>(inner, rows, 5, density);
        const bool is_same_of_positions = gb::mxm(on_host(), sources::placed_products{}, x, y) ==
                                          gb::mxm(on_device(), sources::placed_products{}, x, y, by_merge);
        CHECK(is_same_of_positions);
    };
    check(64, 80, 0.9);
    check(3, 2600, 0.95);
}

TEST_CASE("terms of 16 bytes are merged where searching for them is expected to take longer", "[one device]") {
    const auto method_of = [](const gb::coordinates& structure) {
        const auto a = gb::apply(
            on_host(),
            [](float x) {
                return sources::long_complex{x, 2};
            },
            gb::from_coordinates<float>(structure));
        const auto c = gb::mxm(on_device(), sources::long_complex_products{}, a, a);
        const gb::method taken = on_device().last_report().method;
        const bool is_same = c == gb::mxm(on_host(), sources::long_complex_products{}, a, a);
        CHECK(is_same);
        return taken;
    };
    CHECK(method_of(gb::uniform(1200, 32, 1)) == gb::method::merge);  // rows of 32, 1.6 terms an entry
    CHECK(method_of(gb::band(1900, 12)) != gb::method::merge);        // rows of 25, 13 terms an entry
    CHECK(method_of(gb::uniform(300, 10, 1)) != gb::method::merge);   // too few multiplications for a sample
}

TEST_CASE("shortest paths with their sources, by an accumulator that carries its source") {
    // Rounds of vxm_update until nothing changes.
    const auto lengths = some_matrix<float>(40, 40, 4, 0.1);
    const auto positive = gb::apply(on_host(), gb::abs{}, lengths);
    const auto search = [&](const gb::context& ctx) {
        gb::vector<sources::arrival> w(40), near(40);
        w.set_element(4, {0, 4});
        w.set_element(17, {0.5f, 17});
        near = w;
        for (int round = 0; near.nvals() > 0 && round < 100; ++round) {
            gb::vxm_update(ctx, w, near, gb::no_mask, sources::earlier{}, sources::arrivals{}, near, positive);
        }
        CHECK(near.nvals() == 0);
        return w;
    };
    const auto wanted = search(on_host());
    const bool is_same = wanted == search(on_device());
    CHECK(is_same);
    // The same loop as one operation.
    for (const gb::context* ctx : {&on_host(), &on_device()}) {
        gb::vector<sources::arrival> w(40);
        w.set_element(4, {0, 4});
        w.set_element(17, {0.5f, 17});
        gb::propagate(*ctx, w, w, gb::relax, sources::arrivals{}, positive);
        const bool is_the_loop = w == wanted;
        CHECK(is_the_loop);
    }
}

namespace {

/// A struct that the host makes from another one.
struct departure {
    float at = 0;
    std::int32_t to = 0;
    departure() = default;
    constexpr departure(const sources::arrival& x) : at(-x.distance), to(x.from) {}
    bool operator==(const departure&) const = default;
};

}  // namespace

TEST_CASE("a plan that the device has made is executed on the host where the device refuses its output", "[one device]") {
    const auto lengths = some_matrix<float>(40, 40, 4, 0.1);
    const auto starts = some_matrix<sources::arrival>(40, 40, 5), m = some_matrix<sources::arrival>(40, 40, 6, 0.5);
    const auto executed = [&](const gb::context& ctx, const auto& mask) {
        gb::matrix<departure> c(40, 40);
        gb::plan_mxm(ctx, mask, sources::arrivals{}, starts, lengths).execute(c);
        return c;
    };
    const gb::context automatic = gb::context::automatic();
    for (const auto& mask : {gb::structure(m), !gb::structure(m)}) {
        CHECK_THROWS_AS(executed(on_device(), mask), gb::unsupported);
        const bool is_same = executed(automatic, mask) == executed(on_host(), mask);
        CHECK(is_same);
        CHECK(automatic.last_report().engine == "host");
    }
}

TEST_CASE("products of structs leave their structure in objects without values") {
    const auto lengths = gb::apply(on_host(), gb::abs{}, some_matrix<float>(40, 40, 4, 0.1));
    const auto starts = some_matrix<sources::arrival>(40, 40, 5);
    const auto found = [&](const gb::context& ctx) {
        gb::vector<void> visited(40), near(40);
        visited.set_element(4);
        gb::vxm_update(ctx, visited, near, !gb::structure(visited), gb::no_accum, sources::arrivals{},
                       some_vector<sources::arrival>(40, 6), lengths);
        gb::matrix<void> product(40, 40);
        gb::plan_mxm(ctx, sources::arrivals{}, starts, lengths).execute(product);
        return std::tuple(visited, near, product);
    };
    const auto wanted = found(on_host());
    CHECK(std::get<1>(wanted).nvals() > 20);
    CHECK(std::get<2>(wanted).nvals() > 200);
    const bool is_same = wanted == found(on_device());
    CHECK(is_same);
}
