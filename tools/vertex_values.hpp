// Needs: vectors with an entry for every vertex.
// Idea: commands with a number for each vertex as the answer show the largest numbers, and write all of them on request.
#pragma once

#include "answer.hpp"
#include "graph_file.hpp"
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace grb {

/// Adds the vertices with the largest values, at most `most` of them, as "top_vertices", and their values as "top_" + name; the
/// largest value comes first, and where values are equal the smaller number.
template <class T>
void add_largest(answer& to, const graph_file& file, const std::string& name, const gb::vector<T>& values, std::size_t most = 5) {
    const std::vector<T> all = values.to_entries().values;
    std::vector<gb::index> order(all.size());
    std::iota(order.begin(), order.end(), gb::index{0});
    const std::size_t shown = std::min(most, order.size());
    const auto value_of = [&](gb::index v) { return all[static_cast<std::size_t>(v)]; };
    const auto is_before = [&](gb::index v, gb::index w) {
        return value_of(v) != value_of(w) ? value_of(v) > value_of(w) : v < w;
    };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(), is_before);
    order.resize(shown);
    std::vector<T> largest;
    for (const gb::index v : order) largest.push_back(value_of(v));
    to.add("top_vertices", file.names_of(order));
    to.add("top_" + name, std::move(largest));
}

/// Writes a line "vertex value ..." for every vertex, separated by tabs, below a line that names the columns.
template <class... T>
void write_vertex_values(const std::string& path, const graph_file& file, const std::string& names,
                         const gb::vector<T>&... columns) {
    gb::io::text_writer out(path);
    out.text("# vertex\t" + names + "\n");
    const auto write = [&](const std::vector<T>&... values) {
        std::string line;
        for (gb::index v = 0; v < file.entries().nrows; ++v) {
            line.clear();
            file.append_name(line, v);
            ((line += '\t', gb::io::append_number_of_its_kind(line, values[static_cast<std::size_t>(v)])), ...);
            line += '\n';
            out.text(line);
        }
    };
    write(columns.to_entries().values...);
    out.close();
}

}  // namespace grb
