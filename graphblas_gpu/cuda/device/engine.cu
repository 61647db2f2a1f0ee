// The CUDA engine: memory, copies between host and device, and waiting for answers of kernels.
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/device/caching_pool.cuh>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/cuda/device/early_answer.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/staging.cuh>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

/// For each block with more than one owner, the number of owners beyond the first.
struct block_owners {
    std::unordered_map<void*, int> beyond_the_first;
};

namespace {

using simt::check;

std::string number(std::int64_t n) { return std::to_string(n); }

#ifdef GRAPHBLAS_GPU_REHEARSAL
constexpr bool keeps_no_blocks = true;  // every block is a block of malloc, so that leaks are found
#else
constexpr bool keeps_no_blocks = false;
#endif

device_facts facts_of(int device) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    device_facts facts;
    facts.multiprocessors = properties.multiProcessorCount;
    facts.shared_bytes_per_block = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin);
    facts.shared_bytes_per_multiprocessor = static_cast<std::int64_t>(properties.sharedMemPerMultiprocessor);
    facts.l2_bytes = properties.l2CacheSize;
    facts.total_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    facts.name = properties.name;
    facts.uuid.assign(properties.uuid.bytes, sizeof(properties.uuid.bytes));
    return facts;
}

/// Where early answers are among the numbers of engine::answer(): behind all others, which may be written when nobody waits.
constexpr int early_slot = 240;
/// What is in the place of an early answer that a kernel has not written yet.
constexpr std::int64_t unanswered = std::numeric_limits<std::int64_t>::min();

bool is_usable(int device) {
    int major = 0;
    int pools = 0;
    return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess && major >= 8 &&
           cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess && pools != 0;
}

__global__ void copy_bytes(unsigned char* to, const unsigned char* from, unsigned bytes) {
    for (unsigned b = threadIdx.x; b < bytes; b += blockDim.x) to[b] = from[b];
}

/// Adds the time from its construction to its destruction to a sum.
class stopwatch {
  public:
    explicit stopwatch(double& sum) : sum_(sum) {}
    ~stopwatch() {
        sum_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started_).count();
    }

  private:
    double& sum_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace

std::shared_ptr<device_memory_resource> exact_memory(int device) {
    return std::make_shared<caching_pool>(device, nullptr, false, true);
}

bool is_exact_memory(const device_memory_resource& memory) noexcept {
    const auto* const pool = dynamic_cast<const caching_pool*>(&memory);
    return pool != nullptr && pool->is_exact();
}

engine::current_device::current_device(const engine& e) {
    e.require_own_process();
    check(cudaGetDevice(&before_), "cudaGetDevice");
    if (before_ != e.device()) check(cudaSetDevice(e.device()), "cudaSetDevice");
    else before_ = -1;
}

engine::current_device::~current_device() {
    if (before_ >= 0) (void)cudaSetDevice(before_);
}

engine::use::use(const engine& e, const char* operation) : turn_(e.owner_), device_(e) {
    if (e.left_running_) {
        // They may write numbers for the host where those of this operation are awaited.
        e.await();
        e.left_running_ = false;
    }
    if (operation == nullptr || e.operation_ != nullptr) return;
    named_ = &e;
    e.operation_ = operation;
}

engine::use::~use() {
    if (named_ != nullptr) named_->operation_ = nullptr;
}

int engine::usable_devices() noexcept {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    int usable = 0;
    for (int d = 0; d < count; ++d) usable += is_usable(d);
    return usable;
}

bool engine::run_concurrently() noexcept { return !keeps_no_blocks; }

std::shared_ptr<engine> engine::make(int device, std::int64_t memory_limit, CUstream_st* stream,
                                     std::shared_ptr<device_memory_resource> memory) {
    if (memory_limit < 0) throw invalid_value("context: a memory limit of " + number(memory_limit) + " bytes");
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found != cudaSuccess || count == 0) {
        (void)cudaGetLastError();
        const char* const why = found == cudaErrorInsufficientDriver
                                    ? "there is no NVIDIA driver, or one that is too old for this build"
                                    : cudaGetErrorString(found == cudaSuccess ? cudaErrorNoDevice : found);
        throw unsupported(std::string("context: no CUDA device can be used (") + why + ")");
    }
    if (device < 0 || device >= count) {
        throw invalid_value("context: CUDA device " + number(device) + " asked for; there are " + number(count) +
                            ", counted from 0");
    }
    if (!is_usable(device)) {
        throw unsupported("context: CUDA device " + number(device) +
                          " cannot be used: compute capability 8.0 and memory pools are needed");
    }
    return std::shared_ptr<engine>(new engine(device, memory_limit, stream, std::move(memory)),
                                   base::delete_where_made<engine>());
}

