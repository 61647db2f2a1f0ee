// Idea: what a file holds, after the changes that the command line asks for, with a report of these changes. In the program,
// vertices are positions from 0. On the command line and in the output they have the names that the user knows: another number
// after relabelling or where vertices count from 1, or a name.
#pragma once

#include "answer.hpp"
#include "graph_input.hpp"
#include "options.hpp"
#include "progress_bar.hpp"
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/keyed_hash.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace grb {

using gb::base::stopwatch;

/// The name of a vertex as a message of one line shows it: as it is if it is one plain word, otherwise in quotes, with control
/// characters as \x0a.
std::string shown(std::string_view name);

class graph_file {
  public:
    /// Reads the file on the threads of the context. Throws io_error for every error in the file, usage_error for wrong options
    /// and for options that have no effect on this file.
    graph_file(std::string path, const file_options& options, gb::context ctx = gb::context::automatic());

    /// Drops the self loops and adds the missing directions, for any options.
    void make_undirected();

    /// Makes one set of vertices of the sources and targets of a bipartite graph, for commands about graphs; after it they are
    /// called left/ID and right/ID.
    void join_sides();

    /// Adds the missing directions if a comment says that the graph is undirected, or if it is bipartite, unless the command
    /// line says how edges are followed; for searches along edges.
    void take_declared_directions();

    /// Finds out whether every edge is listed in one direction only, which describe() then notes; for searches along edges.
    /// Nothing is found out if the command line says that this is intended.
    void look_at_directions();

    /// Takes the matrix, which can be done once: what is known about the entries stays, and they themselves are gone.
    /// Duplicates are joined as the options say. Its time counts as reading time.
    template <class T>
    gb::matrix<T> take_matrix() {
        return gb::matrix<T>(take_matrix(gb::base::code_of<T>()));
    }
    /// The same with values of a type that is known at run time; none: structure alone.
    gb::any_matrix take_matrix(gb::type_code type);

    /// Throws io_error that names the first weight that is not finite or lies outside the range of T: cast to T it would be
    /// another length. Fractions are not checked; the caller mentions them. `advice` is added where another type would help.
    template <class T>
    void require_weights_that_fit(const char* advice = "") const {
        const unfit_weight found = input_.first_unfit_weight<T>();
        if (!found.weight.empty()) refuse_weight(found, gb::type_name<T>(), std::is_same_v<T, double> ? "" : advice);
    }

    /// Drops the edges whose weight is infinite, for commands to which such an edge is none. Returns their number.
    gb::index drop_infinite_weights();

    const std::string& path() const { return path_; }
    gb::index nrows() const { return input_.nrows(); }
    /// The vertices that have a name: of a bipartite graph sources and targets, also where these are rows and columns.
    gb::index vertices() const { return vertices_; }
    gb::index ncols() const { return input_.ncols(); }
    const gb::read_report& report() const { return input_.report(); }
    /// The entries as a list, before the matrix is taken.
    gb::coordinates to_entries() const { return input_.to_entries(); }
    double milliseconds() const { return milliseconds_; }

    /// The number of entries that were added on request, without the mirror images that a symmetric format stands for.
    gb::index mirrored_on_request() const { return report().mirrored - mirrored_by_format_; }

    /// The rule for entries at one position.
    gb::duplicate_policy duplicates() const { return duplicates_; }

    /// Whether vertices have ids of the file itself, and not positions that the format counts from 1.
    bool is_edge_list() const { return report().format.starts_with("edge list"); }

    bool is_pattern() const { return input_.wide_type() == gb::type_code::none; }
    bool is_real() const { return input_.wide_type() == gb::type_code::float64; }
    /// "pattern", "integer" or "real".
    const char* values() const { return is_pattern() ? "pattern" : is_real() ? "real" : "integer"; }
    /// The type that the file declares for its values; without a declaration int64 for integers, double for real values, none
    /// for patterns.
    gb::type_code type() const { return input_.type(); }

    /// The type that holds all values of the file unchanged: none, int64, uint64 or double.
    gb::type_code wide_type() const { return input_.wide_type(); }
    /// Calls f(std::type_identity<T>{}) with the type that holds all values of the file unchanged; void for none.
    template <class F>
    auto with_values(F&& f) const {
        switch (input_.wide_type()) {
            case gb::type_code::none:
                return f(std::type_identity<void>{});
            case gb::type_code::int64:
                return f(std::type_identity<std::int64_t>{});
            case gb::type_code::uint64:
                return f(std::type_identity<std::uint64_t>{});
            default:
                return f(std::type_identity<double>{});
        }
    }

    /// The position of the vertex with this name. Throws io_error if there is no such vertex.
    gb::index position_of(std::string_view name) const;
    /// The positions of vertices that an option names. Throws usage_error for words where vertices have no names.
    std::vector<gb::index> positions_of(const std::vector<std::string>& names, const char* option = "--source") const;
    /// The name that the user knows for the vertex at this position.
    std::string name_of(std::int64_t position) const;
    /// The same for a message: see shown().
    std::string shown_name_of(std::int64_t position) const { return shown(name_of(position)); }
    /// This name as a value of an answer: a number or a name. If the file has an id beyond 2^53, which many readers of JSON
    /// take for a double, all ids are texts.
    value value_of(std::int64_t position) const;
    /// Appends this name as a word of a table whose columns the character separates: in quotes if necessary.
    void append_name(std::string& to, std::int64_t position, char separator) const;
    /// How an edge list calls the vertices by these names.
    gb::edge_list_format edge_list_format() const;
    /// The names of several vertices as a list for an answer: numbers, or names.
    value names_of(const std::vector<gb::index>& positions) const;
    /// The number of the first vertex, for vertices without names and without ids of the file.
    int first_number() const { return first_number_; }
    /// Whether the file has names or ids of vertices that a matrix does not contain.
    bool has_names() const { return !report().names.empty() || !report().original_ids.empty(); }
    /// Whether vertices are words on the command line and in answers.
    bool are_called_by_words() const { return !report().names.empty() || left_vertices_; }
    /// For commands that name vertices: throws usage_error for --one-based where the file says how its vertices are called.
    void refuse_idle_numbers(const file_options& options) const;
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
    std::vector<gb::read_note> notes() const;

    /// The numbers of what reading changed, as an object of an answer.
    record counts_of_changes() const;

    /// Adds the path and the changes made by reading: "file", "changes", and notes.
    void describe(answer& to) const;
    /// Prints the same to stderr with --verbose.
    void describe(const run_options& options) const;

  private:
    bool names_are_texts() const {
        constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
        return are_called_by_words() || (!report().original_ids.empty() && report().original_ids.back() > largest_exact);
    }

    [[noreturn]] void refuse_weight(const unfit_weight& found, const char* type, const char* advice) const;

    /// Notes what a comment says about the edges, for commands that take the file as a matrix.
    void note_declared_edges(const file_options& options);

    /// Throws usage_error for options that have no effect on this file.
    void refuse_idle(const file_options& options) const;

    /// Must be called in the handler of a caught error.
    [[noreturn]] void rethrow(const gb::error& e) const;

    void write_names(const std::string& path) const;
    bool is_right(std::int64_t position) const { return left_vertices_ && position >= *left_vertices_; }
    std::uint64_t number_of(std::int64_t position) const {
        return report().original_ids.empty()
                   ? static_cast<std::uint64_t>(position - (is_right(position) ? *left_vertices_ : 0) + first_number_)
                   : report().original_ids[static_cast<std::size_t>(position)];
    }

    gb::context ctx_;
    std::string path_;
    graph_input input_;
    gb::duplicate_policy duplicates_;
    bool directions_are_meant_;  ///< whether the command line says how edges are followed
    bool offers_ids_;            ///< whether the command has options that say which vertices there are
    bool has_one_direction_only_ = false;
    int first_number_ = 0;
    std::optional<gb::index> left_vertices_;  ///< of a bipartite graph: the number of vertices that are sources
    gb::index vertices_ = 0;                  ///< those of both sets, if there are two
    std::vector<gb::read_note> own_notes_;
    mutable std::unordered_map<std::string, gb::index, gb::io::keyed_hash> position_of_name_;  // filled on the first use
    gb::index mirrored_by_format_ = 0;
    double milliseconds_ = 0;
};

/// Adds the fields at the end of every answer: engine, threads, device (if there is one), method, milliseconds,
/// read_milliseconds.
void add_run(answer& to, const gb::context& ctx, const std::string& method, double milliseconds, double read_milliseconds);

}  // namespace grb
