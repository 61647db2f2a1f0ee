// Needs: nothing; the JSON library stays behind this header.
// Idea: a command collects its results by name, in order, and prints them once, as a JSON object or as text: single values as
// aligned lines, lists of equal length as the columns of a table, records as the rows of a table of their own. Numbers are
// exact in both forms, texts in JSON: sentences and tables have only what a terminal can show (io/printable.hpp). docs/json.md
// describes the objects; json_schema is its version.
#pragma once

#include "options.hpp"
#include <graphblas_gpu/formats/coordinates.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grb {

/// The first field of every object. It grows when a field gets another meaning or type, or goes; new fields may come any time.
inline constexpr int json_schema = 1;

struct named_value;
using record = std::vector<named_value>;

/// A value of an answer. JSON's null stands for monostate and for numbers that are not finite. A record is an object in JSON;
/// in text it has words.
using value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<std::uint64_t>, std::vector<double>, std::vector<std::string>, record>;

/// A name, its value, and the words that are printed instead of the value in text, if there are any.
struct named_value {
    std::string name;
    value content;
    std::optional<std::string> words = {};
};

class answer {
  public:
    void add(std::string name, value v) { fields_.push_back({std::move(name), std::move(v), {}}); }

    /// The same with words for the text form; if they are empty, the text form does not show the value.
    void add(std::string name, value v, const std::string& words);

    /// Records whose fields have the same names. In JSON they are a list of objects. In text they are the rows of a table; a
    /// record with lists, which must have equal length, has a row for each element of its lists.
    void add_records(std::string name, std::vector<record> records) {
        tables_.push_back({std::move(name), std::move(records)});
    }

    /// Adds a sentence that the user should read. In JSON these are the list "notes" of objects with a code, which stays the
    /// same if the sentence is worded anew, and a text.
    void note(std::string code, const std::string& sentence);
    void note(gb::read_note n) { note(n.code, n.text); }

    /// The single values that the text form shows: names and words.
    std::vector<std::pair<std::string, std::string>> lines() const;
    const std::vector<gb::read_note>& notes() const { return notes_; }

    /// Prints to standard output, or to standard error if --out writes the data themselves to standard output. Throws io_error
    /// if that fails, for example on a full disk.
    void print(const run_options& options) const;

  private:
    struct table {
        std::string name;
        std::vector<record> records;
    };

    std::string json() const;
    std::string words_for_people() const;

    std::vector<named_value> fields_;
    std::vector<table> tables_;
    std::vector<gb::read_note> notes_;
};

/// Why a command failed, for --json.
struct failure {
    std::string code;  ///< a word of docs/json.md
    std::string message;
    std::string file = {};  ///< empty: no file is to blame
    std::int64_t line = 0;  ///< 0: no single line is
};

/// Prints the JSON object of a failure to standard output.
void print_json(const failure& why);

/// Writes to standard error. What cannot be written there, because it is closed or a disk is full, is lost and changes nothing.
void tell(const std::string& words);

/// "grb: ", the sentence with what is not printable as \xNN, and the end of the line.
std::string message_line(const std::string& sentence);

/// Writes such a line to standard error, likewise.
void tell_line(const std::string& sentence);

/// Throws io_error unless all output so far has been written.
void flush_standard_output();

}  // namespace grb
