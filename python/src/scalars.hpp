// Numbers of Python as scalars of the library, and the other way round.
#pragma once

#include <graphblas_gpu/any_scalar.hpp>

#include <nanobind/nanobind.h>

namespace graphblas_gpu::python {

/// A bool as bool, an integer as int64 or, beyond, uint64, another number as double; NumPy's scalars as what they are as Python
/// objects. None is no value of `type`; the bytes of a value, and no other object, are a value of a type that is not built in.
/// Throws domain_mismatch, and std::overflow_error (OverflowError) for an integer of Python that is no value of an integer
/// type.
any_scalar any_scalar_of(nanobind::handle value, const type_descriptor& type);

/// A bool, an int or a float; True for an entry without a value, bytes for a type that is not built in, None for no value.
nanobind::object python_scalar(const any_scalar& scalar);

}  // namespace graphblas_gpu::python
