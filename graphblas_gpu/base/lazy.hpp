// A value that is derived from an object when it is first needed and cached until the object changes.
#pragma once

#include <memory>
#include <utility>

#include <graphblas_gpu/base/mutex.hpp>
#include <graphblas_gpu/base/within_memory.hpp>

namespace graphblas_gpu::base {

/// Copies share the derived value, which is never modified. Several threads may call get() at the same time.
template <class T>
class lazy {
  public:
    lazy() = default;
    lazy(const lazy& other) : value_(other.shared()) {}
    /// The other object keeps no value, because it is about to change.
    lazy(lazy&& other) noexcept : value_(other.take()) {}
    lazy& operator=(lazy&& other) noexcept {
        auto value = other.take();
        const lock_guard lock(mutex_);
        value_ = std::move(value);
        return *this;
    }
    lazy& operator=(const lazy& other) {
        auto value = other.shared();
        const lock_guard lock(mutex_);
        value_ = std::move(value);
        return *this;
    }

    /// The value. It is made by make() if it is not cached yet. Throws what make() throws, and out_of_memory.
    template <class Make>
    std::shared_ptr<const T> get(Make&& make) const {
        const lock_guard lock(mutex_);
        if (value_ == nullptr)
            value_ = library_call("what is derived from a container", [&] { return std::make_shared<const T>(make()); });
        return typed(value_);
    }

    /// The value, or null if it is not cached.
    std::shared_ptr<const T> get_if_cached() const { return typed(shared()); }

    /// Drops the value; copies of this object keep it.
    void forget() const {
        const lock_guard lock(mutex_);
        value_ = nullptr;
    }

    /// Takes no lock, because it may be called for each entry that is set, and no other thread uses an object that is being
    /// changed.
    void reset() noexcept { value_.reset(); }

  private:
    static std::shared_ptr<const T> typed(const std::shared_ptr<const void>& value) {
        return std::static_pointer_cast<const T>(value);
    }
    std::shared_ptr<const void> shared() const {
        const lock_guard lock(mutex_);
        return value_;
    }
    std::shared_ptr<const void> take() {
        const lock_guard lock(mutex_);
        return std::move(value_);
    }

    mutable mutex mutex_;
    mutable std::shared_ptr<const void> value_;  // without its type, because each type of shared_ptr costs the compiler 0.3 MB
};

}  // namespace graphblas_gpu::base
