// What copies between the devices of a context.
//
// Idea: one call takes a list of transfers and queues those in which a device of this process takes part. So the same call serves
// for copies within one process, for a library that sends and receives in groups (NCCL), and for one process a device, where every
// process passes the same list and makes its own part of it.
#pragma once

#include <memory>
#include <span>

#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// A copy of bytes from the memory of one engine to that of another.
struct transfer {
    const engine* source = nullptr;
    const void* from = nullptr;
    engine* target = nullptr;
    void* to = nullptr;
    std::size_t bytes = 0;
};

class communicator {
  public:
    virtual ~communicator() = default;
    /// Queues the transfers on the streams of their targets and does not wait. What the sources' streams write to the places
    /// that are read must be done, or the streams of the targets must wait for it (stream_mark); these places must stay until
    /// the streams of the targets have passed the copies. Throws panic if the driver refuses a copy.
    virtual void exchange(std::span<const transfer> transfers) = 0;
    /// How bytes travel, for reports.
    virtual const char* name() const = 0;
};

/// Copies from device to device within this process. Every engine must have given access to every other one.
std::shared_ptr<communicator> peer_copies_of_one_process();

}  // namespace graphblas_gpu::cuda
