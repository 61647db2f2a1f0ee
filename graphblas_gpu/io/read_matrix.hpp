// Needs: matrix.hpp and the readers.
// Idea: a file becomes entries (read.hpp), entries become a matrix, and the report tells what happened on the way. A
// binary file is a matrix already and goes straight into one.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/rows_of_entries.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/read_file.hpp>
#include <graphblas_gpu/io/reading.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <semirings/operators.hpp>
#include <semirings/types.hpp>

#include <cstring>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>

namespace graphblas_gpu {

namespace io {

/// Calls f(rule) with the rule of duplicates.hpp for the policy. Values that are not numbers cannot be compared or added up:
/// for such policies it throws unsupported.
template <class T, class F>
auto with_rule(duplicate_policy policy, F&& f) {
    if constexpr (std::is_void_v<T> || std::is_arithmetic_v<T>) {
        if (policy == duplicate_policy::min) return f(min{});
        if (policy == duplicate_policy::max) return f(max{});
        if (policy == duplicate_policy::sum) return f(plus{});
    } else if (policy == duplicate_policy::min || policy == duplicate_policy::max || policy == duplicate_policy::sum) {
        throw unsupported(std::string("from_coordinates: duplicates of values that are no numbers have no ") + to_string(policy));
    }
    if (policy == duplicate_policy::first) return f(first{});
    if (policy == duplicate_policy::refuse) return f(no_duplicates);
    return f(second{});
}

/// A function f(earlier, later, row, column) -> joined value. A policy is evaluated for each pair of duplicates, so that the
/// code that builds a matrix is compiled once for all policies.
template <class T, class Duplicates>
auto joining(const Duplicates& duplicates) {
    if constexpr (std::is_same_v<Duplicates, duplicate_policy>) {
        return [policy = duplicates](const formats::stored<T>& x, const formats::stored<T>& y, column_index i, column_index j) {
            return with_rule<T>(policy, [&](const auto& rule) -> formats::stored<T> {
                return formats::duplicate_rule<T>(rule)(x, y, i, j);
            });
        };
    } else {
        return formats::duplicate_rule<T>(duplicates);
    }
}

/// A pattern has the value 1 at every entry, repeated entries included, so the only effect that a policy can have is to refuse
/// them.
template <class Duplicates>
Duplicates rule_for(const coordinates& entries, const Duplicates& duplicates) {
    if constexpr (std::is_same_v<Duplicates, duplicate_policy>)
        if (entries.is_pattern() && duplicates != duplicate_policy::refuse) return duplicate_policy::first;
    return duplicates;
}

/// The values of entries: int64, uint64 or float64, or none.
struct value_array {
    type_code type = type_code::none;
    const void* data = nullptr;
};
value_array values_of(const coordinates& entries);

/// Whether an array of values of this type is an array of T.
template <class T>
bool are_of(type_code type) {
    if constexpr (scalar<T>) return type == formats::code_of<T>();
    else return false;
}

/// `count` values of a built-in type converted to T; ones if there are no values.
template <class T>
buffer<T> values_as(host::team& team, type_code from, const void* values, index count) {
    if constexpr (scalar<T>) {
        return buffer<T>::reinterpreted(host::converted(team, from, values, count, formats::code_of<T>()));
    } else {
        buffer<T> out(static_cast<std::size_t>(count), cast<T>(1));
        if (from == type_code::none) return out;
        formats::with_code(from, [&](auto type) {
            const auto* const given = static_cast<const typename decltype(type)::type*>(values);
            for (std::size_t p = 0; p < out.size(); ++p) out[p] = cast<T>(given[p]);
        });
        return out;
    }
}

template <class T, class Duplicates>
matrix<T> matrix_of(host::team& team, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    entries.check();
    return formats::within_memory("from_coordinates: the matrix", [&] {
        index merged = 0;
        host::untyped_entries in{entries.nrows, entries.ncols, entries.rows, entries.columns, nullptr, formats::bytes_of<T>};
        [[maybe_unused]] buffer<formats::stored<T>> converted;
        if constexpr (!std::is_void_v<T>) {
            const value_array given = values_of(entries);
            in.values = given.data;
            if (!are_of<T>(given.type)) {
                converted = values_as<T>(team, given.type, given.data, entries.size());
                in.values = converted.data();
            }
        }
        const auto joined = joining<T>(rule_for(entries, duplicates));
        const auto join = [&]([[maybe_unused]] void* earlier, [[maybe_unused]] const void* later, column_index i, column_index j) {
            formats::stored<T> x{}, y{};
            if constexpr (!std::is_void_v<T>) {
                std::memcpy(&x, earlier, sizeof x);
                std::memcpy(&y, later, sizeof y);
            }
            x = joined(x, y, i, j);
            if constexpr (!std::is_void_v<T>) std::memcpy(earlier, &x, sizeof x);
        };
        auto made = matrix<T>::from_storage(formats::typed<T>(host::rows_of_entries(team, in, join, merged)));
        if (report != nullptr) report->duplicates_merged += merged;
        return made;
    });
}

/// The same, built on a device: the lists are copied there.
template <class T, class Duplicates>
matrix<T> matrix_on_device(const context& ctx, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    entries.check();
    const auto build = [&](type_code from, const void* values) {
        index merged = 0;
        auto made = matrix<T>::from_device(cuda::built_from_host<T>(ctx.cuda_engine(), "from_coordinates", entries.nrows,
                                                                    entries.ncols, entries.rows, entries.columns, from, values,
                                                                    duplicates, merged));
        if (report != nullptr) report->duplicates_merged += merged;
        return made;
    };
    const value_array given = values_of(entries);
    return build(given.type, given.data);
}

/// Builds the matrix where the operations of the context run.
template <class T, class Duplicates>
matrix<T> matrix_of(const context& ctx, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    if (ctx.is_cuda()) {
        if constexpr (std::is_same_v<Duplicates, duplicate_policy>) {
            return with_rule<T>(rule_for(entries, duplicates),
                                [&](const auto& rule) { return matrix_on_device<T>(ctx, entries, rule, report); });
        } else {
            return matrix_on_device<T>(ctx, entries, duplicates, report);
        }
    }
    return matrix_of<T>(ctx.team(), entries, duplicates, report);
}

template <class T>
matrix<T> read_matrix(const context& ctx, input& from, read_options options, read_report* report) {
    if (options.progress == nullptr) options.progress = &ctx.progress();
    options.format = format_of(from, options.format);
    if (options.format == file_format::binary && !options.symmetric && !options.drop_self_loops) {
        refuse_edge_list_options(from.name(), options);
        read_report of_file;
        stored_matrix stored = read_binary(ctx, from, options, of_file);
        if (report != nullptr) *report = std::move(of_file);
        if constexpr (!std::is_void_v<T>) {
            if (!are_of<T>(stored.type)) {
                stored.values = buffer<std::byte>::reinterpreted(
                    values_as<T>(ctx.team(), stored.type, stored.values.data(), stored.nvals()));
            }
        }
        return matrix<T>::from_storage(formats::typed<T>(std::move(stored)));
    }
    coordinates entries = read_file(from, &ctx.team(), options);
    matrix<T> made = matrix_of<T>(ctx, entries, options.duplicates, &entries.report);
    if (report != nullptr) *report = std::move(entries.report);
    return made;
}

// Compiled into the library (io/matrices.cpp).
#define GB_DECLARE(T)                                                                                                            \
    extern template matrix<T> matrix_of<T, duplicate_policy>(host::team&, const coordinates&, const duplicate_policy&, read_report*);    \
    extern template matrix<T> matrix_of<T, duplicate_policy>(const context&, const coordinates&, const duplicate_policy&, read_report*); \
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
    return io::matrix_of<T>(ctx, entries, duplicates, report);
}

/// The same by the calling thread alone.
template <class T, class Duplicates = second>
matrix<T> from_coordinates(const coordinates& entries, const Duplicates& duplicates = {},
                           read_report* report = nullptr) {
    host::team alone(1);
    return io::matrix_of<T>(alone, entries, duplicates, report);
}

/// Reads a file of any format into a matrix; options.duplicates is the rule for repeated positions. `report`, if given, is
/// overwritten with the facts about the file and the changes. Progress goes to options.progress, otherwise to the context's
/// counters. Throws what read_coordinates throws.
template <class T>
matrix<T> read_matrix(const context& ctx, const std::string& path, const read_options& options = {},
                      read_report* report = nullptr) {
    io::input from(path);
    return io::read_matrix<T>(ctx, from, options, report);
}

/// The same for the rest of a stream, to its end; `name` is its name in messages, and its ending is used like that of a path.
template <class T>
matrix<T> read_matrix(const context& ctx, std::istream& stream, const read_options& options = {},
                      read_report* report = nullptr, const std::string& name = "stream") {
    io::input from(stream, name);
    return io::read_matrix<T>(ctx, from, options, report);
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
