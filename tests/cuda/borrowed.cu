// Arrays that are exchanged with a program's own kernels on a stream of its own. Runs on a device, or in rehearsal, whose
// streams keep the order anyway.
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/apply.hpp>
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <memory>
#include <vector>

namespace borrowed_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;
namespace simt = graphblas_gpu::cuda::simt;

constexpr gb::index size = 1000;

/// Waits for some 20 ms and writes then, so that a reader that does not wait reads what was there before.
__global__ void write_late(float* to, float value) {
#ifndef GRAPHBLAS_GPU_REHEARSAL  // an emulated kernel has ended when its launch returns
    for (const long long begin = clock64(); clock64() - begin < 40'000'000;) {
    }
#endif
    for (gb::index i = threadIdx.x; i < size; i += blockDim.x) to[i] = value;
}

struct stream {
    cudaStream_t handle = nullptr;
    stream() { simt::check(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking), "cudaStreamCreateWithFlags"); }
    ~stream() { (void)cudaStreamDestroy(handle); }
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
};

std::vector<float> all(float value) { return std::vector<float>(static_cast<std::size_t>(size), value); }

}  // namespace

TEST_CASE("borrowed: a context and a stream of the caller's wait for each other", "[cuda][borrowed]") {
    const gb::context ctx = spec::context_with(1);
    const cu::engine_ptr e = ctx.cuda_engine();
    const stream own;
    const auto lent = std::make_shared<const cu::array<float>>(cu::uploaded<float>(e, all(1)));
    e->synchronise();

    // The caller's kernel writes, and the library reads.
    simt::launch(own.handle, 1, 256, 0, write_late, lent->data(), 2.f);
    ctx.wait_for(own.handle);
    gb::vector<float> u(gb::any_vector::borrowed(e, size, size, nullptr, lent->data(), gb::type_of<float>(), lent));
    gb::vector<float> v = gb::apply(ctx, gb::ainv{}, u);
    CHECK(v == gb::vector<float>::from_dense(all(-2)));

    // The library writes, behind a kernel that is late, and the caller's copy reads.
    const cu::array<float> late(e, static_cast<std::size_t>(size));
    simt::launch(e->stream(), 1, 256, 0, write_late, late.data(), 0.f);
    v = gb::apply(ctx, gb::abs{}, v);
    const auto rows = v.any().device_rows(e);
    ctx.make_wait(own.handle);
    std::vector<float> read = all(0);
    simt::check(
        cudaMemcpyAsync(read.data(), rows->values.data(), read.size() * sizeof(float), cudaMemcpyDeviceToHost, own.handle),
        "cudaMemcpyAsync");
    simt::check(cudaStreamSynchronize(own.handle), "cudaStreamSynchronize");
    CHECK(read == all(2));

    // The caller's kernel writes again, behind what reads.
    simt::launch(e->stream(), 1, 256, 0, write_late, late.data(), 0.f);
    u.values_changed();
    v = gb::apply(ctx, gb::ainv{}, u);
    ctx.make_wait(own.handle);
    simt::launch(own.handle, 1, 256, 0, write_late, lent->data(), 3.f);
    CHECK(v == gb::vector<float>::from_dense(all(-2)));
    ctx.wait_for(own.handle);
    u.values_changed();
    CHECK(gb::apply(ctx, gb::ainv{}, u) == gb::vector<float>::from_dense(all(-3)));
}

TEST_CASE("borrowed: arrays are kept until the kernels that read them have ended", "[cuda][borrowed]") {
    const gb::context ctx = spec::context_with(1);
    const cu::engine_ptr e = ctx.cuda_engine();
    cu::array<float> values = cu::uploaded<float>(e, all(1));
    const cu::array<float> late(e, static_cast<std::size_t>(size));
    e->synchronise();
    /// Looks, when it goes, whether the kernel that was queued has ended.
    struct watch {
        cudaStream_t queue;
        bool& was_idle;
        ~watch() {
            was_idle = cudaStreamQuery(queue) == cudaSuccess;
            (void)cudaGetLastError();
        }
    };
    bool was_idle = false;
    {
        const gb::any_vector v = gb::any_vector::borrowed(e, size, size, nullptr, values.data(), gb::type_of<float>(),
                                                          std::make_shared<const watch>(watch{e->stream(), was_idle}));
        simt::launch(e->stream(), 1, 256, 0, write_late, late.data(), 0.f);
    }
    CHECK(was_idle);
}

}  // namespace borrowed_test
