// A matrix of coordinates, as readers have them, on whichever engine a context has.
//
// Idea: values are converted first, then entries at one position are joined by an operator, or by a policy that is chosen at
// run time.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/duplicates.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/built_in_types.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/convert.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/operations/container_rows.hpp>
#include <semirings/operators.hpp>
#include <semirings/types.hpp>

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

/// Entries, and how their values become those of the matrix.
struct entries_to_build {
    const coordinates& entries;
    const type_descriptor& type;
    /// On the host; null if the values are of this type already.
    buffer<std::byte> (*convert)(host::team& team, type_code from, const void* values, index count);
    duplicate_rule duplicates;
    read_report* report;
};

/// The matrix of the entries, on the host or where the operations of the context run.
/// @{
any_matrix built(host::team& team, const entries_to_build& what);
any_matrix built(const context& ctx, const entries_to_build& what);
/// @}

/// The matrix of the entries; Engine is a context, or the team of a thread.
template <class T, class Duplicates, class Engine>
matrix<T> matrix_of_entries(Engine& engine, const coordinates& entries, const Duplicates& duplicates, read_report* report) {
    const auto convert = []([[maybe_unused]] host::team& team, [[maybe_unused]] type_code from,
                            [[maybe_unused]] const void* values, [[maybe_unused]] index count) {
        if constexpr (std::is_void_v<T>) return buffer<std::byte>();
        else return buffer<std::byte>::reinterpreted(values_as<T>(team, from, values, count));
    };
    const auto build = [&](const auto& rule) {
        const bool converts = !std::is_void_v<T> && !are_of<T>(values_of(entries).type);
        return matrix<T>(
            built(engine, {entries, type_of<T>(), converts ? +convert : nullptr, duplicate_rule_of<T>(rule), report}));
    };
    if constexpr (std::is_same_v<Duplicates, duplicate_policy>) return with_rule<T>(rule_for(entries, duplicates), build);
    else return build(duplicates);
}

// Compiled into the library (io/matrices.cpp).
#define GB_DECLARE(T)                                                                                                       \
    extern template matrix<T> matrix_of_entries<T>(host::team&, const coordinates&, const duplicate_policy&, read_report*); \
    extern template matrix<T> matrix_of_entries<T>(const context&, const coordinates&, const duplicate_policy&, read_report*);
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

}  // namespace graphblas_gpu::operations
