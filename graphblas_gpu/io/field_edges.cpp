#include <graphblas_gpu/io/field_edges.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::io {
namespace {

/// The weight among attributes such as "{'weight': 4, 'color': 'red'}", the text of a dictionary of Python or JSON; empty if
/// there is none. A value such as np.float64(0.5) is the number in it.
std::string_view weight_among(std::string_view attributes) {
    int depth = 0;
    for (std::size_t at = 0; at < attributes.size(); ++at) {
        const char mark = attributes[at];
        depth += mark == '{' || mark == '[' || mark == '(';
        depth -= mark == '}' || mark == ']' || mark == ')';
        if (mark != '\'' && mark != '"') continue;
        const std::size_t begin = at + 1;
        for (++at; at < attributes.size() && attributes[at] != mark; ++at) at += attributes[at] == '\\';
        if (depth != 1 || at >= attributes.size() || attributes.substr(begin, at - begin) != "weight") continue;
        std::string_view value = without_leading_blanks(attributes.substr(at + 1));
        if (!value.starts_with(':')) continue;
        value = value.substr(0, value.find_first_of(",}"));
        value = value.substr(0, value.find_last_not_of(") '\"") + 1);
        return value.substr(value.find_last_of(":( '\"") + 1);
    }
    return {};
}

}  // namespace

edge_fields::edge_fields(const edge_list_layout& layout)
    : column_of_{1, 2, 3},
      any_number_(!layout.columns.empty()),
      has_attributes_(layout.has_attributes),
      separator_(layout.separator) {
    if (any_number_) {
        column_of_ = {};
        std::copy(layout.columns.begin(), layout.columns.end(), column_of_.begin());
    }
    last_column_ = *std::max_element(column_of_.begin(), column_of_.end());
}

void edge_fields::read_columns(std::string_view line, std::int64_t number, const char* end_of_text) {
    line_fields fields(line, separator_, number, end_of_text);
    std::string_view field;
    std::size_t to = 0;
    const auto role_of = [&](int column) {
        for (to = 0; to < column_of_.size() && column_of_[to] != column;) ++to;
        return to;  // one beyond the roles for columns that are not read; storage has room for them
    };
    found_ = {};
    has_weight_ = false;
    int column = 1;
    for (; column <= last_column_ && fields.next(field, storage_[role_of(column)]); ++column) {
        if (to == column_of_.size()) continue;
        found_[to] = field;
        has_weight_ |= to == weight;
    }
    if (any_number_ && column <= last_column_)
        throw line_error(number, fmt::format("{} {}, but --columns asks for column {}; --separator says what separates them",
                                             column - 1, column == 2 ? "column" : "columns", last_column_));
    if (any_number_) fields.skip_rest();
    end_of_line_ = fields.end();
    if (any_number_) return;
    if (column <= 2)
        throw line_error(number,
                         "one column; an edge has two vertex ids and perhaps a weight; --separator says what separates the "
                         "columns");
    if (fields.next(field, storage_.back())) refuse_fourth_column(number, field);
}

void edge_fields::read_with_attributes(std::string_view line, std::int64_t number, const char* end_of_text) {
    const std::size_t at = begin_of_attributes(line);
    if (at >= line.size()) return read_columns(line, number, end_of_text);
    read_columns(line.substr(0, at), number, line.data() + at);
    if (has_weight_) refuse_fourth_column(number, line.substr(at));
    found_[weight] = weight_among(line.substr(at));
    has_weight_ = !found_[weight].empty();
}

void edge_fields::require_ids(std::int64_t number) const {
    for (const role r : {source, target})
        if (found_[r].empty())
            throw line_error(number, fmt::format("an empty field in column {}, where the {} of an edge stands; --columns says "
                                                 "which columns to read{}",
                                                 column_of_[r], r == source ? "source" : "target",
                                                 separator_ == '\t' ? ", --separator blank takes several tabs for one" : ""));
}

columns_of_file first_field_edge(std::string_view line, std::int64_t number, const edge_list_options& options,
                                 const edge_list_layout& layout) {
    edge_fields fields(layout);
    fields.read(line, number, line.data() + line.size());
    if (!fields.has_weight() && options.weights == weight_column::required) refuse_missing_weights(number);
    const bool is_third_column = layout.columns.empty() && !layout.has_attributes;
    if (fields.has_weight() && is_third_column && options.weights == weight_column::none)
        refuse_word_for_weight(number, fields[edge_fields::weight]);
    return {number, fields.has_weight(), fields.has_weight() && options.weights != weight_column::none, layout.has_attributes};
}

}  // namespace graphblas_gpu::io
