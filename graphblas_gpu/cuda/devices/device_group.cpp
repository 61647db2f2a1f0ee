// The threads that issue the work of each device of a group, and what processes tell each other at the end of a step.
#include <graphblas_gpu/cuda/devices/device_group.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>

#include <graphblas_gpu/base/fork.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/throw_error.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/error.hpp>

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

namespace {

class copies_of_one_process final : public communicator {
  public:
    void exchange(std::span<const transfer> transfers) override {
        for (const transfer& t : transfers) {
            if (t.bytes != 0) t.target->pull(t.to, *t.source, t.from, t.bytes);
        }
    }
    const char* name() const override { return "peer copies"; }
};

}  // namespace

std::shared_ptr<communicator> peer_copies_of_one_process() { return std::make_shared<copies_of_one_process>(); }

namespace {

/// What every process sends to all others at the end of a step.
struct process_message {
    std::uint64_t call = 0;
    int failed = 0;  // the error_code of an exception
    process_note note;
    char text[800] = {};
};
static_assert(sizeof(process_message) <= communicator::max_gathered && std::is_trivially_copyable_v<process_message>);

}  // namespace

std::uint64_t number_of_call(const char* operation, std::initializer_list<std::int64_t> numbers) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    const auto add = [&](std::uint64_t x) { hash = (hash ^ x) * 1099511628211u; };
    for (const char* c = operation; *c != 0; ++c) add(static_cast<unsigned char>(*c));
    for (const std::int64_t n : numbers) add(static_cast<std::uint64_t>(n));
    return hash;
}

std::vector<process_note> together(communicator& between, const char* operation, std::uint64_t call,
                                   base::function_ref<void(process_note&)> body) {
    process_message own;
    if (between.processes() == 1) {
        body(own.note);
        return {own.note};
    }
    own.call = call;
    const auto failed = [&](error_code code, const char* text) {
        own.failed = static_cast<int>(code);
        std::strncpy(own.text, text, sizeof(own.text) - 1);
    };
    try {
        std::optional<base::cancellation::interruptible> here;
        if (between.calls() != nullptr) {
            here.emplace(*between.calls());
            between.calls()->look();
        }
        body(own.note);
    } catch (const error& x) {
        failed(x.code(), x.what());
    } catch (const std::exception& x) {
        failed(error_code::panic, x.what());
    }
    std::vector<process_message> all(static_cast<std::size_t>(between.processes()));
    between.all_gather(&own, all.data(), sizeof(own));
    const auto at = [](std::size_t rank) { return " (in process " + std::to_string(rank) + ")"; };
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r].call == call) continue;
        throw invalid_value(std::string(operation) + ": processes " + std::to_string(between.rank()) + " and " +
                            std::to_string(r) +
                            " make different calls, or have different operands or options; all of them must make the same "
                            "calls in the same order");
    }
    // All have failed with the same words, so that no process need be named: of a step within this one, the words name a
    // process already.
    const bool is_told = std::all_of(all.begin(), all.end(), [&](const process_message& m) {
        return m.failed != 0 && m.failed == all[0].failed && std::strcmp(m.text, all[0].text) == 0;
    });
    if (is_told) graphblas_gpu::base::throw_error(static_cast<error_code>(own.failed), own.text);
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r].failed != 0) graphblas_gpu::base::throw_error(static_cast<error_code>(all[r].failed), all[r].text + at(r));
    }
    std::vector<process_note> notes;
    for (const process_message& m : all) notes.push_back(m.note);
    return notes;
}

std::shared_ptr<device_group> device_group::make(std::span<const int> devices, std::int64_t memory_limit,
                                                 std::int64_t spread_from,
                                                 const std::shared_ptr<device_memory_resource>& memory,
                                                 device_transport transport) {
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
    group->between_ = transport == device_transport::nccl ? nccl_of_one_process(group->engines_) : peer_copies_of_one_process();
    group->spread_from_ = spread_from;
    return group;
}

std::shared_ptr<device_group> device_group::make_of_processes(const std::shared_ptr<engine>& e, std::int64_t spread_from,
                                                              process_group& processes, int timeout_seconds) {
    std::shared_ptr<device_group> group(new device_group, base::delete_where_made<device_group>());
    group->engines_ = {e};
    group->between_ = nccl_of_processes(e, processes, timeout_seconds);
    group->spread_from_ = spread_from;
    (void)together(*group->between_, "context", number_of_call("context", {spread_from, sizeof(process_note)}),
                   [&](process_note&) {
                       if (spread_from < 0) {
                           throw invalid_value("context: products are to be spread from " + std::to_string(spread_from) +
                                               " multiplications on");
                       }
                   });
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
