#include <graphblas_gpu/host/threads/scratch.hpp>

namespace graphblas_gpu::host {
namespace {

/// Somewhat more than `bytes`, so that a slot does not grow by a little each time.
std::size_t grown(std::size_t bytes) { return bytes + bytes / 4 + 64; }

}  // namespace

void* scratch::bytes(raw slot, std::size_t size) {
    buffer<std::byte>& memory = raw_[static_cast<std::size_t>(slot)];
    if (memory.size() < size) {
        memory = {};
        memory = buffer<std::byte>(grown(size));
    }
    return memory.data();
}

void* scratch::bytes(clean slot, std::size_t size) {
    buffer<std::byte>& memory = clean_[static_cast<std::size_t>(slot)];
    if (memory.size() < size) {
        memory = {};
        memory = buffer<std::byte>(grown(size), std::byte{0});
    }
    return memory.data();
}

void scratch::discard() noexcept {
    for (auto& memory : raw_) memory = {};
    for (auto& memory : clean_) memory = {};
}

}  // namespace graphblas_gpu::host
