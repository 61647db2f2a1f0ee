// Turns the exceptions of the standard library about memory into out_of_memory.
//
// Idea: callers of the library catch graphblas_gpu::error only. So std::bad_alloc and std::length_error become out_of_memory
// with the name of the call, or of the thing that does not fit. Where there is no memory for that message either, they become
// the out_of_memory that allocates nothing. All that within_memory() calls is one operation with one budget.
#pragma once

#include <graphblas_gpu/base/memory_budget.hpp>
#include <graphblas_gpu/error.hpp>

#include <new>
#include <stdexcept>
#include <string_view>

namespace graphblas_gpu::base {

/// Throws out_of_memory "<what> does not fit in memory", and behind it `why` unless that is null.
[[noreturn]] void throw_does_not_fit(std::string_view what, const char* why);
/// Throws out_of_memory "<call>: no memory for its working data".
[[noreturn]] void throw_no_memory(const char* call);

/// Calls f(). Throws out_of_memory "<what> does not fit in memory", with the number of bytes if it is known. An out_of_memory
/// of our own allocation, which has the number of bytes, gets this name too.
template <class F>
auto within_memory(std::string_view what, F&& f) -> decltype(f()) {
    const named_operation running(unnamed_operation);
    try {
        return f();
    } catch (const out_of_memory& e) {
        throw_does_not_fit(what, e.what());
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {  // more elements than a vector or string can count
    }
    throw_does_not_fit(what, nullptr);
}

/// Calls f(), which is all that the public function `call` does with memory: what the standard library throws about memory
/// becomes out_of_memory, all other exceptions stay as they are. It costs nothing unless something is thrown.
template <class F>
auto library_call(const char* call, F&& f) -> decltype(f()) {
    try {
        return f();
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    throw_no_memory(call);
}

}  // namespace graphblas_gpu::base
