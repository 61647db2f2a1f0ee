// How two results of the benchmark on a device are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/ewise.hpp>
#include <graphblas_gpu/formats/csr.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <semirings/operators.hpp>

namespace bench {

namespace gb = graphblas_gpu;

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

/// Describes the first difference; empty if there is none. A sum of n terms is off by at most n eps times the sum of their
/// absolute values, and n is at most the length of the row of A. Those sums are theirs if all terms are positive.
template <class T>
std::string difference(const gb::csr<T>& ours, const gb::csr<T>& theirs, const gb::csr<T>& a, const gb::csr<T>& absolute) {
    if (!(ours.offsets == theirs.offsets)) return "row sizes differ";
    if (!(ours.columns == theirs.columns)) return "columns differ";
    constexpr double eps = std::numeric_limits<T>::epsilon();
    for (gb::index i = 0; i < ours.nrows; ++i) {
        const double tolerance = 2 * eps * static_cast<double>(a.structure().row_size(i) + 1);
        for (auto p = ours.offsets[static_cast<std::size_t>(i)]; p < ours.offsets[static_cast<std::size_t>(i) + 1]; ++p) {
            const auto at = static_cast<std::size_t>(p);
            const double x = ours.values[at], y = theirs.values[at], allowed = tolerance * std::abs(absolute.values[at]);
            if (!(std::abs(x - y) <= allowed))
                return fmt::format("row {}, column {}: {} and {}, tolerance {}", i, ours.columns[at], x, y, allowed);
        }
    }
    return {};
}
template <class T>
std::string difference(const gb::csr<T>& ours, const gb::csr<T>& theirs, const gb::csr<T>& a) {
    return difference(ours, theirs, a, theirs);
}

/// The same for results that must be equal; they are compared on the device.
template <class T>
requires(!std::is_void_v<T>) std::string difference_on(const gb::context& ctx, const gb::matrix<T>& x, const gb::matrix<T>& y) {
    const auto unequal = gb::ewise_mult(ctx, gb::ne{}, x, y);
    if (x.nvals() != y.nvals() || unequal.nvals() != x.nvals()) {
        return fmt::format("{} and {} entries, {} in common", x.nvals(), y.nvals(), unequal.nvals());
    }
    return gb::reduce(ctx, gb::lor{}, unequal) ? "values differ" : "";
}

/// The same for structures. The values of y are not read.
template <class T>
std::string difference_on(const gb::context& ctx, const gb::matrix<void>& x, const gb::matrix<T>& y) {
    const gb::index common = gb::ewise_mult(ctx, gb::pair{}, x, y).nvals();
    if (x.nvals() == y.nvals() && common == x.nvals()) return {};
    return fmt::format("{} and {} entries, {} in common", x.nvals(), y.nvals(), common);
}

}  // namespace bench
