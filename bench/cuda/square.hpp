// The square of a matrix, as all lines of the benchmark on a device have it.
//
// Idea: what lines share: the operand on the device, the sizes of the product, and its floor.
#pragma once

#include "../../tools/recast.hpp"
#include "cusparse_rival.hpp"
#include "differences.hpp"
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <graphblas_gpu/mxm.hpp>

namespace bench {

/// A way of ours to compute a product, and what its side is called.
struct way {
    const char* name;
    gb::descriptor desc;
};

/// A side that computes c by call() and waits for the device.
template <class C, class Call>
side computing_on(const gb::context& ctx, std::string called, C& c, Call call) {
    return {std::move(called), {}, [&ctx, &c, call] { c = call(); wait_for(ctx); }, [&ctx, &c] { c = {}; wait_for(ctx); }};
}

/// The contest of several ways: product(descriptor) makes a C. All must be the same: difference_of(x, y) is empty. `made` has
/// room for the results.
template <class C, class Product, class Difference>
contest contest_of_ways(const gb::context& ctx, std::vector<C>& made, const std::vector<way>& ways, Product product,
                        Difference difference_of) {
    made.resize(ways.size());
    contest task;
    for (std::size_t k = 0; k < ways.size(); ++k)
        task.sides.push_back(computing_on(ctx, ways[k].name, made[k], [product, how = ways[k].desc] { return product(how); }));
    task.verify = [&made, &ways, difference_of] {
        for (std::size_t k = 1; k < made.size(); ++k) {
            const std::string what = difference_of(made[0], made[k]);
            if (!what.empty()) return fmt::format("{}: {}", ways[k].name, what);
        }
        return std::string();
    };
    return task;
}

/// What the lines of one matrix and one type share.
template <class T>
struct square {
    const gb::context& ctx;
    const options& o;
    std::string name;
    gb::matrix<T> a;
    std::int64_t products = 0;
    std::int64_t nvals = 0;  ///< of the product

    square(const gb::context& context, const options& asked, std::string called, const gb::matrix<double>& weights)
        : ctx(context), o(asked), name(std::move(called)), a(grb::recast<T>(weights)) {
        (void)a.any().device_rows(ctx.cuda_engine());
        products = gb::mxm_flops(ctx, a, a);
        nvals = gb::mxm_nvals(ctx, a, a);
        has_exact_sums_ = sums_are_exact();
    }

    void wait() const { ctx.cuda_engine()->synchronise(); }

    /// A line whose floor is the time to move so many bytes and to add every product once.
    result line(std::string kernel, double bytes) const {
        result r;
        r.matrix = name;
        r.type = gb::type_name<T>();
        r.kernel = std::move(kernel);
        r.floor = bytes / copy_bytes_per_ms + static_cast<double>(products) / atomics_per_ms;
        return r;
    }
    double structure_bytes(std::int64_t entries) const {
        return 4.0 * static_cast<double>(entries) + 8.0 * static_cast<double>(a.nrows() + 1);
    }
    double operand_bytes(std::size_t value) const {
        return structure_bytes(a.nvals()) + static_cast<double>(value) * static_cast<double>(a.nvals());
    }
    double output_bytes(std::size_t value) const {
        return structure_bytes(nvals) + static_cast<double>(value) * static_cast<double>(nvals);
    }

    template <class C, class Call>
    side one(std::string called, C& c, Call call) const {
        return computing_on(ctx, std::move(called), c, call);
    }
    void measure(result& r, const contest& task) const { r.take(bench::run(task, o.how, o.verify)); }

    /// Measures several ways beside each other: product(descriptor) makes a C. All must be the same.
    template <class C, class Product>
    void measure(result& r, const std::vector<way>& ways, const Product& product) const {
        std::vector<C> made;
        const auto difference = [&](const C& x, const C& y) {
            return x.nvals() == nvals ? difference_of(x, y) : fmt::format("{} entries, not {}", x.nvals(), nvals);
        };
        const contest task = contest_of_ways(ctx, made, ways, product, difference);
        measure(r, task);
    }

    /// The most device memory that call() needs beside its operands and its result.
    template <class Call>
    std::int64_t temporary_of(const Call& call) const {
        gb::cuda::engine& e = *ctx.cuda_engine();
        e.reset_peak();
        const auto made = call();
        wait();
        return e.peak_bytes() - e.bytes_in_use();
    }

    /// What differs between two products of ours. Values are whole numbers, so that sums that the type holds exactly are equal.
    std::string difference_of(const gb::matrix<T>& x, const gb::matrix<T>& y) const {
        if (has_exact_sums_) return difference_on(ctx, x, y);
        return difference(x.to_csr(), y.to_csr(), a.to_csr());
    }
    template <class C>
    std::string difference_of(const C& x, const C& y) const {
        return difference_on(ctx, x, y);
    }

  private:
    bool sums_are_exact() const {
        gb::index longest = 0;
        for (gb::index i = 0; i < a.nrows(); ++i) longest = std::max(longest, a.rows().row_size(i));
        const double most = a.nvals() > 0 ? double{*std::max_element(a.values().begin(), a.values().end())} : 0.0;
        return most * most * static_cast<double>(longest) < std::ldexp(1.0, std::numeric_limits<T>::digits);
    }

    bool has_exact_sums_ = false;
};

/// Adds the algorithms of cuSPARSE to a task, or a note if one fails. Each has run once when look(algorithm) is called.
template <class T, class Look>
void add_cusparse(contest& task, result& r, cusparse_product<T>& theirs, const Look& look) {
    for (const auto how : {cusparse_algorithm::alg1, cusparse_algorithm::alg2, cusparse_algorithm::alg3}) {
        try {
            theirs.run(how);
            task.sides.push_back({fmt::format("cuSPARSE {}", to_string(how)),
                                  {},
                                  [&theirs, how] { theirs.run(how); },
                                  [&theirs] { theirs.discard(); }});
            look(how);
        } catch (const gb::error& e) {
            r.notes.push_back(fmt::format("cuSPARSE {} fails: {}", to_string(how), e.what()));
        }
        theirs.discard();
    }
}

/// A line that can be asked for by name, of lines of type `Lines`.
template <class Lines>
struct row {
    const char* name;
    result (Lines::*measure)();
    bool once = false;  ///< reads no values of the matrix, or is for fp32 alone: measured with that type only
};

}  // namespace bench
