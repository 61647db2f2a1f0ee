#include <graphblas_gpu/base/memory.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host_memory.hpp>
#include <fmt/format.h>
#include <pthread.h>

// Sanitizers check accesses to blocks of the C library only, so all blocks come from there.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GB_MAPS_LARGE_BLOCKS 1
#include <sys/mman.h>
#else
#define GB_MAPS_LARGE_BLOCKS 0
#endif

namespace graphblas_gpu::base {

namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;
// From this size on a block has enough huge pages to be worth a system call.
constexpr std::size_t large_from = 2 * huge_page;

[[maybe_unused]] constexpr std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

#if GB_MAPS_LARGE_BLOCKS

/// Maps `bytes` bytes (a multiple of the huge page) aligned to huge pages; nullptr if that fails.
void* map_aligned(std::size_t bytes) noexcept {
    void* const all =
        mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(all);
    const std::size_t before = rounded_up(address, huge_page) - address;
    if (before > 0) (void)munmap(all, before);
    if (before < huge_page) (void)munmap(static_cast<std::byte*>(all) + before + bytes, huge_page - before);
    void* const block = static_cast<std::byte*>(all) + before;
    // This is only advice: if it is refused, the pages are small and everything else works.
    (void)madvise(block, bytes, MADV_HUGEPAGE);
    return block;
}

/// The cache of freed blocks, for the next allocations.
class block_cache {
  public:
    block_cache() noexcept;

    /// A block of exactly `bytes` bytes, with as many used pages as possible; nullptr if no block is cached.
    void* take(std::size_t bytes) noexcept {
        if (!caches_) return nullptr;
        const std::lock_guard lock(mutex_);
        if (count_ == 0) return nullptr;
        // The smallest block that is large enough, or else the largest block.
        std::size_t best = 0;
        for (std::size_t k = 1; k < count_; ++k) {
            const std::size_t here = blocks_[k].bytes, there = blocks_[best].bytes;
            const bool better = there >= bytes ? here >= bytes && here < there : here > there;
            if (better) best = k;
        }
        const cached_block block = blocks_[best];
        blocks_[best] = blocks_[--count_];
        bytes_ -= block.bytes;
        if (block.bytes >= bytes) {
            // A much larger block is split in two, so that small arrays do not use up large blocks.
            const std::size_t rest = block.bytes - bytes;
            if (rest > 0) put_locked(static_cast<std::byte*>(block.address) + bytes, rest);
            return block.address;
        }
        // The block is too small: its pages are moved to the front of a larger range, which needs no copy.
        void* const larger = map_aligned(bytes);
        if (larger == nullptr) {
            put_locked(block.address, block.bytes);
            return nullptr;
        }
        if (mremap(block.address, block.bytes, block.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, larger) != MAP_FAILED) return larger;
        // The system refuses to move a block that has grown before, because it is two mappings. It may have unmapped the front
        // of the new range by then, and another thread may have mapped that again, so only the rest of the range can be
        // unmapped safely.
        (void)munmap(block.address, block.bytes);
        (void)munmap(static_cast<std::byte*>(larger) + block.bytes, bytes - block.bytes);
        return nullptr;
    }

    void put(void* address, std::size_t bytes) noexcept {
        // The pages are offered before the block is in the cache, because they must not be offered once another thread uses
        // them.
        const bool keep = caches_ && madvise(address, bytes, MADV_FREE) == 0;
        if (!keep) {
            (void)munmap(address, bytes);
            return;
        }
        const std::lock_guard lock(mutex_);
        put_locked(address, bytes);
    }

    void clear() noexcept {
        const std::lock_guard lock(mutex_);
        while (count_ > 0) {
            --count_;
            (void)munmap(blocks_[count_].address, blocks_[count_].bytes);
        }
        bytes_ = 0;
    }

    std::size_t bytes() noexcept {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }

  private:
    struct cached_block {
        void* address;
        std::size_t bytes;
    };
    static constexpr std::size_t max_blocks = 32;

