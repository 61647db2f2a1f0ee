// Idea: lists of neighbours, and the first number that is wrong: what the checks of graph_checks.hpp share.
#pragma once

#include <graphblas_gpu/formats/csr.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace grb {

namespace gb = graphblas_gpu;

/// For each vertex its neighbours in ascending order.
using neighbour_lists = std::vector<std::vector<std::size_t>>;

enum class followed { forward, backward, both_ways };

/// Calls f(row, column, position) for all entries.
template <class F>
void for_each_entry(const gb::structure_view& a, F&& f) {
    for (gb::index i = 0; i < a.nrows; ++i)
        for (gb::row_offset p = a.begin(i); p < a.end(i); ++p) f(static_cast<std::size_t>(i), std::size_t{a.columns[p]}, p);
}

/// The neighbours along the edges; self loops are left out.
inline neighbour_lists neighbours_in(const gb::structure_view& a, followed way) {
    neighbour_lists next(static_cast<std::size_t>(a.nrows));
    for_each_entry(a, [&](std::size_t i, std::size_t j, gb::row_offset) {
        if (i == j) return;
        if (way != followed::backward) next[i].push_back(j);
        if (way != followed::forward) next[j].push_back(i);
    });
    for (std::vector<std::size_t>& list : next) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return next;
}

/// Names the first vertex with another number than the right one; `what` describes the number, such as "the component of
/// vertex".
template <class T>
std::string first_difference(const char* what, const std::vector<T>& found, const std::vector<T>& right) {
    if (found.size() != right.size()) return fmt::format("{} vertices have a number, {} is right", found.size(), right.size());
    const auto at = std::mismatch(found.begin(), found.end(), right.begin());
    if (at.first == found.end()) return {};
    return fmt::format("{} {} is {}, {} is right", what, at.first - found.begin(), *at.first, *at.second);
}

}  // namespace grb
