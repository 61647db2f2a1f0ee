// Idea: see edge_list_layout.hpp. The separator is the character that occurs equally often in most of the first lines. The
// first line is a header if the lines below it have numbers in columns where it has none. If ids are names, it is a header if
// its weight is not a number, or if it has words that are usual in headers.
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/edge_list_edges.hpp>
#include <graphblas_gpu/io/edge_list_header.hpp>
#include <graphblas_gpu/io/edge_list_layout.hpp>
#include <graphblas_gpu/io/field_edges.hpp>
#include <graphblas_gpu/io/line_fields.hpp>
#include <graphblas_gpu/io/text_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphblas_gpu::io {
namespace {

constexpr std::size_t bytes_looked_at = std::size_t{1} << 16;
constexpr std::size_t lines_looked_at = 100;
constexpr char plain_separator = '\0';  // blanks and commas in any mixture

/// Where the first line of the text ends. Ends of lines in quotes do not count, if the quotes begin a field whatever separates
/// the fields, unless it is a blank, and are closed.
std::size_t end_of_first_line(std::string_view text) {
    std::size_t at = 0;
    bool begins_field = true;
    while (at < text.size() && text[at] != '\n') {
        if (begins_field && text[at] == '"') {
            do {
                at = text.find('"', at + 1);
                if (at == std::string_view::npos) return text.find('\n');
                ++at;
            } while (at < text.size() && text[at] == '"');
            begins_field = false;
            continue;
        }
        if (text[at] != ' ') begins_field = std::string_view("\t;|,:").find(text[at]) != std::string_view::npos;
        ++at;
    }
    return at < text.size() ? at : std::string_view::npos;
}

/// The first lines that are neither blank nor comments. The last line may be incomplete, so it is used only if there is no
/// other line. `comment` becomes the last comment before them.
std::vector<std::string_view> first_lines(std::string_view head, const line_syntax& syntax, std::string_view& comment) {
    std::vector<std::string_view> lines;
    const bool is_whole_file = head.size() < bytes_looked_at;
    head = without_byte_order_mark(head);
    while (!head.empty() && lines.size() < lines_looked_at) {
        const std::string_view words = without_leading_blanks(head.substr(0, head.find('\n')));
        const bool is_edge = !words.empty() && !syntax.is_comment(words);
        const std::size_t size = is_edge ? end_of_first_line(head) : head.find('\n');
        const std::string_view line = head.substr(0, size);
        if (size == std::string_view::npos && !is_whole_file && !lines.empty()) break;
        head.remove_prefix(std::min(head.size(), line.size() + 1));
        if (is_edge) lines.push_back(line);
        else if (!words.empty() && lines.empty()) comment = words;
    }
    return lines;
}

std::size_t count_outside_quotes(std::string_view line, char separator) {
    if (separator == double_colon) {
        // Names may have two colons, and so may words that blanks separate.
        if (line.find_first_of(" \t\"") != std::string_view::npos) return 0;
        std::size_t count = 0;
        for (std::size_t at = 0; (at = line.find("::", at)) != std::string_view::npos; at += 2) ++count;
        return count;
    }
    std::size_t count = 0;
    bool quoted = false;
    for (const char c : line) {
        quoted ^= c == '"';
        count += !quoted && c == separator;
    }
    return count;
}

/// The separator that most lines have equally often. The comma is tried late, because it may separate digits in files that have
/// another separator.
char found_separator(const std::vector<std::string_view>& lines) {
    char best = ' ';
    std::size_t most = 0;
    for (const char candidate : {'\t', ';', '|', ',', double_colon}) {
        const std::size_t wanted = count_outside_quotes(lines.front(), candidate);
        if (wanted == 0) continue;
        const auto alike = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](std::string_view line) {
            return count_outside_quotes(line, candidate) == wanted;
        }));
        if (alike > most) {
            best = candidate;
            most = alike;
        }
    }
    return best;
}

bool has_marks_of_fields(std::string_view line) {
    return line.find_first_of("\";|") != std::string_view::npos || count_outside_quotes(line, double_colon) > 0;
}

/// Whether tabs separate two ids and a weight with a decimal comma.
bool has_decimal_comma_behind_tabs(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t last = line.rfind('\t');
    return count_outside_quotes(line, '\t') == 2 && has_decimal_comma(line.substr(last + 1));
}

