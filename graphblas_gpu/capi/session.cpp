#include <graphblas_gpu/capi/session.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace graphblas_gpu::capi {
namespace {

/// The contexts of one engine.
struct pool {
    std::mutex mutex;
    std::condition_variable returned;
    std::list<context> all;  // addresses stay
    std::vector<const context*> idle;
};

struct {
    std::mutex mutex;
    std::atomic<bool> is_open{false};
    GrB_Mode mode = GrB_NONBLOCKING;
    engine_choice engine = engine_choice::automatic;
    pool contexts;
    /// Calls that a device refused and the host computed, by operation and reason.
    std::map<std::pair<std::string, std::string>, std::int64_t> refusals;
    std::mutex refusals_mutex;
} session;

void count_refusal(const report& call_report) noexcept {
    try {
        const std::lock_guard lock(session.refusals_mutex);
        ++session.refusals[{call_report.operation, call_report.reason}];
    } catch (...) {
        // A count that finds no memory is lost; the call itself has succeeded.
    }
}

void print_refusals() noexcept {
    const char* const asked = std::getenv("GRAPHBLAS_GPU_REPORT");
    const std::lock_guard lock(session.refusals_mutex);
    if (asked != nullptr && std::string_view(asked) == "1") {
        std::int64_t total = 0;
        for (const auto& [what, count] : session.refusals) total += count;
        std::fprintf(stderr, "graphblas_gpu: %lld calls ran on the host because the device refused them\n",
                     static_cast<long long>(total));
        for (const auto& [what, count] : session.refusals)
            std::fprintf(stderr, "%10lld  %s: %s\n", static_cast<long long>(count), what.first.c_str(), what.second.c_str());
    }
    session.refusals.clear();
}

engine_choice engine_of(std::string_view name) {
    if (name == "host") return engine_choice::host;
    if (name == "cuda") return engine_choice::cuda;
    if (name == "automatic" || name.empty()) return engine_choice::automatic;
    throw invalid_value("the engine '" + std::string(name) + "' is none of host, cuda, automatic");
}

/// A context that falls back to the host where the device refuses; with `cuda` there has to be a device.
context made_context() {
    if (session.engine == engine_choice::host) return context::host();
    if (session.engine == engine_choice::cuda) (void)context::cuda();
    context made = context::automatic();
    made.on_refusal(&count_refusal);
    return made;
}

void drop_contexts() {
    const std::lock_guard lock(session.contexts.mutex);
    session.contexts.idle.clear();
    session.contexts.all.clear();
}

/// A first context, so that a machine that lacks a device says so at once.
void make_first_context() {
    context made = made_context();
    const std::lock_guard lock(session.contexts.mutex);
    session.contexts.all.push_back(std::move(made));
    session.contexts.idle.push_back(&session.contexts.all.back());
}

}  // namespace

GrB_Info begin_session(GrB_Mode mode) noexcept {
    try {
        const std::lock_guard lock(session.mutex);
        if (session.is_open || (mode != GrB_BLOCKING && mode != GrB_NONBLOCKING)) return GrB_INVALID_VALUE;
        const char* const asked = std::getenv("GRAPHBLAS_GPU_ENGINE");
        session.engine = engine_of(asked == nullptr ? "automatic" : asked);
        session.mode = mode;
        make_first_context();
        session.is_open = true;
        return GrB_SUCCESS;
    } catch (...) {
        return info_of_exception(nullptr);
    }
}

GrB_Info end_session() noexcept {
    try {
        const std::lock_guard lock(session.mutex);
        if (!session.is_open) return GrB_PANIC;
        session.is_open = false;
        drop_contexts();
        print_refusals();
        return GrB_SUCCESS;
    } catch (...) {
        return info_of_exception(nullptr);
    }
}

void require_session() {
    if (!session.is_open.load(std::memory_order_acquire))
        throw error(error_code::panic, "GrB_init was not called, or GrB_finalize was");
}

GrB_Mode session_mode() noexcept { return session.mode; }

std::string engine_name() {
    switch (session.engine) {
        case engine_choice::host: return "host";
        case engine_choice::cuda: return "cuda";
        default: return "automatic";
    }
}

void choose_engine(const std::string& name) {
    const std::lock_guard lock(session.mutex);
    const engine_choice before = std::exchange(session.engine, engine_of(name));
    try {
        context first = made_context();
        drop_contexts();
    } catch (...) {
        session.engine = before;
        throw;
    }
    make_first_context();
}

borrowed_context::borrowed_context() {
    pool& contexts = session.contexts;
    std::unique_lock lock(contexts.mutex);
    if (contexts.idle.empty()) {
        const bool may_make_another = contexts.all.empty() || !contexts.all.front().is_cuda();
        if (may_make_another) {
            contexts.idle.reserve(contexts.all.size() + 1);
            contexts.all.push_back(made_context());
            context_ = &contexts.all.back();
            return;
        }
        contexts.returned.wait(lock, [&] { return !contexts.idle.empty(); });
    }
    context_ = contexts.idle.back();
    contexts.idle.pop_back();
}

borrowed_context::~borrowed_context() {
    pool& contexts = session.contexts;
    const std::lock_guard lock(contexts.mutex);
    contexts.idle.push_back(context_);  // the list has room for all contexts
    contexts.returned.notify_one();
}

GrB_Info info_of_exception(object* output) noexcept {
    const auto note = [&](const char* text) {
        if (output == nullptr || output->predefined_name != nullptr) return;
        try {
            if (output->error == nullptr) output->error = new std::string;
            *output->error = text;
        } catch (...) {
            // Without memory for its text, the code says what failed.
        }
    };
    try {
        throw;
    } catch (const error& e) {
        note(e.what());
        return static_cast<GrB_Info>(e.code());
    } catch (const std::bad_alloc&) {
        note("out of memory");
        return GrB_OUT_OF_MEMORY;
    } catch (const std::exception& e) {
        note(e.what());
        return GrB_PANIC;
    } catch (...) {
        note("an unknown exception");
        return GrB_PANIC;
    }
}

}  // namespace graphblas_gpu::capi

using namespace graphblas_gpu::capi;

extern "C" {

const uint64_t all_indices = 0;
const uint64_t* GrB_ALL = &all_indices;

GrB_Info GrB_init(GrB_Mode mode) { return begin_session(mode); }
GrB_Info GrB_finalize(void) { return end_session(); }
GrB_Info GrB_getVersion(unsigned int* version, unsigned int* subversion) {
    if (version == nullptr || subversion == nullptr) return GrB_NULL_POINTER;
    *version = GrB_VERSION;
    *subversion = GrB_SUBVERSION;
    return GrB_SUCCESS;
}

}  // extern "C"
