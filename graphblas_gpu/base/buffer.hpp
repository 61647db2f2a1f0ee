// An owning array that does not touch its memory when it is made.
//
// Idea: std::vector fills its elements with zeros, on one thread. The arrays of a product can be gigabytes, and the threads
// that write them should be the first to touch their pages. Elements are trivially copyable: a copy is a memcpy, and
// destructors are not called.
#pragma once

#include <graphblas_gpu/base/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace graphblas_gpu {

template <class T>
class buffer {
    static_assert(std::is_trivially_copyable_v<T>, "buffer: elements are moved by memcpy, T must be trivially copyable");

  public:
    using value_type = T;

    buffer() noexcept = default;

    /// `size` elements, uninitialised. Throws out_of_memory.
    explicit buffer(std::size_t size)
        : data_(static_cast<T*>(base::allocate(size, sizeof(T)))), size_(size), capacity_bytes_(size * sizeof(T)) {}

    buffer(std::size_t size, const T& value) : buffer(size) { std::fill_n(data_, size, value); }
    /// A copy of an array. The parameter is no span because the compiler would try to convert every argument of a constructor
    /// to it, which costs time and memory in every source that includes a container.
    template <class Source>
    requires(!std::integral<Source> &&
             requires(const Source& source) {
                 { source.data() } -> std::same_as<const T*>;
             }) explicit buffer(const Source& source)
        : buffer(source.size()) {
        copy_from(source.data());
    }
    buffer(std::initializer_list<T> source) : buffer(source.size()) { copy_from(source.begin()); }

    buffer(const buffer& other) : buffer(other.size_) { copy_from(other.data_); }
    buffer(buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_bytes_(std::exchange(other.capacity_bytes_, 0)) {}
    // Not one assignment of a value: it would be noexcept, and so would be the defaulted assignments of all that has buffers,
    // although the copy may fail.
    buffer& operator=(const buffer& other) { return *this = buffer(other); }
    buffer& operator=(buffer&& other) noexcept {
        buffer taken(std::move(other));
        std::swap(data_, taken.data_);
        std::swap(size_, taken.size_);
        std::swap(capacity_bytes_, taken.capacity_bytes_);
        return *this;
    }
    ~buffer() { base::deallocate(data_, capacity_bytes_, 1); }

    /// Takes the memory of another buffer and its bytes as elements of T. Code that is compiled once for all value types
    /// returns values as bytes this way. The other buffer is left empty.
    template <class U>
    static buffer reinterpreted(buffer<U>&& other) noexcept {
        buffer out;
        out.data_ = reinterpret_cast<T*>(std::exchange(other.data_, nullptr));
        out.size_ = std::exchange(other.size_, 0) * sizeof(U) / sizeof(T);
        out.capacity_bytes_ = std::exchange(other.capacity_bytes_, 0);
        return out;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T* data() noexcept { return data_; }
    const T* data() const noexcept { return data_; }
    T* begin() noexcept { return data_; }
    T* end() noexcept { return data_ + size_; }
    const T* begin() const noexcept { return data_; }
    const T* end() const noexcept { return data_ + size_; }
    T& operator[](std::size_t k) noexcept { return data_[k]; }
    const T& operator[](std::size_t k) const noexcept { return data_[k]; }
    operator std::span<const T>() const noexcept { return {data_, size_}; }

    /// Keeps the first `size` elements. No memory is freed.
    void truncate(std::size_t size) noexcept { size_ = std::min(size, size_); }

    /// Keeps the first `size` elements and frees memory behind them where that is possible; elements may move.
    void shrink(std::size_t size) noexcept {
        if (size >= size_) return;
        data_ = static_cast<T*>(base::shrink(data_, capacity_bytes_, size * sizeof(T), 1, capacity_bytes_));
        size_ = size;
    }

    /// Makes room for `count` more elements; elements may move. O(1) in the mean over many calls, each for a few more. Throws
    /// out_of_memory; the buffer is then as it was.
    void make_room(std::size_t count) {
        if ((size_ + count) * sizeof(T) <= capacity_bytes_) return;
        buffer larger((size_ + count) + (size_ + count) / 2 + 8);
        larger.size_ = size_;
        larger.copy_from(data_);
        *this = std::move(larger);
    }
    /// Adds `count` elements, for which make_room() has made room, behind all others. They are not set.
    void extend(std::size_t count) noexcept { size_ += count; }

    friend bool operator==(const buffer& a, const buffer& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

  private:
    template <class>
    friend class buffer;

    void copy_from(const T* source) noexcept {
        if (size_ > 0) std::memcpy(static_cast<void*>(data_), source, size_ * sizeof(T));
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_bytes_ = 0;
};

namespace base {

/// The values of a std::vector<bool>, which stores them as bits, as an array.
buffer<bool> unpacked(const std::vector<bool>& packed);

}  // namespace base
}  // namespace graphblas_gpu
