// A mutex and a lock like std::mutex and std::lock_guard, but without the header <mutex>, which includes clocks and streams
// into every source that includes a container.
#pragma once

#include <pthread.h>

namespace graphblas_gpu::base {

class mutex {
  public:
    mutex() = default;
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;
    ~mutex() { pthread_mutex_destroy(&handle_); }

    void lock() noexcept { pthread_mutex_lock(&handle_); }
    void unlock() noexcept { pthread_mutex_unlock(&handle_); }

  private:
    pthread_mutex_t handle_ = PTHREAD_MUTEX_INITIALIZER;
};

/// Locks a mutex until it is destroyed.
class lock_guard {
  public:
    explicit lock_guard(mutex& m) noexcept : mutex_(m) { mutex_.lock(); }
    ~lock_guard() { mutex_.unlock(); }
    lock_guard(const lock_guard&) = delete;
    lock_guard& operator=(const lock_guard&) = delete;

  private:
    mutex& mutex_;
};

}  // namespace graphblas_gpu::base
