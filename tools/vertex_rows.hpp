// Needs: matrices with a row for each source and an entry for each vertex reached from it.
// Idea: bfs and mssp answer with the same two things: three numbers a source, and on request a line for each vertex.
#pragma once

#include "graph_file.hpp"
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/vector.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace grb {

/// A vector as the only row of a matrix.
template <class T>
gb::matrix<T> as_row(const gb::vector<T>& v) {
    return gb::matrix<T>::from_storage(gb::csr<T>(v.list()));
}

/// Per source; values are exact for integers, which wrap if a sum does not fit 64 bits.
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
            wide most = 0;  // the source's own
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

/// A line "source vertex value parent" for every vertex reached, parted by tabs, below a line that names them. Vertices
/// that are not reached have no line.
template <class T>
void write_rows(const std::string& path, const std::string& value_name, const graph_file& file,
                const std::vector<gb::index>& sources, const gb::matrix<T>& values,
                const gb::matrix<std::int64_t>& parents) {
    gb::io::text_writer out(path);
    out.text("# source\tvertex\t" + value_name + "\tparent\n");
    const auto offsets = values.row_offsets();
    for (std::size_t s = 0; s < sources.size(); ++s) {
        for (auto entry = offsets[s]; entry < offsets[s + 1]; ++entry) {
            const auto p = static_cast<std::size_t>(entry);
            out.number(file.name_of(sources[s]));
            out.character('\t');
            out.number(file.name_of(values.columns()[p]));
            out.character('\t');
            out.number_of_its_kind(values.values()[p]);
            out.character('\t');
            out.number(file.name_of(parents.values()[p]));
            out.character('\n');
        }
    }
    out.close();
}

/// The sources by the names the user gave them, or the first vertex if there were none.
struct named_sources {
    std::vector<std::uint64_t> names;
    std::vector<gb::index> positions;

    named_sources(const graph_file& file, const std::vector<std::uint64_t>& wanted)
        : names(wanted.empty() ? file.first_vertex() : wanted), positions(file.positions_of(names)) {}
};

}  // namespace grb
