// Types, and matrices and vectors: their properties and single entries.
#include "arrays.hpp"
#include "scalars.hpp"
#include "session.hpp"

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/error.hpp>

#include <nanobind/stl/string.h>

#include <deque>
#include <string>

namespace graphblas_gpu::python {
namespace {

/// A type of the program's own, which lives as long as the process, as containers with it may.
struct own_type {
    std::string name;
    type_descriptor description;
};
const type_descriptor& make_type(std::string name, std::size_t bytes) {
    static std::deque<own_type> types;
    if (bytes == 0) throw invalid_value("a type of values has at least one byte");
    own_type& made = types.emplace_back(own_type{std::move(name), {}});
    made.description.code = bytes == 1    ? type_code::bytes1
                            : bytes == 2  ? type_code::bytes2
                            : bytes == 4  ? type_code::bytes4
                            : bytes == 8  ? type_code::bytes8
                            : bytes == 16 ? type_code::bytes16
                                          : type_code::none;
    made.description.bytes = bytes;
    made.description.name = made.name.c_str();
    return made.description;
}

/// The name that NumPy has for the type.
std::string numpy_name(const type_descriptor& type) {
    if (type.bytes == 0) return "structure";
    if (type.code == type_code::float32) return "float32";
    if (type.code == type_code::float64) return "float64";
    return type.name;
}

template <class Object, class... Positions>
nb::object element(const Object& x, Positions... at) {
    return python_scalar(get_element(*x, at...));
}
template <class Object, class... Positions>
void set(Object& x, nb::handle value, Positions... at) {
    set_element(x.changed(), at..., any_scalar_of(value, x->type()));
}

}  // namespace

const type_descriptor& known_type(const type_descriptor& type) {
    return type.is_built_in() ? type_of(type.bytes == 0 ? type_code::none : type.code) : type;
}

any_matrix matrix_object::view_as(const type_descriptor& type) const {
    if (!content_->is_on_host()) {
        if (const cuda::engine_ptr& e = current_session().on.cuda_engine()) {
            const cuda::csr_ref rows = content_->device_rows(e)->view();
            return any_matrix::borrowed(e, type.bytes == 0 ? rows.structure() : rows, type, content_.pointer());
        }
    }
    const formats::untyped_view rows = content_->rows();
    const structure_view& structure = rows;
    return any_matrix::borrowed(type.bytes == 0 ? formats::untyped_view{structure} : rows, type, content_.pointer());
}

std::shared_ptr<const matrix<void>> matrix_object::structure() const {
    if (structure_ == nullptr) structure_ = std::make_shared<const matrix<void>>(view_as(type_of<void>()));
    return structure_;
}

void bind_types(nb::module_& m) {
    nb::class_<type_descriptor>(m, "Type", "A type of values. Types are compared by identity.")
        .def_prop_ro("name", &numpy_name)
        .def_ro("itemsize", &type_descriptor::bytes)
        .def_prop_ro("is_built_in", &type_descriptor::is_built_in)
        .def("__repr__", [](const type_descriptor& type) { return "graphblas_gpu type " + numpy_name(type); });
    nb::dict types;
    for (int code = 0; code <= static_cast<int>(type_code::float64); ++code) {
        const type_descriptor& type = type_of(static_cast<type_code>(code));
        types[nb::str(numpy_name(type).c_str())] = nb::cast(&type, nb::rv_policy::reference);
    }
    m.attr("types") = types;
    m.def("make_type", &make_type, nb::rv_policy::reference);
}

void bind_containers(nb::module_& m) {
    nb::class_<matrix_object>(m, "Matrix")
        .def(nb::init<>())
        .def("reset",
             [](matrix_object& self, index nrows, index ncols, const type_descriptor& type) {
                 base::check_side(nrows, "matrix: number of rows");
                 base::check_side(ncols, "matrix: number of columns");
                 self.replace(any_matrix(nrows, ncols, type));
             })
        .def("share", [](matrix_object& self, const matrix_object& other) { self = other; })
        .def_prop_ro("nrows", [](const matrix_object& self) { return self->nrows(); })
        .def_prop_ro("ncols", [](const matrix_object& self) { return self->ncols(); })
        .def_prop_ro("nvals", [](const matrix_object& self) { return self->nvals(); })
        .def_prop_ro(
            "type", [](const matrix_object& self) -> const type_descriptor& { return known_type(self->type()); },
            nb::rv_policy::reference)
        .def_prop_ro("is_on_host", [](const matrix_object& self) { return self->is_on_host(); })
        .def("get", [](const matrix_object& self, index i, index j) { return element(self, i, j); })
        .def(
            "set", [](matrix_object& self, index i, index j, nb::handle value) { set(self, value, i, j); }, nb::arg(),
            nb::arg(), nb::arg().none())
        .def("resize_to",
             [](matrix_object& self, index nrows, index ncols) {
                 base::check_side(nrows, "resize: number of rows");
                 base::check_side(ncols, "resize: number of columns");
                 self.changed().resize(nrows, ncols);
             })
        .def("clear", [](matrix_object& self) { self.replace(self.empty()); })
        .def("is_symmetric", [](const matrix_object& self) {
            const auto kept = self.pointer();
            return run([&](const context& ctx) { return kept->is_symmetric(ctx); });
        });
    nb::class_<vector_object>(m, "Vector")
        .def(nb::init<>())
        .def("reset",
             [](vector_object& self, index size, const type_descriptor& type) {
                 base::check_side(size, "vector: size");
                 self.replace(any_vector(size, type));
             })
        .def("share", [](vector_object& self, const vector_object& other) { self = other; })
        .def_prop_ro("size", [](const vector_object& self) { return self->size(); })
        .def_prop_ro("nvals", [](const vector_object& self) { return self->nvals(); })
        .def_prop_ro(
            "type", [](const vector_object& self) -> const type_descriptor& { return known_type(self->type()); },
            nb::rv_policy::reference)
        .def_prop_ro("is_on_host", [](const vector_object& self) { return self->is_on_host(); })
        .def("get", [](const vector_object& self, index i) { return element(self, i); })
        .def(
            "set", [](vector_object& self, index i, nb::handle value) { set(self, value, i); }, nb::arg(), nb::arg().none())
        .def("resize_to",
             [](vector_object& self, index size) {
                 base::check_side(size, "resize: size");
                 self.changed().resize(size);
             })
        .def("clear", [](vector_object& self) { self.replace(self.empty()); });
}

}  // namespace graphblas_gpu::python
