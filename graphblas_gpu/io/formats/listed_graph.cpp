// Idea: see listed_graph.hpp.
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace graphblas_gpu::io {

std::uint64_t listed_edges::weight_bits(std::size_t edge) const noexcept {
    if (!reals_.empty()) return std::bit_cast<std::uint64_t>(reals_[edge]);
    return integers_.empty() ? 0 : static_cast<std::uint64_t>(integers_[edge]);
}

void listed_edges::fill_up() {
    without_weight_ = static_cast<index>(rows_.size());
    base::make_room(integers_, rows_.capacity());
    integers_.assign(rows_.size(), 1);
}

void listed_edges::push(const weight_of_edge& weight) {
    if (reals_.empty() && weight.is_integer) return base::append(integers_, weight.integer);
    if (reals_.empty()) {
        base::make_room(reals_, rows_.capacity());
        reals_.assign(integers_.begin(), integers_.end());
        base::release(integers_);
    }
    base::append(reals_, weight.is_integer ? static_cast<double>(weight.integer) : weight.real);
}

void listed_edges::append(const listed_edges& more) {
    for (std::size_t e = 0; e < more.size(); ++e) {
        if (!more.reals_.empty()) add(more.rows_[e], more.columns_[e], {.is_integer = false, .real = more.reals_[e]});
        else if (!more.integers_.empty()) add(more.rows_[e], more.columns_[e], {.integer = more.integers_[e]});
        else add(more.rows_[e], more.columns_[e]);
    }
    // If one of the lists has no weights at all, add() has counted its edges.
    without_weight_ += more.without_weight_;
}

index listed_edges::mirror_from(std::size_t first) {
    const std::size_t before = size();
    std::size_t loops = 0;
    for (std::size_t e = first; e < before; ++e) loops += rows_[e] == columns_[e];
    const std::size_t after = before + (before - first - loops);
    const auto lengthen = [before, after](auto& list) {
        if (list.empty()) return;
        base::make_room(list, after - before);
        list.resize(after);
    };
    lengthen(rows_);
    lengthen(columns_);
    lengthen(integers_);
    lengthen(reals_);
    // The last edge moves first, so that no edge is overwritten before it has moved.
    std::size_t to = after;
    const auto place = [&](std::size_t from, column_index row, column_index column) {
        --to;
        rows_[to] = row;
        columns_[to] = column;
        if (!integers_.empty()) integers_[to] = integers_[from];
        if (!reals_.empty()) reals_[to] = reals_[from];
    };
    for (std::size_t e = before; e-- > first;) {
        const column_index row = rows_[e], column = columns_[e];
        if (row != column) place(e, column, row);
        place(e, row, column);
    }
    return static_cast<index>(after - before);
}

coordinates listed_edges::finish(index vertices, index mirrored, std::string format) && {
    coordinates result;
    result.nrows = vertices;
    result.ncols = vertices;
    result.report.format = std::move(format);
    result.report.entries_in_file = static_cast<index>(size()) - mirrored;
    result.report.mirrored = mirrored;
    if (without_weight_ > 0)
        result.report.add_note("weights_missing", fmt::format("{} of {} edges have no weight in the file and weigh 1",
                                                              without_weight_, result.report.entries_in_file));
    result.rows = std::move(rows_);
    result.columns = std::move(columns_);
    if (!reals_.empty()) result.values = std::move(reals_);
    else if (!integers_.empty()) result.values = std::move(integers_);
    return result;
}

weight_of_edge weight_of_word(std::int64_t line, std::string_view word) {
    weight_of_edge weight;
    if (word.empty()) throw line_error(line, "the weight is missing");
    const number_status as_integer = parse_integer(word, weight.integer);
    if (as_integer == number_status::fine) return weight;
    weight.is_integer = false;
    const number_status as_real = parse_real(word, weight.real);
    if (as_real == number_status::not_a_number)
        throw line_error(line, fmt::format("the weight {} is not a number", io::quoted(word)));
    if (as_integer == number_status::out_of_range || as_real == number_status::out_of_range)
        throw line_error(line, fmt::format("the weight {} does not fit {}", io::quoted(word),
                                           as_integer == number_status::out_of_range ? "a 64-bit integer" : "a double"));
    return weight;
}

column_index next_vertex(text_scanner& scanner, index vertices, std::string_view advice) {
    std::string_view word;
    std::uint64_t number = 0;
    const number_status status = scanner.next_unsigned(word, number);
    if (status == number_status::fine && number - 1 < static_cast<std::uint64_t>(vertices))
        return static_cast<column_index>(number - 1);
    if (word.empty()) scanner.fail("a vertex is missing");
    scanner.fail(fmt::format("{} is not a vertex, which is a whole number from 1 to {}{}", io::quoted(word), vertices, advice));
}

std::uint64_t next_count(text_scanner& scanner, std::string_view what, std::uint64_t largest, std::string_view advice) {
    std::string_view word;
    std::uint64_t number = 0;
    const number_status status = scanner.next_unsigned(word, number);
    if (status == number_status::fine && number <= largest) return number;
    if (word.empty()) scanner.fail(fmt::format("the {} is missing{}", what, advice));
    scanner.fail(fmt::format("{} is not a {}, which is a whole number up to {}{}", io::quoted(word), what, largest, advice));
}

void count_from_one(coordinates& result) {
    result.report.original_ids.resize(static_cast<std::size_t>(result.nrows));
    std::iota(result.report.original_ids.begin(), result.report.original_ids.end(), std::uint64_t{1});
}

void name_vertices(coordinates& result, std::vector<std::string> labels, std::vector<std::uint64_t> ids) {
    std::unordered_set<std::string_view, keyed_hash> different;
    std::size_t missing = 0;
    for (const std::string& label : labels) {
        missing += label.empty();
        different.insert(label);
    }
    if (missing == 0 && different.size() == labels.size() && !labels.empty()) {
        result.report.names = std::move(labels);
        return;
    }
    if (missing < labels.size())
        result.report.add_note("labels_not_used",
                               missing > 0 ? fmt::format("{} of {} vertices have no label, so that vertices are called by "
                                                         "their ids",
                                                         missing, labels.size())
                                           : fmt::format("{} vertices have {} different labels, so that vertices are called "
                                                         "by their ids",
                                                         labels.size(), different.size()));
    if (ids.empty() || ids.back() != ids.size() - 1) result.report.original_ids = std::move(ids);
}

}  // namespace graphblas_gpu::io
