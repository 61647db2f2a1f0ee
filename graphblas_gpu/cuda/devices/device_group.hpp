// The devices of a context that has several.
//
// Idea: every device has an engine and a thread of its own that issues its work; the first device uses the thread of the
// caller. A task is run for all devices at the same time, and the caller goes on when all of them have ended.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/device/engine.hpp>

namespace graphblas_gpu::cuda {

class device_thread;

/// Whether a source of memory is one that exact_memory() has made.
bool is_exact_memory(const device_memory_resource& memory) noexcept;

class device_group {
  public:
    /// Engines of at least two devices, which can read each other's memory from here on. Throws what engine::make throws;
    /// invalid_value if a device is named twice; unsupported if two devices cannot copy to each other without host memory.
    /// `memory`: null, or an exact_memory(), of whose kind each device then gets one; any other is refused by invalid_value.
    static std::shared_ptr<device_group> make(std::span<const int> devices, std::int64_t memory_limit, std::int64_t spread_from,
                                              const std::shared_ptr<device_memory_resource>& memory);
    device_group(const device_group&) = delete;
    device_group& operator=(const device_group&) = delete;
    ~device_group();

    /// The first is the one that everything runs on which is not spread.
    std::span<const std::shared_ptr<engine>> engines() const noexcept { return engines_; }
    int size() const noexcept { return static_cast<int>(engines_.size()); }
    /// Products of fewer multiplications are not spread.
    std::int64_t spread_from() const noexcept { return spread_from_; }

    /// Calls task(d) for every device d, with its engine in use, and waits until all calls have ended. Device 0
    /// is served by the thread of the caller. If calls throw, throws what that of the smallest d has thrown. One thread at a
    /// time.
    void run(const char* operation, base::function_ref<void(int)> task);

    /// The same for the devices that have rows of a matrix of `nrows` rows: device d has cuts[d] .. cuts[d + 1] - 1, each of
    /// which stands for rows_of_cut rows. A device first waits for what has been copied to it, and at the end for its work.
    /// out_of_memory tells which rows and which device.
    void run_rows(const char* operation, std::span<const index> cuts, index rows_of_cut, index nrows,
                  base::function_ref<void(int)> task);

    /// The milliseconds that each device has spent in tasks of run() since the last call, for benchmarks; empty if there were
    /// none.
    std::vector<double> take_times() { return std::exchange(times_, {}); }

    /// Frees what all engines keep. Waits for all devices.
    void release_memory();

  private:
    device_group() = default;

    std::vector<std::shared_ptr<engine>> engines_;
    std::vector<std::unique_ptr<device_thread>> threads_;  // of all devices but the first
    std::int64_t spread_from_ = 0;
    std::vector<double> times_;
};

/// Waits for all devices of a group when it is destroyed, because after an exception copies may still be under way from memory
/// that is about to be given back.
class waits_for_all {
  public:
    explicit waits_for_all(const device_group& devices) : devices_(devices) {}
    ~waits_for_all();
    waits_for_all(const waits_for_all&) = delete;
    waits_for_all& operator=(const waits_for_all&) = delete;

  private:
    const device_group& devices_;
};

}  // namespace graphblas_gpu::cuda
