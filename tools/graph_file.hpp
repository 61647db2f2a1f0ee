// Needs: a path and the options of options.hpp.
// Idea: a file as its entries, after the changes that the command line asks for, with a report of these changes. In the
// program, vertices are positions from 0. On the command line and in the output they have the names that the user knows:
// another number after relabelling or where vertices count from 1, or a name.
#pragma once

#include "answer.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/stopwatch.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace grb {

using gb::formats::stopwatch;

class graph_file {
  public:
    /// Reads the file on the threads of the context. Throws io_error for every error in the file, usage_error for wrong options
    /// and for options that have no effect on this file.
    graph_file(std::string path, const file_options& options, gb::context ctx = gb::context::automatic());

    /// Drops the self loops and adds the missing directions, for any options.
    void make_undirected();

    /// The matrix of the entries; duplicates are joined as the options say. Its time counts as reading time.
    template <class T>
    gb::matrix<T> to_matrix() {
        const progress_bar bar("arranging " + path_);
        const stopwatch time;
        return about_this_file([&] {
            gb::matrix<T> made = gb::from_coordinates<T>(ctx_, entries_, duplicates_, &entries_.report);
            milliseconds_ += time.milliseconds();
            return made;
        });
    }

    /// Throws io_error that names the first weight that is not finite or lies outside the range of T: cast to T it would be
    /// another length. Fractions are not checked; the caller mentions them.
    template <class T>
    void require_weights_that_fit() const {
        std::visit(
            [this]<class Values>(const Values& weights) {
                if constexpr (!std::is_same_v<Values, std::monostate>) {
                    for (std::size_t n = 0; n < weights.size(); ++n)
                        if (!fits<T>(weights[n])) refuse_weight(n, gb::type_name<T>());
                }
            },
            entries_.values);
    }

    const std::string& path() const { return path_; }
    const gb::coordinates& entries() const { return entries_; }
    const gb::read_report& report() const { return entries_.report; }
    double milliseconds() const { return milliseconds_; }

    /// The number of entries that were added on request, without the mirror images that a symmetric format stands for.
    gb::index mirrored_on_request() const { return entries_.report.mirrored - mirrored_by_format_; }

    /// The rule for entries at one position.
    gb::duplicate_policy duplicates() const { return duplicates_; }

    /// Whether vertices have ids of the file itself, and not positions that the format counts from 1.
    bool is_edge_list() const { return report().format.starts_with("edge list"); }

    /// "pattern", "integer" or "real".
    const char* values() const;
    /// The type that the file declares for its values; without a declaration int64 for integers, double for real values, none
    /// for patterns.
    gb::type_code type() const;

    /// Calls f(std::type_identity<T>{}) with the type in which the values were read: void, int64, uint64 or double. No value
    /// was changed by reading it in this type.
    template <class F>
    int with_values(F&& f) const {
        return std::visit(
            [&]<class Values>(const Values&) {
                if constexpr (std::is_same_v<Values, std::monostate>) return f(std::type_identity<void>{});
                else return f(std::type_identity<typename Values::value_type>{});
            },
            entries_.values);
    }

    /// The position of the vertex with this name. Throws io_error if there is no such vertex.
    gb::index position_of(std::string_view name) const;
    std::vector<gb::index> positions_of(const std::vector<std::string>& names) const;
    /// The name that the user knows for the vertex at this position.
    std::string name_of(std::int64_t position) const;
    /// This name as a value of an answer: a number, or a name.
    value value_of(std::int64_t position) const;
    /// Appends this name as a word of a table whose columns are separated by tabs: in quotes if necessary.
    void append_name(std::string& to, std::int64_t position) const;
    /// The names of several vertices as a list for an answer: numbers, or names.
    value names_of(const std::vector<gb::index>& positions) const;
    /// The number of the first vertex, for vertices without names and without ids of the file.
    int first_number() const { return first_number_; }
    /// Whether the file has names or ids of vertices that a matrix does not contain.
    bool has_names() const { return !report().names.empty() || !report().original_ids.empty(); }
    /// The vertex to start from if the user names none: the first one. Throws io_error if there is none.
    gb::index first_vertex() const;

    /// Calls f(); errors that do not name the file become io_errors, or out_of_memory, that do.
    template <class F>
    auto about_this_file(F&& f) const -> decltype(f()) {
        try {
            return f();
        } catch (const gb::error& e) {
            rethrow(e);
        } catch (const std::bad_alloc&) {
            throw gb::out_of_memory(gb::io::input_name(path_));
        }
    }

    /// Remarks for the user about the changes made by reading, one sentence each.
    std::vector<std::string> notes() const;

    /// Adds the path and the changes made by reading: "file", "changes", and notes.
    void describe(answer& to) const;
    /// For searches along edges: adds a note if no edge has its opposite and the command line does not say that this is
    /// intended.
    void hint_at_directions(answer& to) const;
    /// Prints the same to stderr with --verbose.
    void describe(const run_options& options) const;

  private:
    template <class T, class Weight>
    static bool fits(Weight w) {
        if constexpr (std::is_floating_point_v<Weight>) {
            if (!std::isfinite(w)) return false;
            if constexpr (std::is_floating_point_v<T>) return std::isfinite(static_cast<T>(w));
            // One more than the largest T is a power of two, which every Weight can hold.
            constexpr Weight beyond = static_cast<Weight>(std::numeric_limits<T>::max() / 2 + 1) * 2;
            return w < beyond && w > -beyond - 1;
        } else if constexpr (std::is_integral_v<T>) {
            return std::in_range<T>(w);
        } else {
            return true;
        }
    }
    [[noreturn]] void refuse_weight(std::size_t entry, const char* type) const;

    /// Throws usage_error for options that have no effect on this file.
    void refuse_idle(const file_options& options) const;

    /// Must be called in the handler of a caught error.
    [[noreturn]] void rethrow(const gb::error& e) const;

    void write_names(const std::string& path) const;
    std::uint64_t number_of(std::int64_t position) const {
        return report().original_ids.empty() ? static_cast<std::uint64_t>(position + first_number_)
                                             : report().original_ids[static_cast<std::size_t>(position)];
    }

    gb::context ctx_;
    std::string path_;
    gb::coordinates entries_;
    gb::duplicate_policy duplicates_;
    bool directions_are_meant_;  ///< whether the command line says how edges are followed
    int first_number_ = 0;
    mutable std::unordered_map<std::string_view, gb::index> position_of_name_;  // filled on the first use
    gb::index mirrored_by_format_ = 0;
    double milliseconds_ = 0;
};

/// Adds the fields at the end of every answer: engine, threads, device (if there is one), method, milliseconds,
/// read_milliseconds.
void add_run(answer& to, const gb::context& ctx, const std::string& method, double milliseconds,
             double read_milliseconds);

}  // namespace grb
