// Idea: a file becomes entries (read.hpp), entries become a matrix, and the report tells what happened on the way. A
// binary file is a matrix already and goes straight into one.
#pragma once

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/matrix_of_entries.hpp>

#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace graphblas_gpu {

namespace io {

/// What a file holds: the entries that a text lists, or the matrix of a binary file.
using file_content = std::variant<coordinates, stored_matrix>;

/// The type of the values: what a binary file has or a text declares, else int64 for integers and double for other numbers.
type_code type_of_content(const file_content& content);

/// Reads any file. A binary file comes as entries if the options ask for symmetry or drop self loops.
file_content read_content(const context& ctx, input& from, read_options options);

/// The matrix of a file, as by from_coordinates(). It takes the arrays of the content, and leaves the shape, the types and the
/// report.
any_matrix take_matrix(const context& ctx, file_content& content, const operations::read_values& values,
                       duplicate_policy duplicates);
template <class T>
matrix<T> take_matrix(const context& ctx, file_content& content, duplicate_policy duplicates) {
    return matrix<T>(take_matrix(ctx, content, operations::read_values_of<T>(), duplicates));
}

/// Reads a matrix; without `values` in its own type.
any_matrix read_matrix(const context& ctx, input& from, const operations::read_values* values, read_options options,
                       read_report* report);
template <class T>
matrix<T> read_matrix(const context& ctx, input& from, const read_options& options, read_report* report) {
    const operations::read_values values = operations::read_values_of<T>();
    return matrix<T>(read_matrix(ctx, from, &values, options, report));
}

/// from_coordinates(), by the calling thread alone if ctx is null.
template <class T, class Duplicates>
matrix<T> matrix_of(const context* ctx, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    const operations::read_values values = operations::read_values_of<T>();
    if constexpr (std::is_same_v<Duplicates, duplicate_policy>)
        return matrix<T>(operations::matrix_of_entries(ctx, entries, values, duplicates, report));
    else
        return matrix<T>(
            operations::matrix_of_entries(ctx, entries, values, operations::duplicate_rule_of<T>(duplicates), report));
}

}  // namespace io

/// The matrix of the entries: for a pattern every value is 1, values are converted by cast<T>, and T = void drops them. With a
/// CUDA context the matrix is made on the device. Entries at one position are joined, after the conversion, as in
/// matrix::from_edges, or by a duplicate_policy; the number of joined entries is added to report->duplicates_merged. The result
/// is the same for any number of threads, also for duplicates that are joined in floating point. Throws what
/// coordinates::check() throws; invalid_value for duplicates that are forbidden; out_of_memory. O(entries log entries + nrows),
/// with a copy of the entries unless they are sorted.
template <class T, class Duplicates = second>
matrix<T> from_coordinates(const context& ctx, const coordinates& entries, const Duplicates& duplicates = {},
                           read_report* report = nullptr) {
    const running_call call(ctx);
    return base::library_call("from_coordinates", [&] { return io::matrix_of<T>(&ctx, entries, duplicates, report); });
}

/// The same by the calling thread alone.
template <class T, class Duplicates = second>
matrix<T> from_coordinates(const coordinates& entries, const Duplicates& duplicates = {}, read_report* report = nullptr) {
    return base::library_call("from_coordinates", [&] { return io::matrix_of<T>(nullptr, entries, duplicates, report); });
}

/// Reads a file of any format into a matrix; options.duplicates is the rule for repeated positions. `report`, if given, is
/// overwritten with the facts about the file and the changes. Progress goes to options.progress, otherwise to the context's
/// counters. Throws what read_coordinates throws.
template <class T>
matrix<T> read_matrix(const context& ctx, const std::string& path, const read_options& options = {},
                      read_report* report = nullptr) {
    return base::library_call("read_matrix", [&] {
        const base::named_operation running(base::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(path, io::member_path{options.member});
        return io::read_matrix<T>(ctx, from, options, report);
    });
}

/// The same for the rest of a stream, to its end; `name` is its name in messages, and its ending is used like that of a path.
template <class T>
matrix<T> read_matrix(const context& ctx, std::istream& stream, const read_options& options = {},
                      read_report* report = nullptr, const std::string& name = "stream") {
    return base::library_call("read_matrix", [&] {
        const base::named_operation running(base::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(stream, name, io::member_path{options.member});
        return io::read_matrix<T>(ctx, from, options, report);
    });
}

/// The same for a file that must be an edge list.
template <class T>
matrix<T> read_edge_list(const context& ctx, const std::string& path, read_options options = {},
                         read_report* report = nullptr) {
    if (options.format != file_format::automatic && options.format != file_format::edge_list)
        throw invalid_value("read_edge_list: options.format asks for another format");
    options.format = file_format::edge_list;
    return read_matrix<T>(ctx, path, options, report);
}

}  // namespace graphblas_gpu
