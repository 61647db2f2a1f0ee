// The CUDA engine as the rest of the library sees it: a device, a stream, and memory that is allocated in stream order.
//
// Idea: this header includes no header of CUDA, so that a program compiled by g++ alone can use the engine. Everything that the
// engine does is queued on one stream, or on streams that this one waits for (device/streams.hpp). The host waits only if it
// needs a result.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/base/fork.hpp>
#include <graphblas_gpu/base/mutex.hpp>
#include <graphblas_gpu/base/owning_thread.hpp>
#include <graphblas_gpu/base/types.hpp>

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace graphblas_gpu {

/// The source of a context's device memory (cuda_options::memory), for programs that have a memory pool of their own;
/// docs/operating.md has one for those of RMM. All memory of operations and containers comes from it, but not what CUDA itself,
/// cuBLAS and NCCL allocate. Containers and contexts keep it alive as long as they have memory of it.
///
/// A context calls it from one thread at a time; a resource that serves several contexts locks itself. It must not call the
/// library.
class device_memory_resource {
  public:
    virtual ~device_memory_resource() = default;
    /// `bytes` bytes, never 0, aligned to 256 bytes, on the context's device, which is the current one. `stream` is the
    /// context's: what is queued on it later uses them. Where there are none it throws out_of_memory or std::bad_alloc, or
    /// returns null: the library then has all contexts release what they cache on the device, asks once more, and throws
    /// out_of_memory with the name of the operation and the numbers. Other exceptions come through.
    virtual void* allocate(std::size_t bytes, CUstream_st* stream) = 0;
    /// Takes back what allocate(bytes, ...) returned. What is queued on `stream` may still use it: it may be given out for the
    /// same stream at once, and for another one when this stream has come as far. Any device may be the current one.
    virtual void deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept = 0;
};

namespace cuda {

struct block_owners;
struct side_streams;
class staging;

/// A resource that allocates every block from the driver with exactly the size asked for. It is slower than the default pool,
/// but compute-sanitizer can tell which call leaks a block. Each context needs its own.
std::shared_ptr<device_memory_resource> exact_memory(int device);

/// A copy from the device to the host.
struct download {
    void* to;
    const void* from;
    std::size_t bytes;
};

/// What has been copied since the engine was made: between host and device, and from other devices to this one.
struct moves {
    std::int64_t bytes_to_device = 0;
    std::int64_t bytes_to_host = 0;
    double milliseconds = 0;
    std::int64_t bytes_from_devices = 0;
    double milliseconds_from_devices = 0;
};

/// The properties of a device by which kernels are planned.
struct device_facts {
    int multiprocessors = 0;
    std::int64_t shared_bytes_per_block = 0;  ///< the most that a block may have if it asks for it
    std::int64_t shared_bytes_per_multiprocessor = 0;
    std::int64_t l2_bytes = 0;
    std::int64_t total_bytes = 0;
    std::string name;
    std::string uuid;  ///< 16 bytes that no other device has
};

class engine {
  public:
    /// Throws invalid_value if there is no such device, and unsupported if there is no driver or device or if it is older than
    /// compute capability 8.0.
    static std::shared_ptr<engine> make(int device, std::int64_t memory_limit, CUstream_st* stream,
                                        std::shared_ptr<device_memory_resource> memory);
    /// The number of devices that make() accepts.
    static int usable_devices() noexcept;
    /// Whether threads may use different engines at the same time. The emulated device has one thread at a time.
    static bool run_concurrently() noexcept;

    ~engine();
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;

    int device() const noexcept { return device_; }
    CUstream_st* stream() const noexcept { return stream_; }
    const device_facts& facts() const noexcept { return facts_; }

    /// Makes the operations on this engine end when these calls are to end. Called before the first of them.
    void take_part_in(std::shared_ptr<const base::cancellation> calls) noexcept { calls_ = std::move(calls); }
    /// Throws cancelled if the call is to end that this thread has an operation on the engine for. What is queued runs to its
    /// end, and the next operation waits for that. Every wait of an operation, and every allocation, looks.
    void look() const;

    /// Allocates device memory; returns null for 0 bytes. Before an allocation fails, all contexts of the process release the
    /// memory that they cache on the device. Throws out_of_memory; the message names the operation, the bytes asked for, the
    /// bytes in use, the bytes free or the limit, and what helps.
    void* allocate(std::size_t bytes);
    void deallocate(void* block, std::size_t bytes) noexcept;
    /// The same for memory that the engine keeps for itself and that is not counted.
    /// @{
    void* allocate_uncounted(std::size_t bytes);
    void deallocate_uncounted(void* block, std::size_t bytes) noexcept;
    /// @}
    /// Adds an owner to a block that allocate() returned. The block is freed when every owner has called deallocate().
    void share(void* block);

    /// Waits for the stream. Throws the errors of kernels.
    void synchronise() const;
    /// The same, but only until the call is to end: for where nothing is queued that uses memory which an exception frees.
    /// Throws cancelled.
    void await() const;
    /// Copies in stream order. to_host() waits for the stream, once for all downloads of a call. The source of to_device() may
    /// be freed when the call returns.
    /// @{
    void to_device(void* to, const void* from, std::size_t bytes);
    void to_host(std::initializer_list<download> downloads);
    void to_host(void* to, const void* from, std::size_t bytes) { to_host({{to, from, bytes}}); }
    void copy(void* to, const void* from, std::size_t bytes);
    /// From the memory of another device, which this one has access to (give_access). What the source's stream writes there
    /// must be done or awaited by this stream; the source must stay until this stream has read it. The caller counts it.
    void pull(void* to, const engine& source, const void* from, std::size_t bytes);
    void set_bytes(void* to, int byte, std::size_t bytes);
    /// Copies a few bytes that the engine itself needs, such as a count. They are not counted in moved().
    void read_small(void* to, const void* from, std::size_t bytes);
    /// Whether kernels write small copies to the host, which otherwise wait for large ones that other streams have queued.
    void copy_small_by_kernels(bool do_so) noexcept { copies_small_by_kernels_ = do_so; }
    /// A way to get numbers without a copy: a kernel writes up to 256 numbers to answer(); await_answer() waits for the stream
    /// and returns the first.
    /// @{
    std::int64_t* answer() const noexcept;
    std::int64_t await_answer();
    /// @}
    /// Copies to the device, without waiting; not counted in moved().
    void write_small(void* to, const void* from, std::size_t bytes);
    /// @}

    /// The bytes that allocate() can still return: within the limit, and free on the device or cached by contexts of this
    /// process.
    std::int64_t free_bytes() const;
    /// The freed memory that the pool caches. It is 0 for a memory resource of the caller's own.
    std::int64_t cached_bytes() const;
    /// Lets the device of `reader` read and write the memory of this engine directly. Throws unsupported if the machine has no
    /// way from one device to the other that does without host memory, invalid_value if the memory is of a resource of the
    /// caller's own.
    void give_access(const engine& reader);
    /// Returns the pool's unused memory to the device. Waits for the stream.
    void release_memory();
    /// What the user can do when memory is short, as the end of an error message.
    std::string what_gives_memory() const;
    /// The bytes in use now, and the maximum since reset_peak().
    /// @{
    std::int64_t bytes_in_use() const noexcept;
    std::int64_t peak_bytes() const noexcept;
    void reset_peak() noexcept;
    /// @}
    std::int64_t memory_limit() const noexcept { return memory_limit_; }
    cuda::moves moved() const noexcept;
    /// For copies that others make: from other devices, and to the host.
    /// @{
    void count_pulled(std::int64_t bytes, double milliseconds) noexcept;
    void count_to_host(std::int64_t bytes, double milliseconds) noexcept;
    /// @}
    /// What was moved since the last call of take_moves(), for reports.
    cuda::moves take_moves() noexcept;
    /// Where concurrent_streams stores its streams.
    std::shared_ptr<side_streams>& sides() noexcept { return sides_; }

    /// Makes this device the current device of the thread for the lifetime of the object, and then restores the previous one.
    class current_device {
      public:
        explicit current_device(const engine& e);
        ~current_device();
        current_device(const current_device&) = delete;
        current_device& operator=(const current_device&) = delete;

      private:
        int before_ = 0;
    };
    /// The same for an operation, which has the engine for itself. Throws invalid_context if another thread is in an operation.
    /// `operation`, a literal, is named in messages about memory. If uses are nested, the outermost is named, because the
    /// caller called it.
    class use {
      public:
        explicit use(const engine& e, const char* operation = nullptr);
        ~use();
        use(const use&) = delete;
        use& operator=(const use&) = delete;

      private:
        base::owning_thread::turn turn_;
        current_device device_;
        const engine* named_ = nullptr;  // the engine whose operation this object has set
    };

  private:
    /// Throws invalid_context if the engine was made by the parent process: a child of fork() cannot use the parent's CUDA
    /// state.
    void require_own_process() const;
    engine(int device, std::int64_t memory_limit, CUstream_st* stream, std::shared_ptr<device_memory_resource> memory);

    void queue_to_device(void* to, const void* from, std::size_t bytes);
    void fetch(std::initializer_list<download> downloads);
    /// Memory of the resource: asked for once, and once more after all pools have released theirs. Under the lock.
    /// @{
    void* take_block(std::size_t bytes);
    void* allocate_from_all(std::size_t bytes);
    /// @}
    std::string asked_for(std::int64_t bytes) const;

    int device_ = 0;
    std::int64_t memory_limit_ = 0;
    CUstream_st* stream_ = nullptr;
    bool owns_stream_ = false;
    std::shared_ptr<device_memory_resource> memory_;
    device_facts facts_;
    mutable base::mutex mutex_;
    std::int64_t in_use_ = 0;
    std::int64_t peak_ = 0;
    mutable base::mutex moving_;  // several threads may copy entries of containers to the host
    cuda::moves moved_;
    cuda::moves reported_;
    std::shared_ptr<staging> staging_;
    std::atomic<bool> copies_small_by_kernels_ = false;
    std::shared_ptr<side_streams> sides_;
    std::shared_ptr<block_owners> owners_;
    mutable base::owning_thread owner_;
    unsigned made_in_ = base::process_number();
    mutable std::atomic<const char*> operation_ = nullptr;  // the operation that is running, for messages
    std::shared_ptr<const base::cancellation> calls_ = std::make_shared<const base::cancellation>();
    mutable bool left_running_ = false;  // kernels of a call that was cancelled; only the owner reads or writes it
};

}  // namespace cuda
}  // namespace graphblas_gpu
