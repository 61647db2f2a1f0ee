// Host memory from a pool of the program's own. device_memory_resource (cuda/device/engine.hpp) is the same for a device.
#pragma once

#include <memory_resource>

namespace graphblas_gpu {

/// The arrays of the library in host memory come from `resource` from now on: those of containers and results, and working
/// memory that grows with the operands. Null: from the library's own memory, as at first. Returns the resource before. Lists
/// of the standard library and objects of a fixed size still come from operator new, and what CUDA pins for copies (128 KiB a
/// context) from CUDA.
///
/// * Several threads call the resource at the same time: std::pmr::synchronized_pool_resource may serve,
///   std::pmr::unsynchronized_pool_resource may not. It must not call the library.
/// * allocate(bytes, alignment) is called with an alignment of 64. Whatever it throws becomes out_of_memory, with the name of
///   the operation and the number of bytes; the call leaves its outputs as they were.
/// * Every block goes back to the resource that it came from, with the bytes and the alignment that were asked for, also after
///   another resource was set. So a resource has to exist as long as containers that were made or changed while it was set, and
///   contexts that computed meanwhile; context::release_memory() frees the memory of the latter.
/// * While a resource is set, nobody asks how much memory the system has: host_options::memory_limit is the only limit.
///
/// Any thread may call this at any time. Without a resource a block costs a relaxed load and a branch more when it is allocated
/// and when it is freed; with one each costs a lock and a look into a table, too. Throws out_of_memory.
std::pmr::memory_resource* set_host_memory(std::pmr::memory_resource* resource);

}  // namespace graphblas_gpu
