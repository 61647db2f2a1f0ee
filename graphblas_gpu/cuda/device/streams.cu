// The additional streams of an engine, its zeroed counters, and events by which streams wait for each other.
#include <graphblas_gpu/cuda/device/stream_mark.hpp>
#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/zeroed_counters.hpp>

#include <algorithm>
#include <utility>

namespace graphblas_gpu::cuda {

using simt::check;

/// What an engine keeps for its streams; zeroed_counters() are only used on the engine's own stream.
struct side_streams {
    cudaStream_t streams[concurrent_streams::streams] = {};
    cudaEvent_t done[concurrent_streams::streams] = {};
    cudaEvent_t begun = nullptr;
    engine& of_engine;  // which this object is a part of
    void* counters = nullptr;

    explicit side_streams(engine& e) : of_engine(e) {}
    side_streams(const side_streams&) = delete;
    side_streams& operator=(const side_streams&) = delete;
    ~side_streams() {
        for (unsigned s = 0; s < concurrent_streams::streams; ++s) {
            if (streams[s] != nullptr) {
                (void)cudaStreamSynchronize(streams[s]);
                (void)cudaStreamDestroy(streams[s]);
            }
            if (done[s] != nullptr) (void)cudaEventDestroy(done[s]);
        }
        if (begun != nullptr) (void)cudaEventDestroy(begun);
        if (counters != nullptr) of_engine.deallocate_uncounted(counters, zeroed_counters_bytes);
    }

    static side_streams& of(engine& e) {
        if (e.sides() == nullptr) {
            auto made = std::make_shared<side_streams>(e);
            made->make();
            e.sides() = std::move(made);
        }
        return *e.sides();
    }

    void make() {
        for (cudaStream_t& s : streams)
            check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
        for (cudaEvent_t& d : done)
            check(cudaEventCreateWithFlags(&d, cudaEventDisableTiming), "cudaEventCreateWithFlags");
        check(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    }
};

void concurrent_streams::begin() {
    check(cudaEventRecord(side_streams::of(engine_).begun, engine_.stream()), "cudaEventRecord");
    handed_out_ = 1;
}

CUstream_st* concurrent_streams::next() {
    if (handed_out_ == 0) {
        begin();
        return engine_.stream();
    }
    const side_streams& sides = *engine_.sides();
    const cudaStream_t side = sides.streams[(handed_out_ - 1) % streams];
    if (handed_out_ <= streams) check(cudaStreamWaitEvent(side, sides.begun, 0), "cudaStreamWaitEvent");
    ++handed_out_;
    return side;
}

void concurrent_streams::join() {
    const unsigned used = std::min(std::max(handed_out_, 1u) - 1, streams);
    if (used == 0) {
        handed_out_ = 0;
        return;
    }
    side_streams& sides = *engine_.sides();
    for (unsigned s = 0; s < used; ++s) {
        check(cudaEventRecord(sides.done[s], sides.streams[s]), "cudaEventRecord");
        check(cudaStreamWaitEvent(engine_.stream(), sides.done[s], 0), "cudaStreamWaitEvent");
    }
    handed_out_ = 0;
}

concurrent_streams::~concurrent_streams() {
    try {
        join();
    } catch (const error&) {
        // The caller is about to free the arrays that these kernels use.
        for (cudaStream_t s : engine_.sides()->streams) (void)cudaStreamSynchronize(s);
    }
}

void* zeroed_counters(engine& e) {
    side_streams& kept = side_streams::of(e);
    if (kept.counters == nullptr) {
        void* const made = e.allocate_uncounted(zeroed_counters_bytes);
        const cudaError_t cleared = cudaMemsetAsync(made, 0, zeroed_counters_bytes, e.stream());
        if (cleared != cudaSuccess) e.deallocate_uncounted(made, zeroed_counters_bytes);
        check(cleared, "cudaMemsetAsync");
        kept.counters = made;
    }
    return kept.counters;
}

stream_mark::stream_mark(const engine& e) : engine_(&e) {
    const engine::current_device here(e);
    cudaEvent_t made = nullptr;
    check(cudaEventCreateWithFlags(&made, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    event_ = made;
}
stream_mark::stream_mark(stream_mark&& other) noexcept : engine_(other.engine_), event_(std::exchange(other.event_, nullptr)) {}
stream_mark::~stream_mark() {
    if (event_ != nullptr) (void)cudaEventDestroy(static_cast<cudaEvent_t>(event_));
}

void stream_mark::set_on(CUstream_st* stream) {
    const engine::current_device here(*engine_);
    check(cudaEventRecord(static_cast<cudaEvent_t>(event_), stream), "cudaEventRecord");
}
void stream_mark::hold_up(const engine& waiting) const {
    const engine::current_device here(waiting);
    check(cudaStreamWaitEvent(waiting.stream(), static_cast<cudaEvent_t>(event_), 0), "cudaStreamWaitEvent");
}

void stream_mark::hold_up_stream(CUstream_st* waiting) const {
    const engine::current_device here(*engine_);
    check(cudaStreamWaitEvent(waiting, static_cast<cudaEvent_t>(event_), 0), "cudaStreamWaitEvent");
}

void wait_for(const engine& e, CUstream_st* stream) {
    stream_mark mark(e);
    mark.set_on(stream);
    mark.hold_up(e);
}

void make_wait(const engine& e, CUstream_st* stream) {
    stream_mark mark(e);
    mark.set();
    mark.hold_up_stream(stream);
}

}  // namespace graphblas_gpu::cuda
