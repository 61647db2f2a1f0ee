// A matrix of coordinates, as readers have them, on whichever engine a context has.
//
// Idea: values are converted first, then entries at one position are joined by an operator, or by a policy that is chosen at
// run time.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/formats/within_memory.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/host/rows_of_entries.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/device/build.hpp>
#include <semirings/operators.hpp>
#include <semirings/types.hpp>

#include <cstring>
#include <string>
#include <type_traits>

namespace graphblas_gpu::operations {

/// Calls f(rule) with the rule of duplicates.hpp for the policy. Values that are not numbers cannot be compared or added up:
/// for such policies it throws unsupported.
template <class T, class F>
auto with_rule(duplicate_policy policy, F&& f) {
    if constexpr (std::is_void_v<T> || std::is_arithmetic_v<T>) {
        if (policy == duplicate_policy::min) return f(min{});
        if (policy == duplicate_policy::max) return f(max{});
        if (policy == duplicate_policy::sum) return f(plus{});
    } else if (policy == duplicate_policy::min || policy == duplicate_policy::max || policy == duplicate_policy::sum) {
        throw unsupported(std::string("from_coordinates: duplicates of values that are no numbers have no ") +
                          to_string(policy));
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
            return with_rule<T>(
                policy, [&](const auto& rule) -> formats::stored<T> { return formats::duplicate_rule<T>(rule)(x, y, i, j); });
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
    if constexpr (scalar<T>)
        return type == formats::code_of<T>();
    else
        return false;
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
matrix<T> matrix_of_entries(host::team& team, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
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
        const Duplicates rule = rule_for(entries, duplicates);  // `joined` refers to it
        const auto joined = joining<T>(rule);
        const auto join = [&]([[maybe_unused]] void* earlier, [[maybe_unused]] const void* later, column_index i,
                              column_index j) {
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
    const value_array given = values_of(entries);
    index merged = 0;
    auto made =
        matrix<T>::from_storage(device::built<T>(ctx.cuda_engine(), "from_coordinates", entries.nrows, entries.ncols,
                                                 {entries.rows, entries.columns, given.type, given.data}, duplicates, merged));
    if (report != nullptr) report->duplicates_merged += merged;
    return made;
}

/// Builds the matrix where the operations of the context run.
template <class T, class Duplicates>
matrix<T> matrix_of_entries(const context& ctx, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    if (ctx.is_cuda()) {
        if constexpr (std::is_same_v<Duplicates, duplicate_policy>) {
            return with_rule<T>(rule_for(entries, duplicates),
                                [&](const auto& rule) { return matrix_on_device<T>(ctx, entries, rule, report); });
        } else {
            return matrix_on_device<T>(ctx, entries, duplicates, report);
        }
    }
    return matrix_of_entries<T>(ctx.team(), entries, duplicates, report);
}

// Compiled into the library (io/matrices.cpp).
#define GB_DECLARE(T)                                                                                                          \
    extern template matrix<T> matrix_of_entries<T, duplicate_policy>(host::team&, const coordinates&, const duplicate_policy&, \
                                                                     read_report*);                                            \
    extern template matrix<T> matrix_of_entries<T, duplicate_policy>(const context&, const coordinates&,                       \
                                                                     const duplicate_policy&, read_report*);
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

}  // namespace graphblas_gpu::operations
