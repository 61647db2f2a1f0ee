// Idea: the readers of graph formats share this: lines are read in order by a text_scanner, edges are collected with or without
// weights, and the vertices get the names that the file has for them. These files declare their vertices, so that vertices
// without edges are counted.
#pragma once

#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graphblas_gpu::io {

/// The edges of a file, in its order. Edges without a weight beside edges with weights weigh 1, which a note says.
class listed_edges {
  public:
    /// Room for `edges` further edges.
    void reserve(std::size_t edges) {
        base::make_room(rows_, edges);
        base::make_room(columns_, edges);
    }
    std::size_t size() const noexcept { return rows_.size(); }

    void add(column_index row, column_index column) {
        base::append(rows_, row);
        base::append(columns_, column);
        if (!has_weights()) return;
        push({.integer = 1});
        ++without_weight_;
    }
    void add(column_index row, column_index column, const weight_of_edge& weight) {
        if (!has_weights()) fill_up();
        base::append(rows_, row);
        base::append(columns_, column);
        push(weight);
    }

    /// Adds all edges of another list.
    void append(const listed_edges& more);

    const std::vector<column_index>& rows() const noexcept { return rows_; }
    const std::vector<column_index>& columns() const noexcept { return columns_; }
    /// The bits of the weight of an edge; 0 if there are no weights.
    std::uint64_t weight_bits(std::size_t edge) const noexcept;

    /// Adds the opposite of every edge from number `first` on, apart from self loops, right behind it, so that of an edge that
    /// is listed twice both directions have the same first and the same last weight. Returns how many were added.
    index mirror_from(std::size_t first);

    /// The edges as a square matrix. The numbers in the report are left to the caller, apart from entries_in_file.
    coordinates finish(index vertices, index mirrored, std::string format) &&;

  private:
    bool has_weights() const noexcept { return !integers_.empty() || !reals_.empty(); }
    void fill_up();
    void push(const weight_of_edge& weight);

    std::vector<column_index> rows_;
    std::vector<column_index> columns_;
    std::vector<std::int64_t> integers_;  // empty as soon as a weight is not an integer
    std::vector<double> reals_;
    index without_weight_ = 0;
};

/// The value of a word; throws line_error if it is no number that fits.
weight_of_edge weight_of_word(std::int64_t line, std::string_view word);

/// The next word as a vertex of `vertices`, which the file counts from 1. Throws line_error, with the advice behind the reason.
column_index next_vertex(text_scanner& scanner, index vertices, std::string_view advice = {});

/// The next word as a whole number from 0 to `largest`; throws line_error, in which the number is called `what`.
std::uint64_t next_count(text_scanner& scanner, std::string_view what, std::uint64_t largest, std::string_view advice = {});

/// Vertices are called as in the file, which counts them from 1.
void count_from_one(coordinates& result);

/// Vertices are called by these labels, of which empty ones are missing, if each has one of its own. Otherwise by their ids,
/// and a note says why. `ids` are in ascending order.
void name_vertices(coordinates& result, std::vector<std::string> labels, std::vector<std::uint64_t> ids);

/// Calls read(scanner) to read a text; a line_error becomes an io_error with the file.
template <class Read>
coordinates read_lines(input& from, const reading& how, const line_syntax& syntax, const Read& read) {
    return base::within_memory(from.name() + ": the list of its edges", [&] {
        from.read_as_text();
        line_blocks blocks(from, how.progress, how.block_size);
        text_scanner scanner(syntax, blocks);
        try {
            coordinates result = read(scanner);
            blocks.report_progress();
            return result;
        } catch (const line_error& e) {
            throw io_error(from.name(), e.line(), e.what());
        }
    });
}

}  // namespace graphblas_gpu::io
