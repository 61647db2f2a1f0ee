// What every operation on a device begins with: the engine for itself, and the types and functions that a device does not take.
#pragma once

#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/type_descriptor.hpp>

#include <string>

namespace graphblas_gpu::device {

using cuda::engine_ptr;

/// The engine of a context, which an operation has for itself while this object lives.
class engine_in_use {
  public:
    engine_in_use(const engine_ptr& e, const char* operation) : e_(e), here_(*e, operation) {}
    operator const engine_ptr&() const { return e_; }
    cuda::engine* operator->() const { return e_.get(); }

  private:
    const engine_ptr& e_;
    cuda::engine::use here_;
};

/// Throws unsupported for an operator or a function that has no code.
[[noreturn]] inline void refuse_own_function(const char* operation, const char* what) {
    throw unsupported(std::string(operation) + ": the CUDA engine runs the ready-made operators on built-in types, and this " +
                      what + " is none of them; it runs on the host, with context::host()");
}

/// The code of a container's value type; refuses types of the user's own.
template <class T>
type_code code_of_values(const char* operation) {
    if constexpr (base::has_type_code<T>) {
        return base::code_of<T>();
    } else {
        throw unsupported(std::string(operation) +
                          ": the CUDA engine works on the built-in value types; one of the user's own stays on the host, with "
                          "context::host()");
    }
}

/// The code of a type whose values are only moved. A struct of the caller's own has a code by its size. Throws unsupported for
/// structs that no device moves.
type_code code_of_moved_values(const char* operation, const type_descriptor& type);
template <class T>
type_code code_of_moved_values(const char* operation) {
    return code_of_moved_values(operation, type_of<T>());
}

/// Throws unsupported if values would have to be cast, and one of both types is a struct. If C has no values, those of the
/// result are dropped, and nothing is cast.
/// @{
void require_device_cast(const char* operation, const type_descriptor& from, const type_descriptor& to);
template <class From, class To>
void require_device_cast(const char* operation) {
    require_device_cast(operation, type_of<From>(), type_of<To>());
}
/// @}

}  // namespace graphblas_gpu::device
