// Idea: see answer.hpp.
#include "answer.hpp"

#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/printable.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace grb {
namespace {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <>
inline constexpr bool is_list<record> = false;

template <class T>
std::string text_of(const T& x) {
    if constexpr (std::is_same_v<T, std::monostate>)
        return "-";
    else if constexpr (std::is_same_v<T, record>) return "";
    else if constexpr (std::is_same_v<T, bool>)
        return x ? "yes" : "no";
    else if constexpr (std::is_same_v<T, std::string>) return gb::io::printable(x);
    else
        return fmt::format("{}", x);
}

/// The elements of a list, or a single value, as words.
std::vector<std::string> words_of(const value& v) {
    return std::visit(
        []<class T>(const T& x) {
            std::vector<std::string> words;
            if constexpr (is_list<T>)
                for (const auto& element : x) words.push_back(text_of(element));
            else
                words.push_back(text_of(x));
            return words;
        },
        v);
}

bool holds_list(const value& v) {
    return std::visit([]<class T>(const T&) { return is_list<T>; }, v);
}

/// How many columns of a terminal the character takes: none if it joins the one before it, two for the wide ones of East Asia
/// and emoji. Source: Unicode Standard Annex 11, East Asian Width; the blocks of the Unicode Character Database.
std::size_t width_of(char32_t c) {
    struct block {
        char32_t first, last;
        std::size_t width;
    };
    static constexpr block blocks[] = {
        {0x300, 0x36f, 0},     {0x1100, 0x115f, 2},  {0x200b, 0x200f, 0}, {0x20d0, 0x20ff, 0},   {0x2e80, 0x303e, 2},
        {0x3041, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},  {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},
        {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},  {0xffe0, 0xffe6, 2}, {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2},
        {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2}};
    for (const block& b : blocks)
        if (c >= b.first && c <= b.last) return b.width;
    return 1;
}

/// The columns of a terminal that a printable text takes.
std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const gb::io::utf8_character c = gb::io::first_character(text);
        width += width_of(c.code);
        text.remove_prefix(c.size);
    }
    return width;
}

std::size_t longest(const std::vector<std::string>& words) {
    std::size_t size = 0;
    for (const std::string& word : words) size = std::max(size, width_of(word));
    return size;
}

/// A column of a table. The first word is the name of the column.
struct column {
    std::vector<std::string> words;
    bool is_text;
};

/// Appends the columns. Numbers are aligned on the right, text on the left.
void append_table(std::string& to, const std::vector<column>& columns) {
    std::size_t rows = 0;
    std::vector<std::size_t> widths;
    for (const column& c : columns) {
        rows = std::max(rows, c.words.size());
        widths.push_back(longest(c.words));
    }
    for (std::size_t row = 0; row < rows; ++row) {
        std::string line;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const column& c = columns[k];
            const std::string word = row < c.words.size() ? c.words[row] : "";
            const std::string space(widths[k] - width_of(word), ' ');
            line += fmt::format("{}{}", line.empty() ? "" : "  ", c.is_text ? word + space : space + word);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        to += line + '\n';
    }
}

/// The columns of a table of records. A record without lists is one row; a single value is repeated in every row of its record.
std::vector<column> columns_of(const std::vector<record>& records) {
    std::vector<column> columns;
    for (const named_value& f : records.front())
        columns.push_back(
            {{f.name},
             std::holds_alternative<std::string>(f.content) || std::holds_alternative<std::vector<std::string>>(f.content)});
    for (const record& r : records) {
        std::size_t rows = 1;
        for (const named_value& f : r)
            if (holds_list(f.content)) rows = words_of(f.content).size();
        for (std::size_t c = 0; c < r.size(); ++c) {
            const std::vector<std::string> words = r[c].words ? std::vector{*r[c].words} : words_of(r[c].content);
            const bool one_a_row = !r[c].words && holds_list(r[c].content);
            for (std::size_t row = 0; row < rows; ++row) columns[c].words.push_back(words[one_a_row ? row : 0]);
        }
    }
    return columns;
}

// ---- JSON ----

constexpr char32_t first_of_bytes = 0xef80, last_of_bytes = 0xefff;

/// The text as UTF-8, for JSON, such that different texts stay different: a byte 0xNN that is no UTF-8 becomes the character
/// U+EFNN of the area for private use, and so do the bytes of the characters U+EF80 to U+EFFF themselves. Lone surrogates, as
/// Python has them for such bytes, are an error for some readers of JSON, and all become U+FFFD for others.
/// Source: the encoding OPTU-8 of MirBSD, in the ConScript Unicode Registry.
std::string unicode_of(std::string_view text) {
    std::string unicode;
    while (!text.empty()) {
        const gb::io::utf8_character c = gb::io::first_character(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(c.size, 1));
        text.remove_prefix(bytes.size());
        if (c.size > 0 && (c.code < first_of_bytes || c.code > last_of_bytes)) {
            unicode += bytes;
            continue;
        }
        for (const char byte : bytes) {
            const auto low = static_cast<unsigned char>(byte);
            unicode += {'\xee', low < 0xc0 ? '\xbe' : '\xbf', static_cast<char>(0x80 | (low & 0x3f))};
        }
    }
    return unicode;
}