void engine::require_own_process() const {
    if (made_in_ == base::process_number()) return;
    throw invalid_context(
        "CUDA engine: what is on its device belongs to the process that this one was forked from; fetch entries "
        "before fork(), or make contexts and containers in the child only");
}

engine::engine(int device, std::int64_t memory_limit, CUstream_st* stream, std::shared_ptr<device_memory_resource> memory)
    : device_(device), memory_limit_(memory_limit), stream_(stream), memory_(std::move(memory)), facts_(facts_of(device)) {
    const current_device here(*this);
    if (stream_ == nullptr) {
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
        owns_stream_ = true;
    }
    try {
        if (memory_ == nullptr) memory_ = std::make_shared<caching_pool>(device, stream_, owns_stream_, keeps_no_blocks);
        staging_ = std::make_shared<staging>();
        owners_ = std::make_shared<block_owners>();
    } catch (...) {
        memory_.reset();
        if (owns_stream_) (void)cudaStreamDestroy(stream_);
        throw;
    }
}

engine::~engine() {
    int before = 0;
    (void)cudaGetDevice(&before);
    (void)cudaSetDevice(device_);
    (void)cudaStreamSynchronize(stream_);
    sides_.reset();
    memory_.reset();  // before the stream is destroyed: other engines may wait for the stream as long as the pool is listed
    if (owns_stream_) (void)cudaStreamDestroy(stream_);
    staging_.reset();
    (void)cudaSetDevice(before);
}

void engine::look() const {
    // Other threads may read containers on the device while a call runs.
    if (!calls_->is_due() || !owner_.is_this_one()) return;
    left_running_ = true;
    const char* const operation = operation_;
    throw cancelled(std::string(operation == nullptr ? "CUDA engine" : operation) + ": ended by context::cancel()");
}

void* engine::allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    require_own_process();  // before the lock: a thread of the parent process may have held it at the time of fork()
    look();
    const auto wanted = static_cast<std::int64_t>(bytes);
    const std::lock_guard lock(mutex_);
    if (memory_limit_ > 0 && in_use_ + wanted > memory_limit_) {
        throw out_of_memory(asked_for(wanted) + ", the limit is " + number(memory_limit_) + "; " + what_gives_memory());
    }
    const current_device here(*this);
    void* const block = allocate_from_all(bytes);
    in_use_ += wanted;
    peak_ = std::max(peak_, in_use_);
    return block;
}

void* engine::take_block(std::size_t bytes) {
    try {
        if (void* const block = memory_->allocate(bytes, stream_); block != nullptr) return block;
    } catch (const std::bad_alloc& e) {  // as the resources of RMM have it
        throw out_of_memory(e.what());
    }
    throw out_of_memory("the memory resource returned null");
}

void* engine::allocate_from_all(std::size_t bytes) {
    try {
        return take_block(bytes);
    } catch (const out_of_memory&) {
        release_all_pools(device_, memory_.get());
    }
    try {
        return take_block(bytes);
    } catch (const out_of_memory& e) {
        std::size_t free = 0, total = 0;
        (void)cudaMemGetInfo(&free, &total);
        throw out_of_memory(asked_for(static_cast<std::int64_t>(bytes)) + " by this context, " +
                            number(static_cast<std::int64_t>(free)) + " of " + number(facts_.total_bytes) + " are free; " +
                            what_gives_memory() + " (" + e.what() + ")");
    }
}

std::string engine::asked_for(std::int64_t bytes) const {
    const char* const operation = operation_;
    return std::string(operation == nullptr ? "CUDA engine" : operation) + ": " + number(bytes) +
           " bytes asked for on device " + number(device_) + ", " + number(in_use_) + " are in use";
}

