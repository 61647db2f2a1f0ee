// Needs: nothing; the JSON library stays behind this header.
// Idea: a command gathers its results by name, in order, and prints them once, as a JSON object or for people: single
// values as aligned lines, lists of one length as the columns of a table, records as the rows of a table of their own. Values
// are exact in both.
#pragma once

#include "options.hpp"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grb {

/// monostate is JSON's null; so is a number that is not finite.
using value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<std::uint64_t>, std::vector<double>, std::vector<std::string>>;

/// A name, what it stands for, and other words for people where there are any.
struct named_value {
    std::string name;
    value content;
    std::optional<std::string> words = {};
};
using record = std::vector<named_value>;

class answer {
  public:
    void add(std::string name, value v) { fields_.push_back({std::move(name), std::move(v), {}}); }

    /// The same with other words for people; they see nothing of it where these are empty.
    void add(std::string name, value v, std::string words) {
        fields_.push_back({std::move(name), std::move(v), std::move(words)});
    }

    /// Records whose fields have the same names. In JSON they are a list of objects; for people they are the rows of a table,
    /// where a record that holds lists, all of one length, has a row for each of their elements.
    void add_records(std::string name, std::vector<record> records) {
        tables_.push_back({std::move(name), std::move(records)});
    }

    /// A sentence that the user should read. In JSON they are the list "notes".
    void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

    /// For commands that write their result itself to standard output.
    void print_to_standard_error() { to_ = stderr; }

    /// Prints to standard output unless told otherwise. Throws io_error if that fails, as on a full disk.
    void print(const run_options& options) const;

  private:
    struct table {
        std::string name;
        std::vector<record> records;
    };

    void print_json() const;
    void print_for_people() const;

    std::vector<named_value> fields_;
    std::vector<table> tables_;
    std::vector<std::string> notes_;
    std::FILE* to_ = stdout;
};

/// Throws io_error unless everything printed so far has left the program.
void flush_standard_output();

}  // namespace grb
