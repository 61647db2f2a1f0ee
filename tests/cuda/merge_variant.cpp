// bhSPARSE, the paper's variant of method merge: against the specification and beside the host, rows at the bounds of all bins,
// lists that grow in shared and in global memory, little memory, and what is refused.
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>

#include <tests/cuda/samples.hpp>
#include <tests/spec/trial.hpp>

namespace {

namespace gb = graphblas_gpu;
using device_samples::on_device;
using device_samples::on_host;
using device_samples::rows_of_sizes;

constexpr gb::descriptor by_bhsparse{.merge_variant = gb::merge_variant::bhsparse};

/// The upper bounds at which another kernel takes a row, the last one at which a list first has no room, and more.
const std::vector<gb::index> bounds = {0,   1,   2,   3,   0,   8,   31,  32,  33,  63,  64,  65,  127,  128, 129,
                                       255, 256, 257, 511, 512, 513, 1,   600, 767, 768, 769, 1024, 1100, 32, 0};

/// B has `long_rows` rows of long_row entries, and as many of one entry. Row i of A names so many of both that row i of C has
/// bounds[i] multiplications.
/// @{
constexpr gb::index long_row = 64, long_rows = 64;
gb::matrix<float> left_of_bounds() {
    std::mt19937 random(1);
    gb::matrix<float> a(static_cast<gb::index>(bounds.size()), 2 * long_rows);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const auto add = [&](gb::index first, gb::index count) {
            std::vector<gb::index> all(long_rows), some;
            std::iota(all.begin(), all.end(), first);
            std::sample(all.begin(), all.end(), std::back_inserter(some), count, random);
            for (const gb::index k : some)
                a.set_element(static_cast<gb::index>(i), k, static_cast<float>(random() % 1000) / 7 - 50);
        };
        add(0, bounds[i] / long_row);
        add(long_rows, bounds[i] % long_row);
    }
    return a;
}
gb::matrix<float> right_of_bounds(gb::index ncols) {
    std::vector<gb::index> sizes(2 * long_rows, 1);
    std::fill_n(sizes.begin(), long_rows, long_row);
    return rows_of_sizes<float>(sizes, ncols, 2);
}
/// @}

/// The same product on both engines, without a mask and under both kinds; the bits of all sums are the host's.
template <class S, class T>
void check_beside_host(const S& semiring, const gb::matrix<T>& a, const gb::matrix<T>& b, double mask_density) {
    CHECK(gb::mxm(on_device(), semiring, a, b, by_bhsparse) == gb::mxm(on_host(), semiring, a, b));
    CHECK(on_device().last_report().method == gb::method::merge);
    const auto mask = device_samples::any_matrix<bool>(a.nrows(), b.ncols(), 3, mask_density);
    for (const bool complement : {false, true}) {
        const auto under = [&](const gb::context& ctx, const gb::descriptor& desc) {
            gb::matrix<gb::semiring_value_t<S>> c(a.nrows(), b.ncols());
            const auto view = gb::structure(mask);
            gb::mxm(ctx, c, complement ? !view : view, gb::no_accum, semiring, a, b, desc);
            return c;
        };
        CHECK(under(on_device(), by_bhsparse) == under(on_host(), {}));
    }
}

/// All masks, accumulators and replace, against the specification.
template <class T, class S>
void check_against_specification(const S& semiring, const spec::dense<T>& a, const spec::dense<T>& b) {
    spec::random r(5);
    const auto t = spec::mxm(semiring, a, b);
    const auto old = spec::random_dense<T>(r, a.nrows, b.ncols, 0.5), m = spec::random_dense<T>(r, a.nrows, b.ncols, 0.5);
    const auto c = spec::write<gb::matrix<T>>(old), mask = spec::write<gb::matrix<T>>(m);
    const auto x = spec::write<gb::matrix<T>>(a), y = spec::write<gb::matrix<T>>(b);
    for (const spec::options& o : spec::all_options()) {
        if (!spec::is_tried_where_slow()) continue;
        auto desc = by_bhsparse;
        desc.replace = o.replace;
        const auto admits = o.masked ? spec::admitted(m, o.by_value, o.complement) : spec::filled(a.nrows, b.ncols, true);
        gb::matrix<T> got = c;
        spec::with_mask_and_accumulator(o, mask, [&](const auto& view, const auto& accum) {
            gb::mxm(on_device(), got, view, accum, semiring, x, y, desc);
            spec::expect_none(spec::difference(got, spec::write_back(old, admits, accum, t, o.replace)),
                              [&] { return spec::describe(o, desc, spec::alias::none, 0); });
        });
    }
    SUCCEED();
}

