#include <graphblas_gpu/operations/matrix_of_entries.hpp>

#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/host/rows/rows_of_entries.hpp>

#include <string>
#include <variant>

namespace graphblas_gpu::operations {
namespace {

/// The values of entries: int64, uint64 or float64, or none.
struct value_array {
    type_code type = type_code::none;
    const void* data = nullptr;
};
value_array values_of(const coordinates& entries) {
    return std::visit(
        []<class Values>(const Values& values) -> value_array {
            if constexpr (std::is_same_v<Values, std::monostate>) return {};
            else return {base::code_of<typename Values::value_type>(), values.data()};
        },
        entries.values);
}

any_matrix built_on_host(host::team& team, const coordinates& from, const read_values& values, const duplicate_rule& duplicates,
                         index& merged) {
    return base::within_memory("from_coordinates: the matrix", [&] {
        const value_array given = values_of(from);
        const bool are_converted = values.are_converted(given.type);
        buffer<std::byte> converted;
        if (are_converted) converted = values.converted(team, given.type, given.data, from.size());
        const auto join = [&](void* earlier, const void* later, column_index i, column_index j) {
            duplicates.join(earlier, later, i, j);
        };
        const void* const data = are_converted ? converted.data() : given.data;
        const host::untyped_entries in{from.nrows, from.ncols, from.rows, from.columns, data, values.type.bytes};
        return any_matrix(host::rows_of_entries(team, in, join, merged), values.type);
    });
}

}  // namespace

any_matrix matrix_of_entries(const context* ctx, const coordinates& from, const read_values& values,
                             const duplicate_rule& duplicates, read_report* report) {
    from.check();
    index merged = 0;
    any_matrix made;
    if (ctx != nullptr && ctx->is_cuda()) {
        const value_array given = values_of(from);
        made = any_matrix(duplicates.build_on_device(ctx->cuda_engine(), "from_coordinates", from.nrows, from.ncols,
                                                     {from.rows, from.columns, given.type, given.data}, merged),
                          values.type);
    } else if (ctx != nullptr) {
        made = built_on_host(ctx->team(), from, values, duplicates, merged);
    } else {
        host::team alone(1);
        made = built_on_host(alone, from, values, duplicates, merged);
    }
    if (report != nullptr) report->duplicates_merged += merged;
    return made;
}

any_matrix matrix_of_entries(const context* ctx, const coordinates& from, const read_values& values,
                             duplicate_policy duplicates, read_report* report) {
    using enum duplicate_policy;
    // A pattern has the value 1 at every entry, repeated entries included, so the only effect that a policy can have is to
    // refuse them. The same holds for structure alone.
    if (duplicates != refuse && (from.is_pattern() || values.type.bytes == 0)) duplicates = first;
    const auto joined_by = [&](const pair_operator& op) {
        return matrix_of_entries(ctx, from, values, duplicate_rule{&values.type, true, op}, report);
    };
    if (duplicates == refuse) return matrix_of_entries(ctx, from, values, duplicate_rule{&values.type}, report);
    if (duplicates == first) return joined_by(first_of(values.type));
    if (duplicates == last) return joined_by(second_of(values.type));
    if (!values.type.is_built_in()) {
        throw unsupported(std::string("from_coordinates: duplicates of values that are no numbers have no ") +
                          to_string(duplicates));
    }
    const any_operator op(duplicates == sum ? "plus" : to_string(duplicates), values.type);
    return joined_by(op.view());
}

}  // namespace graphblas_gpu::operations
