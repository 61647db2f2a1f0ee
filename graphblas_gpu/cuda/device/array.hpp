// Owning arrays in device memory.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

/// Device memory of `bytes` bytes, uninitialised.
class memory {
  public:
    memory() noexcept = default;
    memory(std::shared_ptr<engine> e, std::size_t bytes)
        : engine_(std::move(e)), data_(engine_->allocate(bytes)), bytes_(bytes) {}
    /// Memory of somebody else on the device of `e`, which `lender` owns. It is only read.
    memory(std::shared_ptr<engine> e, const void* data, std::size_t bytes, std::shared_ptr<const void> lender)
        : engine_(std::move(e)), lender_(std::move(lender)), data_(const_cast<void*>(data)), bytes_(bytes) {}
    memory(memory&& other) noexcept
        : engine_(std::move(other.engine_)),
          lender_(std::move(other.lender_)),
          data_(std::exchange(other.data_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    memory& operator=(memory other) noexcept {
        std::swap(engine_, other.engine_);
        std::swap(lender_, other.lender_);
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~memory() {
        if (data_ != nullptr && lender_ == nullptr) engine_->deallocate(data_, bytes_);
    }

    /// The same memory with one more owner. It must never be changed after this.
    memory shared() const {
        if (engine_ != nullptr && lender_ == nullptr) engine_->share(data_);
        memory out;
        out.engine_ = engine_;
        out.lender_ = lender_;
        out.data_ = data_;
        out.bytes_ = bytes_;
        return out;
    }

    void* data() const noexcept { return data_; }
    std::size_t bytes() const noexcept { return bytes_; }
    const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
    bool is_borrowed() const noexcept { return lender_ != nullptr; }

  private:
    std::shared_ptr<engine> engine_;
    std::shared_ptr<const void> lender_;  ///< of borrowed memory
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// `size` elements on the device, uninitialised.
template <class T>
class array {
  public:
    array() noexcept = default;
    array(const std::shared_ptr<engine>& e, std::size_t size) : memory_(e, size * sizeof(T)), size_(size) {}
    /// Takes over memory, of which the array is the first `size` elements.
    array(memory&& m, std::size_t size) : memory_(std::move(m)), size_(size) {}
    array(array&& other) noexcept : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
    array& operator=(array&& other) noexcept {
        memory_ = std::move(other.memory_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }

    T* data() const noexcept { return static_cast<T*>(memory_.data()); }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const std::shared_ptr<engine>& owner() const noexcept { return memory_.owner(); }
    bool is_borrowed() const noexcept { return memory_.is_borrowed(); }
    /// Makes the array end after the first `size` elements; the memory is not freed.
    void truncate(std::size_t size) noexcept { size_ = size < size_ ? size : size_; }
    /// The same elements with one more owner.
    array shared() const { return {memory_.shared(), size_}; }
    memory release() noexcept {
        size_ = 0;
        return std::move(memory_);
    }

  private:
    memory memory_;
    std::size_t size_ = 0;
};

/// `size` elements on the device whose bytes are all 0. Does not wait.
template <class T>
array<T> zeros(const std::shared_ptr<engine>& e, std::size_t size) {
    array<T> out(e, size);
    e->set_bytes(out.data(), 0, size * sizeof(T));
    return out;
}

/// A copy of host data on the device. It is counted in moved().
template <class T>
array<T> uploaded(const std::shared_ptr<engine>& e, std::span<const T> source) {
    array<T> out(e, source.size());
    e->to_device(out.data(), source.data(), source.size_bytes());
    return out;
}

/// A copy of device data on the host. Waits for the stream.
template <class T>
buffer<T> downloaded(engine& e, const T* source, std::size_t size) {
    buffer<T> out(size);
    e.to_host(out.data(), source, size * sizeof(T));
    return out;
}

/// One element, copied to the host without being counted in moved(). Waits.
template <class T>
T read_element(engine& e, const T* source) {
    T x{};
    e.read_small(&x, source, sizeof(T));
    return x;
}

}  // namespace graphblas_gpu::cuda
