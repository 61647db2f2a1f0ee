// What carries bytes between the ranks of a distributed program.
//
// Idea: a transport only moves messages between pairs of ranks. Collective calls are made of messages here, so that a wait that
// ends by its limit of time can name the rank that did not come. MPI (mpi.hpp) and the threads of one process (threads.hpp) are
// transports.
// Source: the trees: Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH", International
// Journal of High Performance Computing Applications 19 (2005).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace graphblas_gpu::dist {

/// Bytes that this rank sends to another one.
struct outgoing {
    int to = 0;
    const void* data = nullptr;
    std::size_t bytes = 0;
};
/// Bytes that this rank receives from another one.
struct incoming {
    int from = 0;
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// What a rank has sent and received, and how long it took, waiting included.
struct traffic {
    std::int64_t bytes_sent = 0;
    std::int64_t bytes_received = 0;
    std::int64_t messages_sent = 0;
    double seconds = 0;

    traffic& operator+=(const traffic& t) noexcept;
    friend traffic operator-(const traffic& a, const traffic& b) noexcept;
};

/// The ranks of a program, of which this process (or thread) is one. All ranks make the same calls in the same order. One
/// thread of a rank uses an object.
class communicator {
  public:
    virtual ~communicator() = default;

    /// The number of this rank, 0 .. size() - 1, and how many ranks there are.
    /// @{
    int rank() const noexcept { return rank_; }
    int size() const noexcept { return size_; }
    /// @}
    /// The longest time in seconds that a rank waits for another one, at first 300. Throws invalid_value unless it is positive.
    /// @{
    double timeout_seconds() const noexcept { return timeout_seconds_; }
    void set_timeout_seconds(double seconds);
    /// @}

    /// Sends and receives lists of messages at once and returns when all of them have arrived. Each message that a rank
    /// receives is one that the other rank sends in its call, of the same size; several between two ranks keep their order. No
    /// message goes from a rank to itself. A wait that exceeds the limit calls abort().
    void exchange(std::span<const outgoing> sends, std::span<const incoming> receives);
    /// Counts messages that have gone from device to device instead.
    void count_exchanged(const traffic& t) noexcept;
    /// all[r] = the bytes of rank r, `bytes` of each. O(log ranks) messages a rank.
    void all_gather(const void* own, void* all, std::size_t bytes);
    /// The bytes of `root` reach all other ranks. O(log ranks) messages a rank.
    void broadcast(void* data, std::size_t bytes, int root);

    /// What exchange() and what the collective calls have moved since the communicator was made.
    /// @{
    const traffic& exchanged() const noexcept { return exchanged_; }
    const traffic& collective() const noexcept { return collective_; }
    /// @}

    /// Ends all ranks: each says `why`, or that another rank has failed. Processes end; threads throw error (code panic).
    [[noreturn]] void abort(const std::string& why);

  protected:
    /// What abort() does; it does not return.
    virtual void end_all(const std::string& why) = 0;
    communicator(int rank, int size) noexcept : rank_(rank), size_(size) {}
    /// What exchange() does, with a limit of time in seconds. After that late() says which rank has not come.
    virtual void transfer(std::span<const outgoing> sends, std::span<const incoming> receives, double seconds) = 0;
    /// Calls abort() because `other` has not sent, or taken, its messages.
    [[noreturn]] void late(int other, double seconds);

  private:
    void transfer_collectively(std::span<const outgoing> sends, std::span<const incoming> receives, int height);

    int rank_ = 0, size_ = 1;
    double timeout_seconds_ = 300;
    traffic exchanged_, collective_;
};

}  // namespace graphblas_gpu::dist