std::string engine::what_gives_memory() const {
    const std::string limit =
        memory_limit_ > 0 ? "a larger cuda_options::memory_limit (grb: --memory-limit), where the device has more, " : "";
    return "what helps: " + limit +
           "containers that are destroyed, context::release_memory() in other processes that use the device, or the host "
           "engine, "
           "context::host() (grb: --engine host)";
}

std::int64_t engine::cached_bytes() const {
    const auto* const pool = dynamic_cast<const caching_pool*>(memory_.get());
    return pool == nullptr ? 0 : pool->cached_bytes();
}

void engine::give_access(const engine& reader) {
    auto* const pool = dynamic_cast<caching_pool*>(memory_.get());
    if (pool == nullptr) throw invalid_value("context: the memory of several devices comes from pools of the library");
    const current_device here(*this);
    pool->give_access(reader.device());
}

void engine::release_memory() {
    const use here(*this);
    const std::lock_guard lock(mutex_);
    if (auto* const pool = dynamic_cast<caching_pool*>(memory_.get()); pool != nullptr) pool->release(true);
}

void engine::deallocate(void* block, std::size_t bytes) noexcept {
    if (block == nullptr || made_in_ != base::process_number()) return;
    const std::lock_guard lock(mutex_);
    auto& owners = owners_->beyond_the_first;
    if (const auto others = owners.find(block); others != owners.end()) {
        if (--others->second == 0) owners.erase(others);
        return;
    }
    memory_->deallocate(block, bytes, stream_);
    in_use_ -= static_cast<std::int64_t>(bytes);
}

void* engine::allocate_uncounted(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const current_device here(*this);
    return allocate_from_all(bytes);
}

void engine::deallocate_uncounted(void* block, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    memory_->deallocate(block, bytes, stream_);
}

void engine::share(void* block) {
    if (block == nullptr) return;
    const std::lock_guard lock(mutex_);
    ++owners_->beyond_the_first[block];
}

void engine::synchronise() const {
    require_own_process();
    check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

void engine::await() const {
    require_own_process();
    look();
    // On an H200, asking again and again takes no longer than cudaStreamSynchronize, which keeps the processor busy too.
    for (cudaError_t status; (status = cudaStreamQuery(stream_)) != cudaSuccess; look()) {
        if (status != cudaErrorNotReady) check(status, "cudaStreamQuery");
        (void)cudaGetLastError();  // "not ready" counts as an error, which the next call must not see
    }
}

void engine::queue_to_device(void* to, const void* from, std::size_t bytes) {
    const current_device here(*this);  // else the driver looks whether another device has access
    if (bytes > staging::largest) {
        await();
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "cudaMemcpyAsync");
        synchronise();  // the caller may free `from` when this returns
        staging_->clear();
        return;
    }
    void* room = staging_->room(bytes);
    if (room == nullptr) {
        await();
        staging_->clear();
        room = staging_->room(bytes);
    }
    std::memcpy(room, from, bytes);
    check(cudaMemcpyAsync(to, room, bytes, cudaMemcpyHostToDevice, stream_), "cudaMemcpyAsync");
}

void engine::fetch(std::initializer_list<download> downloads) {
    const current_device here(*this);  // containers are read outside of operations too
    // Copies to pinned memory are fast; what does not fit there is copied to its destination directly.
    std::array<download, 4> staged;
    std::size_t n = 0;
    bool all_staged = true;
    for (const download& d : downloads) {
        if (d.bytes == 0) continue;
        void* const room = n < staged.size() ? staging_->room(d.bytes) : nullptr;
        if (room != nullptr) {
            staged[n++] = {d.to, room, d.bytes};
        } else if (std::exchange(all_staged, false)) {
            await();  // from here on the caller's memory has to stay
        }
        if (room != nullptr && copies_small_by_kernels_) {
            simt::launch(stream_, 1, 256, 0, copy_bytes, static_cast<unsigned char*>(room),
                         static_cast<const unsigned char*>(d.from), static_cast<unsigned>(d.bytes));
            continue;
        }
        void* const to = room != nullptr ? room : d.to;
        check(cudaMemcpyAsync(to, d.from, d.bytes, cudaMemcpyDeviceToHost, stream_), "cudaMemcpyAsync");
    }
    if (all_staged) await();
    else synchronise();
    staging_->clear();
    for (std::size_t k = 0; k < n; ++k) std::memcpy(staged[k].to, staged[k].from, staged[k].bytes);
}

