// Short steps on well-filled matrices and vectors against the specification: updates in place, operands taken at the positions
// of a short mask, the dense form of a matrix, and complemented masks that are longer than a product.
#include "trial.hpp"

#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/vxm_update.hpp>

#include <algorithm>

namespace spec {

namespace {

using value = std::int32_t;

/// Few entries in every row, which random_dense() does not make.
dense<value> random_few(random& r, index nrows, index ncols, double density) {
    dense<value> out{nrows, ncols};
    for (auto& cell : out.cells) {
        if (r.chance(density)) cell = random_value<value>(r);
    }
    return out;
}

/// A matrix or a vector C, and what the specification says that it is. Steps change both; check() compares them.
template <class Object>
class changing {
  public:
    changing(index nrows, index ncols, double density, std::uint64_t seed)
        : r_(seed), want_(random_few(r_, nrows, ncols, density)) {
        c_ = write<Object>(want_);
        inner_ = random_few(r_, ncols, ncols, 2.0 / static_cast<double>(ncols));
        b_ = write<gb::matrix<value>>(inner_);
    }

    void step(const gb::context& ctx) {
        const index nrows = want_.nrows, ncols = want_.ncols;
        const auto few = random_few(r_, nrows, ncols, 0.02), listed = random_few(r_, nrows, ncols, 0.03);
        const auto many = random_few(r_, nrows, ncols, r_.chance(0.5) ? 0.7 : 1.0);
        const auto a = write<Object>(few), m = write<Object>(listed), b = write<Object>(many);
        const bool replace = r_.chance(0.2), by_value = r_.chance(0.3);
        const dense<bool> everywhere = filled(nrows, ncols, true), admits = admitted(listed, by_value, false);
        const gb::descriptor d{.replace = replace};
        const auto under_mask = [&](const auto& call) {
            if (by_value) call(gb::values(m));
            else call(gb::structure(m));
        };
        switch (r_.below(9)) {
            case 0:
                gb::assign(ctx, c_, gb::no_mask, gb::plus{}, a);
                want_ = write_back(want_, everywhere, gb::plus{}, few, false);
                break;
            case 1:
                under_mask([&](const auto& mask) { gb::ewise_mult(ctx, c_, mask, gb::no_accum, gb::minus{}, b, c_, d); });
                want_ = write_back(want_, admits, gb::no_accum, ewise_mult<value>(gb::minus{}, many, want_), replace);
                break;
            case 2:
                under_mask([&](const auto& mask) { gb::ewise_add(ctx, c_, mask, gb::minus{}, gb::plus{}, b, a, d); });
                want_ = write_back(want_, admits, gb::minus{}, ewise_add<value>(gb::plus{}, many, few), replace);
                break;
            case 3:
                gb::ewise_mult(ctx, c_, gb::no_mask, gb::plus{}, gb::times{}, a, b);
                want_ = write_back(want_, everywhere, gb::plus{}, ewise_mult<value>(gb::times{}, few, many), false);
                break;
            case 4: {
                Object product = write<Object>(dense<value>{nrows, ncols});
                const gb::descriptor replacing{.replace = true};
                if constexpr (is_matrix)
                    gb::mxm(ctx, product, !gb::structure(c_), gb::no_accum, gb::plus_times<value>, a, b_, replacing);
                else gb::vxm(ctx, product, !gb::structure(c_), gb::no_accum, gb::plus_times<value>, a, b_, replacing);
                expect_none(difference(product, write_back(dense<value>{nrows, ncols}, admitted(want_, false, true),
                                                           gb::no_accum, mxm(gb::plus_times<value>, few, inner_), true)),
                            [] { return "a product under a long complemented mask"; });
                break;
            }
            case 5: {
                const index i = r_.below(nrows), j = r_.below(ncols);
                if constexpr (is_matrix) c_.set_element(i, j, 7);
                else c_.set_element(j, 7);
                want_.at(i, j) = 7;
                break;
            }
            case 6:
                under_mask([&](const auto& mask) { gb::assign(ctx, c_, mask, gb::no_accum, 5, d); });
                want_ = write_back(want_, admits, gb::no_accum, filled(nrows, ncols, value{5}), replace);
                break;
            case 7: {
                const Object copy = c_;
                expect_none(difference(copy, want_), [] { return "a copy"; });
                if (on_cuda()) break;  // no device has the predicate
                const auto keeps = [](value x, index i, index j) { return (x + i + j) % 3 != 0; };
                const auto keeps_column = [](value x, index j) { return (x + j) % 3 != 0; };
                if constexpr (is_matrix)
                    expect_none(difference(gb::select(ctx, keeps, copy), select(keeps, want_)), [] { return "select"; });
                else
                    expect_none(difference(gb::select(ctx, keeps_column, copy),
                                           select([&](value x, index, index j) { return keeps_column(x, j); }, want_)),
                                [] { return "select"; });
                break;
            }
            default:
                gb::assign(ctx, c_, gb::no_mask, gb::minus{}, b);
                want_ = write_back(want_, everywhere, gb::minus{}, many, false);
                break;
        }
    }

