// Device memory, pinned memory, copies and pools of the emulated device.
//
// Idea: a map of all live allocations by address tells on which side a pointer is and where its allocation ends. A copy to
// pinned memory is kept aside and delivered at the next synchronisation, because on a device it is under way until then.
#include "memory.hpp"

#include "own_work.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <sys/mman.h>

/// What was given back stays reserved for the pool, up to its release threshold, until it is trimmed.
struct rehearsal_pool {
    int device = 0;
    std::uint64_t readers = 0;  // a bit for each other device that has access
    std::uint64_t attributes[16] = {};
    std::uint64_t used = 0, high = 0, reserved = 0;

    std::uint64_t kept() const { return reserved - used; }
    void keep_at_most(std::uint64_t bytes) { reserved = std::max(used, std::min(reserved, bytes)); }
};

namespace {

using rehearsal::failed_with;
using rehearsal::in_device_memory;

constexpr unsigned char poison = 0xCB;

enum class side { device, pinned };

struct allocation {
    std::size_t bytes;
    side where;
    cudaMemPool_t pool;
    int device;
    bool has_whole_pages = false;  // so that it can be hidden from kernels of other devices
    bool is_registered = false;    // memory of the caller's that is pinned for a while
};

#ifdef __SANITIZE_ADDRESS__
constexpr bool hides_memory = false;
#else
constexpr bool hides_memory = true;
#endif
constexpr std::size_t page_bytes = 4096;
constexpr std::size_t in_pages(std::size_t bytes) { return (bytes + page_bytes - 1) / page_bytes * page_bytes; }

/// The memory of one device.
struct device_memory {
    std::size_t bytes = std::size_t{4} << 30;
    std::size_t allocated = 0;
    bool has_work = false;          // something was queued on a stream of the device since one was waited for
    std::uint64_t work = 0;         // how often something was queued
    std::uint64_t last_kernel = 0;  // the last time that a kernel was
    /// Copies since a stream was waited for: when they were queued, and where they write.
    struct written {
        std::uint64_t when;
        const unsigned char* begin;
        std::size_t bytes;
    };
    std::vector<written> copies;
    std::map<int, std::uint64_t>
        awaited;  // what was queued on other devices before the last of their events that a stream waits for
    rehearsal_pool default_pool;
    cudaMemPool_t current_pool = &default_pool;
};

struct pending_copy {
    unsigned char* to;
    std::vector<unsigned char> bytes;
};

struct memory_state {
    std::map<const unsigned char*, allocation, std::greater<>> allocations;
    std::vector<pending_copy> pending;
    std::set<cudaMemPool_t> pools;
    std::array<device_memory, rehearsal::max_devices> devices;
    rehearsal::holdings held;
    std::int64_t until_failure = 0;
    std::int64_t failures = 0;  // from then on
};

/// Never destroyed, because containers with static storage give their memory back at the end of a program.
memory_state& state() {
    static memory_state& one = []() -> memory_state& {
        auto& made = *new memory_state;
        for (std::size_t d = 0; d < made.devices.size(); ++d) made.devices[d].default_pool.device = static_cast<int>(d);
        return made;
    }();
    return one;
}

device_memory& memory_of(int device) { return state().devices[static_cast<std::size_t>(device)]; }

std::size_t kept_by_pools(int device) {
    std::size_t sum = memory_of(device).default_pool.kept();
    for (const cudaMemPool_t pool : state().pools) sum += pool->device == device ? pool->kept() : 0;
    return sum;
}

/// Of a device, for allocations that find nothing in their pool.
std::size_t unreserved_bytes(int device) {
    const std::size_t taken = memory_of(device).allocated + kept_by_pools(device);
    return memory_of(device).bytes - std::min(memory_of(device).bytes, taken);
}

/// The allocation that holds [pointer, pointer + bytes), or null.
const allocation* holder(const void* pointer, std::size_t bytes) {
    const auto* at = static_cast<const unsigned char*>(pointer);
    const auto found = state().allocations.lower_bound(at);
    if (found == state().allocations.end()) return nullptr;
    const auto offset = static_cast<std::size_t>(at - found->first);
    return offset < found->second.bytes && bytes <= found->second.bytes - offset ? &found->second : nullptr;
}

cudaError_t allocate(void** pointer, std::size_t bytes, side where, cudaMemPool_t pool) {
    memory_state& s = state();
    *pointer = nullptr;
    if (rehearsal::call_fails()) return failed_with(cudaErrorMemoryAllocation);
    const rehearsal::own_work here;
    if (s.until_failure > 1) {
        --s.until_failure;
    } else if (s.until_failure == 1 && s.failures > 0) {
        --s.failures;
        return failed_with(cudaErrorMemoryAllocation);
    }
    if (bytes == 0) return cudaSuccess;
    const std::size_t kept = pool != nullptr ? pool->kept() : 0;
    const int device = pool != nullptr ? pool->device : rehearsal::current_device();
    if (where == side::device && bytes > kept && bytes - kept > unreserved_bytes(device))
        return failed_with(cudaErrorMemoryAllocation);
    void* memory = nullptr;
    const bool whole_pages = hides_memory && where == side::device && rehearsal::is_device(1);
    if (posix_memalign(&memory, whole_pages ? page_bytes : 256, whole_pages ? in_pages(bytes) : bytes) != 0)
        return failed_with(cudaErrorMemoryAllocation);
    std::memset(memory, poison, bytes);
    s.allocations.emplace(static_cast<unsigned char*>(memory), allocation{bytes, where, pool, device, whole_pages});
    if (where == side::device) {
        ++s.held.device_allocations;
        s.held.device_bytes += static_cast<std::int64_t>(bytes);
        memory_of(device).allocated += bytes;
    } else {
        ++s.held.pinned_allocations;
    }
    if (pool != nullptr) {
        pool->high = std::max(pool->high, pool->used += bytes);
        pool->reserved = std::max(pool->reserved, pool->used);
    }
    *pointer = memory;
    return cudaSuccess;
}

cudaError_t release(void* pointer, side where, bool registered = false) {
    if (pointer == nullptr) return cudaSuccess;
    memory_state& s = state();
    const auto found = s.allocations.find(static_cast<unsigned char*>(pointer));
    if (found == s.allocations.end() || found->second.where != where || found->second.is_registered != registered)
        return failed_with(cudaErrorInvalidValue);
    if (where == side::device) {
        --s.held.device_allocations;
        s.held.device_bytes -= static_cast<std::int64_t>(found->second.bytes);
        memory_of(found->second.device).allocated -= found->second.bytes;
    } else {
        rehearsal::deliver_copies();
        --s.held.pinned_allocations;
    }
    if (const cudaMemPool_t pool = found->second.pool; pool != nullptr) {
        pool->used -= found->second.bytes;
        pool->keep_at_most(pool->attributes[cudaMemPoolAttrReleaseThreshold]);
    }
    s.allocations.erase(found);
    if (!registered) std::free(pointer);
    return cudaSuccess;
}

/// A pointer that is said to be of the device must lie in device memory with all its bytes; any other must not.
bool side_is_right(const void* pointer, std::size_t bytes, bool device) {
    if (!device) return !in_device_memory(pointer);
    const allocation* found = holder(pointer, bytes);
    return found != nullptr && found->where == side::device;
}

bool sides_are_right(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (kind == cudaMemcpyDefault)
        return (!in_device_memory(to) || holder(to, bytes)) && (!in_device_memory(from) || holder(from, bytes));
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    return side_is_right(to, bytes, to_device) && side_is_right(from, bytes, from_device);
}

bool known(cudaMemPool_t pool) {
    const auto is_default = [pool](const device_memory& of) { return pool == &of.default_pool; };
    return state().pools.contains(pool) || std::any_of(state().devices.begin(), state().devices.end(), is_default);
}

/// Whether a device has access to memory of another one.
bool may_reach(int reader, const allocation& memory) {
    return memory.device == reader || (memory.pool != nullptr && (memory.pool->readers >> reader & 1u) != 0);
}

}  // namespace

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
    *total_bytes = memory_of(rehearsal::current_device()).bytes;
    *free_bytes = unreserved_bytes(rehearsal::current_device());
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) { return allocate(pointer, bytes, side::device, nullptr); }
cudaError_t cudaFree(void* pointer) {
    rehearsal::deliver_copies();
    return release(pointer, side::device);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t) {
    return allocate(pointer, bytes, side::device, memory_of(rehearsal::current_device()).current_pool);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t) {
    return known(pool) ? allocate(pointer, bytes, side::device, pool) : failed_with(cudaErrorInvalidValue);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return release(pointer, side::device); }
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
    return allocate(pointer, bytes, side::pinned, nullptr);
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) { return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault); }
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, side::pinned); }
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
    if (rehearsal::call_fails()) return failed_with(cudaErrorMemoryAllocation);
    if (pointer == nullptr || bytes == 0 || holder(pointer, bytes) != nullptr) return failed_with(cudaErrorInvalidValue);
    const rehearsal::own_work here;
    allocation pinned{bytes, side::pinned, nullptr, rehearsal::current_device()};
    pinned.is_registered = true;
    state().allocations.emplace(static_cast<unsigned char*>(pointer), pinned);
    ++state().held.pinned_allocations;
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) { return release(pointer, side::pinned, true); }

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    rehearsal::deliver_copies();
    if (bytes == 0) return cudaSuccess;
    if (!sides_are_right(to, from, bytes, kind)) return failed_with(cudaErrorInvalidValue);
    std::memmove(to, from, bytes);
    return cudaSuccess;
}

