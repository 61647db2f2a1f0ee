// The formats of the DIMACS challenges: .gr (shortest paths), .max (flows), .col and .clq (colouring, cliques), and .gr of
// PACE.
//
// Idea: each line begins with a letter: c a comment, p the problem and its sizes, a an arc, e an edge. Vertices count from 1.
// Source: 9th DIMACS Implementation Challenge, file formats (2006); DIMACS, Clique and Coloring Problems Graph Format (1993);
// PACE challenge, input format (2016).
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax dimacs_syntax("", "");

struct dimacs_problem {
    std::string_view word;    ///< behind the p
    const char* title;        ///< null: it has no edges to read
    std::string_view letter;  ///< of the lines of edges; empty: they have none
    bool is_directed;         ///< then edges have weights
    const char* advice = "";
};

constexpr dimacs_problem problems[] = {
    {"sp", "DIMACS shortest paths", "a", true},
    {"max", "DIMACS maximum flow", "a", true},
    {"asn", "DIMACS assignment", "a", true},
    {"edge", "DIMACS undirected graph", "e", false},
    {"edges", "DIMACS undirected graph", "e", false},
    {"col", "DIMACS undirected graph", "e", false},
    {"clq", "DIMACS undirected graph", "e", false},
    {"tw", "PACE undirected graph", "", false},
    {"td", "PACE undirected graph", "", false},
    {"vc", "PACE undirected graph", "", false},
    {"ds", "PACE undirected graph", "", false},
    {"aux", nullptr, "", false,
     "this file has coordinates of vertices or other data beside a graph, and no edges; those are in the file with the ending "
     ".gr"},
    {"min", nullptr, "", false,
     "this is a problem of minimum-cost flows, whose arcs have several numbers; write the columns that matter as an edge list"},
    {"cnf", nullptr, "", false, "this is a formula in conjunctive normal form (DIMACS CNF), and no graph"},
};

const dimacs_problem* problem_of(std::string_view word) {
    const auto* const found =
        std::find_if(std::begin(problems), std::end(problems), [&](const dimacs_problem& p) { return p.word == word; });
    return found == std::end(problems) ? nullptr : found;
}

struct dimacs_graph {
    const dimacs_problem* problem = nullptr;
    index vertices = 0;
    std::uint64_t announced = 0;
    std::int64_t line = 0;
    std::uint64_t other_lines = 0;
    listed_edges edges;
};

void read_problem(text_scanner& scanner, dimacs_graph& graph) {
    if (graph.problem != nullptr) scanner.fail(fmt::format("a second problem line; the first is line {}", graph.line));
    const std::string_view word = scanner.next_word();
    graph.problem = problem_of(word);
    if (graph.problem == nullptr)
        scanner.fail(fmt::format("{} is not a problem that is known here: sp, max, asn, edge, col", io::quoted(word)));
    if (graph.problem->title == nullptr) scanner.fail(graph.problem->advice);
    graph.line = scanner.line();
    graph.vertices = static_cast<index>(next_count(scanner, "number of vertices", max_side));
    graph.announced = next_count(scanner, "number of edges", std::uint64_t{1} << 62);
    if (const auto bytes = scanner.bytes_left()) graph.edges.reserve(std::min<std::uint64_t>(2 * graph.announced, *bytes / 4));
}

void read_edge(text_scanner& scanner, dimacs_graph& graph) {
    const column_index from = next_vertex(scanner, graph.vertices), to = next_vertex(scanner, graph.vertices);
    if (!graph.problem->is_directed) {
        graph.edges.add(from, to);
    } else {
        std::string_view word;
        std::uint64_t weight = 0;
        if (scanner.next_unsigned(word, weight) == number_status::fine && weight >> 63 == 0)
            graph.edges.add(from, to, {.integer = static_cast<std::int64_t>(weight)});
        else graph.edges.add(from, to, weight_of_word(scanner.line(), word));
    }
    if (!scanner.rest_of_line().empty())
        scanner.fail(fmt::format("{} after the end of the edge", io::quoted(scanner.rest_of_line())));
}

void check_number(const dimacs_graph& graph) {
    const std::uint64_t found = graph.edges.size();
    // Files of undirected graphs that list each edge in both directions count either the lines or the edges.
    const bool agrees = found == graph.announced ||
                        (!graph.problem->is_directed && (found == 2 * graph.announced || 2 * found == graph.announced));
    if (!agrees)
        throw line_error(graph.line,
                         fmt::format("the problem line announces {} edges, {} follow: the file is {}", graph.announced, found,
                                     found < graph.announced ? "incomplete" : "not as it was written"));
}

coordinates read_dimacs_graph(text_scanner& scanner) {
    dimacs_graph graph;
    while (scanner.next_line()) {
        const bool is_bare = graph.problem != nullptr && graph.problem->letter.empty();
        if (const char first = scanner.rest_of_line().front(); is_bare && first >= '0' && first <= '9') {
            read_edge(scanner, graph);
            continue;
        }
        const std::string_view letter = scanner.next_word();
        if (letter.starts_with('c')) continue;
        if (letter == "p") {
            read_problem(scanner, graph);
            continue;
        }
        if (graph.problem == nullptr)
            scanner.fail(
                fmt::format("{} before the problem line, such as 'p sp VERTICES ARCS'; if this is an edge list, --format edges "
                            "reads it",
                            io::quoted(letter)));
        // Sources and sinks, colours, positions and other facts about vertices.
        const bool is_fact = letter == "n" || letter == "d" || letter == "v" || letter == "x";
        if (letter != graph.problem->letter && !is_fact)
            scanner.fail(
                fmt::format("{} does not begin a line of a file with 'p {}'", io::quoted(letter), graph.problem->word));
        if (is_fact) ++graph.other_lines;
        else read_edge(scanner, graph);
    }
    if (graph.problem == nullptr) throw line_error(0, "the problem line, such as 'p sp VERTICES ARCS', is missing");
    check_number(graph);
    const bool is_directed = graph.problem->is_directed;
    const index mirrored = is_directed ? 0 : graph.edges.mirror_from(0);
    coordinates result = std::move(graph.edges).finish(graph.vertices, mirrored, graph.problem->title);
    result.report.symmetric_by_format = !is_directed;
    count_from_one(result);
    if (graph.other_lines > 0)
        result.report.add_note("vertex_facts_ignored",
                               fmt::format("{} lines with facts about vertices are not used", graph.other_lines));
    return result;
}

}  // namespace

coordinates read_dimacs(input& from, const reading& how, const read_options&) {
    return read_lines(from, how, dimacs_syntax, read_dimacs_graph);
}

bool begins_dimacs(std::string_view head) {
    text_scanner scanner(dimacs_syntax, without_byte_order_mark(head));
    while (scanner.next_line()) {
        const std::string_view letter = scanner.next_word();
        if (letter == "p") return problem_of(scanner.next_word()) != nullptr && !scanner.rest_of_line().empty();
        if (letter != "c") return false;
    }
    return false;
}

}  // namespace graphblas_gpu::io
