// dist::context: where each rank computes, and how the ranks form a grid.
//
// Idea: rank r of a grid of pr x pc ranks has the number (r / pc, r % pc) and the block of this number of every matrix. Each
// call is made by all ranks with the same arguments but for what a rank holds itself. After each step every rank learns whether
// the step has failed in any rank, so that all of them throw the same error or none does.
#pragma once

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/random_deal.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/distributed/times.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

namespace graphblas_gpu::cuda {
class communicator;
}

namespace graphblas_gpu::dist {

/// In which order rows and columns are cut into blocks.
enum class layout : std::uint8_t {
    natural,   ///< as they are: sums have the bits of one process
    shuffled,  ///< dealt out at random (base/random_deal.hpp): the blocks of graphs with hubs are balanced, and floating-point
               ///< sums run in another order
};

/// How parts of matrices travel between ranks whose operations run on a CUDA device.
enum class between_devices : std::uint8_t {
    automatic,  ///< by NCCL where the ranks can, else staged
    staged,     ///< through host memory and the communicator
    nccl,       ///< from device to device: each rank has one device, which no other rank has, and NCCL (libnccl.so.2)
};

/// Options of dist::context, equal in all ranks.
struct options {
    int grid_rows = 0;  ///< pr, a divisor of the number of ranks; 0: pr x pc as square as possible, pr <= pc
    enum layout layout = layout::natural;
    double timeout_seconds = 300;  ///< a rank that others have waited for so long counts as dead
    enum between_devices between_devices = between_devices::automatic;
    bool measures_times = false;  ///< for take_times(); a rank with a device then waits for it at the end of each step
};

/// What a rank tells the others at the end of a step.
struct note {
    std::int64_t number = 0;
    std::int64_t changes = 0;  ///< entries of an output that have changed, where an operation reports them
};

/// A handle to the ranks, the grid and the context of this rank. Copies share them.
class context {
  public:
    /// All ranks call this. Throws invalid_value in all ranks if the options differ, grid_rows is no divisor of the number of
    /// ranks, or the limit of time is not positive; unsupported if NCCL is asked for and cannot join the ranks.
    context(const graphblas_gpu::context& local, std::shared_ptr<communicator> world, const options& how = {});

    /// Where the operations of this rank run.
    const graphblas_gpu::context& local() const noexcept { return state_->local; }
    /// The ranks.
    communicator& world() const noexcept { return *state_->world; }
    int rank() const noexcept { return world().rank(); }  ///< the number of this rank
    int size() const noexcept { return world().size(); }  ///< the number of ranks
    /// The numbers of rows and columns of the grid.
    /// @{
    int grid_rows() const noexcept { return state_->how.grid_rows; }
    int grid_columns() const noexcept { return size() / grid_rows(); }
    /// @}
    /// The layout of all matrices and vectors of this context; natural if there is one rank.
    enum layout layout() const noexcept { return state_->how.layout; }
    /// What moves parts of matrices from the device of a rank to those of others; null where they are staged, or where a rank
    /// has no device.
    const std::shared_ptr<cuda::communicator>& devices() const noexcept { return state_->devices; }
    /// What each operation has taken since the last call of this function, if options::measures_times is set: for each the most
    /// of any rank, in the order of first calls. Called by all ranks.
    std::vector<operation_times> take_times() const;
    bool measures_times() const noexcept { return state_->how.measures_times; }  ///< whether that is set
    /// Whether both are copies of one context.
    friend bool operator==(const context& a, const context& b) noexcept { return a.state_ == b.state_; }

    /// For operations: where the indices of a side of length n are stored, and where one of them is.
    /// @{
    base::random_deal order_of(index n) const {
        constexpr std::uint64_t seed = 56;
        return {static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(size()), seed};
    }
    index place_of(const base::random_deal& order, index i) const {
        return layout() == dist::layout::shuffled ? static_cast<index>(order(static_cast<std::uint64_t>(i))) : i;
    }
    /// @}

    /// For operations: calls body(own note) and gives the notes of all ranks. If it throws in a rank, all ranks throw what the
    /// first of them has thrown, with "(in rank r)" unless all have thrown the same. `arguments` are numbers that have to be
    /// equal in all ranks, else all of them throw invalid_value.
    std::vector<note> together(const char* operation, std::initializer_list<std::int64_t> arguments,
                               base::function_ref<void(note&)> body) const;
    /// For operations: counts work between the steps of an operation.
    void count_work(double seconds) const;

  private:
    void join_devices();
    void begin_measured(const char* operation) const;
    void count_messages() const;

    struct state {
        graphblas_gpu::context local;
        std::shared_ptr<communicator> world;
        options how;
        std::shared_ptr<cuda::communicator> devices;
        std::int64_t steps = 0;
        std::vector<operation_times> times;
        std::size_t now = 0;                      ///< of these, the operation whose step was the last
        traffic exchanged_before, agreed_before;  ///< what is counted in `times`
    };
    std::shared_ptr<state> state_;
};

}  // namespace graphblas_gpu::dist
