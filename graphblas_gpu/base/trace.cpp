// Idea: see trace.hpp. NVTX (nvtx3, headers alone) is compiled in where its headers were found. Without a profiler the domain
// is null, and no function of NVTX is called again.
#include <graphblas_gpu/base/trace.hpp>

#include <exception>
#include <mutex>
#include <new>
#include <string>

#include <graphblas_gpu/base/memory_budget.hpp>
#include <fmt/format.h>

#ifdef GRAPHBLAS_GPU_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace graphblas_gpu::base {

std::atomic<log_sink*> trace_listener{nullptr};

namespace {

class silent_sink final : public log_sink {
    void write(const log_event&) override {}
};

/// The listener where a profiler follows and no log does. It is never destroyed, because calls may be made at the end of the
/// process.
log_sink& silence() noexcept {
    alignas(silent_sink) static unsigned char storage[sizeof(silent_sink)];
    static log_sink* const made = new (storage) silent_sink;
    return *made;
}

#ifdef GRAPHBLAS_GPU_HAS_NVTX
std::atomic<nvtxDomainHandle_t> domain{nullptr};

bool is_profiled() noexcept { return domain.load(std::memory_order_relaxed) != nullptr; }
void open_domain() noexcept { domain.store(nvtxDomainCreateA("graphblas_gpu"), std::memory_order_relaxed); }
void push_range(const char* name) noexcept {
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = name;
    if (is_profiled()) (void)nvtxDomainRangePushEx(domain.load(std::memory_order_relaxed), &attributes);
}
void pop_range() noexcept {
    if (is_profiled()) (void)nvtxDomainRangePop(domain.load(std::memory_order_relaxed));
}
#else
bool is_profiled() noexcept { return false; }
void open_domain() noexcept {}
void push_range(const char*) noexcept {}
void pop_range() noexcept {}
#endif

thread_local traced_call* call_of_thread = nullptr;

// They are not inlined, for the reason that memory_budget.cpp gives.
[[gnu::noinline]] void set_call_of_thread(traced_call* call) noexcept { call_of_thread = call; }

bool is_logged() noexcept {
    const log_sink* const sink = trace_listener.load(std::memory_order_acquire);
    return sink != nullptr && sink != &silence();
}

void write(const log_event& event) noexcept {
    log_sink* const sink = trace_listener.load(std::memory_order_acquire);
    if (sink == nullptr) return;
    try {
        sink->write(event);
    } catch (...) {
        // The call does not fail because its log does (log.hpp).
    }
}

/// An event within the call of this thread, or within none.
log_event event_in_call(log_kind kind) noexcept {
    log_event event{.kind = kind};
    if (call_of_thread != nullptr) {
        event.operation = call_of_thread->operation();
        event.engine = call_of_thread->engine();
        event.depth = call_of_thread->depth() + 1;
    } else if (const named_operation* const running = named_operation::current();
               running != nullptr && running->name() != nullptr && running->name() != std::string_view(unnamed_operation)) {
        event.operation = running->name();
    }
    return event;
}

std::int64_t bytes_of_operation() noexcept {
    const named_operation* const running = named_operation::current();
    return running == nullptr ? 0 : running->bytes();
}

}  // namespace

void look_for_profiler() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        open_domain();
        log_sink* nobody = nullptr;
        if (is_profiled()) (void)trace_listener.compare_exchange_strong(nobody, &silence());
    });
}

void phase::begin(const char* name, seen_by whom) noexcept {
    name_ = name;
    whom_ = whom;
    push_range(name);
    if (whom == seen_by::all && is_logged()) began_ = stopwatch::nanoseconds();
}

void phase::end() noexcept {
    pop_range();
    if (began_ == 0) return;
    log_event event = event_in_call(log_kind::phase_ends);
    event.name = name_;
    event.milliseconds = static_cast<double>(stopwatch::nanoseconds() - began_) * 1e-6;
    write(event);
}

void trace_event(log_kind kind, const char* name, std::string_view why) noexcept {
    if (!is_traced()) return;
    log_event event = event_in_call(kind);
    event.name = name;
    event.text = why;
    write(event);
}

traced_call::traced_call(const char* operation, const char* engine, function_ref<void(std::string&)> operands) noexcept
    : operation_(operation),
      engine_(engine),
      outer_(call_of_thread),
      depth_(outer_ == nullptr ? 0 : outer_->depth_ + 1),
      bytes_before_(bytes_of_operation()) {
    push_range(operation);
    set_call_of_thread(this);
    if (!is_logged()) return;
    log_event event{.kind = log_kind::call_begins, .operation = operation, .engine = engine, .depth = depth_};
    std::string sizes;
    try {
        operands(sizes);
        event.text = sizes;
    } catch (const std::exception&) {
        // The call itself throws what its operands throw.
    }
    graphblas_gpu::base::write(event);
}

traced_call::~traced_call() {
    set_call_of_thread(outer_);
    pop_range();
}

void traced_call::write(log_kind kind, std::string_view text, const report* told) noexcept {
    graphblas_gpu::base::write({.kind = kind,
                                .operation = operation_,
                                .engine = engine_,
                                .text = text,
                                .milliseconds = time_.milliseconds(),
                                .bytes = bytes_of_operation() - bytes_before_,
                                .depth = depth_,
                                .told = told});
}

}  // namespace graphblas_gpu::base

namespace graphblas_gpu {

log_sink* set_log(log_sink* sink) noexcept {
    log_sink* const silent = base::is_profiled() ? &base::silence() : nullptr;
    log_sink* const before = base::trace_listener.exchange(sink == nullptr ? silent : sink);
    return before == &base::silence() ? nullptr : before;
}

std::string to_string(const log_event& event) {
    const auto what = [&]() -> std::string {
        switch (event.kind) {
            case log_kind::call_begins: return fmt::format(" on {} begins", event.engine);
            case log_kind::method_chosen: return fmt::format(": method {}", event.name);
            case log_kind::phase_ends: return fmt::format(": {}: {:.3f} ms", event.name, event.milliseconds);
            case log_kind::device_refuses: return ": the device refuses the call, which host threads compute";
            case log_kind::call_ends:
                return fmt::format(" on {} ends after {:.3f} ms, {} bytes allocated", event.engine, event.milliseconds,
                                   event.bytes);
            case log_kind::call_fails: return fmt::format(" on {} fails after {:.3f} ms", event.engine, event.milliseconds);
        }
        return {};
    };
    return fmt::format("{:{}}{}{}{}{}", "", 2 * event.depth, *event.operation == '\0' ? "library" : event.operation, what(),
                       event.text.empty() ? "" : ": ", event.text);
}

}  // namespace graphblas_gpu
