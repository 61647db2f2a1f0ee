// Turns the exceptions of the standard library about memory into out_of_memory.
//
// Idea: callers of the library catch graphblas_gpu::error only. So std::bad_alloc and std::length_error become out_of_memory
// with the name of the thing that does not fit. An out_of_memory of our own allocation, which has the number of bytes, gets
// this name too.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <new>
#include <stdexcept>
#include <string>

namespace graphblas_gpu::formats {

/// Calls f(). Throws out_of_memory "<what> does not fit in memory", with the number of bytes if it is known.
template <class F>
auto within_memory(const std::string& what, F&& f) -> decltype(f()) {
    try {
        return f();
    } catch (const out_of_memory& e) {
        throw out_of_memory(what + " does not fit in memory: " + e.what());
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {  // more elements than a vector or string can count
    }
    throw out_of_memory(what + " does not fit in memory");
}

}  // namespace graphblas_gpu::formats
