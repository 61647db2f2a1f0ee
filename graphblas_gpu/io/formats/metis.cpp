// Graphs of METIS, which the DIMACS challenge on partitioning and KaHIP have too.
//
// Idea: a line for each vertex lists its neighbours, counted from 1, so that each edge is listed in the lines of both its ends.
// Sums of hashes over both directions are compared: they differ if an edge has no opposite or another weight there.
// Source: G. Karypis, METIS 5.1.0 manual (2013), section 4.1.1.
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax metis_syntax("", "%");
constexpr std::string_view no_metis = "; if this is an edge list, --format edges reads it";

struct metis_header {
    index vertices = 0;
    std::uint64_t edges = 0;
    std::int64_t line = 0;
    bool has_sizes = false;
    bool has_weights = false;          ///< of edges
    std::uint64_t vertex_weights = 0;  ///< of each vertex
};

metis_header read_metis_header(text_scanner& scanner) {
    if (!scanner.next_line()) scanner.fail("the header with the numbers of vertices and edges is missing");
    metis_header h;
    h.line = scanner.line();
    h.vertices = static_cast<index>(next_count(scanner, "number of vertices", max_side, no_metis));
    if (h.vertices == 0) scanner.fail(fmt::format("the header of a METIS file announces 0 vertices{}", no_metis));
    h.edges = next_count(scanner, "number of edges", std::uint64_t{1} << 62, no_metis);
    const std::string_view form = scanner.next_word();
    if (form.empty()) return h;
    if (form.size() > 3 || form.find_first_not_of("01") != std::string_view::npos)
        scanner.fail(
            fmt::format("{} is not the format of a METIS file, which is up to three digits 0 or 1: sizes and weights of "
                        "vertices, weights of edges{}",
                        io::quoted(form), no_metis));
    const auto digit_from_right = [&](std::size_t k) { return k < form.size() && form[form.size() - 1 - k] == '1'; };
    h.has_weights = digit_from_right(0);
    h.vertex_weights = digit_from_right(1) ? 1 : 0;
    h.has_sizes = digit_from_right(2);
    if (scanner.rest_of_line().empty()) return h;
    constexpr std::uint64_t max_weights = 1000;
    const std::uint64_t weights = next_count(scanner, "number of weights of a vertex", max_weights, no_metis);
    if (h.vertex_weights > 0) h.vertex_weights = weights;
    else if (weights > 1)
        scanner.fail(fmt::format("{} weights of a vertex, but the format {} says that there are none", weights, form));
    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the header of a METIS file{}", io::quoted(scanner.rest_of_line()), no_metis));
    return h;
}

/// The next line that is no comment; an empty one is a vertex without edges.
bool next_vertex_line(text_scanner& scanner) {
    while (scanner.next_physical_line())
        if (!scanner.rest_of_line().starts_with('%')) return true;
    return false;
}

void read_neighbours(text_scanner& scanner, const metis_header& h, column_index vertex, listed_edges& edges) {
    for (std::uint64_t skipped = h.has_sizes + h.vertex_weights; skipped > 0; --skipped)
        (void)weight_of_word(scanner.line(), scanner.next_word());
    while (!scanner.rest_of_line().empty()) {
        const column_index neighbour = next_vertex(scanner, h.vertices, no_metis);
        if (!h.has_weights) {
            edges.add(vertex, neighbour);
            continue;
        }
        std::string_view word;
        std::uint64_t weight = 0;
        if (scanner.next_unsigned(word, weight) == number_status::fine && weight >> 63 == 0)
            edges.add(vertex, neighbour, {.integer = static_cast<std::int64_t>(weight)});
        else edges.add(vertex, neighbour, weight_of_word(scanner.line(), word));
    }
}

/// Bits that are as good as random (SplitMix64's finaliser).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

bool has_both_directions(const listed_edges& edges) {
    std::uint64_t balance = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const std::uint64_t from = edges.rows()[e], to = edges.columns()[e];
        if (from == to) continue;
        const std::uint64_t hash = mixed((std::min(from, to) << 32 | std::max(from, to)) ^ mixed(edges.weight_bits(e)));
        balance += from < to ? hash : -hash;
    }
    return balance == 0;
}

