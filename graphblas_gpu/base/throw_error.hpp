// Throws an exception that another process has thrown.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <string>

namespace graphblas_gpu::base {

/// Throws the class of exception that has this code: invalid_value rather than io_error, invalid_object rather than
/// invalid_context.
[[noreturn]] void throw_error(error_code code, const std::string& message);

}  // namespace graphblas_gpu::base