/// The same with small whole numbers as values.
spec::dense<std::int64_t> whole(const gb::matrix<float>& m) {
    const auto rows = m.to_csr();
    spec::dense<std::int64_t> out{rows.nrows, rows.ncols};
    for (gb::index i = 0; i < rows.nrows; ++i) {
        for (auto p = rows.structure().begin(i); p < rows.structure().end(i); ++p)
            out.at(i, rows.columns[static_cast<std::size_t>(p)]) = p % 11 - 5;
    }
    return out;
}

}  // namespace

TEST_CASE("bhsparse: rows of every bin against the specification") {
    using T = std::int64_t;
    // Rows of C that have an entry for many multiplications, and for nearly every one.
    for (const gb::index ncols : {64, 900}) {
        INFO(ncols << " columns");
        check_against_specification<T>(gb::plus_times<T>, whole(left_of_bounds()), whole(right_of_bounds(ncols)));
    }
    // Rows of B of any length, among them empty ones.
    spec::random r(1);
    check_against_specification<T>(gb::min_plus<T>, spec::random_dense<T>(r, 9, 30, 0.6),
                                   spec::random_dense<T>(r, 30, 700, 0.4));
    for (const auto& [nrows, inner, ncols] :
         {std::array{0, 3, 2}, std::array{3, 0, 2}, std::array{3, 2, 0}, std::array{1, 1, 1}}) {
        check_against_specification<T>(gb::plus_times<T>, spec::random_dense<T>(r, nrows, inner, 0.7),
                                       spec::random_dense<T>(r, inner, ncols, 0.7));
    }
}

TEST_CASE("bhsparse: sums are the host's to the bit") {
    const auto a = left_of_bounds(), b = right_of_bounds(300);
    check_beside_host(gb::plus_times<float>, a, b, 0.5);
    check_beside_host(gb::max_plus<float>, a, b, 0.5);
    check_beside_host(gb::min_secondi<std::int64_t>, a, b, 0.5);
    check_beside_host(gb::any_second<float>, a, b, 0.5);
    check_beside_host(gb::plus_pair<std::int32_t>, a, b, 0.5);
    CHECK(gb::mxm_structure(on_device(), a, b, by_bhsparse) == gb::mxm_structure(on_host(), a, b));
    CHECK(gb::mxm_nvals(on_device(), a, b, by_bhsparse) == gb::mxm_nvals(on_host(), a, b));
    const auto square = rows_of_sizes<float>(std::vector<gb::index>(60, 25), 60, 4);
    CHECK(gb::mxm_nvals(on_device(), !gb::structure(square), square, square, by_bhsparse) ==
          gb::mxm_nvals(on_host(), !gb::structure(square), square, square));
    const auto plan = gb::plan_mxm(on_device(), gb::plus_times<float>, a, b, by_bhsparse);
    CHECK(plan.method() == gb::method::merge);
    CHECK(plan.execute() == gb::mxm(on_host(), gb::plus_times<float>, a, b));
    auto desc = by_bhsparse;
    desc.deterministic = true;
    CHECK(gb::mxm(on_device(), gb::plus_times<float>, a, b, desc) == plan.execute());
    CHECK(gb::mxm_reduce(on_device(), gb::min{}, gb::no_mask, gb::min_plus<float>, a, b, by_bhsparse) ==
          gb::mxm_reduce(on_host(), gb::min{}, gb::no_mask, gb::min_plus<float>, a, b));
}

