// Needs: nlohmann-json.
// Graphs in JSON: node-link data of NetworkX and D3, the JSON Graph Format, Cytoscape.
//
// Idea: the parser calls a handler for every value, so the text is not held. All these formats have a list "nodes" and a list
// "edges" or "links", at the top or in "graph" or "elements"; their objects have "id", and "source" and "target", perhaps in
// "data" or "metadata". A stack knows which of these is open.
// Source: NetworkX, networkx.readwrite.json_graph; jsongraphformat.info, JSON Graph Specification 2; RFC 8259.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/formats/attributed_graph.hpp>
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

using json = nlohmann::json;

/// The characters of a file, with the number of the line.
struct json_text {
    text_pieces pieces;
    std::string_view piece;
    std::int64_t line = 1;

    json_text(input& from, const reading& how) : pieces(from, how) { piece = pieces.next(); }
};

/// An input iterator over them; all copies stand at the same character.
class json_characters {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    json_characters() = default;
    explicit json_characters(json_text& text) : text_(&text) {}

    char operator*() const { return text_->piece.front(); }
    json_characters& operator++() {
        if (text_->piece.front() == '\n') ++text_->line;
        text_->piece.remove_prefix(1);
        if (text_->piece.empty()) text_->piece = text_->pieces.next();
        return *this;
    }
    json_characters operator++(int) {
        const json_characters before = *this;
        ++*this;
        return before;
    }
    bool operator==(const json_characters& other) const { return is_at_end() == other.is_at_end(); }
    bool operator!=(const json_characters& other) const { return !(*this == other); }

  private:
    bool is_at_end() const { return text_ == nullptr || text_->piece.empty(); }
    json_text* text_ = nullptr;
};

class json_graph {
  public:
    json_graph(const json_text& text, weight_column weights) : text_(text), weights_(weights) {}

    // ---- what the parser calls ----

    bool null() { return value(); }
    bool boolean(bool b) {
        const part above = top();
        if (here().key != "directed") return value();
        if (above == part::file || above == part::graph) is_directed_ = b;
        if (above == part::edge)
            item_.along = b ? attributed_graph::direction::directed : attributed_graph::direction::undirected;
        return value();
    }
    bool number_integer(json::number_integer_t n) { return number(fmt::format("{}", n), {.integer = n}); }
    bool number_unsigned(json::number_unsigned_t n) {
        const std::string text = fmt::format("{}", n);
        if (n >> 63 != 0 && is_weight()) weight_of_word(text_.line, text);
        return number(text, {.integer = static_cast<std::int64_t>(n)});
    }
    bool number_float(json::number_float_t x, const json::string_t& text) {
        return number(text, {.is_integer = false, .real = x});
    }
    bool string(json::string_t& text) {
        if (is_weight() && is_name_of_weight(here().key) && weights_ != weight_column::none)
            item_.attributes.emplace_back(here().key, weight_of_word(text_.line, text));
        return id(attributed_graph::id_kind::string, text);
    }
    bool binary(json::binary_t&) { return value(); }

    bool start_object(std::size_t) {
        const part opened = part_of_object();
        if (open_.size() > deepest) throw line_error(text_.line, fmt::format("more than {} levels", deepest));
        if (opened == part::node || opened == part::edge) item_ = {};
        if (opened == part::node && top() == part::node_map) item_.id = {attributed_graph::id_kind::string, here().key};
        open_.push_back({opened, {}});
        return true;
    }
    bool end_object() {
        const part closed = top();
        open_.pop_back();
        if (closed == part::node) add_node();
        if (closed == part::edge) add_edge();
        return value();
    }
    bool key(json::string_t& name) {
        open_.back().key = name;
        return true;
    }
    bool start_array(std::size_t) {
        part opened = part::other;
        if (open_.size() > deepest) throw line_error(text_.line, fmt::format("more than {} levels", deepest));
        if (holds_lists()) {
            if (here().key == "nodes") opened = part::nodes, has_nodes_ = true;
            if (here().key == "edges" || here().key == "links") opened = part::edges, has_edges_ = true;
        }
        // A tuple of Python as an id, such as the nodes of a grid.
        if (top() == part::tuple || slot_of_id() != nullptr) {
            if (top() != part::tuple) tuple_.clear();
            else separate();
            tuple_ += '(';
            opened = part::tuple;
        }
        open_.push_back({opened, {}});
        return true;
    }
    bool end_array() {
        const bool was_tuple = top() == part::tuple;
        open_.pop_back();
        if (was_tuple) tuple_ += ')';
        if (was_tuple && top() != part::tuple) return id(attributed_graph::id_kind::string, tuple_);
        return value();
    }
    template <class Error>
    bool parse_error(std::size_t position, const std::string& last, const Error&) {
        if (text_.piece.empty())
            throw line_error(text_.line, fmt::format("the file is incomplete: the JSON does not end (byte {})", position));
        throw line_error(text_.line, fmt::format("this is not JSON: {} at byte {}", io::quoted(last), position));
    }

    // ---- the result ----

