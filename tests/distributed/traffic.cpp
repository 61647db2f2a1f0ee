// The bytes that operations move between ranks in host memory, beside the model of docs/distributed.md.
//
// Idea: the entries of a random matrix lie evenly, so that a rectangle has as many as its area says. The model knows the
// shapes, the numbers of entries and the grid, and looks at no entry.
#include "setting.hpp"
#include <graphblas_gpu/distributed/graph.hpp>
#include <graphblas_gpu/distributed/parts.hpp>

#include <cmath>
#include <functional>

namespace {

using rectangles = std::vector<dist::rectangle>;

/// The predicted bytes that all ranks receive.
class model {
  public:
    explicit model(const dist::context& ctx) : ctx_(ctx) {}

    double area(const dist::rectangle& r) const { return static_cast<double>(r.nrows) * static_cast<double>(r.ncols); }
    /// f(what another rank holds of what a rank needs), added up.
    double sum(const rectangles& held, const rectangles& needed, const std::function<double(const dist::rectangle&)>& f) const {
        double bytes = 0;
        for (std::size_t r = 0; r < needed.size(); ++r) {
            for (std::size_t s = 0; s < held.size(); ++s) {
                const dist::rectangle both = dist::common(held[s], needed[r]);
                if (s != r && !both.is_empty()) bytes += f(both);
            }
        }
        return bytes;
    }
    /// Pieces of a matrix with values of w bytes: three sizes of 8 bytes, a byte for each row and one more, and entries; of a
    /// full one two bytes and the values.
    double pieces(const rectangles& held, const rectangles& needed, double density, double w) const {
        return sum(held, needed, [&](const dist::rectangle& r) {
            return density == 1 ? 26 + area(r) * w : 25 + static_cast<double>(r.nrows) + area(r) * density * (4 + w);
        });
    }
    /// Elements of known arrays.
    double elements(const rectangles& held, const rectangles& needed, double bytes) const {
        return sum(held, needed, [&](const dist::rectangle& r) { return area(r) * bytes; });
    }
    /// Entries that are sent one by one: three sizes for each pair of ranks.
    double routed(double entries, double w) const { return entries * (8 + w) + 24.0 * ctx_.size() * (ctx_.size() - 1); }

  private:
    const dist::context& ctx_;
};

}  // namespace