/// Whether the words of all lines begin at the same positions, with tabulators every eight columns.
bool are_aligned(const std::vector<std::string_view>& lines) {
    constexpr std::size_t tabulator = 8;
    std::vector<std::size_t> positions_before;
    for (const std::string_view line : lines) {
        std::vector<std::size_t> positions;
        std::size_t at = 0;
        bool in_word = false;
        for (const char c : line) {
            if (c != '\t' && !in_word) positions.push_back(at);
            in_word = c != '\t';
            at = in_word ? at + 1 : (at / tabulator + 1) * tabulator;
        }
        if (!positions_before.empty() && positions != positions_before) return false;
        positions_before = std::move(positions);
    }
    return true;
}

/// Whether a tab separates fields, and one of these is empty, so that the words behind it are not in the columns where they
/// seem to be. Tabs that only align words leave no field empty.
bool has_empty_field_between_tabs(std::vector<std::string_view> lines) {
    bool has_empty_field = false, are_as_many = true;
    for (std::string_view& line : lines) {
        line = line.substr(0, line.find_last_not_of(" \t\r\v\f") + 1);
        if (line.find('\t') == std::string_view::npos || line.find_first_of(" ,") != std::string_view::npos) return false;
        has_empty_field |= line.find("\t\t") != std::string_view::npos || (line[0] == '\t' && lines[0][0] != '\t');
        are_as_many &= std::count(line.begin(), line.end(), '\t') == std::count(lines[0].begin(), lines[0].end(), '\t');
    }
    return has_empty_field && (are_as_many || !are_aligned(lines));
}

std::vector<std::string> fields_of(std::string_view line, char separator) {
    std::vector<std::string> fields;
    std::string_view field;
    if (separator == plain_separator) {
        constexpr line_syntax plain(",", "");
        text_scanner scanner(plain, line);
        if (scanner.next_physical_line())
            while (!(field = scanner.next_word()).empty()) fields.emplace_back(field);
        return fields;
    }
    try {
        std::string storage;
        for (line_fields of_line(line, separator, 1); of_line.next(field, storage);) fields.emplace_back(field);
    } catch (const line_error&) {
        fields.clear();  // the parser will say what is wrong
    }
    return fields;
}

/// The part of the text that is one line as the parser of edges reads it.
std::string_view whole_line(std::string_view text, const edge_list_layout& layout) {
    const std::string_view up_to_break = text.substr(0, text.find('\n'));
    edge_fields fields(layout);
    try {
        fields.read(up_to_break, 1, text.data() + text.size());
    } catch (const open_quote&) {
        return up_to_break;
    } catch (const line_error&) {
        return text;  // the parser will say what is wrong
    }
    return {text.data(), static_cast<std::size_t>(fields.end_of_line() - text.data())};
}

bool is_number(const std::string& word) {
    double value = 0;
    return parse_real(word, value) != number_status::not_a_number;
}

bool is_whole_number(const std::string& word) {
    std::uint64_t value = 0;
    return parse_integer(word, value) != number_status::not_a_number;
}

bool reads_like_a_header(const std::vector<std::string>& first, const std::vector<std::string>& second,
                         std::vector<int> columns, bool named) {
    const bool are_given = !columns.empty();
    if (!are_given) columns = {1, 2};
    if (!are_given && second.size() >= 3) columns.push_back(3);
    const auto field = [&](const std::vector<std::string>& of, std::size_t role) -> std::string {
        const auto at = static_cast<std::size_t>(columns[role] - 1);
        return at < of.size() ? of[at] : std::string();
    };
    if (!named) {
        return is_whole_number(field(second, 0)) && is_whole_number(field(second, 1)) && !field(first, 0).empty() &&
               !field(first, 1).empty() && !is_number(field(first, 0)) && !is_number(field(first, 1));
    }
    if (are_given && names_ends_of_edges(simplified(field(first, 0)), simplified(field(first, 1)))) return true;
    return columns.size() == 3 && !field(first, 2).empty() && !is_number(field(first, 2)) && is_number(field(second, 2));
}

/// Whether the first fields of the lines below the first line are 0, 1, 2, ... or 1, 2, 3, ..., as the index of a table is.
bool has_index(const std::vector<std::string_view>& lines, char separator) {
    if (lines.size() < 3) return false;
    std::uint64_t first = 0;
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const std::vector<std::string> words = fields_of(lines[k], separator);
        std::uint64_t number = 0;
        if (words.size() < 3 || parse_integer(words[0], number) != number_status::fine) return false;
        if (k == 1) first = number;
        if (first > 1 || number != first + k - 1) return false;
    }
    return true;
}

