// What copies between the devices of the ranks of a distributed program, which have one each.
//
// Idea: one call takes a list of messages and queues all of them, as NCCL sends and receives in groups.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// Bytes in the memory of this rank's device that another rank gets, or writes.
struct device_message {
    int rank = 0;
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// Joins the ranks of a distributed program (graphblas_gpu/distributed), each of which has one device. Functions throw error
/// (code panic) if NCCL reports an error or a rank has been waited for too long; the communicator cannot be used any more then.
class communicator {
  public:
    virtual ~communicator() = default;
    /// Queues messages between ranks on the stream of `e`. Each message that a rank receives is one that the other rank sends,
    /// of the same size; several between two ranks keep their order.
    virtual void exchange(engine& e, std::span<const device_message> sends, std::span<const device_message> receives) = 0;
    /// Waits for the stream of `e`.
    virtual void wait(const engine& e) = 0;
};

/// Why there is no NCCL to load; empty if there is.
std::string why_no_nccl();
/// NCCL between `ranks` ranks, of which this one has the number `rank` and the device of `e`. All of them call this, and all
/// have NCCL. broadcast(data, bytes) brings the bytes of rank 0 to the others.
std::shared_ptr<communicator> nccl_of_ranks(const std::shared_ptr<engine>& e, int rank, int ranks,
                                            base::function_ref<void(void*, std::size_t)> broadcast, int timeout_seconds);

}  // namespace graphblas_gpu::cuda
