// Products by method bitmap_tile beside the methods that go by rows, and as the papers have them.
//
// Idea: tiles are made of a copy of the matrix, so that the other lines' operand has none cached. All sides of a line are
// verified against each other. Tiles of the operand are there: a matrix keeps them.
#pragma once

#include "square.hpp"

#include <cmath>
#include <random>

#include <graphblas_gpu/cuda/bitmap_tile/convert.hpp>
#include <graphblas_gpu/tiling.hpp>

namespace bench {

template <class T>
class tile_rows {
  public:
    explicit tile_rows(const square<T>& of) : s_(of), tiled_(of.a) {
        (void)gb::mxm_nvals(s_.ctx, s_.a, s_.a);
        by_rows_ = s_.ctx.last_report().method;
    }

    static std::vector<row<tile_rows>> all() {
        using rows = tile_rows;
        return {{"to tiles", &rows::to_tiles},
                {"bitmap_tile", &rows::by_tiles},
                {"bitmap_tile structure", &rows::structure, true},
                {"bitmap_tile plus_pair", &rows::plus_pair, true},
                {"bitmap_tile min_plus", &rows::min_plus},
                {"bmsparse", &rows::bmsparse},
                {"tsparse", &rows::tsparse},
                {"mixed precision", &rows::mixed, true},
                {"mixed precision tsparse", &rows::mixed_tsparse, true}};
    }

  private:
    using variant = gb::tile_variant;

    /// How long it takes to make bitmap tiles from rows, which a matrix does once.
    result to_tiles() {
        const gb::cuda::engine_ptr& e = s_.ctx.cuda_engine();
        const auto rows = s_.a.any().device_rows(e);
        gb::cuda::tiles made;
        result r = s_.line("to tiles", 0);
        const gb::tile_figures t = gb::tiling(s_.ctx, tiled_);
        r.floor = (s_.operand_bytes(sizeof(T)) + static_cast<double>(t.tile_bytes + t.value_bytes)) / copy_bytes_per_ms;
        contest task;
        task.sides.push_back(s_.one("ours", made, [&] { return gb::cuda::tiled(e, rows->view()); }));
        s_.measure(r, task);
        return r;
    }

    /// bitmap_tile, then hash, then what the planner would take by rows if that is another: product(matrix, options) makes a C.
    template <class C, class Product>
    void beside_rows(result& r, const Product& product) {
        std::vector<way> ways;
        for (const gb::method how : {gb::method::bitmap_tile, gb::method::hash, by_rows_})
            if (ways.size() < 2 || how != gb::method::hash) ways.push_back({gb::to_string(how), {.method = how}});
        s_.template measure<C>(r, ways, [&](const gb::descriptor& how) {
            return product(how.method == gb::method::bitmap_tile ? tiled_ : s_.a, how);
        });
    }

    result by_tiles() {
        const auto product = [this](const gb::matrix<T>& a, const gb::descriptor& desc) {
            return gb::mxm(s_.ctx, gb::plus_times<T>, a, a, desc);
        };
        result r = s_.line("bitmap_tile", s_.operand_bytes(sizeof(T)) + s_.output_bytes(sizeof(T)));
        beside_rows<gb::matrix<T>>(r, product);
        r.our_temporary = s_.temporary_of([&] { return product(tiled_, {.method = gb::method::bitmap_tile}); });
        return r;
    }

    result structure() {
        result r = s_.line("bitmap_tile structure", s_.operand_bytes(0) + s_.output_bytes(0));
        r.type = "void";
        beside_rows<gb::matrix<void>>(
            r, [this](const gb::matrix<T>& a, const gb::descriptor& desc) { return gb::mxm_structure(s_.ctx, a, a, desc); });
        return r;
    }

    /// The number of products of every entry; they add up to all products.
    result plus_pair() {
        result r = s_.line("bitmap_tile plus_pair", s_.operand_bytes(0) + s_.output_bytes(sizeof(std::int64_t)));
        r.type = "int64";
        const auto product = [this](const gb::matrix<T>& a, const gb::descriptor& desc) {
            return gb::mxm(s_.ctx, gb::plus_pair<std::int64_t>, a, a, desc);
        };
        beside_rows<gb::matrix<std::int64_t>>(r, product);
        if (s_.o.verify) {
            const auto c = product(tiled_, {.method = gb::method::bitmap_tile});
            const std::int64_t counted = gb::reduce(s_.ctx, gb::plus{}, c);
            if (counted != s_.products) r.verified = fmt::format("WRONG: {} products counted of {}", counted, s_.products);
        }
        return r;
    }

