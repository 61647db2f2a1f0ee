// Getting the graph to where it is computed with: from its file, and to the device.
#include "kernels.hpp"
#include <algorithms/triangle_count.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>

#include <fmt/format.h>

#include <memory>

namespace bench {

contest read_file(const environment& env, benchmark_case& c) {
    if (c.ours.file().empty()) throw gb::invalid_value(fmt::format("kernel read: graph {} is no file", c.ours.name()));
    const auto read = std::make_shared<gb::matrix<void>>();
    contest task;
    task.bytes = c.ours.file_bytes();
    task.sides.push_back(
        {"ours", {}, [read, &env, &c] { *read = gb::read_matrix<void>(env.threads, c.ours.file()); }, [read] { *read = {}; }});
    task.verify = [read, &env, &c]() -> std::string {
        return gb::undirected_structure(env.threads, *read) == c.ours.structure() ? "" : "the file has changed";
    };
    return task;
}

contest move_to_device(const environment& env, benchmark_case& c) {
    if (!env.context.is_cuda()) throw gb::invalid_value("kernel move: there is no device to move to; --gpu is for that");
    const gb::cuda::engine_ptr& device = env.context.cuda_engine();
    const gb::matrix<void>& a = c.ours.adjacency();
    const auto copy = std::make_shared<gb::matrix<void>>();
    contest task;
    task.bytes = static_cast<std::int64_t>(a.row_offsets().size_bytes() + a.columns().size_bytes());
    task.sides.push_back({"ours", [copy, &a] { *copy = gb::matrix<void>::from_storage(a.to_csr()); },
                          [copy, &device] {
                              (void)copy->any().device_rows(device);
                              device->synchronise();
                          },
                          [copy] { *copy = {}; }});
    return task;
}

}  // namespace bench
