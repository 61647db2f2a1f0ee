// The emulated runtime: memory that is poisoned, counted and made to fail; copies that arrive when a device's would.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/device/caching_pool.cuh>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace simt = graphblas_gpu::cuda::simt;

namespace {

constexpr std::size_t bytes = 100;

/// Device or pinned memory for one test.
class block_of_memory {
  public:
    explicit block_of_memory(bool pinned) : pinned_(pinned) {
        simt::check(pinned ? cudaMallocHost(&data_, bytes) : cudaMalloc(&data_, bytes), "an allocation");
    }
    block_of_memory(const block_of_memory&) = delete;
    block_of_memory& operator=(const block_of_memory&) = delete;
    ~block_of_memory() { (void)(pinned_ ? cudaFreeHost(data_) : cudaFree(data_)); }
    unsigned char* get() const { return data_; }
    bool holds(unsigned char byte) const {
        return std::all_of(data_, data_ + bytes, [=](unsigned char x) { return x == byte; });
    }

  private:
    bool pinned_;
    unsigned char* data_ = nullptr;
};

}  // namespace

TEST_CASE("allocations are poisoned, counted, and freed once") {
    const rehearsal::holdings before = rehearsal::held();
    unsigned char* data = nullptr;
    REQUIRE(cudaMallocAsync(&data, bytes, nullptr) == cudaSuccess);
    CHECK(std::all_of(data, data + bytes, [](unsigned char x) { return x == 0xCB; }));
    CHECK(rehearsal::held().device_allocations == before.device_allocations + 1);
    CHECK(rehearsal::held().device_bytes == before.device_bytes + 100);
    CHECK(cudaFree(data + 1) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(data) == cudaErrorInvalidValue);
    CHECK(cudaFreeAsync(data, nullptr) == cudaSuccess);
    CHECK(cudaFree(data) == cudaErrorInvalidValue);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(rehearsal::held() == before);
    (void)cudaGetLastError();
}

TEST_CASE("the n-th allocation fails, and no other") {
    void *first = nullptr, *second = nullptr, *third = nullptr;
    rehearsal::fail_allocation(2);
    CHECK(cudaMalloc(&first, 1) == cudaSuccess);
    CHECK(cudaMallocHost(&second, 1) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(second == nullptr);
    CHECK(cudaMalloc(&third, 1) == cudaSuccess);
    CHECK((cudaFree(first) == cudaSuccess && cudaFree(third) == cudaSuccess));
    rehearsal::fail_allocation(1, 2);
    CHECK(cudaMalloc(&first, 1) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&first, 1) == cudaErrorMemoryAllocation);
    CHECK((cudaMalloc(&first, 1) == cudaSuccess && cudaFree(first) == cudaSuccess));
    (void)cudaGetLastError();
    CHECK(rehearsal::live_allocations() == 0);
}

TEST_CASE("a device has so much memory and no more") {
    rehearsal::set_device_memory(1000);
    void *first = nullptr, *second = nullptr;
    std::size_t free_bytes = 0, total = 0;
    CHECK(cudaMalloc(&first, 600) == cudaSuccess);
    CHECK((cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && free_bytes == 400 && total == 1000));
    CHECK(cudaMalloc(&second, 401) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&second, 400) == cudaSuccess);
    CHECK((cudaFree(first) == cudaSuccess && cudaFree(second) == cudaSuccess));
    rehearsal::set_device_memory(std::size_t{2} << 30);
    (void)cudaGetLastError();
}

TEST_CASE("a pool that keeps blocks gives them up when others ask") {
    using graphblas_gpu::cuda::caching_pool;
    constexpr std::size_t small = 2'000'000;
    rehearsal::set_device_memory(3 * small);
    {
        caching_pool pool(0, nullptr, false, false), other(0, nullptr, false, false);
        void* const block = pool.allocate(small, nullptr);
        pool.deallocate(block, small, nullptr);
        CHECK(rehearsal::live_allocations() == 1);
        CHECK(pool.cached_bytes() >= static_cast<std::int64_t>(small));
        CHECK(graphblas_gpu::cuda::cached_bytes_of_all_pools(0) == pool.cached_bytes());
        constexpr std::size_t large = std::size_t{4} << 20;  // a size of the pool, and not there beside the block
        CHECK_THROWS_AS(other.allocate(large, nullptr), graphblas_gpu::out_of_memory);
        graphblas_gpu::cuda::release_all_pools(1, nullptr);  // another device
        CHECK(rehearsal::live_allocations() == 1);
        graphblas_gpu::cuda::release_all_pools(0, nullptr);
        CHECK(rehearsal::live_allocations() == 0);
        CHECK(pool.cached_bytes() == 0);
        void* const all = other.allocate(large, nullptr);
        other.deallocate(all, large, nullptr);
        CHECK(other.cached_bytes() == static_cast<std::int64_t>(large));
        CHECK_THROWS_AS(pool.allocate(large, nullptr), graphblas_gpu::out_of_memory);
        other.release(true);
        pool.deallocate(pool.allocate(large, nullptr), large, nullptr);
    }
    CHECK(rehearsal::live_allocations() == 0);
    CHECK(graphblas_gpu::cuda::cached_bytes_of_all_pools(0) == 0);
    rehearsal::set_device_memory(std::size_t{2} << 30);
}

