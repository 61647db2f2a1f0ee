// What lies between GrB_init and GrB_finalize: the contexts that calls run on, and the frame of every call.
//
// Idea: the standard lets threads call at the same time, a context belongs to one thread at a time. So a call borrows a context
// from a pool. On host threads the pool makes another one where all are in use; on a device there is one, and calls wait.
// Source: GraphBLAS C API 2.1, sections 2.5 (execution model) and 4.1.
#pragma once

#include <graphblas_gpu/capi/objects.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>

#include <concepts>
#include <string>
#include <type_traits>

namespace graphblas_gpu::capi {

/// GrB_ALREADY_SET, which no exception of this library stands for.
inline constexpr auto already_set = static_cast<error_code>(GrB_ALREADY_SET);

/// Where operations run.
enum class engine_choice { host, cuda, automatic };

/// The state of the library between GrB_init and GrB_finalize.
/// @{
GrB_Info begin_session(GrB_Mode mode) noexcept;
GrB_Info end_session() noexcept;
/// Throws error (code panic) before GrB_init and after GrB_finalize.
void require_session();
GrB_Mode session_mode() noexcept;
std::string engine_name();
/// Throws invalid_value for an unknown name, unsupported if there is no device.
void choose_engine(const std::string& name);
/// @}

/// A context of the pool, for one call.
class borrowed_context {
  public:
    borrowed_context();
    borrowed_context(const borrowed_context&) = delete;
    borrowed_context& operator=(const borrowed_context&) = delete;
    ~borrowed_context();
    const context& get() const noexcept { return *context_; }

  private:
    const context* context_;
};

/// The GrB_Info of the exception that is being handled. Its text becomes the error of `output`, if that is not null.
GrB_Info info_of_exception(object* output) noexcept;
/// Whether a handle points to an object.
template <class Object>
bool is_alive(const Object* x) noexcept {
    return x != nullptr && x->kind == Object::its_kind;
}
/// The object of a handle. Throws error (null_pointer, uninitialized_object).
template <class Object>
Object& checked(Object* x, const char* argument) {
    if (x == nullptr) throw error(error_code::null_pointer, std::string(argument) + " is null");
    if (x->kind != std::remove_const_t<Object>::its_kind)
        throw error(error_code::uninitialized_object, std::string(argument) + " was not made, or was freed");
    return *x;
}
/// Throws error (null_pointer).
inline void check_not_null(const void* x, const char* argument) {
    if (x == nullptr) throw error(error_code::null_pointer, std::string(argument) + " is null");
}

/// Runs f() and returns GrB_SUCCESS, or what f returns, or the code of its exception, with the text in `output`.
template <class Object, std::invocable F>
GrB_Info call(Object* output, const F& f) noexcept {
    try {
        require_session();
        if constexpr (std::is_void_v<std::invoke_result_t<const F&>>) {
            f();
            return GrB_SUCCESS;
        } else {
            return f();
        }
    } catch (...) {
        return info_of_exception(is_alive(output) ? output : nullptr);
    }
}
template <std::invocable F>
GrB_Info call(const F& f) noexcept {
    return call(static_cast<GrB_Matrix>(nullptr), f);
}
/// The same with a context.
template <class Object, std::invocable<const context&> F>
GrB_Info compute(Object* output, const F& f) noexcept {
    return call(output, [&] {
        const borrowed_context borrowed;
        f(borrowed.get());
    });
}
/// Sets a handle to the object that make() makes, or to null.
template <class Handle, std::invocable Make>
GrB_Info make_object(Handle* handle, const Make& make) noexcept {
    return call([&] {
        check_not_null(handle, "the handle");
        *handle = nullptr;
        *handle = make().release();
    });
}

}  // namespace graphblas_gpu::capi
