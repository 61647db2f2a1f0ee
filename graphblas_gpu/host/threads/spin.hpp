// Waiting for another thread without sleeping.
#pragma once

#include <chrono>

namespace graphblas_gpu::host {

/// How long a thread spins before it sleeps: as long as waking 16 threads takes (63 to 118 microseconds on the Xeon of an
/// H100), so that spinning first costs at most twice as much as the better choice of spinning and sleeping.
inline constexpr std::chrono::microseconds spin_time{100};

inline void pause_briefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Spins until ready() is true; returns false if that took longer than spin_time.
template <class Ready>
bool spin_until(Ready&& ready) {
    constexpr int looks_per_clock = 32;
    const auto until = std::chrono::steady_clock::now() + spin_time;
    do {
        for (int look = 0; look < looks_per_clock; ++look) {
            if (ready()) return true;
            pause_briefly();
        }
    } while (std::chrono::steady_clock::now() < until);
    return false;
}

}  // namespace graphblas_gpu::host