TEST_CASE("copies know the sides and the ends of what they copy") {
    const block_of_memory device(false), other(false);
    std::vector<unsigned char> host(2 * bytes, 7);
    CHECK(cudaMemcpy(device.get(), host.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(device.holds(7));
    CHECK(cudaMemcpy(other.get(), device.get(), bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(other.holds(7));
    CHECK(cudaMemcpy(host.data(), device.get(), bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device.get(), host.data(), bytes, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), device.get(), bytes, cudaMemcpyHostToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device.get(), host.data(), bytes + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), device.get() + 1, bytes, cudaMemcpyDefault) == cudaErrorInvalidValue);
    CHECK(cudaMemset(device.get() + 50, 1, 51) == cudaErrorInvalidValue);
    CHECK(cudaMemset(host.data(), 1, 1) == cudaErrorInvalidValue);
    CHECK(cudaMemset(device.get(), 3, bytes) == cudaSuccess);
    CHECK(device.holds(3));
    (void)cudaGetLastError();
}

TEST_CASE("a copy to pinned memory arrives at the next synchronisation") {
    const block_of_memory device(false), pinned(true), back(false);
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess);
    const auto copy_of = [&](int byte) {
        CHECK(cudaMemsetAsync(device.get(), byte, bytes, stream) == cudaSuccess);
        CHECK(cudaMemcpyAsync(pinned.get(), device.get(), bytes, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
        // What comes after on the stream does not change what the copy brings.
        CHECK(cudaMemsetAsync(device.get(), 0, bytes, stream) == cudaSuccess);
        CHECK(pinned.holds(0xCB));
    };
    copy_of(5);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(pinned.holds(5));
    copy_of(6);
    CHECK((cudaEventRecord(event, stream) == cudaSuccess && cudaEventSynchronize(event) == cudaSuccess));
    CHECK(pinned.holds(6));
    copy_of(7);
    CHECK(cudaMemcpyAsync(back.get(), pinned.get(), bytes, cudaMemcpyHostToDevice, stream) == cudaSuccess);
    CHECK(back.holds(7));
    CHECK((cudaEventDestroy(event) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess));
    CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
}

TEST_CASE("pools count what is taken from them") {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPool_t pool = nullptr;
    REQUIRE(cudaMemPoolCreate(&pool, &properties) == cudaSuccess);
    std::uint64_t value = 12345;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value) == cudaSuccess);
    value = 0;
    CHECK((cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value) == cudaSuccess && value == 12345));
    void* data = nullptr;
    CHECK(cudaMallocFromPoolAsync(&data, bytes, pool, nullptr) == cudaSuccess);
    CHECK((cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) == cudaSuccess && value == bytes));
    CHECK(cudaFreeAsync(data, nullptr) == cudaSuccess);
    CHECK((cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) == cudaSuccess && value == 0));
    CHECK((cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) == cudaSuccess && value == bytes));
    // What was given back stays the pool's up to the threshold, and nobody else's until the pool is trimmed.
    const auto reserved = [&] {
        CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &value) == cudaSuccess);
        return value;
    };
    const auto free_bytes = [] {
        std::size_t free = 0, total = 0;
        CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
        return free;
    };
    CHECK(reserved() == bytes);
    const std::size_t beside = free_bytes();
    CHECK(cudaMemPoolTrimTo(pool, bytes / 2) == cudaSuccess);
    CHECK(reserved() == bytes / 2);
    CHECK(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
    CHECK(reserved() == 0);
    CHECK(free_bytes() == beside + bytes);
    CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
    CHECK(rehearsal::held().pools == 0);
}

TEST_CASE("the device is an H200 by its numbers") {
    cudaDeviceProp properties{};
    REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(properties.multiProcessorCount == 132);
    int value = 0;
    CHECK((cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess && value == 227 * 1024));
    CHECK((cudaDeviceGetAttribute(&value, cudaDevAttrL2CacheSize, 0) == cudaSuccess && value == 60 << 20));
    CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
    (void)cudaGetLastError();
}

