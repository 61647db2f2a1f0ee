#include <graphblas_gpu/context.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <mutex>
#include <thread>

#include <graphblas_gpu/base/fork.hpp>
#include <graphblas_gpu/base/memory.hpp>
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/devices/device_group.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <fmt/format.h>

namespace graphblas_gpu {

struct context::state {
    state(int threads, std::shared_ptr<base::cancellation> shared) : team(threads, std::move(shared)) {}
    graphblas_gpu::host::team team;
    std::shared_ptr<graphblas_gpu::cuda::engine> engine;
    std::shared_ptr<graphblas_gpu::cuda::device_group> devices;  // if there are several; the first of them is `engine`
    bool calls_host = false;            // what the engine refuses runs on the host
    std::shared_ptr<state> of_refused;  // the threads for that, made when they are first needed
    refusal_listener listener = nullptr;
    int running_operations = 0;
    std::int64_t host_memory_limit = 0;
    std::mutex mutex;
    report last;
    std::atomic<unsigned> reports{0};  // how many there have been, of which `last` is the last
    unsigned made_in = base::process_number();
};

device_list::device_list(const std::vector<int>& numbers) : size_(static_cast<int>(numbers.size())) {
    if (numbers.size() > std::size(numbers_)) {
        throw invalid_value(
            fmt::format("context: {} devices asked for; at most {} can be used together", numbers.size(), std::size(numbers_)));
    }
    std::copy(numbers.begin(), numbers.end(), numbers_);
}

device_list::device_list(std::initializer_list<int> numbers)
    : device_list(base::library_call("context", [&] { return std::vector<int>(numbers); })) {}

std::shared_ptr<context::state> context::make_state(int threads, std::shared_ptr<base::cancellation> shared) {
    base::look_for_profiler();
    return base::library_call("context", [&] {
        return base::within_memory(fmt::format("context: working memory of {} threads", threads), [&] {
            // In a child of fork() the workers do not exist and cannot be joined, and destroying the condition variables that
            // they waited on would block.
            const base::delete_where_made<state> deleter;
            return std::shared_ptr<state>(new state(threads, std::move(shared)), deleter);
        });
    });
}

context::state& context::usable() const {
    if (state_ == nullptr)
        throw invalid_context("context: it was moved from; use the one that it was moved to, or make another");
    if (state_->made_in != base::process_number()) {
        throw invalid_context("context: it belongs to the process that this one was forked from, where its threads are; make a "
                              "context in the child after fork()");
    }
    return *state_;
}

namespace {
int all_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
}  // namespace

context context::host(const host_options& options) {
    constexpr int max_threads = 1024;
    if (options.threads < 0 || options.threads > max_threads) {
        throw invalid_value(
            fmt::format("context: {} threads asked for; 1 to {} are possible, 0 means all", options.threads, max_threads));
    }
    if (options.memory_limit < 0) throw invalid_value(fmt::format("context: a memory limit of {} bytes", options.memory_limit));
    context made(make_state(options.threads == 0 ? all_threads() : options.threads));
    made.state_->host_memory_limit = options.memory_limit;
    return made;
}

context context::cuda(const cuda_options& options) {
    return base::library_call("context", [&] {
        auto made = make_state(1);
        if (options.devices.size() > 1) {
            if (options.stream != nullptr) {
                throw invalid_value(
                    fmt::format("context: {} devices asked for, but a stream is of one device", options.devices.size()));
            }
            made->devices = graphblas_gpu::cuda::device_group::make({options.devices.begin(), options.devices.end()},
                                                                    options.memory_limit, options.spread_from, options.memory);
            for (const auto& e : made->devices->engines()) e->take_part_in(made->team.cancellation());
            made->engine = made->devices->engines().front();
            return context(std::move(made));
        }
        const int device = options.devices.size() == 0 ? options.device : *options.devices.begin();
        made->engine = graphblas_gpu::cuda::engine::make(device, options.memory_limit, options.stream, options.memory);
        made->engine->take_part_in(made->team.cancellation());
        return context(std::move(made));
    });
}

context context::automatic() {
    if (graphblas_gpu::cuda::engine::usable_devices() == 0) return host();
    context made = cuda();
    made.state_->calls_host = true;
    return made;
}

const char* context::engine_name() const { return is_cuda() ? "cuda" : "host"; }

int context::threads() const { return usable().team.size(); }

report context::last_report() const {
    state& own_state = usable();
    const std::lock_guard lock(own_state.mutex);
    return base::library_call("last_report", [&] { return own_state.last; });
}

void context::set_report(report r) const {
    state& own_state = usable();
    if (r.engine.empty()) r.engine = engine_name();
    const std::lock_guard lock(own_state.mutex);
    own_state.last = std::move(r);
    ++own_state.reports;
}

void context::release_memory() const {
    team().release_memory();
    base::release_cached_blocks();
    if (const auto& devices = device_group(); devices != nullptr) return devices->release_memory();
    if (is_cuda()) cuda_engine()->release_memory();
}

void context::on_refusal(refusal_listener who) const { usable().listener = who; }

std::int64_t context::host_memory_limit() const { return usable().host_memory_limit; }

namespace {

/// Marks that an operation runs on the device of a context, so that the operations that it is made of are not repeated.
class device_call {
  public:
    // Atomic, so that the count is right again after two threads have used a context at the same time, which operations refuse.
    explicit device_call(int& running_operations) : running_operations_(running_operations) { ++running_operations_; }
    ~device_call() { --running_operations_; }
    device_call(const device_call&) = delete;
    device_call& operator=(const device_call&) = delete;