    /// A semiring that tensor cores do not have.
    result min_plus() {
        result r = s_.line("bitmap_tile min_plus", s_.operand_bytes(sizeof(T)) + s_.output_bytes(sizeof(T)));
        const auto product = [this](const gb::matrix<T>& a, const gb::descriptor& desc) {
            return gb::mxm(s_.ctx, gb::min_plus<T>, a, a, desc);
        };
        beside_rows<gb::matrix<T>>(r, product);
        return r;
    }

    /// The line of one variant of method bitmap_tile, compared with a product that goes by rows.
    result listed(const char* name, const gb::descriptor& by) {
        const auto product = [this, by] { return gb::mxm(s_.ctx, gb::plus_times<T>, tiled_, tiled_, by); };
        result r = s_.line(name, s_.operand_bytes(sizeof(T)) + s_.output_bytes(sizeof(T)));
        gb::matrix<T> c;
        contest task;
        task.sides.push_back(s_.one("ours", c, product));
        task.remark = [this] { return s_.ctx.last_report().reason; };
        task.verify = [this, &c] { return s_.difference_of(c, gb::mxm(s_.ctx, gb::plus_times<T>, s_.a, s_.a)); };
        const outcome measured = bench::run(task, s_.o.how, s_.o.verify);
        r.take(measured);
        r.notes = measured.notes;
        r.our_temporary = s_.temporary_of(product);
        return r;
    }
    result bmsparse() { return listed("bmsparse", {.tile_variant = variant::bmsparse}); }
    result tsparse() { return listed("tsparse", {.tile_variant = variant::tsparse}); }

    /// Factors rounded to fp16. Whole numbers up to 255 are exact, and so are their sums up to 2^24.
    result of_halves(const char* name, const gb::descriptor& by) {
        result r = listed(name, by);
        if (!s_.o.verify || r.verified != "equal") return r;
        if (const double of_ones = smape_of(with_values(true), by); of_ones != 0) {
            r.verified = fmt::format("WRONG: SMAPE {} % of ones", of_ones);
        }
        r.notes.push_back(fmt::format("SMAPE {:.4f} % of values in 0..1, 0 of ones", smape_of(with_values(false), by)));
        return r;
    }
    result mixed() { return of_halves("mixed precision", {.precision = gb::precision::mixed}); }
    result mixed_tsparse() {
        return of_halves("mixed precision tsparse", {.tile_variant = variant::tsparse, .precision = gb::precision::mixed});
    }

    /// A matrix with the structure of A and other values: ones, or random numbers between 0 and 1.
    gb::matrix<T> with_values(bool ones) const {
        gb::csr<T> made = s_.a.to_csr();
        std::mt19937_64 random(1);
        std::uniform_real_distribution<T> any(0, 1);
        for (T& x : made.values) x = ones ? T{1} : any(random);
        return gb::matrix<T>::from_storage(std::move(made));
    }

    /// The mean of |x - y| / (|x| + |y|) over the entries, x by `by` and y by rows, in percent. Terms that are both 0 count
    /// as 0.
    double smape_of(const gb::matrix<T>& a, const gb::descriptor& by) const {
        const gb::matrix<T> c = gb::mxm(s_.ctx, gb::plus_times<T>, a, a, by);
        const gb::matrix<T> d = gb::mxm(s_.ctx, gb::plus_times<T>, a, a, {.method = gb::method::hash});
        const auto x = c.values(), y = d.values();
        double sum = 0;
        for (std::size_t p = 0; p < x.size(); ++p) {
            const double size = std::abs(double{x[p]}) + std::abs(double{y[p]});
            if (size > 0) sum += std::abs(double{x[p]} - double{y[p]}) / size;
        }
        return x.empty() ? 0 : 100 * sum / static_cast<double>(x.size());
    }

    const square<T>& s_;
    gb::matrix<T> tiled_;  // tiles are made of this one
    gb::method by_rows_ = gb::method::hash;
};

}  // namespace bench
