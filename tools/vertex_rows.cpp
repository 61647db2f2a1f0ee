// Idea: see vertex_rows.hpp. A line of an answer has four words separated by tabs or commas, and the first line names them; any
// other file is refused. Lists of numbers come from users and other programs too, and may have any usual separator.
#include "vertex_rows.hpp"

#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace grb {
namespace {

std::string text_of(const std::string& path) {
    gb::io::input in(path);
    std::string text;
    std::array<char, 65536> block;
    for (std::size_t n = 0; (n = in.read(block.data(), block.size())) > 0;) text.append(block.data(), n);
    return text;
}

/// Removes the text up to the mark, and the mark, and returns the text before the mark.
std::string_view next(std::string_view& text, char mark) {
    const std::string_view word = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
}

/// Removes from the text what a line that goes on behind ends of lines in quotes has of it, and returns their number.
std::int64_t drop_up_to(const char* end_of_line, std::string_view& text) {
    if (end_of_line < text.data()) return 0;
    const std::string_view of_line(text.data(), static_cast<std::size_t>(end_of_line - text.data()));
    text.remove_prefix(std::min(text.size(), of_line.size() + 1));
    return 1 + std::count(of_line.begin(), of_line.end(), '\n');
}

/// What separates the columns of a line: in a table of --out what its first line tells, otherwise the first mark of the line
/// outside quotes, or blanks.
char separator_of(std::string_view line, std::string_view text) {
    if (text.starts_with("# vertex\t")) return '\t';
    if (text.starts_with("vertex,")) return ',';
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '\t' || c == ',' || c == ';')) return c;
    }
    return ' ';
}

/// The number in the second column of a line. Throws line_error.
double vertex_number(std::string_view word, std::int64_t line) {
    double number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, status] = std::from_chars(word.data(), end, number);
    if (status != std::errc() || stop != end)
        throw gb::io::line_error(line,
                                 fmt::format("'{}' is no number; a line is 'vertex number' or 'vertex', and lines that begin "
                                             "with # are left out",
                                             word));
    if (!(number >= 0 && std::isfinite(number)))
        throw gb::io::line_error(line, fmt::format("the number {} must be finite and not negative", word));
    return number;
}

}  // namespace

gb::vector<double> read_vertex_numbers(const std::string& path, const graph_file& file) {
    const std::string text = text_of(path), name = gb::io::input_name(path);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    std::unordered_map<gb::index, std::int64_t, gb::io::keyed_hash> lines;  // where each vertex is listed
    std::vector<gb::index> vertices;
    std::vector<double> numbers;
    bool any = false;
    for (std::int64_t number = 1; !rest.empty(); ++number) {
        std::string_view line = next(rest, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::size_t word = line.find_first_not_of(" \t");
        if (word == line.npos || line[word] == '#' || line[word] == '%') continue;
        try {
            gb::io::line_fields words(line, separator_of(line, text), number, text.data() + text.size());
            std::string_view vertex, weight, more;
            std::string storage[3];
            (void)words.next(vertex, storage[0]);
            const bool has_weight = words.next(weight, storage[1]);
            // A .csv of --out names its columns in the first line.
            const bool weight_is_word = !weight.empty() && std::isalpha(static_cast<unsigned char>(weight[0])) != 0;
            if (number == 1 && vertex == "vertex" && (!has_weight || weight_is_word)) continue;
            const gb::index v = file.position_of(vertex);
            if (const auto [at, is_new] = lines.emplace(v, number); !is_new)
                throw gb::io::line_error(number, fmt::format("vertex {} is listed in line {} too", vertex, at->second));
            vertices.push_back(v);
            numbers.push_back(has_weight ? vertex_number(weight, number) : 1);
            if (words.next(more, storage[2])) throw gb::io::line_error(number, "there are more than two columns");
            any = any || numbers.back() > 0;
            number += drop_up_to(words.end(), rest);
        } catch (const std::runtime_error& e) {  // of the line, or of a vertex that is not there
            throw gb::io_error(name, number, e.what());
        }
    }
    if (!any) throw gb::io_error(name, 0, "no vertex has a number above 0");
    return gb::vector<double>::from_entries(file.nrows(), vertices, numbers);
}

std::vector<saved_row_line> read_row_lines(const std::string& path, const std::string& value_name) {
    const std::string text = text_of(path), name = gb::io::input_name(path);
    std::string_view rest = text;
    const std::string_view heading = next(rest, '\n');
    const char separator = heading.starts_with('#') ? '\t' : ',';
    if (heading != fmt::format("{2}source{1}vertex{1}{0}{1}parent", value_name, separator, separator == '\t' ? "# " : ""))
        throw gb::io_error(name, 1, fmt::format("this is no answer with a {} for each vertex, as --out writes it", value_name));
    std::vector<saved_row_line> lines;
    for (std::int64_t number = 2; !rest.empty(); ++number) {
        const std::string_view line = next(rest, '\n');
        saved_row_line read{number, {}, {}, {}, {}};
        try {
            gb::io::line_fields words(line, separator, number, text.data() + text.size());
            std::string_view word;
            std::string storage;
            std::size_t found = 0;
            for (std::string* const to : {&read.source, &read.vertex, &read.value, &read.parent})
                if (words.next(word, storage)) to->assign(word), ++found;
            if (found < 4) throw gb::io_error(name, number, "there are fewer than four columns");
            if (words.next(word, storage)) throw gb::io_error(name, number, "there are more than four columns");
            number += drop_up_to(words.end(), rest);
        } catch (const gb::io::line_error& e) {
            throw gb::io_error(name, number, e.what());
        }
        lines.push_back(std::move(read));
    }
    return lines;
}

void refuse_row_line(const std::string& path, const saved_row_line& line, const std::string& reason) {
    throw gb::io_error(gb::io::input_name(path), line.line, reason);
}

}  // namespace grb
