// Needs: nothing; the JSON library stays behind this header.
// Idea: a command gathers its results by name, in order, and prints them once, as a JSON object or for people: single
// values as aligned lines, lists of one length as the columns of a table. Values are exact in both.
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
using value =
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::int64_t>,
                 std::vector<std::uint64_t>, std::vector<double>, std::vector<std::string>>;

class answer {
  public:
    void add(std::string name, value v) { fields_.push_back({std::move(name), std::move(v), {}}); }

    /// The same with other words for people; they see nothing of it where these are empty.
    void add(std::string name, value v, std::string words) {
        fields_.push_back({std::move(name), std::move(v), std::move(words)});
    }

    /// A sentence that the user should read. In JSON they are the list "notes".
    void note(std::string sentence) { notes_.push_back(std::move(sentence)); }

    /// For commands that write their result itself to standard output.
    void print_to_standard_error() { to_ = stderr; }

    /// Prints to standard output unless told otherwise. Throws io_error if that fails, as on a full disk.
    void print(const run_options& options) const;

  private:
    struct field {
        std::string name;
        value content;
        std::optional<std::string> words;
    };

    void print_json() const;
    void print_for_people() const;

    std::vector<field> fields_;
    std::vector<std::string> notes_;
    std::FILE* to_ = stdout;
};

/// Throws io_error unless everything printed so far has left the program.
void flush_standard_output();

}  // namespace grb