    void check(index step) const {
        const auto is_there = [](const auto& cell) { return cell.has_value(); };
        CHECK(c_.nvals() == std::count_if(want_.cells.begin(), want_.cells.end(), is_there));
        expect_none(difference(c_, want_), [&] { return "after step " + std::to_string(step); });
    }

  private:
    static constexpr bool is_matrix = std::is_same_v<Object, gb::matrix<value>>;
    random r_;
    dense<value> want_, inner_;
    Object c_;
    gb::matrix<value> b_;
};

template <class Object>
void check_steps(index nrows, index ncols) {
    std::uint64_t seed = 20261129;
    for (const double density : {0.1, 0.3, 1.0}) {
        for (const gb::context& ctx : contexts()) {
            changing<Object> c(nrows, ncols, density, ++seed);
            // C is compared only now and then, because reading its rows ends the dense form.
            for (index step = 1; step <= 60; ++step) {
                c.step(ctx);
                if (step % 7 == 0) c.check(step);
            }
        }
    }
}

}  // namespace

TEST_CASE("short steps on well-filled matrices", "[spec][short]") {
    for (const auto& [nrows, ncols] : {std::pair<index, index>{1, 200}, {4, 130}, {25, 40}, {70, 3}})
        check_steps<gb::matrix<value>>(nrows, ncols);
}
TEST_CASE("short steps on well-filled vectors", "[spec][short]") { check_steps<gb::vector<value>>(1, 300); }

TEST_CASE("short steps: an update at exactly the positions of w", "[spec][short]") {
    for (const gb::context& ctx : contexts()) {
        gb::vector<double> w(100), changed(100), u(100);
        w.set_element(3, 1.0);
        u.set_element(0, 1.0);
        gb::matrix<double> a(100, 100);
        a.set_element(0, 3, 2.0);
        gb::vxm_update(ctx, w, changed, gb::no_mask, gb::plus{}, gb::plus_times<double>, u, a);
        CHECK(w.get_element(3) == 3.0);
        CHECK((changed.nvals() == 1 && changed.get_element(3) == 3.0));
    }
}

TEST_CASE("short steps: a pattern is read into values of 24 bytes", "[spec][short]") {
    struct wide {
        double x = 0, y = 0, z = 0;
        wide() = default;
        wide(double number) : x(number) {}
        operator double() const { return x; }
        bool operator==(const wide&) const = default;
    };
    gb::coordinates pattern;
    pattern.nrows = pattern.ncols = 3;
    pattern.rows = {0, 1};
    pattern.columns = {1, 2};
    const auto read = gb::from_coordinates<wide>(gb::context::host(), pattern);
    CHECK((read.nvals() == 2 && read.get_element(1, 2) == wide(1)));
}

}  // namespace spec