TEST_CASE("bhsparse: lists that grow level by level, and in global memory") {
    // Rows of C with some 300, 600, .. entries: each has to leave one more level. Few rows of B, so that parts are large.
    const auto a = rows_of_sizes<double>({0, 2, 4, 8, 16, 30, 60, 60}, 60, 1);
    const auto b = rows_of_sizes<double>(std::vector<gb::index>(60, 300), 9000, 2);
    check_beside_host(gb::plus_times<double>, a, b, 0.3);
    // Rows of C with more entries than shared memory has room for, several, so that the first memory for lists does not
    // suffice.
    const auto wide = rows_of_sizes<float>(std::vector<gb::index>(60, 700), 40000, 3);
    const auto few = rows_of_sizes<float>({60, 5, 60, 60, 60}, 60, 4);
    const auto c = gb::mxm(on_device(), gb::plus_times<float>, few, wide, by_bhsparse);
    REQUIRE(c.nvals() > 4 * 20000);
    CHECK(c == gb::mxm(on_host(), gb::plus_times<float>, few, wide));
    CHECK_THAT(on_device().last_report().reason, contains_text("variant bhsparse asked for; rows in"));
    const auto mask = rows_of_sizes<float>(std::vector<gb::index>(5, 38000), 40000, 5);
    gb::matrix<float> x(5, 40000), y(5, 40000);
    gb::mxm(on_device(), x, gb::structure(mask), gb::no_accum, gb::min_plus<float>, few, wide, by_bhsparse);
    gb::mxm(on_host(), y, gb::structure(mask), gb::no_accum, gb::min_plus<float>, few, wide);
    CHECK(x == y);
}

TEST_CASE("bhsparse: little memory cuts rows", "[one device]") {
    const auto a = rows_of_sizes<double>(std::vector<gb::index>(60, 20), 100, 1);
    const auto b = rows_of_sizes<double>(std::vector<gb::index>(100, 60), 4000, 2);
    const auto wanted = gb::mxm(on_host(), gb::plus_times<double>, a, b);
    const gb::context tight = spec::context_on_cuda(3 << 20);
    CHECK(gb::mxm(tight, gb::plus_times<double>, a, b, by_bhsparse) == wanted);
    CHECK(tight.last_report().panels > 1);
    const gb::context too_tight = spec::context_on_cuda(1 << 20);  // for C as a whole
    CHECK(gb::mxm(too_tight, gb::plus_times<double>, a, b, by_bhsparse) == wanted);
    CHECK_THAT(too_tight.last_report().reason, contains_text("; C did not fit on the device"));
}

TEST_CASE("bhsparse: what is refused") {
    const auto a = device_samples::any_matrix<float>(20, 20, 9);
    const gb::vector<float> u(20);
    CHECK_THROWS_WITH(gb::mxm(on_host(), gb::plus_times<float>, a, a, by_bhsparse),
                      contains_text("the host engine has no variant bhsparse of method merge"));
    CHECK_THROWS_WITH(gb::mxv(on_host(), gb::plus_times<float>, a, u, by_bhsparse),
                      contains_text("the host engine has no variant"));
    CHECK_THROWS_WITH(gb::mxv(on_device(), gb::plus_times<float>, a, u, by_bhsparse),
                      contains_text("variant bhsparse is one of products of matrices"));
    auto desc = by_bhsparse;
    desc.method = gb::method::hash;
    CHECK_THROWS_WITH(gb::mxm(on_device(), gb::plus_times<float>, a, a, desc),
                      contains_text("one of method merge, not of hash"));
    CHECK(gb::merge_variant_from_string("bhsparse") == gb::merge_variant::bhsparse);
    CHECK_THROWS_WITH(gb::merge_variant_from_string("heap"), contains_text("automatic, bhsparse"));
}
