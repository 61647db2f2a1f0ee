// The emulated device, its streams and events, and what it refuses to launch.
//
// Idea: devices with the properties of an H200, except for their memory. Work on a stream is done when it is enqueued, so a
// stream is only a name and the number of its device; an event is a time.
#include "runtime.hpp"

#include "memory.hpp"
#include "own_work.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include <unistd.h>

struct CUstream_st {
    int device;
};
struct rehearsal_event {
    int device = 0;
    bool recorded = false;
    std::uint64_t work = 0;  // of the device when it was recorded
    std::chrono::steady_clock::time_point time;
};

namespace {

using rehearsal::failed_with;

constexpr int multiprocessors = 132;
constexpr int threads_a_block = 1024, threads_a_multiprocessor = 2048, blocks_a_multiprocessor = 32;
constexpr int shared_unasked = 48 * 1024, shared_optin = 227 * 1024, shared_a_multiprocessor = 228 * 1024;
constexpr int shared_reserved = 1024;
constexpr int l2_bytes = 60 * 1024 * 1024;

/// None where CUDA_VISIBLE_DEVICES is empty, as with the driver.
int devices_of_environment() {
    const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (visible != nullptr && *visible == '\0') return 0;
    const char* const text = std::getenv("GRAPHBLAS_GPU_REHEARSAL_DEVICES");
    return text == nullptr ? 1 : std::clamp(std::atoi(text), 1, rehearsal::max_devices);
}

struct device_state {
    std::set<cudaStream_t> streams;
    std::set<cudaEvent_t> events;
    std::map<std::pair<int, const void*>, int> shared_limits;  // of a kernel on a device
    std::int64_t launches = 0;
    int devices = devices_of_environment();
    bool peer_access = true;
};

thread_local int device_of_thread = 0;
thread_local int own_work_depth = 0;
bool (*decides_failure)() noexcept = nullptr;

/// Never destroyed, because engines that containers with static storage hold end after it otherwise.
device_state& state() {
    static device_state& one = *new device_state;
    return one;
}

bool known(cudaStream_t stream) { return stream == nullptr || state().streams.contains(stream); }
bool known(cudaEvent_t event) { return state().events.contains(event); }

int shared_limit(const void* kernel) {
    const auto found = state().shared_limits.find({device_of_thread, kernel});
    return found == state().shared_limits.end() ? shared_unasked : found->second;
}

cudaError_t synchronise() {
    rehearsal::deliver_copies();
    return cudaSuccess;
}

}  // namespace

const char* cudaGetErrorName(cudaError_t status) {
    switch (status) {
        case cudaSuccess: return "cudaSuccess";
        case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
        case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
        case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
        case cudaErrorInsufficientDriver: return "cudaErrorInsufficientDriver";
        case cudaErrorNoDevice: return "cudaErrorNoDevice";
        case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice";
        case cudaErrorNoKernelImageForDevice: return "cudaErrorNoKernelImageForDevice";
        case cudaErrorInvalidResourceHandle: return "cudaErrorInvalidResourceHandle";
        case cudaErrorNotReady: return "cudaErrorNotReady";
        case cudaErrorIllegalAddress: return "cudaErrorIllegalAddress";
        case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
        case cudaErrorNotSupported: return "cudaErrorNotSupported";
        default: return "cudaErrorUnknown";
    }
}

const char* cudaGetErrorString(cudaError_t status) {
    switch (status) {
        case cudaSuccess: return "no error";
        case cudaErrorInvalidValue: return "invalid argument";
        case cudaErrorMemoryAllocation: return "out of memory";
        case cudaErrorInvalidConfiguration: return "invalid configuration argument";
        case cudaErrorInvalidDevice: return "invalid device ordinal";
        case cudaErrorInvalidResourceHandle: return "invalid resource handle";
        case cudaErrorNotReady: return "device not ready";
        default: return "rehearsed error";
    }
}