std::vector<std::string> unicode_of(const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (const std::string& text : texts) all.push_back(unicode_of(text));
    return all;
}

nlohmann::ordered_json object_of(const record& fields, nlohmann::ordered_json object = nlohmann::ordered_json::object()) {
    for (const named_value& f : fields) {
        nlohmann::ordered_json& field = object[f.name];
        std::visit(
            [&field]<class T>(const T& x) {
                if constexpr (std::is_same_v<T, record>) field = object_of(x);
                else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::string>>)
                    field = unicode_of(x);
                else if constexpr (!std::is_same_v<T, std::monostate>) field = x;
            },
            f.content);
    }
    return object;
}

nlohmann::ordered_json new_object() { return {{"schema", json_schema}}; }

/// The object on one line. Characters that are not printable, and those that stand for bytes, are written as \uNNNN, because
/// the line may be read on a terminal.
std::string line_of(const nlohmann::ordered_json& object) {
    const std::string dumped = object.dump();
    std::string line;
    for (std::string_view rest = dumped; !rest.empty();) {
        const auto [code, size] = gb::io::first_character(rest);
        const bool stands_for_byte = code >= first_of_bytes && code <= last_of_bytes;
        if (gb::io::is_printable(code) && !stands_for_byte) line += rest.substr(0, size);
        else if (code < 0x10000) line += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
        else line += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff));
        rest.remove_prefix(size);
    }
    return line + '\n';
}

}  // namespace

void answer::add(std::string name, value v, const std::string& words) {
    fields_.push_back({std::move(name), std::move(v), gb::io::printable(words)});
}

void answer::note(std::string code, const std::string& sentence) {
    notes_.push_back({std::move(code), gb::io::printable(sentence)});
}

std::string answer::json() const {
    nlohmann::ordered_json object = object_of(fields_, new_object());
    for (const table& t : tables_) {
        nlohmann::ordered_json& list = object[t.name] = nlohmann::ordered_json::array();
        for (const record& r : t.records) list.push_back(object_of(r));
    }
    nlohmann::ordered_json& notes = object["notes"] = nlohmann::ordered_json::array();
    for (const gb::read_note& n : notes_) notes.push_back({{"code", n.code}, {"text", n.text}});
    return line_of(object);
}

std::vector<std::pair<std::string, std::string>> answer::lines() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const named_value& f : fields_) {
        if (holds_list(f.content) && !f.words) continue;
        std::string words = f.words ? *f.words : words_of(f.content).front();
        if (!words.empty()) all.emplace_back(f.name, std::move(words));
    }
    return all;
}

std::string answer::words_for_people() const {
    std::string to;
    std::size_t width = 0;
    for (const named_value& f : fields_)
        if (!holds_list(f.content)) width = std::max(width, f.name.size());
    for (const auto& [name, words] : lines()) to += fmt::format("{:<{}}  {}\n", name, width, words);

    std::vector<column> columns;
    for (const named_value& f : fields_) {
        if (!holds_list(f.content) || f.words) continue;
        std::vector<std::string> words = words_of(f.content);
        words.insert(words.begin(), f.name);
        columns.push_back({std::move(words), std::holds_alternative<std::vector<std::string>>(f.content)});
    }
    if (!columns.empty()) to += '\n';
    append_table(to, columns);
    for (const table& t : tables_) {
        if (t.records.empty()) continue;
        const std::vector<column> of_records = columns_of(t.records);
        if (of_records.front().words.size() == 1) continue;  // the table has the names of the columns only
        to += '\n';
        append_table(to, of_records);
    }
    if (!notes_.empty()) to += '\n';
    for (const gb::read_note& n : notes_) to += "note: " + n.text + '\n';
    return to;
}

void answer::print(const run_options& options) const {
    const std::string words = options.json ? json() : words_for_people();
    if (gb::io::is_standard_output(options.out)) return tell(words);
    std::fwrite(words.data(), 1, words.size(), stdout);
    flush_standard_output();
}

void print_json(const failure& why) {
    nlohmann::ordered_json object = new_object();
    nlohmann::ordered_json& error = object["error"] = {{"code", why.code}};
    if (!why.file.empty()) error["file"] = unicode_of(why.file);
    if (why.line > 0) error["line"] = why.line;
    error["message"] = gb::io::printable(why.message);
    const std::string words = line_of(object);
    std::fwrite(words.data(), 1, words.size(), stdout);
    std::fflush(stdout);
}

void tell(const std::string& words) { std::fwrite(words.data(), 1, words.size(), stderr); }

std::string message_line(const std::string& sentence) { return "grb: " + gb::io::printable(sentence) + '\n'; }

void tell_line(const std::string& sentence) { tell(message_line(sentence)); }

void flush_standard_output() {
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    throw gb::io_error("standard output", 0, errno != 0 ? std::strerror(errno) : "writing failed");
}

}  // namespace grb