/// Whether all of the lines below a header say "undirected" in the column Type, as tables of Gephi do.
bool says_undirected(const std::vector<std::string_view>& lines, const std::vector<std::string>& names, char separator) {
    const auto type =
        std::find_if(names.begin(), names.end(), [](const std::string& name) { return simplified(name) == "type"; });
    if (type == names.end() || lines.size() < 2) return false;
    const auto at = static_cast<std::size_t>(type - names.begin());
    return std::all_of(lines.begin() + 1, lines.end(), [&](std::string_view line) {
        const std::vector<std::string> words = fields_of(line, separator);
        return at < words.size() && simplified(words[at]) == "undirected";
    });
}

/// Takes the columns that a header names, unless they are the first two or three of a file that has no more.
void use_names_of_columns(const std::vector<std::string_view>& lines, const edge_list_options& options,
                          edge_list_layout& layout) {
    if (options.header == header_line::absent || !options.columns.empty()) return;
    const char separator = options.separator != '\0' ? options.separator : found_separator(lines);
    const std::vector<std::string> words = fields_of(lines[0], separator);
    const std::vector<int> columns = columns_of_header(words);
    if (lines.size() < 2) {
        // A file of a header alone has no edge.
        layout.has_header |= !columns.empty();
        return;
    }
    if (columns.empty()) {
        if (words.size() < 3 || std::any_of(words.begin(), words.end(), is_number) || !has_index(lines, separator)) return;
        layout.has_header = layout.has_index = true;
        layout.names = words;
        return;
    }
    const auto word_of = [&](std::size_t role) { return words[static_cast<std::size_t>(columns[role] - 1)]; };
    // A word of the first line that is the end of another edge is a name, too.
    if (options.header == header_line::automatic)
        for (std::size_t k = 1; k < lines.size(); ++k)
            for (const std::string& word : fields_of(lines[k], separator))
                if (word == word_of(0) || word == word_of(1)) return;
    layout.has_header = true;
    layout.says_undirected = says_undirected(lines, words, separator);
    const bool are_first = columns[0] == 1 && columns[1] == 2 && words.size() <= 3;
    if (are_first && (words.size() < 3 || !names_no_weight(words[2]))) return;
    layout.columns = columns;
    layout.by_fields = true;
    layout.separator = separator;
}

// ---- columns that the options name ----

bool are_alike(const std::string& a, const std::string& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool has_names(const std::vector<table_column>& columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [](const table_column& c) { return std::holds_alternative<std::string>(c); });
}

/// The numbers of the columns; 0 for one that is not among the names. Of names that are alike, the one that is written in the
/// same way is taken.
std::vector<int> numbers_of(const std::vector<table_column>& columns, const std::vector<std::string>& names) {
    std::vector<int> numbers;
    for (const table_column& column : columns) {
        if (const int* const number = std::get_if<int>(&column)) {
            numbers.push_back(*number);
            continue;
        }
        const auto& wanted = std::get<std::string>(column);
        auto at = std::find(names.begin(), names.end(), wanted);
        if (at == names.end())
            at = std::find_if(names.begin(), names.end(), [&](const std::string& name) { return are_alike(name, wanted); });
        numbers.push_back(at == names.end() ? 0 : static_cast<int>(at - names.begin()) + 1);
    }
    return numbers;
}

/// The words of a comment behind its mark, which has no letters.
std::vector<std::string> words_of_comment(std::string_view comment, const line_syntax& syntax, char separator) {
    while (!comment.empty() && syntax.is_comment(comment)) comment.remove_prefix(1);
    while (!comment.empty() && std::ispunct(static_cast<unsigned char>(comment.front())) != 0 && comment.front() != '"')
        comment.remove_prefix(1);
    return fields_of(comment, separator);
}

