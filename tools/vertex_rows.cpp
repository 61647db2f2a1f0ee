// Idea: see vertex_rows.hpp. A line has four words separated by tabs or commas, and the first line names them; any other file
// is refused.
#include "vertex_rows.hpp"

#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_blocks.hpp>

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

/// Removes the text up to the mark, and the mark, and returns the text before the mark.
std::string_view next(std::string_view& text, char mark) {
    const std::string_view word = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    return word;
}

}  // namespace

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
            gb::io::line_fields words(line, separator, number);
            std::string_view word;
            std::string storage;
            std::size_t found = 0;
            for (std::string* const to : {&read.source, &read.vertex, &read.value, &read.parent})
                if (words.next(word, storage)) to->assign(word), ++found;
            if (found < 4) throw gb::io_error(name, number, "there are fewer than four columns");
            if (words.next(word, storage)) throw gb::io_error(name, number, "there are more than four columns");
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
