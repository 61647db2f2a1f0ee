// Idea: see edge_list_comments.hpp. A comment is cut into words and numbers. A number belongs to the word before it if ':' or
// '=' is between them, otherwise to the word behind it.
#include <graphblas_gpu/io/edge_list_comments.hpp>
#include <graphblas_gpu/io/entry_writer.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace graphblas_gpu::io {
namespace {

/// A number, a word in lower case, or a mark such as ':'.
struct part {
    std::string word;
    std::optional<std::uint64_t> number;
    bool is_taken = false;  ///< whether the number belongs to a word already
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// The number of characters of a number at the beginning of the text, with commas between groups of three digits: 1,234,567.
std::size_t length_of_number(std::string_view text) {
    const auto digits_at = [&](std::size_t at) {
        std::size_t n = at;
        while (n < text.size() && is_digit(text[n])) ++n;
        return n - at;
    };
    std::size_t n = digits_at(0);
    if (n <= 3)
        while (n < text.size() && text[n] == ',' && digits_at(n + 1) == 3) n += 4;
    return n;
}

std::vector<part> parts_of(std::string_view comment) {
    std::vector<part> parts;
    for (char before = ' '; !comment.empty();) {
        const char c = comment.front();
        std::size_t size = 1;
        part next;
        if (is_digit(c)) {
            size = length_of_number(comment);
            for (const char d : comment.substr(0, size))
                if (is_digit(d)) next.word += d;
            std::uint64_t value = 0;
            // Digits that touch a letter, or another number by a point, a stroke or a slash, are part of a name, a date or a
            // version.
            const std::string_view behind = comment.substr(size);
            const bool ends =
                behind.empty() || (!is_letter(behind[0]) && std::string_view("_-/").find(behind[0]) == behind.npos &&
                                   !(behind[0] == '.' && behind.size() > 1 && is_digit(behind[1])));
            const bool begins = std::string_view("._-/").find(before) == std::string_view::npos;
            if (begins && ends && parse_integer(std::string_view(next.word), value) == number_status::fine) next.number = value;
        } else if (is_letter(c)) {
            while (size < comment.size() && (is_letter(comment[size]) || is_digit(comment[size]) || comment[size] == '_'))
                ++size;
            next.word = lower_case(comment.substr(0, size));
        } else {
            next.word = c;
        }
        before = comment[size - 1];
        comment.remove_prefix(size);
        if (static_cast<unsigned char>(c) > ' ') parts.push_back(std::move(next));
    }
    return parts;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> known) {
    return std::find(known.begin(), known.end(), word) != known.end();
}

/// The number that belongs to the word at parts[k].
std::optional<std::uint64_t> number_of(std::vector<part>& parts, std::size_t k) {
    const auto take = [&](std::size_t at) -> std::optional<std::uint64_t> {
        if (at >= parts.size() || parts[at].is_taken || !parts[at].number) return std::nullopt;
        parts[at].is_taken = true;
        return parts[at].number;
    };
    if (k + 1 < parts.size() && is_one_of(parts[k + 1].word, {":", "="})) return take(k + 2);
    if (k > 0)
        if (const auto before = take(k - 1)) return before;
    // Without a mark in between, a number behind the word is meant only if the comment has nothing in front of the word: "nodes
    // 34", but not "links between nodes 3 and 5".
    return k == 0 || parts[k - 1].is_taken ? take(k + 1) : std::nullopt;
}

}  // namespace

void read_comment(std::string_view comment, std::int64_t line, comment_facts& facts) {
    if (line == 1) facts.promised_edges = promised_edges(comment);
    const std::size_t text = comment.find_first_not_of("#% \t\r");
    if (text == std::string_view::npos) return;
    std::vector<part> parts = parts_of(comment.substr(text));
    if (parts.empty()) return;

    const bool of_konect = comment.front() == '%';
    if (of_konect && facts.konect_line == 0 && is_one_of(parts[0].word, {"sym", "asym", "bip"})) {
        facts.konect_line = line;
        facts.kind_line = line;
        facts.kind = parts[0].word == "bip"   ? declared_edges::bipartite
                     : parts[0].word == "sym" ? declared_edges::undirected
                                              : declared_edges::directed;
        return;
    }
    const bool only_numbers = std::all_of(parts.begin(), parts.end(), [](const part& p) { return p.number.has_value(); });
    if (of_konect && facts.konect_line > 0 && line == facts.konect_line + 1 && only_numbers && parts.size() == 3) {
        facts.edges = {*parts[0].number, line};
        if (facts.kind == declared_edges::bipartite) {
            facts.sources = {*parts[1].number, line, true};
            facts.targets = {*parts[2].number, line, true};
        } else if (*parts[1].number == *parts[2].number) facts.vertices = {*parts[1].number, line, true};
        return;
    }
    if (facts.kind == declared_edges::nothing && is_one_of(parts[0].word, {"directed", "undirected"}) &&
        (parts.size() == 1 || is_one_of(parts[1].word, {"graph", "network"}))) {
        facts.kind = parts[0].word == "directed" ? declared_edges::directed : declared_edges::undirected;
        facts.kind_line = line;
    }
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const bool names_vertices = is_one_of(parts[k].word, {"nodes", "vertices", "vertexes"});
        if (!names_vertices && !is_one_of(parts[k].word, {"edges", "arcs", "links"})) continue;
        const auto number = number_of(parts, k);
        std::optional<declared_number>& fact = names_vertices ? facts.vertices : facts.edges;
        if (number && !fact) fact = {*number, line};
    }
}

}  // namespace graphblas_gpu::io