[[noreturn]] void refuse_name_of_column(const std::string& file, std::int64_t line, const std::string& wanted,
                                        const std::vector<std::string>& names) {
    const auto number = std::find_if(names.begin(), names.end(), is_number);
    if (number != names.end())
        throw io_error(
            file, line,
            fmt::format("--columns asks for the column {}, but there is no header: the first line has the number {}; "
                        "without a header --columns takes numbers of columns, such as 1,2,3",
                        io::quoted(wanted), io::quoted(*number)));
    std::vector<std::string> shown;
    for (const std::string& name : names) shown.push_back(io::quoted(name));
    throw io_error(
        file, line,
        fmt::format("--columns asks for the column {}, but the header names {}; if this line is no header, --columns "
                    "takes numbers of columns, such as 1,2,3",
                    io::quoted(wanted), fmt::join(shown, ", ")));
}

/// Finds the columns that the options name in the first line, or in the comment before it.
void find_named_columns(const std::string& file, std::int64_t line, std::string_view first, std::string_view comment,
                        const line_syntax& syntax, const edge_list_options& options, edge_list_layout& layout) {
    const auto lacks = [](const std::vector<int>& numbers) {
        return std::find(numbers.begin(), numbers.end(), 0) - numbers.begin();
    };
    const auto size = static_cast<std::ptrdiff_t>(options.columns.size());
    layout.names = fields_of(first, layout.separator);
    layout.columns = numbers_of(options.columns, layout.names);
    layout.has_header = layout.is_header_certain = true;
    const std::ptrdiff_t missing = lacks(layout.columns);
    if (missing == size) return;
    if (options.header == header_line::automatic) {
        for (const char separator : {layout.separator, plain_separator}) {
            std::vector<std::string> names = words_of_comment(comment, syntax, separator);
            std::vector<int> columns = numbers_of(options.columns, names);
            if (lacks(columns) < size) continue;
            layout.names = std::move(names);
            layout.columns = std::move(columns);
            layout.has_header = false;
            return;
        }
    }
    refuse_name_of_column(file, line, std::get<std::string>(options.columns[static_cast<std::size_t>(missing)]), layout.names);
}

}  // namespace

edge_list_layout layout_of(input& from, const edge_list_options& options) {
    const std::string_view head = from.peek(bytes_looked_at);
    const line_syntax syntax = syntax_of(options, true);
    std::string_view comment;
    std::vector<std::string_view> lines = first_lines(head, syntax, comment);
    edge_list_layout layout{.by_fields = options.named || !options.columns.empty() || options.separator != '\0'};
    layout.has_header = layout.is_header_certain = options.header == header_line::present;
    if (lines.empty()) return layout;

    // Attributes may have all of the separators.
    if (options.columns.empty()) {
        for (std::string_view& line : lines) {
            const std::size_t at = begin_of_attributes(line);
            layout.has_attributes |= at < line.size();
            line = line.substr(0, at);
        }
        layout.by_fields |= layout.has_attributes;
    }
    const bool has_marks = has_marks_of_fields(lines[0]) || (lines.size() > 1 && has_marks_of_fields(lines[1]));
    const bool has_commas =
        !layout.by_fields && !has_marks && std::any_of(lines.begin(), lines.end(), has_decimal_comma_behind_tabs);
    const bool has_empty_field = !layout.by_fields && !has_marks && has_empty_field_between_tabs(lines);
    layout.by_fields |= has_commas || has_empty_field;
    const bool plain = !layout.by_fields && !has_marks;
    layout.separator = options.separator != '\0' ? options.separator
                       : plain           ? plain_separator
                       : has_empty_field ? '\t'
                                         : found_separator(lines);
    const std::vector<std::string> words = fields_of(lines[0], layout.separator);
    if (has_names(options.columns)) {
        const auto line = std::count(head.data(), lines[0].data(), '\n') + 1;
        find_named_columns(from.name(), line, lines[0], comment, syntax, options, layout);
    } else {
        layout.columns = numbers_of(options.columns, {});
        if (options.header == header_line::automatic && lines.size() > 1)
            layout.has_header =
                reads_like_a_header(words, fields_of(lines[1], layout.separator), layout.columns, options.named);
        use_names_of_columns(lines, options, layout);
        if (layout.has_header && layout.names.empty()) layout.names = fields_of(lines[0], layout.separator);
    }
    if (layout.has_header && !layout.is_header_certain && options.columns.empty() && lines.size() > 1 &&
        fields_of(lines[1], layout.separator).size() == layout.names.size() + 1)
        throw io_error(from.name(), std::count(head.data(), lines[1].data(), '\n') + 1,
                       fmt::format("{} columns, but the header names {}: {}; --columns says which columns to read, such as "
                                   "--columns 2,3 if the first one has names of rows, or --columns 1,2,3",
                                   layout.names.size() + 1, layout.names.size(), io::quoted(lines[0])));
    for (std::size_t k = 0; k < layout.columns.size(); ++k)
        if (std::count(layout.columns.begin(), layout.columns.end(), layout.columns[k]) > 1)
            throw invalid_value(fmt::format("{}: --columns names column {} twice", from.name(), layout.columns[k]));
    layout.could_have_header = options.header == header_line::automatic && !layout.has_header && !layout.has_attributes &&
                               lines.size() > 1 && std::none_of(words.begin(), words.end(), is_number);
    // Text that is in quotes in the header only needs no quotes in the lines below.
    const std::size_t first_edge = layout.has_header && lines.size() > 1 ? 1 : 0;
    layout.by_fields |= has_marks_of_fields(lines[first_edge]);
    if (!layout.by_fields) return layout;
    const std::string_view header = layout.has_header ? whole_line(lines[0], layout) : "";
    layout.breaks_in_header = std::count(header.begin(), header.end(), '\n');
    const std::string_view edge = whole_line(lines[first_edge], layout);
    if (edge.find('\n') != std::string_view::npos) layout.first_edge = edge;
    return layout;
}

