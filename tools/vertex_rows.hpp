// Needs: matrices with a row for each source and an entry for each vertex reached from it.
// Idea: the answers of bfs and mssp have the same two parts: three numbers for each source, and on request a line for each
// vertex. These lines can be read back to be verified.
#pragma once

#include "table_output.hpp"
#include <algorithms/bfs.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace grb {

/// A matrix whose only row is the vector.
template <class T>
gb::matrix<T> as_row(const gb::vector<T>& v) {
    return gb::matrix<T>::from_storage(gb::formats::copy_of(v.list()));
}

/// The levels or the distances of searches, and the parents: row s is what the search from source number s has found.
template <class T>
struct searched_rows {
    gb::matrix<T> values;
    gb::matrix<std::int64_t> parents;
};
/// @{
inline searched_rows<std::int32_t> rows_of(const gb::bfs_result& one) { return {as_row(one.levels), as_row(one.parents)}; }
inline searched_rows<std::int32_t> rows_of(gb::multi_source_bfs_result&& all) {
    return {std::move(all.levels), std::move(all.parents)};
}
template <class T>
searched_rows<T> rows_of(const gb::shortest_path_result<T>& one) {
    return {as_row(one.distances), as_row(one.parents)};
}
template <class T>
searched_rows<T> rows_of(gb::multi_source_shortest_path_result<T>&& all) {
    return {std::move(all.distances), std::move(all.parents)};
}
/// @}

/// Sums for each source; values are exact for integers, and sums that do not fit 64 bits wrap.
template <class T>
struct row_summary {
    using wide = std::conditional_t<std::floating_point<T>, double, std::int64_t>;
    std::vector<std::int64_t> reached;
    std::vector<wide> largest;
    std::vector<wide> sum;

    explicit row_summary(const gb::matrix<T>& rows) {
        using summand = std::conditional_t<std::floating_point<T>, double, std::uint64_t>;
        const auto offsets = rows.row_offsets();
        const auto values = rows.values();
        for (std::size_t i = 0; i < static_cast<std::size_t>(rows.nrows()); ++i) {
            wide most = 0;  // the value of the source
            summand total = 0;
            for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
                const auto x = static_cast<wide>(values[static_cast<std::size_t>(p)]);
                most = std::max(most, x);
                total += static_cast<summand>(x);
            }
            reached.push_back(offsets[i + 1] - offsets[i]);
            largest.push_back(most);
            sum.push_back(static_cast<wide>(total));
        }
    }
};

/// Writes a line "source vertex value parent" for every vertex reached. Vertices that are not reached have no line.
template <class T>
void write_rows(const std::string& path, const std::string& value_name, const graph_file& file,
                const std::vector<gb::index>& sources, const searched_rows<T>& found) {
    if (path.empty()) return;
    table_writer out(path, file, "source\tvertex\t" + value_name + "\tparent");
    for (std::size_t p = 0; const auto [row, v, x] : found.values.entries())
        out.line(vertex{sources[static_cast<std::size_t>(row)]}, vertex{v}, x, vertex{found.parents.values()[p++]});
    out.close();
}

/// One line of a file that write_rows wrote, as text.
struct saved_row_line {
    std::int64_t line;
    std::string source;
    std::string vertex;
    std::string value;
    std::string parent;
};

/// All lines of a file that write_rows wrote with this name of the values. Throws io_error for any other file.
std::vector<saved_row_line> read_row_lines(const std::string& path, const std::string& value_name);

/// Throws io_error that names the file and the line.
[[noreturn]] void refuse_row_line(const std::string& path, const saved_row_line& line, const std::string& reason);

/// The numbers of vertices that a file lists, one vertex a line, with the name that the graph's file has for it: `vertex
/// number`, or `vertex` for the number 1. Columns are separated by a tab, a comma, a semicolon or blanks; empty lines and lines
/// that begin with # or % are left out. Vertices that are not listed have no entry. Throws io_error with the line for a vertex
/// that does not exist or is listed twice, and for a number that is negative or not finite; and if no number is above 0.
gb::vector<double> read_vertex_numbers(const std::string& path, const graph_file& file);

/// The answer that write_rows wrote for these sources. Throws io_error if it is for other sources, or names vertices that do
/// not exist; whether the answer is right is not checked here.
template <class T>
searched_rows<T> read_rows(const std::string& path, const std::string& value_name, const graph_file& file,
                           const std::vector<gb::index>& sources) {
    std::vector<gb::index> rows, columns;
    std::vector<T> values;
    std::vector<std::int64_t> parents;
    gb::index row = -1;
    for (const saved_row_line& line : read_row_lines(path, value_name)) {
        const std::vector<gb::index> at = [&] {
            try {
                return file.positions_of({line.source, line.vertex, line.parent});
            } catch (const gb::io_error& e) {
                refuse_row_line(path, line, e.what());
            }
        }();
        // For each source, every vertex occurs at most once, in ascending order.
        if (row < 0 || at[1] <= columns.back() || at[0] != sources[static_cast<std::size_t>(row)]) ++row;
        if (row >= static_cast<gb::index>(sources.size()) || at[0] != sources[static_cast<std::size_t>(row)])
            refuse_row_line(path, line, "the source " + line.source + " is not the next one of --source");
        T number{};
        const char* const end = line.value.data() + line.value.size();
        const auto [stop, status] = std::from_chars(line.value.data(), end, number);
        if (status != std::errc() || stop != end)
            refuse_row_line(path, line, "'" + line.value + "' is no " + value_name + " of type " + gb::type_name<T>());
        rows.push_back(row);
        columns.push_back(at[1]);
        values.push_back(number);
        parents.push_back(at[2]);
    }
    const auto n = static_cast<gb::index>(sources.size());
    return {gb::matrix<T>::from_edges(n, file.ncols(), rows, columns, values),
            gb::matrix<std::int64_t>::from_edges(n, file.ncols(), rows, columns, parents)};
}

}  // namespace grb