  private:
    const std::atomic_ref<int> running_operations_;
};

/// A call that is repeated on host threads. At the end it gives the context a report that says so.
class host_call {
  public:
    host_call(const context& ctx, const context& host, const char* operation, const std::string& refusal)
        : ctx_(ctx), host_(host), operation_(operation), refusal_(refusal) {
        host_.set_report({});
    }
    ~host_call();
    host_call(const host_call&) = delete;
    host_call& operator=(const host_call&) = delete;

  private:
    const context& ctx_;
    const context& host_;
    const char* operation_;
    const std::string& refusal_;
};

host_call::~host_call() {
    try {
        report r = host_.last_report();
        if (r.operation.empty()) r.operation = operation_;
        r.reason =
            "on the host, because the device refused the call (" + refusal_ + ")" + (r.reason.empty() ? "" : "; " + r.reason);
        const graphblas_gpu::cuda::moves moved = ctx_.cuda_engine()->take_moves();
        r.bytes_to_device = moved.bytes_to_device;
        r.bytes_to_host = moved.bytes_to_host;
        r.move_milliseconds = moved.milliseconds;
        ctx_.set_report(std::move(r));
    } catch (const std::exception&) {  // there is no memory for the report; the call itself is done
    }
}

/// What the log says of a report.
std::string described(const report& r) {
    std::string text = r.method == method::automatic ? "" : std::string("method ") + to_string(r.method);
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
    if (!r.reason.empty()) add(r.reason);
    if (r.flops > 0) add(fmt::format("{} multiplications", r.flops));
    add(fmt::format("{} entries", r.nvals));
    if (r.panels > 1) add(fmt::format("{} panels", r.panels));
    if (r.devices > 1) add(fmt::format("{} devices, {} bytes between them", r.devices, r.bytes_between_devices));
    if (r.peak_bytes > 0) {
        add(fmt::format("{} bytes to the device and {} to the host in {:.3f} ms, at most {} bytes of a device",
                        r.bytes_to_device, r.bytes_to_host, r.move_milliseconds, r.peak_bytes));
    }
    return text;
}

/// call() with its events. `reports`: how many reports the context has had.
[[gnu::noinline]] void make_traced_call(const context& ctx, const char* operation,
                                        base::function_ref<void(std::string&)> operands, const std::atomic<unsigned>& reports,
                                        base::function_ref<void()> call) {
    base::traced_call traced(operation, ctx.engine_name(), operands);
    const unsigned before = reports;
    try {
        call();
    } catch (const std::exception& e) {
        traced.fail(e.what());
        throw;
    } catch (...) {
        traced.fail("an exception that is none of the standard library's");
        throw;
    }
    // The outputs have changed, so that nothing may fail from here on.
    report told;
    std::string text;
    const bool has_report = reports != before;
    try {
        if (has_report) text = described(told = ctx.last_report());
    } catch (const std::exception&) {  // the event has what there was memory for
    }
    traced.end(text, has_report ? &told : nullptr);
}

}  // namespace

void context::make_call(const char* operation, base::function_ref<void(const context&)> run,
                        base::function_ref<void(std::string&)> operands) const {
    // Every operation passes here, so the state is looked up once.
    state& own_state = usable();
    base::cancellation& cancellation = *own_state.team.cancellation();
    const base::named_operation running(operation, own_state.host_memory_limit, &cancellation);
    const base::cancellation::running_call call(cancellation);
    const auto quiet_call = [&] { make_quiet_call(own_state, operation, run); };
    if (base::is_traced()) [[unlikely]]
        return make_traced_call(*this, operation, operands, own_state.reports, quiet_call);
    quiet_call();
}

void context::make_quiet_call(state& own_state, const char* operation, base::function_ref<void(const context&)> run) const {
    base::library_call(operation, [&] {
        if (!own_state.calls_host || std::atomic_ref(own_state.running_operations).load() != 0) return run(*this);
        std::string refusal;
        try {
            const device_call on_device(own_state.running_operations);
            return run(*this);
        } catch (const unsupported& refused) {
            refusal = refused.what();
        }
        make_call_on_host(operation, refusal, run);
    });
}

void context::make_call_on_host(const char* operation, const std::string& refusal,
                                base::function_ref<void(const context&)> run) const {
    state& own_state = usable();
    base::trace_event(log_kind::device_refuses, "", refusal);
    if (own_state.of_refused == nullptr) own_state.of_refused = make_state(all_threads(), own_state.team.cancellation());
    {
        const context host(own_state.of_refused);
        const host_call call(*this, host, operation, refusal);
        try {
            run(host);
        } catch (const unsupported& refused) {
            throw unsupported(std::string(refused.what()) + "; the device refused it before: " + refusal);
        }
    }
    // The outputs have changed, so nothing may fail from here on.
    if (own_state.listener == nullptr) return;
    report told;
    try {
        told = last_report();
    } catch (const out_of_memory&) {  // the listener hears of the call, without its reason
        told.engine = "host";
    }
    own_state.listener(told);
}

void context::wait_for(CUstream_st* stream) const {
    if (!is_cuda()) throw unsupported("wait_for: a context of host threads has no stream that could wait");
    const graphblas_gpu::cuda::engine::use here(*cuda_engine(), "wait_for");
    graphblas_gpu::cuda::wait_for(*cuda_engine(), stream);
}

void context::make_wait(CUstream_st* stream) const {
    if (!is_cuda()) throw unsupported("make_wait: a context of host threads has no stream that could be waited for");
    const graphblas_gpu::cuda::engine::use here(*cuda_engine(), "make_wait");
    graphblas_gpu::cuda::make_wait(*cuda_engine(), stream);
}

progress_counters& context::progress() const { return usable().team.progress(); }

void context::cancel() const noexcept {
    if (state_ != nullptr) state_->team.cancellation()->request();
}

base::cancellation& context::cancellation() const { return *usable().team.cancellation(); }

graphblas_gpu::host::team& context::team() const {
    graphblas_gpu::host::team& team = usable().team;
    team.require_free();
    return team;
}

const std::shared_ptr<graphblas_gpu::cuda::engine>& context::cuda_engine() const { return usable().engine; }

const std::shared_ptr<graphblas_gpu::cuda::device_group>& context::device_group() const { return usable().devices; }

}  // namespace graphblas_gpu
