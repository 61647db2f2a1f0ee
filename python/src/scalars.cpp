#include "scalars.hpp"

#include <graphblas_gpu/error.hpp>

#include <string>

namespace nb = nanobind;

namespace graphblas_gpu::python {

any_scalar any_scalar_of(nb::handle value, const type_descriptor& type) {
    if (value.is_none()) return any_scalar(type);
    if (nb::isinstance<nb::bytes>(value)) {
        const auto bytes = nb::borrow<nb::bytes>(value);
        if (type.is_built_in() || bytes.size() != type.bytes)
            throw domain_mismatch(std::to_string(bytes.size()) + " bytes are no value of type " + type.name);
        return any_scalar(type, bytes.c_str());
    }
    if (PyBool_Check(value.ptr())) return any_scalar(value.ptr() == Py_True);
    if (PyFloat_Check(value.ptr())) return any_scalar(PyFloat_AsDouble(value.ptr()));
    if (nb::hasattr(value, "item")) {
        const nb::object item = value.attr("item")();
        if (!nb::hasattr(item, "item")) return any_scalar_of(item, type);  // numpy.longdouble's item is one again
    }
    if (PyIndex_Check(value.ptr())) {
        const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
        if (!number.is_valid()) nb::raise_python_error();
        int overflow = 0;
        const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
        if (overflow == 0) return any_scalar(static_cast<std::int64_t>(small));
        const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
        if (overflow < 0 || PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            throw invalid_value("the integer " + std::string(nb::str(number).c_str()) + " has more than 64 bits");
        }
        return any_scalar(static_cast<std::uint64_t>(large));
    }
    throw domain_mismatch("an object of type " + std::string(nb::inst_name(value).c_str()) + " is no value");
}

nb::object python_scalar(const any_scalar& scalar) {
    if (!scalar.is_present()) return nb::none();
    const type_descriptor& type = scalar.type();
    if (type.bytes == 0) return nb::cast(true);
    if (!type.is_built_in()) return nb::bytes(static_cast<const char*>(scalar.data()), type.bytes);
    return formats::with_code(type.code, [&](auto of) { return nb::cast(scalar.as<typename decltype(of)::type>()); });
}

}  // namespace graphblas_gpu::python
