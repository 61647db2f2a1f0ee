// The square of a matrix, as all lines of the benchmark on a device have it.
//
// Needs: the matrix on the host.
// Idea: what lines share: the operand on the device, the sizes of the product, its floor, and how two results are compared.
#pragma once

#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>

namespace bench {

template <class T>
gb::matrix<T> cast_to(const gb::matrix<double>& weights) {
    const gb::csr<double>& from = weights.storage();
    gb::csr<T> made;
    made.nrows = from.nrows;
    made.ncols = from.ncols;
    made.offsets = from.offsets;
    made.columns = from.columns;
    made.values = gb::buffer<T>(from.values.size());
    std::copy(from.values.begin(), from.values.end(), made.values.begin());
    return gb::matrix<T>::from_storage(std::move(made));
}

/// Sorts each row of a result whose columns come in any order.
template <class T>
void sort_rows(gb::csr<T>& c) {
    std::vector<std::pair<gb::column_index, T>> row;
    for (gb::index i = 0; i < c.nrows; ++i) {
        const auto first = static_cast<std::size_t>(c.offsets[static_cast<std::size_t>(i)]);
        const auto last = static_cast<std::size_t>(c.offsets[static_cast<std::size_t>(i) + 1]);
        if (std::is_sorted(c.columns.begin() + first, c.columns.begin() + last)) continue;
        row.clear();
        for (std::size_t p = first; p < last; ++p) row.emplace_back(c.columns[p], c.values[p]);
        std::sort(row.begin(), row.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
        for (std::size_t p = first; p < last; ++p) {
            c.columns[p] = row[p - first].first;
            c.values[p] = row[p - first].second;
        }
    }
}

/// What differs, or nothing. All terms are positive, so a sum of n of them is off by at most n eps of itself; n is bounded by
/// the row of A.
template <class T>
std::string difference(const gb::csr<T>& ours, const gb::csr<T>& theirs, const gb::csr<T>& a) {
    if (!(ours.offsets == theirs.offsets)) return "row sizes differ";
    if (!(ours.columns == theirs.columns)) return "columns differ";
    constexpr double eps = std::numeric_limits<T>::epsilon();
    for (gb::index i = 0; i < ours.nrows; ++i) {
        const double tolerance = 2 * eps * static_cast<double>(a.structure().row_size(i) + 1);
        for (auto p = ours.offsets[static_cast<std::size_t>(i)]; p < ours.offsets[static_cast<std::size_t>(i) + 1]; ++p) {
            const double x = ours.values[static_cast<std::size_t>(p)], y = theirs.values[static_cast<std::size_t>(p)];
            if (!(std::abs(x - y) <= tolerance * std::abs(y))) {
                return fmt::format("row {}, column {}: {} and {}, tolerance {}", i, ours.columns[static_cast<std::size_t>(p)], x,
                                   y, tolerance * std::abs(y));
            }
        }
    }
    return {};
}

/// The same of results that must be equal, found on the device.
template <class T>
requires(!std::is_void_v<T>)
std::string difference_on(const gb::context& ctx, const gb::matrix<T>& x, const gb::matrix<T>& y) {
    const auto unequal = gb::ewise_mult(ctx, gb::ne{}, x, y);
    if (x.nvals() != y.nvals() || unequal.nvals() != x.nvals()) {
        return fmt::format("{} and {} entries, {} in common", x.nvals(), y.nvals(), unequal.nvals());
    }
    return gb::reduce(ctx, gb::lor{}, unequal) ? "values differ" : "";
}

/// The same of structures; values of y are not read.
template <class T>
std::string difference_on(const gb::context& ctx, const gb::matrix<void>& x, const gb::matrix<T>& y) {
    const gb::index common = gb::ewise_mult(ctx, gb::pair{}, x, y).nvals();
    if (x.nvals() == y.nvals() && common == x.nvals()) return {};
    return fmt::format("{} and {} entries, {} in common", x.nvals(), y.nvals(), common);
}

/// What lines of one matrix and type share.
template <class T>
struct square {
    const gb::context& ctx;
    const options& o;
    std::string name;
    gb::matrix<T> a;
    std::int64_t products = 0;
    std::int64_t nvals = 0;  ///< of the product

    square(const gb::context& context, const options& asked, std::string called, const gb::matrix<double>& weights)
        : ctx(context), o(asked), name(std::move(called)), a(cast_to<T>(weights)) {
        (void)a.device_storage(ctx.cuda_engine());
        products = gb::mxm_flops(ctx, a, a);
        nvals = gb::mxm_nvals(ctx, a, a);
        has_exact_sums_ = sums_are_exact();
    }

    void wait() const { ctx.cuda_engine()->synchronise(); }

    /// A line whose floor is so many bytes moved and every product added once.
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

    /// One who makes c by call().
    template <class C, class Call>
    side one(std::string called, C& c, Call call) const {
        return {std::move(called), {}, [this, &c, call] { c = call(); wait(); }, [this, &c] { c = {}; wait(); }};
    }
    void measure(result& r, const contest& task) const { r.take(bench::run(task, o.how, o.verify)); }

    /// Device memory beside operands and result at the highest.
    template <class Call>
    std::int64_t temporary_of(const Call& call) const {
        gb::cuda::engine& e = *ctx.cuda_engine();
        e.reset_peak();
        const auto made = call();
        wait();
        return e.peak_bytes() - e.bytes_in_use();
    }

    /// Between two products of ours: values are whole numbers, and so are sums that the type holds exactly.
    std::string difference_of(const gb::matrix<T>& x, const gb::matrix<T>& y) const {
        if (has_exact_sums_) return difference_on(ctx, x, y);
        return difference(x.storage(), y.storage(), a.storage());
    }

  private:
    bool sums_are_exact() const {
        gb::index longest = 0;
        for (gb::index i = 0; i < a.nrows(); ++i) longest = std::max(longest, a.storage().structure().row_size(i));
        const double most = a.nvals() > 0 ? double{*std::max_element(a.values().begin(), a.values().end())} : 0.0;
        return most * most * static_cast<double>(longest) < std::ldexp(1.0, std::numeric_limits<T>::digits);
    }

    bool has_exact_sums_ = false;
};

/// A line that can be asked for by name, of lines of type `Lines`.
template <class Lines>
struct row {
    const char* name;
    result (Lines::*measure)();
    bool once = false;  ///< reads no values of the matrix, or is for fp32 alone: measured with that type only
};

}  // namespace bench
