// Idea: see answer.hpp.
#include "answer.hpp"

#include <graphblas_gpu/io/output_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace grb {
namespace {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

template <class T>
std::string text_of(const T& x) {
    if constexpr (std::is_same_v<T, std::monostate>)
        return "-";
    else if constexpr (std::is_same_v<T, bool>)
        return x ? "yes" : "no";
    else if constexpr (std::is_same_v<T, std::string>)
        return x;
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

std::size_t longest(const std::vector<std::string>& words) {
    std::size_t size = 0;
    for (const std::string& word : words) size = std::max(size, word.size());
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
    for (const column& c : columns) rows = std::max(rows, c.words.size());
    for (std::size_t row = 0; row < rows; ++row) {
        std::string line;
        for (const column& c : columns) {
            const std::string word = row < c.words.size() ? c.words[row] : "";
            const std::string space(longest(c.words) - word.size(), ' ');
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

nlohmann::ordered_json object_of(const record& fields) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const named_value& f : fields) {
        nlohmann::ordered_json& field = object[f.name];
        std::visit(
            [&field]<class T>(const T& x) {
                if constexpr (!std::is_same_v<T, std::monostate>) field = x;
            },
            f.content);
    }
    return object;
}

}  // namespace

std::string answer::json() const {
    nlohmann::ordered_json object = object_of(fields_);
    for (const table& t : tables_) {
        nlohmann::ordered_json& list = object[t.name] = nlohmann::ordered_json::array();
        for (const record& r : t.records) list.push_back(object_of(r));
    }
    nlohmann::ordered_json& notes = object["notes"] = nlohmann::ordered_json::array();
    for (const gb::read_note& n : notes_) notes.push_back({{"code", n.code}, {"text", n.text}});
    // File names and messages may have bytes that are not UTF-8; JSON must be UTF-8.
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string answer::words_for_people() const {
    std::string to;
    std::size_t width = 0;
    for (const named_value& f : fields_)
        if (!holds_list(f.content)) width = std::max(width, f.name.size());

    std::vector<column> columns;
    for (const named_value& f : fields_) {
        if (f.words.has_value() && f.words->empty()) continue;
        std::vector<std::string> words = f.words.has_value() ? std::vector{*f.words} : words_of(f.content);
        if (holds_list(f.content) && !f.words.has_value()) {
            words.insert(words.begin(), f.name);
            columns.push_back({std::move(words), std::holds_alternative<std::vector<std::string>>(f.content)});
        } else if (!words.front().empty()) {
            to += fmt::format("{:<{}}  {}\n", f.name, width, words.front());
        }
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

void tell(const std::string& words) { std::fwrite(words.data(), 1, words.size(), stderr); }

void flush_standard_output() {
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    throw gb::io_error("standard output", 0, errno != 0 ? std::strerror(errno) : "writing failed");
}

}  // namespace grb
