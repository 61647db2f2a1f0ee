// Needs: fmt.
// Idea: see vertex_rows.hpp. Lines are four words parted by tabs, below the one that names them; anything else is refused.
#include "vertex_rows.hpp"

#include <graphblas_gpu/io/input.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace grb {
namespace {

std::string text_of(const std::string& path) {
    gb::io::input in(path);
    std::string text;
    std::array<char, 65536> block;
    for (std::size_t n = 0; (n = in.read(block.data(), block.size())) > 0;) text.append(block.data(), n);
    return text;
}

/// Takes the text up to the mark, and the mark.
std::string_view next(std::string_view& text, char mark) {
    const std::string_view word = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
}

}  // namespace

std::vector<saved_row_line> read_row_lines(const std::string& path, const std::string& value_name) {
    const std::string text = text_of(path), name = gb::io::input_name(path);
    std::string_view rest = text;
    const std::string heading = fmt::format("# source\tvertex\t{}\tparent", value_name);
    if (next(rest, '\n') != heading)
        throw gb::io_error(name, 1, fmt::format("this is no answer with a {} for each vertex, as --out writes it", value_name));
    std::vector<saved_row_line> lines;
    for (std::int64_t number = 2; !rest.empty(); ++number) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        (void)next(rest, '\n');
        saved_row_line read{number, 0, 0, {}, 0};
        const auto number_into = [&](std::uint64_t& to) {
            const std::string_view word = next(line, '\t');
            const auto [stop, status] = std::from_chars(word.data(), word.data() + word.size(), to);
            if (status != std::errc() || stop != word.data() + word.size())
                throw gb::io_error(name, number, fmt::format("'{}' is no vertex", word));
        };
        number_into(read.source);
        number_into(read.vertex);
        read.value = next(line, '\t');
        number_into(read.parent);
        if (!line.empty()) throw gb::io_error(name, number, "there are more than four columns");
        lines.push_back(std::move(read));
    }
    return lines;
}

void refuse_row_line(const std::string& path, const saved_row_line& line, const std::string& reason) {
    throw gb::io_error(gb::io::input_name(path), line.line, reason);
}

}  // namespace grb