void test_traffic(const setting& s) {
    const dist::context& ctx = s.ctx;
    const model m(ctx);
    const auto check_bytes = [&](const char* operation, double predicted, const std::function<void()>& call) {
        const std::int64_t before = ctx.world().exchanged().bytes_received;
        call();
        const std::int64_t own = ctx.world().exchanged().bytes_received - before;
        const auto counted = static_cast<double>(dist::sum_over_ranks(ctx, gb::plus{}, own));
        const std::string where = s.where + ", " + operation + ": " + std::to_string(predicted) + " bytes predicted, " +
                                  std::to_string(counted) + " counted";
        CHECK(std::abs(counted - predicted) <= predicted / 20);
    };
    constexpr gb::index n = 240;
    const auto a = dist::scatter(ctx, random_matrix(n, n, 40000, 11)), b = dist::scatter(ctx, random_matrix(n, n, 40000, 12));
    const auto density = [](const auto& x) {
        return static_cast<double>(x.nvals()) / (static_cast<double>(x.nrows()) * static_cast<double>(x.ncols()));
    };
    const double of_a = density(a), of_b = density(b);
    const dist::grid_cuts& cuts = a.cuts();
    const rectangles blocks = cuts.blocks(), parts = dist::vector_parts(ctx, n), rows = dist::sides_of(cuts, false),
                     columns = dist::sides_of(cuts, true);
    const auto product = [&](bool ta, bool tb, double w) {
        return m.pieces(blocks, cuts.row_panels(n, ta), of_a, w) + m.pieces(blocks, cuts.column_panels(n, tb), of_b, w);
    };
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            check_bytes("mxm_nvals", product(ta, tb, 8),
                        [&] { (void)dist::mxm_nvals(ctx, gb::no_mask, a, b, {.transpose_a = ta, .transpose_b = tb}); });
        }
    }
    auto c = a;
    check_bytes("mxm", product(false, false, 8),
                [&] { dist::mxm(ctx, c, gb::structure(a), gb::plus{}, gb::plus_times<double>, a, b); });
    check_bytes("mxm_structure", product(false, false, 8), [&] { (void)dist::mxm_structure(ctx, gb::structure(a), a, b); });
    check_bytes("mxm_reduce", product(false, false, 8),
                [&] { (void)dist::mxm_reduce(ctx, gb::plus{}, gb::structure(a), gb::plus_times<double>, a, b); });
    rectangles batches = cuts.column_panels(n, false);
    const auto in_batches = [&](double& bytes) {
        return [&](auto& part, gb::index first) {
            rectangles needed = part.cuts().column_panels(n, false);
            for (dist::rectangle& r : needed) r.column += first;
            bytes += m.pieces(blocks, needed, of_b, 8);
        };
    };
    double of_batches = 0;
    dist::mxm_batches(ctx, gb::plus_times<double>, a, b, 100000, in_batches(of_batches));
    check_bytes("mxm_batches", product(false, false, 8) + of_batches,
                [&] { dist::mxm_batches(ctx, gb::plus_times<double>, a, b, 100000, [](auto&, gb::index) {}); });
    {
        const auto f = dist::scatter(ctx, random_matrix(9, n, 1500, 13));
        auto out = f;
        rectangles needed = blocks, made = blocks;
        for (dist::rectangle& r : needed) r = {0, r.row, f.nrows(), r.nrows};
        for (dist::rectangle& r : made) r = {0, r.column, f.nrows(), r.ncols};
        check_bytes("mxm_few_rows",
                    m.pieces(f.cuts().blocks(), needed, density(f), 8) + m.pieces(made, f.cuts().blocks(), 1, 8),
                    [&] { dist::mxm_few_rows(ctx, out, gb::no_mask, gb::no_accum, gb::plus_times<double>, f, a); });
    }
    auto u = dist::vector<double>(ctx, n);
    dist::assign(ctx, u, gb::no_mask, gb::no_accum, 1.0);
    auto w = u;
    for (const bool t : {false, true}) {
        const rectangles &from = t ? rows : columns, &to = t ? columns : rows;
        check_bytes("mxv", m.pieces(parts, from, 1, 8) + m.pieces(to, parts, 1, 8),
                    [&] { dist::mxv(ctx, w, gb::no_mask, gb::no_accum, gb::plus_times<double>, a, u, {.transpose_a = t}); });
        check_bytes("vxm", m.pieces(parts, to, 1, 8) + m.pieces(from, parts, 1, 8),
                    [&] { dist::vxm(ctx, w, gb::no_mask, gb::no_accum, gb::plus_times<double>, u, a, {.transpose_b = t}); });
        check_bytes("reduce_rows", m.pieces(t ? columns : rows, parts, 1, 8),
                    [&] { (void)dist::reduce_rows(ctx, gb::plus{}, a, t); });
    }
    check_bytes("ewise_add, apply, select, reduce", 0, [&] {
        dist::ewise_add(ctx, c, gb::no_mask, gb::no_accum, gb::plus{}, a, b);
        dist::apply(ctx, c, gb::no_mask, gb::no_accum, gb::ainv{}, a);
        dist::select(ctx, c, gb::no_mask, gb::no_accum, gb::value_gt<double>{1}, a);
        (void)dist::reduce(ctx, gb::plus{}, a);
    });
    {
        rectangles turned = blocks;
        for (dist::rectangle& r : turned) r = {r.column, r.row, r.ncols, r.nrows};
        check_bytes("transpose", m.pieces(blocks, turned, of_a, 8), [&] { (void)dist::transpose(ctx, a); });
    }
    const rectangles root = dist::all_in(ctx, 0, {n, n});
    gb::matrix<double> whole;
    check_bytes("gather", m.pieces(blocks, root, of_a, 8), [&] { whole = dist::gather(ctx, a); });
    // The shape of the matrix is told before.
    check_bytes("scatter", m.pieces(root, blocks, of_a, 8), [&] { (void)dist::scatter(ctx, whole); });

    // Entries one by one.
    constexpr gb::index half = n / 2;
    const rectangles halves = dist::grid_cuts(ctx, half, half).blocks();
    const double moved = m.sum(blocks, halves, [&](const dist::rectangle& r) { return m.area(r) * of_a; });
    dist::matrix<double> part(ctx, half, half);
    check_bytes("extract", m.routed(moved, 8), [&] { part = dist::extract(ctx, a, gb::range{0, half}, gb::range{0, half}); });
    c = a;
    check_bytes("assign", m.routed(moved, 8), [&] {
        dist::assign(ctx, c, gb::no_mask, gb::no_accum, part, gb::range{0, half}, gb::range{0, half});
    });
    {
        std::vector<gb::index> i, j;
        std::vector<double> x;
        const gb::base::counter_random random(7, static_cast<std::uint64_t>(ctx.rank()));
        for (std::uint64_t k = 0; k < 9000; ++k) {
            i.push_back(static_cast<gb::index>(random.below(n, 2 * k)));
            j.push_back(static_cast<gb::index>(random.below(n, 2 * k + 1)));
            x.push_back(1);
        }
        check_bytes("from_edges", m.routed(9000.0 * (ctx.size() - 1), 8),
                    [&] { (void)dist::matrix<double>::from_edges(ctx, n, n, i, j, x); });
    }

    // Algorithms.
    const double expand = m.elements(parts, rows, 8), fold = ctx.grid_rows() > 1 ? m.elements(columns, parts, 8) : 0,
                 of_degrees = ctx.grid_columns() > 1 ? m.elements(rows, parts, 8) : 0;
    check_bytes("degrees", of_degrees, [&] { (void)dist::degrees(ctx, a); });
    const bool is_alone = ctx.size() == 1;
    check_bytes("page_rank", is_alone ? 0 : of_degrees + 5 * (expand + fold),
                [&] { (void)dist::page_rank(ctx, a, 0.85, 0, 5); });
    // In the second level all vertices are reached, in the third one nothing is found.
    check_bytes("bfs_levels", is_alone ? 0 : 2 * expand + 3 * fold, [&] { (void)dist::bfs_levels(ctx, a, 3); });
    {
        const std::vector<gb::index> sources{3, 0, 39, 3, 99, 7, 150, 200, 11};
        rectangles held = parts;
        for (dist::rectangle& r : held) r.nrows = 9;
        const double dealt = ctx.grid_rows() > 1 ? m.pieces(held, dist::grid_cuts(ctx, 9, n).blocks(), 1, 4) : 0;
        check_bytes("bfs_levels from several", is_alone ? 0 : 2 * expand + 3 * fold + dealt,
                    [&] { (void)dist::bfs_levels(ctx, a, sources); });
    }
    const auto edges = dist::triu_by_degree(ctx, a);
    const double orientation = of_degrees + m.elements(parts, rows, 8) + m.elements(parts, columns, 8);
    check_bytes("triangle_count",
                is_alone ? 0
                         : orientation + m.pieces(blocks, cuts.row_panels(n, false), density(edges), 0) +
                               m.pieces(blocks, cuts.column_panels(n, false), density(edges), 0),
                [&] { (void)dist::triangle_count(ctx, a); });
    // Every rank but the first sends its labels once.
    const double labels = 4.0 * n * (ctx.size() - 1) + m.elements(dist::all_in(ctx, 0, {1, n}), parts, 8);
    check_bytes("component_labels", is_alone ? 0 : labels, [&] { (void)dist::component_labels(ctx, a); });
}
