// The threads that issue the work of each device of a group.
#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <graphblas_gpu/base/fork.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::cuda {

/// A thread that runs one call after the other.
class device_thread {
  public:
    device_thread() : thread_([this] { serve(); }) {}
    device_thread(const device_thread&) = delete;
    device_thread& operator=(const device_thread&) = delete;
    ~device_thread() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    /// Begins a call, which must stay until await() has returned.
    void begin(base::function_ref<void()> call) {
        {
            const std::lock_guard lock(mutex_);
            call_ = call;
            thrown_ = nullptr;
        }
        changed_.notify_all();
    }
    /// Waits for the end of the call; returns what it has thrown.
    std::exception_ptr await() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !call_; });
        return thrown_;
    }

  private:
    void serve() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return call_ || ends_; });
            if (!call_) return;
            const base::function_ref<void()> call = *call_;
            lock.unlock();
            std::exception_ptr thrown;
            try {
                call();
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            thrown_ = thrown;
            call_.reset();
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<base::function_ref<void()>> call_;  // nothing: there is nothing to do
    std::exception_ptr thrown_;
    bool ends_ = false;
    std::thread thread_;  // the last member: it uses the others
};

std::shared_ptr<device_group> device_group::make(std::span<const int> devices, std::int64_t memory_limit,
                                                 std::int64_t spread_from,
                                                 const std::shared_ptr<device_memory_resource>& memory) {
    if (memory != nullptr && !is_exact_memory(*memory)) {
        throw invalid_value("context: " + std::to_string(devices.size()) +
                            " devices asked for, but a source of memory is of one device");
    }
    for (std::size_t d = 0; d < devices.size(); ++d) {
        if (std::count(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(d), devices[d]) > 0) {
            throw invalid_value("context: CUDA device " + std::to_string(devices[d]) + " is named twice");
        }
    }
    if (spread_from < 0) {
        throw invalid_value("context: products are to be spread from " + std::to_string(spread_from) + " multiplications on");
    }
    std::shared_ptr<device_group> group(new device_group, base::delete_where_made<device_group>());
    for (const int d : devices) {
        const bool is_there = d >= 0 && d < engine::usable_devices();  // if not, make() says so
        group->engines_.push_back(
            engine::make(d, memory_limit, nullptr, memory == nullptr || !is_there ? nullptr : exact_memory(d)));
    }
    for (const auto& owner : group->engines_) {
        for (const auto& reader : group->engines_) {
            if (owner != reader) owner->give_access(*reader);
        }
    }
    for (std::size_t d = 1; d < devices.size(); ++d) group->threads_.push_back(std::make_unique<device_thread>());
    group->spread_from_ = spread_from;
    return group;
}

device_group::~device_group() = default;

void device_group::run(const char* operation, base::function_ref<void(int)> task) {
    times_.resize(engines_.size(), 0);
    const auto call_on = [&](int d) {
        const engine::use here(*engines_[static_cast<std::size_t>(d)], operation);
        const base::stopwatch time;
        task(d);
        times_[static_cast<std::size_t>(d)] += time.milliseconds();
    };
    struct call_of_thread {
        const decltype(call_on)* call;
        int device;
        void operator()() const { (*call)(device); }
    };
    std::vector<call_of_thread> calls;
    for (int d = 1; d < static_cast<int>(engines_.size()); ++d) calls.push_back({&call_on, d});
    std::vector<std::exception_ptr> thrown(engines_.size());
    const bool concurrently = engine::run_concurrently();
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        threads_[t]->begin(calls[t]);
        if (!concurrently) thrown[t + 1] = threads_[t]->await();
    }
    try {
        call_on(0);
    } catch (...) {
        thrown[0] = std::current_exception();
    }
    for (std::size_t t = 0; t < threads_.size() && concurrently; ++t) thrown[t + 1] = threads_[t]->await();
    for (const std::exception_ptr& e : thrown) {
        if (e != nullptr) std::rethrow_exception(e);
    }
}

void device_group::run_rows(const char* operation, std::span<const index> cuts, index rows_of_cut, index nrows,
                            base::function_ref<void(int)> task) {
    run(operation, [&](int device) {
        const auto d = static_cast<std::size_t>(device);
        engine& e = *engines_[d];
        if (d > 0) {  // nothing is copied to the first one
            const base::stopwatch time;
            e.synchronise();
            e.count_pulled(0, time.milliseconds());
        }
        if (cuts[d] == cuts[d + 1]) return;
        try {
            task(device);
            e.synchronise();
        } catch (const out_of_memory& x) {
            throw out_of_memory(fmt::format("{} (rows {} to {} of {}, on device {})", x.what(), cuts[d] * rows_of_cut,
                                            std::min(nrows, cuts[d + 1] * rows_of_cut) - 1, nrows, e.device()));
        }
    });
}

waits_for_all::~waits_for_all() {
    for (const auto& e : devices_.engines()) {
        try {
            e->synchronise();
        } catch (const error&) {  // the call has failed already, and its exception says why
        }
    }
}

void device_group::release_memory() {
    for (const auto& e : engines_) e->release_memory();
}

}  // namespace graphblas_gpu::cuda
