#include <graphblas_gpu/any_entries.hpp>

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/value_conversion.hpp>

#include <cstring>
#include <string>
#include <utility>

namespace graphblas_gpu {
namespace {

/// Builds an object of `type`: build(on, values, type of the values, rule), in the type of the operator, whose result is cast.
template <class Object, class Build>
Object build_from(const context& ctx, const char* operation, const type_descriptor& type, std::size_t count,
                  const any_values& values, const any_operator& duplicates, const Build& build) {
    return operations::on_engine(ctx, operation, [&](const context& call_ctx) {
        const type_descriptor& joined = duplicates.is_present() && type.bytes > 0 ? duplicates.result_type() : type;
        if (type.bytes > 0 && duplicates.is_present() && !duplicates.is_on(joined))
            throw domain_mismatch(std::string(operation) + ": the operator for duplicates works on several types");
        const operations::value_conversion conversion = operations::conversion(operation, *values.type, joined);
        (void)operations::conversion(operation, joined, type);
        if (type.bytes > 0 && values.type->bytes > 0) base::check_same_length(count, "indices", values.size, "values");
        buffer<std::byte> cast;
        if (conversion.casts)
            cast = host::converted(call_ctx.team(), values.type->code, values.data, static_cast<index>(count), joined.code);
        operations::duplicate_rule rule{&joined, duplicates.is_present()};
        if (rule.joins && joined.bytes > 0) rule.op = duplicates.view();
        Object made(build(call_ctx, conversion.casts ? cast.data() : values.data, joined, rule));
        return joined == type ? std::move(made) : cast_values(call_ctx, made, type);
    });
}

/// An entry: the value at `found`, or none if that is null.
any_scalar element(const type_descriptor& type, const std::byte* found) {
    return found == nullptr ? any_scalar(type) : any_scalar(type, found);
}

}  // namespace

any_matrix from_edges(const context& ctx, const type_descriptor& type, index nrows, index ncols,
                      const integer_list<index>& rows, const integer_list<index>& columns, const any_values& values,
                      const any_operator& duplicates) {
    return build_from<any_matrix>(
        ctx, "from_edges", type, rows.size(), values, duplicates,
        [&](const context& call_ctx, const void* data, const type_descriptor& joined, const operations::duplicate_rule& rule) {
            return operations::built_matrix(&call_ctx, nrows, ncols, {"from_edges", rows, columns, data}, joined, rule);
        });
}

any_vector from_entries(const context& ctx, const type_descriptor& type, index size, const integer_list<index>& indices,
                        const any_values& values, const any_operator& duplicates) {
    return build_from<any_vector>(
        ctx, "from_entries", type, indices.size(), values, duplicates,
        [&](const context& call_ctx, const void* data, const type_descriptor& joined, const operations::duplicate_rule& rule) {
            return operations::built_vector(&call_ctx, size, {"from_entries", {}, indices, data}, joined, rule);
        });
}

any_entries to_edges(const any_matrix& a) {
    return base::library_call("to_edges", [&] {
        const formats::untyped_view from = a.rows();
        any_entries out;
        out.rows.reserve(static_cast<std::size_t>(from.nvals()));
        for (index i = 0; i < from.nrows; ++i) out.rows.insert(out.rows.end(), static_cast<std::size_t>(from.row_size(i)), i);
        out.columns.assign(from.columns, from.columns + from.nvals());
        out.values = buffer<std::byte>(
            std::span<const std::byte>(from.values, static_cast<std::size_t>(from.nvals()) * from.value_bytes));
        return out;
    });
}

any_entries to_entries(const any_vector& u) {
    return base::library_call("to_entries", [&] {
        const formats::untyped_view from = u.list();
        any_entries out;
        out.columns.assign(from.columns, from.columns + from.nvals());
        out.values = buffer<std::byte>(
            std::span<const std::byte>(from.values, static_cast<std::size_t>(from.nvals()) * from.value_bytes));
        return out;
    });
}

any_scalar get_element(const any_matrix& a, index i, index j) {
    base::check_index(i, a.nrows(), "get_element: row");
    base::check_index(j, a.ncols(), "get_element: column");
    return element(a.type(), a.find(i, j));
}
any_scalar get_element(const any_vector& u, index i) {
    base::check_index(i, u.size(), "get_element: index");
    return element(u.type(), u.find(i));
}

void set_element(any_matrix& a, index i, index j, const any_scalar& value) {
    base::check_index(i, a.nrows(), "set_element: row");
    base::check_index(j, a.ncols(), "set_element: column");
    const any_scalar cast = value.cast_to(a.type());
    if (cast.is_present()) a.set_element(i, j, cast.data());
    else a.remove_element(i, j);
}
void set_element(any_vector& u, index i, const any_scalar& value) {
    base::check_index(i, u.size(), "set_element: index");
    const any_scalar cast = value.cast_to(u.type());
    if (cast.is_present()) u.set_element(i, cast.data());
    else u.remove_element(i);
}

void remove_element(any_matrix& a, index i, index j) {
    base::check_index(i, a.nrows(), "remove_element: row");
    base::check_index(j, a.ncols(), "remove_element: column");
    a.remove_element(i, j);
}
void remove_element(any_vector& u, index i) {
    base::check_index(i, u.size(), "remove_element: index");
    u.remove_element(i);
}

}  // namespace graphblas_gpu
