// Needs: for each source a row of values and a row of parents, with entries in the same columns (vertex_rows.hpp).
// Idea: a path is followed from its end: from the target to its parent, and from parent to parent until the source is reached.
#pragma once

#include "answer.hpp"
#include "graph_file.hpp"
#include <graphblas_gpu/matrix.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace grb {

/// Declares --to: the target as the user wrote it; empty without the option.
void declare_target(subcommand& to, std::string& target);

/// The position of the target, or nothing if the name is empty. Throws io_error if there is no such vertex.
inline std::optional<gb::index> target_of(const graph_file& file, const std::string& name) {
    if (name.empty()) return std::nullopt;
    return file.position_of(name);
}

/// The positions at which the entries of the vertices on the path are stored, from the source to the target. Empty if the row
/// has no entry for the target, or if the parents do not lead to the source, which can happen with a wrong answer that was read
/// from a file.
std::vector<std::size_t> entries_on_path(const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                                         gb::index target);

/// The reason why entries_on_path is empty.
std::string why_no_path(const graph_file& file, const gb::matrix<std::int64_t>& parents, gb::index row, gb::index source,
                        gb::index target);

/// Adds "target", and as "paths" a record for each source: "source", "vertices", and under `values_name` the values of these
/// vertices. A source without a path has empty lists and a note.
template <class T>
void add_paths(answer& to, const graph_file& file, const std::vector<gb::index>& sources, gb::index target,
               const std::string& values_name, const gb::matrix<T>& values, const gb::matrix<std::int64_t>& parents) {
    using wide = std::conditional_t<std::floating_point<T>, double, std::int64_t>;
    std::vector<record> paths;
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const auto row = static_cast<gb::index>(s);
        std::vector<gb::index> vertices;
        std::vector<wide> on_the_way;
        for (const std::size_t p : entries_on_path(parents, row, sources[s], target)) {
            vertices.push_back(static_cast<gb::index>(values.columns()[p]));
            on_the_way.push_back(static_cast<wide>(values.values()[p]));
        }
        if (vertices.empty()) to.note(why_no_path(file, parents, row, sources[s], target));
        paths.push_back(
            {{"source", file.value_of(sources[s])}, {"vertices", file.names_of(vertices)}, {values_name, on_the_way}});
    }
    to.add("target", file.value_of(target));
    to.add_records("paths", std::move(paths));
}

}  // namespace grb
