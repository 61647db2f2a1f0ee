// Idea: see target_paths.hpp.
#include "target_paths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grb {
namespace {

/// The position at which the row's entry for the vertex is stored; negative if there is none.
gb::row_offset position_in_row(const gb::matrix<std::int64_t>& rows, gb::index row, std::int64_t vertex) {
    return gb::formats::find(rows.storage().structure(), row, vertex);
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
        const gb::row_offset p = position_in_row(parents, row, vertex);
        if (p < 0) return {};
        entries.push_back(static_cast<std::size_t>(p));
        if (vertex == source) {
            std::reverse(entries.begin(), entries.end());
            return entries;
        }
        vertex = parents.values()[entries.back()];
    }
    return {};
}

std::string why_no_path(const graph_file& file, const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                        gb::index target) {
    return position_in_row(parents, row, target) < 0
               ? fmt::format("no path leads from {} to {}", file.name_of(source), file.name_of(target))
               : fmt::format("the parents do not lead from {} back to {}", file.name_of(target), file.name_of(source));
}

}  // namespace grb
