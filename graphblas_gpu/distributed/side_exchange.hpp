// Arrays with an element for each index of one side of a matrix, which the ranks complete from their parts, or add up to them.
//
// Idea: all ranks know how long such an array is, so that the numbers travel alone: no sizes before them, and no agreement of
// the ranks between the rounds of an algorithm. What a rank computes between two exchanges may fail; it then sends what it has,
// and says so in the next step (context::together).
#pragma once

#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/distributed/grid.hpp>
#include <graphblas_gpu/matrix.hpp>
#include <graphblas_gpu/vector.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace graphblas_gpu::dist {

/// Numbers in host memory or, if the context of the ranks is one of devices, on that of this rank.
template <class T>
class local_array {
  public:
    local_array() = default;
    /// Throws out_of_memory. The numbers are arbitrary.
    local_array(const context& ctx, index n) {
        const auto size = static_cast<std::size_t>(n);
        if (ctx.local().is_cuda()) device_ = cuda::array<T>(ctx.local().cuda_engine(), size);
        else host_ = buffer<T>(size);
    }
    /// The numbers, where they are.
    T* data() { return host_.empty() ? device_.data() : host_.data(); }

  private:
    buffer<T> host_;
    cuda::array<T> device_;
};

/// A vector with an entry everywhere: entry i is the sum over k below `pieces` of parts[k * n + i]. Called within a step.
graphblas_gpu::vector<std::int64_t> sums_of_pieces(const context& ctx, const std::int64_t* parts, index pieces, index n);

/// Messages of which the receivers know the sizes.
struct known_messages {
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
};

/// For arrays of elements of some bytes, in host memory or, if the context of the ranks is one of devices, on these. A rank's
/// own part (vector_parts) lies within some ranks' sides.
class side_exchange {
  public:
    /// For the rows, or columns, of the blocks of a matrix. Not a step: throws for this rank alone. `is_queued`: what NCCL
    /// moves is not waited for; whoever waits for the device next does so by cuda::communicator::wait, which has a limit of
    /// time.
    side_exchange(const context& ctx, const grid_cuts& cuts, bool of_columns, std::size_t bytes_of_element,
                  bool is_queued = false);

    const rectangle& side() const { return side_; }  ///< the rows or columns of the own block, as columns of one row
    const rectangle& part() const { return part_; }  ///< the own part
    index pieces() const { return pieces_; }         ///< how many ranks have the own part in their sides

    /// Gets the elements of the own side of which other ranks have the parts; those of the own part are in place, unless it
    /// lies outside, as it may for columns: `own` has them.
    void expand(void* side, const void* own, const known_messages& more = {}) const;
    /// Gets what the ranks have in their sides for the own part: pieces[k * part().ncols], in the order of ranks.
    void fold(const void* side, void* pieces) const;

  private:
    struct shared {
        int rank;
        std::size_t first, bytes;  ///< within the side, or within the part
        std::size_t piece;
    };
    const context& ctx_;
    std::size_t bytes_;
    bool is_queued_;
    rectangle side_, part_;
    std::vector<shared> parts_in_side_, sides_with_part_;
    index pieces_ = 0;
};

/// Work between steps, after which this rank still takes part in an exchange: its error is thrown in the next step.
class work_between {
  public:
    /// Calls work(), whose time is that of the operation.
    template <class F>
    void run(const context& ctx, const F& work) {
        const base::stopwatch taken;
        try {
            work();
        } catch (...) {
            thrown_ = std::current_exception();
        }
        ctx.count_work(taken.milliseconds() / 1000);
    }
    /// Throws what run() has thrown. Called within the next step.
    void rethrow() const {
        if (thrown_ != nullptr) std::rethrow_exception(thrown_);
    }

  private:
    std::exception_ptr thrown_;
};

/// Moves messages in host memory or, if the context is one of devices, between these: staged, or as move_between_devices. All
/// ranks call this, between steps: an error ends all of them.
void move_known(const context& ctx, const known_messages& messages, bool is_queued = false);
/// Moves messages by NCCL. `is_queued` as above.
void move_between_devices(const context& ctx, const known_messages& messages, bool is_queued);

}  // namespace graphblas_gpu::dist
