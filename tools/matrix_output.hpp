// Needs: a matrix that is written.
// Idea: what a file of a matrix cannot say goes beside it, or is said.
#pragma once

#include "answer.hpp"
#include <graphblas_gpu/io/text_file.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace grb {

/// A line "vertex id" for every vertex, below a line that names them.
inline void write_ids(const std::string& path, const std::vector<std::uint64_t>& ids) {
    gb::io::text_writer out(path);
    out.text("# vertex\tid\n");
    for (std::size_t v = 0; v < ids.size(); ++v) {
        out.number(v);
        out.character('\t');
        out.number(ids[v]);
        out.character('\n');
    }
    out.close();
}

/// An edge list ends with its last edge: what comes after cannot be told from the file.
template <class T>
void note_lost_vertices(answer& to, const gb::matrix<T>& a) {
    gb::index known = 0;
    for (gb::index i = 0; i < a.nrows(); ++i)
        if (a.row_offsets()[i] < a.row_offsets()[i + 1]) known = i + 1;
    for (const gb::column_index j : a.columns()) known = std::max<gb::index>(known, gb::index{j} + 1);
    if (known < a.nrows())
        to.note(fmt::format("the last {} of {} vertices have no edge, and an edge list cannot name them; the other "
                            "formats can",
                            a.nrows() - known, a.nrows()));
}

}  // namespace grb
