// Idea: edge lists of numbers that are separated by blanks, tabs or commas. Plain lines are parsed by a fast loop, all other
// lines by the scanner, which has the error messages.
#pragma once

#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/plain_numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graphblas_gpu::io {

/// One edge as the scanner reads it. If the columns of the file are not known yet, it is the first edge.
template <class Id>
struct plain_edge {
    Id source;
    Id target;
    std::string_view weight;
};

template <class Id>
Id read_plain_id(text_scanner& scanner, bool one_based) {
    std::string_view word;
    std::uint64_t id = 0;
    const number_status status = scanner.next_unsigned(word, id);
    if (word.empty())
        scanner.fail(
            "one column; an edge has two vertex ids and perhaps a weight; --separator says what separates the columns if it "
            "is no blank and no comma");
    return judged_id<Id>(scanner.line(), word, status, id, one_based);
}

template <class Id>
plain_edge<Id> read_plain_words(text_scanner& scanner, bool one_based) {
    plain_edge<Id> read;
    read.source = read_plain_id<Id>(scanner, one_based);
    read.target = read_plain_id<Id>(scanner, one_based);
    read.weight = scanner.next_word();
    if (!scanner.rest_of_line().empty()) refuse_fourth_column(scanner.line(), scanner.next_word());
    if (scanner.met_empty_field())
        scanner.fail("an empty field before a comma; --columns says which columns to read, if it is none of them");
    return read;
}

template <class Id>
columns_of_file first_plain_edge(text_scanner& scanner, const edge_list_options& options) {
    const plain_edge<Id> first = read_plain_words<Id>(scanner, options.one_based);
    const bool weighted = !first.weight.empty();
    if (!weighted && options.weights == weight_column::required) refuse_missing_weights(scanner.line());
    if (weighted && options.weights == weight_column::none) refuse_word_for_weight(scanner.line(), first.weight);
    return {scanner.line(), weighted, weighted && options.weights != weight_column::none};
}

/// Reads the edges of a block, independently of the blocks before it.
template <class Id>
class plain_edge_parser {
  public:
    plain_edge_parser(const line_syntax& syntax, const columns_of_file& columns, bool one_based)
        : syntax_(syntax), columns_(columns), one_based_(one_based) {}

    void operator()(const text_block& block, edge_block<Id>& out) const {
        out.make_room(block.text().size(), columns_.weights_wanted);
        const auto read_plain = [&](const char* p, const char* end) { return read_plain_line(p, end, out); };
        const auto read_any = [&](text_scanner& s) { read_any_line(s, out); };
        parse_lines(syntax_, block, out.lines, out.edges, read_plain, read_any, &out.comments);
    }

  private:
    static const char* skip_separator(const char* p) {
        p = skip_blanks(p);
        if (*p == ',') p = skip_blanks(p + 1);
        return p;
    }

    // Reads a line of plain form: words of digits, separated by blanks or a comma. Returns the beginning of the next line, or
    // null for any other form, which may still be correct.
    const char* read_plain_line(const char* p, const char* end, edge_block<Id>& out) const {
        std::uint64_t source = 0, target = 0;
        p = read_plain_pair(p, source, target, skip_separator);
        if (p == nullptr) return nullptr;
        const std::uint64_t first = one_based_ ? 1 : 0;
        source -= first;
        target -= first;
        if (std::is_same_v<Id, column_index>) {
            if (source >= std::uint64_t{max_side} || target >= std::uint64_t{max_side}) return nullptr;
        } else {
            // For this type the ids of the file are stored unchanged; they have at most 16 digits.
            if (source > too_large || target > too_large) return nullptr;
            source += first;
            target += first;
        }
        out.sources[out.edges] = static_cast<Id>(source);
        out.targets[out.edges] = static_cast<Id>(target);
        if (columns_.weighted) {
            const char* const at = skip_separator(p);
            if (at == p) return nullptr;
            p = columns_.weights_wanted ? read_plain_weight(at, end, out) : skip_number(at);
            if (p == nullptr) return nullptr;
        }
        return end_of_plain_line(p);
    }

    /// Returns the end of a weight that is not wanted, or null for a word, which the scanner looks at.
    static const char* skip_number(const char* p) {
        if (!begins_like_a_number(*p)) return nullptr;
        do ++p;
        while (*p > ' ' && *p != ',');
        return p;
    }

    static const char* read_plain_weight(const char* p, const char* end, edge_block<Id>& out) {
        const auto ends = [](const char* at) { return *at == '\n' || *at == '\r' || *at == ' ' || *at == '\t'; };
        std::int64_t integer = 0;
        const char* at = read_plain_integer(p, integer);
        if (at != p && ends(at)) {
            put_integer(out, integer);
            return at;
        }
        // Only a number with a point or an exponent is certainly not an integer; long integers are left to the scanner.
        if (at == p || (*at != '.' && *at != 'e' && *at != 'E')) return nullptr;
        double real = 0;
        at = read_plain_real(p, end, real);
        if (at == p || !ends(at)) return nullptr;
        put_real(out, real);
        return at;
    }

    void read_any_line(text_scanner& scanner, edge_block<Id>& out) const {
        const plain_edge<Id> read = read_plain_words<Id>(scanner, one_based_);
        if (columns_.weighted == read.weight.empty()) refuse_number_of_columns(scanner.line(), read.weight, columns_);
        out.sources[out.edges] = read.source;
        out.targets[out.edges] = read.target;
        if (columns_.weights_wanted) read_weight(scanner.line(), read.weight, out);
        else check_unused_weight(scanner.line(), read.weight);
    }

    static constexpr std::uint64_t too_large = std::uint64_t{1} << 63;  // 0 - 1 is above this

    const line_syntax& syntax_;
    const columns_of_file& columns_;
    bool one_based_;
};

}  // namespace graphblas_gpu::io
