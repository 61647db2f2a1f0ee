// Adjacency lists: a vertex and its neighbours in each line.
//
// Idea: words are numbered as they appear. If all of them are whole numbers, vertices have these ids, in ascending order;
// otherwise the words are names.
// Source: networkx.readwrite.adjlist, documentation of NetworkX 3 (for lines without a colon).
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/name_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax adjacency_syntax(",", "#%");

class adjacency_lists {
  public:
    explicit adjacency_lists(text_scanner& scanner) : scanner_(scanner) {}

    coordinates read() {
        while (scanner_.next_line()) read_line();
        if (names_.size() == 0) throw line_error(0, "holds no vertices");
        std::vector<std::uint64_t> ids(names_.size());
        bool are_numbers = true;
        for (std::size_t v = 0; v < ids.size() && are_numbers; ++v)
            are_numbers = parse_integer(names_[v], ids[v]) == number_status::fine && names_[v] == fmt::format("{}", ids[v]);
        return are_numbers ? numbered(ids) : named();
    }

  private:
    column_index vertex(std::string_view word) {
        if (names_.size() >= std::size_t{max_side})
            scanner_.fail(fmt::format("more than {} vertices, the most possible", max_side));
        return names_.number_of(word);
    }

    void read_line() {
        std::string_view word = scanner_.next_word();
        // The colon stands behind the vertex, with or without a blank.
        bool has_colon = word.ends_with(':');
        if (has_colon) word.remove_suffix(1);
        if (word.empty()) scanner_.fail("a vertex is missing before the colon");
        const column_index from = vertex(word);
        for (bool is_first = true; !scanner_.rest_of_line().empty(); is_first = false) {
            word = scanner_.next_word();
            if (is_first && !has_colon && word == ":") continue;
            if (word.find(':') != std::string_view::npos)
                scanner_.fail(
                    fmt::format("{} in a list of neighbours; weights of edges are not read in this format", io::quoted(word)));
            edges_.add(from, vertex(word));
        }
    }

    coordinates named() {
        coordinates result = std::move(edges_).finish(static_cast<index>(names_.size()), 0, "adjacency lists");
        for (std::size_t v = 0; v < names_.size(); ++v) result.report.names.emplace_back(names_[v]);
        return result;
    }

    coordinates numbered(const std::vector<std::uint64_t>& ids) {
        std::vector<column_index> order(ids.size());
        std::iota(order.begin(), order.end(), column_index{0});
        std::sort(order.begin(), order.end(), [&](column_index a, column_index b) { return ids[a] < ids[b]; });
        std::vector<column_index> position(ids.size());
        std::vector<std::uint64_t> sorted(ids.size());
        for (std::size_t v = 0; v < order.size(); ++v) {
            position[order[v]] = static_cast<column_index>(v);
            sorted[v] = ids[order[v]];
        }
        coordinates result = std::move(edges_).finish(static_cast<index>(ids.size()), 0, "adjacency lists");
        for (column_index& v : result.rows) v = position[v];
        for (column_index& v : result.columns) v = position[v];
        name_vertices(result, {}, std::move(sorted));
        return result;
    }

    text_scanner& scanner_;
    name_table names_;
    listed_edges edges_;
};

}  // namespace

coordinates read_adjacency(input& from, const reading& how, const read_options&) {
    return read_lines(from, how, adjacency_syntax, [](text_scanner& scanner) { return adjacency_lists(scanner).read(); });
}

bool begins_adjacency(std::string_view head) {
    text_scanner scanner(adjacency_syntax, without_byte_order_mark(head));
    if (!scanner.next_line()) return false;
    std::string_view word = scanner.next_word();
    std::uint64_t vertex = 0;
    if (!word.ends_with(':')) return false;
    word.remove_suffix(1);
    return parse_integer(word, vertex) == number_status::fine;
}

}  // namespace graphblas_gpu::io