namespace {

void note_copy(int device, const void* to, std::size_t bytes) {
    const rehearsal::own_work here;
    device_memory& d = memory_of(device);
    d.has_work = true;
    d.copies.push_back({++d.work, static_cast<const unsigned char*>(to), bytes});
}

/// Whether all that may write to this memory of `device` is done, or awaited by a stream of the device `reader`.
bool is_awaited(int reader, int device, const unsigned char* from, std::size_t bytes) {
    const device_memory& d = memory_of(device);
    if (!d.has_work) return true;
    const std::uint64_t awaited = memory_of(reader).awaited[device];
    return d.last_kernel <= awaited && std::none_of(d.copies.begin(), d.copies.end(), [&](const device_memory::written& c) {
               return c.when > awaited && c.begin < from + bytes && from < c.begin + c.bytes;
           });
}

}  // namespace

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
    if (bytes == 0) return cudaSuccess;
    if (!sides_are_right(to, from, bytes, kind)) return failed_with(cudaErrorInvalidValue);
    const allocation* target = holder(to, bytes);
    if (target != nullptr && target->where == side::device) note_copy(target->device, to, bytes);
    if (target == nullptr || target->where != side::pinned) {
        // A copy from pinned memory sees what copies on their way to it will have brought.
        if (holder(from, bytes) != nullptr && holder(from, bytes)->where == side::pinned) rehearsal::deliver_copies();
        std::memmove(to, from, bytes);
        return cudaSuccess;
    }
    const rehearsal::own_work here;
    const auto* source = static_cast<const unsigned char*>(from);
    state().pending.push_back({static_cast<unsigned char*>(to), std::vector<unsigned char>(source, source + bytes)});
    std::memset(to, poison, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    if (bytes == 0) return cudaSuccess;
    const allocation* const target = holder(to, bytes);
    const allocation* const source = holder(from, bytes);
    const bool sides_are_right = target != nullptr && target->where == side::device && target->device == to_device &&
                                 source != nullptr && source->where == side::device && source->device == from_device;
    if (!sides_are_right || !rehearsal::is_stream_of(stream, to_device)) return failed_with(cudaErrorInvalidValue);
    // A device would copy through host memory in silence.
    if (from_device != to_device && !is_awaited(to_device, from_device, static_cast<const unsigned char*>(from), bytes))
        throw rehearsal::kernel_fault("a copy reads the memory of device " + std::to_string(from_device) +
                                      ", whose stream has work that was not waited for");
    if (!may_reach(to_device, *source))
        throw rehearsal::kernel_fault("a copy between devices without access goes through host memory");
    std::memmove(to, from, bytes);
    note_copy(to_device, to, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemset(void* pointer, int byte, std::size_t bytes) { return cudaMemsetAsync(pointer, byte, bytes, nullptr); }
cudaError_t cudaMemsetAsync(void* pointer, int byte, std::size_t bytes, cudaStream_t) {
    if (bytes == 0) return cudaSuccess;
    if (holder(pointer, bytes) == nullptr) return failed_with(cudaErrorInvalidValue);
    note_copy(holder(pointer, bytes)->device, pointer, bytes);
    std::memset(pointer, byte, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    if (properties->location.type != cudaMemLocationTypeDevice || !rehearsal::is_device(properties->location.id) ||
        properties->allocType != cudaMemAllocationTypePinned)
        return failed_with(cudaErrorInvalidValue);
    if (rehearsal::call_fails()) return failed_with(cudaErrorMemoryAllocation);
    const rehearsal::own_work here;
    *pool = *state().pools.insert(new rehearsal_pool).first;
    (*pool)->device = properties->location.id;
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const int reader = accesses[i].location.id;
        if (!known(pool) || accesses[i].location.type != cudaMemLocationTypeDevice || !rehearsal::is_device(reader))
            return failed_with(cudaErrorInvalidValue);
        const std::uint64_t bit = std::uint64_t{1} << reader;
        pool->readers = accesses[i].flags == cudaMemAccessFlagsProtNone ? pool->readers & ~bit : pool->readers | bit;
    }
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (state().pools.erase(pool) == 0) return failed_with(cudaErrorInvalidValue);
    for (auto& [address, one] : state().allocations)
        if (one.pool == pool) one.pool = nullptr;
    device_memory& of = memory_of(pool->device);
    if (of.current_pool == pool) of.current_pool = &of.default_pool;
    delete pool;
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_kept) {
    if (!known(pool)) return failed_with(cudaErrorInvalidValue);
    pool->keep_at_most(bytes_kept);
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (!known(pool)) return failed_with(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh) {
        pool->high = pool->used;
    } else {
        const bool wide = attribute >= cudaMemPoolAttrReleaseThreshold;
        std::memcpy(&pool->attributes[attribute], value, wide ? sizeof(std::uint64_t) : sizeof(int));
    }
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (!known(pool)) return failed_with(cudaErrorInvalidValue);
    std::uint64_t answer = pool->attributes[attribute];
    if (attribute == cudaMemPoolAttrUsedMemCurrent) answer = pool->used;
    if (attribute == cudaMemPoolAttrReservedMemCurrent) answer = pool->reserved;
    if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh) answer = pool->high;
    std::memcpy(value, &answer, attribute >= cudaMemPoolAttrReleaseThreshold ? sizeof(std::uint64_t) : sizeof(int));
    return cudaSuccess;
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    if (!rehearsal::is_device(device)) return failed_with(cudaErrorInvalidDevice);
    *pool = &memory_of(device).default_pool;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    if (!rehearsal::is_device(device)) return failed_with(cudaErrorInvalidDevice);
    *pool = memory_of(device).current_pool;
    return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    if (!rehearsal::is_device(device) || !known(pool) || pool->device != device) return failed_with(cudaErrorInvalidValue);
    memory_of(device).current_pool = pool;
    return cudaSuccess;
}

namespace rehearsal {

cudaError_t& last_error() {
    static cudaError_t one = cudaSuccess;
    return one;
}

namespace {

void let_current_device_alone(int rights) {
    for (const auto& [address, one] : state().allocations) {
        if (!one.has_whole_pages || one.device == current_device()) continue;
        if (mprotect(const_cast<unsigned char*>(address), in_pages(one.bytes), rights) != 0) std::abort();
    }
}

}  // namespace

void note_work(int device, bool has_work) {
    device_memory& d = memory_of(device);
    d.has_work = has_work;
    if (has_work)
        d.last_kernel = ++d.work;
    else
        d.copies.clear();
}
std::uint64_t work_so_far(int device) { return memory_of(device).work; }
void note_awaited(int waiting, int device, std::uint64_t work) {
    const own_work here;
    memory_of(waiting).awaited[device] = work;
}

only_current_device::only_current_device() : hides_(launches() % 8 == 0) {
    if (hides_) let_current_device_alone(PROT_NONE);
}
only_current_device::~only_current_device() {
    if (hides_) let_current_device_alone(PROT_READ | PROT_WRITE);
}

void deliver_copies() {
    for (const pending_copy& copy : state().pending) std::memcpy(copy.to, copy.bytes.data(), copy.bytes.size());
    state().pending.clear();
}

holdings held_memory() {
    holdings held = state().held;
    held.pools = static_cast<std::int64_t>(state().pools.size());
    return held;
}

void fail_allocation(std::int64_t n, std::int64_t times) {
    state().until_failure = n;
    state().failures = times;
}
std::int64_t live_allocations() { return state().held.device_allocations + state().held.pinned_allocations; }
void set_device_memory(std::size_t bytes) {
    for (device_memory& of : state().devices) of.bytes = bytes;
}
void set_device_memory(int device, std::size_t bytes) { memory_of(device).bytes = bytes; }

bool in_device_memory(const void* pointer) {
    const auto* at = static_cast<const unsigned char*>(pointer);
    const auto found = state().allocations.lower_bound(at);
    return found != state().allocations.end() && found->second.where == side::device &&
           static_cast<std::size_t>(at - found->first) < found->second.bytes;
}

}  // namespace rehearsal
