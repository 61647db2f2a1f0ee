// Needs: libexpat.
// GraphML.
//
// Idea: expat reads the text as a stream and calls a handler at the beginning and the end of every element; of these the nodes
// and the edges of the first graph, and the numeric data of its edges, are kept. An exception must not pass through expat,
// which is C, so it is kept and thrown again behind it. Source: U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S.
// Marshall, GraphML Progress Report (2001); http://graphml.graphdrawing.org/specification.html.
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/formats/attributed_graph.hpp>
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace graphblas_gpu::io {
namespace {

class graphml_file {
  public:
    graphml_file(input& from, const reading& how, weight_column weights) : from_(from), how_(how), weights_(weights) {}

    coordinates read() {
        // A text in UTF-16 comes here as UTF-8, whatever it says of itself.
        const std::string start = lower_case(from_.peek(200));
        const bool is_decoded = start.substr(0, start.find('>')).find("utf-16") != std::string::npos;
        parser_.reset(XML_ParserCreate(is_decoded ? "UTF-8" : nullptr));
        if (parser_ == nullptr) throw std::bad_alloc();
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(
            parser_.get(),
            [](void* data, const char* name, const char** attributes) {
                self(data).guarded([&] { self(data).begin_element(name, attributes); });
            },
            [](void* data, const char*) { self(data).guarded([&] { self(data).end_element(); }); });
        XML_SetCharacterDataHandler(parser_.get(), [](void* data, const char* text, int size) {
            self(data).guarded([&] { self(data).add_text({text, static_cast<std::size_t>(size)}); });
        });
        // An entity may stand for a text that is much larger than the file, or for another file.
        XML_SetEntityDeclHandler(parser_.get(), [](void* data, const char*, int, const char*, int, const char*, const char*,
                                                   const char*, const char*) {
            self(data).guarded([&] { self(data).fail("an entity is declared, which GraphML does without"); });
        });
        XML_SetSkippedEntityHandler(parser_.get(), [](void* data, const char* name, int) {
            self(data).guarded([&] { self(data).fail(fmt::format("the entity {} is not known", io::quoted(name))); });
        });
        text_pieces pieces(from_, how_);
        for (bool ended = false; !ended;) {
            const std::string_view piece = pieces.next();
            ended = piece.empty();
            const XML_Status status = XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), ended);
            if (failure_ != nullptr) std::rethrow_exception(failure_);
            if (status == XML_STATUS_OK) continue;
            const XML_Error error = XML_GetErrorCode(parser_.get());
            if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
            fail(fmt::format("{}: {}", ended ? "the file is incomplete" : "this is not well-formed XML",
                             XML_ErrorString(error)));
        }
        if (!has_graph_) throw line_error(0, "there is no graph in the file");
        coordinates result = std::move(graph_).finish(is_directed_, "GraphML", weights_);
        if (left_out_ > 0)
            result.report.add_note("nested_graphs_ignored",
                                   fmt::format("{} nodes and edges of graphs inside nodes are left out, the first in line {}",
                                               left_out_, first_left_out_));
        return result;
    }

  private:
    enum class element { other, graphml, graph, node, edge, nested, key, default_value, data };

    struct data_key {
        std::string name;
        bool is_numeric = false;
        bool is_real = false;
        std::string default_value;
    };

    struct free_parser {
        void operator()(XML_ParserStruct* parser) const noexcept { XML_ParserFree(parser); }
    };

    static graphml_file& self(void* data) { return *static_cast<graphml_file*>(data); }

    template <class F>
    void guarded(const F& f) noexcept {
        if (failure_ != nullptr) return;
        try {
            f();
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    std::int64_t line() const {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9  // the other one is deprecated there
        return static_cast<std::int64_t>(XML_GetCurrentLineNumber64(parser_.get()));
#else
        return static_cast<std::int64_t>(XML_GetCurrentLineNumber(parser_.get()));
#endif
    }
    [[noreturn]] void fail(const std::string& words) const { throw line_error(line(), words); }

    static const char* attribute(const char** attributes, std::string_view name) {
        for (; *attributes != nullptr; attributes += 2)
            if (name == attributes[0]) return attributes[1];
        return nullptr;
    }

    const char* needed(const char** attributes, const char* name, const char* where) const {
        const char* const value = attribute(attributes, name);
        if (value == nullptr) fail(fmt::format("{} without {}", where, name));
        return value;
    }

    void begin_element(std::string_view name, const char** attributes) {
        name.remove_prefix(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
        const element above = open_.empty() ? element::other : open_.back();
        element here = above == element::nested ? element::nested : element::other;
        if (open_.empty()) {
            if (name != "graphml") fail(fmt::format("the file begins with <{}>, not with <graphml>", name));
            here = element::graphml;
        } else if (above == element::graphml && name == "key") {
            begin_key(attributes);
            here = element::key;
        } else if (above == element::key && name == "default") {
            text_.clear();
            here = element::default_value;
        } else if (above == element::graphml && name == "graph") {
            begin_graph(needed(attributes, "edgedefault", "a graph"));
            here = element::graph;
        } else if (above == element::graph && name == "node") {
            graph_.declare(attributed_graph::id_kind::string, needed(attributes, "id", "a node"), line());
            here = element::node;
        } else if (above == element::graph && name == "edge") {
            begin_edge(attributes);
            here = element::edge;
        } else if (name == "hyperedge") {
            fail("a hyperedge, which joins any number of nodes; a graph of pairs has none");
        } else if (name == "graph") {
            here = element::nested;
        } else if (above == element::edge && name == "data") {
            key_ = needed(attributes, "key", "data");
            text_.clear();
            here = element::data;
        }
        if (here == element::nested && (name == "node" || name == "edge") && left_out_++ == 0) first_left_out_ = line();
        open_.push_back(here);
    }

    void end_element() {
        const element here = open_.back();
        open_.pop_back();
        if (here == element::default_value) keys_[key_].default_value = text_;
        else if (here == element::data) set_data(key_, text_);
        else if (here == element::edge) set_defaults();
    }

    void add_text(std::string_view text) {
        if (open_.empty() || (open_.back() != element::data && open_.back() != element::default_value)) return;
        constexpr std::size_t longest_number = 1024;
        if (text_.size() < longest_number) text_ += text;
    }

    void begin_key(const char** attributes) {
        const auto text = [&](const char* name, const char* otherwise) {
            const char* const value = attribute(attributes, name);
            return std::string(value == nullptr ? otherwise : value);
        };
        key_ = needed(attributes, "id", "a key");
        const std::string domain = text("for", "all"), type = text("attr.type", "string");
        data_key key;
        key.name = text("attr.name", key_.c_str());
        key.is_real = type == "float" || type == "double";
        key.is_numeric = key.is_real || type == "int" || type == "long" || is_name_of_weight(key.name);
        if (domain != "edge" && domain != "all") key.is_numeric = false;
        // A file may have keys of one id for nodes and for edges.
        if (!keys_.contains(key_) || key.is_numeric) keys_[key_] = key;
    }

    void begin_graph(std::string_view edge_default) {
        if (has_graph_) fail("a second graph begins here, and one file is one graph");
        has_graph_ = true;
        is_directed_ = edge_default == "directed";
        if (!is_directed_ && edge_default != "undirected")
            fail(fmt::format("edgedefault is {}, and not directed or undirected", io::quoted(edge_default)));
    }

    void begin_edge(const char** attributes) {
        using direction = attributed_graph::direction;
        const auto node = [&](const char* end) {
            return graph_.node(attributed_graph::id_kind::string, needed(attributes, end, "an edge"), line());
        };
        const column_index source = node("source"), target = node("target");
        const char* const given = attribute(attributes, "directed");
        const std::string_view own = given == nullptr ? "" : given;
        const bool is_true = own == "true" || own == "1";
        if (given != nullptr && !is_true && own != "false" && own != "0")
            fail(fmt::format("directed is {}, and not true or false", io::quoted(own)));
        graph_.add_edge(source, target,
                        given == nullptr ? direction::as_graph
                        : is_true        ? direction::directed
                                         : direction::undirected);
        given_.clear();
    }

    void set_data(const std::string& id, std::string_view text) {
        const auto found = keys_.find(id);
        if (found == keys_.end() || !found->second.is_numeric || weights_ == weight_column::none) return;
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) return;
        text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
        weight_of_edge value = weight_of_word(line(), text);
        if (found->second.is_real && value.is_integer)
            value = {.is_integer = false, .real = static_cast<double>(value.integer)};
        graph_.set_attribute(found->second.name, value);
        given_.push_back(id);
    }

    void set_defaults() {
        for (const auto& [id, key] : keys_)
            if (!key.default_value.empty() && std::find(given_.begin(), given_.end(), id) == given_.end())
                set_data(id, key.default_value);
    }

    input& from_;
    const reading& how_;
    weight_column weights_;
    std::unique_ptr<XML_ParserStruct, free_parser> parser_;
    std::exception_ptr failure_;
    std::vector<element> open_;
    std::map<std::string, data_key> keys_;
    std::string key_;                 // the one that is being read, or that of the data that is being read
    std::string text_;                // of the data, or of the default value
    std::vector<std::string> given_;  // the keys that the edge has data for
    attributed_graph graph_;
    bool has_graph_ = false;
    bool is_directed_ = false;
    std::uint64_t left_out_ = 0;
    std::int64_t first_left_out_ = 0;
};

}  // namespace

coordinates read_graphml(input& from, const reading& how, const read_options& options) {
    return base::within_memory(from.name() + ": the list of its edges", [&] {
        try {
            return graphml_file(from, how, options.weights).read();
        } catch (const line_error& e) {
            throw io_error(from.name(), e.line(), e.what());
        }
    });
}

}  // namespace graphblas_gpu::io
