// Graph Modelling Language.
//
// Idea: a file is a list of keys with values, which are numbers, strings or lists in brackets. Of graph [ node [ id label ]
// edge [ source target weight ] ] everything else is skipped. Edges may stand before their vertices, so that ids are looked up
// at the end.
// Source: M. Himsolt, GML: A portable Graph File Format, University of Passau (1997).
#include <graphblas_gpu/io/formats/listed_graph.hpp>
#include <graphblas_gpu/io/formats/readers.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace graphblas_gpu::io {
namespace {

constexpr line_syntax gml_syntax("", "#");

/// The words of a file: keys, numbers, brackets, and strings, which may go over several lines.
class gml_words {
  public:
    explicit gml_words(text_scanner& scanner) : scanner_(scanner) {}

    /// Goes to the next word; returns false at the end.
    bool next() {
        while (rest_.find_first_not_of(blanks) == std::string_view::npos) {
            if (!scanner_.next_line()) return false;
            rest_ = scanner_.rest_of_line();
        }
        rest_.remove_prefix(rest_.find_first_not_of(blanks));
        line_ = scanner_.line();
        is_string_ = rest_.front() == '"';
        if (is_string_) {
            read_string();
            return true;
        }
        const bool is_bracket = rest_.front() == '[' || rest_.front() == ']';
        const std::size_t length = is_bracket ? 1 : std::min(rest_.size(), rest_.find_first_of(" \t\r\v\f[]\""));
        text_ = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return true;
    }

    /// The value behind a key.
    void need_value(const std::string& key) {
        if (!next() || (!is_string_ && text_ == "]")) fail(fmt::format("the value of {} is missing", io::quoted(key)));
    }

    const std::string& text() const { return text_; }
    bool is(std::string_view word) const { return !is_string_ && text_ == word; }
    bool is_string() const { return is_string_; }
    std::int64_t line() const { return line_; }
    [[noreturn]] void fail(const std::string& words) const { throw line_error(line_, words); }

  private:
    static constexpr std::string_view blanks = " \t\r\v\f";

    void read_string() {
        text_.clear();
        rest_.remove_prefix(1);
        for (std::size_t end; (end = rest_.find('"')) == std::string_view::npos;) {
            text_ += rest_;
            text_ += '\n';
            if (text_.size() > line_blocks::longest_line || !scanner_.next_physical_line())
                fail("a string has no second quote");
            rest_ = scanner_.rest_of_line();
        }
        const std::size_t end = rest_.find('"');
        text_ += rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
    }

    text_scanner& scanner_;
    std::string_view rest_;
    std::string text_;
    bool is_string_ = false;
    std::int64_t line_ = 0;
};

/// The text with the character references of XML replaced, such as &amp; and &#233;.
std::string without_references(const std::string& text) {
    constexpr std::pair<std::string_view, std::string_view> known[] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
    std::string plain;
    for (std::string_view rest = text; !rest.empty();) {
        const auto* const found =
            std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return rest.starts_with(k.first); });
        std::uint32_t code = 0;
        const std::size_t end = rest.starts_with("&#") ? rest.find(';') : std::string_view::npos;
        if (found != std::end(known)) {
            plain += found->second;
            rest.remove_prefix(found->first.size());
        } else if (end != std::string_view::npos && parse_integer(rest.substr(2, end - 2), code) == number_status::fine &&
                   code > 0 && code < 0x110000) {
            if (code < 0x80) {
                plain += static_cast<char>(code);
            } else {
                const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
                constexpr unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
                plain += static_cast<char>(first[more] | code >> (6 * more));
                for (int k = more - 1; k >= 0; --k) plain += static_cast<char>(0x80 | (code >> (6 * k) & 0x3f));
            }
            rest.remove_prefix(end + 1);
        } else {
            plain += rest.front();
            rest.remove_prefix(1);
        }
    }
    return plain;
}

class gml_graph {
  public:
    explicit gml_graph(text_scanner& scanner) : words_(scanner) {}

    coordinates read() {
        while (words_.next()) {
            const std::string key = words_.text();
            words_.need_value(key);
            if (key != "graph") {
                skip_value();
                continue;
            }
            if (has_graph_) words_.fail("a second graph begins here, and one file is one graph");
            has_graph_ = true;
            read_list([&](const std::string& inner) { read_part(inner); });
        }
        if (!has_graph_) throw line_error(0, "there is no 'graph [' in the file; --format names a file of another format");
        return finish();
    }

  private:
    struct vertex {
        std::int64_t id = 0;
        std::string label;
    };
    struct edge {
        std::int64_t line = 0;
        std::int64_t source = 0;
        std::int64_t target = 0;
        std::optional<weight_of_edge> weight;
    };

    /// Skips the value that was read, with everything in it if it is a list.
    void skip_value() {
        if (!words_.is("[")) return;
        const std::int64_t line = words_.line();
        for (int depth = 1; depth > 0;) {
            if (!words_.next()) refuse_open_list(line);
            if (words_.is("[")) ++depth;
            if (words_.is("]")) --depth;
        }
    }

    /// Calls on_key(key) for each key of a list, with the words at its value.
    template <class OnKey>
    void read_list(const OnKey& on_key) {
        if (!words_.is("[")) words_.fail(fmt::format("{} where a list begins with [", io::quoted(words_.text())));
        const std::int64_t line = words_.line();
        for (;;) {
            if (!words_.next()) refuse_open_list(line);
            if (words_.is("]")) return;
            const std::string key = words_.text();
            words_.need_value(key);
            on_key(key);
        }
    }

