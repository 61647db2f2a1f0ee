// What the emulated machine must find out: kernels that hang, meet wrongly or leave their memory; and launches that no device
// takes.
//
// Idea: each kernel does one thing wrong; the message must name it. A kernel that is right follows each, because a fault must
// leave nothing behind.
#include "tests/catch.hpp"
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <algorithm>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace gb = graphblas_gpu;
namespace simt = graphblas_gpu::cuda::simt;
using rehearsal::kernel_fault;

namespace {

constexpr unsigned all = simt::full_warp;

__global__ void lane_has_exited() {
    if (threadIdx.x == 33) return;
    (void)__ballot_sync(all, 1);
}
__global__ void lane_waits_at_barrier() {
    if (threadIdx.x % 32 == 5)
        __syncthreads();
    else
        __syncwarp();
}
__global__ void lane_is_not_named() { (void)__any_sync(0x7fffffffu, 1); }
__global__ void masks_differ() {
    if (threadIdx.x < 3) (void)__ballot_sync(threadIdx.x == 0 ? 0x3u : 0x7u, 1);
}
__global__ void lane_is_not_there() { (void)__all_sync(all, 1); }
__global__ void reads_outside_mask() {
    if (threadIdx.x < 16) (void)__shfl_sync(0xffffu, 1, 20);
}
__global__ void two_barriers() {
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads();
}
__global__ void two_kinds_of_barriers() {
    if (threadIdx.x < 32)
        __syncthreads();
    else
        (void)__syncthreads_or(1);
}
__global__ void two_calls() {
    if (threadIdx.x < 16)
        (void)__shfl_sync(all, 1, 0);
    else
        (void)__shfl_sync(all, 2, 0);
}
__global__ void misaligned(char* bytes) { atomicAdd(reinterpret_cast<unsigned*>(bytes + 2), 1u); }
__global__ void spins(unsigned* flag) {
    while (atomicAdd(flag, 0u) == 0) {}
}
__global__ void traps() {
    if (threadIdx.x == 7) __trap();
    __syncthreads();
}
__global__ void odd_width() { (void)__shfl_sync(all, 1, 0, 12); }
__global__ void throws() {
    if (blockIdx.x == 1 && threadIdx.x == 40) throw 42;
    __syncthreads();
}
__global__ void launches_another() { simt::launch(nullptr, 1, 1, 0, launches_another); }
__global__ void fine(unsigned* count) {
    __syncthreads();
    const unsigned lanes = static_cast<unsigned>(__popc(__ballot_sync(all, 1)));
    if (simt::lane_id() == 0) atomicAdd(count, lanes);
}
__global__ void touch_dynamic(unsigned at) { simt::dynamic_shared<unsigned char>()[at] = 1; }

template <class... P, class... A>
std::string message_of(unsigned block, void (*kernel)(P...), A... arguments) {
    std::string message = "no fault";
    try {
        simt::launch(nullptr, 2, block, 0, kernel, arguments...);
    } catch (const kernel_fault& fault) {
        message = fault.what();
    }
    unsigned count = 0;
    simt::launch(nullptr, 3, 96, 0, fine, &count);
    CHECK(count == 3 * 96);
    return message;
}

#ifdef __SANITIZE_ADDRESS__
__global__ void touch(unsigned* words, unsigned at) { words[at + threadIdx.x] = 1; }
__global__ void touch_shared(unsigned* out, unsigned at) {
    __shared__ unsigned words[8];
    words[at] = 1;
    *out = words[at];
}

/// Whether AddressSanitizer ends the program that does `f`.
template <class F>
bool is_stopped(F f) {
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(0);
        f();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
#endif

}  // namespace

TEST_CASE("a block that is stuck: who waits for whom") {
    CHECK_THAT(message_of(64, lane_has_exited), contains_text("warp 1: lanes 0, 2-31 at __ballot_sync with mask 0xffffffff "
                                                              "(selftest_faults.cpp:") &&
                                                    contains_text("), missing lane 1 exited"));
    CHECK_THAT(message_of(64, lane_waits_at_barrier), contains_text("2 wait at __syncthreads") &&
                                                          contains_text("missing lane 5 elsewhere"));
    CHECK_THAT(message_of(32, masks_differ), contains_text("lane 0 at __ballot_sync with mask 0x00000003") &&
                                                 contains_text("lanes 1-2 at __ballot_sync with mask 0x00000007") &&
                                                 contains_text("missing lane 0 elsewhere"));
    CHECK_THAT(message_of(40, lane_is_not_there), contains_text("missing lanes 8-31 not in the block"));
}

TEST_CASE("the fibers of a block that failed are used again") {
    (void)message_of(64, lane_has_exited);
    const std::size_t before = rehearsal::fibers();
    for (int i = 0; i < 10; ++i) (void)message_of(64, lane_has_exited);
    // As many as wait at a time depends on the order, but no block has more than 96 threads.
    CHECK(rehearsal::fibers() <= std::max<std::size_t>(before, 97));
}

TEST_CASE("collectives that are called wrongly") {
    CHECK_THAT(message_of(32, lane_is_not_named),
               contains_text("calls a warp function with a mask that does not name its own"));
    CHECK_THAT(message_of(32, reads_outside_mask), contains_text("reads lane 20, which the mask does not name"));
    CHECK_THAT(message_of(64, two_barriers), contains_text("another barrier"));
    CHECK_THAT(message_of(64, two_kinds_of_barriers), contains_text("another barrier"));
    CHECK_THAT(message_of(32, two_calls), contains_text("which comes from another call"));
    CHECK_THAT(message_of(32, odd_width), contains_text("width of a shuffle is 12"));
    CHECK_THROWS_WITH(__syncthreads(), contains_text("outside a kernel"));
    CHECK_THROWS_WITH(__ballot_sync(all, 1), contains_text("outside a kernel"));
}

TEST_CASE("other faults of kernels") {
    alignas(8) char bytes[8] = {};
    CHECK_THAT(message_of(32, misaligned, bytes), contains_text("an atomic on an address that is not a multiple of 4"));
    unsigned flag = 0;
    CHECK_THAT(message_of(1, spins, &flag), contains_text("seems to wait for ever"));
    CHECK_THAT(message_of(64, traps), contains_text("thread 7 (warp 0, lane 7) __trap was called (selftest_faults.cpp:"));
    CHECK_THAT(message_of(32, launches_another), contains_text("a kernel launches a kernel"));
    CHECK_THROWS_AS(message_of(64, throws), int);
    CHECK(message_of(64, fine, &flag) == "no fault");
}

TEST_CASE("launches that no device takes") {
    const std::int64_t before = rehearsal::launches();
    unsigned x = 0;
    CHECK_THROWS_WITH(simt::launch(nullptr, 1, 1025, 0, fine, &x),
                      contains_text("1x1x1 blocks of 1025x1x1 threads and 0 bytes") && contains_text("cudaErrorInvalidValue"));
    CHECK_THROWS_AS(simt::launch(nullptr, 1, 0, 0, fine, &x), gb::error);
    CHECK_THROWS_AS(simt::launch(nullptr, dim3(1, 65536), 32, 0, fine, &x), gb::error);
    CHECK_THROWS_WITH(simt::launch(nullptr, 1, 32, 227 * 1024 + 1, fine, &x), contains_text("232449 bytes of dynamic shared"));
    simt::launch(nullptr, 0, 32, 0, fine, &x);
    CHECK(rehearsal::launches() == before);
    simt::launch(nullptr, 1, 32, 227 * 1024, fine, &x);
    simt::launch(nullptr, 1, 32, 100 * 1024, fine, &x);
    CHECK(rehearsal::launches() == before + 2);
    CHECK(x == 64);
    // Without asking first, as a launch that does not go through simt::launch would.
    CHECK(rehearsal::launch_kernel(touch_dynamic, 1, 1, 48 * 1024 + 1, nullptr, 0u) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("what check() throws") {
    CHECK_NOTHROW(simt::check(cudaSuccess, "a call"));
    CHECK_THROWS_AS(simt::check(cudaErrorMemoryAllocation, "a call"), gb::out_of_memory);
    CHECK_THROWS_AS(simt::check(cudaErrorNoDevice, "a call"), gb::unsupported);
    CHECK_THROWS_WITH(simt::check(cudaErrorInvalidValue, "a call"), "a call: cudaErrorInvalidValue (invalid argument)");
    // The runtime has forgotten the error: the next call is not blamed for it.
    CHECK_THROWS_AS(simt::check(cudaSetDevice(1), "cudaSetDevice"), gb::unsupported);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("AddressSanitizer sees what kernels touch") {
#ifdef __SANITIZE_ADDRESS__
    unsigned *words = nullptr, out = 0;
    REQUIRE(cudaMalloc(&words, 64 * sizeof(unsigned)) == cudaSuccess);
    CHECK_FALSE(is_stopped([&] { simt::launch(nullptr, 1, 32, 0, touch, words, 32u); }));
    CHECK(is_stopped([&] { simt::launch(nullptr, 1, 32, 0, touch, words, 33u); }));
    CHECK_FALSE(is_stopped([&] { simt::launch(nullptr, 1, 1, 99, touch_dynamic, 98u); }));
    CHECK(is_stopped([&] { simt::launch(nullptr, 1, 1, 99, touch_dynamic, 99u); }));
    CHECK_FALSE(is_stopped([&] { simt::launch(nullptr, 1, 1, 0, touch_shared, &out, 7u); }));
    CHECK(is_stopped([&] { simt::launch(nullptr, 1, 1, 0, touch_shared, &out, 8u); }));
    REQUIRE(cudaFree(words) == cudaSuccess);
    CHECK(is_stopped([&] { simt::launch(nullptr, 1, 1, 0, touch, words, 0u); }));
#else
    SUCCEED("skipped: the program is compiled without AddressSanitizer");
#endif
}