    void put_locked(void* address, std::size_t bytes) noexcept {
        if (count_ == max_blocks) {
            std::size_t smallest = 0;
            for (std::size_t k = 1; k < count_; ++k) {
                if (blocks_[k].bytes < blocks_[smallest].bytes) smallest = k;
            }
            if (bytes <= blocks_[smallest].bytes) {
                (void)munmap(address, bytes);
                return;
            }
            bytes_ -= blocks_[smallest].bytes;
            (void)munmap(blocks_[smallest].address, blocks_[smallest].bytes);
            blocks_[smallest] = blocks_[--count_];
        }
        blocks_[count_++] = {address, bytes};
        bytes_ += bytes;
    }

    std::mutex mutex_;
    bool caches_;
    cached_block blocks_[max_blocks];
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
};

/// The cache is never destroyed, because containers with static storage may be destroyed after any other object.
block_cache& cache() noexcept {
    alignas(block_cache) static std::byte storage[sizeof(block_cache)];
    static block_cache* const blocks = new (storage) block_cache;
    return *blocks;
}

block_cache::block_cache() noexcept {
    // fork() copies the state of the lock, and in the child a lock that another thread of the parent holds is never released.
    // So the thread that calls fork() takes the lock first. If that cannot be arranged, no block is cached, and the lock is not
    // needed.
    const auto unlock = [] { base::cache().mutex_.unlock(); };
    caches_ = pthread_atfork([] { base::cache().mutex_.lock(); }, unlock, unlock) == 0;
}

#endif

/// Smaller blocks have the alignment of std::malloc, which keeps freed ones for each thread: std::aligned_alloc does not.
constexpr std::size_t smallest_aligned_size = 512;

constexpr bool is_large([[maybe_unused]] std::size_t bytes) { return GB_MAPS_LARGE_BLOCKS && bytes >= large_from; }

void* allocate_large([[maybe_unused]] std::size_t rounded) noexcept {
#if GB_MAPS_LARGE_BLOCKS
    void* const used = cache().take(rounded);
    return used != nullptr ? used : map_aligned(rounded);
#else
    return nullptr;
#endif
}

/// How many blocks resources of the program have given and not got back. The thread that frees a block knows of the call that
/// has allocated it, so that it does not read 0 then.
std::atomic<std::size_t> given_count{0};

/// These blocks, so that each goes back to its own resource.
class given_blocks {
  public:
    /// A block of the resource, or nullptr if it has none, or if there is no room to remember it.
    [[gnu::cold]] void* take(std::pmr::memory_resource& from, std::size_t bytes) noexcept {
        void* block = nullptr;
        try {
            block = from.allocate(bytes, cache_line);
            if (block == nullptr) return nullptr;
            const std::lock_guard lock(mutex_);
            owners_.emplace(block, owner{&from, bytes});
            given_count.store(owners_.size(), std::memory_order_relaxed);
            return block;
        } catch (...) {
            if (block != nullptr) from.deallocate(block, bytes, cache_line);
            return nullptr;
        }
    }

    [[gnu::cold]] bool has(void* block) noexcept {
        const std::lock_guard lock(mutex_);
        return owners_.contains(block);
    }
    /// Gives a block back; false if no resource has given it.
    [[gnu::cold]] bool give_back(void* block) noexcept {
        owner its{};
        {
            const std::lock_guard lock(mutex_);
            const auto found = owners_.find(block);
            if (found == owners_.end()) return false;
            its = found->second;
            owners_.erase(found);
            given_count.store(owners_.size(), std::memory_order_relaxed);
        }
        its.resource->deallocate(block, its.bytes, cache_line);
        return true;
    }

    std::mutex& mutex() noexcept { return mutex_; }