    [[noreturn]] void refuse_open_list(std::int64_t line) const {
        throw line_error(line, "the list that begins here has no closing ]: the file is incomplete");
    }

    std::int64_t number(const char* what) const {
        std::int64_t value = 0;
        if (parse_integer(words_.text(), value) != number_status::fine)
            words_.fail(fmt::format("the {} {} is not a whole number of 64 bits", what, io::quoted(words_.text())));
        return value;
    }

    void read_part(const std::string& key) {
        if (key == "directed") {
            is_directed_ = number("word behind directed") != 0;
        } else if (key == "node") {
            read_node();
        } else if (key == "edge") {
            read_edge();
        } else {
            skip_value();
        }
    }

    void read_node() {
        const std::int64_t line = words_.line();
        vertex made;
        bool has_id = false;
        read_list([&](const std::string& key) {
            if (key == "id") {
                made.id = number("id");
                has_id = true;
            } else if (key == "label") {
                made.label = without_references(words_.text());
                skip_value();
            } else {
                skip_value();
            }
        });
        if (!has_id) throw line_error(line, "a node without an id");
        if (vertices_.size() >= std::size_t{max_side})
            throw line_error(line, fmt::format("more than {} nodes, the most possible", max_side));
        if (!position_.emplace(made.id, static_cast<column_index>(vertices_.size())).second)
            throw line_error(line, fmt::format("a second node with the id {}", made.id));
        base::make_room(vertices_, 1);
        vertices_.push_back(std::move(made));
    }

    void read_edge() {
        edge made;
        made.line = words_.line();
        bool has_source = false, has_target = false, has_weight = false;
        read_list([&](const std::string& key) {
            if (key == "source") {
                made.source = number("source");
                has_source = true;
            } else if (key == "target") {
                made.target = number("target");
                has_target = true;
            } else if (key == "weight" || (key == "value" && !has_weight && !words_.is_string())) {
                has_weight |= key == "weight";
                made.weight = weight_of_word(words_.line(), words_.text());
            } else {
                skip_value();
            }
        });
        if (!has_source || !has_target)
            throw line_error(made.line, fmt::format("an edge without a {}", has_source ? "target" : "source"));
        base::make_room(listed_, 1);
        listed_.push_back(std::move(made));
    }

    column_index position_of(const edge& e, std::int64_t id) const {
        const auto found = position_.find(id);
        if (found == position_.end())
            throw line_error(e.line, fmt::format("an edge to the node {}, which is not in the file", id));
        return found->second;
    }

    coordinates finish() {
        const bool has_labels =
            std::any_of(vertices_.begin(), vertices_.end(), [](const vertex& v) { return !v.label.empty(); });
        const bool has_negative_ids = std::any_of(vertices_.begin(), vertices_.end(), [](const vertex& v) { return v.id < 0; });
        // Vertices in the order of their ids, in which original_ids has to be.
        std::sort(vertices_.begin(), vertices_.end(), [](const vertex& a, const vertex& b) { return a.id < b.id; });
        for (std::size_t v = 0; v < vertices_.size(); ++v) position_[vertices_[v].id] = static_cast<column_index>(v);

        listed_edges edges;
        edges.reserve(listed_.size() * (is_directed_ ? 1 : 2));
        for (const edge& e : listed_) {
            const column_index from = position_of(e, e.source), to = position_of(e, e.target);
            if (e.weight) edges.add(from, to, *e.weight);
            else edges.add(from, to);
        }
        const index mirrored = is_directed_ ? 0 : edges.mirror_from(0);
        coordinates result = std::move(edges).finish(static_cast<index>(vertices_.size()), mirrored,
                                                     is_directed_ ? "GML directed graph" : "GML undirected graph");
        result.report.symmetric_by_format = !is_directed_;
        std::vector<std::string> labels(vertices_.size());
        std::vector<std::uint64_t> ids(vertices_.size());
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            labels[v] = has_labels || !has_negative_ids ? std::move(vertices_[v].label) : fmt::format("{}", vertices_[v].id);
            ids[v] = static_cast<std::uint64_t>(vertices_[v].id);
        }
        name_vertices(result, std::move(labels), std::move(ids));
        return result;
    }

    gml_words words_;
    bool has_graph_ = false;
    bool is_directed_ = false;
    std::vector<vertex> vertices_;
    std::unordered_map<std::int64_t, column_index, keyed_hash> position_;
    std::vector<edge> listed_;
};

}  // namespace

coordinates read_gml(input& from, const reading& how, const read_options&) {
    return read_lines(from, how, gml_syntax, [](text_scanner& scanner) { return gml_graph(scanner).read(); });
}

bool begins_gml(std::string_view head) {
    text_scanner scanner(gml_syntax, without_byte_order_mark(head));
    gml_words words(scanner);
    try {
        // Creator, Version and the like may stand before the graph.
        for (int keys = 0; keys < 10 && words.next(); ++keys) {
            const bool is_graph = words.is("graph");
            if (!words.next()) return false;
            if (is_graph) return words.is("[");
            if (words.is("[") || words.is("]")) return false;
        }
    } catch (const line_error&) {
    }
    return false;
}

}  // namespace graphblas_gpu::io
