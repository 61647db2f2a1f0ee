#include <graphblas_gpu/io/field_edges.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::io {

edge_fields::edge_fields(const std::vector<int>& columns, char separator)
    : column_of_{1, 2, 3}, any_number_(!columns.empty()), separator_(separator) {
    if (any_number_) {
        column_of_ = {};
        std::copy(columns.begin(), columns.end(), column_of_.begin());
    }
    last_column_ = *std::max_element(column_of_.begin(), column_of_.end());
}

void edge_fields::read(std::string_view line, std::int64_t number, const char* end_of_text) {
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

void edge_fields::require_ids(std::int64_t number) const {
    for (const role r : {source, target})
        if (found_[r].empty())
            throw line_error(number, fmt::format("an empty field in column {}, where the {} of an edge stands; --columns says "
                                                 "which columns to read{}",
                                                 column_of_[r], r == source ? "source" : "target",
                                                 separator_ == '\t' ? ", --separator blank takes several tabs for one" : ""));
}

columns_of_file first_field_edge(std::string_view line, std::int64_t number, const edge_list_options& options, char separator) {
    edge_fields fields(options.columns, separator);
    fields.read(line, number, line.data() + line.size());
    if (!fields.has_weight() && options.weights == weight_column::required) refuse_missing_weights(number);
    if (fields.has_weight() && options.columns.empty() && options.weights == weight_column::none)
        refuse_word_for_weight(number, fields[edge_fields::weight]);
    return {number, fields.has_weight(), fields.has_weight() && options.weights != weight_column::none};
}

}  // namespace graphblas_gpu::io
