// Copies of blocks of rows into pinned memory, on a stream of their own.
#include <graphblas_gpu/base/trace.hpp>
#include <graphblas_gpu/cuda/device/rows_to_host.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>
#include <graphblas_gpu/cuda/device/stream_mark.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

namespace graphblas_gpu::cuda {

using simt::check;

struct rows_to_host::copy_stream {
    cudaStream_t stream = nullptr;

    copy_stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags"); }
    copy_stream(const copy_stream&) = delete;
    copy_stream& operator=(const copy_stream&) = delete;
    ~copy_stream() {
        (void)cudaStreamSynchronize(stream);
        (void)cudaStreamDestroy(stream);
    }
};

/// Memory of the library has large pages, which are pinned in much less time than the small ones of cudaMallocHost.
struct rows_to_host::pinned_memory {
    buffer<std::byte> block;

    explicit pinned_memory(std::size_t bytes) : block(bytes) {
        check(cudaHostRegister(block.data(), bytes, cudaHostRegisterDefault), "cudaHostRegister");
    }
    pinned_memory(const pinned_memory&) = delete;
    pinned_memory& operator=(const pinned_memory&) = delete;
    ~pinned_memory() { (void)cudaHostUnregister(block.data()); }

    std::size_t bytes() const { return block.size(); }
    std::byte* at(std::size_t byte) { return block.data() + byte; }
};

/// A block whose copy is queued. The events tell how long the copy takes.
struct rows_to_host::transfer {
    csr block;
    formats::untyped_rows rows;
    index first_row = 0;
    std::size_t bytes = 0;
    cudaEvent_t begun = nullptr, done = nullptr;

    transfer() {
        check(cudaEventCreateWithFlags(&begun, cudaEventDefault), "cudaEventCreateWithFlags");
        if (const cudaError_t made = cudaEventCreateWithFlags(&done, cudaEventDefault); made != cudaSuccess) {
            (void)cudaEventDestroy(begun);
            check(made, "cudaEventCreateWithFlags");
        }
    }
    transfer(const transfer&) = delete;
    transfer& operator=(const transfer&) = delete;
    ~transfer() {
        (void)cudaEventDestroy(begun);
        (void)cudaEventDestroy(done);
    }

    void queue(void* to, const void* from, std::size_t size, cudaStream_t stream) {
        if (size == 0) return;
        check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
        bytes += size;
    }
};

rows_to_host::rows_to_host(engine_ptr e, receiver to)
    : engine_(std::move(e)), receiver_(to), stream_(std::make_unique<copy_stream>()) {
    engine_->copy_small_by_kernels(true);
}
rows_to_host::~rows_to_host() { engine_->copy_small_by_kernels(false); }

std::shared_ptr<rows_to_host::pinned_memory> rows_to_host::memory_for(std::size_t bytes) {
    const auto is_free = [](const auto& memory) { return memory.use_count() == 1; };
    for (const auto& memory : pinned_) {
        if (!is_free(memory) || memory->bytes() < bytes) continue;
        std::atomic_thread_fence(std::memory_order_acquire);  // the last reader may be another thread
        return memory;
    }
    std::erase_if(pinned_, is_free);  // they are too small
    // Blocks differ a little in size.
    return pinned_.emplace_back(std::make_shared<pinned_memory>(bytes + bytes / 8));
}

void rows_to_host::send(csr&& block, index first_row) {
    const engine::current_device here(*engine_);
    auto next = std::make_unique<transfer>();
    next->block = std::move(block);
    next->first_row = first_row;
    const csr& from = next->block;

    constexpr std::size_t alignment = 64;
    const auto aligned = [](std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; };
    const std::size_t offset_bytes = (static_cast<std::size_t>(from.nrows) + 1) * sizeof(row_offset);
    const std::size_t column_bytes = static_cast<std::size_t>(from.nvals) * sizeof(column_index);
    const std::size_t value_bytes = base::size_of(from.type);
    const std::size_t columns_at = aligned(offset_bytes), values_at = columns_at + aligned(column_bytes);
    const std::size_t values_size = static_cast<std::size_t>(from.nvals) * value_bytes;
    const auto memory = memory_for(values_at + values_size);
    formats::untyped_view view;
    view.nrows = from.nrows;
    view.ncols = from.ncols;
    view.offsets = reinterpret_cast<const row_offset*>(memory->at(0));
    view.columns = reinterpret_cast<const column_index*>(memory->at(columns_at));
    view.values = memory->at(values_at);
    view.value_bytes = value_bytes;
    next->rows = {view, memory};

    stream_mark computed(*engine_);
    computed.set();
    computed.hold_up_stream(stream_->stream);
    // From here on the transfer has to stay until the stream was waited for.
    transfer& t = *next;
    const auto before = std::exchange(under_way_, std::move(next));
    check(cudaEventRecord(t.begun, stream_->stream), "cudaEventRecord");
    t.queue(memory->at(0), from.offsets.data(), offset_bytes, stream_->stream);
    t.queue(memory->at(columns_at), from.columns.data(), column_bytes, stream_->stream);
    t.queue(memory->at(values_at), from.values.data(), values_size, stream_->stream);
    check(cudaEventRecord(t.done, stream_->stream), "cudaEventRecord");
    if (before != nullptr) hand_over(*before);
}

bool rows_to_host::finish() {
    const auto last = std::exchange(under_way_, nullptr);
    if (last != nullptr) hand_over(*last);
    return last != nullptr;
}

void rows_to_host::hand_over(transfer& t) {
    {
        const base::phase copying("copy to the host", base::phase::seen_by::profiler);
        check(cudaEventSynchronize(t.done), "cudaEventSynchronize");
    }
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, t.begun, t.done), "cudaEventElapsedTime");
    engine_->count_to_host(static_cast<std::int64_t>(t.bytes), milliseconds);
    t.block = {};
    receiver_(std::move(t.rows), t.first_row);
}

}  // namespace graphblas_gpu::cuda
