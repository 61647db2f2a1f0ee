#include <graphblas_gpu/context.hpp>

#include <algorithm>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/team.hpp>

namespace graphblas_gpu {

struct context::state {
    explicit state(int threads) : team(threads) {}
    graphblas_gpu::host::team team;
    std::shared_ptr<graphblas_gpu::cuda::engine> engine;
    mutable std::mutex mutex;
    report last;
};

context context::host(const host_options& options) {
    constexpr int most_threads = 1024;
    if (options.threads < 0 || options.threads > most_threads) {
        throw invalid_value(
            fmt::format("context: {} threads asked for; 1 to {} are possible, 0 means all", options.threads, most_threads));
    }
    const int all = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return context(std::make_shared<state>(options.threads == 0 ? all : options.threads));
}

context context::on_device(const cuda_options& options, bool caller_has_engine) {
    if (graphblas_gpu::cuda::is_built_in && !caller_has_engine) {
        throw unsupported("context: the library has a CUDA engine, but the program was compiled without the definition "
                          "GRAPHBLAS_GPU_HAS_CUDA=1, which the CMake target and pkg-config give");
    }
    auto made = std::make_shared<state>(1);
    made->engine = graphblas_gpu::cuda::engine::make(options.device, options.memory_limit, options.stream, options.memory);
    return context(std::move(made));
}

context context::fastest(bool caller_has_engine) {
    const bool there_is_one = caller_has_engine && graphblas_gpu::cuda::engine::usable_devices() > 0;
    return there_is_one ? on_device({}, caller_has_engine) : host();
}

const char* context::engine_name() const noexcept { return is_cuda() ? "cuda" : "host"; }

int context::threads() const noexcept { return state_->team.size(); }

report context::last_report() const {
    const std::lock_guard lock(state_->mutex);
    return state_->last;
}

void context::set_report(report r) const {
    const std::lock_guard lock(state_->mutex);
    state_->last = std::move(r);
}

progress_counters& context::progress() const noexcept { return state_->team.progress(); }

graphblas_gpu::host::team& context::team() const noexcept { return state_->team; }

const std::shared_ptr<graphblas_gpu::cuda::engine>& context::cuda_engine() const noexcept { return state_->engine; }

}  // namespace graphblas_gpu
