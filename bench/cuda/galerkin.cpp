#include "lines.hpp"

#include "square.hpp"

#include <utility>
#include <vector>

#include <algorithms/multigrid.hpp>
#include <fmt/format.h>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

namespace bench {

namespace {

struct problem {
    const char* name;
    gb::coordinates (*make)(gb::index);
    gb::index side;
};
constexpr problem problems[] = {{"Poisson 2-D, 5 points", gb::stencil5, 1024},
                                {"Poisson 2-D, 9 points", gb::stencil9, 1024},
                                {"Poisson 3-D, 7 points", gb::stencil7, 100},
                                {"Poisson 3-D, 27 points", gb::stencil27, 80}};

/// The lines of X*Y: ours beside cuSPARSE's, and our methods beside each other.
class product_lines {
  public:
    product_lines(const gb::context& ctx, const options& o, const char* matrix, const gb::matrix<double>& x,
                  const gb::matrix<double>& y)
        : ctx_(ctx), o_(o), matrix_(matrix), x_(x), y_(y) {
        const auto magnitude = [&](const gb::matrix<double>& m) { return gb::apply(ctx, gb::abs{}, m); };
        absolute_ = gb::mxm(ctx, gb::plus_times<double>, magnitude(x), magnitude(y)).to_csr();
    }

    result beside_cusparse(const char* kernel) {
        result r = line(kernel);
        gb::matrix<double> c = product({});
        r.notes.push_back(
            fmt::format("{} products, {} entries; {}", gb::mxm_flops(ctx_, x_, y_), c.nvals(), ctx_.last_report().reason));
        cusparse_product<double> theirs(x_.to_csr(), y_.to_csr());
        contest task;
        task.sides.push_back(computing_on(ctx_, "ours", c, [this] { return product({}); }));
        add_cusparse(task, r, theirs, [&](cusparse_algorithm) {
            if (!o_.verify || r.verified != "-") return;
            gb::csr<double> expected = theirs.result();
            sort_rows(expected);
            const std::string what = difference(c.to_csr(), expected, x_.to_csr(), absolute_);
            r.verified = what.empty() ? "equal" : "WRONG: " + what;
        });
        r.sides = run(task, o_.how, false).sides;
        return r;
    }

    result by_methods(const char* kernel) {
        const std::vector<way> ways{{"automatic", {}},
                                    {"hash", {.method = gb::method::hash}},
                                    {"merge", {.method = gb::method::merge}},
                                    {"bhsparse", {.merge_variant = gb::merge_variant::bhsparse}},
                                    {"bitmap_tile", {.method = gb::method::bitmap_tile}}};
        result r = line(fmt::format("{} by methods", kernel));
        std::vector<gb::matrix<double>> made;
        const auto by = [this](const gb::descriptor& how) { return product(how); };
        const auto difference_of = [this](const gb::matrix<double>& x, const gb::matrix<double>& y) {
            return difference(x.to_csr(), y.to_csr(), x_.to_csr(), absolute_);
        };
        r.take(run(contest_of_ways(ctx_, made, ways, by, difference_of), o_.how, o_.verify));
        return r;
    }

  private:
    result line(std::string kernel) const {
        result r;
        r.matrix = matrix_;
        r.type = "double";
        r.kernel = std::move(kernel);
        return r;
    }
    gb::matrix<double> product(const gb::descriptor& how) const { return gb::mxm(ctx_, gb::plus_times<double>, x_, y_, how); }

    const gb::context& ctx_;
    const options& o_;
    const char* matrix_;
    const gb::matrix<double>& x_;
    const gb::matrix<double>& y_;
    gb::csr<double> absolute_;  ///< the product of the absolute values
};

}  // namespace

std::vector<result> galerkin_products(const gb::context& ctx, const options& o) {
    std::vector<result> out;
    for (const problem& of : problems) {
        if (!is_chosen(o, of.name)) continue;
        const auto a = gb::from_coordinates<double>(of.make(of.side));
        const gb::multigrid_hierarchy levels = gb::smoothed_aggregation(ctx, a, {.most_levels = 2});
        const gb::matrix<double>&r = levels[0].restriction, &p = levels[0].prolongation;
        const auto ra = gb::mxm(ctx, gb::plus_times<double>, r, a), ap = gb::mxm(ctx, gb::plus_times<double>, a, p);
        double ours = 0, theirs = 0;
        const auto add = [&](const char* kernel, const gb::matrix<double>& x, const gb::matrix<double>& y) {
            product_lines lines(ctx, o, of.name, x, y);
            out.push_back(lines.beside_cusparse(kernel));
            ours += out.back().ours();
            theirs += out.back().best_rival();
            out.push_back(lines.by_methods(kernel));
        };
        const auto add_sum = [&](const char* order) {
            out.back().notes.push_back(fmt::format("{}: ours {:.3f} ms, best of cuSPARSE {:.3f} ms, {:.2f} times", order, ours,
                                                   theirs, theirs / ours));
            ours = theirs = 0;
        };
        add("R*A", r, a);
        add("(R*A)*P", ra, p);
        add_sum("(R*A)*P, both products");
        add("A*P", a, p);
        add("R*(A*P)", r, ap);
        add_sum("R*(A*P), both products");
    }
    return out;
}

}  // namespace bench
