// Idea: see attributed_graph.hpp.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/formats/attributed_graph.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

namespace graphblas_gpu::io {
namespace {

constexpr std::string_view names_of_weights[] = {"weight", "value", "length", "distance", "dist", "cost"};

std::size_t rank_of_weight(std::string_view attribute) {
    return static_cast<std::size_t>(std::find(std::begin(names_of_weights), std::end(names_of_weights), lower_case(attribute)) -
                                    std::begin(names_of_weights));
}

/// The number that the id spells as numbers are printed: 7, but not 007.
std::optional<std::uint64_t> number_spelled(std::string_view id) {
    std::uint64_t number = 0;
    if (id.empty() || id[0] == '+' || (id[0] == '0' && id.size() > 1)) return std::nullopt;
    if (parse_integer(id, number) != number_status::fine) return std::nullopt;
    return number;
}

}  // namespace

bool is_name_of_weight(std::string_view attribute) { return rank_of_weight(attribute) < std::size(names_of_weights); }

std::string_view text_pieces::next() {
    const std::size_t size = from_.read(bytes_.data(), bytes_.size());
    if (how_.progress != nullptr) {
        how_.progress->total = from_.stored_size();
        how_.progress->done = from_.stored_size() > 0 ? from_.stored_done() : 0;
    }
    return {bytes_.data(), size};
}

void attributed_graph::attribute::push(const weight_of_edge& value) {
    if (reals.empty() && value.is_integer) return base::append(integers, value.integer);
    if (reals.empty()) {
        base::make_room(reals, integers.capacity());
        reals.assign(integers.begin(), integers.end());
        base::release(integers);
    }
    base::append(reals, value.is_integer ? static_cast<double>(value.integer) : value.real);
}

column_index attributed_graph::number_of(id_kind kind, std::string_view id, std::int64_t line) {
    const std::uint32_t number = ids_.number_of(std::string(1, static_cast<char>(kind)).append(id));
    if (number == first_line_.size()) {
        if (std::uint64_t{number} >= std::uint64_t{max_side})
            throw line_error(line, fmt::format("more than {} nodes, the most possible", max_side));
        base::append(first_line_, line);
        is_declared_.push_back(false);
    }
    return number;
}

column_index attributed_graph::node(id_kind kind, std::string_view id, std::int64_t line) { return number_of(kind, id, line); }

void attributed_graph::declare(id_kind kind, std::string_view id, std::int64_t line) {
    const column_index number = number_of(kind, id, line);
    if (is_declared_[number]) throw line_error(line, fmt::format("a second node with the id {}", io::quoted(id)));
    is_declared_[number] = true;
    base::append(order_, number);
}

void attributed_graph::add_edge(column_index source, column_index target, direction along) {
    base::append(sources_, source);
    base::append(targets_, target);
    base::append(directions_, along);
}

void attributed_graph::set_attribute(std::string_view name, const weight_of_edge& value) {
    constexpr std::size_t enough = 64;  // a weight by its name comes in addition
    auto found = std::find_if(attributes_.begin(), attributes_.end(), [&](const attribute& a) { return a.name == name; });
    if (found == attributes_.end()) {
        if (attributes_.size() >= enough && !is_name_of_weight(name)) return;
        found = attributes_.insert(attributes_.end(), attribute{.name = std::string(name), .integers = {}, .reals = {}});
    }
    if (found->size() >= edges()) return;
    while (found->size() + 1 < edges()) found->push({.integer = 1});
    found->push(value);
    ++found->given;
}

/// Ids of edges that no node has may be those of nodes of the other kind: Cytoscape's nodes have strings, and its edges
/// numbers.
bool attributed_graph::refer_by_text() {
    for (std::size_t v = 0; v < is_declared_.size(); ++v) {
        if (is_declared_[v]) continue;
        const std::string_view id = ids_[v];
        const char other = id[0] == '#' ? '"' : '#';
        const std::size_t before = ids_.size();
        const std::uint32_t same = ids_.number_of(std::string(1, other).append(id.substr(1)));
        if (same >= before || same >= is_declared_.size() || !is_declared_[same]) return false;
        alias_[v] = same;
    }
    return true;
}

/// Edges of older programs (NetworkX 1, D3 3) refer to nodes by their positions. This is certain only if all ids are strings.
bool attributed_graph::refer_by_position() {
    for (std::size_t v = 0; v < is_declared_.size(); ++v) {
        if (is_declared_[v] != (ids_[v][0] == '"')) return false;
        if (is_declared_[v]) continue;
        const auto position = number_spelled(id_of(static_cast<column_index>(v)));
        if (!position || *position >= order_.size()) return false;
        alias_[v] = order_[*position];
    }
    const auto is_string = [&](column_index v) { return is_declared_[v]; };
    return std::none_of(sources_.begin(), sources_.end(), is_string) &&
           std::none_of(targets_.begin(), targets_.end(), is_string);
}

void attributed_graph::find_undeclared(coordinates& result, bool numbers_are_ids) {
    const auto undeclared = std::find(is_declared_.begin(), is_declared_.end(), false);
    if (undeclared == is_declared_.end()) return;
    const auto v = static_cast<column_index>(undeclared - is_declared_.begin());
    alias_.resize(is_declared_.size());
    const auto start = [&] { std::iota(alias_.begin(), alias_.end(), column_index{0}); };
    const auto by_position = [&] {
        start();
        return refer_by_position();
    };
    const auto by_text = [&] {
        start();
        return refer_by_text();
    };
    const bool are_ids = numbers_are_ids && by_text();
    if (!are_ids && by_position())
        result.report.add_note(
            "positions_as_ids",
            "edges refer to nodes by numbers, but the ids of nodes are strings: the numbers are positions in "
            "the list of nodes, from 0");
    else if (!are_ids && !by_text())
        throw line_error(first_line_[v], fmt::format("an edge to the node {}, which is not in the file", io::quoted(id_of(v))));
    for (auto* const ends : {&sources_, &targets_})
        for (column_index& end : *ends) end = alias_[end];
}

/// Returns the number of each declared node in the result, and 0 for other ids.
std::vector<column_index> attributed_graph::name_nodes(coordinates& result) const {
    std::vector<column_index> order = order_;
    std::vector<std::uint64_t> numbers(is_declared_.size());
    const bool all_numbers = std::all_of(order.begin(), order.end(), [&](column_index v) {
        const auto number = number_spelled(id_of(v));
        numbers[v] = number.value_or(0);
        return number.has_value();
    });
    if (all_numbers) std::sort(order.begin(), order.end(), [&](auto a, auto b) { return numbers[a] < numbers[b]; });
    std::unordered_set<std::string_view, keyed_hash> different;
    for (const column_index v : order)
        if (!different.insert(id_of(v)).second)
            throw line_error(first_line_[v],
                             fmt::format("both the number and the string {} are ids of nodes", io::quoted(id_of(v))));
    std::vector<column_index> number_of(is_declared_.size());
    for (std::size_t k = 0; k < order.size(); ++k) number_of[order[k]] = static_cast<column_index>(k);
    if (!all_numbers) {
        for (const column_index v : order) result.report.names.emplace_back(id_of(v));
    } else if (!order.empty() && numbers[order.back()] != order.size() - 1) {
        for (const column_index v : order) result.report.original_ids.push_back(numbers[v]);
    }
    return number_of;
}

attributed_graph::attribute* attributed_graph::chosen_weight(coordinates& result, weight_column weights) {
    if (attributes_.empty()) return nullptr;
    const auto found = std::min_element(attributes_.begin(), attributes_.end(), [](const attribute& a, const attribute& b) {
        return rank_of_weight(a.name) < rank_of_weight(b.name);
    });
    const bool is_certain = is_name_of_weight(found->name);
    if (!is_certain && attributes_.size() > 1) {
        std::string names;
        for (const attribute& a : attributes_) names += (names.empty() ? "" : ", ") + io::quoted(a.name);
        const std::string reason =
            fmt::format("the edges have the numeric attributes {}, of which none is called weight", names);
        if (weights == weight_column::required) throw line_error(0, reason + ": weights are required");
        if (weights == weight_column::automatic) result.report.add_note("attributes_not_used", reason + ": none is used");
        return nullptr;
    }
    if (weights == weight_column::none) return &*found;
    if (!is_certain)
        result.report.add_note(
            "attribute_as_weight",
            fmt::format("{}, the only numeric attribute of edges, is the weight; --weights none leaves it aside",
                        io::quoted(found->name)));
    if (found->given < edges())
        result.report.add_note("weights_missing", fmt::format("{} of {} edges have no weight in the file and weigh 1",
                                                              edges() - found->given, edges()));
    while (found->size() < edges()) found->push({.integer = 1});
    return &*found;
}

coordinates attributed_graph::finish(bool is_directed, const char* format, weight_column weights, bool numbers_are_ids) && {
    coordinates result;
    find_undeclared(result, numbers_are_ids);
    const std::vector<column_index> number_of = name_nodes(result);
    attribute* const weight = chosen_weight(result, weights);
    result.report.weights_ignored = weight != nullptr && weights == weight_column::none;
    const auto place = [&](auto& values_of_edges, auto& values) {
        for (std::size_t e = 0; e < edges(); ++e) {
            base::append(values, values_of_edges[e]);
            if (is_mirrored(e, is_directed)) base::append(values, values_of_edges[e]);
        }
    };
    if (weight != nullptr && weights != weight_column::none) {
        if (weight->reals.empty()) place(weight->integers, result.values.emplace<std::vector<std::int64_t>>());
        else place(weight->reals, result.values.emplace<std::vector<double>>());
    }
    bool all_undirected = edges() > 0;
    for (std::size_t e = 0; e < edges(); ++e) {
        const column_index source = number_of[sources_[e]], target = number_of[targets_[e]];
        base::append(result.rows, source);
        base::append(result.columns, target);
        all_undirected &= is_undirected(e, is_directed);
        if (!is_mirrored(e, is_directed)) continue;
        base::append(result.rows, target);
        base::append(result.columns, source);
        ++result.report.mirrored;
    }
    result.nrows = result.ncols = static_cast<index>(order_.size());
    result.report.entries_in_file = static_cast<index>(edges());
    result.report.symmetric_by_format = all_undirected;
    result.report.format = format;
    return result;
}

}  // namespace graphblas_gpu::io