TEST_CASE("several devices have memory, streams and pools of their own") {
    rehearsal::set_devices(2);
    rehearsal::set_device_memory(1, 1000);
    int count = 0;
    CHECK((cudaGetDeviceCount(&count) == cudaSuccess && count == 2));
    const auto pool_of = [](int device) {
        cudaMemPoolProps properties{};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location = {cudaMemLocationTypeDevice, device};
        cudaMemPool_t pool = nullptr;
        REQUIRE(cudaMemPoolCreate(&pool, &properties) == cudaSuccess);
        return pool;
    };
    const cudaMemPool_t pools[2] = {pool_of(0), pool_of(1)};
    void *first = nullptr, *second = nullptr, *third = nullptr;
    REQUIRE(cudaMallocFromPoolAsync(&first, bytes, pools[0], nullptr) == cudaSuccess);
    REQUIRE(cudaMallocFromPoolAsync(&second, bytes, pools[1], nullptr) == cudaSuccess);
    CHECK(cudaMallocFromPoolAsync(&third, 1000, pools[1], nullptr) == cudaErrorMemoryAllocation);
    REQUIRE(cudaSetDevice(1) == cudaSuccess);
    std::size_t free_bytes = 0, total = 0;
    CHECK((cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && total == 1000 && free_bytes == 1000 - bytes));

    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    REQUIRE((cudaStreamCreate(&stream) == cudaSuccess && cudaEventCreate(&event) == cudaSuccess));
    CHECK(cudaMemsetAsync(first, 5, bytes, nullptr) == cudaSuccess);
    // What the stream of the source writes has to be waited for.
    CHECK_THROWS_AS(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream), rehearsal::kernel_fault);
    CHECK(
        (cudaSetDevice(0) == cudaSuccess && cudaStreamSynchronize(nullptr) == cudaSuccess && cudaSetDevice(1) == cudaSuccess));
    // Without access the driver would copy through host memory.
    CHECK_THROWS_AS(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream), rehearsal::kernel_fault);
    const cudaMemAccessDesc reader{{cudaMemLocationTypeDevice, 1}, cudaMemAccessFlagsProtReadWrite};
    CHECK(cudaMemPoolSetAccess(pools[0], &reader, 1) == cudaSuccess);
    CHECK(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream) == cudaSuccess);
    CHECK(static_cast<const unsigned char*>(second)[bytes - 1] == 5);
    // A stream may wait for it too: for what was queued before the event was recorded.
    {
        cudaEvent_t written = nullptr;
        REQUIRE((cudaSetDevice(0) == cudaSuccess && cudaEventCreate(&written) == cudaSuccess));
        CHECK(cudaMemsetAsync(first, 6, bytes, nullptr) == cudaSuccess);
        CHECK(cudaEventRecord(written, nullptr) == cudaSuccess);
        CHECK_THROWS_AS(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream), rehearsal::kernel_fault);
        CHECK(cudaStreamWaitEvent(stream, written, 0) == cudaSuccess);
        CHECK(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream) == cudaSuccess);
        CHECK(cudaMemsetAsync(first, 7, 1, nullptr) == cudaSuccess);
        CHECK_THROWS_AS(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, stream), rehearsal::kernel_fault);
        const auto* const rest = static_cast<const unsigned char*>(first) + 1;
        CHECK(cudaMemcpyPeerAsync(second, 1, rest, 0, bytes - 1, stream) == cudaSuccess);
        CHECK((cudaStreamSynchronize(nullptr) == cudaSuccess && cudaEventDestroy(written) == cudaSuccess &&
               cudaSetDevice(1) == cudaSuccess));
    }
    CHECK(cudaMemcpyPeerAsync(second, 0, first, 0, bytes, stream) == cudaErrorInvalidValue);
    CHECK(cudaMemcpyPeerAsync(second, 1, first, 1, bytes, stream) == cudaErrorInvalidValue);

    // A stream and an event belong to the device that was current when they were made.
    CHECK(cudaSetDevice(0) == cudaSuccess);
    CHECK(rehearsal::check_launch(nullptr, 1, 32, 0, stream) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(event, nullptr) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK((cudaEventDestroy(event) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess));
    CHECK((cudaFreeAsync(first, nullptr) == cudaSuccess && cudaFreeAsync(second, nullptr) == cudaSuccess));
    CHECK((cudaMemPoolDestroy(pools[0]) == cudaSuccess && cudaMemPoolDestroy(pools[1]) == cudaSuccess));
    rehearsal::set_device_memory(std::size_t{2} << 30);
    rehearsal::set_devices(1);
    (void)cudaGetLastError();
}
