// The CUDA engine as the rest of the library sees it: a device, a stream, and memory in the order of the stream.
//
// Idea: no header of CUDA is needed to include this, so that a program compiled by g++ alone uses the engine. Everything that
// the engine does is queued on one stream, or on others that it waits for (concurrent_streams.hpp); only answers that the host needs
// make it wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include <graphblas_gpu/formats/mutex.hpp>
#include <graphblas_gpu/formats/fork.hpp>
#include <graphblas_gpu/formats/owning_thread.hpp>
#include <graphblas_gpu/formats/types.hpp>

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace graphblas_gpu {

/// Where the CUDA engine gets device memory from; for a program that has a pool of its own (RMM's resources have the same two
/// calls). Both are in the order of the stream.
class device_memory_resource {
  public:
    virtual ~device_memory_resource() = default;
    /// Device memory, aligned to 256 bytes. Throws out_of_memory.
    virtual void* allocate(std::size_t bytes, CUstream_st* stream) = 0;
    /// What allocate(bytes, stream) returned; the stream may be another.
    virtual void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept = 0;
};

namespace cuda {

struct block_owners;
struct side_streams;
class staging;

/// Memory of which every block is one of the driver's, of the size that was asked for. It is slower than what a context has by
/// itself, but compute-sanitizer sees who leaves a block. For one context.
std::shared_ptr<device_memory_resource> exact_memory(int device);

/// A copy from the device to the host.
struct download {
    void* to;
    const void* from;
    std::size_t bytes;
};

/// What was copied between host and device, since the engine was made.
struct moves {
    std::int64_t bytes_to_device = 0;
    std::int64_t bytes_to_host = 0;
    double milliseconds = 0;
};

/// What kernels are planned by.
struct device_facts {
    int multiprocessors = 0;
    std::int64_t shared_bytes_per_block = 0;  ///< the most that a block may ask for
    std::int64_t shared_bytes_per_multiprocessor = 0;
    std::int64_t l2_bytes = 0;
    std::int64_t total_bytes = 0;
    std::string name;
};

class engine {
  public:
    /// Throws invalid_value (no such device), unsupported (no driver or device, or one older than compute capability 8.0).
    static std::shared_ptr<engine> make(int device, std::int64_t memory_limit, CUstream_st* stream,
                                        std::shared_ptr<device_memory_resource> memory);
    /// Devices that make() would take.
    static int usable_devices() noexcept;

    ~engine();
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;

    int device() const noexcept { return device_; }
    CUstream_st* stream() const noexcept { return stream_; }
    const device_facts& facts() const noexcept { return facts_; }

    /// Device memory; nullptr for 0 bytes. What all contexts of the process keep on the device is given back before an
    /// allocation fails. Throws out_of_memory with the operation, the bytes asked for, those in use, those free or the limit,
    /// and what helps.
    void* allocate(std::size_t bytes);
    void deallocate(void* block, std::size_t bytes) noexcept;
    /// One more owner of what allocate() returned: it is free when each of them has deallocated it.
    void share(void* block);

    /// Waits for the stream. Throws what a kernel has done wrong.
    void synchronise() const;
    /// Copies in the order of the stream. to_host waits for it, once for all that it is given; what to_device reads may be gone
    /// when it returns.
    /// @{
    void to_device(void* to, const void* from, std::size_t bytes);
    void to_host(std::initializer_list<download> downloads);
    void to_host(void* to, const void* from, std::size_t bytes) { to_host({{to, from, bytes}}); }
    void copy(void* to, const void* from, std::size_t bytes);
    void set_bytes(void* to, int byte, std::size_t bytes);
    /// A few bytes that the engine wants to know (a count); not counted as a move.
    void peek(void* to, const void* from, std::size_t bytes);
    /// The same without a copy: a kernel writes up to 128 numbers to answer(), await_answer() waits for the stream and returns
    /// the first.
    /// @{
    std::int64_t* answer() const noexcept;
    std::int64_t await_answer();
    /// @}
    /// The other way, without waiting.
    void poke(void* to, const void* from, std::size_t bytes);
    /// @}

    /// Bytes that allocate() can still give: within the limit, and free on the device or kept by contexts of this process.
    std::int64_t free_bytes() const;
    /// What the pool keeps of what was given back. 0 for memory resources of the caller's own.
    std::int64_t kept_bytes() const;
    /// Gives that to the device, as far as nobody uses it; waits for the stream.
    void release_memory();
    /// What can be done where memory is short, as the end of a message.
    std::string what_gives_memory() const;
    /// Bytes handed out now, and the most since reset_peak().
    /// @{
    std::int64_t bytes_in_use() const noexcept;
    std::int64_t peak_bytes() const noexcept;
    void reset_peak() noexcept;
    /// @}
    std::int64_t memory_limit() const noexcept { return memory_limit_; }
    cuda::moves moved() const noexcept;
    /// The same since the last call of this one, for reports.
    cuda::moves take_moves() noexcept;
    /// What concurrent_streams keeps here.
    std::shared_ptr<side_streams>& sides() noexcept { return sides_; }

    /// Makes this device the current one of the thread for its lifetime, and the one before afterwards.
    class current_device {
      public:
        explicit current_device(const engine& e);
        ~current_device();
        current_device(const current_device&) = delete;
        current_device& operator=(const current_device&) = delete;

      private:
        int before_ = 0;
    };
    /// The same for an operation, which has the engine to itself. Throws invalid_context if another thread is in one. `operation`,
    /// a literal, is named where memory runs out meanwhile: the outermost, which is what the caller has called.
    class use {
      public:
        explicit use(const engine& e, const char* operation = nullptr);
        ~use();
        use(const use&) = delete;
        use& operator=(const use&) = delete;

      private:
        formats::owning_thread::turn turn_;
        current_device device_;
        const engine* named_ = nullptr;  // the engine that has its operation from here
    };

  private:
    /// Throws invalid_context if the engine is that of the parent process: what CUDA has there cannot be used in a child of fork().
    void require_own_process() const;
    engine(int device, std::int64_t memory_limit, CUstream_st* stream, std::shared_ptr<device_memory_resource> memory);

    void queue_to_device(void* to, const void* from, std::size_t bytes);
    void fetch(std::initializer_list<download> downloads);
    void* allocate_from_all(std::size_t bytes);
    std::string asked_for(std::int64_t bytes) const;

    int device_ = 0;
    std::int64_t memory_limit_ = 0;
    CUstream_st* stream_ = nullptr;
    bool owns_stream_ = false;
    std::shared_ptr<device_memory_resource> memory_;
    device_facts facts_;
    mutable formats::mutex mutex_;
    std::int64_t in_use_ = 0;
    std::int64_t peak_ = 0;
    mutable formats::mutex moving_;  // several threads may fetch what containers have here
    cuda::moves moved_;
    cuda::moves reported_;
    std::shared_ptr<staging> staging_;
    std::shared_ptr<side_streams> sides_;
    std::shared_ptr<block_owners> owners_;
    mutable formats::owning_thread owner_;
    unsigned made_in_ = formats::process_number();
    mutable std::atomic<const char*> operation_ = nullptr;  // that is under way, for messages
};

}  // namespace cuda
}  // namespace graphblas_gpu
