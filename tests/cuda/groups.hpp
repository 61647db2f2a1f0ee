// Contexts of several devices for tests. The emulated device is made to be four.
#pragma once

#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <tests/engine.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <tests/rehearsal/runtime.hpp>
#endif

namespace device_samples {

/// Whether the machine has so many devices; those of a rehearsal are made here. If not, the case is named.
inline bool has_devices(int count, const char* name) {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    rehearsal::set_devices(4);
#endif
    if (graphblas_gpu::cuda::engine::usable_devices() >= count) return true;
    std::printf("skipped: %s: the machine has fewer than %d devices\n", name, count);
    return false;
}

/// A context that spreads work of any size.
inline graphblas_gpu::context on_devices(std::vector<int> devices, std::int64_t limit = 0) {
    return graphblas_gpu::context::cuda(
        {.devices = std::move(devices), .memory_limit = limit, .memory = spec::device_memory(), .spread_from = 0});
}
/// The same of the first devices of the machine.
inline graphblas_gpu::context on_first_devices(int count) {
    std::vector<int> devices(static_cast<std::size_t>(count));
    std::iota(devices.begin(), devices.end(), 0);
    return on_devices(std::move(devices));
}

/// The bytes that the devices of a context have copied from each other.
inline std::int64_t pulled_by(const graphblas_gpu::context& ctx) {
    std::int64_t bytes = 0;
    for (const auto& e : ctx.device_group()->engines()) bytes += e->moved().bytes_from_devices;
    return bytes;
}

}  // namespace device_samples