/// Throws line_error that names an edge without an opposite of the same weight.
[[noreturn]] void refuse_one_direction(const listed_edges& edges) {
    std::vector<std::size_t> order(edges.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t e) {
        const column_index from = edges.rows()[e], to = edges.columns()[e];
        return std::array<std::uint64_t, 4>{std::min(from, to), std::max(from, to), edges.weight_bits(e), from > to};
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    for (std::size_t k = 0; k < order.size();) {
        const auto first = key(order[k]);
        std::int64_t balance = 0;
        std::size_t one_way = order[k];
        for (; k < order.size() && std::equal(first.begin(), first.begin() + 3, key(order[k]).begin()); ++k) {
            balance += key(order[k])[3] == 0 ? 1 : -1;
            if (balance != 0) one_way = order[k];
        }
        if (balance == 0 || first[0] == first[1]) continue;
        const auto from = std::uint64_t{edges.rows()[one_way]} + 1, to = std::uint64_t{edges.columns()[one_way]} + 1;
        throw line_error(
            0, fmt::format("vertex {} lists {} as a neighbour, but {} does not list {} with the same weight; a METIS file "
                           "lists each edge at both its ends{}",
                           from, to, to, from, no_metis));
    }
    throw line_error(0, "the edges are not listed at both their ends");
}

coordinates read_metis_graph(text_scanner& scanner) {
    const metis_header h = read_metis_header(scanner);
    listed_edges edges;
    // No more memory is asked for than the text can fill, if its size is known.
    if (const auto bytes = scanner.bytes_left()) edges.reserve(std::min<std::uint64_t>(2 * h.edges, *bytes / 2));
    index vertex = 0, loops = 0;
    for (; vertex < h.vertices && next_vertex_line(scanner); ++vertex)
        read_neighbours(scanner, h, static_cast<column_index>(vertex), edges);
    while (vertex == h.vertices && scanner.next_physical_line())
        if (const std::string_view rest = scanner.rest_of_line(); !rest.empty() && !rest.starts_with('%'))
            scanner.fail(fmt::format("{} after the line of the last of {} vertices{}", io::quoted(rest), h.vertices, no_metis));
    for (std::size_t e = 0; e < edges.size(); ++e) loops += edges.rows()[e] == edges.columns()[e];
    // A self loop is listed once or, as by some programs, twice.
    const std::uint64_t listed = edges.size(),
                        once = (listed - static_cast<std::uint64_t>(loops)) / 2 + static_cast<std::uint64_t>(loops);
    const bool counts_entries = listed == h.edges && listed > 0;
    if (listed != 2 * h.edges && once != h.edges && !counts_entries)
        throw line_error(
            vertex < h.vertices ? scanner.line() : h.line,
            fmt::format("line {} announces {} vertices and {} edges, so {} neighbours in all, but {} vertices with {} "
                        "neighbours follow{}",
                        h.line, h.vertices, h.edges, 2 * h.edges, vertex, listed, no_metis));
    if (!has_both_directions(edges)) refuse_one_direction(edges);

    coordinates result = std::move(edges).finish(h.vertices, 0, h.has_weights ? "METIS graph with weights" : "METIS graph");
    result.report.symmetric_by_format = true;
    count_from_one(result);
    if (counts_entries && loops == 0)
        result.report.add_note("edges_counted_twice",
                               fmt::format("line {} announces {} edges; each is counted in both directions", h.line, h.edges));
    if (vertex < h.vertices)
        result.report.add_note("lines_missing", fmt::format("the file ends after {} of {} vertices; the others have no edges",
                                                            vertex, h.vertices));
    if (h.vertex_weights > 0 || h.has_sizes)
        result.report.add_note("vertex_weights_ignored", "the vertices have weights or sizes, which are not used");
    return result;
}

}  // namespace

coordinates read_metis(input& from, const reading& how, const read_options&) {
    return read_lines(from, how, metis_syntax, read_metis_graph);
}

bool looks_like_metis(std::string_view head) {
    constexpr std::size_t lines_looked_at = 200;
    const bool is_whole = head.size() < (std::size_t{1} << 16);
    if (!is_whole) head = head.substr(0, head.rfind('\n') + 1);  // npos + 1 is 0
    text_scanner scanner(metis_syntax, without_byte_order_mark(head));
    std::string_view word;
    std::uint64_t vertices = 0, edges = 0, number = 0;
    if (!scanner.next_line() || scanner.next_unsigned(word, vertices) != number_status::fine ||
        scanner.next_unsigned(word, edges) != number_status::fine)
        return false;
    const std::string_view form = scanner.next_word();
    if (form.size() > 3 || form.find_first_not_of("01") != std::string_view::npos) return false;
    const bool is_plain = form.find('1') == std::string_view::npos;
    std::uint64_t listed = 0, lines = 0;
    bool has_other_length = false;  // than the two or three columns of an edge list
    std::size_t first_length = 0;
    bool lengths_differ = false;
    for (; lines < lines_looked_at && next_vertex_line(scanner); ++lines) {
        std::size_t length = 0;
        for (; !scanner.rest_of_line().empty(); ++length) {
            if (scanner.next_unsigned(word, number) != number_status::fine) return false;
            if (is_plain && (number == 0 || number > vertices)) return false;
        }
        if (length == 0) continue;
        if (lines >= vertices) return false;
        listed += length;
        has_other_length |= length == 1 || length > 3;
        if (first_length == 0) first_length = length;
        lengths_differ |= length != first_length;
    }
    if (!has_other_length || !lengths_differ) return false;
    return !is_plain || (listed <= 2 * edges && (!is_whole || lines == lines_looked_at || listed == 2 * edges));
}

}  // namespace graphblas_gpu::io
