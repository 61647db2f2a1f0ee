#include "scalars.hpp"

#include <graphblas_gpu/error.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace nb = nanobind;

namespace graphblas_gpu::python {

namespace {

/// Whether an integer is a value of a type, of which those of integers have bounds here.
template <class Integer>
bool fits(Integer number, const type_descriptor& type) {
    return !type.is_built_in() || type.bytes == 0 || base::with_code(type.code, [&](auto of) {
        using value = typename decltype(of)::type;
        if constexpr (std::is_integral_v<value> && !std::is_same_v<value, bool>) return std::in_range<value>(number);
        else return true;
    });
}

bool is_real(const type_descriptor& type) { return type.code == type_code::float32 || type.code == type_code::float64; }

/// An integer of Python must be a value of the type. One of NumPy has a type of its own, from which it is cast.
any_scalar integer_of(nb::handle value, const type_descriptor& type, bool has_own_type) {
    const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
    if (!number.is_valid()) nb::raise_python_error();
    const auto text = [&] { return "the integer " + std::string(nb::str(number).c_str()); };
    const auto check = [&](auto x) {
        if (!has_own_type && !fits(x, type)) throw std::overflow_error(text() + " is no value of type " + type.name);
    };
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow == 0) {
        check(small);
        return any_scalar(static_cast<std::int64_t>(small));
    }
    const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
    if (overflow < 0 || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        if (is_real(type)) {
            const double rounded = PyLong_AsDouble(number.ptr());
            if (PyErr_Occurred() != nullptr) nb::raise_python_error();
            return any_scalar(rounded);
        }
        throw std::overflow_error(text() + " has more than 64 bits");
    }
    check(large);
    return any_scalar(static_cast<std::uint64_t>(large));
}

any_scalar scalar_of(nb::handle value, const type_descriptor& type, bool has_own_type) {
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
        if (!nb::hasattr(item, "item")) return scalar_of(item, type, true);  // numpy.longdouble's item is one again
    }
    if (PyIndex_Check(value.ptr())) return integer_of(value, type, has_own_type);
    throw domain_mismatch("an object of type " + std::string(nb::inst_name(value).c_str()) + " is no value");
}

}  // namespace

any_scalar any_scalar_of(nb::handle value, const type_descriptor& type) { return scalar_of(value, type, false); }

nb::object python_scalar(const any_scalar& scalar) {
    if (!scalar.is_present()) return nb::none();
    const type_descriptor& type = scalar.type();
    if (type.bytes == 0) return nb::cast(true);
    if (!type.is_built_in()) return nb::bytes(static_cast<const char*>(scalar.data()), type.bytes);
    return base::with_code(type.code, [&](auto of) { return nb::cast(scalar.as<typename decltype(of)::type>()); });
}

}  // namespace graphblas_gpu::python