line_syntax syntax_of(const edge_list_options& options, bool by_fields) noexcept {
    const std::string_view mark = options.comment, separators = by_fields ? "" : ",";
    if (mark.empty()) return {separators, "#%"};
    if (mark == "none") return {separators, ""};
    return {separators, mark.substr(0, 1), mark};
}

void check_options(const std::string& file, const edge_list_options& options) {
    const auto refuse = [&](const std::string& words) { throw invalid_value(fmt::format("{}: {}", file, words)); };
    if (options.named && options.ids != vertex_ids::positions)
        refuse("--named takes ids for names and --ids for numbers; only one of them can be");
    if (options.vertices < 0 || options.vertices > max_side)
        refuse(fmt::format("--vertices: {} is no number of vertices; there can be up to {}", options.vertices, max_side));
    if (options.vertices > 0 && !options.vertex_list.empty())
        refuse("--vertices tells the number of vertices, or a file of them, and not both");
    if (options.vertices > 0 && (options.named || options.ids == vertex_ids::relabel))
        refuse(
            fmt::format("--vertices {} is a number of vertices whose ids are numbers up to it; with {} give a file that "
                        "names those without a line",
                        options.vertices, options.named ? "--named" : "--ids relabel"));
    if (options.named && options.one_based) refuse("--one-based is for ids that are numbers, but --named takes them for names");
    const std::vector<table_column>& columns = options.columns;
    if (!columns.empty() && columns.size() != 2 && columns.size() != 3)
        refuse(fmt::format("--columns names {} columns; wanted are those of source and target, and perhaps of the weight",
                           columns.size()));
    for (const table_column& column : columns)
        if (const int* const number = std::get_if<int>(&column); number != nullptr && *number < 1)
            refuse(fmt::format("--columns: there is no column {}; they count from 1", *number));
    if (has_names(columns) && options.header == header_line::absent)
        refuse("--columns names columns as a header does, but --header no says that there is none");
    if (columns.size() == 2 && options.weights == weight_column::required)
        refuse("weights are required, but --columns names no third column, which would have them");
    if (options.sides == vertex_sides::two && (options.vertices > 0 || !options.vertex_list.empty()))
        refuse("--vertices names the vertices of one set, but --bipartite says that there are two");
    if (!options.comment.empty()) {
        const char c = options.comment.front();
        if (c <= ' ' || c == '"' || (c >= '0' && c <= '9'))
            refuse(fmt::format("--comment: {} cannot begin a comment; it is none or a mark such as # or //",
                               io::quoted(options.comment)));
    }
    const char s = options.separator;
    const bool could_be = s == '\0' || s == '\t' || s == double_colon ||
                          (s >= ' ' && s <= '~' && std::isalnum(static_cast<unsigned char>(s)) == 0 &&
                           std::string_view("\"#%.+-_").find(s) == std::string_view::npos);
    if (!could_be) refuse(fmt::format("--separator: {} cannot part columns", io::quoted({&s, 1})));
}

}  // namespace graphblas_gpu::io
