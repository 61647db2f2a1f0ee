// Operators, monoids, semirings and functions by name, from C function pointers and from expressions.
#include "objects.hpp"
#include "scalars.hpp"

#include <graphblas_gpu/any_function.hpp>
#include <graphblas_gpu/any_semiring.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/jit_semiring.hpp>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <string_view>
#include <utility>

namespace graphblas_gpu::python {
namespace {

/// The semiring of the catalogue or, where it has none, of a monoid and an operator: "lor_land" is the monoid lor and the
/// operator land, "bit_or_first" the monoid bit_or and the operator first. Throws invalid_value.
any_semiring semiring_of(std::string_view name, const type_descriptor& type) {
    std::string refused;
    try {
        return any_semiring(name, type);
    } catch (const invalid_value& e) {
        refused = e.what();
    }
    for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
        try {
            return any_semiring(any_monoid(name.substr(0, at), type), any_operator(name.substr(at + 1), type));
        } catch (const error&) {
            // the name is divided elsewhere
        }
    }
    throw invalid_value(refused);
}

/// The semiring, and whether it is one of the catalogue, which host threads can compute with.
std::pair<any_semiring, bool> of_expressions(const std::string& add, const std::string& identity, const std::string& multiply,
                                             const type_descriptor& type) {
    if (!type.is_built_in() || type.bytes == 0)
        throw unsupported("a semiring of expressions: values of type " + std::string(type.name) + " are not computed with");
    return base::with_code(type.code, [&](auto of) {
        const jit_semiring<typename decltype(of)::type> made({.add = add, .identity = identity, .multiply = multiply});
        return std::pair(any_semiring(made), made.is_catalogued());
    });
}

template <class Pointer>
Pointer function_at(std::uintptr_t address) {
    if (address == 0) throw invalid_value("an operator: the address of the function is 0");
    return reinterpret_cast<Pointer>(address);
}

}  // namespace

void bind_operators(nb::module_& m) {
    const auto type_ref = nb::rv_policy::reference;
    nb::class_<any_operator>(m, "Binary")
        .def(nb::init<std::string_view, const type_descriptor&>())
        .def("__init__",
             [](any_operator* self, std::uintptr_t address, const type_descriptor& left, const type_descriptor& right,
                const type_descriptor& result) {
                 new (self) any_operator(function_at<binary_function_pointer>(address), left, right, result);
             })
        .def_prop_ro(
            "left_type", [](const any_operator& f) -> const type_descriptor& { return known_type(f.left_type()); }, type_ref)
        .def_prop_ro(
            "result_type", [](const any_operator& f) -> const type_descriptor& { return known_type(f.result_type()); },
            type_ref);
    nb::class_<any_monoid>(m, "Monoid")
        .def(nb::init<std::string_view, const type_descriptor&>())
        .def("__init__",
             [](any_monoid* self, const any_operator& op, nb::handle identity) {
                 new (self) any_monoid(op, any_scalar_of(identity, op.result_type()).cast_to(op.result_type()));
             })
        .def_prop_ro(
            "type", [](const any_monoid& f) -> const type_descriptor& { return known_type(f.type()); }, type_ref)
        .def_prop_ro("identity", [](const any_monoid& f) { return python_scalar(f.identity()); });
    nb::class_<any_semiring>(m, "Semiring")
        .def("__init__", [](any_semiring* self, std::string_view name,
                            const type_descriptor& type) { new (self) any_semiring(semiring_of(name, type)); })
        .def(nb::init<const any_monoid&, const any_operator&>())
        .def_prop_ro(
            "value_type", [](const any_semiring& s) -> const type_descriptor& { return known_type(s.value_type()); }, type_ref);
    m.def("expression_semiring", &of_expressions);
    nb::list names;
#define GB_SEMIRING(name, domain) names.append(#name);
#include <semirings/catalogue.def>
    m.attr("semirings") = names;
    nb::class_<any_function>(m, "Function")
        .def(nb::init<std::string_view, const type_descriptor&>())
        .def(nb::init<std::string_view, std::int64_t>())
        .def_static("bind_first", [](const any_operator& op,
                                     nb::handle x) { return any_function::bind_first(op, any_scalar_of(x, op.left_type())); })
        .def_static("bind_second",
                    [](const any_operator& op, nb::handle y) {
                        return any_function::bind_second(op, any_scalar_of(y, op.right_type()));
                    })
        .def("__init__",
             [](any_function* self, std::uintptr_t address, const type_descriptor& argument, const type_descriptor& result) {
                 new (self) any_function(function_at<unary_function_pointer>(address), argument, result);
             })
        .def("__init__",
             [](any_function* self, std::uintptr_t address, const type_descriptor& argument, const type_descriptor& result,
                nb::handle y) {
                 new (self)
                     any_function(function_at<index_function_pointer>(address), argument, result, any_scalar_of(y, argument));
             })
        .def_prop_ro(
            "result_type", [](const any_function& f) -> const type_descriptor& { return known_type(f.result_type()); },
            type_ref);
}

}  // namespace graphblas_gpu::python
