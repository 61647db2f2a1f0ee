// Idea: a file becomes entries (read.hpp), entries become a matrix, and the report tells what happened on the way. A
// binary file is a matrix already and goes straight into one.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
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
template <class T>
matrix<T> take_matrix(const context& ctx, file_content& content, duplicate_policy duplicates) {
    if (auto* const stored = std::get_if<stored_matrix>(&content)) {
        if constexpr (std::is_void_v<T>) {
            stored->values = {};
        } else {
            if (!operations::are_of<T>(stored->type)) {
                stored->values = buffer<std::byte>::reinterpreted(
                    operations::values_as<T>(ctx.team(), stored->type, stored->values.data(), stored->nvals()));
            }
        }
        return matrix<T>::from_storage(formats::typed<T>(std::move(*stored)));
    }
    auto& entries = std::get<coordinates>(content);
    matrix<T> made = operations::matrix_of_entries<T>(ctx, entries, duplicates, &entries.report);
    entries.rows = {};
    entries.columns = {};
    std::visit([](auto& values) { values = {}; }, entries.values);
    return made;
}

template <class T>
matrix<T> read_matrix(const context& ctx, input& from, read_options options, read_report* report) {
    if (options.progress == nullptr) options.progress = &ctx.progress();
    file_content content = read_content(ctx, from, options);
    matrix<T> made = take_matrix<T>(ctx, content, options.duplicates);
    if (report != nullptr) *report = std::visit([](auto& read) { return std::move(read.report); }, content);
    return made;
}

// Compiled into the library (io/matrices.cpp).
#define GB_DECLARE(T)                                                                                                          \
    extern template matrix<T> take_matrix<T>(const context&, file_content&, duplicate_policy);                                 \
    extern template matrix<T> read_matrix<T>(const context&, input&, read_options, read_report*);
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

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
    return formats::library_call("from_coordinates",
                                 [&] { return operations::matrix_of_entries<T>(ctx, entries, duplicates, report); });
}

/// The same by the calling thread alone.
template <class T, class Duplicates = second>
matrix<T> from_coordinates(const coordinates& entries, const Duplicates& duplicates = {}, read_report* report = nullptr) {
    return formats::library_call("from_coordinates", [&] {
        host::team alone(1);
        return operations::matrix_of_entries<T>(alone, entries, duplicates, report);
    });
}

/// Reads a file of any format into a matrix; options.duplicates is the rule for repeated positions. `report`, if given, is
/// overwritten with the facts about the file and the changes. Progress goes to options.progress, otherwise to the context's
/// counters. Throws what read_coordinates throws.
template <class T>
matrix<T> read_matrix(const context& ctx, const std::string& path, const read_options& options = {},
                      read_report* report = nullptr) {
    return formats::library_call("read_matrix", [&] {
        const formats::named_operation running(formats::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
        const running_call call(ctx);
        io::input from(path, io::member_path{options.member});
        return io::read_matrix<T>(ctx, from, options, report);
    });
}

/// The same for the rest of a stream, to its end; `name` is its name in messages, and its ending is used like that of a path.
template <class T>
matrix<T> read_matrix(const context& ctx, std::istream& stream, const read_options& options = {},
                      read_report* report = nullptr, const std::string& name = "stream") {
    return formats::library_call("read_matrix", [&] {
        const formats::named_operation running(formats::unnamed_operation, ctx.host_memory_limit(), &ctx.cancellation());
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
