// Blocks of rows on their way from a device to host memory, while the engine computes the next block.
//
// Idea: a block is copied into pinned memory on a stream of its own, so that the copy takes place at the speed of the link and
// beside kernels. It is handed over when the block after it has been sent. Nothing is copied a second time here: the receiver
// reads the pinned memory, which is used for a later block as soon as nobody else holds it.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/formats/untyped_csr.hpp>

#include <memory>
#include <vector>

namespace graphblas_gpu::cuda {

class rows_to_host {
  public:
    /// Takes rows in pinned memory, of which rows.keep is an owner, and the number of the first of them. It is called by the
    /// thread that sends.
    using receiver = base::function_ref<void(formats::untyped_rows&& rows, index first_row)>;

    /// The receiver must outlive this object.
    rows_to_host(engine_ptr e, receiver to);
    /// Waits for the copies. A block that was not handed over is lost.
    ~rows_to_host();
    rows_to_host(const rows_to_host&) = delete;
    rows_to_host& operator=(const rows_to_host&) = delete;

    /// Queues the copy of a block behind what the engine has queued, and hands over the block before it. Throws out_of_memory
    /// if the system pins no more memory, and what the receiver throws.
    void send(csr&& block, index first_row);
    /// Hands over the block that is under way, and frees its memory on the device; false if there is none.
    bool finish();
    bool is_under_way() const noexcept { return under_way_ != nullptr; }

  private:
    struct copy_stream;
    struct pinned_memory;
    struct transfer;

    std::shared_ptr<pinned_memory> memory_for(std::size_t bytes);
    void hand_over(transfer& done);

    engine_ptr engine_;
    receiver receiver_;
    std::vector<std::shared_ptr<pinned_memory>> pinned_;
    std::unique_ptr<transfer> under_way_;
    std::unique_ptr<copy_stream> stream_;  ///< the last member, so that copies have ended before anything else is freed
};

}  // namespace graphblas_gpu::cuda
