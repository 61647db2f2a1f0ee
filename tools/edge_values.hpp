// Needs: a matrix with a value for each edge.
// Idea: the output is an edge list in which vertices have the names of the input file, so that it can be read like the input
// file.
#pragma once

#include "graph_file.hpp"
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <string>

namespace grb {

enum class edges_listed { as_stored, once };

/// Writes a line "source target value" for every entry, separated by tabs, below a line that names the columns; `once` leaves
/// out entries below the diagonal.
template <class T>
void write_edge_values(const std::string& path, const graph_file& file, const std::string& name, const gb::matrix<T>& a,
                       edges_listed listed) {
    gb::io::text_writer out(path);
    out.text("# source\ttarget\t" + name + "\n");
    std::string line;
    for (const auto [i, j, x] : a.entries()) {
        if (listed == edges_listed::once && j < i) continue;
        line.clear();
        file.append_name(line, i);
        line += '\t';
        file.append_name(line, j);
        line += '\t';
        gb::io::append_number_of_its_kind(line, x);
        line += '\n';
        out.text(line);
    }
    out.close();
}

}  // namespace grb
