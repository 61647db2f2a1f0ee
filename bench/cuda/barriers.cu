// What it costs to wait for all threads of a kernel, or to have the device decide whether a kernel runs again: see
// docs/methods.md.
#include <graphblas_gpu/cuda/primitives/grid_barrier.cuh>

#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace graphblas_gpu::cuda;

constexpr int rounds = 1000;

__global__ void grid_barriers(unsigned* arrived) {
    grid_barrier barrier(arrived);
    for (int i = 0; i < rounds; ++i) barrier.wait();
}
__global__ void grid_syncs() {
    const auto grid = cooperative_groups::this_grid();
    for (int i = 0; i < rounds; ++i) grid.sync();
}
__global__ void __cluster_dims__(8, 1, 1) cluster_syncs() {
    const auto cluster = cooperative_groups::this_cluster();
    for (int i = 0; i < rounds; ++i) cluster.sync();
}
__global__ void block_syncs() {
    for (int i = 0; i < rounds; ++i) __syncthreads();
}
__global__ void count_down(cudaGraphConditionalHandle again, int* left) {
    cudaGraphSetConditional(again, --*left > 0 ? 1u : 0u);
}

/// Microseconds of one of the rounds that `start` queues, the median of nine.
template <class Start>
double microseconds_of_a_round(const Start& start) {
    cudaEvent_t before, after;
    simt::check(cudaEventCreate(&before), "cudaEventCreate");
    simt::check(cudaEventCreate(&after), "cudaEventCreate");
    std::vector<float> all;
    for (int turn = 0; turn < 10; ++turn) {
        simt::check(cudaEventRecord(before), "cudaEventRecord");
        start();
        simt::check(cudaEventRecord(after), "cudaEventRecord");
        simt::check(cudaEventSynchronize(after), "cudaEventSynchronize");
        float milliseconds = 0;
        simt::check(cudaEventElapsedTime(&milliseconds, before, after), "cudaEventElapsedTime");
        if (turn > 0) all.push_back(milliseconds);
    }
    std::nth_element(all.begin(), all.begin() + 4, all.end());
    return all[4] * 1000.0 / rounds;
}

/// A graph whose body runs as long as the kernel in it says.
double microseconds_of_a_graph_loop(int* left) {
    cudaGraph_t graph;
    simt::check(cudaGraphCreate(&graph, 0), "cudaGraphCreate");
    cudaGraphConditionalHandle again;
    simt::check(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault),
                "cudaGraphConditionalHandleCreate");
    cudaGraphNodeParams loop{};
    loop.type = cudaGraphNodeTypeConditional;
    loop.conditional.handle = again;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
    simt::check(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop), "cudaGraphAddNode");
#else
    simt::check(cudaGraphAddNode(&node, graph, nullptr, 0, &loop), "cudaGraphAddNode");
#endif
    cudaStream_t stream;
    simt::check(cudaStreamCreate(&stream), "cudaStreamCreate");
    simt::check(cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                              cudaStreamCaptureModeRelaxed),
                "cudaStreamBeginCaptureToGraph");
    count_down<<<1, 1, 0, stream>>>(again, left);
    simt::check(cudaStreamEndCapture(stream, nullptr), "cudaStreamEndCapture");
    cudaGraphExec_t ready;
    simt::check(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
    return microseconds_of_a_round([&] {
        const int n = rounds;
        simt::check(cudaMemcpyAsync(left, &n, sizeof(n), cudaMemcpyHostToDevice), "cudaMemcpyAsync");
        simt::check(cudaGraphLaunch(ready, nullptr), "cudaGraphLaunch");
    });
}

}  // namespace

int main() {
    int multiprocessors = 0;
    simt::check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
    unsigned* word = nullptr;
    simt::check(cudaMalloc(&word, sizeof(unsigned)), "cudaMalloc");
    std::printf("microseconds; a block on each of %d multiprocessors\nthreads  grid_barrier  grid.sync  cluster of 8  block\n",
                multiprocessors);
    for (const unsigned threads : {128u, 512u, 1024u}) {
        const auto blocks = static_cast<unsigned>(multiprocessors);
        const double ours = microseconds_of_a_round([&] {
            simt::check(cudaMemsetAsync(word, 0, sizeof(unsigned)), "cudaMemsetAsync");
            simt::launch_concurrent(nullptr, blocks, threads, 0, grid_barriers, word);
        });
        const double groups =
            microseconds_of_a_round([&] { simt::launch_concurrent(nullptr, blocks, threads, 0, grid_syncs); });
        const double cluster = microseconds_of_a_round([&] { simt::launch(nullptr, 8, threads, 0, cluster_syncs); });
        const double block = microseconds_of_a_round([&] { simt::launch(nullptr, 1, threads, 0, block_syncs); });
        std::printf("%7u  %12.3f  %9.3f  %12.3f  %5.3f\n", threads, ours, groups, cluster, block);
    }
    std::printf("a turn of a conditional graph node with an empty kernel: %.3f\n",
                microseconds_of_a_graph_loop(reinterpret_cast<int*>(word)));
    return 0;
}
