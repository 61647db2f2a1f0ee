// grb_bench_large: products A*A that leave a GPU in blocks of rows, beside the speed of the link. See docs/benchmarks.md.
#include "../command_line.hpp"
#include "../generated.hpp"

#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/mxm.hpp>

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace bench {
namespace {

constexpr double gb_of(std::int64_t bytes) { return static_cast<double>(bytes) / 1e9; }

void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess) throw gb::unsupported(fmt::format("{}: {}", what, cudaGetErrorString(status)));
}

/// GB/s of copies of 256 MiB from the device to pinned memory, one after the other.
double link_speed() {
    constexpr std::size_t bytes = std::size_t{1} << 28;
    constexpr int copies = 40;
    void *device = nullptr, *host = nullptr;
    check(cudaMalloc(&device, bytes), "cudaMalloc");
    check(cudaMallocHost(&host, bytes), "cudaMallocHost");
    check(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    const gb::base::stopwatch time;
    for (int k = 0; k < copies; ++k) check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost), "cudaMemcpyAsync");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    const double seconds = time.milliseconds() / 1e3;
    check(cudaFreeHost(host), "cudaFreeHost");
    check(cudaFree(device), "cudaFree");
    return gb_of(copies * static_cast<std::int64_t>(bytes)) / seconds;
}

/// GB/s at which the threads of a team copy 256 MiB again and again into 8 GiB of new memory, and once more into the same.
void print_host_copies(gb::host::team& team) {
    constexpr std::size_t from_bytes = std::size_t{1} << 28, copies = 32, piece = std::size_t{1} << 21;
    const gb::buffer<char> from(from_bytes, 'x');
    gb::buffer<char> to(copies * from_bytes);
    for (const char* const pages : {"new", "used"}) {
        const gb::base::stopwatch time;
        team.run(static_cast<gb::index>(to.size() / piece), [&](gb::index n, int) {
            const std::size_t at = static_cast<std::size_t>(n) * piece;
            std::memcpy(to.data() + at, from.data() + at % from_bytes, piece);
        });
        fmt::print("copies by {} host threads into {} pages: {:.1f} GB/s\n", team.size(), pages,
                   gb_of(static_cast<std::int64_t>(to.size())) / (time.milliseconds() / 1e3));
    }
}

void print_line(const std::string& what, const gb::context& ctx, double link) {
    const gb::report r = ctx.last_report();
    const double seconds = r.milliseconds / 1e3, speed = gb_of(r.bytes_to_host) / seconds;
    fmt::print(
        "{:26} {:.4g} entries {:.1f} GB in {:.3f} s: {:.1f} GB/s, {:.0f} % of the link; while copying {:.1f} GB/s; "
        "{} blocks, peak {:.1f} GB, {}\n",
        what, static_cast<double>(r.nvals), gb_of(r.bytes_to_host), seconds, speed, 100 * speed / link,
        gb_of(r.bytes_to_host) / (r.move_milliseconds / 1e3), r.panels, gb_of(r.peak_bytes), r.reason);
    std::fflush(stdout);
}

template <class S, class T>
void measure(const char* name, const S& semiring, const gb::matrix<T>& a, std::int64_t limit, double link,
             const std::vector<std::int64_t>& parts, bool whole, int repeat) {
    const gb::context ctx = gb::context::cuda({.memory_limit = limit});
    const gb::base::stopwatch time;
    const gb::index nvals = gb::mxm_nvals(ctx, a, a);
    fmt::print("{}: {:.4g} entries, counted in {:.3f} s; {:.4g} multiplications\n", name, static_cast<double>(nvals),
               time.milliseconds() / 1e3, static_cast<double>(ctx.last_report().flops));
    for (const std::int64_t mib : parts) {
        for (int turn = 0; turn < repeat; ++turn) {
            gb::index seen = 0;
            gb::mxm_batches(ctx, semiring, a, a, mib << 20, [&](const auto& part, gb::index) { seen += part.nvals(); });
            if (seen != nvals) throw gb::invalid_object(fmt::format("{} entries came, {} were counted", seen, nvals));
            print_line(fmt::format("{}, parts of {} MiB", name, mib), ctx, link);
        }
    }
    for (int turn = 0; whole && turn < repeat; ++turn) {
        const auto c = gb::mxm(ctx, semiring, a, a);
        print_line(fmt::format("{}, whole", name), ctx, link);
        if (c.nvals() != nvals) throw gb::invalid_object("entries are missing");
    }
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    std::string graph = "rmat-18-16";
    std::vector<std::int64_t> parts{64, 256, 1024};
    std::int64_t limit_mib = 0;
    int repeat = 2;
    std::string type = "float";
    bool whole = false;
    CLI::App app("Measures products A*A that leave a GPU in blocks of rows, beside the speed of the link.", "grb_bench_large");
    app.add_option("--graph", graph, bench::generated_names)->capture_default_str();
    app.add_option("--parts", parts, "MiB of the parts of mxm_batches")->delimiter(',')->capture_default_str();
    app.add_option("--memory-limit", limit_mib, "MiB of the device; 0: all")->capture_default_str();
    app.add_option("--repeat", repeat, "calls of each kind")->check(CLI::Range(1, 100))->capture_default_str();
    app.add_option("--type", type, "of the semiring plus_times: float or double")
        ->check(CLI::IsMember({"float", "double"}))
        ->capture_default_str();
    app.add_flag("--whole", whole, "also C in host memory, by mxm");
    return bench::run_program(app, argc, argv, [&] {
        namespace gb = graphblas_gpu;
        const double link = bench::link_speed();
        fmt::print("link, pinned memory, 256 MiB a copy: {:.1f} GB/s\n", link);
        const auto generator = bench::generator_of(graph);
        if (!generator) throw gb::invalid_value(fmt::format("graph '{}': none of {}", graph, bench::generated_names));
        const gb::context host = gb::context::host();
        bench::print_host_copies(host.team());
        const auto structure = gb::from_coordinates<void>(host, generator->make(host.threads()));
        const auto a = bench::with_weights<float>(host, structure);
        if (type == "float")
            bench::measure("plus_times<float>", gb::plus_times<float>, a, limit_mib << 20, link, parts, whole, repeat);
        else bench::measure("plus_times<double>", gb::plus_times<double>, a, limit_mib << 20, link, parts, whole, repeat);
        return 0;
    });
}
