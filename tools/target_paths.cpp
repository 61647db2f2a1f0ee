// Idea: see target_paths.hpp.
#include "target_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace grb {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

/// The position at which the row's entry for the vertex is stored, or `nowhere`.
template <class T>
std::size_t position_in_row(const gb::matrix<T>& rows, gb::index row, std::int64_t vertex) {
    const auto r = static_cast<std::size_t>(row);
    const auto begin = static_cast<std::size_t>(rows.row_offsets()[r]),
               end = static_cast<std::size_t>(rows.row_offsets()[r + 1]);
    const auto columns = rows.columns();
    const auto less = [](auto column, std::int64_t wanted) { return static_cast<std::int64_t>(column) < wanted; };
    const auto at = std::lower_bound(columns.begin() + static_cast<std::ptrdiff_t>(begin),
                                     columns.begin() + static_cast<std::ptrdiff_t>(end), vertex, less);
    const auto p = static_cast<std::size_t>(at - columns.begin());
    return p < end && static_cast<std::int64_t>(columns[p]) == vertex ? p : nowhere;
}

}  // namespace

void declare_target(subcommand& to, std::string& target) {
    to.option("--to", target,
              {"TARGET",
               "Give the vertices on a shortest path from each source to this vertex, and how far each is from the source"});
}

std::vector<std::size_t> entries_on_path(const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                                         gb::index target) {
    std::vector<std::size_t> entries;
    const auto longest = static_cast<std::size_t>(parents.ncols());
    for (std::int64_t vertex = target; entries.size() < longest;) {
        const std::size_t p = position_in_row(parents, row, vertex);
        if (p == nowhere) return {};
        entries.push_back(p);
        if (vertex == source) {
            std::reverse(entries.begin(), entries.end());
            return entries;
        }
        vertex = parents.values()[p];
    }
    return {};
}

std::string why_no_path(const graph_file& file, const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                        gb::index target) {
    return position_in_row(parents, row, target) == nowhere
               ? fmt::format("no path leads from {} to {}", file.name_of(source), file.name_of(target))
               : fmt::format("the parents do not lead from {} back to {}", file.name_of(target), file.name_of(source));
}

}  // namespace grb
