// Needs: a callable that allocates through the standard library.
// Idea: whoever calls the library catches graphblas_gpu::error and nothing else, so the standard library's two ways of
// saying that memory does not suffice become out_of_memory, with words for what it was that did not fit. What our own
// allocation throws has the number of bytes and gets the words too.
#pragma once

#include <graphblas_gpu/error.hpp>

#include <new>
#include <stdexcept>
#include <string>

namespace graphblas_gpu::formats {

/// f(), or out_of_memory "<what> does not fit in memory", followed by the number of bytes where it is known.
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
