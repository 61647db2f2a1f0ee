// Idea: see report_products.hpp.
#include "report_products.hpp"

#include <graphblas_gpu/mxm.hpp>
#include <semirings/semirings.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace grb {
namespace {

/// Beyond this number of multiplications a product takes a minute, and none is measured.
constexpr std::int64_t most_multiplications = std::int64_t{1} << 33;
/// A method is not run if it is expected to take this many times longer than it would be repeated, and this long at least.
constexpr double patience = 20, least_milliseconds = 2000;

using multiplication = bench_run(const bench_graph&, gb::method);

template <class T, class Mask, class Semiring, class A>
bench_run multiplied(const bench_graph& g, const Mask& mask, const Semiring& semiring, const A& a, gb::method how) {
    return timed(
        [&] {
            gb::matrix<T> c(a.nrows(), a.ncols());
            gb::mxm(g.ctx, c, mask, gb::no_accum, semiring, a, a, {.method = how});
            return c;
        },
        [](const auto& c) { return c.nvals(); });
}

bench_run square(const bench_graph& g, gb::method how) {
    return std::visit([&]<class T>(const gb::matrix<T>& a) { return multiplied<T>(g, gb::no_mask, gb::plus_times<T>, a, how); },
                      g.lengths);
}

bench_run square_within(const bench_graph& g, gb::method how) {
    return multiplied<std::int64_t>(g, gb::structure(g.structure), gb::plus_pair<std::int64_t>, g.structure, how);
}

/// What stands in place of times if f() fails.
template <class F>
std::string reason_of_failure(F&& f) {
    try {
        f();
        return {};
    } catch (const gb::error& e) {
        return e.what();
    } catch (const std::bad_alloc&) {
        return "there is not enough memory";
    }
}

measured_product measure(const char* name, const char* words, multiplication* multiply, const bench_graph& g, double seconds) {
    measured_product product{name, words, {}, {}};
    const std::string failure = reason_of_failure([&] {
        const progress_bar bar(fmt::format("multiplying: {}", words), &g.ctx.progress());
        (void)multiply(g, gb::method::automatic);
        product.report = g.ctx.last_report();
    });
    for (const gb::method m : gb::all_methods) {
        if (m == gb::method::automatic) continue;
        measured_method& one = product.methods.emplace_back(measured_method{m, {}, {}, failure});
        if (!failure.empty()) continue;
        one.expected = product.report.estimates[m];
        if (one.expected.is_predicted() && one.expected.milliseconds > std::max(patience * 1e3 * seconds, least_milliseconds) &&
            m != product.report.method) {
            one.why_not = "not run, because it is expected to take long";
            continue;
        }
        one.why_not = reason_of_failure([&] {
            one.times = repeat(fmt::format("{} by {}", words, gb::to_string(m)), seconds, [&] { return multiply(g, m); });
        });
    }
    return product;
}

}  // namespace

const measured_method* measured_product::fastest() const {
    const measured_method* best = nullptr;
    for (const measured_method& one : methods)
        if (one.times && (best == nullptr || one.times->median() < best->times->median())) best = &one;
    return best;
}

std::vector<measured_product> measure_products(const bench_graph& g, double seconds) {
    constexpr const char* all = "A*A over plus_times";
    constexpr const char* within = "C<A> = A*A over plus_pair";
    const std::int64_t multiplications = gb::mxm_flops(g.ctx, g.structure, g.structure);
    if (multiplications > most_multiplications) {
        gb::report none;
        none.reason = fmt::format("not multiplied: {} multiplications take minutes", multiplications);
        return {{"square", all, none, {}}, {"square_within", within, none, {}}};
    }
    return {measure("square", all, &square, g, seconds), measure("square_within", within, &square_within, g, seconds)};
}

}  // namespace grb
