// Pools of device memory: blocks by size class, and giving memory back when another pool finds none.
#include <graphblas_gpu/cuda/device/caching_pool.cuh>

#include <algorithm>
#include <limits>
#include <string>

#include <graphblas_gpu/error.hpp>

namespace graphblas_gpu::cuda {

using simt::check;

namespace {

/// All pools of the process. A thread that holds this lock may take the lock of a pool, but not the other way round. While the
/// lock is held, no pool is destroyed.
struct list_of_pools {
    std::mutex mutex;
    std::vector<caching_pool*> pools;
};

/// The list is never destroyed, because a context may be destroyed later than every other object of the program.
list_of_pools& all_pools() {
    static auto* const all = new list_of_pools;
    return *all;
}

}  // namespace

caching_pool::caching_pool(int device, CUstream_st* stream, bool owns_stream, bool exact)
    : device_(device), stream_(stream), owns_stream_(owns_stream), exact_(exact) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    check(cudaMemPoolCreate(&pool_, &properties), "cudaMemPoolCreate");
    // The release threshold is unlimited. With a lower one, the driver would unmap the memory above it at every synchronisation
    // of the stream, of which an operation has several, and the next allocation would have to map it again.
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    const cudaError_t set = cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep);
    try {
        check(set, "cudaMemPoolSetAttribute");
        list_of_pools& all = all_pools();
        const std::lock_guard lock(all.mutex);
        all.pools.push_back(this);
    } catch (...) {
        (void)cudaMemPoolDestroy(pool_);
        throw;
    }
}

void caching_pool::give_access(int reader) {
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, reader, device_), "cudaDeviceCanAccessPeer");
    if (can == 0) {
        throw unsupported("context: device " + std::to_string(reader) + " cannot read the memory of device " +
                          std::to_string(device_) +
                          " directly (there is neither NVLink nor peer access over PCIe); name one of them only");
    }
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = reader;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    check(cudaMemPoolSetAccess(pool_, &access, 1), "cudaMemPoolSetAccess");
}

caching_pool::~caching_pool() {
    {
        list_of_pools& all = all_pools();
        const std::lock_guard lock(all.mutex);
        std::erase(all.pools, this);
    }
    for (const auto& blocks : free_blocks_) {
        for (void* block : blocks) (void)cudaFree(block);
    }
    (void)cudaMemPoolDestroy(pool_);
}

void* caching_pool::take_free_block(int size_class) {
    const std::lock_guard lock(mutex_);
    auto& blocks = free_blocks_[static_cast<std::size_t>(size_class)];
    if (blocks.empty()) {
        blocks.reserve(room_for_blocks);
        return nullptr;
    }
    void* const block = blocks.back();
    blocks.pop_back();
    free_bytes_ -= static_cast<std::int64_t>(size_classes::size_of(size_class));
    return block;
}

void* caching_pool::allocate(std::size_t bytes, CUstream_st* stream) {
    void* block = nullptr;
    if (is_cached_size(bytes)) {
        const int c = size_classes::class_of(bytes);
        block = take_free_block(c);
        if (block != nullptr) return block;
        bytes = size_classes::size_of(c);
    }
    check(cudaMallocFromPoolAsync(&block, bytes, pool_, stream), "cudaMallocFromPoolAsync");
    return block;
}

void caching_pool::deallocate(void* block, std::size_t bytes, CUstream_st* stream) noexcept {
    if (is_cached_size(bytes)) {
        const int c = size_classes::class_of(bytes);
        const std::lock_guard lock(mutex_);
        auto& blocks = free_blocks_[static_cast<std::size_t>(c)];
        const auto size = static_cast<std::int64_t>(size_classes::size_of(c));
        // Small blocks do not count: they cost least to keep and are asked for most often.
        constexpr std::int64_t small_block = std::int64_t{4} << 20;
        if (blocks.size() < blocks.capacity() && (size <= small_block || free_bytes_ + size <= max_free_bytes)) {
            blocks.push_back(block);
            free_bytes_ += size;
            return;
        }
    }
    (void)cudaFreeAsync(block, stream);
}

std::int64_t caching_pool::cached_bytes() const {
    std::uint64_t reserved = 0, used = 0;
    const std::lock_guard lock(mutex_);
    check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved), "cudaMemPoolGetAttribute");
    check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used), "cudaMemPoolGetAttribute");
    // Another thread may have allocated between the two calls.
    return static_cast<std::int64_t>(reserved - std::min(used, reserved)) + free_bytes_;
}

void caching_pool::release(bool waits) noexcept {
    {
        const std::lock_guard lock(mutex_);
        // The blocks are freed in stream order, because kernels that were queued before may still use them.
        for (auto& blocks : free_blocks_) {
            for (void* block : blocks) (void)cudaFreeAsync(block, stream_);
            blocks.clear();
        }
        free_bytes_ = 0;
    }
    // The driver only releases freed memory when the host has seen the stream pass the point where it was freed.
    // cudaStreamSynchronize shows that, and so does cudaStreamQuery if the stream has passed it. A pool without a stream caches
    // no blocks.
    if (stream_ != nullptr) (void)(waits ? cudaStreamSynchronize(stream_) : cudaStreamQuery(stream_));
    (void)cudaMemPoolTrimTo(pool_, 0);
    (void)cudaGetLastError();  // cudaStreamQuery reports "not ready" as an error, which the next call must not see
}

std::int64_t cached_bytes_of_all_pools(int device) {
    list_of_pools& all = all_pools();
    const std::lock_guard lock(all.mutex);
    std::int64_t sum = 0;
    for (const caching_pool* pool : all.pools) {
        if (pool->device() == device) sum += pool->cached_bytes();
    }
    return sum;
}

void release_all_pools(int device, const device_memory_resource* own) noexcept {
    list_of_pools& all = all_pools();
    const std::lock_guard lock(all.mutex);
    for (caching_pool* pool : all.pools) {
        if (pool->device() == device) pool->release(pool->owns_stream() || pool == own);
    }
}

}  // namespace graphblas_gpu::cuda
