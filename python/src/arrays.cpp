#include "arrays.hpp"

#include "session.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/formats/build.hpp>

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

namespace graphblas_gpu::python {
namespace {

using nb::dlpack::dtype_code;

struct element_type {
    type_code code;
    dtype_code kind;
};
constexpr std::array element_types{
    element_type{type_code::boolean, dtype_code::Bool}, element_type{type_code::int8, dtype_code::Int},
    element_type{type_code::int16, dtype_code::Int},    element_type{type_code::int32, dtype_code::Int},
    element_type{type_code::int64, dtype_code::Int},    element_type{type_code::uint8, dtype_code::UInt},
    element_type{type_code::uint16, dtype_code::UInt},  element_type{type_code::uint32, dtype_code::UInt},
    element_type{type_code::uint64, dtype_code::UInt},  element_type{type_code::float32, dtype_code::Float},
    element_type{type_code::float64, dtype_code::Float}};

/// The values of a call and their type: that of the elements, or, of bytes, the one that is named.
struct given_values {
    const type_descriptor* type = &type_of<void>();
    const std::byte* data = nullptr;
    std::size_t size = 0;
};
given_values values_of(const std::optional<array>& values, const type_descriptor* own) {
    if (!values) return {};
    given_values out;
    out.type = own != nullptr ? own : &type_of_elements(*values);
    out.data = static_cast<const std::byte*>(values->data());
    out.size = values->size() * values->itemsize() / out.type->bytes;
    return out;
}

/// An array of integers as column_index or row_offset: the array itself if that is its type or, for columns, int32; else a
/// copy. A negative int32 becomes a column beyond every matrix, which a check refuses.
template <class To>
integer_list<To> positions(const array& a, const char* what) {
    if constexpr (std::is_same_v<To, column_index>) {
        if (a.dtype() == nb::dtype<std::int32_t>()) return integer_list<To>(static_cast<const To*>(a.data()), a.size());
    }
    return integers<To>(a, what);
}

struct borrowed_rows {
    integer_list<row_offset> offsets;
    integer_list<column_index> columns;
    std::shared_ptr<const void> arrays;
};

void set_from_csr(matrix_object& out, const array& indptr, const array& indices, const std::optional<array>& values,
                  index nrows, index ncols, const type_descriptor* own_type, bool is_checked, bool is_copied) {
    base::check_side(nrows, "from_csr: number of rows");
    base::check_side(ncols, "from_csr: number of columns");
    const given_values given = values_of(values, own_type);
    auto kept = std::make_shared<borrowed_rows>(borrowed_rows{positions<row_offset>(indptr, "from_csr: indptr"),
                                                              positions<column_index>(indices, "from_csr"), nullptr});
    const std::span<const row_offset> offsets = kept->offsets;
    const std::span<const column_index> columns = kept->columns;
    if (offsets.size() != static_cast<std::size_t>(nrows) + 1)
        throw invalid_object("from_csr: " + std::to_string(offsets.size()) + " offsets for " + std::to_string(nrows) +
                             " rows; there is one more offset than rows");
    const formats::untyped_view view{{nrows, ncols, offsets.data(), columns.data()}, given.data, given.type->bytes};
    if (is_checked) {
        const nb::gil_scoped_release released;
        formats::check_csr(view, offsets.size(), columns.size(), values ? given.size : columns.size(), values.has_value());
    }
    if (is_copied) return out.replace(any_matrix(formats::copy_of(view), *given.type));
    std::vector<array> arrays{indptr, indices};
    if (values) arrays.push_back(*values);
    kept->arrays = kept_alive(std::move(arrays));
    out.replace(any_matrix::borrowed(view, *given.type, std::move(kept)));
}

void set_from_coo(matrix_object& out, const array& rows, const array& columns, const std::optional<array>& values, index nrows,
                  index ncols, const type_descriptor& type, const type_descriptor* own_type, const any_operator* duplicates) {
    const given_values given = values_of(values, own_type);
    const auto i = integers<index>(rows, "from_coo: rows");
    const auto j = integers<index>(columns, "from_coo: columns");
    out.replace(run([&](const context& ctx) {
        return from_edges(ctx, type, nrows, ncols, i, j, {given.type, given.data, given.size},
                          duplicates == nullptr ? any_operator() : *duplicates);
    }));
}

void set_from_entries(vector_object& out, const array& indices, const std::optional<array>& values, index size,
                      const type_descriptor& type, const type_descriptor* own_type, const any_operator* duplicates) {
    const given_values given = values_of(values, own_type);
    const auto i = integers<index>(indices, "from_coo: indices");
    out.replace(run([&](const context& ctx) {
        return from_entries(ctx, type, size, i, {given.type, given.data, given.size},
                            duplicates == nullptr ? any_operator() : *duplicates);
    }));
}

void set_from_dense(vector_object& out, const array& values, const type_descriptor* own_type, bool is_copied) {
    const given_values given = values_of(values, own_type);
    const auto size = static_cast<index>(given.size);
    base::check_side(size, "from_dense: size");
    any_vector made = any_vector::borrowed(size, size, nullptr, given.data, *given.type,
                                           is_copied ? nullptr : kept_alive<array>({values}));
    if (is_copied) made.written_in_place();
    out.replace(std::move(made));
}

void set_values(matrix_object& m, const array& values, const type_descriptor* own_type) {
    const given_values given = values_of(values, own_type);
    base::check_same_type(*given.type, m->type(), "set_values");
    base::check_same_length(given.size, "values", static_cast<std::size_t>(m->nvals()), "entries");
    std::memcpy(m.changed().changed_values(), given.data, given.size * given.type->bytes);
}

/// The type in which columns are handed out: int32, as SciPy has them, unless the largest needs more.
const type_descriptor& column_type(index ncols) {
    return ncols <= index{1} << 31 ? type_of<std::int32_t>() : type_of<column_index>();
}

nb::object offsets_of(const matrix_object& m) {
    return numpy_array(m->rows().offsets, static_cast<std::size_t>(m->nrows()) + 1, type_of<row_offset>(), m.pointer(), false);
}
nb::object columns_of(const matrix_object& m) {
    const formats::untyped_view rows = m->rows();
    return numpy_array(rows.columns, static_cast<std::size_t>(rows.nvals()), column_type(m->ncols()), m.pointer(), false);
}
nb::object values_of_matrix(const matrix_object& m) {
    const formats::untyped_view rows = m->rows();
    return numpy_array(rows.values, static_cast<std::size_t>(rows.nvals()), known_type(m->type()), m.pointer(), false);
}
nb::object indices_of(const vector_object& v) {
    const formats::untyped_view list = v->list();
    return numpy_array(list.columns, static_cast<std::size_t>(list.nvals()), column_type(v->size()), v.pointer(), false);
}
/// The values at every position if the vector is full, else those of its entries.
nb::object values_of_vector(const vector_object& v) {
    const auto nvals = static_cast<std::size_t>(v->nvals());
    const std::byte* const data = v->is_dense() && v->nvals() == v->size() ? v->dense().values : v->list().values;
    return numpy_array(data, nvals, known_type(v->type()), v.pointer(), false);
}

const cuda::engine_ptr& engine_here() {
    const cuda::engine_ptr& e = current_session().on.cuda_engine();
    if (e == nullptr) throw unsupported("arrays of a device: the context of this thread is not on a CUDA device");
    return e;
}

/// A matrix over arrays of the device, given by their addresses: int64 offsets, 32-bit columns and values of `type`. Work that
/// is queued on `stream` writes them first.
void set_from_device(matrix_object& out, std::uintptr_t offsets, std::uintptr_t columns, std::uintptr_t values, index nrows,
                     index ncols, index nvals, const type_descriptor& type, std::uintptr_t stream, const nb::object& owner) {
    base::check_side(nrows, "from_csr: number of rows");
    base::check_side(ncols, "from_csr: number of columns");
    const cuda::engine_ptr& e = engine_here();
    current_session().on.wait_for(reinterpret_cast<CUstream_st*>(stream));
    const cuda::csr_ref rows{nrows,
                             ncols,
                             nvals,
                             reinterpret_cast<const row_offset*>(offsets),
                             reinterpret_cast<const column_index*>(columns),
                             reinterpret_cast<const void*>(values),
                             type.code};
    out.replace(any_matrix::borrowed(e, rows, type, kept_alive<nb::object>({owner})));
}
void set_from_device(vector_object& out, std::uintptr_t values, index size, const type_descriptor& type, std::uintptr_t stream,
                     const nb::object& owner) {
    base::check_side(size, "from_dense: size");
    const cuda::engine_ptr& e = engine_here();
    current_session().on.wait_for(reinterpret_cast<CUstream_st*>(stream));
    out.replace(any_vector::borrowed(e, size, size, nullptr, reinterpret_cast<const void*>(values), type,
                                     kept_alive<nb::object>({owner})));
}

/// An owner for an array of a device, as a capsule.
nb::capsule capsule_of(std::shared_ptr<const void> owner) {
    auto held = std::make_unique<std::shared_ptr<const void>>(std::move(owner));
    const nb::capsule made(held.get(), [](void* p) noexcept { delete static_cast<std::shared_ptr<const void>*>(p); });
    held.release();
    return made;
}

/// (offsets, columns, values, owner): addresses on the device of this thread's context, and what keeps the arrays alive. The
/// stream waits until the arrays are written.
template <class Object>
nb::tuple device_arrays(const Object& x, std::uintptr_t stream) {
    const cuda::engine_ptr& e = engine_here();
    const std::shared_ptr<const cuda::csr> rows = x->device_rows(e);
    current_session().on.make_wait(reinterpret_cast<CUstream_st*>(stream));
    const auto address = [](const auto* p) { return reinterpret_cast<std::uintptr_t>(p); };
    const cuda::csr_ref view = rows->view();
    return nb::make_tuple(address(view.offsets), address(view.columns), address(view.values), capsule_of(rows));
}

}  // namespace

const type_descriptor& type_of_elements(const array& a) {
    const nb::dlpack::dtype type = a.dtype();
    for (const element_type& known : element_types) {
        if (static_cast<std::uint8_t>(known.kind) == type.code && type.lanes == 1 && type.bits == 8 * base::size_of(known.code))
            return type_of(known.code);
    }
    throw domain_mismatch(
        "an array of values: its elements are of no built-in type (bool, integers of 8 to 64 bits, float32, float64)");
}

nb::object numpy_array(const void* data, std::size_t size, const type_descriptor& type, std::shared_ptr<const void> owner,
                       bool is_writable) {
    nb::dlpack::dtype elements{static_cast<std::uint8_t>(dtype_code::UInt), 8, 1};
    if (type.bytes == 0) size = 0;
    else if (type.is_built_in()) {
        const auto known = std::find_if(element_types.begin(), element_types.end(),
                                        [&](const element_type& e) { return e.code == type.code; });
        elements = {static_cast<std::uint8_t>(known->kind), static_cast<std::uint8_t>(8 * type.bytes), 1};
    } else {
        size *= type.bytes;
    }
    const nb::capsule keep = capsule_of(std::move(owner));
    if (is_writable) return nb::cast(nb::ndarray<nb::numpy, nb::ndim<1>>(const_cast<void*>(data), {size}, keep, {}, elements));
    return nb::cast(nb::ndarray<nb::numpy, nb::ro, nb::ndim<1>>(data, {size}, keep, {}, elements));
}

void bind_arrays(nb::module_& m) {
    const auto none = [](const char* name) { return nb::arg(name).none(); };
    m.def("from_csr", &set_from_csr, nb::arg("out"), nb::arg("indptr"), nb::arg("indices"), none("values"), nb::arg("nrows"),
          nb::arg("ncols"), none("own_type"), nb::arg("is_checked"), nb::arg("is_copied"));
    m.def("from_coo", &set_from_coo, nb::arg("out"), nb::arg("rows"), nb::arg("columns"), none("values"), nb::arg("nrows"),
          nb::arg("ncols"), nb::arg("type"), none("own_type"), none("duplicates"));
    m.def("from_coo", &set_from_entries, nb::arg("out"), nb::arg("indices"), none("values"), nb::arg("size"), nb::arg("type"),
          none("own_type"), none("duplicates"));
    m.def("from_dense", &set_from_dense, nb::arg("out"), nb::arg("values"), none("own_type"), nb::arg("is_copied"));
    m.def("set_values", &set_values, nb::arg("matrix"), nb::arg("values"), none("own_type"));
    m.def("from_device", nb::overload_cast<matrix_object&, std::uintptr_t, std::uintptr_t, std::uintptr_t, index, index, index,
                                           const type_descriptor&, std::uintptr_t, const nb::object&>(&set_from_device));
    m.def("from_device",
          nb::overload_cast<vector_object&, std::uintptr_t, index, const type_descriptor&, std::uintptr_t, const nb::object&>(
              &set_from_device));
    m.def("device_arrays", &device_arrays<matrix_object>);
    m.def("device_arrays", &device_arrays<vector_object>);
    m.def("indptr", &offsets_of);
    m.def("indices", &columns_of);
    m.def("indices", &indices_of);
    m.def("values", &values_of_matrix);
    m.def("values", &values_of_vector);
}

}  // namespace graphblas_gpu::python
