// Needs: matrix.hpp and the readers.
// Idea: a file becomes entries (read.hpp), entries become a matrix, and the report tells what happened on the way.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/operators.hpp>
#include <semirings/types.hpp>

#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace graphblas_gpu {

/// The matrix of the entries: a pattern has the value 1 everywhere, values are converted by cast<T>, and T = void drops
/// them. Entries at one position are joined, after the conversion, as in matrix::from_edges; their number is added to
/// report->duplicates_merged. Throws what coordinates::check() throws; invalid_value for duplicates that are forbidden.
template <class T, class Duplicates = second>
matrix<T> from_coordinates(const coordinates& entries, const Duplicates& duplicates = {},
                           read_report* report = nullptr) {
    entries.check();
    return formats::within_memory("from_coordinates: the matrix", [&] {
        index merged = 0;
        const auto build = [&](const formats::stored<T>* values) {
            return matrix<T>::from_storage(formats::build<T>(entries.nrows, entries.ncols, entries.rows,
                                                             entries.columns, values,
                                                             formats::duplicate_rule<T>(duplicates), merged));
        };
        matrix<T> made = std::visit(
            [&]<class Values>(const Values& values) {
                if constexpr (std::is_void_v<T>) {
                    return build(nullptr);
                } else if constexpr (std::is_same_v<Values, std::monostate>) {
                    const buffer<T> ones(entries.rows.size(), cast<T>(1));
                    return build(ones.data());
                } else if constexpr (std::is_same_v<Values, std::vector<T>>) {
                    return build(values.data());
                } else {
                    buffer<T> converted(values.size());
                    for (std::size_t p = 0; p < values.size(); ++p) converted[p] = cast<T>(values[p]);
                    return build(converted.data());
                }
            },
            entries.values);
        if (report != nullptr) report->duplicates_merged += merged;
        return made;
    });
}

/// Reads a Matrix Market file or an edge list into a matrix; of duplicates the last one counts. `report`, if given, is
/// overwritten with what was found and changed. Progress goes to options.progress or else to the context's counters.
/// Throws what read_coordinates throws.
template <class T>
matrix<T> read_matrix(const context& ctx, const std::string& path, read_options options = {},
                      read_report* report = nullptr) {
    if (options.progress == nullptr) options.progress = &ctx.progress();
    coordinates entries = read_coordinates(path, options);
    matrix<T> made = from_coordinates<T>(entries, second{}, &entries.report);
    if (report != nullptr) *report = std::move(entries.report);
    return made;
}

/// The same for a file that has to be an edge list.
template <class T>
matrix<T> read_edge_list(const context& ctx, const std::string& path, read_options options = {},
                         read_report* report = nullptr) {
    if (options.format == file_format::matrix_market)
        throw invalid_value("read_edge_list: options.format asks for a Matrix Market file");
    options.format = file_format::edge_list;
    return read_matrix<T>(ctx, path, options, report);
}

}  // namespace graphblas_gpu
