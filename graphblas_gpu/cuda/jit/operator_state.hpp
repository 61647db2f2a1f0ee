// The constants of an operator that carries its source, and the name of what has been compiled of it.
#pragma once

#include <cstddef>
#include <cstring>

namespace graphblas_gpu::cuda {

/// The bytes of an object with operators: its constants. Kernels get them as a parameter, so that other constants need no other
/// code.
struct operator_state {
    static constexpr std::size_t most_bytes = 32;
    alignas(8) unsigned char bytes[most_bytes] = {};
};

inline operator_state state_of(const void* object, std::size_t bytes) {
    operator_state out;
    std::memcpy(out.bytes, object, bytes);
    return out;
}

/// What has been compiled and loaded of one source, on all devices. The kernels are compiled when they are first needed.
class linked_program;

}  // namespace graphblas_gpu::cuda