  private:
    struct owner {
        std::pmr::memory_resource* resource;
        std::size_t bytes;
    };
    std::mutex mutex_;
    std::unordered_map<void*, owner> owners_;
};

/// Never destroyed, like the cache.
given_blocks& given() noexcept {
    alignas(given_blocks) static std::byte storage[sizeof(given_blocks)];
    static given_blocks* const blocks = new (storage) given_blocks;
    return *blocks;
}

bool is_given(void* block) noexcept { return given_count.load(std::memory_order_relaxed) != 0 && given().has(block); }

/// The resource of the program, or null.
std::atomic<std::pmr::memory_resource*> resource_of_program{nullptr};

/// A block of the resource; of another one, or of none, if it was set meanwhile.
[[gnu::noinline, gnu::cold]] void* block_of_program(std::size_t bytes) noexcept;

/// A block of `bytes` bytes, which are more than none; nullptr if there is none.
void* block_of(std::size_t bytes) noexcept {
    if (is_from_program()) [[unlikely]]
        return block_of_program(bytes);
    if (is_large(bytes)) return allocate_large(rounded_up(bytes, huge_page));
    if (bytes < smallest_aligned_size) return std::malloc(bytes);
    return std::aligned_alloc(cache_line, rounded_up(bytes, cache_line));
}

void* block_of_program(std::size_t bytes) noexcept {
    auto* const own = resource_of_program.load(std::memory_order_acquire);
    return own != nullptr ? given().take(*own, bytes) : block_of(bytes);
}

}  // namespace

void* allocate(std::size_t count, std::size_t size) try {
    if (count == 0) return nullptr;
    if (count > (SIZE_MAX - 2 * huge_page) / size)
        refuse_memory(fmt::format("{} elements of {} bytes exceed the address space", count, size));
    const std::size_t bytes = count * size;
    grant(bytes);
    void* const block = block_of(bytes);
    if (block != nullptr) return block;
    take_back(bytes);
    refuse_memory(fmt::format("no memory for {} bytes", bytes));
} catch (const std::bad_alloc&) {
    throw out_of_memory();  // there is no memory for the message either
}

void deallocate(void* block, std::size_t count, std::size_t size) noexcept {
    if (block == nullptr) return;
    take_back(count * size);
    if (given_count.load(std::memory_order_relaxed) != 0 && given().give_back(block)) return;
#if GB_MAPS_LARGE_BLOCKS
    if (is_large(count * size)) return cache().put(block, rounded_up(count * size, huge_page));
#endif
    std::free(block);
}

void* shrink(void* block, std::size_t count, std::size_t smaller, std::size_t size, std::size_t& new_count) noexcept {
    new_count = count;
    if (block == nullptr || smaller >= count) return block;
    const std::size_t bytes = count * size;
#if GB_MAPS_LARGE_BLOCKS
    if (is_large(bytes) && is_large(smaller * size) && !is_given(block)) {
        const std::size_t here = rounded_up(bytes, huge_page);
        const std::size_t wanted = rounded_up(smaller * size, huge_page);
        if (wanted < here) (void)munmap(static_cast<std::byte*>(block) + wanted, here - wanted);
        count_block(smaller * size);
        take_back(bytes);
        new_count = smaller;
        return block;
    }
#endif
    // A small block is copied, which is cheap, but only if much memory would be wasted otherwise.
    if (smaller > count / 2) return block;
    void* const fresh = smaller > 0 ? block_of(smaller * size) : nullptr;
    if (smaller > 0 && fresh == nullptr) return block;  // the block stays as large as it is
    if (smaller > 0) std::memcpy(fresh, block, smaller * size);
    count_block(smaller * size);
    deallocate(block, count, size);
    new_count = smaller;
    return fresh;
}

bool is_from_program() noexcept { return resource_of_program.load(std::memory_order_relaxed) != nullptr; }

#if GB_MAPS_LARGE_BLOCKS
std::size_t cached_bytes() noexcept { return cache().bytes(); }
void release_cached_blocks() noexcept { cache().clear(); }
#else
std::size_t cached_bytes() noexcept { return 0; }
void release_cached_blocks() noexcept {}
#endif

}  // namespace graphblas_gpu::base

namespace graphblas_gpu {

std::pmr::memory_resource* set_host_memory(std::pmr::memory_resource* resource) {
    // As with the cache: in a child of fork() no thread may be left holding the lock.
    static const bool survives_fork = [] {
        const auto unlock = [] { base::given().mutex().unlock(); };
        return pthread_atfork([] { base::given().mutex().lock(); }, unlock, unlock) == 0;
    }();
    if (!survives_fork) throw out_of_memory();
    return base::resource_of_program.exchange(resource);
}

}  // namespace graphblas_gpu
