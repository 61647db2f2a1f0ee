// Idea: an edge list is read as a table whose fields are separated by one character and may be in quotes; two or three fields
// of a line are read. Ids are numbers or names. Blocks are parsed in parallel, and every block numbers its names by itself;
// these numbers are replaced by those of the file when the blocks are collected in order.
#pragma once

#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/edge_list_layout.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/name_table.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graphblas_gpu::io {

/// The edges of a block whose ids are names: sources and targets are numbers in the name table of the block.
struct named_edge_block : edge_block<column_index> {
    name_table names;

    void clear() {
        edge_block<column_index>::clear();
        names.clear();
    }
};

/// The fields of a line that make an edge.
class edge_fields {
  public:
    enum role : std::size_t { source, target, weight };

    explicit edge_fields(const edge_list_layout& layout);

    /// Finds the fields of the line, which may go on behind ends of lines in quotes, up to `end_of_text`; the weight may be
    /// among attributes behind them. Throws line_error for a line that has too few or too many fields.
    void read(std::string_view line, std::int64_t number, const char* end_of_text) {
        if (has_attributes_) read_with_attributes(line, number, end_of_text);
        else read_columns(line, number, end_of_text);
    }

    std::string_view operator[](role r) const noexcept { return found_[r]; }
    bool has_weight() const noexcept { return has_weight_; }
    const char* end_of_line() const noexcept { return end_of_line_; }

    /// Throws line_error unless source and target are not empty.
    void require_ids(std::int64_t number) const;

  private:
    void read_columns(std::string_view line, std::int64_t number, const char* end_of_text);
    void read_with_attributes(std::string_view line, std::int64_t number, const char* end_of_text);

    std::array<int, 3> column_of_;  ///< numbers of columns from 1; 0: none
    int last_column_;
    bool any_number_;  ///< whether a line may have columns after the last one that is read
    bool has_attributes_;
    char separator_;
    std::array<std::string_view, 3> found_;
    std::array<std::string, 4> storage_;
    bool has_weight_ = false;
    const char* end_of_line_ = nullptr;
};

columns_of_file first_field_edge(std::string_view line, std::int64_t number, const edge_list_options& options,
                                 const edge_list_layout& layout);

/// Reads the edges of a block, independently of the blocks before it.
template <class Block>
class field_edge_parser {
  public:
    field_edge_parser(const line_syntax& syntax, const columns_of_file& columns, const edge_list_options& options,
                      const edge_list_layout& layout)
        : syntax_(syntax),
          columns_(columns),
          options_(options),
          layout_(layout),
          attributes_are_ignored_(layout.has_attributes && options.weights == weight_column::none),
          looks_at_third_column_(layout.columns.empty() && !layout.has_attributes && !columns.weights_wanted) {}

    void operator()(const text_block& block, Block& out) const {
        const std::string_view text = block.text();
        out.make_room(text.size(), columns_.weights_wanted);
        edge_fields fields(layout_);
        const char* p = text.data();
        const char* const end = p + text.size();
        while (p < end) {
            const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
            if (newline == nullptr) newline = end;
            const std::string_view line(p, static_cast<std::size_t>(newline - p));
            p = newline == end ? end : newline + 1;
            ++out.lines;
            if (const std::string_view words = without_leading_blanks(line); words.empty()) {
                continue;
            } else if (syntax_.is_comment(words)) {
                out.comments.add(out.lines, words);
                continue;
            }
            try {
                fields.read(line, out.lines, end);
            } catch (const open_quote& e) {
                out.open = {text.substr(static_cast<std::size_t>(line.data() - text.data())), e};
                --out.lines;
                return;
            }
            read_edge(fields, out);
            ++out.edges;
            if (fields.end_of_line() > newline) {
                out.broken_lines.add(out.lines, line.substr(0, line.find_last_not_of('\r') + 1));
                out.lines += std::count(newline, fields.end_of_line(), '\n');
                p = std::min(fields.end_of_line() + 1, end);
            }
        }
    }

  private:
    void read_edge(const edge_fields& fields, Block& out) const {
        fields.require_ids(out.lines);
        if (columns_.weighted != fields.has_weight() && !attributes_are_ignored_)
            refuse_number_of_columns(out.lines, fields[edge_fields::weight], columns_);
        out.sources[out.edges] = id_of(fields[edge_fields::source], out);
        out.targets[out.edges] = id_of(fields[edge_fields::target], out);
        if (columns_.weights_wanted) read_weight(out.lines, fields[edge_fields::weight], out, layout_.separator != ',');
        else if (looks_at_third_column_) check_unused_weight(out.lines, fields[edge_fields::weight]);
    }

    typename Block::id id_of(std::string_view word, Block& out) const {
        if constexpr (std::is_same_v<Block, named_edge_block>) {
            return out.names.number_of(word);
        } else {
            std::uint64_t id = 0;
            const number_status status = parse_integer(word, id);
            return judged_id<typename Block::id>(out.lines, word, status, id, options_.one_based);
        }
    }

    const line_syntax& syntax_;
    const columns_of_file& columns_;
    const edge_list_options& options_;
    const edge_list_layout& layout_;
    bool attributes_are_ignored_;
    bool looks_at_third_column_;
};

}  // namespace graphblas_gpu::io