void engine::to_device(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    const base::phase copying("copy to the device", base::phase::seen_by::profiler);
    const std::lock_guard lock(moving_);
    const stopwatch watch(moved_.milliseconds);
    queue_to_device(to, from, bytes);
    moved_.bytes_to_device += static_cast<std::int64_t>(bytes);
}

void engine::to_host(std::initializer_list<download> downloads) {
    require_own_process();
    const base::phase copying("copy to the host", base::phase::seen_by::profiler);
    const std::lock_guard lock(moving_);
    const stopwatch watch(moved_.milliseconds);
    fetch(downloads);
    for (const download& d : downloads) moved_.bytes_to_host += static_cast<std::int64_t>(d.bytes);
}

void engine::copy(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_), "cudaMemcpyAsync");
}

void engine::pull(void* to, const engine& source, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    const current_device here(*this);
    check(cudaMemcpyPeerAsync(to, device_, from, source.device(), bytes, stream_), "cudaMemcpyPeerAsync");
}

void engine::set_bytes(void* to, int byte, std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMemsetAsync(to, byte, bytes, stream_), "cudaMemsetAsync");
}

void engine::read_small(void* to, const void* from, std::size_t bytes) {
    const std::lock_guard lock(moving_);
    fetch({{to, from, bytes}});
}

std::int64_t* engine::answer() const noexcept { return staging_->answer(); }

std::int64_t engine::await_answer() {
    const std::lock_guard lock(moving_);
    await();
    staging_->clear();
    return *staging_->answer();
}

std::int64_t* ask_early(const engine& e, int count) {
    std::int64_t* const answer = e.answer() + early_slot;
    std::fill_n(answer, count, unanswered);
    return answer;
}

const std::int64_t* await_early(engine& e, int count) {
    const std::int64_t* const numbers = e.answer() + early_slot;
    // After a while an error of the kernel is more likely than an answer, and only the wait for the stream throws it.
    const auto last = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    for (int n = 0; n < count;) {
        if (std::atomic_ref(e.answer()[early_slot + n]).load(std::memory_order_acquire) != unanswered) {
            ++n;
        } else if (std::chrono::steady_clock::now() > last) {
            (void)e.await_answer();
            break;
        }
    }
    return numbers;
}

void engine::write_small(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    const std::lock_guard lock(moving_);
    queue_to_device(to, from, bytes);
}

std::int64_t engine::free_bytes() const {
    const current_device here(*this);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    // Memory that pools of any context cache counts as free, because it is released before an allocation fails.
    const std::int64_t bytes = static_cast<std::int64_t>(free) + cached_bytes_of_all_pools(device_);
    return memory_limit_ > 0 ? std::min(bytes, std::max<std::int64_t>(0, memory_limit_ - bytes_in_use())) : bytes;
}

std::int64_t engine::bytes_in_use() const noexcept {
    const std::lock_guard lock(mutex_);
    return in_use_;
}

std::int64_t engine::peak_bytes() const noexcept {
    const std::lock_guard lock(mutex_);
    return peak_;
}

void engine::reset_peak() noexcept {
    const std::lock_guard lock(mutex_);
    peak_ = in_use_;
}

moves engine::moved() const noexcept {
    const std::lock_guard lock(moving_);
    return moved_;
}

void engine::count_pulled(std::int64_t bytes, double milliseconds) noexcept {
    const std::lock_guard lock(moving_);
    moved_.bytes_from_devices += bytes;
    moved_.milliseconds_from_devices += milliseconds;
}

void engine::count_to_host(std::int64_t bytes, double milliseconds) noexcept {
    const std::lock_guard lock(moving_);
    moved_.bytes_to_host += bytes;
    moved_.milliseconds += milliseconds;
}

moves engine::take_moves() noexcept {
    const std::lock_guard lock(moving_);
    const moves before = std::exchange(reported_, moved_);
    return {moved_.bytes_to_device - before.bytes_to_device, moved_.bytes_to_host - before.bytes_to_host,
            moved_.milliseconds - before.milliseconds, moved_.bytes_from_devices - before.bytes_from_devices,
            moved_.milliseconds_from_devices - before.milliseconds_from_devices};
}

}  // namespace graphblas_gpu::cuda
