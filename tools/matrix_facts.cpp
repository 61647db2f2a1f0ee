// Idea: see matrix_facts.hpp.
#include "matrix_facts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace grb {
namespace {

/// The number of columns that have an entry, or, where rows and columns are the same vertices, whose row has one.
gb::index used_columns(const gb::structure_view& a, bool are_rows_vertices_too) {
    const auto for_all = [&](const auto& mark) {
        const auto* const columns = a.columns;
        for (gb::row_offset p = 0, end = a.nvals(); p < end; ++p) mark(columns[p]);
        if (!are_rows_vertices_too) return;
        for (gb::index i = 0; i < a.nrows; ++i)
            if (a.begin(i) < a.end(i)) mark(static_cast<gb::column_index>(i));
    };
    // Where most columns are empty, a mark for each of them could be more than the matrix.
    constexpr gb::index columns_per_entry = 8, columns_nobody_minds = 1'000'000;
    if (a.ncols > columns_per_entry * a.nvals() + columns_nobody_minds) {
        std::vector<gb::column_index> used;
        for_all([&](gb::column_index j) { used.push_back(j); });
        std::sort(used.begin(), used.end());
        return std::unique(used.begin(), used.end()) - used.begin();
    }
    std::vector<char> marks(static_cast<std::size_t>(a.ncols), 0);
    for_all([is_used = marks.data()](gb::column_index j) { is_used[j] = 1; });
    return std::count(marks.begin(), marks.end(), 1);
}

void add_tiles(answer& result, const gb::tile_figures& t) {
    result.add("tiles", t.tiles);
    result.add("entries_per_tile", t.entries_per_tile());
    result.add("coo_bytes", t.coo_bytes);
    result.add("csr_bytes", t.csr_bytes);
    result.add("tile_bytes", t.tile_bytes);
    result.add("value_bytes", t.value_bytes);
}

}  // namespace

template <class T>
matrix_facts facts_of(const gb::context& ctx, const gb::matrix<T>& a, bool has_two_sides, bool count_tiles) {
    matrix_facts found;
    if (count_tiles) found.tiles = gb::tiling(gb::context::host({.threads = 1}), a);
    found.nvals = a.nvals();
    found.symmetric = a.is_symmetric(ctx);
    const gb::structure_view rows = a.rows();
    for (gb::index i = 0; i < a.nrows(); ++i) {
        const auto* const begin = rows.columns + rows.begin(i);
        const auto* const end = rows.columns + rows.end(i);
        found.self_loops += std::binary_search(begin, end, static_cast<gb::column_index>(i));
        found.empty_rows += begin == end;
        found.largest_row = std::max<gb::index>(found.largest_row, end - begin);
    }
    const bool is_square = a.nrows() == a.ncols() && !has_two_sides;
    found.vertices_without_entries = a.ncols() - used_columns(rows, is_square) + (is_square ? 0 : found.empty_rows);
    return found;
}

template matrix_facts facts_of(const gb::context&, const gb::matrix<void>&, bool, bool);
template matrix_facts facts_of(const gb::context&, const gb::matrix<std::int64_t>&, bool, bool);
template matrix_facts facts_of(const gb::context&, const gb::matrix<std::uint64_t>&, bool, bool);
template matrix_facts facts_of(const gb::context&, const gb::matrix<double>&, bool, bool);

void add_facts(answer& to, const graph_file& file, const matrix_facts& found) {
    to.add("format", file.report().format);
    to.add("values", std::string(file.values()));
    to.add("type", std::string(gb::type_name(file.type())));
    to.add("nrows", file.nrows());
    to.add("ncols", file.ncols());
    to.add("entries_in_file", file.report().entries_in_file);
    to.add("nvals", found.nvals);
    to.add("duplicates", file.report().duplicates_merged);
    if (!file.report().has_two_sides) to.add("self_loops", found.self_loops);
    to.add("symmetric", found.symmetric);
    to.add("empty_rows", found.empty_rows);
    to.add("vertices_without_entries", found.vertices_without_entries);
    to.add("largest_row", found.largest_row);
    if (found.tiles) add_tiles(to, *found.tiles);
}

}  // namespace grb
