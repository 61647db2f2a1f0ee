// What copies between the devices of a context.
//
// Idea: one call takes a list of transfers and queues those in which a device of this process takes part. So the same call
// serves for copies within one process, for a library that sends and receives in groups (NCCL), and for one process a device,
// where every process passes the same list and makes its own part of it.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu {
class process_group;
}

namespace graphblas_gpu::cuda {

/// A copy of bytes from the memory of one engine to that of another.
struct transfer {
    const engine* source = nullptr;
    const void* from = nullptr;
    engine* target = nullptr;
    void* to = nullptr;
    std::size_t bytes = 0;
};

/// Bytes in the memory of this process's device that another process gets, or writes.
struct device_message {
    int process = 0;
    void* data = nullptr;
    std::size_t bytes = 0;
};

/// What a process tells the others at the end of a step (together()).
struct process_note {
    std::int64_t numbers[6] = {};
    bool has_scalar = false;
    base::scalar_value scalar;
};

class communicator {
  public:
    virtual ~communicator() = default;

    /// The calls that end within a step of several processes, and nowhere else: all of them end the same step (together()).
    void take_part_in(std::shared_ptr<base::cancellation> calls) noexcept { calls_ = std::move(calls); }
    base::cancellation* calls() const noexcept { return calls_.get(); }

    /// Queues the transfers on the streams of their targets and does not wait. What the sources' streams write to the memory
    /// that is read must be done, or the streams of the targets must wait for it (stream_mark); this memory must stay until
    /// the streams of the targets have passed the copies. Throws panic if the driver refuses a copy.
    virtual void exchange(std::span<const transfer> transfers) = 0;
    /// How bytes travel, for reports.
    virtual const char* name() const = 0;

    /// What follows joins processes, each with one device, which make the same calls. Within one process nothing is copied.
    /// Throws error (code panic) if NCCL reports an error or a process has been waited for too long; the communicator cannot be
    /// used any more then.
    /// @{
    virtual int processes() const noexcept { return 1; }
    virtual int rank() const noexcept { return 0; }
    /// all[r] = the bytes of process r, at most max_gathered of each. Waits.
    virtual void all_gather(const void* own, void* all, std::size_t bytes) { std::memcpy(all, own, bytes); }
    /// Queues a copy from process `root` to all others: `memory` is on the device of `e`, in every process.
    virtual void broadcast(engine& e, void* memory, std::size_t bytes, int root) {
        (void)e, (void)memory, (void)bytes, (void)root;
    }
    /// Queues messages between processes on the stream of `e`. Each message that a process receives is
    /// one that the other process sends, of the same size; several between two processes keep their order.
    virtual void exchange(engine& e, std::span<const device_message> sends, std::span<const device_message> receives) {
        (void)e, (void)sends, (void)receives;
    }
    /// Waits for the stream of `e`.
    virtual void wait(const engine& e) { e.synchronise(); }
    /// @}
    static constexpr std::size_t max_gathered = 1024;

  private:
    std::shared_ptr<base::cancellation> calls_;
};

/// Copies from device to device within this process. Every engine must have given access to every other one.
std::shared_ptr<communicator> peer_copies_of_one_process();
/// The same by NCCL. Throws unsupported if it is not there.
std::shared_ptr<communicator> nccl_of_one_process(std::span<const std::shared_ptr<engine>> engines);
/// Why nccl_of_processes() has no NCCL to load; empty if it has.
std::string why_no_nccl();
/// NCCL between processes of which each has the device of one engine. All of them call this. Throws unsupported if NCCL is not
/// there.
std::shared_ptr<communicator> nccl_of_processes(const std::shared_ptr<engine>& e, process_group& processes,
                                                int timeout_seconds);

/// Calls body(note), tells every process what came of it, and gives the notes of all, in the order of ranks. If calls throw,
/// every process throws what that of the lowest rank has thrown. `call` is a number of what is called and with what; if it
/// differs in a process, every process throws invalid_value. Within one process only body() is called. A call that is cancelled
/// in one process ends in all of them.
std::vector<process_note> together(communicator& between, const char* operation, std::uint64_t call,
                                   base::function_ref<void(process_note&)> body);
/// A number for `call` above.
std::uint64_t number_of_call(const char* operation, std::initializer_list<std::int64_t> numbers);

}  // namespace graphblas_gpu::cuda
