// Networks of Pajek.
//
// Idea: a line that begins with a star opens a section: the vertices with their labels, arcs (directed), edges (undirected),
// the same as lists of neighbours, or a matrix. Vertices count from 1. With two modes, the first vertices of one mode are
// followed by those of the other; a matrix then has a row for each of the first and a column for each of the second. Source: V.
// Batagelj, A. Mrvar, Pajek reference manual 5 (2022), section 5.3, and the files of the program itself.
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax pajek_syntax("", "%");

enum class pajek_section { none, vertices, arcs, edges, arcs_list, edges_list, matrix, other };

class pajek_network {
  public:
    explicit pajek_network(text_scanner& scanner) : scanner_(scanner) {}

    coordinates read() {
        while (scanner_.next_line()) {
            if (scanner_.rest_of_line().front() == '*') begin_section();
            else read_line();
        }
        end_section();
        if (!has_vertices_)
            throw line_error(0, "the line '*Vertices NUMBER' is missing; --format names a file of another format");
        return finish();
    }

  private:
    void begin_section() {
        end_section();
        const std::string word = lower_case(scanner_.next_word());
        section_line_ = scanner_.line();
        // A partition, a vector and the like of a project has a number of vertices of its own.
        if (word == "*vertices" && is_beside_network_) {
            is_beside_network_ = false;
            return;
        }
        if (word == "*vertices") return begin_vertices();
        constexpr std::pair<std::string_view, pajek_section> known[] = {
            {"*arcs", pajek_section::arcs},          {"*edges", pajek_section::edges},
            {"*arcslist", pajek_section::arcs_list}, {"*edgeslist", pajek_section::edges_list},
            {"*matrix", pajek_section::matrix},
        };
        const auto* const found =
            std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return word == k.first; });
        section_ = found == std::end(known) ? pajek_section::other : found->second;
        if (section_ == pajek_section::other) {
            constexpr std::string_view beside_networks[] = {"*partition", "*vector", "*cluster", "*permutation", "*hierarchy"};
            is_beside_network_ =
                std::find(std::begin(beside_networks), std::end(beside_networks), word) != std::end(beside_networks);
            if (word != "*network") others_.insert(word);
            return;
        }
        if (!has_vertices_)
            scanner_.fail(fmt::format("the section {} begins before the line '*Vertices NUMBER'", io::quoted(word)));
        ++relations_[word];
        next_row_ = 0;
    }

    void begin_vertices() {
        if (has_vertices_)
            scanner_.fail("a second network begins here, and one file is one graph; split the file at its lines '*Vertices'");
        has_vertices_ = true;
        section_ = pajek_section::vertices;
        vertices_ = static_cast<index>(next_count(scanner_, "number of vertices", max_side));
        if (!scanner_.rest_of_line().empty())
            first_mode_ = static_cast<index>(
                next_count(scanner_, "number of vertices of the first mode", static_cast<std::uint64_t>(vertices_)));
    }

    void end_section() {
        if (section_ != pajek_section::matrix || next_row_ == matrix_rows()) return;
        throw line_error(scanner_.line(), fmt::format("the matrix that begins in line {} ends after {} of {} rows",
                                                      section_line_, next_row_, matrix_rows()));
    }

    index matrix_rows() const { return first_mode_ > 0 ? first_mode_ : vertices_; }

    void read_line() {
        switch (section_) {
            case pajek_section::none:
                scanner_.fail("the line '*Vertices NUMBER' has to come first; --format names a file of another format");
            case pajek_section::vertices: return read_vertex();
            case pajek_section::arcs:
            case pajek_section::edges: return read_edge();
            case pajek_section::arcs_list:
            case pajek_section::edges_list: return read_neighbours();
            case pajek_section::matrix: return read_row();
            case pajek_section::other: return;
        }
    }

    void read_vertex() {
        const column_index vertex = next_vertex(scanner_, vertices_);
        std::string_view rest = scanner_.rest_of_line();
        if (rest.empty()) return;
        std::string_view label;
        if (rest.front() == '"') {
            const std::size_t end = rest.find('"', 1);
            if (end == std::string_view::npos) scanner_.fail(fmt::format("the label {} has no second quote", io::quoted(rest)));
            label = rest.substr(1, end - 1);
        } else {
            label = scanner_.next_word();
        }
        if (labels_.empty()) labels_.resize(static_cast<std::size_t>(vertices_));
        labels_[vertex] = label;
    }

    listed_edges& edges_of_section() {
        return section_ == pajek_section::edges || section_ == pajek_section::edges_list ? edges_ : arcs_;
    }

    void read_edge() {
        const column_index from = next_vertex(scanner_, vertices_), to = next_vertex(scanner_, vertices_);
        // The weight may be missing, and colours and other looks may follow.
        const std::string_view word = scanner_.next_word();
        double value = 0;
        if (word.empty() || parse_real(word, value) == number_status::not_a_number) edges_of_section().add(from, to);
        else edges_of_section().add(from, to, weight_of_word(scanner_.line(), word));
    }

    void read_neighbours() {
        const column_index from = next_vertex(scanner_, vertices_);
        while (!scanner_.rest_of_line().empty()) edges_of_section().add(from, next_vertex(scanner_, vertices_));
    }

    void read_row() {
        if (next_row_ == matrix_rows())
            scanner_.fail(
                fmt::format("{} after the last of {} rows of the matrix", io::quoted(scanner_.rest_of_line()), next_row_));
        const index first_column = first_mode_, columns = vertices_ - first_mode_;
        for (index column = 0; column < columns; ++column) {
            const std::string_view word = scanner_.next_word();
            if (word.empty()) scanner_.fail(fmt::format("this row of the matrix has {} of {} numbers", column, columns));
            const weight_of_edge weight = weight_of_word(scanner_.line(), word);
            if (weight.is_integer ? weight.integer != 0 : weight.real != 0)
                arcs_.add(static_cast<column_index>(next_row_), static_cast<column_index>(first_column + column), weight);
        }
        if (!scanner_.rest_of_line().empty())
            scanner_.fail(fmt::format("{} after the {} numbers of this row", io::quoted(scanner_.rest_of_line()), columns));
        ++next_row_;
    }

    coordinates finish() {
        const bool is_directed = arcs_.size() > 0;
        // Edges behind the arcs, so that a network of edges alone is symmetric, each one followed by nothing but its image.
        const std::size_t arcs = arcs_.size();
        arcs_.append(edges_);
        const index mirrored = arcs_.mirror_from(arcs);
        coordinates result =
            std::move(arcs_).finish(vertices_, mirrored, is_directed ? "Pajek network" : "Pajek network of edges");
        result.report.symmetric_by_format = !is_directed;
        count_from_one(result);
        if (!labels_.empty()) name_vertices(result, std::move(labels_), std::move(result.report.original_ids));
        if (first_mode_ > 0)
            result.report.add_note("two_modes", fmt::format("the network has two modes: vertices 1 to {} and {} to {}",
                                                            first_mode_, first_mode_ + 1, vertices_));
        for (const auto& [section, times] : relations_)
            if (times > 1)
                result.report.add_note("relations_joined", fmt::format("the edges of {} sections {} are joined to one graph",
                                                                       times, io::quoted(section)));
        for (const std::string& other : others_)
            result.report.add_note("section_ignored", fmt::format("the section {} is not used", io::quoted(other)));
        return result;
    }

    text_scanner& scanner_;
    pajek_section section_ = pajek_section::none;
    std::int64_t section_line_ = 0;
    bool is_beside_network_ = false;  ///< whether the section is no part of a network, and its '*Vertices' may follow
    bool has_vertices_ = false;
    index vertices_ = 0;
    index first_mode_ = 0;  ///< the number of its vertices; 0 if there is one mode only
    index next_row_ = 0;    ///< of a matrix
    std::map<std::string, int> relations_;  ///< the number of sections of each kind that has edges
    std::vector<std::string> labels_;
    listed_edges arcs_;
    listed_edges edges_;
    std::set<std::string> others_;
};

}  // namespace

coordinates read_pajek(input& from, const reading& how, const read_options&) {
    return read_lines(from, how, pajek_syntax, [](text_scanner& scanner) { return pajek_network(scanner).read(); });
}

bool begins_pajek(std::string_view head) {
    text_scanner scanner(pajek_syntax, without_byte_order_mark(head));
    if (!scanner.next_line()) return false;
    const std::string word = lower_case(scanner.next_word());
    return word == "*vertices" || word == "*network";
}

}  // namespace graphblas_gpu::io
