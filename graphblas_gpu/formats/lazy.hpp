// A value derived from an object on first use and kept until the object changes.
#pragma once

#include <memory>
#include <utility>

#include <graphblas_gpu/formats/mutex.hpp>

namespace graphblas_gpu::formats {

/// Copies share the derived value, which is never changed. Several threads may call get() at once.
template <class T>
class lazy {
  public:
    lazy() = default;
    lazy(const lazy& other) : value_(other.peek()) {}
    /// Leaves nothing behind, since the other object is about to change.
    lazy(lazy&& other) noexcept : value_(other.take()) {}
    lazy& operator=(lazy&& other) noexcept {
        auto value = other.take();
        const lock_guard lock(mutex_);
        value_ = std::move(value);
        return *this;
    }
    lazy& operator=(const lazy& other) {
        auto value = other.peek();
        const lock_guard lock(mutex_);
        value_ = std::move(value);
        return *this;
    }

    /// The value, made by make() if it is not there.
    template <class Make>
    std::shared_ptr<const T> get(Make&& make) const {
        const lock_guard lock(mutex_);
        if (value_ == nullptr) value_ = std::make_shared<const T>(make());
        return value_;
    }

    /// The value or null.
    std::shared_ptr<const T> peek() const {
        const lock_guard lock(mutex_);
        return value_;
    }

    /// Drops the value; others may be reading theirs.
    void forget() const {
        const lock_guard lock(mutex_);
        value_ = nullptr;
    }

    /// Without the lock: whoever changes an object has it alone, and may do so once an entry.
    void reset() noexcept { value_.reset(); }

  private:
    std::shared_ptr<const T> take() {
        const lock_guard lock(mutex_);
        return std::move(value_);
    }

    mutable mutex mutex_;
    mutable std::shared_ptr<const T> value_;
};

}  // namespace graphblas_gpu::formats