cudaError_t cudaGetLastError() { return std::exchange(rehearsal::last_error(), cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return rehearsal::last_error(); }

cudaError_t cudaGetDeviceCount(int* count) {
    *count = state().devices;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
    *device = device_of_thread;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    if (!rehearsal::is_device(device)) return failed_with(cudaErrorInvalidDevice);
    device_of_thread = device;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int reader, int owner) {
    if (!rehearsal::is_device(reader) || !rehearsal::is_device(owner)) return failed_with(cudaErrorInvalidDevice);
    *can = reader != owner && state().peer_access ? 1 : 0;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (!rehearsal::is_device(device)) return failed_with(cudaErrorInvalidDevice);
    cudaDeviceProp p{};
    std::snprintf(p.name, sizeof p.name, "rehearsed H200");
    // Every process has devices of its own.
    std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "%d/%d", static_cast<int>(getpid()), device);
    std::size_t free_bytes = 0;
    (void)cudaMemGetInfo(&free_bytes, &p.totalGlobalMem);
    p.sharedMemPerBlock = shared_unasked;
    p.sharedMemPerMultiprocessor = shared_a_multiprocessor;
    p.sharedMemPerBlockOptin = shared_optin;
    p.reservedSharedMemPerBlock = shared_reserved;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.maxThreadsPerBlock = p.maxThreadsDim[0] = p.maxThreadsDim[1] = threads_a_block;
    p.maxThreadsDim[2] = 64;
    p.maxThreadsPerMultiProcessor = threads_a_multiprocessor;
    p.maxBlocksPerMultiProcessor = blocks_a_multiprocessor;
    p.maxGridSize[0] = 0x7fffffff;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.major = 9;
    p.multiProcessorCount = multiprocessors;
    p.l2CacheSize = l2_bytes;
    p.memoryBusWidth = 6144;
    p.asyncEngineCount = 3;
    p.concurrentKernels = p.ECCEnabled = p.unifiedAddressing = 1;
    p.managedMemory = p.memoryPoolsSupported = p.canMapHostMemory = 1;
    *properties = p;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (!rehearsal::is_device(device)) return failed_with(cudaErrorInvalidDevice);
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: *value = threads_a_block; break;
        case cudaDevAttrMaxSharedMemoryPerBlock: *value = shared_unasked; break;
        case cudaDevAttrWarpSize: *value = 32; break;
        case cudaDevAttrMultiProcessorCount: *value = multiprocessors; break;
        case cudaDevAttrL2CacheSize: *value = l2_bytes; break;
        case cudaDevAttrMaxThreadsPerMultiProcessor: *value = threads_a_multiprocessor; break;
        case cudaDevAttrComputeCapabilityMajor: *value = 9; break;
        case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = shared_a_multiprocessor; break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = shared_optin; break;
        case cudaDevAttrMaxBlocksPerMultiprocessor: *value = blocks_a_multiprocessor; break;
        case cudaDevAttrReservedSharedMemoryPerBlock: *value = shared_reserved; break;
        case cudaDevAttrMemoryPoolsSupported: *value = 1; break;
        default: return failed_with(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
    rehearsal::note_work(device_of_thread, false);
    return synchronise();
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = 13000;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    if (rehearsal::call_fails()) return failed_with(cudaErrorMemoryAllocation);
    const rehearsal::own_work here;
    *stream = *state().streams.insert(new CUstream_st{device_of_thread}).first;
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (state().streams.erase(stream) == 0) return failed_with(cudaErrorInvalidResourceHandle);
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (!known(stream)) return failed_with(cudaErrorInvalidResourceHandle);
    rehearsal::note_work(stream == nullptr ? device_of_thread : stream->device, false);
    return synchronise();
}
cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    if (!known(stream) || !known(event)) return failed_with(cudaErrorInvalidResourceHandle);
    const int waiting = stream == nullptr ? device_of_thread : stream->device;
    if (event->recorded) rehearsal::note_awaited(waiting, event->device, event->work);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    if (rehearsal::call_fails()) return failed_with(cudaErrorMemoryAllocation);
    const rehearsal::own_work here;
    *event = *state().events.insert(new rehearsal_event{.device = device_of_thread, .time = {}}).first;
    return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (state().events.erase(event) == 0) return failed_with(cudaErrorInvalidResourceHandle);
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (!known(event) || !known(stream) || !rehearsal::is_stream_of(stream, event->device))
        return failed_with(cudaErrorInvalidResourceHandle);
    event->recorded = true;
    event->work = rehearsal::work_so_far(event->device);
    event->time = std::chrono::steady_clock::now();
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return known(event) ? synchronise() : failed_with(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (!known(from) || !known(to) || !from->recorded || !to->recorded) return failed_with(cudaErrorInvalidResourceHandle);
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || value > shared_optin) return failed_with(cudaErrorInvalidValue);
    const rehearsal::own_work here;
    state().shared_limits[{device_of_thread, kernel}] = value;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
    *attributes = {};
    attributes->maxThreadsPerBlock = threads_a_block;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = shared_limit(kernel);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int block_size, std::size_t shared_bytes) {
    if (block_size < 1 || block_size > threads_a_block) return failed_with(cudaErrorInvalidValue);
    const int by_shared = static_cast<int>(shared_a_multiprocessor / (shared_bytes + shared_reserved));
    *blocks = std::min({blocks_a_multiprocessor, threads_a_multiprocessor / ((block_size + 31) / 32 * 32), by_shared});
    return cudaSuccess;
}

namespace rehearsal {

cudaError_t check_launch(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream) {
    if (!known(stream) || !is_stream_of(stream, device_of_thread)) return failed_with(cudaErrorInvalidResourceHandle);
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    const bool block_fits = threads >= 1 && threads <= threads_a_block && block.z <= 64;
    const bool grid_fits = grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.x <= 0x7fffffffu &&
                           grid.y <= 65535 && grid.z <= 65535;
    // Not cudaErrorInvalidConfiguration: so cudaLaunchKernel answers on a device.
    if (!block_fits || !grid_fits) return failed_with(cudaErrorInvalidValue);
    if (shared_bytes > static_cast<std::size_t>(shared_limit(kernel))) return failed_with(cudaErrorInvalidValue);
    ++state().launches;
    note_work(device_of_thread, true);
    return cudaSuccess;
}

holdings held() {
    holdings all = held_memory();
    all.streams = static_cast<std::int64_t>(state().streams.size());
    all.events = static_cast<std::int64_t>(state().events.size());
    return all;
}

std::int64_t launches() { return state().launches; }

int current_device() { return device_of_thread; }
bool is_device(int number) { return number >= 0 && number < state().devices; }
bool is_stream_of(cudaStream_t stream, int device) {
    return stream == nullptr ? device == device_of_thread : stream->device == device;
}
own_work::own_work() noexcept { ++own_work_depth; }
own_work::~own_work() { --own_work_depth; }
bool is_own_work() noexcept { return own_work_depth > 0; }
void fail_calls_by(bool (*fails)() noexcept) noexcept { decides_failure = fails; }
bool call_fails() noexcept { return decides_failure != nullptr && decides_failure(); }

void set_devices(int count) { state().devices = std::clamp(count, 1, max_devices); }
void set_peer_access(bool can) { state().peer_access = can; }

}  // namespace rehearsal