    coordinates finish() && {
        if (!has_nodes_ || !has_edges_)
            throw line_error(0, fmt::format("this JSON has no graph: there is no list {}; the node-link data of NetworkX, the "
                                            "JSON Graph Format and Cytoscape's are read",
                                            has_nodes_ ? "\"edges\" or \"links\"" : "\"nodes\""));
        coordinates result =
            std::move(graph_).finish(is_directed_.value_or(false), "node-link JSON", weights_, is_of_cytoscape_);
        if (!is_directed_ && result.report.mirrored > 0)
            result.report.add_note("directions_not_given",
                                   "the file does not say whether its edges are directed: they are followed both ways, as by "
                                   "NetworkX");
        return result;
    }

  private:
    static constexpr std::size_t deepest = 1000;
    enum class part { none, other, file, graph, elements, nodes, edges, node_map, node, edge, node_data, edge_data, tuple };
    struct level {
        part what = part::none;
        std::string key;
    };
    using known_id = std::optional<std::pair<attributed_graph::id_kind, std::string>>;
    struct item {
        known_id id, source, target;
        attributed_graph::direction along = attributed_graph::direction::as_graph;
        std::vector<std::pair<std::string, weight_of_edge>> attributes;
    };

    part top() const { return open_.empty() ? part::none : open_.back().what; }
    const level& here() const {
        static const level outside;
        return open_.empty() ? outside : open_.back();
    }
    bool holds_lists() const { return top() == part::file || top() == part::graph || top() == part::elements; }
    bool is_weight() const {
        const bool of_edge = top() == part::edge || top() == part::edge_data;
        const std::string& key = here().key;
        return of_edge && key != "id" && key != "key" && key != "index" && key != "source" && key != "target";
    }

    part part_of_object() {
        const std::string& key = here().key;
        switch (top()) {
            case part::none: return part::file;
            case part::nodes: return part::node;
            case part::edges: return part::edge;
            case part::node_map: return part::node;
            case part::node: return key == "data" ? part::node_data : part::other;
            case part::edge: return key == "data" || key == "metadata" ? part::edge_data : part::other;
            default: break;
        }
        if (top() == part::file && key == "graph") {
            return part::graph;
        }
        if (top() == part::file && key == "elements") {
            is_of_cytoscape_ = true;
            return part::elements;
        }
        if (holds_lists() && key == "nodes") {
            has_nodes_ = true;
            // In the JSON Graph Format edges are directed unless it says otherwise.
            if (top() == part::graph && !is_directed_) is_directed_ = true;
            return part::node_map;
        }
        return part::other;
    }

    known_id* slot_of_id() {
        const std::string& key = here().key;
        const bool in_edge = top() == part::edge || top() == part::edge_data;
        if ((top() == part::node || top() == part::node_data) && key == "id") return &item_.id;
        if (in_edge && key == "source") return &item_.source;
        return in_edge && key == "target" ? &item_.target : nullptr;
    }

    void separate() {
        if (tuple_.back() != '(') tuple_ += ", ";
    }

    bool id(attributed_graph::id_kind kind, const std::string& text) {
        if (top() == part::tuple) {
            separate();
            tuple_ += text;
        } else if (known_id* const slot = slot_of_id()) {
            *slot = {kind, text};
        }
        return value();
    }
    bool number(const std::string& text, const weight_of_edge& weight) {
        if (is_weight()) item_.attributes.emplace_back(here().key, weight);
        return id(attributed_graph::id_kind::number, text);
    }
    /// A value ends here.
    bool value() const { return true; }

    void add_node() {
        // Without an id a node is called by its position, as by NetworkX and D3.
        if (!item_.id) item_.id = {attributed_graph::id_kind::number, fmt::format("{}", graph_.declared_nodes())};
        graph_.declare(item_.id->first, item_.id->second, text_.line);
    }
    void add_edge() {
        if (!item_.source || !item_.target)
            throw line_error(text_.line, fmt::format("an edge without a {}", item_.source ? "target" : "source"));
        const column_index source = graph_.node(item_.source->first, item_.source->second, text_.line);
        const column_index target = graph_.node(item_.target->first, item_.target->second, text_.line);
        graph_.add_edge(source, target, item_.along);
        for (const auto& [name, value] : item_.attributes) graph_.set_attribute(name, value);
    }

    const json_text& text_;
    weight_column weights_;
    std::vector<level> open_;
    item item_;
    std::string tuple_;
    bool has_nodes_ = false;
    bool has_edges_ = false;
    bool is_of_cytoscape_ = false;  ///< NetworkX writes ids of nodes as strings there, and those of edges as they are
    std::optional<bool> is_directed_;
    attributed_graph graph_;
};

}  // namespace

coordinates read_node_link_json(input& from, const reading& how, const read_options& options) {
    return base::within_memory(from.name() + ": the list of its edges", [&] {
        try {
            json_text text(from, how);
            json_graph graph(text, options.weights);
            json::sax_parse(json_characters(text), json_characters(), &graph);
            return std::move(graph).finish();
        } catch (const line_error& e) {
            throw io_error(from.name(), e.line(), e.what());
        }
    });
}

}  // namespace graphblas_gpu::io
