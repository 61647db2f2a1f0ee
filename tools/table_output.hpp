// Idea: the tables of --out have a line for each vertex or edge, below a line that names the columns. Vertices have the names
// of the input file, so that a table can be read like that file. Columns are separated by tabs, and the line of names is a
// comment; a file whose name ends in .csv is as RFC 4180 (Common Format for CSV Files) wants it.
#pragma once

#include "graph_file.hpp"
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/io/text_format.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace grb {

/// A cell with the name of the vertex at this position.
struct vertex {
    std::int64_t position;
};

class table_writer {
  public:
    /// The names of the columns are separated by tabs.
    table_writer(const std::string& path, const graph_file& file, std::string columns)
        : out_(path), file_(file), separator_(gb::io::separator_of_name(path)) {
        std::replace(columns.begin(), columns.end(), '\t', separator_);
        out_.text((separator_ == ',' ? "" : "# ") + columns + "\n");
    }

    /// Writes a line of vertices and numbers.
    template <class... Cells>
    void line(const Cells&... cells) {
        line_.clear();
        (append(cells), ...);
        line_.back() = '\n';
        out_.text(line_);
    }

    /// Throws io_error unless everything was written.
    void close() { out_.close(); }

  private:
    void append(vertex v) {
        file_.append_name(line_, v.position, separator_);
        line_ += separator_;
    }
    template <class T>
    void append(T x) {
        gb::io::append_number_of_its_kind(line_, x);
        line_ += separator_;
    }

    gb::io::text_writer out_;
    const graph_file& file_;
    char separator_;
    std::string line_;
};

/// Writes a line "vertex label" for every vertex; labels are vertices. An empty path writes nothing, here and below.
void write_labels(const std::string& path, const std::string& name, const graph_file& file,
                  const gb::vector<std::int64_t>& labels);

/// Writes a line for each of the given vertices.
void write_vertices(const std::string& path, const graph_file& file, const gb::vector<void>& vertices);

/// Writes a line "vertex value ..." for every vertex; each of the columns has an entry for every vertex.
template <class... T>
void write_vertex_values(const std::string& path, const graph_file& file, const std::string& names,
                         const gb::vector<T>&... columns) {
    if (path.empty()) return;
    table_writer out(path, file, "vertex\t" + names);
    const auto write = [&](const std::vector<T>&... values) {
        for (gb::index v = 0; v < file.nrows(); ++v) out.line(vertex{v}, values[static_cast<std::size_t>(v)]...);
    };
    write(columns.to_entries().values...);
    out.close();
}

enum class edges_listed { as_stored, once };

/// Writes a line "source target value" for every entry, with `names` as the names of these columns; `once` leaves out entries
/// below the diagonal.
template <class T>
void write_edge_values(const std::string& path, const graph_file& file, const std::string& names, const gb::matrix<T>& a,
                       edges_listed listed) {
    if (path.empty()) return;
    table_writer out(path, file, names);
    for (const auto [i, j, x] : a.entries()) {
        if (listed == edges_listed::as_stored || i <= j) out.line(vertex{i}, vertex{j}, x);
    }
    out.close();
}

}  // namespace grb
