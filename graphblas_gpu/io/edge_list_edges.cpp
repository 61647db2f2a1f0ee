// Idea: reads the words of an edge list. The error messages name the option that helps. See edge_list_edges.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>

#include <fmt/format.h>

#include <string>

namespace graphblas_gpu::io {

weight_of_edge parse_weight(std::int64_t line, std::string_view word) {
    weight_of_edge weight;
    const number_status as_integer = parse_integer(word, weight.integer);
    if (as_integer == number_status::fine) return weight;
    // Such a weight is refused in any line, so that the result for a file does not depend on the order of its lines.
    if (as_integer == number_status::out_of_range)
        throw line_error(line, fmt::format("the weight {} does not fit a 64-bit integer; written with a decimal point it would "
                                           "be read as a real number, and --weights none reads the structure alone",
                                           io::quoted(word)));
    weight.is_integer = false;
    const number_status as_real = parse_real(word, weight.real);
    if (as_real == number_status::not_a_number)
        throw line_error(line, fmt::format("the weight {} is not a number; --columns 1,2 reads the structure alone, and "
                                           "--columns says which column has the weights",
                                           io::quoted(word)));
    if (as_real == number_status::out_of_range)
        throw line_error(line, fmt::format("the weight {} does not fit a double; --weights none reads the structure alone",
                                           io::quoted(word)));
    return weight;
}

bool has_decimal_comma(std::string_view word) noexcept {
    const auto is_digit = [&](std::size_t at) { return at < word.size() && word[at] >= '0' && word[at] <= '9'; };
    const std::size_t comma = word.find(',');
    return comma != std::string_view::npos && comma > 0 && is_digit(comma - 1) && is_digit(comma + 1) &&
           word.find_first_of(",.", comma + 1) == std::string_view::npos && word.find('.') == std::string_view::npos;
}

void refuse_id(std::int64_t line, std::string_view word, number_status status, bool one_based) {
    const int first = one_based ? 1 : 0;
    if (status == number_status::not_a_number) {
        const auto has = [&](std::string_view marks) { return word.find_first_of(marks) != std::string_view::npos; };
        const char* const separator = has("\"")     ? "--separator reads fields in quotes, "
                                      : has(";|:/") ? "--separator says what separates the columns, "
                                                    : "";
        double real = 0;
        const char* const as_names =
            parse_real(word, real) != number_status::not_a_number ? ", so that 1 and 1.0 are two vertices" : "";
        throw line_error(line, fmt::format("{} is not a vertex id (a whole number from {}); {}--named takes ids for names{}",
                                           io::quoted(word), first, separator, as_names));
    }
    if (status == number_status::fine)
        throw line_error(line, "vertex id 0 in an edge list that counts from 1; without --one-based ids count from 0");
    std::uint64_t id = 0;
    if (parse_integer(word, id) != number_status::fine)
        throw line_error(line, fmt::format("vertex id {} does not fit 64 bits; --named takes ids for names", io::quoted(word)));
    throw large_id(line, fmt::format("vertex id {} is beyond the largest one possible, {}; --ids relabel takes any ids of 64 "
                                     "bits and numbers the vertices anew",
                                     io::quoted(word), max_side - 1 + first));
}

void refuse_number_of_columns(std::int64_t line, std::string_view weight, const columns_of_file& columns) {
    if (columns.has_attributes)
        throw line_error(
            line,
            fmt::format("{}; --weights none reads the structure alone",
                        columns.weighted ? fmt::format("the edge has no weight, which that of line {} has", columns.first_line)
                                         : fmt::format("the edge has the weight {}, but that of line {} has none",
                                                       io::quoted(weight), columns.first_line)));
    throw line_error(line, (columns.weighted ? fmt::format("the weight is missing, which line {} has", columns.first_line)
                                             : fmt::format("a third column {}, which line {} lacks", io::quoted(weight),
                                                           columns.first_line)) +
                               "; --columns 1,2 reads two columns of every line");
}

void refuse_fourth_column(std::int64_t line, std::string_view word) {
    throw line_error(line, fmt::format("more than three columns, the fourth begins with {}; an edge has two vertex ids and "
                                       "perhaps a weight, and --columns says which columns these are, such as --columns "
                                       "1,2,3",
                                       io::quoted(word)));
}

void refuse_word_for_weight(std::int64_t line, std::string_view word) {
    double value = 0;
    if (word.empty() || word.front() == '{' || parse_real(word, value) != number_status::not_a_number) return;
    if (has_decimal_comma(word)) return;
    throw line_error(line, fmt::format("the third column {} is not a number, so that it is no weight; --columns 1,3 reads the "
                                       "first and the third column, where the second names a kind of edges, and --columns 1,2 "
                                       "the first two",
                                       io::quoted(word)));
}

void refuse_missing_weights(std::int64_t line) {
    throw line_error(line,
                     "weights are required, but there is no third column; without --weights column the edges have "
                     "none");
}

}  // namespace graphblas_gpu::io
